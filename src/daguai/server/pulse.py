"""Whether the store still writes, felt no oftener than needed."""

from __future__ import annotations

import asyncio
from typing import Final

from daguai.server.store.seam import Store, StoreError

_FRESH_MS: Final = 1000
_PATIENCE: Final = 5.0
"""Seconds after which a write that does not come back counts as failed."""


class Pulse:
    """Writes something durably when asked, at most once a second."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self._felt_at = 0
        self._trouble = ""

    async def feel(self, now: int) -> None:
        """Return if the store writes; ``now`` is in ms since 1970.

        Raises:
            StoreError: it does not, or not in time.
        """
        async with self._lock:
            if now >= self._felt_at + _FRESH_MS:
                self._felt_at = now
                self._trouble = await self._trouble_now(now)
        if self._trouble:
            raise StoreError(f"the store cannot be written: {self._trouble}")

    async def _trouble_now(self, now: int) -> str:
        try:
            await asyncio.wait_for(self._store.check(now), _PATIENCE)
        except Exception as error:
            cause = error.__cause__ or error
            return type(cause).__name__
        return ""
