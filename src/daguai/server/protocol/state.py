"""What the server's messages are made of: players, seats, tables, clocks, events, hints."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

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
from daguai.server.protocol.common import BotLevel, HintReason, Settings

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


class Player(msgspec.Struct, frozen=True):
    """A player as others know them."""

    id: str
    name: str


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
        program: whether a program of somebody's plays here in the place of a person; its ``kind``
            is ``person``.
        takeable: whether the receiver may sit down here now.
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
    program: bool = False
    takeable: bool = False


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


class HintItem(msgspec.Struct, frozen=True):
    """Something to do.

    Attributes:
        action: it, as ``act`` sends it.
        cards: what it lays, returns, pays, offers or takes; empty for a pass.
        category: the category's value; empty for a pass or a single choice.
        reason: what speaks for it, or for those after the first most against it; ``possible``
            where nothing speaks either way.
        details: what the reason names: ``seat``, a number, and ``cards``, how many that seat has.
        keeps_hand: whether the rest of the hand is as well arranged as before.
    """

    action: Action
    cards: str
    category: str
    reason: HintReason
    details: dict[str, str] = {}
    keeps_hand: bool = True


class ArrangedPlay(msgspec.Struct, frozen=True):
    """One play of an arranged hand.

    Attributes:
        cards: its cards.
        category: the category's value.
        hold: the chance, 0 to 1, that no opponent can beat it.
    """

    cards: str
    category: str
    hold: float
