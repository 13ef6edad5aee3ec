"""``daguai bot`` where something is wrong: its bot, the address, or what answers there."""

from __future__ import annotations

import asyncio
import itertools
import socket
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from harness import Server, play, serving
from seating import host_of, with_programs
from websockets.asyncio.server import ServerConnection, serve

import daguai.cli
from daguai import client
from daguai.actions import Lay
from daguai.bots import Beginner
from daguai.client import player
from daguai.client.address import Address
from daguai.server import protocol as p
from daguai.view import View

# --- bots ---


def thrower(error: type[BaseException]) -> Callable[[], Any]:
    def throw() -> Any:
        raise error("on purpose")

    return throw


RUBBISH: dict[str, Callable[[], Any]] = {
    "TypeError: expected an action, not None": lambda: None,
    "TypeError: expected an action, not 'pass'": lambda: "pass",
    "TypeError: expected an action, not <object": object,
    "TypeError: expected an action, not {'type': 'pass'}": lambda: {"type": "pass"},
    "ValidationError: Expected `str`, got `int` - at `$.cards`": lambda: Lay.ascending(5),  # type: ignore[arg-type]
    "ValidationError: 'XX' is not a card": lambda: Lay.ascending("XX"),
    "RuntimeError: on purpose": thrower(RuntimeError),
    "StopIteration: on purpose": thrower(StopIteration),
    "SystemExit: on purpose": thrower(SystemExit),
    "GeneratorExit: on purpose": thrower(GeneratorExit),
    "CancelledError: on purpose": thrower(asyncio.CancelledError),
    "KeyboardInterrupt: on purpose": thrower(KeyboardInterrupt),
}
"""What a bot may do instead of choosing, by how its failure is told."""


class Rubbish:
    """Does all of it in turn."""

    name = "rubbish"

    def __init__(self) -> None:
        self._kinds = itertools.cycle(RUBBISH.values())

    def act(self, view: View) -> Any:
        return next(self._kinds)()


def test_a_bot_that_chooses_nothing_holds_no_table_up(tmp_path: Path) -> None:
    """It does the first thing that is legal, and says so."""

    async def test(server: Server) -> None:
        host = await host_of(server)
        told: list[dict[str, str]] = []
        (task,) = await with_programs(
            host, Rubbish(), tell=lambda key, details: told.append({"key": key, **details})
        )
        await host.ask(p.Start)
        await host.play_on()
        assert await task == host.view.end
        faults = [one["reason"] for one in told if one["key"] == "fault"]
        acted = sum(entry.seat == 1 for entry in server.log(host.table.match))
        assert len(faults) == acted > len(RUBBISH)
        for fault, reason in zip(faults, itertools.cycle(RUBBISH), strict=False):
            assert fault.startswith(reason)
        assert [one["key"] for one in told if one["key"] != "fault"] == ["seated"]

    with serving(tmp_path) as server:
        play(test, server)


# --- addresses ---


@pytest.mark.parametrize(
    "text",
    [
        "",
        "localhost",
        "localhost:8000",
        "//localhost",
        "ftp://localhost",
        "http:localhost",
        "http://",
        "http:///lobby",
        "http://a:b",
        "http://a:0",
        "http://a:99999",
        "http://a:80:80",
        "http://[::1",
        "http://[a]",
        "http://a..b",
        "http://" + 70 * "a",
        "http://user@a",
        "http://user:word@a:80",
        "http://a/a b",
        "http://a b/",
        "http://a/\N{LATIN SMALL LETTER A WITH DIAERESIS}",
        "http://a/?table=ABC234",
        "http://a/#table",
        "http://a\n/",
        "http://a\0",
        "http://\ud800",
    ],
)
def test_what_is_no_address_is_refused_at_once(text: str) -> None:
    with pytest.raises(client.ClientError) as refused:
        Address.parse(text)
    assert refused.value.code == "bad_server_url"


@pytest.mark.parametrize(
    ("text", "url", "socket"),
    [
        ("http://a:80/ ", "http://a:80", "ws://a:80/ws"),
        ("HTTPS://A/daguai/", "https://A/daguai", "wss://A/daguai/ws"),
        ("http://[::1]:8000", "http://[::1]:8000", "ws://[::1]:8000/ws"),
        ("http://bücher.example", "http://bücher.example", "ws://bücher.example/ws"),
    ],
)
def test_an_address_is_read_as_people_write_it(text: str, url: str, socket: str) -> None:
    assert Address.parse(text).url == url
    assert Address.parse(text).socket == socket


