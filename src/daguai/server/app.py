"""The application: sockets, the few REST routes, and the page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from daguai.server.config import Config
from daguai.server.hub import Hub
from daguai.server.protocol import Player
from daguai.server.refusal import Refusal
from daguai.server.socket import SocketEndpoint
from daguai.server.store import SqliteStore, Store


class NewPlayer(msgspec.Struct, frozen=True):
    """A guest to be."""

    nickname: str


class Registered(msgspec.Struct, frozen=True):
    """A guest and the token that proves to be them."""

    player: Player
    token: str


def _json(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def _refused(error: Refusal, status: int) -> Response:
    body = {"code": error.code, "message": str(error), "details": error.details}
    return _json(body, status)


class _Page(StaticFiles):
    """The built page; paths it has no file for are the page's own routes."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if response.status_code == 404 and "." not in path.rsplit("/", 1)[-1]:
            return FileResponse(f"{self.directory}/index.html")
        return response


def create_app(config: Config, store: Store | None = None) -> Starlette:
    """Return the ASGI application; its ``state.hub`` is the ``Hub``."""
    hub = Hub(config, store or SqliteStore(config.data / "daguai.db"))

    async def add_player(request: Request) -> Response:
        try:
            wanted = msgspec.json.decode(await request.body(), type=NewPlayer)
            player, token = await hub.players.add(wanted.nickname, hub.now())
        except msgspec.DecodeError as error:
            return _refused(Refusal("bad_message", str(error)), 400)
        except Refusal as error:
            return _refused(error, 422)
        return _json(Registered(Player(player.id, player.name), token), 201)

    async def health(_: Request) -> Response:
        return PlainTextResponse("ready" if hub.ready else "starting", 200 if hub.ready else 503)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await hub.open()
        try:
            yield
        finally:
            await hub.close()

    routes: list[BaseRoute] = [
        Route("/api/players", add_player, methods=["POST"]),
        Route("/healthz", health),
        WebSocketRoute("/ws", SocketEndpoint(hub)),
    ]
    if config.page.is_dir():
        routes.append(Mount("/", _Page(directory=config.page, html=True)))
    app = Starlette(routes=routes, lifespan=lifespan)
    app.state.hub = hub
    return app
