"""Group commit: many writes, one durable transaction.

A write waits for the transaction that holds it. While one transaction is being made durable,
further writes gather for the next, so the cost of a disk's flush is shared by all tables and none
is told that it is safe before it is. Transactions are written in one thread of their own, each in
one go, so that a busy event loop does not hold them up.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine, and_, bindparam, exists, insert, or_, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.sql.dml import Insert

from daguai.server.store.schema import log
from daguai.server.store.seam import Conflict, LogEntry, StoreError

Work: TypeAlias = Callable[[Connection], None]
"""Writing that is no log entry; runs in the writer's thread."""

_MAX_BATCH = 512


def _compare_and_append() -> Insert:
    """Insert an entry if the one before it is there, or it is a match's first."""
    names = [column.name for column in log.columns]
    values = [bindparam(name, type_=log.c[name].type) for name in names]
    before = log.alias("before")
    follows = exists(
        select(before.c.seq).where(
            and_(
                before.c.match == bindparam("match", type_=log.c.match.type),
                before.c.seq == bindparam("seq", type_=log.c.seq.type) - 1,
            )
        )
    )
    first = bindparam("seq", type_=log.c.seq.type) == 1
    return insert(log).from_select(names, select(*values).where(or_(first, follows)))


_APPEND = _compare_and_append()


class _Pending:
    """A write and who waits for it: a log entry, or any other work."""

    __slots__ = ("done", "entry", "work")

    def __init__(self, entry: LogEntry | None, work: Work | None) -> None:
        self.entry = entry
        self.work = work
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class GroupCommit:
    """The one writer of a database within this process.

    Attributes:
        transactions: how many have been made durable.
        entries: how many log entries were in them.
        seconds: how long that took.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="commit")
        self._pending: list[_Pending] = []
        self._more = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None
        self.transactions = 0
        self.entries = 0
        self.seconds = 0.0

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run(), name="group commit")

    async def stop(self) -> None:
        """Write what is pending, then refuse further writes."""
        self._closing = True
        self._more.set()
        if self._task is not None:
            await self._task
        self._thread.shutdown()

    async def append(self, entry: LogEntry) -> None:
        """Append an entry durably.

        Raises:
            Conflict: it is not the next of its match, or repeats an action.
        """
        await self._submit(_Pending(entry, None))

    async def write(self, work: Work) -> None:
        """Do any other writing durably."""
        await self._submit(_Pending(None, work))

    def _submit(self, pending: _Pending) -> asyncio.Future[None]:
        if self._closing:
            raise StoreError("the store is closed")
        self._pending.append(pending)
        self._more.set()
        return pending.done

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        connection = await loop.run_in_executor(self._thread, self._engine.connect)
        try:
            while True:
                await self._more.wait()
                batch, self._pending = self._pending[:_MAX_BATCH], self._pending[_MAX_BATCH:]
                if batch:
                    errors = await loop.run_in_executor(
                        self._thread, self._commit, connection, batch
                    )
                    _answer(batch, errors)
                elif self._closing:
                    return
                else:
                    self._more.clear()
        finally:
            await loop.run_in_executor(self._thread, connection.close)

    def _commit(self, connection: Connection, batch: Sequence[_Pending]) -> list[Exception | None]:
        """Write a batch; return for each write why it failed, or None."""
        try:
            self._transact(connection, batch)
        except Exception as error:
            with suppress(SQLAlchemyError):
                connection.rollback()
            if len(batch) == 1:
                return [_translated(error, batch[0])]
            # one of them spoils it: the others must not suffer
            return [self._commit(connection, (pending,))[0] for pending in batch]
        return [None] * len(batch)

    def _transact(self, connection: Connection, batch: Sequence[_Pending]) -> None:
        begin = time.perf_counter()
        entries = [pending.entry for pending in batch if pending.entry is not None]
        for pending in batch:
            if pending.work is not None:
                pending.work(connection)
        if entries:
            result = connection.execute(_APPEND, [_row(entry) for entry in entries])
            if result.rowcount != len(entries):
                raise Conflict(entries[0].match, entries[0].seq)
        connection.commit()
        self.transactions += 1
        self.entries += len(entries)
        self.seconds += time.perf_counter() - begin


def _answer(batch: Sequence[_Pending], errors: Sequence[Exception | None]) -> None:
    for pending, error in zip(batch, errors, strict=True):
        if not pending.done.done():
            if error is None:
                pending.done.set_result(None)
            else:
                pending.done.set_exception(error)


def _row(entry: LogEntry) -> Mapping[str, Any]:
    return {name: getattr(entry, name) for name in entry.__struct_fields__}


def _translated(error: Exception, pending: _Pending) -> Exception:
    if isinstance(error, IntegrityError) and pending.entry is not None:
        return Conflict(pending.entry.match, pending.entry.seq)
    if isinstance(error, StoreError):
        return error
    wrapped = StoreError(f"could not write: {error}")
    wrapped.__cause__ = error
    return wrapped
