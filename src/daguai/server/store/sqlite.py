"""The embedded store: SQLite, in the same process, nothing to set up."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Row,
    create_engine,
    delete,
    event,
    exists,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from daguai.server.store import migrate, schema
from daguai.server.store.commit import GroupCommit
from daguai.server.store.people import People, fields
from daguai.server.store.seam import LogEntry, MatchRow, PlayedMatch, SeatRow, TableRow

_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # an accepted move survives the machine's end
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 5000",
    "PRAGMA cache_size = -16000",
    "PRAGMA wal_autocheckpoint = 4000",
)


class SqliteStore(People):
    """A ``Store`` in one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        # errors are logged, and what is written may be secret: no parameters in them
        self._engine = create_async_engine(f"sqlite+aiosqlite:///{path}", hide_parameters=True)
        self._writer = create_engine(f"sqlite:///{path}", hide_parameters=True)
        for engine in (self._engine.sync_engine, self._writer):
            event.listen(engine, "connect", _prepare)
        event.listen(self._writer, "connect", _leave_transactions_to_us)
        event.listen(self._writer, "begin", _begin)
        self._commits: GroupCommit | None = None

    @property
    def commits(self) -> GroupCommit:
        """The writer; how many transactions and entries it has written."""
        assert self._commits is not None, "the store is not open"
        return self._commits

    @property
    def written(self) -> GroupCommit:
        """How much has been written, and how long that took."""
        return self.commits

    async def open(self) -> None:
        """Create the file where needed, and bring its schema up to date."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        await asyncio.to_thread(self._upgrade)
        self._commits = GroupCommit(self._writer)
        self._commits.start()

    def _upgrade(self) -> None:
        with self._writer.begin() as connection:
            migrate.upgrade(connection)

    async def close(self) -> None:
        """Write what is pending and close the file."""
        if self._commits is not None:
            await self._commits.stop()
        self._writer.dispose()
        await self._engine.dispose()

    async def save_table(self, table: TableRow) -> None:
        """Add a table, or replace what is known of it."""
        await self.commits.write(lambda connection: _save_table(connection, table))

    async def table(self, table: str) -> TableRow | None:
        """Return a table by id."""
        return await self._table(schema.tables.c.id == table)

    async def table_by_code(self, code: str) -> TableRow | None:
        """Return a table by code."""
        return await self._table(schema.tables.c.code == code)

    async def table_of(self, player: str) -> str | None:
        """Return the id of the latest table where a player sits in a match that goes on."""
        tables, seats = schema.tables.c, schema.table_seats.c
        row = await self._one(
            select(tables.id)
            .join(schema.table_seats, seats.table == tables.id)
            .where(seats.player == player, tables.status == "playing")
            .order_by(tables.changed_at.desc())
            .limit(1)
        )
        return None if row is None else str(row.id)

    async def idle_tables(self, status: str, before: int, limit: int) -> list[str]:
        """Return the ids of a status's tables that have not changed since a time, oldest first."""
        tables = schema.tables.c
        idle = (tables.status == status) & (tables.changed_at < before)
        query = select(tables.id).where(idle).order_by(tables.changed_at).limit(limit)
        return [row.id for row in await self._all(query)]

    async def close_table(self, table: str, at: int) -> None:
        """Let a table be no more; its match ends as abandoned, and its deals are kept."""
        matches = schema.matches.c

        def work(connection: Connection) -> None:
            connection.execute(
                update(schema.tables)
                .where(schema.tables.c.id == table)
                .values(status="closed", changed_at=at)
            )
            connection.execute(
                update(schema.matches)
                .where((matches.table == table) & matches.ended_at.is_(None))
                .values(ended_at=at, abandoned=True)
            )

        await self.commits.write(work)

    async def prune(self, before: int, limit: int) -> int:
        """Delete the matches that ended before a time, and closed tables without any.

        A table's last match stays as long as the table does. Returns how many were deleted, at most
        ``limit`` of each.
        """
        tables, matches = schema.tables.c, schema.matches.c
        shown = select(tables.match).where(tables.status != "closed", tables.match.is_not(None))
        old = (
            select(matches.id)
            .where(matches.ended_at < before, matches.id.not_in(shown))
            .order_by(matches.ended_at)
            .limit(limit)
        )
        gone = [row.id for row in await self._all(old)]
        played = exists(select(matches.id).where(matches.table == tables.id))
        empty = (
            select(tables.id)
            .where(tables.status == "closed", tables.changed_at < before, ~played)
            .limit(limit)
        )

        def work(connection: Connection) -> None:
            for part, column in (
                (schema.log, schema.log.c.match),
                (schema.match_seats, schema.match_seats.c.match),
                (schema.matches, matches.id),
            ):
                connection.execute(delete(part).where(column.in_(gone)))
            closed = [row.id for row in connection.execute(empty)]
            of_closed = schema.table_seats.c.table.in_(closed)
            connection.execute(delete(schema.table_seats).where(of_closed))
            connection.execute(delete(schema.tables).where(tables.id.in_(closed)))

        await self.commits.write(work)
        return len(gone)

    async def add_match(self, match: MatchRow, table: TableRow) -> None:
        """Add a match, and save the table where it begins, both or none."""
        seats = _seat_rows("match", match.id, match.seats)

        def work(connection: Connection) -> None:
            connection.execute(insert(schema.matches), fields(match, without="seats"))
            connection.execute(insert(schema.match_seats), seats)
            _save_table(connection, table)

        await self.commits.write(work)

    async def take_seat(self, match: str, seat: int, table: TableRow) -> None:
        """Note who holds a seat of a match from now on, and save the table, both or none."""

        def work(connection: Connection) -> None:
            seats, row = schema.match_seats.c, table.seats[seat]
            there = (seats.match == match) & (seats.seat == seat)
            connection.execute(update(schema.match_seats).where(there).values(fields(row)))
            _save_table(connection, table)

        await self.commits.write(work)

    async def end_match(self, match: str, ended_at: int, winner: int | None) -> None:
        """Note that a match is over."""

        def work(connection: Connection) -> None:
            found = schema.matches.c.id == match
            values = {"ended_at": ended_at, "winner": winner}
            connection.execute(update(schema.matches).where(found).values(values))

        await self.commits.write(work)

    async def match(self, match: str) -> MatchRow | None:
        """Return a match by id."""
        row = await self._one(select(schema.matches).where(schema.matches.c.id == match))
        if row is None:
            return None
        of_match = schema.match_seats.c.match == match
        query = select(schema.match_seats).where(of_match).order_by(schema.match_seats.c.seat)
        seats = _seats(await self._all(query))
        return MatchRow(**row._asdict(), seats=seats)

    async def matches_of(self, player: str, before: int, limit: int) -> list[PlayedMatch]:
        """Return the matches in which a player had a seat, begun before a time, newest first."""
        own = schema.match_seats
        started = schema.matches.c.started_at
        query = (
            select(own.c.match, own.c.seat)
            .join(schema.matches, schema.matches.c.id == own.c.match)
            .where(own.c.player == player, started < before)
            .order_by(started.desc(), own.c.match)
            .limit(limit)
        )
        found = []
        for row in await self._all(query):
            match = await self.match(row.match)
            assert match is not None, "it has a seat"
            deals = select(func.count()).where(
                schema.log.c.match == row.match, schema.log.c.author == "table"
            )
            begun = (await self._one(deals))[0]
            found.append(
                PlayedMatch(match, row.seat, begun, begun - await self._underway(match.id))
            )
        return found

    async def _underway(self, match: str) -> bool:
        """Return whether a match's last deal has begun and not ended."""
        log = schema.log.c
        last = select(log.events).where(log.match == match).order_by(log.seq.desc()).limit(1)
        row = await self._one(last)
        return row is not None and '"deal_ended"' not in row.events

    async def append(self, entry: LogEntry) -> None:
        """Append to a match's log, durably.

        Raises:
            Conflict: it is not the next entry, or its action is there already.
        """
        await self.commits.append(entry)

    async def log(self, match: str, after: int = 0) -> Sequence[LogEntry]:
        """Return a match's entries with a greater ``seq``, in order."""
        of_match = (schema.log.c.match == match) & (schema.log.c.seq > after)
        rows = await self._all(select(schema.log).where(of_match).order_by(schema.log.c.seq))
        return [LogEntry(**row._asdict()) for row in rows]

    async def find_action(self, match: str, action: str) -> int | None:
        """Return the ``seq`` of the entry that an action became, or None."""
        found = (schema.log.c.match == match) & (schema.log.c.action == action)
        row = await self._one(select(schema.log.c.seq).where(found))
        return None if row is None else int(row.seq)

    async def _table(self, condition: Any) -> TableRow | None:
        row = await self._one(select(schema.tables).where(condition))
        if row is None:
            return None
        of_table = schema.table_seats.c.table == row.id
        query = select(schema.table_seats).where(of_table).order_by(schema.table_seats.c.seat)
        return TableRow(**row._asdict(), seats=_seats(await self._all(query)))


def _prepare(connection: Any, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _leave_transactions_to_us(connection: Any, _: ConnectionPoolEntry) -> None:
    """Keep Python's driver from beginning transactions: it leaves what changes the schema out."""
    connection.isolation_level = None


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _save_table(connection: Connection, table: TableRow) -> None:
    values = fields(table, without="seats")
    changed = {name: value for name, value in values.items() if name != "id"}
    connection.execute(
        upsert(schema.tables)
        .values(values)
        .on_conflict_do_update(index_elements=[schema.tables.c.id], set_=changed)
    )
    of_table = schema.table_seats.c.table == table.id
    connection.execute(delete(schema.table_seats).where(of_table))
    connection.execute(insert(schema.table_seats), _seat_rows("table", table.id, table.seats))


def _seat_rows(owner: str, owner_id: str, seats: Iterable[SeatRow]) -> list[dict[str, Any]]:
    return [
        {owner: owner_id, "seat": number}
        | {name: getattr(seat, name) for name in seat.__struct_fields__}
        for number, seat in enumerate(seats)
    ]


def _seats(rows: Iterable[Row[Any]]) -> tuple[SeatRow, ...]:
    return tuple(SeatRow(row.player, row.name, row.bot, row.program) for row in rows)
