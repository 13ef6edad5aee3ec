"""Players for ``benchmarks/server.py``: sockets that cost little, and play at once."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from daguai.server.protocol import PROTOCOL_VERSION

RANKS = "23456789TJQKA"
LATE = ("stale", "ahead", "not_your_turn", "conflict")
"""Refusals after which there may be another move to make."""


class View(msgspec.Struct):
    """The part of a view that these players look at."""

    phase: str
    level: str
    to_act: tuple[int, ...]
    to_beat: str
    end: Any = None


class Message(msgspec.Struct):
    """The part of any message that these players look at."""

    type: str
    id: str = ""
    seq: int = 0
    code: str | None = None
    view: View | None = None
    hand: str | None = None
    seat: int | None = None


decode = msgspec.json.Decoder(Message).decode


class Line(asyncio.Protocol):
    """A WebSocket client of text messages, with frames in place of a library."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self._heard = heard
        self._buffer = b""
        self._open = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self.received = 0

    def connection_made(self, transport: Any) -> None:
        """Ask for a WebSocket."""
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /ws HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        """Note that it is gone."""
        self.lost = True
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("closed"))

    def data_received(self, data: bytes) -> None:
        """Take frames apart."""
        self.received += len(data)
        buffer = self._buffer + data if self._buffer else data
        place = 0
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                self._buffer = buffer
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.ready.set_exception(ConnectionError(buffer[:end].decode()))
                self.transport.close()
                return
            self._open, place = True, end + 4
            self.ready.set_result(None)
        size = len(buffer)
        while size - place >= 2:
            kind, length, start = buffer[place], buffer[place + 1], place + 2
            if length == 126:
                if size - place < 4:
                    break
                length, start = int.from_bytes(buffer[start : start + 2], "big"), start + 2
            elif length == 127:
                if size - place < 10:
                    break
                length, start = int.from_bytes(buffer[start : start + 8], "big"), start + 8
            if size - start < length:
                break
            payload = buffer[start : start + length]
            place = start + length
            if kind == 0x81:
                self._heard(payload)
            elif kind == 0x89:
                self._frame(0x8A, payload)
        self._buffer = buffer[place:]

    def send(self, text: bytes) -> None:
        """Send a text message."""
        self._frame(0x81, text)

    def _frame(self, kind: int, payload: bytes) -> None:
        """Write a frame; the mask, which there must be, is zero."""
        size = len(payload)
        head = bytes((kind, 0x80 | size)) if size < 126 else struct.pack("!BBH", kind, 0xFE, size)
        self.transport.write(head + b"\0\0\0\0" + payload)


