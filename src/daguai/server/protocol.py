"""Every message between a player's page and the server, as typed values.

All messages are JSON objects in text frames whose ``type`` names them. ``ClientMessage`` and
``ServerMessage`` are the two unions; actions, events and views inside them are the structs of
``daguai.actions``, ``daguai.events`` and ``daguai.view``. The JSON Schema and the page's
TypeScript types are generated from this module (``scripts/make_protocol.py``); what the messages
mean together is told in ``docs/protocol.md``.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from daguai.actions import Action
from daguai.events import (
    DealEnded,
    DealStarted,
    Finished,
    Laid,
    MatchEnded,
    Passed,
    PlayStarted,
    Returned,
    ReturnOffered,
    TributePaid,
    TributeRefused,
    TrickEnded,
)
from daguai.view import View

PROTOCOL_VERSION: Final = 1
"""Raised when an old page can no longer talk to a new server, or the other way round."""

MAX_MESSAGE_BYTES: Final = 8192
"""A client message longer than this is refused unread."""

MAX_HINTS: Final = 40
"""At most so many hints come in one answer."""

Phrase: TypeAlias = Literal[
    "hello",
    "good_luck",
    "well_played",
    "nice_teamwork",
    "thanks",
    "sorry",
    "my_mistake",
    "hurry",
    "take_your_time",
    "so_close",
    "good_game",
    "once_more",
    "smile",
    "laugh",
    "cry",
    "wow",
    "think",
    "clap",
    "cool",
    "tea",
]
"""What players may say: twelve phrases, then eight emotes; there is no free text."""

BotLevel: TypeAlias = Literal["random", "beginner", "club", "master"]
"""A bot's strength; ``welcome`` lists those that this server has."""

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
"""Chosen by the client, repeated in the answer; for ``act`` also the idempotent action id."""

