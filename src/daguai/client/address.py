"""Where a server is, and how a program becomes a player there."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from daguai.errors import CodedError

_PATIENCE: Final = 20.0
"""Seconds to wait for an answer."""


class ClientError(CodedError):
    """A server that cannot be played at.

    Attributes:
        code: ``bad_server_url``, ``no_server`` (it cannot be reached), ``not_a_server`` (what
            answers is not daguai), ``no_seat``, ``seat_lost``, ``taken_over``, or whatever the
            server refuses, as in ``docs/protocol.md``.
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
        url = text.strip().rstrip("/")
        try:
            parts = urlsplit(url)
            usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:
            usable = False
        if not usable:
            message = f"{text!r} is no address of a server: expected http://HOST:PORT"
            raise ClientError("bad_server_url", message, text=text)
        return cls(url)

    @property
    def socket(self) -> str:
        """Where its sockets are."""
        return "ws" + self.url.removeprefix("http") + "/ws"

    def unreachable(self, reason: object) -> ClientError:
        """Return the error that nobody answers here."""
        return ClientError(
            "no_server", f"no server at {self.url}: {reason}", url=self.url, reason=str(reason)
        )

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
                return str(json.load(response)["token"])
        except urllib.error.HTTPError as error:
            raise self._refused(error) from None
        except (urllib.error.URLError, OSError) as error:
            raise self.unreachable(getattr(error, "reason", error)) from None
        except (ValueError, KeyError, TypeError):
            raise self._stranger() from None

    def _refused(self, error: urllib.error.HTTPError) -> ClientError:
        try:
            answer: Any = json.load(error)
            details = {key: str(value) for key, value in answer.get("details", {}).items()}
            return ClientError(str(answer["code"]), str(answer["message"]), **details)
        except (ValueError, KeyError, TypeError, AttributeError):
            return self._stranger()

    def _stranger(self) -> ClientError:
        message = f"{self.url} is no server of daguai"
        return ClientError("not_a_server", message, url=self.url)