class Player:
    """One player: answers at once, or after a while, with the cheapest thing that beats the table.

    Attributes:
        delays: how long each move took from sending to its acknowledgement, in seconds, by when.
        think: seconds to wait before a move.
        paused: whether to make no more moves.
    """

    def __init__(self, token: str, delays: list[tuple[float, float]], think: Callable[[], float]):
        self.token = token
        self.delays = delays
        self.think = think
        self.refused: Counter[str] = Counter()
        self.hand = ""
        self.seat: int | None = None
        self.over = False
        self._number = 0
        self._sent: dict[str, float] = {}
        self._asked: dict[str, asyncio.Future[Message]] = {}
        self._seen: tuple[int, View] | None = None
        self._acting = False
        self.paused = False

    async def connect(self, port: int) -> None:
        """Open the socket and say hello."""
        loop = asyncio.get_running_loop()
        _, self.line = await loop.create_connection(lambda: Line(self._hear), "127.0.0.1", port)
        await self.line.ready
        hello = {"type": "hello", "protocol": PROTOCOL_VERSION, "token": self.token}
        self.line.send(msgspec.json.encode(hello))

    async def ask(self, kind: str, **fields: Any) -> Message:
        """Send a request and return its answer; anything but ``done`` is an error."""
        self._number += 1
        name = f"q{self._number}"
        future = asyncio.get_running_loop().create_future()
        self._asked[name] = future
        self.line.send(msgspec.json.encode({"type": kind, "id": name, **fields}))
        answer: Message = await asyncio.wait_for(future, 60)
        if answer.type != "done":
            raise RuntimeError(f"{kind}: {answer.code}")
        return answer

    def _hear(self, payload: bytes) -> None:
        message = decode(payload)
        kind = message.type
        if kind in {"update", "view"}:
            if message.hand is not None:
                self.hand = message.hand
            if kind == "view":
                self.seat = message.seat
            assert message.view is not None
            self._seen = message.seq, message.view
            self.look_again()
        elif kind == "accepted":
            now = time.perf_counter()
            self._acting = False
            self.delays.append((now, now - self._sent.pop(message.id)))
        elif kind == "refused":
            if message.id in self._asked:
                self._asked.pop(message.id).set_result(message)
            else:
                self._acting = False
                self._sent.pop(message.id, None)
                self.refused[message.code or ""] += 1
                if message.code in LATE:  # what is to be done now has been told already
                    self.look_again()
        elif kind == "done":
            self._asked.pop(message.id).set_result(message)

    def look_again(self) -> None:
        """Move if it is one's turn."""
        if self._seen is None:
            return
        seq, view = self._seen
        self.over = view.end is not None
        if self._acting or self.paused or self.seat not in view.to_act or not self.hand:
            return
        self._acting = True
        wait = self.think()
        if wait:
            asyncio.get_running_loop().call_later(wait, self._act, seq, view)
        else:
            self._act(seq, view)

    def _act(self, seq: int, view: View) -> None:
        if self.paused or self.line.lost:
            self._acting = False
            return
        action = self._choose(view)
        self._number += 1
        name = f"a{self._number}"
        self._sent[name] = time.perf_counter()
        self.line.send(
            msgspec.json.encode({"type": "act", "id": name, "seq": seq, "action": action})
        )

    def _choose(self, view: View) -> dict[str, str]:
        groups = by_value(self.hand.split(), view.level)
        if view.phase != "play":
            return {"type": "return", "card": min(groups.items())[1][0]}
        cards = answer(groups, view.to_beat.split(), view.level)
        return {"type": "lay", "cards": " ".join(cards)} if cards else {"type": "pass"}


def value(card: str, level: str) -> int:
    """Return a card's place in the order of single cards (clause 2.1)."""
    if card[1] == "J":
        return 15 if card == "BJ" else 14
    return 13 if card[0] == level else RANKS.index(card[0])


def by_value(hand: list[str], level: str) -> dict[int, list[str]]:
    groups: dict[int, list[str]] = {}
    for card in hand:
        groups.setdefault(value(card, level), []).append(card)
    return groups


def answer(groups: dict[int, list[str]], table: list[str], level: str) -> list[str]:
    """Choose the cheapest play of equal ranks, or full house; nothing is a pass."""
    if not table:
        lowest = min(groups)
        triples = sorted(v for v, cards in groups.items() if v < 14 and len(cards) >= 3)
        pairs = sorted(v for v, cards in groups.items() if v < 14 and len(cards) == 2)
        if triples and pairs:
            return groups[triples[0]][:3] + groups[pairs[0]]
        return groups[lowest][: min(3, len(groups[lowest]))]
    size = len(table)
    values = Counter(value(card, level) for card in table)
    compared = max(values, key=lambda v: (values[v], v))
    need = 3 if size == 5 else size
    for found in sorted(groups):
        if found > compared and len(groups[found]) >= need and (found < 14 or need == 1):
            cards = groups[found][:need]
            if size != 5:
                return cards
            pairs = [v for v, held in groups.items() if v not in {found, 14, 15} and len(held) > 1]
            if pairs:
                return cards + groups[min(pairs)][:2]
    return []
