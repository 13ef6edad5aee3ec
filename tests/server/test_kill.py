"""A real server process killed at any moment under load: what was acknowledged is there, once."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from harness import Robot
from websockets.exceptions import WebSocketException

from daguai.actions import Lay, Pass
from daguai.record import verify_record
from daguai.server import protocol as p
from daguai.server.archive import Archive
from daguai.server.secrecy import hash_token, new_id, new_token
from daguai.server.store import PlayerRow, SqliteStore

PEOPLE = 3
SERVER = """
import sys
from pathlib import Path
from daguai.server import logs, serving
from daguai.server.app import create_app
from daguai.server.config import Config

logs.configure("json", "warning")
config = Config(
    data=Path(sys.argv[1]), page=Path("none"), think_ms=(0, 0), deal_pause_ms=0, bot_threads=1,
    grace_ms=600_000, sockets=(10**6, 1e6), messages=(10**6, 1e6), tables=(10**6, 1e6),
)
listening = serving.listen("127.0.0.1", int(sys.argv[2]))
serving.run(create_app(config), listening, lambda: print("ready", flush=True))
"""
SETTINGS = p.Settings(options={"max_deals": 1}, move_seconds=0, bots="beginner")


class Stubborn(Robot):
    """A robot that comes back whenever it is cut off, and repeats what was not acknowledged.

    Attributes:
        kept: matches by id, and in each the acknowledged actions by id: what, and as which seq.
        code: of the table to join.
    """

    def __init__(self, port: int, token: str, enough: asyncio.Event) -> None:
        super().__init__(SimpleNamespace(port=port, clients=[]), token)  # type: ignore[arg-type]
        self.kept: dict[str, dict[str, tuple[Any, int]]] = {}
        self.code: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._enough = enough
        self._pending: p.Act | None = None
        self._number = 0

    async def live(self, host: Stubborn) -> None:
        """Play matches, however often the server dies, until it was enough."""
        while True:
            try:
                await self._visit(host)
            except (TimeoutError, OSError, WebSocketException):
                await asyncio.sleep(0.05)
            except AssertionError:
                await asyncio.sleep(0.5)
                if self.closed is None:
                    raise  # the server is there: this is a real fault
            else:
                return

    async def _visit(self, host: Stubborn) -> None:
        known = self.table.id if self.table is not None else None
        start = len(self.heard)
        await self.open(known, self.seq if self.view is not None else None)
        await self.wait(p.Welcome, start)
        if known is None:
            await self._take_a_seat(host)
        await self.until(lambda: self.table is not None and self.seat is not None)
        while True:
            if self._pending is not None:
                await self._send(self._pending)
            await self._seated(host)
            await self.until(lambda: self.to_act or self.over)
            if self.over:
                if self._enough.is_set():
                    await self.close()
                    return
                if self is host:
                    await self.ask(p.Rematch)
                await self.until(lambda: not self.over or self._enough.is_set())
            elif self.to_act:
                await asyncio.sleep(random.uniform(0, 0.03))
                self._number += 1
                self._pending = p.Act(f"{self._number}", self.seq, await self.choose())

    async def _take_a_seat(self, host: Stubborn) -> None:
        if self is not host:
            assert isinstance(await self.ask(p.Join, code=await host.code), p.Done)
            return
        if not self.code.done():
            done = await self.ask(p.Create, settings=SETTINGS)
            self.code.set_result(done.code)
        else:
            await self.ask(p.Join, code=self.code.result())

    async def _seated(self, host: Stubborn) -> None:
        """The host starts when everybody is there; the others wait for it."""
        if self is host and self.view is None:
            await self.until(
                lambda: [seat.kind for seat in self.table.seats].count("person") == PEOPLE
            )
            await self.ask(p.Start)
        await self.until(lambda: self.view is not None and self.hand is not None)

    async def _send(self, act: p.Act) -> None:
        match, place = self.table.match, len(self.heard)
        await self.put(act)
        answer = await self.wait(lambda m: getattr(m, "id", None) == act.id, place)
        assert isinstance(answer, p.Accepted), answer
        done = self.kept.setdefault(match, {})
        assert act.id not in done
        done[act.id] = (act.action, answer.seq)
        self._pending = None
        await self.until(lambda: self.seq >= answer.seq)


class Process:
    """A server process on a folder and a port, started again and again."""

    def __init__(self, data: Path, port: int) -> None:
        self._command = (sys.executable, "-c", SERVER, str(data), str(port))
        self._process: Any = None

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},  # starts sooner
        )

    async def ready(self) -> None:
        assert await self._process.stdout.readline() == b"ready\n"

    async def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()

    async def stop(self) -> None:
        self._process.terminate()
        await self._process.wait()


def free_port() -> int:
    """Return a port that is not given to whoever connects, and so stays free between two starts."""
    while True:
        port = random.randrange(16_384, 32_768)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


async def batter(data: Path, tables: int, kills: int) -> list[list[Stubborn]]:
    """Play at tables while the server is killed so many times."""
    port = free_port()
    enough = asyncio.Event()
    groups = []
    store = SqliteStore(data / "daguai.db")
    await store.open()
    for _ in range(tables):
        tokens = [new_token() for _ in range(PEOPLE)]
        for number, token in enumerate(tokens):
            await store.add_player(PlayerRow(new_id(), f"P{number}", 0), hash_token(token))
        groups.append([Stubborn(port, token, enough) for token in tokens])
    await store.close()

    process = Process(data, port)
    await process.start()
    lives = [asyncio.create_task(robot.live(group[0])) for group in groups for robot in group]
    try:
        for number in range(kills):
            if number % 5:
                await process.ready()
            await asyncio.sleep(random.uniform(0.05, 1.5))
            await process.kill()
            await process.start()
            for life in lives:
                if life.done():
                    life.result()
        async with groups[0][0]._news:
            enough.set()
            groups[0][0]._news.notify_all()
        await asyncio.wait_for(asyncio.gather(*lives), 600)
        await process.stop()
    finally:
        for life in lives:
            life.cancel()
        if process._process.returncode is None:
            await process.kill()
    return groups


async def check(data: Path, groups: list[list[Stubborn]]) -> int:
    """Compare what players were told with what is recorded; return how many moves were told."""
    told = 0
    store = SqliteStore(data / "daguai.db")
    await store.open()
    for group in groups:
        for match in {match for robot in group for match in robot.kept}:
            row, log = await store.match(match), list(await store.log(match))
            assert row is not None
            assert row.ended_at is not None, "every match is finished"
            assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
            record = Archive(row, log).record()
            assert record.end is not None
            assert verify_record(record).proved
            actions = Counter(entry.action for entry in log if entry.action is not None)
            assert max(actions.values()) == 1, "no action is there twice"
            for robot in group:
                for action_id, (action, seq) in robot.kept.get(match, {}).items():
                    entry = log[seq - row.base - 1]
                    assert entry.action == f"{robot.seat}:{action_id}"
                    first = json.loads(entry.events)[0]
                    if isinstance(action, Lay):
                        assert (first["type"], first["cards"]) == ("laid", action.cards)
                    elif isinstance(action, Pass):
                        assert first["type"] == "passed"
                    told += 1
    await store.close()
    return told


def kill_under_load(data: Path, tables: int, kills: int) -> None:
    async def main() -> None:
        groups = await batter(data, tables, kills)
        assert await check(data, groups) > 20 * tables

    asyncio.run(main())


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_no_acknowledged_move_is_lost_or_doubled(tmp_path: Path) -> None:
    kill_under_load(tmp_path, tables=2, kills=3)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_no_acknowledged_move_is_lost_or_doubled_in_fifty_kills(tmp_path: Path) -> None:
    kill_under_load(tmp_path, tables=8, kills=50)
