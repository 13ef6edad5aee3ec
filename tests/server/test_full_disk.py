"""A store that fails once: what is refused has not happened, and what has is recorded later."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import PATIENCE, Robot, Server, gathered, play, serving

from daguai.server import protocol as p
from daguai.server.hub import Hub
from daguai.server.store import StoreError, TableRow

SETTINGS = p.Settings(options={"max_deals": 2}, move_seconds=0, bots="beginner")
ONE_DEAL = {"max_deals": 1}

REQUESTS: dict[str, tuple[Any, dict[str, Any]]] = {
    "sit": (p.Sit, {"seat": 5}),
    "stand": (p.Stand, {}),
    "swap": (p.Swap, {"seat": 0, "with_": 5}),
    "shuffle_seats": (p.ShuffleSeats, {}),
    "seat_bot": (p.SeatBot, {"seat": 3, "level": "beginner"}),
    "clear_seat": (p.ClearSeat, {"seat": 1}),
    "configure": (p.Configure, {"settings": p.Settings(preset="classic")}),
    "start": (p.Start, {}),
}


def fail_once(server: Server, method: str) -> None:
    """Let the next writing of a kind, ``write`` or ``append``, fail as it does on a full disk."""

    def prepare(hub: Hub) -> None:
        async def fail(_: object) -> None:
            delattr(hub.store.commits, method)  # type: ignore[attr-defined]
            raise StoreError("could not write: the disk is full")

        setattr(hub.store.commits, method, fail)  # type: ignore[attr-defined]

    server.call(prepare)


def row(server: Server, table: str) -> TableRow:
    """What the server holds to be true of a table."""
    return server.call(lambda hub: hub.tables.rooms[table].table.row(0))


async def recorded(server: Server, table: str, wanted: Any) -> None:
    """Wait until something is true of what is recorded of a table."""
    async with asyncio.timeout(PATIENCE):
        while not wanted(server.do(lambda hub: hub.store.table(table))):
            await asyncio.sleep(0.01)


async def two(server: Server) -> tuple[Robot, Robot]:
    """A host in seat 0 and somebody in seat 1, before the match."""
    host, bob = [Robot(server, server.guest(name), name) for name in ("Host", "Bob")]
    await host.open()
    await bob.open()
    done = await host.ask(p.Create, settings=SETTINGS)
    await bob.ask(p.Join, code=done.code)
    await host.until(lambda: host.table.seats[1].connected)
    return host, bob


@pytest.mark.parametrize("name", REQUESTS)
def test_what_cannot_be_recorded_is_refused_and_changes_nothing(tmp_path: Path, name: str) -> None:
    kind, fields = REQUESTS[name]

    async def test(server: Server) -> None:
        host, bob = await two(server)
        before, told = row(server, host.table.id), len(bob.heard)
        fail_once(server, "write")
        assert (await host.ask(kind, **fields)).code == "store"
        assert row(server, host.table.id) == before
        await host.ask(p.Say, phrase="hello")
        await bob.wait(p.Said, told)
        assert not any(isinstance(m, p.TableChanged) for m in bob.heard[told:])
        assert isinstance(await host.ask(kind, **fields), p.Done), "it can be asked for again"
        if kind is p.Start:
            await bob.until(lambda: bool(bob.hand))

    with serving(tmp_path) as server:
        play(test, server)


def test_who_cannot_be_recorded_has_not_joined(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        host, _ = await two(server)
        eve = Robot(server, server.guest("Eve"), "Eve")
        await eve.open()
        await eve.wait(p.Welcome, 0)
        before = row(server, host.table.id)
        fail_once(server, "write")
        assert (await eve.ask(p.Join, code=host.table.code)).code == "store"
        assert row(server, host.table.id) == before
        assert isinstance(await eve.ask(p.Join, code=host.table.code), p.Done)
        assert eve.seat == 2

    with serving(tmp_path) as server:
        play(test, server)


def test_who_leaves_has_left_and_that_is_recorded_later(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        host, bob = await two(server)
        fail_once(server, "write")
        assert isinstance(await bob.ask(p.Leave), p.Done)
        await host.until(lambda: host.table.seats[1].kind == "empty")
        await recorded(server, host.table.id, lambda row: row.seats[1].player is None)

    with serving(tmp_path) as server:
        play(test, server)


def test_a_deal_that_cannot_be_recorded_begins_a_little_later(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        host, bob = await two(server)
        fail_once(server, "append")
        assert isinstance(await host.ask(p.Start), p.Done)
        await bob.until(lambda: bool(bob.hand))
        both = (host, bob)
        await asyncio.gather(
            *(one.play_on(lambda one=one: one.view.phase == "waiting") for one in both)
        )
        fail_once(server, "append")
        for one in both:
            assert isinstance(await one.ask(p.NextDeal), p.Done)
        for one in both:
            await one.until(lambda one=one: one.view.deal == 2 and one.view.phase != "waiting")
            assert not any(isinstance(message, p.Refused) for message in one.heard)

    with serving(tmp_path, deal_pause_ms=600_000) as server:
        play(test, server)


def test_the_end_of_a_match_is_recorded_later(tmp_path: Path) -> None:
    """The move that ends it is accepted: its log says so."""

    async def test(server: Server) -> None:
        (ann,) = await gathered(server, 1, msgspec.structs.replace(SETTINGS, options=ONE_DEAL))
        whole = server.hub.store.end_match

        async def fail(*_: object) -> None:
            server.hub.store.end_match = whole  # type: ignore[method-assign]
            raise StoreError("could not write: the disk is full")

        server.call(lambda hub: setattr(hub.store, "end_match", fail))
        await ann.play_on()
        await recorded(server, ann.table.id, lambda row: row.status == "finished")
        async with asyncio.timeout(PATIENCE):
            while (found := server.do(lambda hub: hub.store.match(ann.table.match))) is None or (
                found.ended_at is None
            ):
                await asyncio.sleep(0.01)
        assert not any(getattr(message, "code", "") == "store" for message in ann.heard)

    with serving(tmp_path) as server:
        play(test, server)
