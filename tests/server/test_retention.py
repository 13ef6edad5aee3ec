"""Tables that everybody has left are closed in time, over restarts too; old records go if asked."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from asking import ask
from harness import Robot, Server, gathered, play, serving

from daguai.server import protocol as p

HOUR = 3_600_000
DAY = 24 * HOUR
SETTINGS = p.Settings(options={"max_deals": 2}, move_seconds=0, bots="beginner")


@contextmanager
def at(data: Path, later: int = 0, **changes: Any) -> Iterator[Server]:
    """A server whose clock is so many ms ahead, and which sweeps only when told to."""
    with serving(data, janitor_ms=DAY, sleep_ms=0, **changes) as server:
        let_pass(server, later)
        yield server


def let_pass(server: Server, ms: int) -> None:
    now = server.hub.now
    server.hub.now = lambda: now() + ms  # type: ignore[method-assign]


def sweep(server: Server) -> None:
    server.do(lambda hub: hub.retention.sweep())


def status(server: Server, table: str) -> str:
    row = server.do(lambda hub: hub.store.table(table))
    return "" if row is None else row.status


async def deal_played(server: Server, **changes: Any) -> Robot:
    """A person who has left in the second deal of a match."""
    (ann,) = await gathered(server, 1, p.Settings(options={"max_deals": 3}, move_seconds=0))
    await ann.play_on(lambda: ann.view.deal == 2 and ann.view.phase == "play")
    await ann.close()
    await server.until(lambda hub: not hub.tables.rooms[ann.table.id].table.anybody_here)
    return ann


def test_a_match_that_everybody_left_is_closed_and_its_deals_are_kept(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ann = await deal_played(server)
        eve = Robot(server, server.guest("Eve"))
        await eve.open()
        await eve.ask(p.Join, code=ann.table.code)
        await eve.until(lambda: eve.table is not None)
        let_pass(server, 23 * HOUR)
        sweep(server)
        assert status(server, ann.table.id) == "playing"
        let_pass(server, 2 * HOUR)
        sweep(server)
        assert status(server, ann.table.id) == "closed"
        assert (await eve.wait(p.Closed, 0)).code == "abandoned"
        assert (await eve.ask(p.Hint)).code == "not_at_table"
        assert (await eve.ask(p.Join, code=ann.table.code)).code == "unknown_code"
        assert not server.call(lambda hub: hub.tables.rooms)
        again = Robot(server, ann.token)
        await again.open()
        assert (await again.wait(p.Welcome, 0)).table is None
        (own,) = ask(server, "GET", "/api/me/matches", token=ann.token).json
        assert (own["abandoned"], own["winner"]) == (True, None)
        assert own["ended_at"] > own["started_at"] + DAY
        described = ask(server, "GET", f"/api/matches/{own['id']}").json
        assert (described["abandoned"], len(described["deals"])) == (True, 1)
        assert ask(server, "GET", f"/api/matches/{own['id']}/record").status == 200

    with at(tmp_path) as server:
        play(test, server)


def test_the_time_goes_on_over_restarts(tmp_path: Path) -> None:
    tables: list[str] = []

    async def leave(server: Server) -> None:
        tables.append((await deal_played(server)).table.id)

    with at(tmp_path) as server:
        play(leave, server)
    for hours, expected in ((8, "playing"), (16, "playing"), (25, "closed")):
        with at(tmp_path, hours * HOUR) as server:
            sweep(server)
            assert status(server, tables[0]) == expected


def test_a_match_whose_people_are_there_is_not_closed(tmp_path: Path) -> None:
    """However long they take, and not after a sudden end of the server either."""
    found: list[Robot] = []

    async def test(server: Server) -> None:
        (ann,) = await gathered(server, 1, SETTINGS)
        for _ in range(5):
            let_pass(server, 23 * HOUR)
            sweep(server)
            await server.until(lambda hub: hub.tables.rooms[ann.table.id].mailbox.idle)
        found.append(ann)
        row = server.do(lambda hub: hub.store.table(ann.table.id))
        assert row is not None
        assert server.call(lambda hub: hub.now()) - row.changed_at < HOUR

    with at(tmp_path) as server:
        play(test, server)
    with at(tmp_path, (5 * 23 + 12) * HOUR) as server:
        sweep(server)
        assert status(server, found[0].table.id) == "playing"


def test_an_empty_lobby_goes_sooner(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        host = Robot(server, server.guest("Host"))
        await host.open()
        table = (await host.ask(p.Create, settings=SETTINGS)).table
        let_pass(server, 2 * HOUR)
        sweep(server)
        assert status(server, table) == "lobby", "the host is there"
        await host.close()
        await server.until(
            lambda hub: (
                not (room := hub.tables.rooms[table]).table.anybody_here and room.mailbox.idle
            )
        )
        sweep(server)
        assert status(server, table) == "lobby"
        server.call(lambda hub: hub.tables.put_away(hub.tables.rooms[table]))
        again = Robot(server, server.guest("Bob"))
        await again.open()
        assert isinstance(await again.ask(p.Join, code=host.table.code), p.Done)
        await again.until(lambda: again.table is not None)
        await again.ask(p.Leave)
        let_pass(server, 2 * HOUR)
        sweep(server)
        assert status(server, table) == "closed"

    with at(tmp_path) as server:
        play(test, server)


def test_nothing_is_closed_or_deleted_where_it_is_not_wished(tmp_path: Path) -> None:
    tables: list[str] = []

    async def test(server: Server) -> None:
        tables.append((await deal_played(server)).table.id)

    with at(tmp_path, abandoned_ms=0) as server:
        play(test, server)
        let_pass(server, 1000 * DAY)
        sweep(server)
        assert status(server, tables[0]) == "playing"


def test_old_matches_are_deleted_where_that_is_wished(tmp_path: Path) -> None:
    matches: list[str] = []
    tables: list[str] = []

    async def test(server: Server) -> None:
        (ann,) = await gathered(server, 1, SETTINGS)
        await ann.play_on()
        await ann.until(lambda: ann.table.status == "finished")
        matches.append(ann.table.match)
        await ann.ask(p.Rematch)
        await ann.until(lambda: ann.table.match != matches[0] and ann.view.end is None)
        matches.append(ann.table.match)
        tables.append(ann.table.id)
        await ann.close()  # and recorded, before time passes
        await server.until(
            lambda hub: (
                (room := hub.tables.rooms[tables[0]]).mailbox.idle and not room.table.anybody_here
            )
        )

    def kept(server: Server) -> list[bool]:
        answers = [ask(server, "GET", f"/api/matches/{match}") for match in matches]
        return [answer.status == 200 for answer in answers]

    with at(tmp_path) as server:
        play(test, server)
        let_pass(server, 1000 * DAY)
    with at(tmp_path, 9 * DAY, abandoned_ms=0, records_ms=10 * DAY) as server:
        sweep(server)
        assert kept(server) == [True, True]
    with at(tmp_path, 11 * DAY, abandoned_ms=0, records_ms=10 * DAY) as server:
        sweep(server)
        assert kept(server) == [False, True], "the one that goes on stays"
        assert status(server, tables[0]) == "playing"
    with at(tmp_path, 12 * DAY, records_ms=10 * DAY) as server:
        sweep(server)
        assert status(server, tables[0]) == "closed"
        sweep(server)
        assert kept(server) == [False, True]
    with at(tmp_path, 30 * DAY, records_ms=10 * DAY) as server:
        sweep(server)
        assert kept(server) == [False, False]
        assert status(server, tables[0]) == ""
    with closing(sqlite3.connect(tmp_path / "daguai.db")) as connection:
        for left in ("log", "matches", "match_seats", "tables", "table_seats"):
            assert connection.execute(f'SELECT count(*) FROM "{left}"').fetchone() == (0,), left


def test_a_table_that_cannot_be_read_is_closed_all_the_same(tmp_path: Path) -> None:
    tables: list[str] = []

    async def test(server: Server) -> None:
        tables.append((await deal_played(server)).table.id)

    with at(tmp_path) as server:
        play(test, server)
    with closing(sqlite3.connect(tmp_path / "daguai.db")) as connection:
        connection.execute("UPDATE log SET events = 'rubbish' WHERE seq = 3")
        connection.commit()
    with at(tmp_path, 25 * HOUR) as server:
        sweep(server)
        assert status(server, tables[0]) == "closed"


def test_a_finished_table_remembers_the_rules_of_its_match(tmp_path: Path) -> None:
    """The host changes the rules afterwards, and the table is put away and comes back."""

    async def test(server: Server) -> None:
        (ann,) = await gathered(server, 1, SETTINGS)
        await ann.play_on()
        await ann.until(lambda: ann.table.status == "finished")
        changed = p.Settings(preset="classic", bots="beginner")
        assert isinstance(await ann.ask(p.Configure, settings=changed), p.Done)
        table, code = ann.table.id, ann.table.code
        await ann.close()

        def deserted(hub: Any) -> bool:
            room = hub.tables.rooms[table]
            return not room.audience.listeners and room.mailbox.idle

        await server.until(deserted)
        server.call(lambda hub: hub.tables.put_away(hub.tables.rooms[table]))
        again = Robot(server, ann.token)
        await again.open()
        await again.ask(p.Join, code=code)
        await again.until(lambda: again.view is not None)
        assert again.view.end == ann.view.end
        assert again.view.rules["preset"] == "house"
        assert again.table.rules["scoring"] == "upgrade"

    with serving(tmp_path) as server:
        play(test, server)
