"""Tables where programs may play, and programs at them."""

from __future__ import annotations

import asyncio
from typing import Any

from harness import Robot, Server

from daguai import client
from daguai.events import MatchEnded
from daguai.server import protocol as p


def settings(**changes: Any) -> p.Settings:
    values: dict[str, Any] = {
        "options": {"max_deals": 1},
        "move_seconds": 0,
        "bots": "beginner",
        "allow_bot_clients": True,
    }
    return p.Settings(**{**values, **changes})


async def host_of(server: Server, **changes: Any) -> Robot:
    host = Robot(server, server.guest("Host"), "Host")
    await host.open()
    await host.ask(p.Create, settings=settings(**changes))
    await host.until(lambda: host.table is not None)
    return host


def programs(robot: Robot) -> list[str]:
    return [seat.name for seat in robot.table.seats if seat.program]


async def with_programs(
    host: Robot, *bots: Any, tell: Any = None
) -> list[asyncio.Task[MatchEnded]]:
    """Let bots sit down at a table; return how each will have played."""
    tasks = [
        asyncio.create_task(
            client.play(host.server.url, host.table.code, bot, name=f"B{n}", tell=tell)
        )
        for n, bot in enumerate(bots)
    ]
    await host.until(lambda: len(programs(host)) == len(bots))
    return tasks
