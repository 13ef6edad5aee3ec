"""The store: what is appended is there once, in order, and nothing else is."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine

from daguai.server.store import (
    Conflict,
    LogEntry,
    MatchRow,
    PlayerRow,
    SeatRow,
    SqliteStore,
    StoreError,
    TableRow,
    migrate,
    schema,
)

SEATS = (SeatRow("ann", "Ann"), SeatRow(bot="club"), SeatRow())
Test = Callable[[SqliteStore], Coroutine[Any, Any, None]]


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(path)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def on_store(path: Path, test: Test) -> None:
    async def main() -> None:
        async with opened(path / "daguai.db") as store:
            await test(store)

    asyncio.run(main())


def entry(seq: int, match: str = "m", action: str | None = None) -> LogEntry:
    return LogEntry(match, seq, at=seq, events="[]", author="player", seat=1, action=action)


def table(table_id: str = "t", code: str = "ABC234", **changes: Any) -> TableRow:
    values = {
        "id": table_id,
        "code": code,
        "invite": "secret",
        "host": "ann",
        "settings": "{}",
        "status": "lobby",
        "match": None,
        "matches": 0,
        "seats": SEATS,
        "created_at": 1,
        "changed_at": 2,
    }
    return TableRow(**{**values, **changes})


def test_entries_come_back_in_order_and_only_once(tmp_path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        await asyncio.gather(*(store.append(entry(seq)) for seq in range(1, 101)))
        assert [e.seq for e in await store.log("m")] == list(range(1, 101))
        assert [e.seq for e in await store.log("m", after=98)] == [99, 100]
        assert store.commits.transactions < 100, "many entries share a transaction"
        for wrong in (1, 50, 100, 102):
            with pytest.raises(Conflict):
                await store.append(entry(wrong))
        await store.append(entry(101))
        assert len(await store.log("m")) == 101

    on_store(tmp_path, test)


def test_of_two_writers_at_one_place_exactly_one_wins(tmp_path: Path) -> None:
    async def test(first: SqliteStore) -> None:
        async with opened(first.path) as second:
            for seq in range(1, 21):
                answers = await asyncio.gather(
                    first.append(entry(seq)), second.append(entry(seq)), return_exceptions=True
                )
                assert sorted(type(a).__name__ for a in answers) == ["Conflict", "NoneType"]
        assert len(await first.log("m")) == 20

    on_store(tmp_path, test)


def test_a_bad_entry_does_not_hurt_those_beside_it(tmp_path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        good = [entry(1, match=f"m{n}") for n in range(20)]
        answers = await asyncio.gather(
            *(store.append(e) for e in (*good[:10], entry(7), *good[10:])), return_exceptions=True
        )
        assert [n for n, answer in enumerate(answers) if answer is not None] == [10]
        assert isinstance(answers[10], Conflict)

    on_store(tmp_path, test)


def test_an_action_is_recorded_once_in_a_match(tmp_path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        await store.append(entry(1, action="3:x"))
        with pytest.raises(Conflict):
            await store.append(entry(2, action="3:x"))
        await store.append(entry(2))
        await store.append(entry(1, match="other", action="3:x"))
        assert await store.find_action("m", "3:x") == 1
        assert await store.find_action("m", "4:x") is None

    on_store(tmp_path, test)


def test_players_tables_and_matches_come_back(tmp_path: Path) -> None:
    match = MatchRow("m", "t", 1, 0, "{}", "seed", SEATS, started_at=5)

    async def write(store: SqliteStore) -> None:
        await store.add_player(PlayerRow("ann", "安", 1), b"h" * 32)
        await store.save_table(table())
        await store.save_table(table("u", "XYZ234", seats=(SeatRow(), SeatRow("bob", "Bob"))))
        closed = (SeatRow("bob", "Bob"),)
        await store.save_table(table("v", "VVV234", status="closed", seats=closed))
        await store.add_match(match, table(status="playing", match="m", changed_at=9))
        with pytest.raises(StoreError):  # there is one of this name: both are as they were
            await store.add_match(match, table(status="lobby"))
        await store.end_match("m", 77, winner=1)

    async def read(store: SqliteStore) -> None:
        assert await store.player_of(b"h" * 32) == PlayerRow("ann", "安", 1)
        assert await store.player_of(b"x" * 32) is None
        playing = table(status="playing", match="m", changed_at=9)
        assert await store.table("t") == playing
        assert await store.table("nope") is None
        assert await store.table_of("ann") == "t"
        assert await store.table_of("bob") is None, "that table is in its lobby"
        found = await store.table_by_code("XYZ234")
        assert found is not None
        assert found.seats[1].name == "Bob"
        ended = MatchRow("m", "t", 1, 0, "{}", "seed", SEATS, 5, ended_at=77, winner=1)
        assert await store.match("m") == ended

    on_store(tmp_path, write)
    on_store(tmp_path, read)


def test_tokens_are_not_in_the_file(tmp_path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        columns = schema.tokens.columns.keys()
        assert "hash" in columns
        assert "token" not in columns

    on_store(tmp_path, test)


def test_accepted_moves_are_flushed_before_they_are_told(tmp_path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        async with store._engine.connect() as connection:
            for pragma, value in (("synchronous", 2), ("journal_mode", "wal"), ("foreign_keys", 1)):
                row = (await connection.exec_driver_sql(f"PRAGMA {pragma}")).first()
                assert row is not None
                assert row[0] == value

    on_store(tmp_path, test)


def test_a_closed_store_refuses_and_loses_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path / "daguai.db")
        await store.open()
        writes = [asyncio.ensure_future(store.append(entry(seq))) for seq in range(1, 11)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*writes)
        with pytest.raises(StoreError):
            await store.append(entry(11))

    asyncio.run(main())
    with sqlite3.connect(tmp_path / "daguai.db") as connection:
        assert connection.execute("SELECT count(*) FROM log").fetchone() == (10,)
    connection.close()


def test_migrations_lead_to_the_schema() -> None:
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        migrate.upgrade(connection)
        migrate.upgrade(connection)
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    engine.dispose()


def older_database(path: Path, *statements: str) -> None:
    """Make a database of an earlier version, and execute statements in it."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = migrate.configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


