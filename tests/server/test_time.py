"""What time does at a table: clocks, reserves, timeouts, autopilot, coming back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
from harness import PATIENCE, Robot, Server, gathered, leader, play, serving

from daguai.actions import Pass
from daguai.bots import Beginner
from daguai.events import Laid, Passed, Returned
from daguai.rules import Rules
from daguai.server import protocol as p
from daguai.server.clock import Clocks
from daguai.server.running import Running
from daguai.server.store import LogEntry, MatchRow
from daguai.server.table import Table


def settings(**changes: Any) -> p.Settings:
    values: dict[str, Any] = {
        "options": {"max_deals": 1},
        "move_seconds": 1,
        "reserve_seconds": 0,
        "bots": "beginner",
    }
    return p.Settings(**{**values, **changes})


def moves_of(robot: Robot, seat: int, start: int = 0) -> list[Any]:
    return [
        event
        for message in robot.heard[start:]
        if isinstance(message, p.Update)
        for event in message.events
        if isinstance(event, Laid | Passed | Returned)
        and (event.receiver if isinstance(event, Returned) else event.seat) == seat
    ]


def authors(server: Server, robot: Robot, after: int) -> set[str]:
    """Who made the moves of a robot's seat after a ``seq``."""
    entries = server.log(robot.table.match)
    return {entry.author for entry in entries if entry.seat == robot.seat and entry.seq > after}


def without_haste(table: Table) -> None:
    """Let moves of a table have all the time in the world from now on."""
    table.settings = msgspec.structs.replace(table.settings, move_seconds=600, return_seconds=600)


def test_reserve_is_used_only_beyond_the_move_time() -> None:
    clocks = Clocks(6, reserve_ms=5_000)
    clocks.per_move_ms = 1_000
    clocks.owe([3], now=0)
    assert clocks.shown(0, None).seat_deadlines == (p.SeatDeadline(3, 1_000, 5_000),)
    clocks.moved(3, now=900)
    assert clocks.reserves[3] == 5_000
    clocks.owe([3], now=10_000)
    clocks.moved(3, now=13_500)
    assert clocks.reserves[3] == 2_500
    clocks.owe([3, 4], now=20_000)
    assert clocks.next_deadline() == 23_500
    assert clocks.late(23_499) == []
    assert clocks.late(23_500) == [3]
    clocks.owe([3, 4], now=21_000)
    assert clocks.since == {3: 20_000, 4: 20_000}, "one's choice does not restart others' clocks"
    clocks.restart(30_000)
    assert clocks.deadline(3) == 33_500


def test_timeouts_play_on_and_two_switch_autopilot_on(tmp_path: Path) -> None:
    """Clause 12: a timeout passes, or leads when it must lead; the clock never stands at 0."""

    async def test(server: Server) -> None:
        ann, bob = await gathered(server, 2, settings(options={"max_deals": 3}))
        playing = asyncio.create_task(
            bob.play_on(lambda: bool(ann.table.seats[ann.seat].autopilot))
        )
        asked = await ann.wait(lambda m: isinstance(m, p.Update) and ann.seat in m.view.to_act, 0)
        (deadline,) = (d for d in asked.clock.seat_deadlines if d.seat == ann.seat)
        assert asked.clock.per_move_ms == 1_000
        recorded = server.log(ann.table.match)[asked.seq - 1]
        assert recorded.at <= deadline.at - 1_000 <= asked.clock.now
        assert deadline.reserve_ms == 0
        start = ann.heard.index(asked) + 1
        await ann.until(lambda: moves_of(ann, ann.seat, start) != [])
        kind = Passed if asked.view.to_beat else Laid
        assert isinstance(moves_of(ann, ann.seat, start)[0], kind)
        await ann.until(lambda: ann.table.seats[ann.seat].autopilot)
        await playing
        entries: list[LogEntry] = []
        async with asyncio.timeout(PATIENCE):
            while len(entries) < 2:  # autopilot is told just before the second is recorded
                await asyncio.sleep(0.02)
                entries = [e for e in server.log(ann.table.match) if e.seat == ann.seat]
        assert [e.author for e in entries][:2] == ["timeout", "timeout"]

        server.call(lambda hub: without_haste(hub.tables.rooms[ann.table.id].table))
        for one in (ann, bob):
            assert isinstance(await one.ask(p.Autopilot, on=False), p.Done)
            await one.until(lambda one=one: not one.table.seats[one.seat].autopilot)
        seq = ann.seq
        for _ in range(2):  # bots may have finished the first deal by now
            await asyncio.gather(
                *(one.play_on(lambda one=one: one.view.phase == "waiting") for one in (ann, bob))
            )
            for one in (ann, bob):
                await one.ask(p.NextDeal)
            for one in (ann, bob):
                await one.until(lambda one=one: one.view.phase != "waiting")
        assert authors(server, ann, seq) == {"player"}, "nobody else plays for Ann"
        assert authors(server, ann, 0) >= {"player", "timeout"}

    with serving(tmp_path, deal_pause_ms=600_000) as server:
        play(test, server)


def test_a_leader_out_of_time_leads(tmp_path: Path) -> None:
    """Clause 12: a timeout must not try to pass while leading."""

    async def test(server: Server) -> None:
        robots = await gathered(server, 6, settings())
        ann = await leader(robots)  # and she does nothing
        await ann.until(lambda: moves_of(ann, ann.seat) != [])
        assert isinstance(moves_of(ann, ann.seat)[0], Laid)
        first = next(entry for entry in server.log(ann.table.match) if entry.seat is not None)
        assert (first.author, first.seat) == ("timeout", ann.seat)

    with serving(tmp_path) as server:
        play(test, server)


