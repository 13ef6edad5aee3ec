"""A person takes a bot's seat while a match is played; nobody ever takes a person's."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from asking import ask
from harness import Robot, Server, gathered, play, serving

from daguai.events import Laid, Passed
from daguai.server import protocol as p
from daguai.server.pilots import Pilots
from daguai.server.store import StoreError


def settings(**changes: Any) -> p.Settings:
    values: dict[str, Any] = {
        "options": {"max_deals": 2},
        "move_seconds": 0,
        "bots": "beginner",
    }
    return p.Settings(**{**values, **changes})


async def person(server: Server, name: str) -> Robot:
    robot = Robot(server, server.guest(name), name)
    await robot.open()
    await robot.wait(p.Welcome, 0)
    return robot


def takeable(robot: Robot) -> list[int]:
    return [seat.seat for seat in robot.table.seats if seat.takeable]


def movers(robot: Robot) -> set[int]:
    """The seats that a robot has seen lay cards or pass."""
    updates = [message for message in robot.heard if isinstance(message, p.Update)]
    events = [event for update in updates for event in update.events]
    return {event.seat for event in events if isinstance(event, Laid | Passed)}


def authors(server: Server, match: str, seat: int, after: int) -> set[str]:
    entries = server.log(match)
    return {entry.author for entry in entries if entry.seat == seat and entry.seq > after}


def test_a_person_takes_a_bots_seat_and_plays_on(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        (host,) = await gathered(server, 1, settings())
        bots = [seat.seat for seat in host.table.seats if seat.kind == "bot"]
        seat = bots[2]
        await host.play_on(lambda: seat in movers(host))
        bob = await person(server, "Bob")
        assert isinstance(await bob.ask(p.Join, code=host.table.code), p.Done)
        await bob.until(lambda: bob.view is not None)
        assert bob.hand is None
        assert takeable(bob) == bots
        assert takeable(host) == [], "one seat for each"
        start = len(bob.heard)
        assert isinstance(await bob.ask(p.Sit, seat=seat), p.Done)
        snapshot = await bob.wait(p.Snapshot, start)
        assert (snapshot.seat, takeable(bob)) == (seat, [])
        await host.until(lambda: host.table.seats[seat].name == "Bob")
        await asyncio.gather(host.play_on(), bob.play_on())
        match = host.table.match
        assert authors(server, match, seat, 0) == {"bot", "player"}
        assert authors(server, match, seat, snapshot.seq) == {"player"}, "no bot plays for Bob"
        assert match in {one["id"] for one in history(server, bob)}

    with serving(tmp_path) as server:
        play(test, server)


def history(server: Server, robot: Robot) -> list[Any]:
    return list(ask(server, "GET", "/api/me/matches", token=robot.token).json)


def test_what_the_bot_was_thinking_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot is to move and has not finished thinking when the person takes the seat."""
    finish, finished = asyncio.Event(), []
    think = Pilots.think

    async def think_long(pilots: Pilots, *arguments: Any) -> Any:
        action = await think(pilots, *arguments)
        await finish.wait()
        finished.append(action)
        return action

    monkeypatch.setattr(Pilots, "think", think_long)

    async def test(server: Server) -> None:
        (host,) = await gathered(server, 1, settings())
        bob = await person(server, "Bob")
        await bob.ask(p.Join, code=host.table.code)
        await host.play_on(lambda: bool(host.view.to_act) and host.seat not in host.view.to_act)
        seat, seq = host.view.to_act[0], host.seq
        assert isinstance(await bob.ask(p.Sit, seat=seat), p.Done)
        await bob.until(lambda: bool(bob.hand))
        server.call(lambda hub: finish.set())
        await server.until(lambda hub: finished != [])
        await bob.ask(p.Judge, cards="3S")  # what the bot wanted has been dealt with before this
        assert bob.seq == seq
        assert bob.view.to_act == (seat,)
        assert isinstance(await bob.act(), p.Accepted)

    with serving(tmp_path) as server:
        play(test, server)


