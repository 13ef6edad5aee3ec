"""The short way between uvicorn's sockets and ours.

Most of what the server does is to tell six sockets the same thing. uvicorn's own protocol class
would wrap and frame each message for each socket; this one lets a ready-made frame be written
straight to the transport, and hands whole messages over without a queue. Handshake, pings,
fragments, limits and closing stay uvicorn's and websockets' business.

But a closed connection ends here by itself: uvicorn waits until all that was written has been read,
which a client that does not read never does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from daguai.server.wire import Packet

EXTENSION: Final = "daguai.frames"
"""Where an ASGI application finds the ``FramesProtocol`` in its scope's ``extensions``."""
CLOSE: Final = "daguai.close"
"""Type of the ASGI event by which an outlet asks the application to close the socket."""


class FramesProtocol(WebSocketsSansIOProtocol):
    """uvicorn's socket, which also takes ready-made frames."""

    deliver: Callable[[bytes], None] | None = None
    """Who gets the messages directly."""
    linger = 5.0
    """Seconds that the other end has to read the rest when the socket is closed."""
    _end: asyncio.TimerHandle | None = None

    def handle_connect(self, event: Request) -> None:
        """Offer the short way to the application."""
        super().handle_connect(event)
        if not self.close_sent:  # the handshake was accepted, so the application will run
            extensions = cast("dict[str, Any]", self.scope.get("extensions"))
            extensions[EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        """Hand a whole message over."""
        if self.deliver is None:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.deliver(bytes(data))

    def keepalive_timeout(self) -> None:
        """Drop a connection whose other end does not answer: it will not read the rest either."""
        super().keepalive_timeout()
        self.transport.abort()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Note that the application has finished, whoever closed the socket."""
        super().on_task_complete(task)
        self.end_soon()

    def end_soon(self) -> None:
        """Let the connection end within ``linger``, whether the other end reads or not."""
        if self._end is None and not self.disconnected:
            self._end = self.loop.call_later(self.linger, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the connection is no more."""
        super().connection_lost(exc)
        if self._end is not None:
            self._end.cancel()


class FrameOutlet:
    """Writes frames to a socket; an ``Outlet``."""

    def __init__(self, protocol: FramesProtocol, limit: int) -> None:
        """Begin; ``limit`` is how many bytes may wait for a client that does not read."""
        self._protocol = protocol
        self._limit = limit

    def send(self, *packets: Packet) -> bool:
        """Write the packets' frames at once, or drop a client that does not read."""
        protocol = self._protocol
        transport = protocol.transport
        if protocol.close_sent or transport.is_closing():
            return False
        transport.write(b"".join([packet.frame for packet in packets]))
        if transport.get_write_buffer_size() > self._limit:
            transport.abort()
            return False
        return True

    def close(self, code: int, reason: str) -> None:
        """Let the application close the socket."""
        event: Any = {"type": CLOSE, "code": code, "reason": reason}
        self._protocol.queue.put_nowait(event)
        self._protocol.end_soon()  # the application waits until something has been read
