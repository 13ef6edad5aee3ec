"""How uvicorn runs the application."""

from __future__ import annotations

from typing import Any

import uvicorn
from starlette.applications import Starlette

from daguai.server.frames import FramesProtocol
from daguai.server.protocol import MAX_MESSAGE_BYTES


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
