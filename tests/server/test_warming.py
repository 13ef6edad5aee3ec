"""The server answers while the fast core is compiled, and says that it is not ready."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from asking import ask
from harness import Client, Server, play

from daguai import kernels
from daguai.server import protocol as p
from daguai.server import warming


def test_tables_are_played_when_the_core_is_compiled_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The compiler works in a process of its own; nothing here waits for it but the players."""
    done = tmp_path / "done"
    slow = f"import pathlib, time\nwhile not pathlib.Path({str(done)!r}).exists(): time.sleep(0.01)"
    monkeypatch.setattr(warming, "COMPILER", (sys.executable, "-c", slow))
    monkeypatch.setattr(kernels, "is_warm", lambda: False)
    server = Server(tmp_path / "data")
    told: list[bool] = []

    async def test(server: Server) -> None:
        ann = await Client(server, server.guest("Ann")).open()
        for _ in range(3):
            health = ask(server, "GET", "/healthz")
            assert (health.status, health.code) == (503, "starting")
        await asyncio.sleep(0.1)
        assert ann.heard == []
        server.call(lambda hub: hub.when_ready(lambda: told.append(hub.ready)))
        done.touch()
        await ann.wait(p.Welcome, 0)
        assert ask(server, "GET", "/healthz").json["status"] == "ready"
        assert told == [True]

    server.launch()
    try:
        play(test, server)
    finally:
        done.touch()
        server.stop()


def test_a_server_stops_while_the_core_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "COMPILER", (sys.executable, "-c", "import time; time.sleep(600)"))
    monkeypatch.setattr(kernels, "is_warm", lambda: False)
    server = Server(tmp_path)
    server.launch()
    assert ask(server, "GET", "/healthz").status == 503
    server.stop()


def test_what_cannot_be_compiled_apart_is_compiled_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "COMPILER", (sys.executable, "-c", "raise SystemExit(3)"))
    monkeypatch.setattr(kernels, "is_warm", lambda: False)
    server = Server(tmp_path)
    server.start()
    assert ask(server, "GET", "/healthz").status == 200
    server.stop()


def test_a_server_listens_before_anything_is_compiled() -> None:
    """Loading the bots' modules would compile: that waits for the compiler's own process."""
    code = (
        "import sys, daguai.commands.hosting\n"
        "print([name for name in sys.modules if name in ('numba', 'daguai.bots')])"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == "[]"
