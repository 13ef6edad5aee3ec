"""How many moves a second a server makes durable, how long each takes, and what a table weighs.

    python benchmarks/server.py [--tables 500] [--seconds 20] [--data DIR] [--profile FILE]

A server runs in one process, its players in another: six real sockets at each table, which play
whole deals as fast as they are answered. Each move counted has been flushed to the disk
(``synchronous = FULL``) before it was acknowledged. Targets: 1,000 moves a second over 500 tables;
at half the rate that was reached, 99 of 100 moves acknowledged within 250 ms; 200 kB for a table
that idles. Players, server and disk share this machine, so the last lines say what was busy.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from server_bots import Player

from daguai import kernels
from daguai.server.secrecy import hash_token, new_id, new_token
from daguai.server.store import PlayerRow, SqliteStore

SEATS = 6
SETTINGS = {"preset": "house", "move_seconds": 0, "options": {"final_level": "A"}}
RATE, DELAY_MS, TABLE_KB = 1000, 250, 200
SERVER = """
import sys
from pathlib import Path
from daguai.server import serving, logs
from daguai.server.app import create_app
from daguai.server.config import Config

many = (10**6, 1e6)
config = Config(
    data=Path(sys.argv[1]), page=Path("none"), deal_pause_ms=0, sockets=many, open_sockets=10**6,
    requests=many, tables=many, codes=many,
)
logs.configure("json", "warning")
listening = serving.listen("127.0.0.1", 0)
port = listening.getsockname()[1]
serving.run(create_app(config), listening, lambda: print(port, flush=True))
"""


@dataclass
class Usage:
    """What a process had used at some time: seconds of CPU, memory in kB."""

    at: float
    cpu: float
    memory: int


def usage(process: int) -> Usage:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    status = Path(f"/proc/{process}/status").read_text()
    memory = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
    return Usage(time.perf_counter(), ticks / os.sysconf("SC_CLK_TCK"), int(memory))


@contextmanager
def server(data: Path, profile: str = "") -> Iterator[tuple[int, int]]:
    """Start a server on an empty folder; yield its process id and port."""
    command = [sys.executable, "-c", SERVER, str(data)]
    if profile:
        command = [sys.executable, "-m", "cProfile", "-o", profile, "-c", SERVER, str(data)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        port = int(process.stdout.readline())
        while not is_ready(port):
            time.sleep(0.1)
        yield process.pid, port
    finally:
        process.terminate()
        process.wait(30)


def is_ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
            return bool(answer.status == 200)
    except urllib.error.HTTPError:
        return False


async def make_players(data: Path, count: int) -> list[str]:
    """Put players into the store before the server opens it."""
    store = SqliteStore(data / "daguai.db")
    await store.open()
    tokens = [new_token() for _ in range(count)]
    rows = [PlayerRow(new_id(), f"P{number}", 0) for number in range(count)]
    adding = (store.add_player(row, hash_token(t)) for row, t in zip(rows, tokens, strict=True))
    await asyncio.gather(*adding)
    await store.close()
    return tokens


async def seat(players: Sequence[Player], port: int) -> None:
    """Seat players at a table of their own."""
    await asyncio.gather(*(player.connect(port) for player in players))
    host = players[0]
    code = (await host.ask("create", settings=SETTINGS)).code
    for guest in players[1:]:
        await guest.ask("join", code=code)


async def seat_all(tables: Sequence[Sequence[Player]], port: int) -> None:
    gate = asyncio.Semaphore(20)

    async def one(players: Sequence[Player]) -> None:
        async with gate:
            await seat(players, port)

    await asyncio.gather(*(one(players) for players in tables))


async def count(
    delays: list[tuple[float, float]], seconds: float, processes: Sequence[int]
) -> tuple[float, list[float], list[float]]:
    """Wait; return moves a second, their delays in order, and how busy each process was."""
    before = [usage(process) for process in processes]
    begin = time.perf_counter()
    await asyncio.sleep(seconds)
    end = time.perf_counter()
    after = [usage(process) for process in processes]
    found = sorted(delay for at, delay in delays if begin <= at < end)
    busy = [(b.cpu - a.cpu) / (b.at - a.at) for a, b in zip(before, after, strict=True)]
    return len(found) / (end - begin), found, busy


def quantile(ordered: Sequence[float], part: float) -> float:
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def metric(port: int, name: str) -> float:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as response:
        lines = response.read().decode().splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(f"{name} "))


def writing(port: int) -> tuple[float, ...]:
    """Return entries and the time they waited, transactions and the time they took."""
    names = (
        "daguai_append_seconds_count",
        "daguai_append_seconds_sum",
        "daguai_transactions_total",
        "daguai_transactions_seconds_total",
    )
    return tuple(metric(port, name) for name in names)


async def run(data: Path, tables: int, seconds: float, profile: str) -> bool:
    tokens = await make_players(data, tables * SEATS)
    pace = 0.0

    def think() -> float:
        return random.uniform(0.0, 2 * pace) if pace else 0.0

    delays: list[tuple[float, float]] = []
    players = [Player(token, delays, think) for token in tokens]
    rooms = [players[place : place + SEATS] for place in range(0, len(players), SEATS)]
    with server(data, profile) as (process, port):
        processes = (process, os.getpid())
        empty = usage(process).memory
        await seat_all(rooms, port)
        idle = usage(process).memory
        print(f"{tables} tables, {len(players)} sockets")
        for player in players:
            player.paused = True
        await asyncio.gather(*(room[0].ask("start") for room in rooms))
        await asyncio.sleep(1)
        dealt = usage(process).memory
        table_kb = (dealt - empty) / tables
        print(
            f"memory: {empty / 1000:.0f} MB empty; for each table with six sockets "
            f"{(idle - empty) / tables:.0f} kB seated, {table_kb:.0f} kB with cards dealt"
        )
        for player in players:
            player.paused = False
            player.look_again()
        await asyncio.sleep(seconds / 4)
        before, idle_before = writing(port), machine()
        full, found, busy = await count(delays, seconds, processes)
        tell("full rate", full, found, busy)
        entries, waited, transactions, writing_s = (
            b - a for a, b in zip(before, writing(port), strict=True)
        )
        print(
            f"  of it {1000 * waited / entries:.0f} ms until durable; transactions of "
            f"{1000 * writing_s / transactions:.1f} ms with {entries / transactions:.0f} moves, "
            f"{100 * writing_s / seconds:.0f} % of the time"
        )
        limited_by = limit(idle_before, busy, writing_s / seconds)
        cpu_us = 1e6 * busy[0] / full
        print(
            f"  server: {cpu_us:.0f} µs of CPU a move, so one core alone makes {1e6 / cpu_us:.0f}/s"
        )
        pace = tables / (full / 2)
        await asyncio.sleep(seconds / 2)
        half, found, busy = await count(delays, seconds, processes)
        delay = tell("half rate", half, found, busy)
        for player in players:
            player.paused = True
        grown = usage(process).memory
        refused: Counter[str] = sum((player.refused for player in players), Counter())
        lost = sum(player.line.lost for player in players)
        print(
            f"refused {dict(refused)}, sockets lost {lost}, memory at the end {grown / 1000:.0f} MB"
        )
        print(f"the limit of the full rate: {limited_by}")
    good = full >= RATE and delay < DELAY_MS and table_kb < TABLE_KB
    print("targets met" if good else "targets missed", f"({RATE}/s, {DELAY_MS} ms, {TABLE_KB} kB)")
    return good


def tell(name: str, rate: float, found: Sequence[float], busy: Sequence[float]) -> float:
    p50, p99 = quantile(found, 0.5), quantile(found, 0.99)
    print(
        f"{name}: {rate:.0f} durable moves/s; sending to acknowledgement p50 {p50:.0f} ms, "
        f"p99 {p99:.0f} ms; server {100 * busy[0]:.0f} % of a core, players {100 * busy[1]:.0f} %"
    )
    return p99


def machine() -> tuple[float, float]:
    """Return seconds of CPU that all cores have been busy, and idle or waiting for the disk."""
    ticks = [int(field) for field in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:8]]
    idle = ticks[3] + ticks[4]
    return (sum(ticks) - idle) / os.sysconf("SC_CLK_TCK"), idle / os.sysconf("SC_CLK_TCK")


def limit(before: tuple[float, float], busy: Sequence[float], writing: float) -> str:
    """Say what kept the full rate from being higher."""
    used, idle = (b - a for a, b in zip(before, machine(), strict=True))
    cores = os.cpu_count() or 1
    share = used / (used + idle) * cores
    own = sum(busy)
    parts = f"{share:.1f} of {cores} cores busy, {own:.1f} by server and players"
    if share > 0.9 * cores:
        cause = "CPU" if own > 0.8 * share else "CPU that other programs took"
    elif busy[0] > 0.9:
        cause = "the server's one core"
    elif writing > 0.6:
        cause = "the disk's flushes"
    else:
        cause = "waiting: each table has one move under way, the disk flushes many together"
    return f"{cause} ({parts}, transactions {100 * writing:.0f} % of the time)"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--data", type=Path, help="a folder on the disk to measure")
    parser.add_argument("--profile", default="", help="keep what cProfile sees of the server")
    options = parser.parse_args()
    needed = options.tables * SEATS + 500
    kernels.warm_up()
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, needed))
    with tempfile.TemporaryDirectory(dir=options.data) as folder:
        return int(
            not asyncio.run(run(Path(folder), options.tables, options.seconds, options.profile))
        )


if __name__ == "__main__":
    sys.exit(main())
