"""Tables over real sockets: sitting down, playing, leaving, coming back."""

from __future__ import annotations

import asyncio
from pathlib import Path

from daguai.server import protocol as p
from harness import Client, Server, play, serving


def test_play_now_shows_27_cards_against_five_bots(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ann = await Client(server, server.guest("Ann")).open()
        welcome = await ann.wait(p.Welcome, 0)
        assert welcome.player.name == "Ann"
        done = await ann.ask(p.PlayNow)
        assert isinstance(done, p.Done)
        await ann.until(lambda: ann.hand is not None and len(ann.hand.split()) == 27)
        assert ann.table is not None
        assert [seat.kind for seat in ann.table.seats].count("bot") == 5
        assert ann.table.code == done.code
        await ann.until(lambda: ann.seat in ann.view.to_act)
        await ann.close()

    with serving(tmp_path) as server:
        play(test, server)
