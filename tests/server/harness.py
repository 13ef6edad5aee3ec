"""A real server on a free port, and clients that keep all they are told."""

from __future__ import annotations

import asyncio
import itertools
import json
import socket
import threading
import urllib.request
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from daguai.actions import Action
from daguai.bots import Beginner
from daguai.cards import FACES
from daguai.exchange import owes
from daguai.server import protocol as p
from daguai.server.app import create_app
from daguai.server.config import Config
from daguai.server.hub import Hub
from daguai.server.serving import uvicorn_config
from daguai.server.store import LogEntry
from daguai.view import View

T = TypeVar("T")

PATIENCE = 60
"""Seconds to wait for what must come: longer than the slowest machine needs."""

QUICK: dict[str, Any] = {
    "think_ms": (0, 0),
    "deal_pause_ms": 0,
    "grace_ms": 300,
    "lobby_grace_ms": 600,
    "queue_ms": 300,
    "messages": (1000, 1000.0),
    "phrases": (4, 0.001),
    "advice": (1000, 1000.0),
    "bot_threads": 1,
}


class Server:
    """A server in a thread, with its own event loop."""

    def __init__(self, data: Path, plain: bool = False, ping: float = 20.0, **changes: Any) -> None:
        """Prepare a server.

        Args:
            data: folder of its database.
            plain: whether its sockets know no ready-made frames.
            ping: seconds between pings, and as many until one must have been answered.
            changes: of its configuration.
        """
        self.config = Config(data=data, **{**QUICK, **changes})
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        app = create_app(self.config)
        self.hub: Hub = app.state.hub
        sockets: dict[str, Any] = {"ws": "websockets-sansio"} if plain else {}
        pings = {"ws_ping_interval": ping, "ws_ping_timeout": ping}
        self._uvicorn = uvicorn.Server(uvicorn_config(app, **sockets, **pings))
        self.clients: list[Client] = []
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        asyncio.run(self._uvicorn.serve(sockets=[self._socket]))

    def launch(self) -> None:
        """Begin to serve, though tables cannot be played yet."""
        self._thread.start()
        while not self._uvicorn.started:
            if not self._thread.is_alive():
                raise RuntimeError("the server did not start")
            threading.Event().wait(0.01)

    def start(self) -> None:
        self.launch()
        while not self.hub.ready:
            if not self._thread.is_alive():
                raise RuntimeError("the server did not start")
            threading.Event().wait(0.01)

    def stop(self) -> None:
        self._uvicorn.should_exit = True
        self._thread.join(PATIENCE)
        self._socket.close()
        assert not self._thread.is_alive(), "the server did not stop"

    def call(self, work: Callable[[Hub], T]) -> T:
        """Do something in the server's loop and return what it returns."""

        async def job() -> T:
            return work(self.hub)

        return asyncio.run_coroutine_threadsafe(job(), self.hub.loop).result()

    def do(self, work: Callable[[Hub], Coroutine[Any, Any, T]]) -> T:
        """Do something that takes a while in the server's loop and return what it returns."""
        return asyncio.run_coroutine_threadsafe(work(self.hub), self.hub.loop).result(PATIENCE)

    async def until(self, true: Callable[[Hub], bool], timeout: float = PATIENCE) -> None:
        """Wait until something is true in the server."""
        async with asyncio.timeout(timeout):
            while not self.call(true):
                await asyncio.sleep(0.01)

    def log(self, match: str) -> list[LogEntry]:
        """Return what is recorded of a match."""
        reading = self.hub.store.log(match)
        return list(asyncio.run_coroutine_threadsafe(reading, self.hub.loop).result(PATIENCE))

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


@contextmanager
def serving(data: Path, **changes: Any) -> Iterator[Server]:
    server = Server(data, **changes)
    server.start()
    try:
        yield server
    finally:
        server.stop()


_news: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Condition] = WeakKeyDictionary()


