"""The tables of a server: those at work in memory, and the way to those in the store."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from daguai.server.protocol import Settings
from daguai.server.room import Room
from daguai.server.store.seam import PlayerRow
from daguai.server.table import Table

if TYPE_CHECKING:
    from daguai.server.hub import Hub


class Tables:
    """Finds tables by id and code, makes them, and puts away those nobody looks at.

    Attributes:
        rooms: tables in memory, by id.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.rooms: dict[str, Room] = {}
        self._codes: dict[str, str] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}

    async def room(self, table: str) -> Room | None:
        """Return a table at work, read from the store where needed."""
        room = self.rooms.get(table)
        if room is not None:
            return room
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def by_code(self, code: str) -> Room | None:
        """Return the table of a code, read from the store where needed."""
        table = self._codes.get(code)
        if table is None:
            row = await self._hub.store.table_by_code(code)
            table = None if row is None else row.id
        return None if table is None else await self.room(table)

    def new(self, settings: Settings, players: Iterable[PlayerRow]) -> Room:
        """Make a table with people in its first seats; the first is its host.

        Raises:
            RulesError: the settings have unknown options.
        """
        seated, now = list(players), self._hub.now()
        table = Table(self._hub.config, settings, seated[0], now)
        while table.code in self._codes:
            table = Table(self._hub.config, settings, seated[0], now)
        for seat, player in enumerate(seated):
            table.seats.sit(seat, player, away_since=now)
            table.guests.add(player.id)
        return self._put(table)

    async def read_match(self, table: Table) -> None:
        """Read a table's match from the log, as it is there."""
        store = self._hub.store
        row = await store.table(table.id)
        match = None if row is None or row.match is None else await store.match(row.match)
        if match is not None:
            table.resume(match, list(await store.log(match.id)), self._hub.now())

    def put_away_idle(self) -> None:
        """Put away the tables that nobody has looked at for long; the store has them."""
        long_ago = self._hub.now() - self._hub.config.unload_ms
        for room in list(self.rooms.values()):
            if room.idle_since is not None and room.idle_since < long_ago:
                self.put_away(room)

    def put_away(self, room: Room) -> None:
        """Put a table away, unless something is done at it."""
        if room.mailbox.idle and not (room.table.playing and room.table.awake):
            self.drop(room)

    def drop(self, room: Room) -> None:
        """Stop a table's work and forget it."""
        room.stop()
        self.rooms.pop(room.table.id, None)
        self._codes.pop(room.table.code, None)

    def _put(self, table: Table) -> Room:
        room = self.rooms[table.id] = Room(self._hub, table)
        self._codes[table.code] = table.id
        return room

    async def _load(self, table_id: str) -> Room | None:
        row = await self._hub.store.table(table_id)
        if row is None or row.status == "closed":
            return None
        table = Table.restored(self._hub.config, row, self._hub.now())
        await self.read_match(table)
        room = self._put(table)
        room.saved_at = row.changed_at
        if table.status == "finished" and row.status != "finished":  # cut off just before
            room.post(room.match_is_over)
        room.go_on()
        return room
