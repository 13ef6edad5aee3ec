"""A program's seat at a server's table: what it takes to play there over the ordinary socket.

``asyncio.run(play("http://localhost:8000", "ABC234", bot_named("club")))`` plays a match;
``docs/bots.md`` tells more.
"""

from __future__ import annotations

from daguai.client.address import ClientError
from daguai.client.memory import Memory
from daguai.client.player import play

__all__ = ["ClientError", "Memory", "play"]