@contextmanager
def answering(answer: bytes) -> Iterator[str]:
    """Serve one answer to everybody, whatever they ask; give the address."""

    class Answering(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.settimeout(60)
            with suppress(OSError):  # it need not be read to its end
                self.request.recv(1 << 16)
                self.request.sendall(answer)
                self.request.shutdown(socket.SHUT_WR)
                while self.request.recv(1 << 16):
                    pass

    with socketserver.TCPServer(("127.0.0.1", 0), Answering) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


def http(body: bytes, status: str = "200 OK", length: int | None = None) -> bytes:
    size = len(body) if length is None else length
    return f"HTTP/1.1 {status}\r\nContent-Length: {size}\r\n\r\n".encode() + body


@pytest.mark.parametrize(
    "answer",
    [
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"HTTP/1.1 what\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 1000 + b"\r\n",
        http(b"hello"),
        http(b"[]"),
        http(b"[" * 100_000),
        http(b'{"token": "', length=100),
        http(b'{"code": "', "400 Bad Request", 100),
        http(b"null", "500 Internal Server Error"),
        http(b'{"code": "a", "message": "b", "details": {"code": "c"}}', "400 Bad Request"),
        b"HTTP/1.1 301 Moved\r\nLocation: http://a b/\r\n\r\n",
    ],
)
def test_something_else_that_answers_is_one_line(
    answer: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    with answering(answer) as url:
        arguments = ["bot", "--server", url, "--table", "ABC234", "--level", "beginner"]
        assert daguai.cli.main([*arguments, "--lang", "en"]) == 2
        line = capsys.readouterr().err.splitlines()[-1]
        assert line == f"daguai: {url} is no server of daguai"


@pytest.mark.parametrize("code", ["\udcff", "ABC" * 3000])
def test_what_is_no_code_is_one_line(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No server is asked: nothing listens there."""
    arguments = ("bot", "--server", "http://127.0.0.1:9", "--table", code, "--lang", "en")
    assert daguai.cli.main(arguments) == 2
    told = [line for line in capsys.readouterr().err.splitlines() if "compiling" not in line]
    assert len(told) == 1
    assert "there is no table" in told[0]


def test_a_server_that_hangs_up_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with answering(b"") as url:
        arguments = ["bot", "--server", url, "--table", "ABC234", "--level", "beginner"]
        assert daguai.cli.main([*arguments, "--lang", "en"]) == 2
        assert f"daguai: no server at {url}: " in capsys.readouterr().err


# --- sockets ---


@pytest.fixture
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits, and everybody is let in."""
    monkeypatch.setattr(player, "_WAITS", (0.0,))
    monkeypatch.setattr(player, "_ATTEMPTS", 4)
    monkeypatch.setattr(Address, "new_player", lambda *_: "token")


def refused(meet: Callable[[ServerConnection], Any]) -> tuple[str, list[str]]:
    """How a client is refused by a socket, and what it told before."""
    told: list[str] = []

    async def test() -> str:
        async with serve(meet, "127.0.0.1", 0) as serving, asyncio.timeout(60):
            port = next(iter(serving.sockets)).getsockname()[1]
            url = f"http://127.0.0.1:{port}"
            with pytest.raises(client.ClientError) as error:
                await client.play(url, "ABC234", Beginner(), tell=lambda key, _: told.append(key))
            return error.value.code

    return asyncio.run(test()), told


@pytest.mark.usefixtures("_at_once")
def test_a_socket_that_closes_before_its_welcome_is_no_server() -> None:
    visits = itertools.count(1)

    async def meet(_: ServerConnection) -> None:
        next(visits)

    assert refused(meet) == ("no_welcome", [])
    assert next(visits) == 2, "it is wrong from the start, so it is not tried again"


@pytest.mark.usefixtures("_at_once")
def test_a_server_that_welcomes_nobody_back_is_given_up() -> None:
    visits = itertools.count(1)

    async def meet(connection: ServerConnection) -> None:
        if next(visits) == 1:
            await connection.recv()
            me = p.Player("p1", "B")
            welcome = p.Welcome(p.PROTOCOL_VERSION, me, "s1", None, ())
            await connection.send(p.encode(welcome).decode())
            join = p.decode_client(await connection.recv())
            assert isinstance(join, p.Join)
            await connection.send(p.encode(p.Done(join.id, "t1", "ABC234")).decode())

    assert refused(meet) == ("no_welcome", ["lost"])
    assert next(visits) == 1 + 1 + 4


@pytest.mark.usefixtures("_at_once")
@pytest.mark.parametrize("text", ["hello", "[]", '{"type": "greeting"}'])
def test_a_socket_that_says_something_else_is_no_server_of_daguai(text: str) -> None:
    async def meet(connection: ServerConnection) -> None:
        await connection.send(text)
        await connection.wait_closed()

    assert refused(meet) == ("not_a_server", [])
