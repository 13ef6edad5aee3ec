"""The application: sockets, the routes over HTTP, and the page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, TypeAlias

import msgspec
from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import Receive, Scope, Send

from daguai.server.auth import Accounts
from daguai.server.config import Config
from daguai.server.http import manual, openapi
from daguai.server.http.endpoint import JSON, Endpoint, answer, refused
from daguai.server.http.routes import ENDPOINTS, PARAMETERS
from daguai.server.http.security import SecurityHeaders
from daguai.server.hub import Hub
from daguai.server.page import Page
from daguai.server.refusal import Refusal
from daguai.server.socket import SocketEndpoint
from daguai.server.store import SqliteStore, Store

Handler: TypeAlias = Callable[[Request, Exception], Awaitable[Response]]
"""What Starlette calls with an error."""


class Application(Starlette):
    """Starlette, with sockets going straight to their end: thousands stay open for hours."""

    sockets: SocketEndpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, socket or lifespan."""
        if scope["type"] != "websocket":
            await super().__call__(scope, receive, send)
        elif scope["path"] == "/ws":
            await self.sockets(scope, receive, send)
        else:
            await receive()  # websocket.connect
            await send({"type": "websocket.close", "code": 1008})


class _Number(IntegerConvertor):
    """A whole number in a path, not so long that reading it is work."""

    regex = "[0-9]{1,10}"


register_url_convertor("number", _Number())


def create_app(config: Config, store: Store | None = None) -> Starlette:
    """Return the ASGI application; its ``state.hub`` is the ``Hub``."""
    hub = Hub(config, store or SqliteStore(config.data / "daguai.db"))
    accounts = Accounts(hub.store, hub.players)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await hub.open()
        try:
            yield
        finally:
            await hub.close()
            accounts.close()

    app = Application(
        routes=[*_routes(hub, accounts), *_page(config)],
        lifespan=lifespan,
        middleware=[Middleware(SecurityHeaders), Middleware(GZipMiddleware, minimum_size=1000)],
        exception_handlers={HTTPException: _http_error(hub), Exception: _own_error(hub)},
    )
    app.state.hub = hub
    app.sockets = SocketEndpoint(hub)
    return app


def _routes(hub: Hub, accounts: Accounts) -> list[BaseRoute]:
    by_path: dict[str, list[Endpoint]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, []).append(endpoint)
    routes: list[BaseRoute] = [
        Route(_typed(path), _Resource(hub, accounts, endpoints))
        for path, endpoints in by_path.items()
    ]
    description = msgspec.json.encode(openapi.document())

    async def describe(_: Request) -> Response:
        return Response(description, media_type=JSON)

    async def explain(_: Request) -> Response:
        return HTMLResponse(manual.page())

    async def style(_: Request) -> Response:
        return Response(manual.STYLE, media_type="text/css")

    return [
        *routes,
        Route("/api/openapi.json", describe),
        Route("/api/docs", explain),
        Route("/api/docs.css", style),
        Mount("/api", _nothing),
    ]


class _Resource:
    """An ASGI application for one path, whatever the method."""

    def __init__(self, hub: Hub, accounts: Accounts, endpoints: Iterable[Endpoint]) -> None:
        self._hub = hub
        self._accounts = accounts
        self._by_method: dict[str, Endpoint] = {e.method: e for e in endpoints}
        if "GET" in self._by_method:
            self._by_method["HEAD"] = self._by_method["GET"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, send)
        endpoint = self._by_method.get(request.method)
        if endpoint is None:
            raise HTTPException(405, headers={"allow": ", ".join(self._by_method)})
        response = await answer(endpoint, self._hub, self._accounts, request)
        await response(scope, receive, send)


def _typed(path: str) -> str:
    """Return a path as the router reads it: whole numbers are no other text."""
    for name, schema in PARAMETERS.items():
        if schema["type"] == "integer":
            path = path.replace(f"{{{name}}}", f"{{{name}:number}}")
    return path


def _page(config: Config) -> list[BaseRoute]:
    return [Mount("/", Page(config.page))] if config.page.is_dir() else []


async def _nothing(*_: Any) -> None:
    raise HTTPException(404)


def _http_error(hub: Hub) -> Handler:
    """Say what Starlette refuses in our own words."""

    async def handle(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        code = "wrong_method" if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED else "not_found"
        response = refused(hub, Refusal(code, f"{error.status_code}: {error.detail}"))
        response.headers.update(error.headers or {})
        return response

    return handle


def _own_error(hub: Hub) -> Handler:
    async def handle(_: Request, error: Exception) -> Response:
        hub.failed(error)
        body = {"code": "internal", "message": "something went wrong; nothing was changed"}
        return Response(msgspec.json.encode(body), 500, media_type=JSON)

    return handle
