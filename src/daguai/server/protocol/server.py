"""What the server may send."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from daguai.server.protocol.common import BotLevel, Phrase, Role, RoleReason
from daguai.server.protocol.state import (
    ArrangedPlay,
    Clock,
    HintItem,
    Player,
    PublicEvent,
    TableState,
)
from daguai.view import View


class _FromServer(msgspec.Struct, frozen=True, tag_field="type"):
    pass


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
            faces (``2S 2H 2D 2C 3S …`` to ``LJ BJ``); None where the counter is forbidden, and
            while clause 6.5 hides the count of any seat, which would follow from it.
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


class Hinted(_FromServer, frozen=True, tag="hinted"):
    """Sensible things to do, the most sensible first.

    Attributes:
        id: of the message.
        hints: from the place asked for; none where the seat holds no cards, or in tribute owes
            none by now.
        total: how many there are.
    """

    id: str
    hints: tuple[HintItem, ...]
    total: int


class Arranged(_FromServer, frozen=True, tag="arranged"):
    """The receiver's hand as plays, every card in exactly one 理牌.

    Attributes:
        id: of the message.
        turns: the fewest turns 手数 that empty the hand.
        plays: the longest and strongest first.
        lost_leads: how often the lead may be expected to be lost while these are played.
        role: what the hand is good for.
        reason: why.
        details: what the reason names, by key.
    """

    id: str
    turns: int
    plays: tuple[ArrangedPlay, ...]
    lost_leads: float
    role: Role
    reason: RoleReason
    details: dict[str, str] = {}


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
    """You are at this table no more.

    Attributes:
        table: the table's id.
        code: why: ``left`` where you queue for a quick match; else the table is no more
            (``abandoned``, ``unknown_table``), or you may not be there, as in ``refused``.
    """

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
    | Arranged
    | Said
    | Queue
    | TakenOver
    | Closed
    | Pong
    | Failed
)
"""Anything the server may send."""
