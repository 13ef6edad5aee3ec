"""What is not kept for ever: tables that everybody has left, and old records where so wished.

How long ago somebody was at a table is read from the store, so it does not matter how often the
server has been started since: a table's row is written when its last person leaves, and now and
then while people are there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import structlog

if TYPE_CHECKING:
    from daguai.server.hub import Hub

log = structlog.get_logger("daguai.server")

_AT_ONCE: Final = 5
"""So many tables are closed, and matches deleted, in one sweep: no player waits for it."""
_SIGNS: Final = 4
"""So many signs of life are given in the time after which a table would be closed."""


class Retention:
    """Sweeps tables and records away that have had their time."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def sweep(self) -> None:
        """Close a few tables where nobody has been for long, and delete a few old records."""
        hub, now = self._hub, self._hub.now()
        self._give_signs(now)
        for status, patience in self._patience():
            for table in await hub.store.idle_tables(status, now - patience, _AT_ONCE):
                await self._close(table)
        if hub.config.records_ms:
            deleted = await hub.store.prune(now - hub.config.records_ms, _AT_ONCE)
            if deleted:
                log.info("old matches deleted", matches=deleted)

    def _patience(self) -> Iterator[tuple[str, int]]:
        config = self._hub.config
        patience = {
            "lobby": config.lobby_ms,
            "playing": config.abandoned_ms,
            "finished": config.abandoned_ms,
        }
        yield from ((status, ms) for status, ms in patience.items() if ms)

    def _give_signs(self, now: int) -> None:
        """Note in the store that people are there, where the last note is getting old."""
        patience = dict(self._patience())
        for room in self._hub.tables.rooms.values():
            limit = patience.get(room.table.status)
            if limit and room.table.anybody_here and room.saved_at < now - limit // _SIGNS:
                room.post(room.save)

    async def _close(self, table: str) -> None:
        hub = self._hub
        try:
            room = await hub.tables.room(table)
        except Exception as error:  # what cannot be read any more can still be closed
            hub.failed(error)
            await hub.store.close_table(table, hub.now())
            return
        if room is not None and await room.do(room.close):
            log.info("table closed", table=table, reason="abandoned")
