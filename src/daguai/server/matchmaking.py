"""The queue for a quick match: people first, bots for those who would wait too long."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Final

from daguai.rules import Rules
from daguai.server.protocol import Failed, Queue, Settings
from daguai.server.store.seam import PlayerRow, StoreError

if TYPE_CHECKING:
    from daguai.server.hub import Hub
    from daguai.server.session import Session

SETTINGS: Final = Settings()
"""What quick matches are played with."""


class Matchmaking:
    """People who wait, in order of arrival."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._waiting: dict[Session, int] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._seats = Rules.preset(SETTINGS.preset).seats

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, session: Session) -> None:
        """Let somebody wait; a full table starts at once."""
        self._waiting.setdefault(session, self._hub.now())
        if len(self._waiting) >= self._seats:
            self._seat(list(self._waiting)[: self._seats])
        self._changed()

    def remove(self, session: Session) -> None:
        """Let somebody wait no more."""
        if self._waiting.pop(session, None) is not None:
            session.tell(Queue(len(self._waiting), 0, 0))
            self._changed()

    def close(self) -> None:
        """Let nobody wait any more."""
        self._waiting.clear()
        self._changed()

    def _changed(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._waiting:
            return
        fills_at = next(iter(self._waiting.values())) + self._hub.config.queue_ms
        for position, session in enumerate(self._waiting, 1):
            session.tell(Queue(len(self._waiting), position, fills_at))
        delay = max(0, fills_at - self._hub.now()) / 1000
        self._timer = self._hub.loop.call_later(delay, self._fill)

    def _fill(self) -> None:
        """Bots take the seats that nobody came for."""
        self._timer = None
        self._seat(list(self._waiting)[: self._seats])
        self._changed()

    def _seat(self, sessions: list[Session]) -> None:
        for session in sessions:
            del self._waiting[session]
        people = [(session, session.player) for session in sessions if session.player is not None]
        if people:
            random.SystemRandom().shuffle(people)
            first, _ = people[0]
            first.mailbox.post(lambda: self._play(people))

    async def _play(self, people: list[tuple[Session, PlayerRow]]) -> None:
        room = self._hub.tables.new(SETTINGS, [player for _, player in people])
        room.table.seats.shuffle()
        try:
            await room.save()
        except StoreError as error:
            self._hub.tables.drop(room)
            for session, _ in people:  # nobody waits for a table that is not there
                session.tell(Queue(0, 0, 0))
                session.tell(Failed(error.code, "no table could be made: try again"))
            self._hub.failed(error, room=room)
            return
        for session, _ in people:
            await self._hub.enter(session, room)
        await self._hub.start(room)