def test_returning_has_a_clock_too(tmp_path: Path) -> None:
    """Clause 12: the table never waits for ever for a tribute or return."""

    async def test(server: Server) -> None:
        robots = await gathered(
            server,
            6,
            settings(
                options={"max_deals": 60, "return_card": "candidates", "tribute_card": "giver"},
                move_seconds=600,
                return_seconds=5,
            ),
        )
        # Nobody chooses by themselves: the table goes on all the same.
        await asyncio.gather(
            *(
                one.play_on(lambda one=one: one.view.phase in ("tribute", "return"))
                for one in robots
            )
        )
        ann = robots[0]
        asked = await ann.wait(
            lambda m: isinstance(m, p.Update) and m.view.phase in ("tribute", "return"), 0
        )
        assert asked.clock.per_move_ms == 5_000
        assert {d.seat for d in asked.clock.seat_deadlines} == set(asked.view.to_act)
        await ann.until(lambda: ann.view.phase == "play", timeout=2 * PATIENCE)

    with serving(tmp_path) as server:
        play(test, server)


def test_who_is_cut_off_is_played_for_and_gets_the_seat_back(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ann, bob = await gathered(server, 2, settings(move_seconds=600))
        seat = ann.seat
        table = ann.table.id
        await bob.play_on(lambda: ann.to_act)
        start = len(bob.heard)
        await ann.cut()  # the bot goes on for her, but only as far as Bob's next move
        cut_off = await bob.wait(
            lambda m: isinstance(m, p.TableChanged) and not m.table.seats[seat].connected, start
        )
        assert not cut_off.table.seats[seat].autopilot, "there is a moment to come back"
        await bob.until(lambda: bob.table.seats[seat].autopilot)
        await bob.until(lambda: len(moves_of(bob, seat)) > len(moves_of(ann, seat)))
        back = Robot(server, ann.token)
        await back.open(table=table)
        await back.until(lambda: bool(back.hand))
        seq = back.seq
        assert not back.table.seats[seat].autopilot
        assert back.table.seats[seat].connected
        await asyncio.gather(back.play_on(), bob.play_on())
        assert authors(server, back, seq) == {"player"}, "no bot plays for who is back"
        assert "autopilot" in authors(server, back, 0)

    with serving(tmp_path) as server:
        play(test, server)


def test_who_leaves_is_played_for_at_once(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ann, bob = await gathered(server, 2, settings(move_seconds=600))
        table = ann.table.id
        await ann.ask(p.Leave)
        await bob.until(lambda: bob.table.seats[ann.seat].autopilot)
        welcome = await ann_again(server, ann)
        assert welcome.table == table, "the way back is shown"
        await bob.play_on()

    async def ann_again(server: Server, ann: Robot) -> p.Welcome:
        again = Robot(server, ann.token)
        await again.open()
        found: p.Welcome = await again.wait(p.Welcome, 0)
        return found

    with serving(tmp_path) as server:
        play(test, server)


def test_whoever_plays_has_taken_over(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ann = await leader(await gathered(server, 6, settings(move_seconds=600)))
        await ann.ask(p.Autopilot, on=True)
        await ann.until(lambda: ann.table.seats[ann.seat].autopilot)
        answer = await ann.act()
        assert isinstance(answer, p.Accepted)
        await ann.until(lambda: not ann.table.seats[ann.seat].autopilot)

    with serving(tmp_path, think_ms=(600_000, 600_000)) as server:
        play(test, server)


def test_a_match_without_people_waits_for_them(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        (ann,) = await gathered(server, 1, settings(options={"max_deals": 50}, move_seconds=600))
        await ann.cut()
        await server.until(lambda hub: not hub.tables.rooms[ann.table.id].table.awake)
        seq = server.call(lambda hub: hub.tables.rooms[ann.table.id].table.match().seq)
        await asyncio.sleep(0.5)
        assert server.call(lambda hub: hub.tables.rooms[ann.table.id].table.match().seq) == seq
        back = Robot(server, ann.token)
        await back.open(table=ann.table.id)
        await back.until(lambda: back.to_act)
        assert back.seq >= seq
        assert back.clock.seat_deadlines[0].at - back.clock.now > 500_000
        assert isinstance(await back.act(), p.Accepted)

    with serving(tmp_path, sleep_ms=800, think_ms=(30, 40)) as server:
        play(test, server)


def test_passes_nobody_can_avoid_are_recorded_at_once() -> None:
    """When nothing can beat a play, such as a big joker, nobody is asked."""
    rules = Rules.preset("house").replace(max_deals=3)
    row = MatchRow("m", "t", 1, 0, "{}", "5e" * 32, (), 0)
    running, bot = Running(row, rules), Beginner(1)
    tops = 0
    while not running.over:
        if running.between_deals:
            running.apply(running.propose_deal([""] * rules.seats))
            continue
        seat = running.to_act[0]
        proposal = running.propose(seat, bot.act(running.view(seat, memory=True)))
        first = proposal.events[0]
        running.apply(proposal)
        if isinstance(first, Laid) and first.cards in ("BJ", "BJ BJ", "BJ BJ BJ"):
            tops += 1
            assert not running.view(None).to_beat, "the trick is over"
            kinds = [type(event).__name__ for event in proposal.events]
            assert "TrickEnded" in kinds or "DealEnded" in kinds
    assert tops > 5


def test_a_pass_out_of_turn_is_refused(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        robots = await gathered(server, 6, settings(move_seconds=600))
        first = await leader(robots)
        idle = next(robot for robot in robots if robot is not first)
        await idle.until(lambda: idle.seq >= first.seq)
        answer = await idle.act(Pass())
        assert isinstance(answer, p.Refused)
        assert answer.code == "not_your_turn"
        assert answer.details["seat"] == str(idle.seat)

    with serving(tmp_path) as server:
        play(test, server)
