"""A duplicate pair: the same cards played twice, the teams exchanged in between.

Bots are seeded by seat, not by side, so that a bot against itself plays the same deal twice and
the pair comes to exactly nothing. What they are seeded with does not lead back to the cards.
"""

from __future__ import annotations

import hashlib
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from types import FrameType
from typing import Final, Literal, TypeAlias

from daguai.actions import IllegalAction
from daguai.arena.lineups import LineUp
from daguai.arena.openings import opening, whole_match
from daguai.bots import Bot, bot_named
from daguai.bots.process import ProgramError
from daguai.errors import CodedError
from daguai.match import Match
from daguai.rules import TEAMS, Rules
from daguai.settlement import settle

FaultKind: TypeAlias = Literal["illegal", "timeout", "crash"]
FAULTS: Final[tuple[FaultKind, ...]] = ("illegal", "timeout", "crash")
"""What a bot can do wrong: an illegal action, an answer too late, an error."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What all pairs of a measurement have in common.

    Attributes:
        sides: the line-ups of A and of B.
        rules: the table's rules.
        seed: public text from which all cards are drawn.
        matches: whether whole matches are played instead of single deals.
        timeout: seconds that a decision may take.
    """

    sides: tuple[LineUp, LineUp]
    rules: Rules
    seed: str
    matches: bool = False
    timeout: float = 10.0


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


@dataclass(frozen=True, slots=True)
class Pair:
    """What a duplicate pair came to, of A over B.

    Attributes:
        number: which pair of the measurement.
        points: for each deal the difference of points (clause 9.2), per player.
        levels: levels A rose by, less those of B.
        won: deals won by A and by B (clause 8.1).
        matches: matches won by A and by B, none where single deals are played.
        times: seconds taken by A and by B, and their decisions.
        fault: what ended the pair early; then all else counts for nothing.
    """

    number: int
    points: tuple[int, ...] = ()
    levels: int = 0
    won: tuple[int, int] = (0, 0)
    matches: tuple[int, int] = (0, 0)
    times: tuple[tuple[float, int], tuple[float, int]] = ((0.0, 0), (0.0, 0))
    fault: Fault | None = None


class _TooLate(Exception):
    pass


class _Faulty(Exception):
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.text)
        self.fault = fault


@dataclass(slots=True)
class _Tally:
    points: list[int] = field(default_factory=list)
    levels: int = 0
    won: list[int] = field(default_factory=lambda: [0, 0])
    matches: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    decisions: list[int] = field(default_factory=lambda: [0, 0])


def play_pair(terms: Terms, number: int) -> Pair:
    """Play one pair: side A first on the even seats, then on the odd ones."""
    tally = _Tally()
    try:
        for first in range(TEAMS):
            _play(terms, number, first, tally)
    except _Faulty as faulty:
        return Pair(number, fault=faulty.fault)
    return Pair(
        number,
        tuple(tally.points),
        tally.levels,
        (tally.won[0], tally.won[1]),
        (tally.matches[0], tally.matches[1]),
        ((tally.seconds[0], tally.decisions[0]), (tally.seconds[1], tally.decisions[1])),
    )


def _play(terms: Terms, number: int, exchanged: int, tally: _Tally) -> None:
    rules = terms.rules
    begin = whole_match if terms.matches else opening
    match = begin(terms.seed, number, rules)
    sides = [rules.team_of(seat) ^ exchanged for seat in range(rules.seats)]
    names = []
    bots = []
    for seat, side in enumerate(sides):
        name = terms.sides[side].place(seat, number, rules)
        names.append(name)
        with _blaming(side, name, terms.timeout):
            bots.append(bot_named(name, _bot_seed(terms.seed, number, seat)))
    while match.to_act:
        seat = match.to_act[0]
        with _blaming(sides[seat], names[seat], terms.timeout):
            _move(match, seat, bots[seat], sides[seat], terms.timeout, tally)
    _count(match, exchanged, tally)
    if terms.matches and match.winner is not None:
        tally.matches[match.winner ^ exchanged] += 1


def _bot_seed(seed: str, number: int, seat: int) -> str:
    """Return a bot's seed, from which nobody finds the text that all cards are drawn from."""
    return hashlib.sha256(f"bot {number} {seat} {seed}".encode()).hexdigest()


def _move(match: Match, seat: int, bot: Bot, side: int, timeout: float, tally: _Tally) -> None:
    view = match.view(seat, memory=True)
    begun = perf_counter()
    action = bot.act(view)
    taken = perf_counter() - begun
    if taken > timeout:  # where nothing could interrupt it
        raise _TooLate
    match.act(seat, action)
    tally.seconds[side] += taken
    tally.decisions[side] += 1


def _count(match: Match, exchanged: int, tally: _Tally) -> None:
    rules = match.rules.replace(scoring="placement")
    for deal in match.deals:
        result = deal.result
        if result is None or len(deal.events) == 2:  # the deal before, of which nothing was played
            continue
        order: Sequence[int] = result.order[: result.finished]
        dealer_team = rules.team_of(deal.started.dealer)
        settled = settle(order, dealer_team, rules)
        points = settled.points[exchanged] - settled.points[1 - exchanged]
        tally.points.append(points)
        if settled.level_up is not None:
            rise = settled.levels_gained
            tally.levels += rise if settled.level_up == exchanged else -rise
        if settled.winner is not None:
            tally.won[settled.winner ^ exchanged] += 1


@contextmanager
def _blaming(side: int, bot: str, timeout: float) -> Iterator[None]:
    """Turn whatever goes wrong into the fault of a bot."""
    try:
        with _limited(timeout):
            yield
    except IllegalAction as error:
        raise _Faulty(Fault(side, bot, "illegal", str(error), error)) from error
    except _TooLate as error:
        late = CodedError("bot_late", f"no answer in {timeout:g} s", seconds=f"{timeout:g}")
        raise _Faulty(Fault(side, bot, "timeout", str(late), late)) from error
    except ProgramError as error:
        kind: FaultKind = "timeout" if error.code == "bot_silent" else "crash"
        raise _Faulty(Fault(side, bot, kind, str(error), error)) from error
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        raise _Faulty(Fault(side, bot, "crash", text)) from error


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Interrupt what takes too long, where the system can."""
    if not hasattr(signal, "setitimer") or (
        threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def late(_: int, __: FrameType | None) -> None:
        raise _TooLate

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
