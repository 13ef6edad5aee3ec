"""``daguai serve``: from the command line to a page that answers, and how it stops."""

from __future__ import annotations

import asyncio
import functools
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace
from typing import IO, Any

import pytest
from asking import ask
from harness import PATIENCE, Client

import daguai.cli
from daguai.commands import hosting, serve
from daguai.server import protocol as p
from daguai.server.config import Config
from daguai.server.folder import Folder

CODE = """
import functools, sys
from pathlib import Path
from daguai.cli import main
from daguai.commands import hosting
hosting.Config = functools.partial(hosting.Config, page=Path(sys.argv[1]), grace_ms=600_000)
sys.exit(main(sys.argv[2:]))
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page as small as can be."""
    folder = tmp_path_factory.mktemp("built") / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>大怪路子</title>" + " " * 2000)
    (folder / "assets" / "main-abc.js").write_text("let a = 1;\n" * 500)
    (folder / "icon.png").write_bytes(b"\x89PNG")
    return folder


@contextmanager
def started(page: Path, data: Path, *options: str) -> Iterator[tuple[Any, str, IO[str]]]:
    """Run the command; yield the process, the page's address and the logs."""
    command = [sys.executable, "-c", CODE, str(page), "serve", "--port", "0", "--data", str(data)]
    with open(data.parent / "logs", "w+") as logs:
        process = subprocess.Popen(
            [*command, "--no-open", *options],
            stdout=subprocess.PIPE,
            stderr=logs,
            text=True,
            env={**os.environ, "LANG": "C", "NUMBA_DISABLE_JIT": "1"},  # starts sooner
        )
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+/", line)
            assert found, line
            yield process, found[0], logs
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


def server_at(address: str) -> Any:
    port = int(address.rpartition(":")[2].strip("/"))
    return SimpleNamespace(url=address.rstrip("/"), port=port, clients=[])


