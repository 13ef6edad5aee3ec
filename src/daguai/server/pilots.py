"""Bots at work: they think in a few threads, so that no table waits for another's bot."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, TypeVar, get_args

from daguai.actions import Action
from daguai.bots import BOTS, Bot, bot_named
from daguai.server.protocol import BotLevel
from daguai.view import View

LEVELS: Final[tuple[BotLevel, ...]] = get_args(BotLevel)
"""Every strength the protocol knows, weakest first."""

T = TypeVar("T")


def available() -> tuple[BotLevel, ...]:
    """Return the strengths that this installation has, weakest first."""
    return tuple(level for level in LEVELS if level in BOTS)


@cache
def bot_of(level: BotLevel) -> Bot:
    """Return the bot of a strength, or of the next weaker that there is.

    Bots keep nothing between moves, so one plays all seats.
    """
    weaker = [name for name in available() if LEVELS.index(name) <= LEVELS.index(level)]
    return bot_named(weaker[-1], seed=random.SystemRandom().getrandbits(64))


def stand_in(level: BotLevel) -> BotLevel:
    """Return the strength with which a person is replaced 托管: the table's, but never random."""
    return "beginner" if level == "random" else level


class Pilots:
    """The threads in which bots think."""

    def __init__(self, threads: int, think_ms: tuple[int, int]) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._think_ms = think_ms

    async def think(self, level: BotLevel, view: View) -> Action:
        """Let a bot choose, no sooner than people can follow."""
        delay = asyncio.sleep(random.uniform(*self._think_ms) / 1000)
        action, _ = await asyncio.gather(self.run(bot_of(level).act, view), delay)
        return action

    async def run(self, work: Callable[[View], T], view: View) -> T:
        """Do something with a view in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, view)

    def close(self) -> None:
        """Stop; what is being thought is thrown away."""
        self._pool.shutdown(wait=False, cancel_futures=True)
