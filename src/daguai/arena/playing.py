"""A duplicate pair: the same cards played twice, the teams exchanged in between.

Bots are seeded by seat, not by side, so that a bot against itself plays the same deal twice and
the pair comes to exactly nothing. What they are seeded with does not lead back to the cards.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final, TypeAlias

from daguai.arena.faults import Fault, Faulty, TooLate, blaming
from daguai.arena.lineups import LineUp
from daguai.arena.openings import opening, whole_match
from daguai.bots import Bot, bot_named
from daguai.bots.process import ProcessBot
from daguai.errors import CodedError
from daguai.events import DealEnded
from daguai.match import DealLog, Match
from daguai.rules import TEAMS, Rules
from daguai.settlement import settle

START: Final = 60.0
"""Seconds in which a bot is made, and in which a program that was just started answers first."""

Notice: TypeAlias = Callable[[int, int], object]
"""Told the side and the seat of every bot before it is made or asked."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What all pairs of a measurement have in common.

    Attributes:
        sides: the line-ups of A and of B.
        rules: the table's rules.
        seed: public text from which all cards are drawn.
        matches: whether whole matches are played instead of single deals.
        timeout: seconds that a decision may take; infinity is no limit.

    Raises:
        CodedError: the timeout is no number of seconds; code ``not_positive``.
    """

    sides: tuple[LineUp, LineUp]
    rules: Rules
    seed: str
    matches: bool = False
    timeout: float = 10.0

    def __post_init__(self) -> None:
        """Check the timeout."""
        if not self.timeout > 0:  # not a number, too
            message = f"the timeout must be more than 0, not {self.timeout}"
            raise CodedError("not_positive", message, what="timeout")


@dataclass(frozen=True, slots=True)
class Pair:
    """What a duplicate pair came to, of A over B.

    Attributes:
        number: which pair of the measurement.
        points: for each deal the difference of points (clause 9.2), per player.
        levels: levels A really rose by (clauses 8.2 and 10.1), less those of B.
        won: deals won by A and by B (clause 8.1).
        matches: matches won by A and by B, none where single deals are played.
        times: seconds taken by A and by B, and their decisions, without those of programs that
            had to start first.
        fault: what ended the pair early; then all else counts for nothing.
    """

    number: int
    points: tuple[int, ...] = ()
    levels: int = 0
    won: tuple[int, int] = (0, 0)
    matches: tuple[int, int] = (0, 0)
    times: tuple[tuple[float, int], tuple[float, int]] = ((0.0, 0), (0.0, 0))
    fault: Fault | None = None


@dataclass(slots=True)
class _Tally:
    points: list[int] = field(default_factory=list)
    levels: int = 0
    won: list[int] = field(default_factory=lambda: [0, 0])
    matches: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    decisions: list[int] = field(default_factory=lambda: [0, 0])


def play_pair(terms: Terms, number: int, notice: Notice | None = None) -> Pair:
    """Play one pair: side A first on the even seats, then on the odd ones."""
    tally = _Tally()
    try:
        for exchanged in range(TEAMS):
            _play(terms, number, exchanged, tally, notice or (lambda *_: None))
    except Faulty as faulty:
        return Pair(number, fault=faulty.fault)
    return Pair(
        number,
        tuple(tally.points),
        tally.levels,
        (tally.won[0], tally.won[1]),
        (tally.matches[0], tally.matches[1]),
        ((tally.seconds[0], tally.decisions[0]), (tally.seconds[1], tally.decisions[1])),
    )


def _play(terms: Terms, number: int, exchanged: int, tally: _Tally, notice: Notice) -> None:
    rules = terms.rules
    begin = whole_match if terms.matches else opening
    match = begin(terms.seed, number, rules)
    sides = [rules.team_of(seat) ^ exchanged for seat in range(rules.seats)]
    names = []
    bots = []
    patience = max(START, terms.timeout)
    for seat, side in enumerate(sides):
        name = terms.sides[side].place(seat, number, rules)
        names.append(name)
        notice(side, seat)
        with blaming(side, name, patience, starting=True):
            bots.append(bot_named(name, _bot_seed(terms.seed, number, seat)))
    while match.to_act:
        seat = match.to_act[0]
        side, bot = sides[seat], bots[seat]
        notice(side, seat)
        starting = isinstance(bot, ProcessBot) and bot.starting
        limit = patience if starting else terms.timeout
        with blaming(side, names[seat], limit, starting=starting):
            taken = _move(match, seat, bot, limit)
        if not starting:
            tally.seconds[side] += taken
            tally.decisions[side] += 1
    for deal in match.deals:
        _count(deal, exchanged, rules, tally)
    if terms.matches and match.winner is not None:
        tally.matches[match.winner ^ exchanged] += 1


def _bot_seed(seed: str, number: int, seat: int) -> str:
    """Return a bot's seed, from which nobody finds the text that all cards are drawn from."""
    return hashlib.sha256(f"bot {number} {seat} {seed}".encode()).hexdigest()


def _move(match: Match, seat: int, bot: Bot, limit: float) -> float:
    """Let a bot act, and return how many seconds it took."""
    view = match.view(seat, memory=True)
    begun = perf_counter()
    action = bot.act(view)
    taken = perf_counter() - begun
    if taken > limit:  # where nothing could interrupt it
        raise TooLate
    match.act(seat, action)
    return taken


def _count(deal: DealLog, exchanged: int, rules: Rules, tally: _Tally) -> None:
    """Add what a deal came to: points by clause 9.2, all else as it was at the table."""
    result = deal.result
    if result is None or len(deal.events) == 2:  # the deal before, of which nothing was played
        return
    dealer_team = rules.team_of(deal.started.dealer)
    tally.points.append(_points(result, dealer_team, exchanged, rules))
    rise = result.levels_gained  # the dealer team's (clause 8.2)
    tally.levels += rise if dealer_team == exchanged else -rise
    if result.winner is not None:
        tally.won[result.winner ^ exchanged] += 1


def _points(result: DealEnded, dealer_team: int, exchanged: int, rules: Rules) -> int:
    order = result.order[: result.finished]
    settled = settle(order, dealer_team, rules.replace(scoring="placement"))
    return settled.points[exchanged] - settled.points[1 - exchanged]
