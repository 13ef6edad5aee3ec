"""Where a server is, and how a program becomes a player there."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from daguai.errors import CodedError

_PATIENCE: Final = 20.0
"""Seconds to wait for an answer."""
_LONGEST: Final = 1 << 16
"""Bytes of an answer that are read."""

_NO_ANSWER: Final = (HTTPException, ValueError, KeyError, TypeError, RecursionError)
"""What comes of reading something that is not HTTP, not JSON or not what was asked for."""


class ClientError(CodedError):
    """A server that cannot be played at.

    Attributes:
        code: ``bad_server_url``, ``no_server`` (it cannot be reached), ``not_a_server`` (what
            answers is not daguai), ``no_welcome`` (it ends every connection at once), ``no_seat``,
            ``seat_lost``, ``taken_over``, or whatever the server refuses, as in
            ``docs/protocol.md``.
    """


@dataclass(frozen=True, slots=True)
class Address:
    """A server's address.

    >>> Address.parse("https://play.example/").socket
    'wss://play.example/ws'

    Attributes:
        url: where its pages are, without a slash at the end.
    """

    url: str

    @classmethod
    def parse(cls, text: str) -> Address:
        """Read an address as people write it.

        Raises:
            ClientError: ``bad_server_url``.
        """
        try:
            parts = urlsplit(text.strip())
            usable = text.strip().isprintable() and _names_server(parts)
        except ValueError:
            usable = False
        if not usable:
            message = f"{text!r} is no address of a server: expected http://HOST:PORT"
            raise ClientError("bad_server_url", message, text=text)
        return cls(f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}")

    @property
    def socket(self) -> str:
        """Where its sockets are."""
        return "ws" + self.url.removeprefix("http") + "/ws"

    def unreachable(self, reason: object) -> ClientError:
        """Return the error that nobody answers here."""
        return ClientError(
            "no_server", f"no server at {self.url}: {reason}", url=self.url, reason=str(reason)
        )

    def unwelcoming(self) -> ClientError:
        """Return the error that a connection ends before the server has said anything."""
        message = f"{self.url} ends the connection before it says welcome"
        return ClientError("no_welcome", message, url=self.url)

    def stranger(self) -> ClientError:
        """Return the error that something else answers here."""
        message = f"{self.url} is no server of daguai"
        return ClientError("not_a_server", message, url=self.url)

    def new_player(self, name: str) -> str:
        """Become a player; return the token.

        Raises:
            ClientError: there is no server, or it refuses.
        """
        request = urllib.request.Request(
            self.url + "/api/players",
            json.dumps({"nickname": name}).encode(),
            {"content-type": "application/json"},
            method="POST",
        )
        try:
            with urllib.request.urlopen(request, timeout=_PATIENCE) as response:
                return str(json.loads(response.read(_LONGEST))["token"])
        except urllib.error.HTTPError as error:
            raise self._refused(error) from None
        except (urllib.error.URLError, OSError) as error:
            raise self.unreachable(getattr(error, "reason", error)) from None
        except _NO_ANSWER:
            raise self.stranger() from None

    def _refused(self, error: urllib.error.HTTPError) -> ClientError:
        try:
            with error:
                answer: Any = json.loads(error.read(_LONGEST))
            details = {key: str(value) for key, value in answer.get("details", {}).items()}
            return ClientError(str(answer["code"]), str(answer["message"]), **details)
        except (*_NO_ANSWER, OSError, AttributeError):
            return self.stranger()


def _names_server(parts: SplitResult) -> bool:
    """Whether an address names a host, and nothing that an address of a server lacks.

    Raises:
        ValueError: its port is no number of one, or its host no name of one.
    """
    host = parts.hostname or ""
    host.encode("idna")
    return (
        parts.scheme in ("http", "https")
        and host != ""
        and parts.port != 0
        and "@" not in parts.netloc
        and not (parts.query or parts.fragment)
        and " " not in parts.netloc + parts.path
        and parts.path.isascii()
    )