def test_an_older_database_is_brought_up_to_date_with_all_that_is_in_it(tmp_path: Path) -> None:
    older_database(
        tmp_path / "daguai.db",
        "INSERT INTO tables VALUES ('t','ABC234','s','ann','{}','playing','m',1,1,2)",
        "INSERT INTO table_seats VALUES ('t',0,'ann','Ann',NULL)",
        "INSERT INTO matches VALUES ('m','t',1,0,'{}','seed',5,NULL,NULL)",
        "INSERT INTO match_seats VALUES ('m',0,'ann','Ann',NULL)",
    )

    async def test(store: SqliteStore) -> None:
        seat = SeatRow("ann", "Ann")
        assert await store.match("m") == MatchRow("m", "t", 1, 0, "{}", "seed", (seat,), 5)
        found = await store.table("t")
        assert found is not None
        assert found.seats == (seat,)

    on_store(tmp_path, test)


def test_an_upgrade_that_fails_midway_has_changed_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as by a full disk: the next start goes on from where the database was."""
    path = tmp_path / "daguai.db"
    older_database(path)
    before = in_file(path)
    whole = Operations.add_column
    added = []

    def add_column(operations: Any, *given: Any, **named: Any) -> None:
        if len(added) == 3:  # of the first migration everything, of the next not all
            raise OSError("no space left on device")
        added.append(given)
        whole(operations, *given, **named)

    async def test(store: SqliteStore) -> None:
        await store.save_table(table())
        assert await store.table("t") == table()

    with monkeypatch.context() as patched:
        patched.setattr(Operations, "add_column", add_column)
        with pytest.raises(OSError, match="no space left"):
            on_store(tmp_path, test)
    assert in_file(path) == before
    on_store(tmp_path, test)


def in_file(path: Path) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection:
        version = connection.execute("SELECT version_num FROM alembic_version")
        return [*version, *connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name")]


def test_a_newer_database_is_left_alone() -> None:
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        migrate.upgrade(connection)
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        with pytest.raises(StoreError, match="9999"):
            migrate.upgrade(connection)
    engine.dispose()
