"""Messages on their way out: encoded once, however many sockets they go to."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

from daguai.server.protocol import ServerMessage, encode

_TEXT: Final = 0x81
"""First byte of a WebSocket frame that holds a whole text message."""


class Packet:
    """A message in the form that goes over the wire."""

    __slots__ = ("_frame", "payload")

    def __init__(self, payload: bytes) -> None:
        self.payload = payload
        self._frame: bytes | None = None

    @classmethod
    def of(cls, message: ServerMessage) -> Packet:
        """Encode a message."""
        return cls(encode(message))

    @property
    def frame(self) -> bytes:
        """The message as a WebSocket frame: from a server it is the same for every client."""
        if self._frame is None:
            self._frame = _header(len(self.payload)) + self.payload
        return self._frame

    def with_field(self, name: str, value: object) -> Packet:
        """Return the message with one more field, without encoding the rest again.

        >>> Packet(b'{"a":1}').with_field("hand", "3S").payload
        b'{"a":1,"hand":"3S"}'
        """
        return Packet(b'%b,"%b":%b}' % (self.payload[:-1], name.encode(), encode(value)))


def _header(size: int) -> bytes:
    if size < 126:
        return bytes((_TEXT, size))
    if size < 1 << 16:
        return bytes((_TEXT, 126)) + size.to_bytes(2, "big")
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big")


class Outlet(Protocol):
    """Where a socket's packets go."""

    def send(self, *packets: Packet) -> bool:
        """Send, in order, or drop the connection if the client does not read.

        Return whether the connection is still there.
        """

    def close(self, code: int, reason: str) -> None:
        """Close after what has been sent."""


class AsgiOutlet:
    """Sends through any ASGI server, from a bounded queue."""

    def __init__(self, send: Callable[[dict[str, Any]], Awaitable[None]], limit: int) -> None:
        """Begin; ``limit`` is how many bytes may wait."""
        self._send = send
        self._limit = limit
        self._waiting = 0
        self._queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._closing = False

    def send(self, *packets: Packet) -> bool:
        """Queue packets; a client that lets too much wait is dropped."""
        for packet in packets:
            self._waiting += len(packet.payload)
            if self._waiting > self._limit:
                self.close(1008, "too slow")
            if self._closing:
                return False
            self._queue.put_nowait({"type": "websocket.send", "text": packet.payload.decode()})
        return True

    def close(self, code: int, reason: str) -> None:
        """Close after what has been queued."""
        if not self._closing:
            self._closing = True
            self._queue.put_nowait({"type": "websocket.close", "code": code, "reason": reason})
            self._queue.put_nowait(None)

    async def run(self) -> None:
        """Send what is queued until closed or cut off."""
        while (message := await self._queue.get()) is not None:
            await self._send(message)
            self._waiting -= len(message.get("text", ""))
