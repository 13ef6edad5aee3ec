"""What bots do wrong: what goes wrong while a bot acts is its fault, and ends the pair."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Final, Literal, TypeAlias

from daguai.actions import IllegalAction
from daguai.bots import UnknownBot
from daguai.bots.process import ProgramError
from daguai.errors import CodedError

FaultKind: TypeAlias = Literal["illegal", "timeout", "crash"]
FAULTS: Final[tuple[FaultKind, ...]] = ("illegal", "timeout", "crash")
"""What a bot can do wrong: an illegal action, an answer too late, an error."""

_EVER: Final = 1e9
"""More seconds than this are no limit, nor could the system's timer count them."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What a bot did wrong.

    Attributes:
        side: 0 for A, 1 for B.
        bot: the bot's name.
        kind: see ``FAULTS``.
        text: the error in words.
        error: the error, if it is one of this package's, to be put into other words.
    """

    side: int
    bot: str
    kind: FaultKind
    text: str
    error: CodedError | None = field(default=None, compare=False)


class Faulty(Exception):
    """A bot was at fault, so that the pair is over."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.text)
        self.fault = fault


class TooLate(BaseException):
    """A bot took too long; no ``Exception``, for a bot's own ``except`` must not catch it."""


def died(side: int, bot: str, status: int) -> Fault:
    """Return the fault of a bot that ended the process it played in.

    >>> died(0, "mine", 3).text, died(0, "mine", -11).text
    ('its process ended with status 3', 'its process ended with status -11 (SIGSEGV)')
    """
    shown = str(status)
    if -status in {one.value for one in signal.Signals}:
        shown += f" ({signal.Signals(-status).name})"
    error = CodedError("bot_died", f"its process ended with status {shown}", status=shown)
    return Fault(side, bot, "crash", str(error), error)


@contextmanager
def blaming(side: int, bot: str, seconds: float, *, starting: bool = False) -> Iterator[None]:
    """Turn whatever goes wrong into the fault of a bot.

    Args:
        side: 0 for A, 1 for B.
        bot: the bot's name.
        seconds: how long it may take.
        starting: whether it has to get ready first.
    """
    try:
        with _limited(seconds):
            yield
    except (KeyboardInterrupt, Faulty):
        raise
    except IllegalAction as error:
        raise Faulty(Fault(side, bot, "illegal", str(error), error)) from error
    except TooLate as error:
        code, what = ("bot_not_ready", "not ready") if starting else ("bot_late", "no answer")
        late = CodedError(code, f"{what} in {seconds:g} s", seconds=f"{seconds:g}")
        raise Faulty(Fault(side, bot, "timeout", str(late), late)) from error
    except ProgramError as error:
        kind: FaultKind = "timeout" if error.code == "bot_silent" else "crash"
        raise Faulty(Fault(side, bot, kind, str(error), error)) from error
    except UnknownBot as error:
        raise Faulty(Fault(side, bot, "crash", str(error), error)) from error
    except BaseException as error:  # one that exits would end the measurement
        text = f"{type(error).__name__}: {error}".removesuffix(": ")
        raise Faulty(Fault(side, bot, "crash", text)) from error


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Interrupt what takes too long, where the system can."""
    if not hasattr(signal, "setitimer") or (
        threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def late(_: int, __: FrameType | None) -> None:
        raise TooLate

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, min(seconds, _EVER))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
