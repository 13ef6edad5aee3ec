"""One route: what it takes and gives, and the way from a request to an answer."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from daguai.server.limits import address_key
from daguai.server.refusal import Refusal, refusal_of

if TYPE_CHECKING:
    from daguai.server.auth import Accounts
    from daguai.server.hub import Hub
    from daguai.server.store.seam import PlayerRow

MAX_BODY_BYTES: Final = 65536
"""A request with a longer body is refused unread."""

JSON: Final = "application/json"
TEXT: Final = "text/plain"

STATUS: Final[dict[str, int]] = {
    "bad_message": 400,
    "unauthorised": 401,
    "unknown_token": 401,
    "wrong_password": 403,
    "not_found": 404,
    "unknown_table": 404,
    "unknown_match": 404,
    "not_finished": 404,
    "wrong_method": 405,
    "name_taken": 409,
    "has_account": 409,
    "too_large": 413,
    "wrong_media": 415,
    "bad_name": 422,
    "bad_password": 422,
    "rate_limited": 429,
    "busy": 503,
    "store": 503,
    "starting": 503,
}
"""The status that goes with a reason; others are 422."""


class Problem(msgspec.Struct, frozen=True):
    """Why a request was not carried out; nothing has changed.

    Attributes:
        code: a stable name of the reason.
        message: the reason in English, for developers.
        details: what the message names, by key, for a text in another language.
    """

    code: str
    message: str
    details: dict[str, str] = {}


@dataclass(slots=True)
class Call:
    """A request on its way to a handler.

    Attributes:
        hub: the server.
        accounts: names and passwords.
        address: where the request came from, as limits know it.
        path: the parts of the path that vary.
        body: the decoded body, or None.
        query: the decoded query, or None.
        player: who asks; None for whoever shows no token.
        token: the token they showed.
    """

    hub: Hub
    accounts: Accounts
    address: str
    path: dict[str, Any]
    body: Any = None
    query: Any = None
    player: PlayerRow | None = None
    token: str = ""

    @property
    def asker(self) -> PlayerRow:
        """Who asks, on routes that need a token."""
        assert self.player is not None, "this route needs a token"
        return self.player


@dataclass(slots=True)
class File:
    """An answer to be kept as a file."""

    name: str
    contents: str
    media: str = TEXT


Handler: TypeAlias = Callable[[Call], Awaitable[Any]]
Auth: TypeAlias = Literal["none", "optional", "required"]


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """A route.

    Attributes:
        method: the HTTP method.
        path: with variable parts in braces.
        summary: one line on what it does.
        handler: does it.
        tag: what it is about.
        auth: whether a bearer token is needed.
        body: type of the body, or None.
        query: struct type of the query, or None.
        answer: type of the answer, or None when there is none.
        media: the answer's media type.
        status: of the answer.
        errors: codes of the reasons for refusal, besides those that every such route has.
        limit: ``newcomers`` or ``logins`` where these limits hold, too.
    """

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    path: str
    summary: str
    handler: Handler
    tag: str
    auth: Auth = "none"
    body: Any = None
    query: type[msgspec.Struct] | None = None
    answer: Any = None
    media: str = JSON
    status: int = 200
    errors: tuple[str, ...] = ()
    limit: Literal["", "newcomers", "logins"] = ""
    parameters: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def all_errors(self) -> tuple[str, ...]:
        """Every reason for which this route refuses."""
        found = [*self.errors, "rate_limited"]
        if self.body is not None:
            found += ["bad_message", "too_large", "wrong_media"]
        elif self.query is not None:
            found += ["bad_message"]
        if self.auth == "required":
            found += ["unauthorised"]
        if self.auth != "none":
            found += ["unknown_token"]
        return tuple(dict.fromkeys(found))


async def answer(endpoint: Endpoint, hub: Hub, accounts: Accounts, request: Request) -> Response:
    """Carry out a request, or say why not."""
    address = address_key(request.client.host) if request.client is not None else ""
    try:
        _limit(endpoint, hub, address)
        call = Call(hub, accounts, address, dict(request.path_params))
        await _authorise(endpoint, call, request)
        call.query = _query(endpoint, request)
        call.body = await _body(endpoint, request)
        found = await endpoint.handler(call)
    except ValueError as error:
        if not hasattr(error, "code"):
            raise
        return refused(hub, refusal_of(error))
    except ClientDisconnect:
        return Response(status_code=400)
    return _response(endpoint, found)


def refused(hub: Hub, error: Refusal) -> Response:
    """Count a reason and return it as a response."""
    hub.metrics.refused[error.code] += 1
    headers = {"cache-control": "no-store"}
    if "seconds" in error.details:
        headers["retry-after"] = error.details["seconds"]
    status = STATUS.get(error.code, 422)
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    body = msgspec.json.encode(Problem(error.code, str(error), error.details))
    return Response(body, status, headers, media_type=JSON)


def too_often(seconds: float) -> Refusal:
    """Return the reason for those who ask too often."""
    wait = str(max(1, math.ceil(seconds)))
    return Refusal("rate_limited", f"too many requests: wait {wait} s", seconds=wait)


def _limit(endpoint: Endpoint, hub: Hub, address: str) -> None:
    limits = [hub.limits.requests]
    if endpoint.limit:
        limits.append(getattr(hub.limits, endpoint.limit))
    for limit in limits:
        if not limit.take(address, hub.loop.time()):
            raise too_often(limit.wait(address))


async def _authorise(endpoint: Endpoint, call: Call, request: Request) -> None:
    if endpoint.auth == "none":
        return
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token:
        if endpoint.auth == "required" or scheme:
            raise Refusal("unauthorised", "this needs a header `Authorization: Bearer TOKEN`")
        return
    call.player, call.token = await call.hub.players.of_token(token), token
    if call.player is None:
        raise Refusal("unknown_token", "no player has this token")
    limit = call.hub.limits.players
    if not limit.take(call.player.id, call.hub.loop.time()):
        raise too_often(limit.wait(call.player.id))


def _query(endpoint: Endpoint, request: Request) -> Any:
    if endpoint.query is None:
        return None
    try:
        return msgspec.convert(dict(request.query_params), endpoint.query, strict=False)
    except msgspec.ValidationError as error:
        raise Refusal("bad_message", f"query: {error}") from None


async def _body(endpoint: Endpoint, request: Request) -> Any:
    if endpoint.body is None:
        return None
    media = request.headers.get("content-type", JSON).partition(";")[0].strip().lower()
    if media != JSON:
        raise Refusal("wrong_media", f"the body must be {JSON}", media=media)
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > MAX_BODY_BYTES:
            raise Refusal("too_large", f"a body has at most {MAX_BODY_BYTES} bytes")
        parts.append(part)
    try:
        return msgspec.json.decode(b"".join(parts), type=endpoint.body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("bad_message", str(error)) from None


def _response(endpoint: Endpoint, found: Any) -> Response:
    headers = {"cache-control": "no-store"}
    if isinstance(found, Response):
        return found
    if isinstance(found, File):
        headers["content-disposition"] = f'attachment; filename="{found.name}"'
        media = f"{found.media}; charset=utf-8" if found.media == TEXT else found.media
        return Response(found.contents.encode(), endpoint.status, headers, media_type=media)
    if endpoint.answer is None:
        return Response(None, endpoint.status, headers)
    body = found if isinstance(found, bytes) else msgspec.json.encode(found)
    return Response(body, endpoint.status, headers, media_type=JSON)