class Client:
    """A player's page, as far as the protocol goes: it keeps every message it gets."""

    _ids = itertools.count(1)

    def __init__(self, server: Server, token: str, name: str = "") -> None:
        self.server = server
        self.token = token
        self.name = name
        self.heard: list[p.ServerMessage] = []
        self.texts: list[str] = []
        self.table: Any = None
        self.view: Any = None
        self.clock: Any = None
        self.hand: Any = None
        self.rules: dict[str, Any] = {}
        self.seq = 0
        self.seat: Any = None
        self.closed: Any = None
        self._socket: ClientConnection | None = None
        self.reader: Any = None

    @property
    def _news(self) -> asyncio.Condition:
        """Tells of every message to any client: what one waits for may be told to another."""
        return _news.setdefault(asyncio.get_running_loop(), asyncio.Condition())

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    async def open(
        self, table: str | None = None, after: int | None = None, program: bool = False
    ) -> Client:
        self._socket = await connect(
            f"ws://127.0.0.1:{self.server.port}/ws",
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=None,  # only the server's patience is tried
        )
        self.closed = None
        self.server.clients.append(self)
        self.reader = asyncio.create_task(self._read())
        await self.put(p.Hello(p.PROTOCOL_VERSION, self.token, table, after, program))
        return self

    async def cut(self) -> None:
        """Lose the connection without a word."""
        self.socket.transport.abort()
        assert self.reader is not None
        await self.reader

    async def close(self) -> None:
        if self._socket is not None and self.reader is not None:
            await self._socket.close()
            await self.reader

    async def put(self, message: p.ClientMessage) -> None:
        await self.socket.send(msgspec.json.encode(message).decode())

    async def ask(self, kind: Callable[..., Any], **fields: Any) -> Any:
        """Send a request and return its answer; who comes in is told of the table, too."""
        request = f"{kind.__name__}-{next(self._ids)}"
        start = len(self.heard)
        await self.put(kind(request, **fields))
        answer = await self.wait(lambda m: getattr(m, "id", None) == request, start)
        if isinstance(answer, p.Done) and answer.table is not None:
            await self.until(lambda: self.table is not None and self.table.id == answer.table)
        return answer

    async def wait(
        self,
        wanted: Callable[[Any], bool] | type,
        start: int | None = None,
        timeout: float = PATIENCE,
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

    async def until(self, true: Callable[..., bool], timeout: float = PATIENCE) -> None:
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
                self.hand, self.rules = message.hand, message.view.rules
            case p.Update():
                assert message.seq == self.seq + 1, f"{message.seq} after {self.seq}"
                self.view, self.clock, self.seq = message.view, message.clock, message.seq
                if message.hand is not None:
                    self.hand = message.hand
            case p.ClockChanged():
                self.clock = message.clock


class Robot(Client):
    """A client that plays by itself, as the beginner bot does, from what it has been told."""

    _bot = Beginner(seed=1)

    def own_view(self) -> View:
        """The view of the robot's seat, put together from public view and hand."""
        assert self.seat is not None
        assert self.hand is not None
        due = {self.seat: self.view.phase}
        for entry in self.view.tribute:
            owing = owes(entry)
            if owing is not None:
                due[owing] = "take" if entry.offered else "return" if entry.card else "tribute"
        return msgspec.structs.replace(
            self.view, seat=self.seat, hand=self.hand, rules=self.rules, phase=due[self.seat]
        )

    async def choose(self) -> Action:
        return self._bot.act(self.own_view())

    async def act(self, action: Action | None = None) -> Any:
        """Act once and return the answer."""
        return await self.ask(p.Act, seq=self.seq, action=action or await self.choose())

    @property
    def to_act(self) -> bool:
        return self.view is not None and self.seat in self.view.to_act and bool(self.hand)

    async def play_on(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Play until the match is over, or until something is true."""
        while True:
            await self.until(lambda: self.to_act or self.over or stop())
            if stop() or self.over:
                return
            seq = self.seq
            answer = await self.act()
            if isinstance(answer, p.Refused):
                assert answer.code in ("stale", "not_your_turn", "match_over"), answer
            await self.until(lambda seq=seq: self.seq > seq or stop())

    @property
    def over(self) -> bool:
        return self.view is not None and self.view.end is not None


async def gathered(
    server: Server, people: int, settings: p.Settings, bots: bool = True, **kw: Any
) -> list[Robot]:
    """Seat people at a new table and start a match."""
    robots = [Robot(server, server.guest(f"P{n}"), f"P{n}") for n in range(people)]
    for robot in robots:
        await robot.open()
    host = robots[0]
    done = await host.ask(p.Create, settings=settings)
    for robot in robots[1:]:
        assert isinstance(await robot.ask(p.Join, code=done.code), p.Done)
    await host.until(
        lambda: (
            host.table is not None
            and [seat.kind for seat in host.table.seats].count("person") == people
        )
    )
    assert isinstance(await host.ask(p.Start), p.Done)
    for robot in robots:
        await robot.until(lambda robot=robot: bool(robot.hand) and robot.seat is not None)
    return robots


async def leader(robots: Iterable[Robot]) -> Robot:
    """Return who leads the match's first trick, where all seats are robots'."""
    everybody = {robot.seat: robot for robot in robots}
    first = next(iter(everybody.values()))
    dealt = await first.wait(lambda m: isinstance(m, p.Update) and len(m.view.to_act) == 1, 0)
    found: Robot = everybody[dealt.view.to_act[0]]
    await found.until(lambda: found.seq >= dealt.seq)
    return found


async def settled(robots: Iterable[Robot]) -> None:
    """Wait until everybody has been told all that has happened, where nobody goes on."""
    everybody = list(robots)
    table = everybody[0].table.id

    def last(hub: Hub) -> int:
        running = hub.tables.rooms[table].table.running
        return 0 if running is None else running.seq

    seq = everybody[0].server.call(last)
    for robot in everybody:
        await robot.until(lambda robot=robot: robot.seq >= seq)


def missing_card(hand: str) -> str:
    """Return a card that is not in a hand."""
    return next(str(face) for face in FACES if str(face) not in hand.split())


def play(test: Callable[[Server], Coroutine[Any, Any, T]], server: Server, seconds: int = 300) -> T:
    """Run a test's coroutine, and close its clients whatever happens."""

    async def main() -> T:
        try:
            return await asyncio.wait_for(test(server), seconds)
        finally:
            for client in server.clients:
                await client.close()
            server.clients.clear()

    return asyncio.run(main())
