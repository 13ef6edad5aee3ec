"""Bots that are programs of their own: one JSON object a line, on standard input and output.

The program is started once and answers as long as it is asked; docs/bots.md describes the lines.
Whatever it writes to standard error is left to be seen.
"""

from __future__ import annotations

import atexit
import shlex
import threading
import time
from functools import cache
from typing import Final

import msgspec

from daguai.actions import Action
from daguai.bots.child import LONGEST, Child
from daguai.errors import CodedError
from daguai.legal import legal_actions
from daguai.view import View

PATIENCE: Final = 60.0
"""Seconds after which a program that has not answered is given up."""


class ProgramError(CodedError):
    """A program that plays no more.

    Attributes:
        code: ``bot_not_started``, ``bot_ended`` (it closed its output), ``bot_silent`` (no answer
            in ``PATIENCE``), ``bot_answer`` (a line that is no answer), ``bot_long_line`` (a line
            that does not end) or ``bot_unasked`` (a line more than it was asked for).
    """


class _Ask(msgspec.Struct, frozen=True, tag="act"):
    seed: str
    view: View


class _Legal(msgspec.Struct, frozen=True, tag="legal"):
    actions: list[Action]


class _WhatIsLegal(msgspec.Struct, frozen=True, tag="legal"):
    pass


_answers: Final = msgspec.json.Decoder(Action | _WhatIsLegal)


class Program:
    """A running program, started when it is first asked and started anew after it failed."""

    def __init__(self, command: str) -> None:
        self.command = command
        self._child: Child | None = None
        self._lock = threading.Lock()
        atexit.register(self.stop)

    @property
    def starting(self) -> bool:
        """Whether it has yet to write its first line since it was started, or to be started."""
        child = self._child
        return child is None or not child.heard

    def choose(self, seed: str, view: View) -> Action:
        """Let the program choose an action.

        Raises:
            ProgramError: it did not answer, or not with an action.
        """
        with self._lock:
            try:
                child = self._child = self._child or self._started()
                end = time.monotonic() + PATIENCE
                self._say(child, _Ask(seed, view))
                while isinstance(answer := self._heard(child, end), _WhatIsLegal):
                    self._say(child, _Legal(legal_actions(view)))
            except BaseException:  # interrupted too: its answer would come too late
                self.stop()
                raise
            return answer

    def stop(self) -> None:
        """End the program and all that it started, if it runs."""
        child, self._child = self._child, None
        if child is not None:
            child.end()

    def _started(self) -> Child:
        try:
            return Child(shlex.split(self.command))
        except (OSError, ValueError, IndexError) as error:
            message = f"cannot start {self.command!r}: {error}"
            raise ProgramError(
                "bot_not_started", message, text=self.command, reason=str(error)
            ) from None

    def _say(self, child: Child, message: msgspec.Struct) -> None:
        """Say something to a program that has said nothing since it was heard."""
        unasked = child.hear(0)
        if unasked:
            shown = _shown(unasked)
            reason = f"{self.command!r} wrote {shown!r} when nothing was asked of it"
            raise ProgramError("bot_unasked", reason, text=self.command, answer=shown)
        if unasked is not None:
            raise self._ended()
        child.say(msgspec.json.encode(message) + b"\n")

    def _heard(self, child: Child, end: float) -> Action | _WhatIsLegal:
        line = child.hear(end - time.monotonic())
        if line is None:
            message = f"{self.command!r} did not answer"
            raise ProgramError("bot_silent", message, text=self.command)
        if not line:
            raise self._ended()
        if len(line) > LONGEST:
            message = f"{self.command!r} wrote a line of more than {LONGEST} bytes"
            raise ProgramError("bot_long_line", message, text=self.command, most=str(LONGEST))
        try:
            answer: Action | _WhatIsLegal = _answers.decode(line)
        except (msgspec.DecodeError, ValueError) as error:
            shown = _shown(line)
            message = f"{self.command!r} answered {shown!r}, which is no action: {error}"
            raise ProgramError("bot_answer", message, text=self.command, answer=shown) from None
        return answer

    def _ended(self) -> ProgramError:
        return ProgramError("bot_ended", f"{self.command!r} has ended", text=self.command)


def _shown(line: bytes) -> str:
    return line[:100].decode(errors="replace").strip()


@cache
def program(command: str) -> Program:
    """Return the program of a command, one for all bots that share it."""
    return Program(command)


class ProcessBot:
    """A seat played by a program."""

    def __init__(self, command: str, seed: int | str = 0) -> None:
        self.name = command
        self._program = program(command)
        self._seed = str(seed)

    @property
    def starting(self) -> bool:
        """Whether its program has just been started, or will be when it is asked next.

        From its start to the first line that it writes, thus also after it has failed, and for
        every bot that shares it. An answer that is waited for then takes the time of the start.
        """
        return self._program.starting

    def act(self, view: View) -> Action:
        """Let the program choose; the seed and the view are all it is told.

        Raises:
            ProgramError: it did not answer, or not with an action.
        """
        return self._program.choose(self._seed, view)

    def stop(self) -> None:
        """End the program, also while it is asked; it is started anew when it is asked again."""
        self._program.stop()
