"""``daguai bot``: a program at a table, over real sockets, from sitting down to the match's end."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness import PATIENCE, Server, play, serving
from seating import host_of, programs, settings, with_programs

import daguai.cli
from daguai import client
from daguai.actions import Lay, Pass
from daguai.bots import Beginner, bot_named
from daguai.client.memory import Memory
from daguai.server import protocol as p
from daguai.server import requests
from daguai.server.advice import hints_for
from daguai.server.refusal import Refusal
from daguai.view import View

ROOT = Path(__file__).parents[2]


def test_programs_play_a_match_with_a_person(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        host = await host_of(server, options={"max_deals": 2})
        told: list[str] = []
        bots = [bot_named("club"), bot_named("beginner", 1)]
        tasks = await with_programs(host, *bots, tell=lambda key, _: told.append(key))
        assert sorted(programs(host)) == ["B0", "B1"]
        await host.ask(p.Start)
        await host.play_on()
        ends = await asyncio.gather(*tasks)
        assert ends == [host.view.end] * 2
        assert told == ["seated"] * 2
        log = server.log(host.table.match)
        authors = {entry.author for entry in log if entry.seat in (1, 2)}
        assert authors == {"player"}, "no bot of the server's plays for them"

    with serving(tmp_path) as server:
        play(test, server)


class Watcher:
    """Keeps every view it is asked about."""

    name = "watcher"

    def __init__(self) -> None:
        self.views: list[View] = []
        self._bot = Beginner(1)

    def act(self, view: View) -> Any:
        self.views.append(view)
        return self._bot.act(view)


@pytest.mark.parametrize(
    "options",
    [{}, {"counts_shown": 0, "tribute_card": "giver", "return_card": "candidates"}],
    ids=["house", "choices"],
)
def test_a_program_knows_what_an_attentive_player_remembers(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    """Its views are those that the server gives its own bots, and no more than that."""

    async def test(server: Server) -> None:
        host = await host_of(server, options={"max_deals": 3, **options})
        watcher = Watcher()
        truth: dict[int, View] = {}
        tasks = await with_programs(host, watcher)

        def keep(hub: Any) -> None:
            table = hub.tables.rooms[host.table.id].table
            apply = table.apply

            def applied(*arguments: Any) -> Any:
                changed = apply(*arguments)
                truth[table.running.seq] = table.running.view(1, memory=True)
                return changed

            table.apply = applied

        server.call(keep)
        await host.ask(p.Start)
        await host.play_on()
        await asyncio.gather(*tasks)
        assert watcher.views
        known = list(truth.values())
        assert [view for view in watcher.views if view not in known] == []

    with serving(tmp_path) as server:
        play(test, server)


def test_a_program_takes_a_bots_seat_in_a_match(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        host = await host_of(server)
        await host.ask(p.Start)
        await host.until(lambda: bool(host.hand))
        (task,) = await with_programs(host, Beginner(2))
        await host.play_on()
        assert await task == host.view.end

    with serving(tmp_path) as server:
        play(test, server)


def test_a_program_reconnects_by_itself(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        host = await host_of(server, options={"max_deals": 5})
        told: list[str] = []
        (task,) = await with_programs(host, Beginner(3), tell=lambda key, _: told.append(key))
        await host.ask(p.Start)

        def cut(hub: Any) -> None:
            for session in hub.sessions.values():
                if session.program:
                    session.close(1012, "cut")

        for seq in (5, 25, 45):
            await host.play_on(lambda seq=seq: host.seq >= seq)
            start = len(host.heard)
            server.call(cut)
            gone = await host.wait(lambda m: here(m) is False, start)
            await host.wait(lambda m: here(m) is True, host.heard.index(gone, start))
        await host.play_on()
        assert await task == host.view.end
        assert [key for key in told if key in ("lost", "back")] == ["lost", "back"] * 3

    with serving(tmp_path, grace_ms=60_000) as server:
        play(test, server)


def here(message: Any) -> bool | None:
    """Whether the program is connected, where a message tells it."""
    if isinstance(message, p.TableChanged):
        return next(seat.connected for seat in message.table.seats if seat.program)
    return None


class Rogue:
    """Wants what is not allowed, or fails, in turn."""

    name = "rogue"

    def __init__(self, seed: int | str = 0) -> None:
        self._asked = 0

    def act(self, view: View) -> Any:
        self._asked += 1
        if self._asked % 2:
            raise RuntimeError("on purpose")
        return Pass() if not view.to_beat else Lay("2S 3S 4S 5S")


def test_a_bot_that_fails_holds_no_table_up(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        host = await host_of(server)
        told: list[dict[str, str]] = []
        (task,) = await with_programs(
            host, Rogue(), tell=lambda key, details: told.append({"key": key, **details})
        )
        await host.ask(p.Start)
        await host.play_on()
        assert await task == host.view.end
        faults = [one["reason"] for one in told if one["key"] == "fault"]
        assert "RuntimeError: on purpose" in faults
        assert len(set(faults)) > 1

    with serving(tmp_path) as server:
        play(test, server)


def refusal(server: Server, test: Callable[[Server], Any]) -> str:
    with pytest.raises(client.ClientError) as refused:
        play(test, server)
    return refused.value.code


def test_what_keeps_a_program_away_has_a_code(tmp_path: Path) -> None:
    async def not_allowed(server: Server) -> None:
        host = await host_of(server, allow_bot_clients=False)
        await client.play(server.url, host.table.code, Beginner())

    async def no_table(server: Server) -> None:
        await client.play(server.url, "ZZZZZZ", Beginner())

    async def no_seat(server: Server) -> None:
        host = await host_of(server, late_seats="nobody")
        await host.ask(p.Start)
        await client.play(server.url, host.table.code, Beginner())

    async def thrown_out(server: Server) -> None:
        host = await host_of(server)
        (task,) = await with_programs(host, Beginner())
        await host.ask(p.ClearSeat, seat=1)
        await task

    async def forbidden(server: Server) -> None:
        host = await host_of(server)
        (task,) = await with_programs(host, Beginner())
        await host.ask(p.Configure, settings=settings(allow_bot_clients=False))
        await task

    async def nameless(server: Server) -> None:
        await client.play(server.url, "ZZZZZZ", Beginner(), name="\x07")

    with serving(tmp_path) as server:
        assert refusal(server, not_allowed) == "no_programs"
        assert refusal(server, no_table) == "unknown_code"
        assert refusal(server, no_seat) == "no_seat"
        assert refusal(server, thrown_out) == "seat_lost"
        assert refusal(server, forbidden) == "seat_lost"
        assert refusal(server, nameless) == "bad_name"


def test_a_memory_without_a_match_owes_nothing() -> None:
    memory = Memory()
    assert not memory.due
    assert not memory.note(p.Pong(1.0, 2))


# The command.


def one_line(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert daguai.cli.main(["bot", *arguments, "--lang", "en"]) == 2
    captured = capsys.readouterr()
    (line,) = [text for text in captured.err.splitlines() if "compiling" not in text]
    return line


def test_what_is_wrong_on_the_command_line_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ("--table", "ABC234")
    line = one_line(capsys, "--server", "localhost:1", *where)
    assert "'localhost:1' is no address of a server" in line
    assert "no server at http://127.0.0.1:9" in one_line(
        capsys, "--server", "http://127.0.0.1:9", *where
    )
    line = one_line(capsys, "--server", "http://127.0.0.1:9", *where, "--level", "genius")
    assert "no bot 'genius'" in line
    line = one_line(capsys, "--server", "http://127.0.0.1:9", *where, "--level", "no:Bot")
    assert "no:Bot is no bot" in line
    with serving(tmp_path) as server:
        line = one_line(capsys, "--server", server.url, "--table", "ZZZZZZ")
        assert "ZZZZZZ" in line


CODE = """
import signal, sys
# a run in the background may have been told to ignore it, and children inherit that
signal.signal(signal.SIGINT, signal.default_int_handler)
from daguai.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture(scope="module")
def _compiled() -> None:
    """Compile what programs need before their time counts."""
    subprocess.run([sys.executable, "-m", "daguai.kernels"], check=True)


