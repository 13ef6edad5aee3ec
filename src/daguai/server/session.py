"""One socket: who is at its other end, and the order in which their messages are handled."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Final

from daguai.server.limits import Bucket
from daguai.server.mailbox import Mailbox
from daguai.server.protocol import (
    MAX_MESSAGE_BYTES,
    Failed,
    Hello,
    Ping,
    Refused,
    ServerMessage,
    decode_client,
    id_of,
)
from daguai.server.refusal import INTERNAL, Refusal, refusal_of
from daguai.server.wire import Outlet, Packet

if TYPE_CHECKING:
    from daguai.server.hub import Hub
    from daguai.server.room import Room
    from daguai.server.store.seam import PlayerRow

_PATIENCE: Final = 50
"""After so many bad messages, or messages too many, the socket is closed."""


class Session:
    """A socket from its opening to its end.

    Attributes:
        id: names the connection in logs.
        address: where it comes from, as limits know it.
        player: who said hello, or None.
        credential: the hash of the token they said it with.
        room: the table they are at.
        muted: seats of that table they do not want to hear.
        program: whether it says that a program plays.
        closed: whether nothing more is to be read or sent.
        phrases: how many phrases they may say.
        advice: how many hints and arrangements they may ask for.
    """

    def __init__(self, hub: Hub, outlet: Outlet, address: str) -> None:
        self.id = secrets.token_hex(4)
        self.address = address
        self.hub = hub
        self.player: PlayerRow | None = None
        self.credential = b""
        self.room: Room | None = None
        self.muted: set[int] = set()
        self.program = False
        self.closed = False
        self.mailbox = Mailbox(self._failed)
        self._outlet = outlet
        self._messages = Bucket(*hub.config.messages)
        self.phrases = Bucket(*hub.config.phrases)
        self.advice = Bucket(*hub.config.advice)
        self._bad = 0
        self._silence = asyncio.get_running_loop().call_later(
            hub.config.hello_ms / 1000, self._too_silent
        )

    def deliver(self, data: bytes | str) -> None:
        """Handle a message as it comes; a bad one gets an answer and changes nothing."""
        if self.closed:
            return
        if len(data) > MAX_MESSAGE_BYTES:
            self._complain("too_large", f"a message has at most {MAX_MESSAGE_BYTES} bytes")
            return
        within = self._messages.take(self.hub.loop.time())
        try:
            message = decode_client(data)
        except (ValueError, RecursionError) as error:  # the first is also what msgspec raises
            self._complain("bad_message", str(error), id_of(data))
            return
        if not within:
            request: str | None = getattr(message, "id", None)
            self._complain("rate_limited", "too many messages: wait a moment", request)
        elif isinstance(message, Ping):
            self.hub.pong(self, message)
        elif isinstance(message, Hello):
            self._silence.cancel()
            self.mailbox.post(lambda: self.hub.hello(self, message))
        elif self.player is None and self.mailbox.idle:
            self._complain("hello_first", "the first message is hello")
        else:
            self.hub.handle(self, message)

    def send(self, *packets: Packet) -> None:
        """Send packets, unless the socket is closed."""
        if not self.closed and not self._outlet.send(*packets):
            self.gone()

    def tell(self, message: ServerMessage) -> None:
        """Send a message to this socket alone."""
        self.send(Packet.of(message))

    def refuse(self, request: str, error: ValueError) -> None:
        """Answer a request with the reason why nothing is done."""
        refusal = refusal_of(error)
        if refusal.code != INTERNAL:  # which is counted where it is written down
            self.hub.metrics.refused[refusal.code] += 1
        self.tell(Refused(request, refusal.code, str(refusal), refusal.details))

    def close(self, code: int, reason: str) -> None:
        """Close the socket after what has been sent."""
        if not self.closed:
            self._outlet.close(code, reason)
            self.gone()

    def gone(self) -> None:
        """Note that nobody is there any more, though the connection may take a while to end."""
        if not self.closed:
            self.closed = True
            self._silence.cancel()
            # not now: whoever tells many of something may be in the midst of it
            self.hub.loop.call_soon(self.hub.forget, self)

    def _complain(self, code: str, message: str, request: str | None = None) -> None:
        """Say what is wrong with a message, in answer to the request it makes if that is known."""
        if request is None:
            self.tell(Failed(code, message))
            self.hub.metrics.refused[code] += 1
        else:
            self.refuse(request, Refusal(code, message))
        self._bad += 1
        if self._bad >= _PATIENCE:
            self.close(1008, "too many bad messages")

    def _too_silent(self) -> None:
        self.close(1008, "no hello")

    def _failed(self, error: Exception) -> None:
        self.hub.failed(error, session=self)
        code = error.code if isinstance(error, Refusal) else INTERNAL
        self.tell(Failed(code, "something went wrong; nothing was changed"))
