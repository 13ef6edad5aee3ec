"""Bots in their threads: slow ones hold nobody else up."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from harness import PATIENCE

from daguai import Match, Rules
from daguai.actions import Lay, Pass
from daguai.server import pilots
from daguai.view import View

VIEW = Match.new(Rules.preset("house"), seed="pilots").view(0)


class Slow:
    """A bot that thinks until it is let go."""

    def __init__(self) -> None:
        self.go = threading.Event()

    def act(self, view: View) -> Lay:
        self.go.wait(10 * PATIENCE)
        return Lay("3S")


class Quick:
    def act(self, view: View) -> Pass:
        return Pass()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    bot = Slow()

    def bot_of(level: str) -> Any:
        return bot if level == "master" else Quick()

    monkeypatch.setattr(pilots, "bot_of", bot_of)
    yield bot
    bot.go.set()


def test_a_bot_that_thinks_long_keeps_no_other_waiting(slow: Slow) -> None:
    async def main() -> None:
        crew = pilots.Pilots(threads=1, think_ms=(0, 0))
        deep = asyncio.create_task(crew.think("master", VIEW))
        await asyncio.sleep(0)
        assert await asyncio.wait_for(crew.think("club", VIEW), PATIENCE) == Pass()
        assert await asyncio.wait_for(crew.run(lambda view: view.deal, VIEW), PATIENCE) == 1
        assert not deep.done()
        slow.go.set()
        assert await asyncio.wait_for(deep, PATIENCE) == Lay("3S")
        crew.close()

    asyncio.run(main())


def test_where_too_many_think_long_a_quicker_one_stands_in(slow: Slow) -> None:
    async def main() -> None:
        crew = pilots.Pilots(threads=1, think_ms=(0, 0))
        deep = [asyncio.create_task(crew.think("master", VIEW)) for _ in range(6)]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(crew.think("master", VIEW), PATIENCE) == Pass()
        slow.go.set()
        assert await asyncio.wait_for(asyncio.gather(*deep), PATIENCE) == [Lay("3S")] * 6
        slow.go.clear()
        again = asyncio.create_task(crew.think("master", VIEW))
        await asyncio.sleep(0.05)
        assert not again.done(), "there is room again"
        slow.go.set()
        await again
        crew.close()

    asyncio.run(main())
