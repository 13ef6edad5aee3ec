"""Faults that other servers for this game have (clause 12), where no other test looks for them."""

from __future__ import annotations

import json
from pathlib import Path

from harness import Robot, Server, gathered, play, serving

from daguai.server import protocol as p


def test_bots_pay_and_return_tribute_and_every_deal_goes_on(tmp_path: Path) -> None:
    """Clause 12: the table waits for ever for a bot's tribute; the second deal freezes."""
    options = {"max_deals": 3, "tribute_card": "giver", "return_card": "candidates"}

    async def test(server: Server) -> None:
        settings = p.Settings(options=options, move_seconds=0, bots="beginner")
        (ann,) = await gathered(server, 1, settings)
        await ann.play_on()
        events = [e for row in server.log(ann.table.match) for e in json.loads(row.events)]
        kinds = [event["type"] for event in events]
        assert kinds.count("deal_started") == kinds.count("deal_ended") == 3
        owed = sum(len(event["caught"]) for event in events if event["type"] == "deal_ended") - len(
            events[kinds.index("match_ended") - 1]["caught"]
        )
        assert kinds.count("tribute_paid") == kinds.count("returned") == owed

    with serving(tmp_path) as server:
        play(test, server)


def test_nothing_is_played_for_somebody_who_is_back(tmp_path: Path) -> None:
    """Clause 12: a returning player sees an old hand, or a bot goes on playing for them."""

    async def test(server: Server) -> None:
        settings = p.Settings(move_seconds=0, bots="beginner")
        (ann,) = await gathered(server, 1, settings)
        await ann.play_on(lambda: ann.seq > 20 and ann.to_act)
        for _ in range(3):
            await ann.ask(p.Leave)  # a bot plays at once
            again = Robot(server, ann.token)
            await again.open(ann.table.id)
            await again.until(lambda again=again: again.to_act)
            seat = next(seat for seat in again.table.seats if seat.you)
            assert (seat.autopilot, seat.seat) == (False, ann.seat)
            log = server.log(again.table.match)
            by_others = [row.author for row in log if row.seat == ann.seat]
            place = len(log)
            assert isinstance(await again.act(), p.Accepted), "the hand is the one now held"
            rows = [row for row in server.log(again.table.match)[place:] if row.seat == ann.seat]
            assert rows[0].author == "player"
            assert set(by_others) <= {"player", "autopilot"}
            ann = again

    with serving(tmp_path, think_ms=(10, 10)) as server:  # the match is not over meanwhile
        play(test, server)