Seq: TypeAlias = Annotated[int, Meta(ge=0, le=1 << 53)]
Seat: TypeAlias = Annotated[int, Meta(ge=0, le=15)]
Notation: TypeAlias = Annotated[str, Meta(max_length=256)]
_Short: TypeAlias = Annotated[str, Meta(max_length=64)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host of a table chooses.

    Attributes:
        preset: the rules to start from (clause 11).
        options: rules' options that differ from the preset.
        visibility: ``open`` tables are listed, ``private`` ones need their code or invitation.
        move_seconds: time for each move; 0 plays without a clock.
        reserve_seconds: shared reserve 备用时间 of a player for a whole match, used up after it.
        return_seconds: time for tribute and return 还贡 choices.
        bots: strength of the bots that fill empty seats.
        allow_bot_clients: whether programs may sit down as players.
        card_counter: whether the page may show which cards have been played 记牌器.
        spectators: whether others may watch.
    """

    preset: Annotated[str, Meta(max_length=32)] = "house"
    options: dict[_Short, str | int | bool | None] = {}
    visibility: Literal["private", "open"] = "private"
    move_seconds: Annotated[int, Meta(ge=0, le=600)] = 30
    reserve_seconds: Annotated[int, Meta(ge=0, le=3600)] = 120
    return_seconds: Annotated[int, Meta(ge=5, le=600)] = 40
    bots: BotLevel = "club"
    allow_bot_clients: bool = False
    card_counter: bool = True
    spectators: bool = True


# Client to server.


class _FromClient(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class Hello(_FromClient, frozen=True, tag="hello"):
    """The first message: who I am, and where I was.

    Attributes:
        protocol: the page's ``PROTOCOL_VERSION``.
        token: the player's bearer token.
        table: return to this table at once.
        after: the last ``seq`` seen there; what was missed is sent again.
    """

    protocol: int
    token: Annotated[str, Meta(max_length=128)]
    table: _Short | None = None
    after: Seq | None = None


class Watch(_FromClient, frozen=True, tag="watch"):
    """Enter a table, into one's own seat or as a spectator; answered by ``table`` and ``view``."""

    id: Id
    table: _Short


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
    code: _Short | None = None
    table: _Short | None = None
    invite: Annotated[str, Meta(max_length=128)] | None = None


class Sit(_FromClient, frozen=True, tag="sit"):
    """Take a seat that is empty, or one of a bot before the match."""

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
        entropy: any text; it is mixed into the deal and published after it.
    """

    id: Id
    entropy: _Short | None = None


class Judge(_FromClient, frozen=True, tag="judge"):
    """What are these cards worth, and would they beat the table? Answered by ``judged``."""

    id: Id
    cards: Notation


class Hint(_FromClient, frozen=True, tag="hint"):
    """What could I do? Answered by ``hinted``, cheapest first.

    Attributes:
        after: how many hints to leave out, for the next page of a long list.
    """

    id: Id
    after: Annotated[int, Meta(ge=0, le=4096)] = 0


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
    | Say
    | Mute
    | Ping
)
"""Anything a client may send."""


# Server to client.

PublicEvent: TypeAlias = (
    DealStarted
    | TributeRefused
    | TributePaid
    | ReturnOffered
    | Returned
    | PlayStarted
    | Laid
    | Passed
    | Finished
    | TrickEnded
    | DealEnded
    | MatchEnded
)
"""Every event but ``dealt``, which nobody sees whole."""


class SeatDeadline(msgspec.Struct, frozen=True):
    """A running clock.

    Attributes:
        seat: who owes an action.
        at: when the time for the move is used up and the reserve begins, ms since 1970.
        reserve_ms: what is left of the seat's reserve; at ``at + reserve_ms`` the time is out.
    """

    seat: int
    at: int
    reserve_ms: int


class Clock(msgspec.Struct, frozen=True):
    """The table's clocks, ready for a countdown.

    Attributes:
        seat_deadlines: one for each person who owes an action; none for bots and autopilots.
        now: the server's time, ms since 1970.
        per_move_ms: the full time of the moves now owed, 0 without a clock.
        next_deal_at: when the next deal starts by itself, or None.
    """

    seat_deadlines: tuple[SeatDeadline, ...]
    now: int
    per_move_ms: int
    next_deal_at: int | None = None


class SeatState(msgspec.Struct, frozen=True):
    """Who sits in a seat.

    Attributes:
        seat: its number, in playing order.
        kind: ``empty``, ``person`` or ``bot``.
        name: the person's nickname; empty for bots (the page names them by level and seat).
        bot: a bot's strength.
        connected: whether the person is here now; true for bots.
        autopilot: whether a bot plays for the person 托管.
        host: whether this person is the table's host.
        you: whether it is the receiver's own seat.
        ready: whether the person is ready for the next deal.
    """

    seat: int
    kind: Literal["empty", "person", "bot"]
    name: str
    bot: BotLevel | None
    connected: bool
    autopilot: bool
    host: bool
    you: bool
    ready: bool


class TableState(msgspec.Struct, frozen=True):
    """A table apart from the cards.

    Attributes:
        id: the table's id, for ``/api/tables``.
        code: its short code, for people to tell each other.
        invite: the invitation's secret, for links; only for those who are seated or host.
        hosting: whether the receiver is the host.
        settings: what the host chose.
        rules: every option of the rules by name, as they follow from the settings.
        seats: by number.
        spectators: how many others watch.
        status: ``lobby`` before the first match, ``playing``, ``finished`` after a match.
        match: id of the current or last match, for records and replays; empty before the first.
        match_number: 1 for the table's first match, 0 before it.
        commitment: the next deal's commitment while players may still add entropy to it.
    """

    id: str
    code: str
    invite: str | None
    hosting: bool
    settings: Settings
    rules: dict[str, str | int | bool | None]
    seats: tuple[SeatState, ...]
    spectators: int
    status: Literal["lobby", "playing", "finished"]
    match: str
    match_number: int
    commitment: str


class _FromServer(msgspec.Struct, frozen=True, tag_field="type"):
    pass


class Player(msgspec.Struct, frozen=True):
    """A player as others know them."""

    id: str
    name: str


class Welcome(_FromServer, frozen=True, tag="welcome"):
    """The answer to ``hello``.

    Attributes:
        protocol: the server's ``PROTOCOL_VERSION``.
        player: who you are.
        session: names this connection in the server's logs.
        table: the table where you hold a seat in a running match, to return to.
        bots: the strengths of bots to choose from, weakest first.
    """

    protocol: int
    player: Player
    session: str
    table: str | None
    bots: tuple[BotLevel, ...]


class TableChanged(_FromServer, frozen=True, tag="table"):
    """The whole state of the table apart from the cards; sent whenever it changes."""

    table: TableState


class Snapshot(_FromServer, frozen=True, tag="view"):
    """The whole state of the match: on entering, after a gap, when a match starts.

    Attributes:
        table: the table's id.
        seq: the number of this state; grows over all matches of a table.
        view: what is public.
        clock: the clocks.
        played: copies of each of the 54 faces laid in this deal, a digit each, in the order of
            faces (``2S 2H 2D 2C 3S …`` to ``LJ BJ``); None where the counter is forbidden or
            clause 6.5 hides it.
        seat: the receiver's seat, or None.
        hand: the receiver's cards, or None.
    """

    table: str
    seq: int
    view: View
    clock: Clock
    played: str | None
    seat: int | None
    hand: str | None


class Update(_FromServer, frozen=True, omit_defaults=True, tag="update"):
    """Something happened: what, and the whole public state after it.

    Attributes:
        table: the table's id.
        seq: the number of the state after the events, one more than before.
        events: what happened, without anything secret; after ``deal_started`` comes a new ``hand``.
        view: what is public; its ``rules`` are left empty, as they do not change.
        clock: the clocks.
        played: as in ``view``.
        hand: the receiver's cards where they changed, else left out.
    """

    table: str
    seq: int
    events: tuple[PublicEvent, ...]
    view: View
    clock: Clock
    played: str | None = None
    hand: str | None = None


class ClockChanged(_FromServer, frozen=True, tag="clock"):
    """The clocks changed though nothing was played: somebody left, returned or got ready."""

    table: str
    seq: int
    clock: Clock


class Accepted(_FromServer, frozen=True, tag="accepted"):
    """An ``act`` has been recorded, durably, as ``seq``."""

    id: str
    seq: int


class Refused(_FromServer, frozen=True, tag="refused"):
    """A message was understood and not carried out; nothing has changed.

    Attributes:
        id: of the message.
        code: the reason, as in ``docs/protocol.md``.
        message: the reason in English, for developers.
        details: what the reason names, by key, for a text in another language.
    """

    id: str
    code: str
    message: str
    details: dict[str, str] = {}


class Done(_FromServer, frozen=True, tag="done"):
    """A message was carried out.

    Attributes:
        id: of the message.
        table: the table's id, where the message led to one.
        code: that table's code.
    """

    id: str
    table: str | None = None
    code: str | None = None


class Judged(_FromServer, frozen=True, tag="judged"):
    """What a selection is worth.

    Attributes:
        id: of the message.
        legal: whether the cards are a play.
        category: the category's value, or None.
        rank: the compared rank (``"5"`` … ``"A"``, ``"LJ"``, ``"BJ"``), or None.
        beats: whether it may be laid on the table's play; None when there is none.
        code: why it is no play, or does not beat the table; else None.
        message: the same in English.
        details: as in ``refused``.
    """

    id: str
    legal: bool
    category: str | None = None
    rank: str | None = None
    beats: bool | None = None
    code: str | None = None
    message: str = ""
    details: dict[str, str] = {}


class HintItem(msgspec.Struct, frozen=True):
    """Something to do.

    Attributes:
        cards: what to lay, return, pay or offer; empty for a pass.
        category: the category's value; empty for a pass or a single choice.
        reason: what speaks for it or against it: ``last_cards`` (the hand is empty after it),
            ``keeps_hand`` (a group that stands ready), ``breaks_hand``, ``spends_jokers``;
            ``best`` or ``possible`` for a choice of tribute or return; ``pass``.
    """

    cards: str
    category: str
    reason: Literal[
        "last_cards", "keeps_hand", "breaks_hand", "spends_jokers", "best", "possible", "pass"
    ]


class Hinted(_FromServer, frozen=True, tag="hinted"):
    """Sensible things to do, cheapest first.

    Attributes:
        id: of the message.
        hints: from the place asked for.
        total: how many there are.
    """

    id: str
    hints: tuple[HintItem, ...]
    total: int


class Said(_FromServer, frozen=True, tag="said"):
    """Somebody at the table said a phrase; ``seat`` is None for spectators."""

    seat: int | None
    name: str
    phrase: Phrase


class Queue(_FromServer, frozen=True, tag="queue"):
    """You wait for a quick match.

    Attributes:
        waiting: how many people wait.
        position: your place, from 1; 0 when you have left the queue.
        fills_at: when bots fill the table, ms since 1970.
    """

    waiting: int
    position: int
    fills_at: int


class TakenOver(_FromServer, frozen=True, tag="taken_over"):
    """Another window of yours took over; this socket closes. ``hello`` again to use it here."""


class Closed(_FromServer, frozen=True, tag="closed"):
    """The table is no more, or you may no longer watch it."""

    table: str
    code: str


class Pong(_FromServer, frozen=True, tag="pong"):
    """The answer to ``ping``; ``now`` is the server's time, ms since 1970."""

    t: float
    now: int


class Failed(_FromServer, frozen=True, tag="error"):
    """A message was not understood; the table is not affected."""

    code: str
    message: str


ServerMessage: TypeAlias = (
    Welcome
    | TableChanged
    | Snapshot
    | Update
    | ClockChanged
    | Accepted
    | Refused
    | Done
    | Judged
    | Hinted
    | Said
    | Queue
    | TakenOver
    | Closed
    | Pong
    | Failed
)
"""Anything the server may send."""

encode: Final = msgspec.json.Encoder().encode
"""Write any message as JSON bytes."""
decode_client: Final = msgspec.json.Decoder(ClientMessage).decode
"""Read a client's message; raises ``msgspec.ValidationError`` or ``msgspec.DecodeError``."""
decode_server: Final = msgspec.json.Decoder(ServerMessage).decode
"""Read a server's message, as clients in Python do."""
