"""Bots that are programs of their own: one JSON object a line, on standard input and output.

The program is started once and answers as long as it is asked; docs/bots.md describes the lines.
Whatever it writes to standard error is left to be seen.
"""

from __future__ import annotations

import atexit
import queue
import shlex
import subprocess
import threading
from functools import cache
from typing import Final

import msgspec

from daguai.actions import Action
from daguai.errors import CodedError
from daguai.legal import legal_actions
from daguai.view import View

PATIENCE: Final = 60.0
"""Seconds after which a program that does not answer is given up."""


class ProgramError(CodedError):
    """A program that plays no more.

    Attributes:
        code: ``bot_not_started``, ``bot_ended`` (it closed its output), ``bot_silent`` (no answer
            in ``PATIENCE``) or ``bot_answer`` (a line that is no answer).
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
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._lock = threading.Lock()
        atexit.register(self.stop)

    def choose(self, seed: str, view: View) -> Action:
        """Let the program choose an action.

        Raises:
            ProgramError: it did not answer, or not with an action.
        """
        with self._lock:
            try:
                self._say(_Ask(seed, view))
                while isinstance(answer := self._heard(), _WhatIsLegal):
                    self._say(_Legal(legal_actions(view)))
            except BaseException:  # interrupted too: its answer would come too late
                self.stop()
                raise
            return answer

    def stop(self) -> None:
        """End the program, if it runs."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def _say(self, message: msgspec.Struct) -> None:
        if self._process is None:
            self._process = self._started()
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(msgspec.json.encode(message) + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise self._ended() from None

    def _started(self) -> subprocess.Popen[bytes]:
        try:
            process = subprocess.Popen(
                shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except (OSError, ValueError, IndexError) as error:
            message = f"cannot start {self.command!r}: {error}"
            raise ProgramError(
                "bot_not_started", message, text=self.command, reason=str(error)
            ) from None
        self._lines = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(process, self._lines), daemon=True).start()
        return process

    def _heard(self) -> Action | _WhatIsLegal:
        try:
            line = self._lines.get(timeout=PATIENCE)
        except queue.Empty:
            message = f"{self.command!r} did not answer"
            raise ProgramError("bot_silent", message, text=self.command) from None
        if not line:
            raise self._ended()
        try:
            answer: Action | _WhatIsLegal = _answers.decode(line)
        except (msgspec.DecodeError, ValueError) as error:
            shown = line[:100].decode(errors="replace").strip()
            message = f"{self.command!r} answered {shown!r}, which is no action: {error}"
            raise ProgramError("bot_answer", message, text=self.command, answer=shown) from None
        return answer

    def _ended(self) -> ProgramError:
        return ProgramError("bot_ended", f"{self.command!r} has ended", text=self.command)


def _listen(process: subprocess.Popen[bytes], lines: queue.SimpleQueue[bytes]) -> None:
    """Put every line of a program's output into a queue, and an empty one at its end."""
    assert process.stdout is not None
    try:
        for line in process.stdout:
            lines.put(line)
    except ValueError:  # closed while it was read
        pass
    lines.put(b"")


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

    def act(self, view: View) -> Action:
        """Let the program choose; the seed and the view are all it is told.

        Raises:
            ProgramError: it did not answer, or not with an action.
        """
        return self._program.choose(self._seed, view)
