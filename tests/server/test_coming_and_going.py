"""Who is away for a while: seats are kept or found again, and somebody who is here is host."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from harness import Robot, Server, gathered, play, serving, settled

from daguai.server import matchmaking
from daguai.server import protocol as p

SHORT = p.Settings(options={"max_deals": 1}, move_seconds=0, bots="beginner")


async def person(server: Server, name: str) -> Robot:
    robot = Robot(server, server.guest(name), name)
    await robot.open()
    await robot.wait(p.Welcome, 0)
    return robot


async def returned(server: Server, robot: Robot, table: str) -> Robot:
    again = Robot(server, robot.token, robot.name)
    await again.open(table=table)
    await again.until(lambda: again.table is not None)
    return again


def test_whoever_comes_to_a_deserted_table_is_its_host(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        host, bob = await person(server, "Host"), await person(server, "Bob")
        done = await host.ask(p.Create, settings=SHORT)
        await host.cut()
        await server.until(lambda hub: len(hub.sessions) == 1)
        await bob.ask(p.Join, code=done.code)
        await bob.until(lambda: bob.table.hosting)
        assert bob.seat is not None
        assert [seat.kind for seat in bob.table.seats].count("person") == 1, "the other is gone"
        assert isinstance(await bob.ask(p.Start), p.Done)
        back = await returned(server, host, done.table)
        assert (back.table.hosting, back.seat) == (False, None), "and is let in again"

    with serving(tmp_path, lobby_grace_ms=0) as server:
        play(test, server)


def test_a_host_without_a_seat_hands_the_table_on_when_they_go(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        host, bob = await person(server, "Host"), await person(server, "Bob")
        done = await host.ask(p.Create, settings=SHORT)
        assert isinstance(await host.ask(p.Stand), p.Done)
        await bob.ask(p.Join, code=done.code)
        assert isinstance(await host.ask(p.Swap, seat=0, with_=3), p.Done), "host as long as here"
        assert not bob.table.hosting
        await host.cut()
        await bob.until(lambda: bob.table.hosting)

    with serving(tmp_path) as server:
        play(test, server)


def test_a_table_of_which_everybody_is_away_keeps_its_seats(tmp_path: Path) -> None:
    """Until somebody comes: then those whose time is up make room."""

    async def test(server: Server) -> None:
        ann, bob = await gathered(server, 2, SHORT)
        table = ann.table.id
        await asyncio.gather(ann.play_on(), bob.play_on())
        await ann.until(lambda: ann.table.status == "finished")
        await ann.cut()
        await bob.cut()
        await server.until(lambda hub: not hub.sessions)
        back = await returned(server, bob, table)
        assert back.seat == bob.seat
        await back.until(lambda: back.table.hosting and back.table.seats[ann.seat].kind == "empty")
        assert isinstance(await back.ask(p.Rematch), p.Done)

    with serving(tmp_path, lobby_grace_ms=0) as server:
        play(test, server)


def test_who_was_away_too_long_finds_the_seat_again(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ann, bob = await gathered(server, 2, SHORT)
        await asyncio.gather(ann.play_on(), bob.play_on())
        await ann.ask(p.Swap, seat=bob.seat, with_=4)
        await ann.ask(p.ClearSeat, seat=2)
        await bob.cut()
        await ann.until(lambda: ann.table.seats[4].kind == "empty")
        back = await returned(server, bob, ann.table.id)
        view = await back.wait(p.Snapshot, 0)
        assert (back.seat, view.seat) == (4, 4), "not the first that is free"
        await ann.until(lambda: ann.table.seats[4].connected)
        await back.ask(p.Stand)
        await back.cut()
        await server.until(lambda hub: len(hub.sessions) == 1)
        again = await returned(server, bob, ann.table.id)
        assert again.seat is None, "who stood up looks on"

    with serving(tmp_path, lobby_grace_ms=0) as server:
        play(test, server)


def test_who_sits_down_after_a_match_is_shown_it_from_there(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        (ann,) = await gathered(server, 1, SHORT)
        eve = await person(server, "Eve")
        await eve.ask(p.Join, code=ann.table.code)
        await asyncio.gather(ann.play_on())
        await ann.until(lambda: ann.table.status == "finished")
        await settled([ann, eve])
        for ask, fields, seat in ((p.Sit, {"seat": 3}, 3), (p.Stand, {}, None)):
            start = len(eve.heard)
            await eve.ask(ask, **fields)
            views = [m for m in eve.heard[start:] if isinstance(m, p.Snapshot)]
            assert [view.seat for view in views] == [seat]
            assert eve.seat == seat
        start = len(ann.heard)
        await eve.ask(p.Sit, seat=3)
        await ann.ask(p.Swap, seat=ann.seat, with_=3)
        views = [m for m in ann.heard[start:] if isinstance(m, p.Snapshot)]
        assert [view.seat for view in views] == [3], "only who has another seat is told"

    with serving(tmp_path) as server:
        play(test, server)


def test_who_returns_from_a_quick_match_sees_how_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matchmaking, "SETTINGS", SHORT)

    async def test(server: Server) -> None:
        people = [await person(server, name) for name in ("Ann", "Bob")]
        for one in people:
            await one.ask(p.QuickMatch)
        for one in people:
            await one.until(lambda one=one: bool(one.hand))
        await asyncio.gather(*(one.play_on() for one in people))
        table = people[0].table.id
        for one in people:
            other = next(each for each in people if each is not one)
            await one.cut()
            await other.until(lambda one=one, other=other: other.table.seats[one.seat].name == "")
            back = await returned(server, one, table)
            await back.until(lambda back=back: back.over)
            assert back.seat == one.seat
            people[people.index(one)] = back

    with serving(tmp_path, lobby_grace_ms=0, queue_ms=1000) as server:
        play(test, server)


def test_who_queues_for_a_quick_match_is_told_that_the_table_is_left(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ann, bob = await person(server, "Ann"), await person(server, "Bob")
        done: Any = await ann.ask(p.Create, settings=SHORT)
        await bob.ask(p.Join, code=done.code)
        start = len(bob.heard)
        await bob.ask(p.QuickMatch)
        told = [m for m in bob.heard[start:] if isinstance(m, p.Closed | p.Queue)]
        assert told[0] == p.Closed(done.table, "left")
        await ann.until(lambda: ann.table.seats[1].kind == "empty")
        await bob.ask(p.Cancel)
        assert (await bob.ask(p.Sit, seat=1)).code == "not_at_table"
        start = len(bob.heard)
        await bob.ask(p.QuickMatch)
        assert not any(isinstance(m, p.Closed) for m in bob.heard[start:]), "there was no table"

    with serving(tmp_path, queue_ms=600_000) as server:
        play(test, server)
