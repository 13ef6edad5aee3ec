"""Finished deals out of the log: as records 牌谱 that prove themselves, and step by step.

What is not finished stays where it is: neither the cards of the deal in play nor the seed of the
deals to come can be got from here.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from daguai.cards import format_cards
from daguai.dealing import GivenDealing
from daguai.events import DealEnded, DealStarted, Event
from daguai.match import Match
from daguai.observe import view_of
from daguai.record import Record, record_of
from daguai.server.http.shapes import Frame, Replay, seats_of
from daguai.server.refusal import Refusal
from daguai.server.running import decode_events, outlives_its_deal, public, rules_of_match
from daguai.server.store.seam import LogEntry, MatchRow, SeatRow
from daguai.state import MatchState, evolve

_NO_RULES: dict[str, object] = {}


@dataclass(frozen=True, slots=True)
class Entry:
    """A log entry and its events."""

    log: LogEntry
    events: tuple[Event, ...]


class Archive:
    """The finished deals of one match.

    Attributes:
        row: the match.
        rules: the rules it is played by.
        version: their version.
        results: of the finished deals, in order.
    """

    def __init__(self, row: MatchRow, log: Sequence[LogEntry]) -> None:
        self.row = row
        self.rules = rules_of_match(row)
        self.version: int = msgspec.json.decode(row.rules).get("version", 1)
        self._deals = _finished(log)
        self.results = tuple(
            event
            for deal in self._deals
            for event in deal[-1].events
            if isinstance(event, DealEnded)
        )

    def record(self, deals: int | None = None) -> Record:
        """Return the record of the finished deals, or of the first so many.

        A deal's tribute and levels follow from the deals before it, so a record always begins
        with the match's first deal.

        Raises:
            Refusal: ``not_finished``.
        """
        wanted = self._deals if deals is None else self._deals[: self._number(deals)]
        if not wanted:
            raise Refusal("not_finished", "no deal of this match is finished")
        events = tuple(event for deal in wanted for entry in deal for event in entry.events)
        names = [name_of(seat, number) for number, seat in enumerate(self.row.seats)]
        match = Match(self.rules, GivenDealing(()), names=names, auto_deal=False, events=events)
        record = record_of(match, date=_date(self.row.started_at))
        return msgspec.structs.replace(record, rules_version=self.version)

    def replay(self, deal: int) -> Replay:
        """Return a deal step by step.

        Raises:
            Refusal: ``not_finished``.
        """
        number = self._number(deal)
        return Replay(
            match=self.row.id,
            deal=number,
            deals=len(self._deals),
            rules=self.rules.options(),
            seats=seats_of(self.row.seats),
            frames=tuple(self._frames(number)),
        )

    def _frames(self, number: int) -> Iterator[Frame]:
        state = MatchState(self.rules)
        for deal in self._deals[: number - 1]:
            for entry in deal:
                for event in filter(outlives_its_deal, entry.events):
                    state = evolve(state, event)
        for entry in self._deals[number - 1]:
            for event in entry.events:
                state = evolve(state, event)
            assert state.deal is not None, "a deal has begun"
            yield Frame(
                at=entry.log.at,
                author=entry.log.author,
                seat=entry.log.seat,
                events=public(entry.events, self.rules),
                view=msgspec.structs.replace(view_of(state, None), rules=_NO_RULES),
                hands=tuple(map(format_cards, state.deal.hands)),
            )

    def _number(self, deal: int) -> int:
        if not 1 <= deal <= len(self._deals):
            raise Refusal("not_finished", f"there is no finished deal {deal}", deal=str(deal))
        return deal


def name_of(seat: SeatRow, number: int) -> str:
    """Return what a record calls who holds a seat; ``club 3`` is a bot."""
    return seat.name if seat.bot is None else f"{seat.bot} {number}"


def _finished(log: Sequence[LogEntry]) -> list[list[Entry]]:
    """Group a log by deal; a deal that has not ended is left out."""
    deals: list[list[Entry]] = []
    for row in log:
        entry = Entry(row, decode_events(row.events))
        if isinstance(entry.events[0], DealStarted):
            deals.append([])
        deals[-1].append(entry)
    if deals and not any(isinstance(event, DealEnded) for event in deals[-1][-1].events):
        deals.pop()
    return deals


def _date(ms: int) -> str:
    return datetime.datetime.fromtimestamp(ms / 1000, datetime.UTC).date().isoformat()
