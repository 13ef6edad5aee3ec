"""Replaying a record through the rules, every step checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from daguai.actions import Action, IllegalAction, Lay, Offer, Pass, Return, Take, Tribute
from daguai.cards import Face, parse_cards
from daguai.dealing import DealingError, DealtCards
from daguai.events import (
    DealEnded,
    DealStarted,
    Dealt,
    Event,
    Finished,
    MatchEnded,
    PlayStarted,
    Returned,
    ReturnOffered,
    TributePaid,
    TributeRefused,
)
from daguai.record.errors import Path, Wrong, json_path
from daguai.record.model import DealRecord, End, Move, Record, Result, TributeStep
from daguai.record.parsing import Source, line_of, located, parse
from daguai.record.writing import tribute_line, winner_text
from daguai.rules import Rules
from daguai.shuffle import ShuffleError, commitment_of, deal_secret, parse_secret, verify_deal
from daguai.state import MatchState, advance, begin, evolve, level_names

_Found: TypeAlias = tuple[Path, Event, MatchState]


@dataclass(frozen=True, slots=True)
class Step:
    """One event of a replay and the match after it.

    Attributes:
        line: the line of the text it comes from, from 1; None where the record is no text.
        path: where it comes from in the JSON form, such as ``$.deals[0].tricks[3][2]``.
        event: what happened, whole.
        state: the match after it, hidden cards included; ``daguai.observe.view_of(state, seat)``
            is what a seat saw.
    """

    line: int | None
    path: str
    event: Event
    state: MatchState


def steps(source: Source) -> Iterator[Step]:
    """Replay a record event by event, for viewers.

    >>> from daguai.match import Match
    >>> record = Match.new(Rules.preset("classic"), seed="any text").record()
    >>> [(step.line, type(step.event).__name__) for step in steps(record)]
    [(5, 'DealStarted'), (8, 'Dealt'), (5, 'PlayStarted')]

    Raises:
        RecordError: from the step on that does not follow; it names the place and the reason.
    """
    parsed = parse(source)
    try:
        for path, event, state in _REPLAYS[parsed.record.rules_version](parsed.record):
            yield Step(line_of(path, parsed.lines), json_path(path), event, state)
    except Wrong as wrong:
        raise located(wrong, parsed.lines) from None


def dealt_cards(deal: DealRecord, rules: Rules) -> DealtCards:
    """Return a deal's cards as a match takes them; where there is a secret, chance follows it.

    Raises:
        ShuffleError: the secret does not give the hands; the message names both.
    """
    hands = tuple(map(parse_cards, deal.hands))
    if deal.secret:
        shuffle = verify_deal(
            rules,
            deal.secret,
            commitment=deal.commitment or commitment_of(parse_secret(deal.secret)),
            hands=hands,
            entropy=deal.entropy,
            first_dealer=deal.dealer if deal.number == 1 else None,
        )
        return shuffle.deal()
    drawn = {step.giver: Face(step.card) for step in deal.tribute if isinstance(step, TributePaid)}
    return DealtCards(
        hands=hands,
        first_dealer=deal.dealer,
        tributes=drawn if rules.tribute_card == "system" else {},
    )


class _Replay:
    """Version 1 of the rules."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.rules = record.rules
        self.state = MatchState(self.rules)

    def run(self) -> Iterator[_Found]:
        for place, deal in enumerate(self.record.deals):
            path = ("deals", place)
            if self.state.end is not None:
                raise Wrong(path, "match_over")
            if self.state.underway:
                raise Wrong(path, "deal_not_over", seats=self._waiting())
            yield from self._deal(deal, path)
        if self.record.end is not None and self.state.end is None:
            waiting = {"seats": self._waiting()} if self.state.underway else {}
            raise Wrong(("end",), "match_not_over", **waiting)

    def _deal(self, deal: DealRecord, path: Path) -> Iterator[_Found]:
        before = self.state
        _, events = self._begin(deal, path)
        tribute: list[TributeStep] = [
            event for event in events if isinstance(event, TributeRefused | TributePaid)
        ]
        self._compare_start(deal, path, events[0])
        self._compare_tribute(deal, path, tribute)
        self.state = before
        place = 0
        for event in events:
            here = path
            if isinstance(event, Dealt):
                here = (*path, "hands", 0)
            elif isinstance(event, PlayStarted):
                here = (*path, "tricks", 0)
            elif isinstance(event, TributeRefused | TributePaid):
                here = (*path, "tribute", place)
                place += 1
            yield self._found(here, event)
        for later in range(len(tribute), len(deal.tribute)):
            yield from self._step(deal, later, (*path, "tribute", later))
        for trick, moves in enumerate(deal.tricks):
            yield from self._trick(moves, trick, path)
        if deal.result is not None and self.state.underway:
            raise Wrong((*path, "result"), "deal_not_over", seats=self._waiting())

    # --- the beginning ---

    def _begin(self, deal: DealRecord, path: Path) -> tuple[MatchState, tuple[Event, ...]]:
        seed, secret = self.record.seed, deal.secret
        try:
            if seed and secret and deal_secret(seed, deal.number).hex() != secret:
                computed = deal_secret(seed, deal.number).hex()
                raise Wrong((*path, "secret"), "seed", claimed=secret, computed=computed)
            return begin(self.state, dealt_cards(deal, self.rules))
        except ShuffleError as error:
            here = (*path, *_SHUFFLE_PARTS.get(error.code, ()))
            if error.code == "hand" and "seat" in error.details:
                here = (*here, int(error.details["seat"]))
            raise Wrong.after(error, here) from None
        except DealingError as error:
            here = _dealing_path(error, deal, self.rules)
            raise Wrong.after(error, (*path, *here)) from None

    def _compare_start(self, deal: DealRecord, path: Path, started: Event) -> None:
        assert isinstance(started, DealStarted)
        level = started.levels[self.rules.team_of(started.dealer)]
        number = f"deal {deal.number}", f"deal {started.number}"
        _compare((*path, "number"), "wrong_number", *number)
        _compare((*path, "dealer"), "wrong_dealer", deal.dealer, started.dealer)
        _compare((*path, "levels"), "wrong_levels", deal.levels, started.levels)
        _compare((*path, "level"), "wrong_level", deal.level, level)

    # --- tribute ---

    def _compare_tribute(self, deal: DealRecord, path: Path, steps: list[TributeStep]) -> None:
        """Check what followed the dealing by itself; it may be wanting where nothing follows it."""
        if not deal.tribute and not deal.tricks and deal.result is None:
            return
        for place, step in enumerate(steps):
            here = (*path, "tribute", place)
            if place >= len(deal.tribute):
                raise Wrong(here, "missing_tribute", expected=tribute_line(step))
            _compare_step(here, deal.tribute[place], step)

    def _step(self, deal: DealRecord, place: int, path: Path) -> Iterator[_Found]:
        step = deal.tribute[place]
        match step:
            case TributeRefused():
                raise Wrong(path, "not_refused")
            case TributePaid(giver=giver, card=card):
                events = self._act(giver, Tribute(card), path)
            case ReturnOffered(receiver=receiver, cards=cards):
                events = self._act(receiver, Offer(cards), path)
            case Returned(giver=giver, receiver=receiver, card=card):
                offered = any(
                    isinstance(earlier, ReturnOffered) and earlier.giver == giver
                    for earlier in deal.tribute[:place]
                )
                action = Take(card) if offered else Return(card)
                events = self._act(giver if offered else receiver, action, path)
        _compare_step(path, step, events[0])
        for event in events:
            started = isinstance(event, PlayStarted)
            yield self._found((*path[:2], "tricks", 0) if started else path, event)

    # --- play ---

    def _trick(self, moves: tuple[Move, ...], trick: int, deal_path: Path) -> Iterator[_Found]:
        path = (*deal_path, "tricks", trick)
        if self.state.underway and self.state.deal is not None and self.state.deal.trick.moves:
            raise Wrong(path, "trick_not_over", trick=str(trick), seats=self._waiting())
        for place, move in enumerate(moves):
            here = (*path, place)
            assert self.state.deal is not None
            if not self.state.underway:
                raise Wrong(here, "deal_over", seat=str(move.seat))
            if place and not self.state.deal.trick.moves:
                raise Wrong(here, "trick_over", trick=str(trick + 1), seat=str(move.seat))
            events = self._act(move.seat, Lay(move.cards) if move.cards else Pass(), here)
            out = next((event.placement for event in events if isinstance(event, Finished)), 0)
            if move.out and move.out != out:
                placement = {"seat": str(move.seat), "claimed": f"({move.out})"}
                if not out:
                    raise Wrong(here, "not_out", **placement)
                raise Wrong(here, "wrong_placement", computed=f"({out})", **placement)
            for event in events:
                yield self._after_move(event, here, deal_path)

    def _after_move(self, event: Event, path: Path, deal_path: Path) -> _Found:
        if isinstance(event, DealEnded):
            result = self.record.deals[int(deal_path[1])].result
            if result is not None:
                path = (*deal_path, "result")
                _compare_result(path, result, event)
        found = self._found(path, event)
        if isinstance(event, MatchEnded) and self.record.end is not None:
            found = (("end",), *found[1:])
            _compare_end(self.record.end, event, self.state)
        return found

    def _act(self, seat: int, action: Action, path: Path) -> tuple[Event, ...]:
        try:
            return advance(self.state, seat, action)[1]
        except IllegalAction as error:
            raise Wrong.after(error, path) from None

    def _found(self, path: Path, event: Event) -> _Found:
        self.state = evolve(self.state, event)
        return path, event, self.state

    def _waiting(self) -> str:
        return ", ".join(map(str, self.state.to_act))


