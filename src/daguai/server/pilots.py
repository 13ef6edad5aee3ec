"""Bots at work: they think in a few threads, so that no table waits for another's bot."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Final, TypeVar, get_args

from daguai.actions import Action
from daguai.server.protocol import BotLevel
from daguai.view import View

if TYPE_CHECKING:
    from daguai.bots import Bot

LEVELS: Final[tuple[BotLevel, ...]] = get_args(BotLevel)
"""Every strength the protocol knows, weakest first."""

_DEEP: Final[frozenset[BotLevel]] = frozenset({"master"})
"""Strengths that think for some tenths of a second."""
_QUICKER: Final[BotLevel] = "club"
_QUEUE: Final = 6
"""So many deep thoughts may wait or go on for each thread."""

T = TypeVar("T")


def available() -> tuple[BotLevel, ...]:
    """Return the strengths that this installation has, weakest first."""
    from daguai.bots import BOTS  # noqa: PLC0415  (bots come with the compiled core)

    return tuple(level for level in LEVELS if level in BOTS)


@cache
def bot_of(level: BotLevel) -> Bot:
    """Return the bot of a strength, or of the next weaker that there is.

    Bots keep nothing between moves, so one plays all seats.
    """
    from daguai.bots import bot_named  # noqa: PLC0415  (as above)

    weaker = [name for name in available() if LEVELS.index(name) <= LEVELS.index(level)]
    return bot_named(weaker[-1], seed=random.SystemRandom().getrandbits(64))


def load() -> None:
    """Load every bot, so that no table waits for it."""
    for level in available():
        bot_of(level)


def stand_in(level: BotLevel) -> BotLevel:
    """Return the strength with which a person is replaced 托管: the table's, but never random."""
    return "beginner" if level == "random" else level


class Pilots:
    """The threads in which bots think; those that think for long have threads of their own."""

    def __init__(self, threads: int, think_ms: tuple[int, int]) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._deep = ThreadPoolExecutor(threads, thread_name_prefix="deep bot")
        self._most_deep = _QUEUE * threads
        self._thinking_deeply = 0
        self._think_ms = think_ms

    async def think(self, level: BotLevel, view: View) -> Action:
        """Let a bot choose, no sooner than people can follow.

        Where too many think deeply already, a quicker one stands in, so that no table stops.
        """
        delay = asyncio.sleep(random.uniform(*self._think_ms) / 1000)
        action, _ = await asyncio.gather(self._choose(level, view), delay)
        return action

    async def _choose(self, level: BotLevel, view: View) -> Action:
        if level not in _DEEP:
            return await self.run(bot_of(level).act, view)
        if self._thinking_deeply >= self._most_deep:
            return await self.run(bot_of(_QUICKER).act, view)
        self._thinking_deeply += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._deep, bot_of(level).act, view)
        finally:
            self._thinking_deeply -= 1

    async def run(self, work: Callable[[View], T], view: View) -> T:
        """Do something that is quickly done with a view, in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, view)

    def close(self) -> None:
        """Stop; what is being thought is thrown away."""
        for pool in (self._pool, self._deep):
            pool.shutdown(wait=False, cancel_futures=True)
