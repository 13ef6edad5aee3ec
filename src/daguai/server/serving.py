"""How uvicorn runs the application."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from starlette.applications import Starlette

from daguai.errors import CodedError
from daguai.server.frames import FramesProtocol
from daguai.server.protocol import MAX_MESSAGE_BYTES

_WAITING = 512
"""Connections that may wait to be accepted: everybody comes back at once after a restart."""

_LAST_PORT = 65535


class AddressError(CodedError):
    """An address that cannot be listened on.

    Attributes:
        code: ``port_taken`` or ``bad_address``.
    """


def uvicorn_config(app: Starlette, **changes: Any) -> uvicorn.Config:
    """Return uvicorn's settings for the application.

    Updates are small and many: they are not compressed, and go the short way (``frames``). Each
    socket is pinged, so that one whose other end vanished is noticed.
    """
    settings: dict[str, Any] = {
        "ws": FramesProtocol,
        "ws_max_size": 2 * MAX_MESSAGE_BYTES,
        "ws_per_message_deflate": False,
        "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "lifespan": "on",
        "timeout_graceful_shutdown": 5,
        **changes,
    }
    return uvicorn.Config(app, **settings)


def listen(host: str, port: int) -> socket.socket:
    """Listen on an address; port 0 is any that is free.

    Raises:
        AddressError: the port is taken, or there is no such address here.
    """
    if not 0 <= port <= _LAST_PORT:
        message = f"there is no port {port}: expected 0 to {_LAST_PORT}"
        raise AddressError(
            "bad_address", message, host=host, port=str(port), reason=f"0-{_LAST_PORT}"
        )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=_WAITING)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            message = f"port {port} is taken: choose another by --port"
            raise AddressError("port_taken", message, port=str(port)) from None
        reason = os.strerror(error.errno) if error.errno is not None else str(error)
        message = f"cannot listen on {host}, port {port}: {reason}"
        raise AddressError(
            "bad_address", message, host=host, port=str(port), reason=reason
        ) from None


class Server(uvicorn.Server):
    """uvicorn, which says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        if self.started and not self.should_exit:
            self._ready()


def run(app: Starlette, listening: socket.socket, ready: Callable[[], None]) -> bool:
    """Serve until told to stop, by Ctrl-C or a signal; return whether it ever began."""
    server = Server(uvicorn_config(app), ready)
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass  # how a server is meant to be stopped
    finally:
        listening.close()
    return server.started
