"""The thoughts of one table's bots: each begun once, and dropped when nobody wants it any more."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeAlias

from daguai.legal import legal_actions
from daguai.server.protocol import BotLevel

if TYPE_CHECKING:
    from daguai.server.room import Room
    from daguai.server.running import Running
    from daguai.view import View

Turn: TypeAlias = tuple[str, int, int]
"""Match, ``seq`` since which a move is owed, and the holder's ``turn``: what a bot thinks about."""


class Thinking:
    """What bots think about, by seat; a finished thought comes to the room's ``bot_moves``."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._thoughts: dict[int, tuple[Turn, asyncio.Task[None]]] = {}

    def begin(self, seat: int, turn: Turn, level: BotLevel, running: Running) -> None:
        """Let a bot think about its turn, unless it does already; an older thought is dropped."""
        thought = self._thoughts.get(seat)
        if thought is not None:
            if thought[0] == turn:
                return
            thought[1].cancel()
        view = running.view(seat, memory=True)
        task = asyncio.create_task(self._think(seat, turn, level, view))
        self._thoughts[seat] = turn, task

    def done(self, seat: int, turn: Turn) -> None:
        """Note that a thought is through with."""
        thought = self._thoughts.get(seat)
        if thought is not None and thought[0] == turn:
            del self._thoughts[seat]

    def stop(self) -> None:
        """Drop all thoughts."""
        for _, task in self._thoughts.values():
            task.cancel()
        self._thoughts.clear()

    async def _think(self, seat: int, turn: Turn, level: BotLevel, view: View) -> None:
        room = self._room
        try:
            action = await room.hub.pilots.think(level, view)
        except Exception as error:  # a bot that fails must not hold a table up
            room.hub.failed(error, room=room)
            action = legal_actions(view)[0]
        room.post(lambda: room.bot_moves(seat, turn, action))