def test_persons_seats_are_nobody_elses(tmp_path: Path) -> None:
    """Whether they are here, cut off or have left; and who has a seat takes no second one."""

    async def test(server: Server) -> None:
        host, ann, eve = await gathered(server, 3, settings())
        bob = await person(server, "Bob")
        await bob.ask(p.Join, code=host.table.code)
        await bob.until(lambda: bob.table is not None)
        await ann.cut()
        await eve.ask(p.Leave)
        await bob.until(lambda: all(bob.table.seats[s].autopilot for s in (ann.seat, eve.seat)))
        for seat in (host.seat, ann.seat, eve.seat):
            answer = await bob.ask(p.Sit, seat=seat)
            assert (answer.code, answer.details["seat"]) == ("seat_taken", str(seat))
            assert seat not in takeable(bob)
        assert (await bob.ask(p.Sit, seat=15)).code == "unknown_seat"
        bots = takeable(bob)
        assert len(bots) == 3
        assert (await host.ask(p.Sit, seat=bots[0])).code == "match_underway"
        await bob.ask(p.Sit, seat=bots[0])
        assert (await bob.ask(p.Sit, seat=bots[1])).code == "match_underway"
        back = Robot(server, eve.token)
        await back.open(table=host.table.id)
        await back.until(lambda: bool(back.hand))
        assert back.seat == eve.seat

    with serving(tmp_path) as server:
        play(test, server)


@pytest.mark.parametrize(
    ("late_seats", "visibility", "by", "may"),
    [
        ("invited", "private", "code", True),
        ("invited", "private", "invite", True),
        ("invited", "open", "code", False),
        ("invited", "open", "watch", False),
        ("invited", "open", "invite", True),
        ("anybody", "open", "watch", True),
        ("nobody", "private", "invite", False),
        ("nobody", "open", "code", False),
    ],
)
def test_who_may(tmp_path: Path, late_seats: Any, visibility: Any, by: str, may: bool) -> None:
    async def test(server: Server) -> None:
        chosen = settings(late_seats=late_seats, visibility=visibility)
        (host,) = await gathered(server, 1, chosen)
        table = host.table
        bob = await person(server, "Bob")
        if by == "code":
            await bob.ask(p.Join, code=table.code)
        elif by == "invite":
            await bob.ask(p.Join, table=table.id, invite=table.invite)
        else:
            await bob.ask(p.Watch, table=table.id)
        await bob.until(lambda: bob.table is not None)
        seat = next(seat.seat for seat in table.seats if seat.kind == "bot")
        assert (seat in takeable(bob)) is may
        answer = await bob.ask(p.Sit, seat=seat)
        assert getattr(answer, "code", None) == (None if may else "match_underway")

    with serving(tmp_path) as server:
        play(test, server)


def test_where_nobody_may_watch_the_way_leads_into_a_seat(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        (host,) = await gathered(server, 1, settings(spectators=False))
        people = [await person(server, f"B{n}") for n in range(6)]
        for one in people[:5]:
            assert isinstance(await one.ask(p.Join, code=host.table.code), p.Done)
            await one.until(lambda one=one: bool(one.hand))
        assert (await people[5].ask(p.Join, code=host.table.code)).code == "no_spectators"
        await host.until(lambda: all(s.kind == "person" and s.connected for s in host.table.seats))

    with serving(tmp_path) as server:
        play(test, server)


def test_a_seat_taken_over_survives_a_restart(tmp_path: Path) -> None:
    found: list[Any] = []

    async def first(server: Server) -> None:
        (host,) = await gathered(server, 1, settings(allow_bot_clients=True))
        bob = Robot(server, server.guest("Bob"))
        await bob.open(program=True)
        await bob.ask(p.Join, code=host.table.code)
        seat = takeable(bob)[0]
        await bob.ask(p.Sit, seat=seat)
        await bob.until(lambda: bool(bob.hand))
        found.extend([bob.token, bob.table.id, seat, host.token])

    async def second(server: Server) -> None:
        token, table, seat, host_token = found
        host = Robot(server, host_token)
        await host.open(table=table)
        await host.until(lambda: host.table is not None)
        assert host.table.seats[seat].program, "marked while it is away, too"
        bob = Robot(server, token)
        await bob.open(table=table, program=True)
        await bob.until(lambda: bool(bob.hand))
        assert bob.seat == seat

    with serving(tmp_path) as server:
        play(first, server)
    with serving(tmp_path) as server:
        play(second, server)


def test_a_seat_that_cannot_be_recorded_stays_the_bots(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        (host,) = await gathered(server, 1, settings())
        bob = await person(server, "Bob")
        await bob.ask(p.Join, code=host.table.code)
        await bob.until(lambda: bob.table is not None)
        seat = takeable(bob)[0]

        async def fail(*_: Any) -> None:
            raise StoreError("the disk is full")

        server.call(lambda hub: setattr(hub.store, "take_seat", fail))
        assert (await bob.ask(p.Sit, seat=seat)).code == "store"
        assert server.call(
            lambda hub: hub.tables.rooms[host.table.id].table.seats[seat].bot == "beginner"
        )

    with serving(tmp_path) as server:
        play(test, server)