_REPLAYS: Final[Mapping[int, Callable[[Record], Iterator[_Found]]]] = {
    1: lambda record: _Replay(record).run(),
}
"""How records of each version of the rules are replayed."""

_SHUFFLE_PARTS: Final[Mapping[str, Path]] = {
    "commitment": ("commitment",),
    "bad_secret": ("secret",),
    "bad_entropy": ("entropy",),
    "hand": ("hands",),
    "first_dealer": ("dealer",),
}


def _dealing_path(error: DealingError, deal: DealRecord, rules: Rules) -> Path:
    """Where in a deal the cards are wrong: for copies, the hand that has one too many."""
    if error.code == "wrong_tribute":
        for place, step in enumerate(deal.tribute):
            if isinstance(step, TributePaid) and str(step.giver) == error.details["seat"]:
                return "tribute", place
    if error.code == "wrong_hands" and "seat" in error.details:
        return "hands", int(error.details["seat"])
    copies: Counter[Face] = Counter()
    for seat, hand in enumerate(deal.hands):
        copies.update(parse_cards(hand))
        if any(count > rules.decks for count in copies.values()):
            return "hands", seat
    return ("hands",)


def _compare_step(path: Path, step: TributeStep, event: Event) -> None:
    if step != event:
        assert isinstance(event, TributeRefused | TributePaid | ReturnOffered | Returned)
        raise Wrong(path, "tribute", claimed=tribute_line(step), computed=tribute_line(event))


