"""What goes to and fro over HTTP, as typed values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from daguai.events import DealEnded
from daguai.rules import Value
from daguai.server.auth import LONGEST_PASSWORD, SHORTEST_PASSWORD
from daguai.server.protocol import BotLevel, Player, PublicEvent, Settings
from daguai.server.store.seam import Author, SeatRow
from daguai.view import View

MAX_FAVOURITES = 30

_Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
_Password: TypeAlias = Annotated[
    str, Meta(min_length=SHORTEST_PASSWORD, max_length=LONGEST_PASSWORD)
]


class _Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Nickname(_Request, frozen=True):
    """What others call a player: 1 to 16 visible characters."""

    nickname: _Name


class NewAccount(_Request, frozen=True):
    """What a guest wants to log in with from now on."""

    name: _Name
    password: _Password


class Login(_Request, frozen=True):
    """What somebody logs in with."""

    name: Annotated[str, Meta(max_length=64)]
    password: Annotated[str, Meta(max_length=LONGEST_PASSWORD)]


class Credentials(msgspec.Struct, frozen=True):
    """A player and the token that proves to be them; it is told only once.

    Attributes:
        player: who it is.
        token: for ``Authorization: Bearer`` and the socket's ``hello``.
    """

    player: Player
    token: str


class Me(msgspec.Struct, frozen=True):
    """Who asks.

    Attributes:
        player: as others know them.
        account: the name they log in with; None for guests.
        table: the table where they hold a seat in a running match, to return to.
        bots: the strengths of bots to choose from, weakest first; none while the server warms up.
    """

    player: Player
    account: str | None
    table: str | None
    bots: tuple[BotLevel, ...]


class Favourite(_Request, frozen=True):
    """Settings that a player likes, under a name of their own."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    settings: Settings


Favourites: TypeAlias = Annotated[list[Favourite], Meta(max_length=MAX_FAVOURITES)]


class OpenTable(msgspec.Struct, frozen=True):
    """A table that anybody may enter.

    Attributes:
        id: for ``join`` and ``watch``.
        code: its short code.
        host: the host's nickname.
        preset: the rules its own start from.
        status: ``lobby`` before the first match, ``playing``, ``finished`` after one.
        free: how many seats nobody holds.
    """

    id: str
    code: str
    host: str
    preset: str
    status: Literal["lobby", "playing", "finished"]
    free: int


class SeatInfo(msgspec.Struct, frozen=True):
    """Who holds a seat.

    Attributes:
        name: the person's nickname; empty for bots and empty seats.
        bot: the bot's strength, or None.
        program: whether a program of the person's plays here.
    """

    name: str
    bot: str | None
    program: bool = False


def seats_of(rows: Iterable[SeatRow]) -> tuple[SeatInfo, ...]:
    """Return who holds seats, without anybody's id."""
    return tuple(SeatInfo("" if row.bot else row.name, row.bot, row.program) for row in rows)


class TableInfo(msgspec.Struct, frozen=True):
    """A table seen from outside.

    Attributes:
        id: the table's id.
        code: its short code.
        status: ``lobby``, ``playing`` or ``finished``.
        settings: what the host chose.
        seats: by number.
        match: id of the current or last match; empty before the first.
        matches: how many matches have begun.
    """

    id: str
    code: str
    status: Literal["lobby", "playing", "finished"]
    settings: Settings
    seats: tuple[SeatInfo, ...]
    match: str
    matches: int


class MatchInfo(msgspec.Struct, frozen=True):
    """A match, and the results of its finished deals.

    Attributes:
        id: the match's id.
        table: the table's id.
        number: 1 for the table's first match.
        preset: the rules its own start from.
        options: the options that differ.
        seats: who sits where; who took over from a bot later, too.
        started_at: ms since 1970.
        ended_at: ms since 1970; None while it goes on.
        winner: the winning team; None when drawn or not over.
        abandoned: whether it ended because nobody came back to it.
        deals: the results of the finished deals, in order.
    """

    id: str
    table: str
    number: int
    preset: str
    options: dict[str, Value]
    seats: tuple[SeatInfo, ...]
    started_at: int
    ended_at: int | None
    winner: int | None
    abandoned: bool
    deals: tuple[DealEnded, ...]


class PlayedInfo(msgspec.Struct, frozen=True):
    """A match in a player's history.

    Attributes:
        id: the match's id.
        table: the table's id.
        preset: the rules its own start from.
        seat: where the player sat.
        seats: who sits where; who took over from a bot later, too.
        deals: how many deals have begun.
        finished: how many deals are over, to be replayed.
        started_at: ms since 1970; ``before`` of the next page.
        ended_at: ms since 1970; None while it goes on.
        winner: the winning team; None when drawn or not over.
        abandoned: whether it ended because nobody came back to it.
    """

    id: str
    table: str
    preset: str
    seat: int
    seats: tuple[SeatInfo, ...]
    deals: int
    finished: int
    started_at: int
    ended_at: int | None
    winner: int | None
    abandoned: bool


class Page(_Request, frozen=True):
    """Which part of a long list.

    Attributes:
        before: only what began earlier, ms since 1970.
        limit: how many at most.
    """

    before: Annotated[int, Meta(ge=0, le=1 << 53)] = 1 << 53
    limit: Annotated[int, Meta(ge=1, le=100)] = 20


class Frame(msgspec.Struct, frozen=True):
    """One step of a deal and the table after it.

    Attributes:
        at: when it happened, ms since 1970.
        author: who caused it: a ``player``, a ``bot`` in its own seat, an ``autopilot`` for a
            person, a ``timeout``, or the ``table`` itself.
        seat: for which seat; None when the cards are dealt.
        events: what happened, as everybody at the table was told.
        view: what was public after it; its ``rules`` are left empty.
        hands: every seat's cards after it.
    """

    at: int
    author: Author
    seat: int | None
    events: tuple[PublicEvent, ...]
    view: View
    hands: tuple[str, ...]


class Replay(msgspec.Struct, frozen=True):
    """A finished deal with all hands open, step by step.

    Attributes:
        match: the match's id.
        deal: its number, from 1.
        deals: how many deals of the match are finished.
        rules: every option of the rules by name.
        seats: who sits where; who took over from a bot later, too.
        frames: the first is the dealing, tribute included.
    """

    match: str
    deal: int
    deals: int
    rules: dict[str, Value]
    seats: tuple[SeatInfo, ...]
    frames: tuple[Frame, ...]


class Health(msgspec.Struct, frozen=True):
    """The server is well.

    Attributes:
        status: always ``ready``.
        tables: how many tables are in memory.
        players: how many players are here.
    """

    status: Literal["ready"]
    tables: int
    players: int
