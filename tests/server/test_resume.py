"""Nothing is lost: repeated requests, broken connections, restarts of the server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from harness import Robot, Server, gathered, play, serving, settled

from daguai.actions import Lay, Pass
from daguai.server import protocol as p
from daguai.server.config import Config
from daguai.server.store import LogEntry, PlayerRow
from daguai.server.table import Table

SETTINGS = p.Settings(options={"max_deals": 2}, move_seconds=60, return_seconds=60, bots="beginner")


async def returned(server: Server, robot: Robot, after: int | None = None) -> Robot:
    again = Robot(server, robot.token, robot.name)
    again.view, again.hand, again.rules, again.seq = robot.view, robot.hand, robot.rules, robot.seq
    await again.open(table=robot.table.id, after=after)
    await again.until(lambda: again.table is not None and again.clock is not None)
    return again


def test_an_action_repeated_is_done_once_and_answered_alike(tmp_path: Path) -> None:
    """Clause 12: a double click, or a request sent again, never plays twice."""

    async def test(server: Server) -> None:
        (ann,) = await gathered(server, 1, SETTINGS)
        await ann.until(lambda: ann.to_act)
        act = p.Act("once", ann.seq, await ann.choose())
        start = len(ann.heard)
        for _ in range(5):
            await ann.put(act)
        await ann.until(lambda: len([m for m in ann.heard if isinstance(m, p.Accepted)]) == 5)
        answers = {m.seq for m in ann.heard[start:] if isinstance(m, p.Accepted)}
        assert answers == {act.seq + 1}
        await ann.play_on(lambda: ann.seq > act.seq + 60)
        start = len(ann.heard)
        await ann.put(act)
        late = await ann.wait(lambda m: getattr(m, "id", "") == "once", start)
        assert late == p.Accepted("once", act.seq + 1)
        log = server.log(ann.table.match)
        assert len([entry for entry in log if entry.action == f"{ann.seat}:once"]) == 1

    with serving(tmp_path) as server:
        play(test, server)


def test_an_action_made_on_an_old_sight_is_refused_with_a_fresh_one(tmp_path: Path) -> None:
    """Clause 12: a selection made out of turn is never played later by itself."""

    async def test(server: Server) -> None:
        (ann,) = await gathered(server, 1, SETTINGS)
        await ann.play_on(lambda: ann.seq > 12 and ann.to_act)
        card = ann.hand.split()[0]
        start = len(ann.heard)
        old = await ann.ask(p.Act, seq=ann.seq - 3, action=Lay(card))
        assert old.code == "stale"
        fresh = await ann.wait(p.Snapshot, start)
        assert (fresh.seq, fresh.hand) == (ann.seq, ann.hand)
        early = await ann.ask(p.Act, seq=ann.seq + 1, action=Pass())
        assert early.code == "ahead"
        await ann.play_on()

    with serving(tmp_path) as server:
        play(test, server)


def test_who_reconnects_gets_what_was_missed_or_a_fresh_view(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        robots = await gathered(server, 6, SETTINGS)  # nobody moves but when told to
        await asyncio.gather(*(robot.play_on(lambda r=robot: r.seq > 20) for robot in robots))
        await settled(robots)
        bob = next(robot for robot in robots if robot.to_act)
        ann = next(robot for robot in robots if robot is not bob)
        await ann.cut()
        assert isinstance(await bob.act(), p.Accepted)
        await bob.until(lambda: bob.seq > ann.seq)

        near = await returned(server, ann, after=ann.seq)
        assert not [m for m in near.heard if isinstance(m, p.Snapshot)]
        updates = [m for m in near.heard if isinstance(m, p.Update)]
        assert [m.seq for m in updates] == list(range(ann.seq + 1, near.seq + 1))
        assert near.hand == ann.hand
        await near.cut()

        same = await returned(server, near, after=near.seq)
        (snapshot,) = [m for m in same.heard if isinstance(m, p.Snapshot)]
        assert (snapshot.seq, snapshot.hand) == (near.seq, near.hand)
        await same.cut()

        far = await returned(server, ann, after=0)
        assert [m for m in far.heard if isinstance(m, p.Snapshot)]
        assert far.hand == ann.hand
        await far.cut()
        future = await returned(server, ann, after=ann.seq + 1000)
        assert [m for m in future.heard if isinstance(m, p.Snapshot)]
        others = [robot for robot in robots if robot is not ann]
        await asyncio.gather(*(robot.play_on() for robot in (future, *others)))

    with serving(tmp_path, grace_ms=600_000) as server:
        play(test, server)


def test_who_missed_the_start_of_a_match_is_told_its_rules_and_their_seat(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ann, bob = await gathered(server, 2, SETTINGS)
        await asyncio.gather(ann.play_on(), bob.play_on())
        await ann.until(lambda: ann.table.status == "finished")
        await settled([ann, bob])
        await bob.cut()
        await ann.ask(p.Swap, seat=bob.seat, with_=4)
        classic = p.Settings(preset="classic", bots="beginner", move_seconds=0)
        await ann.ask(p.Configure, settings=classic)
        await ann.ask(p.Rematch)
        await ann.until(lambda: ann.view.end is None and ann.view.deal == 1)
        back = await returned(server, bob, after=bob.seq)
        (snapshot,) = [m for m in back.heard if isinstance(m, p.Snapshot)]
        assert snapshot.view.rules["preset"] == "classic"
        assert snapshot.seat == 4
        assert len((snapshot.hand or "").split()) == 27

    with serving(tmp_path, lobby_grace_ms=600_000, grace_ms=600_000) as server:
        play(test, server)


def test_a_hello_that_comes_too_late_puts_nobody_out(tmp_path: Path) -> None:
    """Its socket broke while the server looked up whose it is; the player is back by another."""

    async def test(server: Server) -> None:
        found, late = server.hub.players.of_token, server.do(event)

        async def slowly(token: str) -> PlayerRow | None:
            server.hub.players.of_token = found  # type: ignore[method-assign]  # just this once
            await late.wait()
            return await found(token)

        server.hub.players.of_token = slowly  # type: ignore[method-assign]
        ann = Robot(server, server.guest("Ann"))
        await ann.open()
        await server.until(lambda hub: hub.players.of_token is found)
        await ann.cut()
        await server.until(lambda hub: hub.addresses.total() == 0)
        back = Robot(server, ann.token)
        await back.open()
        await back.ask(p.Create)
        server.call(lambda _: late.set())
        await back.ask(p.Say, phrase="hello")
        assert back.closed is None
        assert not any(isinstance(message, p.TakenOver) for message in back.heard)
        await back.cut()
        await server.until(lambda hub: hub.addresses.total() == 0)
        assert server.call(lambda hub: dict(hub.sessions)) == {}

    async def event(_: Any) -> asyncio.Event:
        return asyncio.Event()

    with serving(tmp_path) as server:
        play(test, server)


def test_a_refresh_shows_the_same_cards(tmp_path: Path) -> None:
    """Clause 12: refreshing deals no new cards, and a returning player sees no old hand."""

    async def test(server: Server) -> None:
        (ann,) = await gathered(server, 1, SETTINGS)
        for _ in range(6):
            await ann.play_on(lambda ann=ann: ann.to_act)
            again = await returned(server, ann)
            await again.until(lambda again=again: again.to_act)
            assert (again.hand, again.seq) == (ann.hand, ann.seq)
            assert again.view.trick == ann.view.trick
            answer = await again.act()
            assert isinstance(answer, p.Accepted)
            await again.until(lambda again=again: again.seq >= answer.seq)  # noqa: B023
            ann = again

    with serving(tmp_path) as server:
        play(test, server)


def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    """Tables resume, clocks get their time back, clients see the right state and finish."""

    before: list[Robot] = []

    async def first(server: Server) -> None:
        ann, bob = await gathered(server, 2, SETTINGS)
        await asyncio.gather(
            ann.play_on(lambda: ann.seq > 40 and ann.to_act),
            bob.play_on(lambda: bob.seq > 40 and bob.view.to_act == (ann.seat,)),
        )
        before.extend((ann, bob))
        now = server.hub.now
        server.hub.now = lambda: now() + 40_000  # type: ignore[method-assign]  # she thinks long

    async def second(server: Server) -> None:
        ann = await returned(server, before[0], after=before[0].seq)
        await ann.until(lambda: ann.to_act)
        assert ann.seq == before[0].seq
        assert ann.hand == before[0].hand
        deadline = next(d for d in ann.clock.seat_deadlines if d.seat == ann.seat)
        assert deadline.at - ann.clock.now > 30_000
        bob = await returned(server, before[1])
        assert bob.hand == before[1].hand
        assert [s.name for s in bob.table.seats] == [s.name for s in before[1].table.seats]
        assert bob.table.match == before[1].table.match
        await asyncio.gather(ann.play_on(), bob.play_on())
        seqs = [entry.seq for entry in server.log(ann.table.match)]
        assert seqs == list(range(1, len(seqs) + 1))

    with serving(tmp_path, grace_ms=600_000) as server:
        play(first, server)
    with serving(tmp_path, grace_ms=600_000) as server:
        play(second, server)


def test_reserves_survive_a_restart() -> None:
    config, player = Config(), PlayerRow("ann", "Ann", 0)
    table = Table(config, p.Settings(reserve_seconds=60, move_seconds=10), player, now=0)
    table.seats.sit(0, player)
    row = table.new_match(0)
    table.begin_match(row, 0)
    running = table.match()
    log = []
    for n in range(1, 30):
        seat = running.to_act[0] if running.to_act else None
        view = None if seat is None else running.view(seat)
        proposal = (
            table.propose_deal()
            if view is None
            else running.propose(seat, Pass() if view.to_beat else Lay(view.hand.split()[0]))
        )
        reserve = None if seat is None else table.reserve_after(seat, n * 13_000)
        events = p.encode(proposal.events).decode()
        log.append(LogEntry("m", n, n * 13_000, events, "player", seat, reserve=reserve))
        if seat is not None:
            table.clocks.moved(seat, n * 13_000)
        table.apply(proposal, n * 13_000, seat)
    assert table.clocks.reserves[0] < 60_000
    again = Table.restored(config, table.row(0), 1_000_000)
    again.resume(row, log, 1_000_000)
    assert again.match().state == running.state
    assert again.match().owed == running.owed
    assert again.match().played == running.played
    assert again.clocks.reserves == table.clocks.reserves
    assert again.match().seq == running.seq


def test_a_restart_answers_what_was_recorded_before_it(tmp_path: Path) -> None:
    acted: list[tuple[Robot, p.Act]] = []

    async def first(server: Server) -> None:
        (ann,) = await gathered(server, 1, SETTINGS)
        await ann.play_on(lambda: ann.seq > 20 and ann.to_act)
        act = p.Act("before", ann.seq, await ann.choose())
        start = len(ann.heard)
        await ann.put(act)
        await ann.wait(p.Accepted, start)
        acted.append((ann, act))

    async def second(server: Server) -> None:
        robot, act = acted[0]
        ann = await returned(server, robot)
        await ann.put(act)
        answer = await ann.wait(lambda m: getattr(m, "id", "") == "before", 0)
        assert answer == p.Accepted("before", act.seq + 1)
        await ann.play_on()

    with serving(tmp_path) as server:
        play(first, server)
    with serving(tmp_path) as server:
        play(second, server)


def test_who_was_let_in_is_let_in_after_a_restart(tmp_path: Path) -> None:
    """A private table's guests came by its code, and need not show it again."""
    tokens: dict[str, str] = {}
    tables: list[str] = []

    async def before(server: Server) -> None:
        (host,) = await gathered(server, 1, SETTINGS)
        for name in ("Stays", "Leaves"):
            robot = Robot(server, server.guest(name), name)
            await robot.open()
            await robot.ask(p.Join, code=host.table.code)
            await robot.until(lambda robot=robot: robot.view is not None)
            tokens[name] = robot.token
            if name == "Leaves":
                await robot.ask(p.Leave)
        tables.append(host.table.id)

    async def after(server: Server) -> None:
        stays = Robot(server, tokens["Stays"])
        await stays.open(table=tables[0])
        await stays.until(lambda: stays.view is not None)
        assert stays.seat is None
        assert any(seat.takeable for seat in stays.table.seats), "invited as before"
        leaves = Robot(server, tokens["Leaves"])
        await leaves.open(table=tables[0])
        closed = await leaves.wait(p.Closed, 0)
        assert closed.code == "not_invited"

    with serving(tmp_path) as server:
        play(before, server)
    with serving(tmp_path) as server:
        play(after, server)


def test_tables_put_away_come_back(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        (ann,) = await gathered(server, 1, SETTINGS)
        await ann.play_on(lambda: ann.seq > 20 and ann.to_act)
        hand, code = ann.hand, ann.table.code
        await ann.cut()

        def asleep(hub: Any) -> bool:
            room = hub.tables.rooms[ann.table.id]
            return not room.table.awake and room.mailbox.idle

        await server.until(asleep)
        server.call(lambda hub: hub.tables.put_away(hub.tables.rooms[ann.table.id]))
        assert not server.call(lambda hub: hub.tables.rooms)
        again = Robot(server, ann.token)
        await again.open()
        await again.wait(p.Welcome, 0)
        await again.ask(p.Join, code=code)
        await again.until(lambda: bool(again.hand))
        assert again.hand == hand
        await again.play_on()

    with serving(tmp_path, grace_ms=600_000, sleep_ms=0) as server:
        play(test, server)