@pytest.fixture(scope="module")
def running(page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with started(page, tmp_path_factory.mktemp("server") / "data") as (_, address, _):
        yield server_at(address)


def test_from_the_command_to_a_page_that_answers(running: Any) -> None:
    assert ask(running, "GET", "/healthz").json["status"] == "ready"
    home = ask(running, "GET", "/")
    assert "大怪路子" in home.body.decode()
    for path in ("/t/ABC234", "/r/0123/2", "/rules"):
        assert ask(running, "GET", path).body == home.body, "the page's own routes"
    assert ask(running, "GET", "/assets/gone.js").status == 404
    assert ask(running, "POST", "/").status == 405
    for path in ("/%2e%2e/data/daguai.db", "/../data/daguai.db", "//etc/passwd.txt"):
        assert ask(running, "GET", path).status == 404


def test_the_page_is_kept_by_browsers_as_long_as_it_is_the_same(running: Any) -> None:
    home = ask(running, "GET", "/")
    assert home.headers["cache-control"] == "no-cache"
    again = ask(running, "GET", "/", if_none_match=home.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    script = ask(running, "GET", "/assets/main-abc.js", accept_encoding="gzip, br")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-encoding"] == "gzip"
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert len(script.body) < 200
    assert ask(running, "GET", "/icon.png").headers["content-type"] == "image/png"


def test_stopping_tells_everybody_and_the_next_start_goes_on(page: Path, tmp_path: Path) -> None:
    token = ""
    hands: list[str] = []

    async def first(server: Any) -> None:
        ann = await Client(server, token).open()
        await ann.ask(p.PlayNow, settings=p.Settings(move_seconds=0))
        await ann.until(lambda: bool(ann.hand) and ann.seat in ann.view.to_act)
        hands.append(ann.hand)
        process.send_signal(signal.SIGINT)
        await ann.until(lambda: ann.closed is not None)
        assert ann.closed[0] == 1012

    async def second(server: Any) -> None:
        ann = await Client(server, token).open()
        welcome = await ann.wait(p.Welcome, 0)
        await ann.ask(p.Watch, table=welcome.table)
        await ann.until(lambda: bool(ann.hand))
        assert ann.hand == hands[0]
        await ann.close()

    for visit in (first, second):
        with started(page, tmp_path / "data") as (process, address, logs):
            server = server_at(address)
            if not token:
                made = ask(server, "POST", "/api/players", {"nickname": "Ann"})
                token = made.json["token"]
            asyncio.run(visit(server))
            if visit is second:
                process.terminate()
                assert process.wait(PATIENCE) in (0, -signal.SIGTERM)
            else:
                assert process.wait(PATIENCE) == 0
                assert "stopped" in process.stdout.read()
            logs.seek(0)
            assert [json.loads(line)["level"] for line in logs if line.startswith("{")]


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run the command, which must end with status 2 and one line; return the line."""
    assert daguai.cli.main(["serve", *arguments, "--no-open", "--lang", "en"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = [text for text in captured.err.splitlines() if "compiling" not in text]
    assert line.startswith("daguai: ")
    return line


@pytest.fixture
def _here(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "Config", functools.partial(Config, page=page))
    monkeypatch.setattr(hosting, "_configure_logs", lambda form: None)


@pytest.mark.usefixtures("_here")
def test_what_cannot_be_used_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = str(tmp_path / "data")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert f"port {port} is taken" in refused(capsys, "--port", str(port), "--data", data)
    (tmp_path / "file").write_text("")
    folder = str(tmp_path / "file" / "data")
    assert f"cannot write to the data folder {folder}" in refused(capsys, "--data", folder)
    with Folder(tmp_path / "held"):
        line = refused(capsys, "--data", str(tmp_path / "held"), "--port", "0")
        assert "another server uses" in line
    assert "port 99999" in refused(capsys, "--port", "99999", "--data", data)
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "daguai.db").write_text("this is no database" * 100)
    line = refused(capsys, "--data", str(tmp_path / "bad"), "--port", "0")
    assert "not a database" in line
    assert "expected auto, json or text" in refused(capsys, "--logs", "xml")
    for origin in (
        "foo",
        "play.example.org",
        "ftp://a.org",
        "https://",
        "http://a:x",
        "http://a/b",
    ):
        assert f"'{origin}' is no origin" in refused(capsys, "--origin", origin, "--data", data)


def test_origins_are_taken_as_browsers_write_them(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[hosting.Settings] = []
    monkeypatch.setattr(hosting, "run", lambda settings: asked.append(settings) or 0)
    options = ["--origin", "https://Play.example.org/", "--origin", "http://localhost:5173"]
    assert daguai.cli.main(["serve", *options]) == 0
    assert asked[0].origins == ("https://play.example.org", "http://localhost:5173")


def test_a_page_that_is_not_built_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "Config", functools.partial(Config, page=tmp_path / "none"))
    assert "hatch_build.py" in refused(capsys, "--data", str(tmp_path / "data"))
    assert not (tmp_path / "data").exists()


def test_without_a_command_the_server_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[hosting.Settings] = []
    monkeypatch.setattr(hosting, "run", lambda settings: asked.append(settings) or 0)
    assert daguai.cli.main([]) == 0
    (settings,) = asked
    assert (settings.host, settings.open_page, settings.data) == ("127.0.0.1", True, None)
    assert serve.serve(lang="zh", no_open=True) == 0
    assert not asked[1].open_page


@pytest.mark.usefixtures("_here")
def test_the_page_is_opened_when_everything_is_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: SimpleQueue[str] = SimpleQueue()
    monkeypatch.setattr(hosting, "_has_browser", lambda: True)
    monkeypatch.setattr(hosting.webbrowser, "open", opened.put)

    def run(app: Any, listening: socket.socket, ready: Any) -> bool:
        app.state.hub.when_ready = lambda tell: tell()
        ready()
        return True

    monkeypatch.setattr(hosting.serving, "run", run)
    settings = hosting.Settings("0.0.0.0", 0, tmp_path / "data", True, (), "json", "en")
    assert hosting.run(settings) == 0
    address = opened.get(timeout=PATIENCE)
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
    assert address in capsys.readouterr().out


def test_metrics_count_what_happens(running: Any) -> None:
    async def play() -> None:
        made = ask(running, "POST", "/api/players", {"nickname": "Ann"})
        ann = await Client(running, made.json["token"]).open()
        await ann.ask(p.PlayNow, settings=p.Settings(move_seconds=0))
        await ann.until(lambda: bool(ann.hand) and ann.seat in ann.view.to_act)
        assert isinstance(await ann.ask(p.Sit, seat=3), p.Refused)
        lines = ask(running, "GET", "/metrics").body.decode().splitlines()
        numbers = dict(line.rsplit(" ", 1) for line in lines if line[0] != "#")
        assert numbers['daguai_tables{status="playing"}'] == "1.0"
        assert numbers["daguai_sockets"] == numbers["daguai_players"] == "1.0"
        assert numbers['daguai_refused_total{code="match_underway"}'] == "1.0"
        assert float(numbers["daguai_append_seconds_count"]) >= 1
        assert "daguai_loop_lag_seconds_count" in numbers
        assert "process_resident_memory_bytes" in numbers
        await ann.close()

    asyncio.run(play())
