"""A match 一场 as one object: who is to act, what they see and may do, and all that happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import msgspec

from daguai.actions import Action
from daguai.dealing import Dealing, DealingError
from daguai.errors import CodedError
from daguai.events import DealEnded, DealStarted, Dealt, Event
from daguai.invariants import check
from daguai.legal import legal_actions
from daguai.observe import view_of
from daguai.rules import Rules
from daguai.shuffle import SeededDealing
from daguai.state import MatchState, advance, begin, fold, level_names
from daguai.view import View


class MatchError(CodedError):
    """A match that cannot be made or continued as asked; nothing has changed.

    Attributes:
        code: ``wrong_names``, ``no_cards`` (neither or both of seed and dealing are given),
            ``deal_underway``, ``match_over``, ``unknown_seat``.
    """


class DealLog(msgspec.Struct, frozen=True):
    """One deal of a match 一副, as its events tell it.

    Attributes:
        events: all events of the deal, the first a ``DealStarted``, whole.
    """

    events: tuple[Event, ...]

    @property
    def started(self) -> DealStarted:
        """How the deal began."""
        event = self.events[0]
        assert isinstance(event, DealStarted)
        return event

    @property
    def dealt(self) -> Dealt:
        """The cards as they were dealt, before tribute."""
        event = self.events[1]
        assert isinstance(event, Dealt)
        return event

    @property
    def result(self) -> DealEnded | None:
        """The deal's result, None while it goes on."""
        return next((event for event in self.events if isinstance(event, DealEnded)), None)


