"""The ASGI end of a socket: who may open one, and what comes and goes through it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from daguai.server.frames import CLOSE, EXTENSION, FrameOutlet, FramesProtocol
from daguai.server.limits import address_key
from daguai.server.session import Session
from daguai.server.wire import AsgiOutlet

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from daguai.server.hub import Hub


def origin_allowed(headers: Iterable[tuple[bytes, bytes]], allowed: Iterable[str]) -> bool:
    """Return whether a page with this origin may open a socket.

    Browsers always say where a page is from; other programs need not. The server's own pages are
    those whose origin has the host that was asked for.

    >>> origin_allowed([(b"host", b"a.org"), (b"origin", b"https://a.org")], ())
    True
    >>> origin_allowed([(b"host", b"a.org"), (b"origin", b"https://evil.org")], ())
    False
    """
    found = {name.lower(): value.decode("latin-1") for name, value in headers}
    origin = found.get(b"origin")
    if origin is None or origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc == found.get(b"host", "")
    except ValueError:  # it is no address at all
        return False


class SocketEndpoint:
    """An ASGI application for one path."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket from its opening to its end."""
        await receive()  # websocket.connect
        address = address_key(scope["client"][0]) if scope.get("client") else ""
        if not self._may_open(address):
            await send({"type": "websocket.close", "code": 1013})
            return
        if not origin_allowed(scope["headers"], self._hub.config.origins):
            await send({"type": "websocket.close", "code": 1008})
            return
        self._hub.addresses[address] += 1
        try:
            await self._accept(scope, receive, send, address)
        finally:
            self._hub.addresses[address] -= 1
            if not self._hub.addresses[address]:
                del self._hub.addresses[address]

    def _may_open(self, address: str) -> bool:
        hub = self._hub
        few = hub.addresses[address] < hub.config.open_sockets
        return few and hub.limits.sockets.take(address, hub.loop.time())

    async def _accept(self, scope: Scope, receive: Receive, send: Send, address: str) -> None:
        limit = self._hub.config.send_buffer
        await send({"type": "websocket.accept"})
        protocol = scope.get("extensions", {}).get(EXTENSION)
        if isinstance(protocol, FramesProtocol):
            session = Session(self._hub, FrameOutlet(protocol, limit), address)
            protocol.deliver = session.deliver
            await self._serve(session, receive, send)
            return
        outlet = AsgiOutlet(send, limit)
        session = Session(self._hub, outlet, address)
        sending = asyncio.create_task(outlet.run())
        try:
            await self._serve(session, receive, send)
        finally:
            sending.cancel()
            with suppress(asyncio.CancelledError, OSError):
                await sending

    @staticmethod
    async def _serve(session: Session, receive: Receive, send: Send) -> None:
        try:
            while True:
                event: Any = await receive()
                if event["type"] == "websocket.receive":
                    session.deliver(event.get("text") or event.get("bytes") or b"")
                elif event["type"] == CLOSE:
                    close = {"code": event["code"], "reason": event["reason"]}
                    await send({"type": "websocket.close", **close})
                else:
                    break
        finally:
            session.gone()
