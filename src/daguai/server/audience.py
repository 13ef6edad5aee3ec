"""The sockets at a table, and what they are told."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from daguai.events import Event
from daguai.server import telling
from daguai.server.protocol import Accepted, ClockChanged, Closed, TableChanged
from daguai.server.table import Table
from daguai.server.wire import Packet

if TYPE_CHECKING:
    from daguai.server.session import Session

_RECENT: Final = 8
"""How many updates are kept for those who were away for a moment."""


class Audience:
    """Who listens at one table.

    Attributes:
        listeners: the sockets that are told what happens, and whose they are.
    """

    def __init__(self, table: Table, now: Callable[[], int]) -> None:
        """Begin with nobody; ``now`` tells the time in ms since 1970."""
        self.listeners: dict[Session, str] = {}
        self._table = table
        self._now = now
        self._recent: deque[tuple[int, bytes]] = deque(maxlen=_RECENT)

    @property
    def players(self) -> set[str]:
        """Who is here, by id."""
        return set(self.listeners.values())

    def tell_all(self, packet: Packet) -> None:
        """Send the same to everybody."""
        for session in self.listeners:
            session.send(packet)

    def tell_table(self) -> None:
        """Send everybody the state of seats and settings."""
        seated = {holder.player for holder in self._table.seats.persons()}
        spectators = sum(player not in seated for player in self.listeners.values())
        for session, player in self.listeners.items():
            state = telling.state(self._table, player, session.program, spectators)
            session.tell(TableChanged(state))

    def tell_clock(self) -> None:
        """Send everybody the clocks."""
        running = self._table.running
        seq = 0 if running is None else running.seq
        clock = telling.clock(self._table, self._now())
        self.tell_all(Packet.of(ClockChanged(self._table.id, seq, clock)))

    def tell_views(self, players: Iterable[str] | None = None) -> None:
        """Send everybody, or some players, the whole state of the match, where one has begun."""
        if self._table.running is None:
            return
        chosen = self.players if players is None else set(players)
        for session, player in self.listeners.items():
            if player in chosen:
                session.tell(telling.snapshot(self._table, player, self._now()))

    def tell_moved(self, before: Mapping[str, int]) -> None:
        """Send the state of the match, which names their seat, to those who had another before."""
        after = self._table.seats.by_player()
        self.tell_views({player for player, _ in before.items() ^ after.items()})

    def catch_up(self, session: Session, after: int | None) -> None:
        """Tell a socket what has happened after a ``seq``: what was missed, or the whole state."""
        player, running = self.listeners[session], self._table.running
        assert running is not None, "nothing happened yet"
        missing = self._missing(after)
        if missing is None:
            session.tell(telling.snapshot(self._table, player, self._now()))
            return
        seat = self._table.seats.of(player)
        if seat is not None:
            missing[-1] = missing[-1].with_field("hand", running.hand(seat))
        for packet in missing:
            session.send(packet)

    def publish(
        self, events: tuple[Event, ...], changed: set[int], request: tuple[Session, str] | None
    ) -> None:
        """Tell everybody what has happened.

        Args:
            events: what.
            changed: the seats whose cards are others now.
            request: who asked for it, and by which id: they are told first that it is accepted.
        """
        table, running = self._table, self._table.running
        assert running is not None, "nothing happened yet"
        packet = Packet.of(telling.update(table, events, self._now()))
        self._recent.append((running.seq, packet.payload))
        personal = {
            player: packet.with_field("hand", running.hand(seat))
            for seat in changed
            if (player := table.seats[seat].player) is not None
        }
        asking, name = request or (None, "")
        accepted = Packet.of(Accepted(name, running.seq))
        for session, player in self.listeners.items():
            update = personal.get(player, packet)
            if session is asking:  # both in one go: writing to a socket is what costs most
                session.send(accepted, update)
            else:
                session.send(update)

    def send_away(self, players: Iterable[str], code: str) -> None:
        """Tell some listeners that they may not stay."""
        away = set(players)
        for session, player in list(self.listeners.items()):
            if player in away:
                del self.listeners[session]
                session.room = None
                session.tell(Closed(self._table.id, code))

    def forget_updates(self) -> None:
        """Keep none of the updates so far: the whole state is to be told after them."""
        self._recent.clear()

    def _missing(self, after: int | None) -> list[Packet] | None:
        """The updates after a ``seq``, or None where the whole state is to be told.

        That is where some are not kept, where the match has begun since, and where none are
        missing: seats may have changed all the same.
        """
        running = self._table.running
        assert running is not None, "nothing happened yet"
        if after is None or not running.base < after < running.seq:
            return None
        if after < running.seq - len(self._recent):
            return None
        return [Packet(payload) for number, payload in self._recent if number > after]