def _compare(path: Path, code: str, claimed: object, computed: object, **details: str) -> None:
    if claimed != computed:
        both = {"claimed": _show(claimed), "computed": _show(computed)}
        raise Wrong(path, code, **both, **details)


def _show(value: object) -> str:
    """Write a value as the record does, or a dash where the record has nothing to write."""
    if isinstance(value, tuple):
        value = " ".join(map(str, value))
    return str(value) or "–"


def _compare_result(path: Path, result: Result, event: DealEnded) -> None:
    _compare(path, "wrong_order", result.order, event.order)
    _compare(path, "wrong_finished", result.finished, event.finished)
    _compare(path, "wrong_result", winner_text(result.winner), winner_text(event.winner))
    _compare(path, "wrong_caught", result.caught, event.caught)
    _compare(path, "wrong_next_team", result.next_dealer_team, event.next_dealer_team)
    _compare(path, "wrong_levels", result.levels, event.levels)
    _compare(path, "wrong_points", result.points, event.points)
    _compare(path, "wrong_clause", result.clause, event.clause)
    for seat, (left, held) in enumerate(zip(result.left, event.hands, strict=False)):
        _compare((*path, "left", seat), "wrong_left", left, held, seat=str(seat))


def _compare_end(end: End, event: MatchEnded, state: MatchState) -> None:
    path = ("end",)
    _compare(path, "wrong_winner", winner_text(end.winner), winner_text(event.winner))
    _compare(path, "wrong_levels", end.levels, level_names(state.levels))
    _compare(path, "wrong_points", end.points, state.points)
    _compare(path, "wrong_clause", end.clause, event.clause)
