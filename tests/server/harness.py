"""A real server on a free port, and clients that keep all they are told."""

from __future__ import annotations

import asyncio
import itertools
import json
import socket
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from daguai.server import protocol as p
from daguai.server.app import create_app
from daguai.server.config import Config
from daguai.server.hub import Hub
from daguai.server.serving import uvicorn_config

T = TypeVar("T")

QUICK: dict[str, Any] = {
    "think_ms": (0, 0),
    "deal_pause_ms": 0,
    "grace_ms": 300,
    "lobby_grace_ms": 600,
    "queue_ms": 300,
    "messages": (1000, 1000.0),
    "bot_threads": 1,
}


class Server:
    """A server in a thread, with its own event loop."""

    def __init__(self, data: Path, **changes: Any) -> None:
        self.config = Config(data=data, **{**QUICK, **changes})
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        app = create_app(self.config)
        self.hub: Hub = app.state.hub
        self._uvicorn = uvicorn.Server(uvicorn_config(app))
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        asyncio.run(self._uvicorn.serve(sockets=[self._socket]))

    def start(self) -> None:
        self._thread.start()
        while not self.hub.ready:
            if not self._thread.is_alive():
                raise RuntimeError("the server did not start")
            threading.Event().wait(0.01)

    def stop(self) -> None:
        self._uvicorn.should_exit = True
        self._thread.join(20)
        self._socket.close()
        assert not self._thread.is_alive(), "the server did not stop"

    def call(self, work: Callable[[Hub], T]) -> T:
        """Do something in the server's loop and return what it returns."""
        done: asyncio.Future[T] = asyncio.run_coroutine_threadsafe(  # type: ignore[assignment]
            _as_coroutine(work, self.hub), self.hub.loop
        )
        return done.result()  # type: ignore[call-arg]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def post(self, path: str, body: object) -> Any:
        request = urllib.request.Request(
            self.url + path,
            json.dumps(body).encode(),
            {"content-type": "application/json"},
            method="POST",
        )
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    def guest(self, name: str) -> str:
        """Make a player and return their token."""
        return str(self.post("/api/players", {"nickname": name})["token"])


async def _as_coroutine(work: Callable[[Hub], T], hub: Hub) -> T:
    return work(hub)


@contextmanager
def serving(data: Path, **changes: Any) -> Iterator[Server]:
    server = Server(data, **changes)
    server.start()
    try:
        yield server
    finally:
        server.stop()


class Client:
    """A player's page, as far as the protocol goes: it keeps every message it gets."""

    _ids = itertools.count(1)

    def __init__(self, server: Server, token: str, name: str = "") -> None:
        self.server = server
        self.token = token
        self.name = name
        self.heard: list[p.ServerMessage] = []
        self.texts: list[str] = []
        self.table: p.TableState | None = None
        self.view: Any = None
        self.clock: p.Clock | None = None
        self.hand: str | None = None
        self.seq = 0
        self.seat: int | None = None
        self.closed: tuple[int, str] | None = None
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    async def open(self, table: str | None = None, after: int | None = None, **kw: Any) -> Client:
        self._socket = await connect(
            f"ws://127.0.0.1:{self.server.port}/ws", compression=None, **kw
        )
        self.closed = None
        self._reader = asyncio.create_task(self._read())
        await self.put(p.Hello(p.PROTOCOL_VERSION, self.token, table, after))
        return self

    async def cut(self) -> None:
        """Lose the connection without a word."""
        self.socket.transport.abort()
        assert self._reader is not None
        await self._reader

    async def close(self) -> None:
        if self._socket is not None and self._reader is not None:
            await self._socket.close()
            await self._reader

    async def put(self, message: p.ClientMessage) -> None:
        await self.socket.send(msgspec.json.encode(message).decode())

    async def ask(self, kind: Callable[..., Any], **fields: Any) -> Any:
        """Send a request and return its answer."""
        request = f"{kind.__name__}-{next(self._ids)}"
        start = len(self.heard)
        await self.put(kind(request, **fields))
        return await self.wait(lambda m: getattr(m, "id", None) == request, start)

    async def wait(
        self, wanted: Callable[[Any], bool] | type, start: int | None = None, timeout: float = 20
    ) -> Any:
        """Return the first message wanted, of those from ``start`` on (by default: from now on)."""
        test: Callable[[Any], bool] = (
            (lambda m: isinstance(m, wanted)) if isinstance(wanted, type) else wanted
        )
        place = len(self.heard) if start is None else start

        async def search() -> Any:
            nonlocal place
            async with self._news:
                while True:
                    while place < len(self.heard):
                        if test(self.heard[place]):
                            return self.heard[place]
                        place += 1
                    if self.closed is not None:
                        raise AssertionError(f"closed: {self.closed}")
                    await self._news.wait()

        return await asyncio.wait_for(search(), timeout)

    async def until(self, true: Callable[[], bool], timeout: float = 20) -> None:
        """Wait until something is true of what has been told."""

        async def search() -> None:
            async with self._news:
                await self._news.wait_for(lambda: true() or self.closed is not None)

        await asyncio.wait_for(search(), timeout)
        assert true(), f"closed: {self.closed}"

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                assert isinstance(text, str)
                message = p.decode_server(text)
                async with self._news:
                    self.texts.append(text)
                    self.heard.append(message)
                    self._follow(message)
                    self._news.notify_all()
        except ConnectionClosed:
            pass
        finally:
            async with self._news:
                self.closed = (self.socket.close_code or 0, self.socket.close_reason or "")
                self._news.notify_all()

    def _follow(self, message: p.ServerMessage) -> None:
        match message:
            case p.TableChanged():
                self.table = message.table
                self.seat = next((s.seat for s in message.table.seats if s.you), None)
            case p.Snapshot():
                self.view, self.clock, self.seq = message.view, message.clock, message.seq
                self.hand = message.hand
            case p.Update():
                assert message.seq == self.seq + 1, f"{message.seq} after {self.seq}"
                self.view, self.clock, self.seq = message.view, message.clock, message.seq
                if message.hand is not None:
                    self.hand = message.hand
            case p.ClockChanged():
                self.clock = message.clock


def play(test: Callable[..., Any], *args: Any) -> None:
    """Run a test's coroutine."""
    asyncio.run(asyncio.wait_for(test(*args), 120))
