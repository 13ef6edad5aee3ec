"""Asking a server over plain HTTP."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any

from harness import PATIENCE, Server


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        return str(self.json["code"])


def ask(
    server: Server,
    method: str,
    path: str,
    body: object = None,
    token: str | None = None,
    **headers: str,
) -> Answer:
    """Send a request; ``body`` is JSON unless it is bytes."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if token is not None:
        sent["authorization"] = f"Bearer {token}"
    data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
    if data is not None:
        sent.setdefault("content-type", "application/json")
    request = urllib.request.Request(server.url + path, data, sent, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            found, status = response.read(), response.status
            answered = response.headers
    except urllib.error.HTTPError as error:
        found, status, answered = error.read(), error.code, error.headers
    return Answer(status, {name.lower(): value for name, value in answered.items()}, found)
