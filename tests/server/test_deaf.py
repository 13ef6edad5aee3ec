"""Clients that stop reading: everybody else goes on without them, however their connection ends."""

from __future__ import annotations

import asyncio
import base64
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import PATIENCE, Robot, Server, gathered, play, serving
from websockets.frames import Frame, Opcode

from daguai.server import protocol as p
from daguai.server.frames import FramesProtocol
from daguai.server.hub import Hub

SETTINGS = p.Settings(options={"max_deals": 1}, move_seconds=0, bots="beginner")
SMALL, MUCH = 1 << 12, 1 << 17


class Deaf:
    """A client that speaks, but reads nothing and answers no ping."""

    def __init__(self, server: Server, line: socket.socket) -> None:
        self.server = server
        self.line = line

    def say(self, message: p.ClientMessage | str) -> None:
        text = message.encode() if isinstance(message, str) else msgspec.json.encode(message)
        self.line.sendall(Frame(Opcode.TEXT, text).serialize(mask=True))

    async def replace(self, player: Robot) -> None:
        """Take a player's place, and let more be told than the system's buffers hold."""
        table = player.table.id
        self.say(p.Hello(p.PROTOCOL_VERSION, player.token, table))
        await asyncio.wait_for(player.reader, PATIENCE)
        transport = self.server.call(self._transport)
        number = 0
        while transport.get_write_buffer_size() < MUCH and not transport.is_closing():
            number += 1
            self.say(p.Watch(f"w{number}", table))  # answered by two long messages
            await asyncio.sleep(0.001)

    def _transport(self, hub: Hub) -> Any:
        """The server's end, which buffers little."""
        ends: Any = [session._outlet for session in hub.sessions.values()]
        ours = self.line.getsockname()
        transport = next(e._protocol.transport for e in ends if e._protocol.client == ours)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
        return transport


@contextmanager
def deaf(server: Server) -> Iterator[Deaf]:
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        line.settimeout(PATIENCE)
        line.connect(("127.0.0.1", server.port))
        key = base64.b64encode(bytes(16)).decode()
        line.sendall(
            f"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += line.recv(1)
        assert answer.startswith(b"HTTP/1.1 101"), answer
        yield Deaf(server, line)


def connections(server: Server) -> int:
    return len(server._uvicorn.server_state.connections)


def test_who_does_not_answer_a_ping_is_played_for(tmp_path: Path) -> None:
    """A table without a clock goes on, though much is still to be sent to the lost client."""

    async def test(server: Server) -> None:
        ann, bob = await gathered(server, 2, SETTINGS)
        with deaf(server) as lost:
            await lost.replace(bob)
            await ann.until(lambda: not ann.table.seats[bob.seat].connected)
            await ann.until(lambda: ann.table.seats[bob.seat].autopilot)
            await ann.play_on()

    with serving(tmp_path, ping=1.0) as server:
        play(test, server)


def test_who_is_taken_over_is_at_the_table_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player who returned may leave for good while the old connection still lingers."""
    monkeypatch.setattr(FramesProtocol, "linger", 600.0)

    async def test(server: Server) -> None:
        ann, bob = await gathered(server, 2, SETTINGS)
        with deaf(server) as lost:
            await lost.replace(bob)
            start = len(ann.heard)
            again = Robot(server, bob.token)
            await again.open(table=ann.table.id)
            await again.until(lambda: bool(again.hand))
            await again.ask(p.Say, phrase="hello")
            await ann.wait(p.Said, start)
            told = [m.table for m in ann.heard[start:] if isinstance(m, p.TableChanged)]
            assert all(t.seats[bob.seat].connected for t in told), "there all the time"
            await again.ask(p.Leave)
            await ann.until(lambda: ann.table.seats[bob.seat].autopilot)
            assert not ann.table.seats[bob.seat].connected
            assert connections(server) == 3, "the old one lingers"
            await ann.play_on()

    with serving(tmp_path) as server:
        play(test, server)


def test_who_is_refused_is_gone_at_once_and_the_connection_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FramesProtocol, "linger", 0.1)

    async def test(server: Server) -> None:
        ann, bob = await gathered(server, 2, SETTINGS)
        with deaf(server) as lost:
            await lost.replace(bob)
            for _ in range(50):
                lost.say("rubbish")
            await ann.until(lambda: not ann.table.seats[bob.seat].connected)
            await server.until(lambda _: connections(server) == 1)
            await ann.play_on()

    with serving(tmp_path) as server:
        play(test, server)
