"""A match as the server runs it: the state, what is recorded of it, and who has been answered.

The rules are in ``daguai.state``. Here an action is first proposed, which changes nothing; when
the proposal has been recorded it is applied. Events of finished deals are not kept in memory: the
store has them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from daguai.actions import Action, Pass
from daguai.cards import FACES, parse_cards
from daguai.events import DealEnded, DealStarted, Event, Laid, MatchEnded
from daguai.moves import unbeatable
from daguai.observe import view_of, visible
from daguai.plays import Category, Play
from daguai.rules import Rules
from daguai.server.protocol import PublicEvent
from daguai.server.store.seam import LogEntry, MatchRow
from daguai.shuffle import SeededDealing
from daguai.state import MatchState, advance, begin, evolve
from daguai.view import View

_REMEMBERED: Final = 64
"""How many answered actions are kept in memory; older ones are looked up in the log."""
_NO_RULES: Final[dict[str, object]] = {}

decode_events: Final = msgspec.json.Decoder(tuple[Event, ...]).decode
"""Read the events of a log entry."""


class Proposal(msgspec.Struct, frozen=True):
    """What an action, or the start of a deal, would make happen."""

    events: tuple[Event, ...]
    state: MatchState


def rules_of_match(row: MatchRow) -> Rules:
    """Return the rules a match was begun by, whatever its table is set to by now."""
    kept = msgspec.json.decode(row.rules)
    return Rules.preset(kept["preset"]).replace(**kept["options"])


class Running:
    """A match in play.

    Attributes:
        id: the match's id.
        number: 1 for the table's first match.
        rules: the table's rules.
        state: the whole state, hidden cards included.
        recorded: how many entries the match's log has.
        base: how many the table's matches before have.
        owed: the seats that are to act, and the ``seq`` since which each has owed that.
        played: copies of each face laid in this deal.
        answered: actions recorded lately, and their ``seq``.
    """

    def __init__(self, row: MatchRow, rules: Rules) -> None:
        self.id = row.id
        self.number = row.number
        self.base = row.base
        self.rules = rules
        self.state = MatchState(rules)
        self.recorded = 0
        self.owed: dict[int, int] = {}
        self.played = bytearray(len(FACES))
        self.answered: OrderedDict[str, int] = OrderedDict()
        self._dealing = SeededDealing(row.seed)

    @property
    def seq(self) -> int:
        """The number of the present state, over all the table's matches."""
        return self.base + self.recorded

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.state.end is not None

    @property
    def between_deals(self) -> bool:
        """Whether the next deal is yet to begin."""
        return not self.state.underway and self.state.end is None

    @property
    def choosing(self) -> bool:
        """Whether a tribute or return is owed rather than a play."""
        return (
            self.state.underway and self.state.deal is not None and self.state.deal.leader is None
        )

    @property
    def hides_counts(self) -> bool:
        """Whether some seat has more cards than is told (clause 6.5)."""
        deal = self.state.deal
        return deal is not None and any(len(h) > self.rules.counts_shown for h in deal.hands)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe an action."""
        return self.state.to_act

    @property
    def next_commitment(self) -> str:
        """The commitment to the next deal's shuffle."""
        return self._dealing.commitment(self.state.deals_begun + 1)

    def view(self, seat: int | None, memory: bool = False) -> View:
        """Return what a seat may know; with None what is public."""
        return view_of(self.state, seat, memory)

    def public_view(self) -> View:
        """Return the public view without the rules, which do not change."""
        return msgspec.structs.replace(view_of(self.state, None), rules=_NO_RULES)

    def hand(self, seat: int) -> str:
        """Return a seat's cards."""
        deal = self.state.deal
        return "" if deal is None or not deal.hands else " ".join(map(str, deal.hands[seat]))

    def propose(self, seat: int, action: Action) -> Proposal:
        """Judge an action, and add the passes of a play that nobody can possibly beat.

        Raises:
            IllegalAction: the rules do not allow it.
        """
        state, events = advance(self.state, seat, action)
        if isinstance(events[0], Laid) and _is_top(state):
            while state.deal is not None and state.deal.to_beat_seat == seat and state.to_act:
                state, more = advance(state, state.to_act[0], Pass())
                events += more
        return Proposal(events, state)

    def propose_deal(self, entropy: Sequence[str]) -> Proposal:
        """Deal the next cards; ``entropy`` has a text for each seat, empty for none."""
        texts = tuple(entropy) if any(entropy) else ()
        cards = self._dealing.deal(self.state.deals_begun + 1, self.rules, texts)
        state, events = begin(self.state, cards)
        return Proposal(events, state)

    def apply(self, proposal: Proposal, action: str | None = None) -> set[int]:
        """Go on to a proposal that has been recorded; return the seats whose hand changed.

        Args:
            proposal: made from the present state.
            action: the key of the action, if a client may repeat it.
        """
        before = self.state.deal.hands if self.state.deal is not None else ()
        self.state = proposal.state
        self.recorded += 1
        self._note(proposal.events)
        if action is not None:
            self._remember(action, self.recorded)
        after = self.state.deal.hands if self.state.deal is not None else ()
        if not before:
            return set(range(len(after)))
        return {seat for seat, hand in enumerate(after) if hand is not before[seat]}

    def public(self, events: Iterable[Event]) -> tuple[PublicEvent, ...]:
        """Return what everybody may see of events."""
        return public(events, self.rules)

    def restore(self, log: Sequence[LogEntry]) -> None:
        """Go on from what is recorded, without judging it again.

        Of the deals before the last only their starts and results matter.
        """
        entries = [decode_events(entry.events) for entry in log]
        starts = [i for i, events in enumerate(entries) if isinstance(events[0], DealStarted)]
        last = starts[-1] if starts else 0
        for place, (entry, events) in enumerate(zip(log, entries, strict=True)):
            kept = events if place >= last else filter(outlives_its_deal, events)
            for event in kept:
                self.state = evolve(self.state, event)
            self.recorded = entry.seq
            if place >= last:
                self._note(events)
            if entry.action is not None:
                self._remember(entry.action, entry.seq)

    def _note(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, DealStarted):
                self.played = bytearray(len(FACES))
            elif isinstance(event, Laid):
                for face in parse_cards(event.cards):
                    self.played[face] += 1
        first = self.seq if self.state.deal is None or self.state.deal.leader is not None else 0
        # Of several who choose at once, one's choice does not make the others' sight old.
        self.owed = {seat: first or self.owed.get(seat, self.seq) for seat in self.state.to_act}

    def _remember(self, action: str, recorded: int) -> None:
        self.answered[action] = recorded
        if len(self.answered) > _REMEMBERED:
            self.answered.popitem(last=False)


def public(events: Iterable[Event], rules: Rules) -> tuple[PublicEvent, ...]:
    """Return what everybody may see of events."""
    seen = [visible(event, None, rules) for event in events]
    return tuple([event for event in seen if isinstance(event, PublicEvent)])


def outlives_its_deal(event: Event) -> bool:
    """Return whether an event matters when the deal it belongs to is over."""
    return isinstance(event, DealStarted | DealEnded | MatchEnded)


def _is_top(state: MatchState) -> bool:
    """Whether the play on the table is one that no cards at all beat."""
    deal = state.deal
    if not state.underway or deal is None or deal.to_beat is None:
        return False
    return _unbeatable(deal.to_beat)


@lru_cache(maxsize=4096)
def _unbeatable(play: Play) -> bool:
    if play.category.size == 5 and play.category is not Category.FIVE_OF_A_KIND:
        return False  # there are always five of some kind left
    return unbeatable(play, play.rules)
