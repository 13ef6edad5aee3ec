"""What a client may send."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from daguai.actions import Action
from daguai.server.protocol.common import (
    BotLevel,
    Entropy,
    Id,
    Notation,
    Phrase,
    Seat,
    Seq,
    Settings,
    ShortText,
)


class _FromClient(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class Hello(_FromClient, frozen=True, tag="hello"):
    """The first message: who I am, and where I was.

    Attributes:
        protocol: the page's ``PROTOCOL_VERSION``.
        token: the player's bearer token.
        table: return to this table at once.
        after: the last ``seq`` seen there; what was missed is sent again.
        program: whether a program plays rather than a person; it takes a seat only at tables that
            allow it.
    """

    protocol: int
    token: Annotated[str, Meta(max_length=128)]
    table: ShortText | None = None
    after: Seq | None = None
    program: bool = False


class Watch(_FromClient, frozen=True, tag="watch"):
    """Enter a table, into one's own seat or as a spectator; answered by ``table`` and ``view``."""

    id: Id
    table: ShortText


class Leave(_FromClient, frozen=True, tag="leave"):
    """Leave the table; a seat in a running match is kept, and played by a bot meanwhile."""

    id: Id


class PlayNow(_FromClient, frozen=True, tag="play_now"):
    """A new table with me in a seat and bots in the others, started at once."""

    id: Id
    settings: Settings | None = None


class QuickMatch(_FromClient, frozen=True, tag="quick_match"):
    """Queue for people; bots fill the table after a short wait."""

    id: Id


class Cancel(_FromClient, frozen=True, tag="cancel"):
    """Leave the queue."""

    id: Id


class Create(_FromClient, frozen=True, tag="create"):
    """A new table with me as its host; answered by ``done`` with the table's id and code."""

    id: Id
    settings: Settings = Settings()


class Join(_FromClient, frozen=True, tag="join"):
    """Enter a table by its code, or by id (open tables) and invitation (private ones)."""

    id: Id
    code: ShortText | None = None
    table: ShortText | None = None
    invite: Annotated[str, Meta(max_length=128)] | None = None


class Sit(_FromClient, frozen=True, tag="sit"):
    """Take a seat that is empty or a bot's; during a match, a bot's where the table allows it.

    ``SeatState.takeable`` tells where. In a match the newcomer plays on from the next decision,
    with the bot's cards; who has a seat in the match keeps that one.
    """

    id: Id
    seat: Seat


class Stand(_FromClient, frozen=True, tag="stand"):
    """Give one's seat up, before the match or after it."""

    id: Id


class Swap(_FromClient, frozen=True, tag="swap"):
    """The host exchanges two seats before the match."""

    id: Id
    seat: Seat
    with_: Seat = msgspec.field(name="with")


class ShuffleSeats(_FromClient, frozen=True, tag="shuffle_seats"):
    """The host draws all seats anew before the match."""

    id: Id


class SeatBot(_FromClient, frozen=True, tag="seat_bot"):
    """The host puts a bot into an empty seat, or changes a bot's strength."""

    id: Id
    seat: Seat
    level: BotLevel


class ClearSeat(_FromClient, frozen=True, tag="clear_seat"):
    """The host empties a seat before the match."""

    id: Id
    seat: Seat


class Configure(_FromClient, frozen=True, tag="configure"):
    """The host changes the settings before the match."""

    id: Id
    settings: Settings


class Start(_FromClient, frozen=True, tag="start"):
    """The host starts the match; empty seats get bots."""

    id: Id


class Rematch(_FromClient, frozen=True, tag="rematch"):
    """The host plays another match with the same seats after one has ended."""

    id: Id


class Act(_FromClient, frozen=True, tag="act"):
    """Do something in the match; answered by ``accepted`` or ``refused``.

    Attributes:
        id: repeating it returns the first answer, whatever happened to the connection.
        seq: the last ``seq`` the player saw; an action made on an old sight is refused.
        action: what to do.
    """

    id: Id
    seq: Seq
    action: Action


class Autopilot(_FromClient, frozen=True, tag="autopilot"):
    """Let a bot play for me 托管, or take over again."""

    id: Id
    on: bool


class NextDeal(_FromClient, frozen=True, tag="next_deal"):
    """I am ready for the next deal, and may add to its shuffle.

    Attributes:
        entropy: any text of at most 64 code points, mixed into the deal and published after it.
        ready: false only adds the text: one who waits for the deal to begin by itself has a part
            in its shuffle, too.
    """

    id: Id
    entropy: Entropy | None = None
    ready: bool = True


class Judge(_FromClient, frozen=True, tag="judge"):
    """What are these cards worth, and would they beat the table? Answered by ``judged``."""

    id: Id
    cards: Notation


class Hint(_FromClient, frozen=True, tag="hint"):
    """What could I do? Answered by ``hinted``, the most sensible first.

    Attributes:
        after: how many hints to leave out, for the next page of a long list.
    """

    id: Id
    after: Annotated[int, Meta(ge=0, le=4096)] = 0


class Arrange(_FromClient, frozen=True, tag="arrange"):
    """Arrange my hand 理牌 against the cards I have not seen. Answered by ``arranged``."""

    id: Id


class Say(_FromClient, frozen=True, tag="say"):
    """Say a phrase to the table."""

    id: Id
    phrase: Phrase


class Mute(_FromClient, frozen=True, tag="mute"):
    """Hear nothing, or something again, from a seat."""

    id: Id
    seat: Seat
    on: bool


class Ping(_FromClient, frozen=True, tag="ping"):
    """Are you there? ``t`` comes back in ``pong``."""

    t: float


ClientMessage: TypeAlias = (
    Hello
    | Watch
    | Leave
    | PlayNow
    | QuickMatch
    | Cancel
    | Create
    | Join
    | Sit
    | Stand
    | Swap
    | ShuffleSeats
    | SeatBot
    | ClearSeat
    | Configure
    | Start
    | Rematch
    | Act
    | Autopilot
    | NextDeal
    | Judge
    | Hint
    | Arrange
    | Say
    | Mute
    | Ping
)
"""Anything a client may send."""
