"""The built page, served from memory: small, compressed once, and the same until the restart."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

_INDEX: Final = "index.html"
_HASHED: Final = "assets/"
"""Files in here have a hash in their name, so a browser may keep them for ever."""
_COMPRESSIBLE: Final = ("text/", "application/javascript", "application/json", "image/svg+xml")
_TYPES: Final = {
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class _File:
    media: str
    plain: bytes
    packed: bytes | None
    tag: str
    cache: str


class Page:
    """An ASGI application that serves the files of a folder, read when it begins.

    A path without a dot in its last part that is no file is one of the page's own routes: it gets
    the page itself.
    """

    def __init__(self, folder: Path) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): _read(folder, path)
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.name.startswith(".")
        }

    def __contains__(self, path: str) -> bool:
        return path in self._files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        request = Request(scope)
        if request.method not in {"GET", "HEAD"}:
            response = Response("only GET", 405, {"allow": "GET, HEAD"}, media_type="text/plain")
        else:
            response = self._response(request)
        await response(scope, receive, send)

    def _response(self, request: Request) -> Response:
        path = request.url.path.strip("/")
        file = self._files.get(path or _INDEX)
        if file is None and "." not in path.rpartition("/")[2]:
            file = self._files.get(_INDEX)
        if file is None:
            return Response("not found", 404, media_type="text/plain")
        headers = {"etag": file.tag, "cache-control": file.cache}
        if file.packed is not None:
            headers["vary"] = "accept-encoding"
        if file.tag in request.headers.get("if-none-match", ""):
            return Response(None, 304, headers)
        content = file.plain
        if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            content, headers["content-encoding"] = file.packed, "gzip"
        return Response(content, 200, headers, media_type=file.media)


def _read(folder: Path, path: Path) -> _File:
    plain = path.read_bytes()
    name = path.relative_to(folder).as_posix()
    media = _TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = None
    if media.startswith(_COMPRESSIBLE) or media in _TYPES.values():
        packed = gzip.compress(plain, 9, mtime=0)
    if media.startswith("text/"):
        media += "; charset=utf-8"
    return _File(
        media=media,
        plain=plain,
        packed=packed if packed is not None and len(packed) < len(plain) else None,
        tag=f'"{hashlib.sha256(plain).hexdigest()[:20]}"',
        cache="public, max-age=31536000, immutable" if name.startswith(_HASHED) else "no-cache",
    )