def started(server: Server, code: str, *options: str, folder: Path = ROOT) -> Any:
    command = [sys.executable, "-c", CODE, "bot", "--server", server.url, "--table", code]
    paths = os.pathsep.join([str(folder), str(ROOT / "src")])
    return subprocess.Popen(
        [*command, "--lang", "en", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    )


def ended(process: Any) -> None:
    """End a process whatever it does, and close its pipes."""
    process.kill()
    with process:
        pass


def blocks() -> list[str]:
    """The programs of docs/bots.md."""
    document = (ROOT / "docs/bots.md").read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", document, re.DOTALL)


@pytest.mark.usefixtures("_compiled")
def test_every_kind_of_bot_by_command_and_the_documents_client(tmp_path: Path) -> None:
    """A level, a class, a program of its own, and the client of docs/bots.md."""
    mybot, stdio, _, hinted = blocks()
    for name, source in (("mybot", mybot), ("stdio", stdio), ("hinted", hinted)):
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
    assert len(hinted.splitlines()) < 40

    async def test(server: Server) -> None:
        host = await host_of(server, options={"max_deals": 2})
        code = host.table.code
        run = f"run:{sys.executable} {tmp_path / 'stdio.py'}"
        processes = [
            started(server, code, "--level", "beginner", "--name", "Level", "--seed", "7"),
            started(server, code, "--level", "mybot:MyBot", folder=tmp_path),
            started(server, code, "--level", run, "--name", "Program", "--json"),
            subprocess.Popen(
                [sys.executable, str(tmp_path / "hinted.py"), server.url, code],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            ),
        ]
        try:
            await host.until(lambda: len(programs(host)) == 4, timeout=3 * PATIENCE)
            assert sorted(programs(host)) == ["Hinted", "Level", "Program", "mybot"]
            await host.ask(p.Start)
            await host.play_on()
            for process in processes:
                out, err = await asyncio.to_thread(process.communicate, timeout=2 * PATIENCE)
                assert process.returncode == 0, err
                if process in processes[:2]:
                    assert "the match is over" in out
                    assert "failed" not in out
                elif process is processes[2]:
                    answer = json.loads(out)
                    assert answer["winner"] == host.view.end.winner
                    assert answer["faults"] == []
                    assert answer["seat"] in (1, 2, 3, 4)
            log = server.log(host.table.match)
            assert {e.author for e in log if e.seat in (1, 2, 3, 4)} == {"player"}
        finally:
            for process in processes:
                ended(process)

    with serving(tmp_path / "data") as server:
        play(test, server, 600)


@pytest.mark.usefixtures("_compiled")
def test_the_documents_client_outlives_answers_that_come_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty and an outdated answer come before each, one again after it; some are refused."""
    source = blocks()[3]
    (tmp_path / "hinted.py").write_text(source, encoding="utf-8")
    outdated: list[p.HintItem] = []
    asked = itertools.count(1)
    hint = requests.HANDLERS[p.Hint]

    async def late(room: Any, session: Any, player: Any, message: p.Hint) -> None:
        if next(asked) % 20 == 1:
            raise Refusal("rate_limited", "on purpose")
        session.tell(p.Hinted(message.id, (), 0))
        session.tell(p.Hinted(message.id, tuple(outdated), len(outdated)))
        await hint(room, session, player, message)
        running = room.table.match()
        found = hints_for(running.view(room.table.seats.of(player.id), memory=True))
        session.tell(p.Hinted(message.id, found, len(found)))
        outdated[:] = found[:1]

    monkeypatch.setitem(requests.HANDLERS, p.Hint, late)

    async def test(server: Server) -> None:
        host = await host_of(server, options={"max_deals": 2})
        process = subprocess.Popen(
            [sys.executable, str(tmp_path / "hinted.py"), server.url, host.table.code],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            await host.until(lambda: programs(host) == ["Hinted"], timeout=3 * PATIENCE)
            await host.ask(p.Start)
            await host.play_on()
            _, err = await asyncio.to_thread(process.communicate, timeout=2 * PATIENCE)
            assert process.returncode == 0, err
            log = server.log(host.table.match)
            assert {entry.author for entry in log if entry.seat == 1} == {"player"}
        finally:
            ended(process)

    with serving(tmp_path / "data") as server:
        play(test, server, 600)


def test_the_documents_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/bots.md: how a bot of one's own sits down from Python."""
    mybot, _, call, _ = blocks()
    (tmp_path / "mybot.py").write_text(mybot, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    async def test(server: Server) -> None:
        host = await host_of(server)
        source = call.replace("http://localhost:8000", server.url)
        source = source.replace("ABC234", host.table.code)
        ended = asyncio.create_task(asyncio.to_thread(exec, source, {}))
        await host.until(lambda: programs(host) == ["mybot"])
        await host.ask(p.Start)
        await host.play_on()
        await ended

    with serving(tmp_path / "data") as server:
        play(test, server)


@pytest.mark.usefixtures("_compiled")
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_leaves_the_table(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        host = await host_of(server, options={"max_deals": 50})
        process = started(server, host.table.code, "--level", "beginner")
        try:
            await host.until(lambda: programs(host) != [], timeout=3 * PATIENCE)
            await host.ask(p.Start)
            await host.until(lambda: bool(host.hand))
            process.send_signal(signal.SIGINT)
            _, err = await asyncio.to_thread(process.communicate, timeout=2 * PATIENCE)
            assert process.returncode == 130
            assert "Traceback" not in err
            await host.until(lambda: bool(host.table.seats[1].autopilot))
        finally:
            ended(process)

    with serving(tmp_path, grace_ms=600_000) as server:
        play(test, server, 600)
