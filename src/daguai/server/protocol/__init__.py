"""Every message between a player's page and the server, as typed values.

All messages are JSON objects in text frames whose ``type`` names them. ``ClientMessage`` and
``ServerMessage`` are the two unions; actions, events and views inside them are the structs of
``daguai.actions``, ``daguai.events`` and ``daguai.view``. The JSON Schema and the page's
TypeScript types are generated from this module (``scripts/make_protocol.py``); what the messages
mean together is told in ``docs/protocol.md``.
"""

from __future__ import annotations

from typing import Final

import msgspec

from daguai.server.protocol.client import (
    Act,
    Arrange,
    Autopilot,
    Cancel,
    ClearSeat,
    ClientMessage,
    Configure,
    Create,
    Hello,
    Hint,
    Join,
    Judge,
    Leave,
    Mute,
    NextDeal,
    Ping,
    PlayNow,
    QuickMatch,
    Rematch,
    Say,
    SeatBot,
    ShuffleSeats,
    Sit,
    Stand,
    Start,
    Swap,
    Watch,
)
from daguai.server.protocol.common import (
    MAX_ENTROPY,
    MAX_HINTS,
    MAX_MESSAGE_BYTES,
    PROTOCOL_VERSION,
    BotLevel,
    Entropy,
    HintReason,
    Id,
    LateSeats,
    Notation,
    Phrase,
    Role,
    RoleReason,
    Seat,
    Seq,
    Settings,
    ShortText,
)
from daguai.server.protocol.server import (
    Accepted,
    Arranged,
    ClockChanged,
    Closed,
    Done,
    Failed,
    Hinted,
    Judged,
    Pong,
    Queue,
    Refused,
    Said,
    ServerMessage,
    Snapshot,
    TableChanged,
    TakenOver,
    Update,
    Welcome,
)
from daguai.server.protocol.state import (
    ArrangedPlay,
    Clock,
    HintItem,
    Player,
    PublicEvent,
    SeatDeadline,
    SeatState,
    TableState,
)


class _Request(msgspec.Struct):
    """What is to be known of a message in order to answer it."""

    id: Id | None = None


encode: Final = msgspec.json.Encoder().encode
"""Write any message as JSON bytes."""
decode_client: Final = msgspec.json.Decoder(ClientMessage).decode
"""Read a client's message; raises ``msgspec.ValidationError`` or ``msgspec.DecodeError``."""
_decode_id: Final = msgspec.json.Decoder(_Request).decode
decode_server: Final = msgspec.json.Decoder(ServerMessage).decode
"""Read a server's message, as clients in Python do."""


def id_of(data: bytes | str) -> str | None:
    """Return the id of a client's message that cannot be read otherwise, or None.

    >>> id_of('{"type":"sit","id":"7","seat":"north"}'), id_of("rubbish")
    ('7', None)
    """
    try:
        return _decode_id(data).id
    except (ValueError, RecursionError):  # the first is also what msgspec raises
        return None


__all__ = [
    "MAX_ENTROPY",
    "MAX_HINTS",
    "MAX_MESSAGE_BYTES",
    "PROTOCOL_VERSION",
    "Accepted",
    "Act",
    "Arrange",
    "Arranged",
    "ArrangedPlay",
    "Autopilot",
    "BotLevel",
    "Cancel",
    "ClearSeat",
    "ClientMessage",
    "Clock",
    "ClockChanged",
    "Closed",
    "Configure",
    "Create",
    "Done",
    "Entropy",
    "Failed",
    "Hello",
    "Hint",
    "HintItem",
    "HintReason",
    "Hinted",
    "Id",
    "Join",
    "Judge",
    "Judged",
    "LateSeats",
    "Leave",
    "Mute",
    "NextDeal",
    "Notation",
    "Phrase",
    "Ping",
    "PlayNow",
    "Player",
    "Pong",
    "PublicEvent",
    "Queue",
    "QuickMatch",
    "Refused",
    "Rematch",
    "Role",
    "RoleReason",
    "Said",
    "Say",
    "Seat",
    "SeatBot",
    "SeatDeadline",
    "SeatState",
    "Seq",
    "ServerMessage",
    "Settings",
    "ShortText",
    "ShuffleSeats",
    "Sit",
    "Snapshot",
    "Stand",
    "Start",
    "Swap",
    "TableChanged",
    "TableState",
    "TakenOver",
    "Update",
    "Watch",
    "Welcome",
    "decode_client",
    "decode_server",
    "encode",
    "id_of",
]