class Match:
    """A whole match: a small object around a pure state and the list of its events.

    >>> from daguai.actions import Pass
    >>> match = Match.new(Rules.preset("classic"), seed="any text")
    >>> match.to_act, match.levels, match.view(3).phase
    ((5,), ('2', '2'), 'play')
    >>> match.act(5, Pass())
    Traceback (most recent call last):
    daguai.actions.IllegalAction: seat 5 leads and must play
    """

    def __init__(
        self,
        rules: Rules,
        dealing: Dealing,
        *,
        names: Sequence[str] | None = None,
        auto_deal: bool = True,
        events: Iterable[Event] = (),
    ) -> None:
        """Begin a match, or go on with one from its events.

        Args:
            rules: the table's rules.
            dealing: where the cards of each deal come from.
            names: a name for each seat.
            auto_deal: whether deals start by themselves, the first one now and each other right
                after a result; else ``start_deal`` starts them.
            events: what has happened so far, for matches that go on.

        Raises:
            MatchError: there is another number of names than seats.
            DealingError: the cards given are not the decks.
        """
        if names is not None and len(names) != rules.seats:
            message = f"expected {rules.seats} names, not {len(names)}"
            raise MatchError("wrong_names", message, names=str(len(names)))
        self._rules = rules
        self._dealing = dealing
        self._names = ("",) * rules.seats if names is None else tuple(names)
        self._auto_deal = auto_deal
        self._events = list(events)
        self._state = fold(rules, self._events)
        if auto_deal:
            state, started = self._dealt_on(self._state)
            self._commit(state, started)

    @classmethod
    def new(
        cls,
        rules: Rules,
        seed: str | None = None,
        *,
        names: Sequence[str] | None = None,
        auto_deal: bool = True,
        dealing: Dealing | None = None,
    ) -> Match:
        """Begin a match with cards shuffled from a seed, any text, or from another dealing.

        Raises:
            MatchError: neither or both of seed and dealing are given, or names do not fit.
        """
        if (seed is None) == (dealing is None):
            raise MatchError("no_cards", "expected either a seed or a dealing")
        if dealing is None:
            assert seed is not None
            dealing = SeededDealing(seed)
        return cls(rules, dealing, names=names, auto_deal=auto_deal)

    @classmethod
    def from_record(cls, text: str) -> Match:
        """Replay a record 牌谱, checking every step.

        Raises:
            RecordError: a step does not follow; it names the line and the reason.
        """
        from daguai.record import read_record  # noqa: PLC0415  (records are made of matches)

        return read_record(text)

    def record(self) -> str:
        """Return the match as a record 牌谱, text that a person can read."""
        from daguai.record import record_of  # noqa: PLC0415  (records are made of matches)

        return record_of(self).text()

    @property
    def rules(self) -> Rules:
        """The table's rules."""
        return self._rules

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each seat, empty where none was given."""
        return self._names

    @property
    def dealing(self) -> Dealing:
        """Where the cards of each deal come from."""
        return self._dealing

    @property
    def state(self) -> MatchState:
        """The whole state, hidden cards included: a value, which never changes."""
        return self._state

    @property
    def events(self) -> tuple[Event, ...]:
        """All that has happened, whole; ``daguai.observe.visible`` tells what a seat may see."""
        return tuple(self._events)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe an action now, ascending; several only in tribute (clause 7.3)."""
        return self._state.to_act

    @property
    def levels(self) -> tuple[str, str]:
        """Each team's level 级."""
        return level_names(self._state.levels)

    @property
    def points(self) -> tuple[int, int]:
        """Points so far of each player of team 0 and of team 1 (clause 9)."""
        return self._state.points

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._state.end is not None

    @property
    def winner(self) -> int | None:
        """The team that won the match; None while it goes on or when it was drawn."""
        return None if self._state.end is None else self._state.end.winner

    @property
    def deals(self) -> tuple[DealLog, ...]:
        """Every deal begun, with all its events."""
        starts = [i for i, event in enumerate(self._events) if isinstance(event, DealStarted)]
        bounds = pairwise((*starts, len(self._events)))
        return tuple(DealLog(tuple(self._events[start:end])) for start, end in bounds)

    @property
    def next_commitment(self) -> str:
        """The commitment to the next deal's shuffle, to be published before entropy is given."""
        return self._dealing.commitment(self._state.deals_begun + 1)

    def view(self, seat: int | None, memory: bool = False) -> View:
        """Return only what a seat may know; with None what is public.

        Args:
            seat: whose view.
            memory: whether to add all finished tricks of this deal.

        Raises:
            MatchError: there is no such seat.
        """
        if seat is not None and seat not in range(self._rules.seats):
            message = f"there is no seat {seat!r:.100}: expected 0 to {self._rules.seats - 1}"
            raise MatchError("unknown_seat", message, seat=f"{seat!r:.100}")
        return view_of(self._state, seat, memory)

    def legal(self, seat: int) -> list[Action]:
        """Return everything a seat may do now, each action once; empty when it owes none."""
        return legal_actions(self.view(seat))

    def act(self, seat: int, action: Action) -> tuple[Event, ...]:
        """Act for a seat; return all that happens by it, the next deal's start included.

        Raises:
            IllegalAction: the rules do not allow it; nothing has changed.
        """
        state, events = advance(self._state, seat, action)
        if self._auto_deal:
            state, started = self._dealt_on(state)
            events += started
        self._commit(state, events)
        return events

    def start_deal(self, entropy: Mapping[int, str] | None = None) -> tuple[Event, ...]:
        """Start the next deal; return what happens up to the first choice.

        Args:
            entropy: the players' contributions to the shuffle, by seat.

        Raises:
            MatchError: a deal is underway, the match is over, or there is no such seat.
            DealingError: there are no cards for another deal, or they are not the decks.
        """
        if self.over:
            raise MatchError("match_over", "the match is over")
        if self._state.underway:
            raise MatchError("deal_underway", "a deal is underway")
        texts = dict(entropy or {})
        seats = range(self._rules.seats)
        strange = [seat for seat in texts if seat not in seats]
        if strange:
            message = f"there is no seat {strange[0]!r:.100} to add entropy"
            raise MatchError("unknown_seat", message, seat=f"{strange[0]!r:.100}")
        by_seat = tuple(texts.get(seat, "") for seat in seats) if any(texts.values()) else ()
        state, events = self._deal(self._state, by_seat)
        self._commit(state, events)
        return events

    def validate(self) -> None:
        """Check that the state is sound and is what the events lead to; for tests.

        Raises:
            AssertionError: it is not.
        """
        check(self._state)
        assert fold(self._rules, self._events) == self._state, "events lead to another state"

    def _deal(
        self, state: MatchState, entropy: tuple[str, ...]
    ) -> tuple[MatchState, tuple[Event, ...]]:
        return begin(state, self._dealing.deal(state.deals_begun + 1, self._rules, entropy))

    def _dealt_on(self, state: MatchState) -> tuple[MatchState, tuple[Event, ...]]:
        """Start the next deal if it is time for it and there are cards for it."""
        if state.underway or state.end is not None:
            return state, ()
        try:
            return self._deal(state, ())
        except DealingError as error:
            if error.code != "no_more_deals":
                raise
            return state, ()

    def _commit(self, state: MatchState, events: Iterable[Event]) -> None:
        self._state = state
        self._events.extend(events)
