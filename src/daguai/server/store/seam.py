"""What the server asks of a store, whatever database it is.

The log is the truth: an entry is accepted only at the next ``seq`` of its match, so that of two
writers one always loses. When ``append`` returns, the entry survives the end of the process and of
the machine. Everything else is small and rarely written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

import msgspec

Author: TypeAlias = Literal["player", "bot", "autopilot", "timeout", "table"]
"""Who caused a log entry: a person, a bot in its own seat or for a person, a clock run out, or
the table itself (a deal begins)."""


class StoreError(ValueError):
    """Something could not be stored or read; ``code`` says what kind of thing."""

    code = "store"


class Conflict(StoreError):
    """Another entry already has this ``seq`` or this action, or the one before is missing.

    Attributes:
        match: the match.
        seq: where the entry should have gone.
    """

    code = "conflict"

    def __init__(self, match: str, seq: int) -> None:
        super().__init__(f"match {match}: entry {seq} is taken, repeated or comes too early")
        self.match = match
        self.seq = seq


class PlayerRow(msgspec.Struct, frozen=True):
    """A player; guests have no account.

    Attributes:
        id: public, random.
        name: the nickname others see.
        created_at: ms since 1970.
    """

    id: str
    name: str
    created_at: int


class NameTaken(StoreError):
    """Another account has this name."""

    code = "name_taken"


class AccountRow(msgspec.Struct, frozen=True):
    """What a player logs in with.

    Attributes:
        player: the player's id.
        name: as it was given.
        key: the name as it is compared; unique.
        password: what argon2 keeps of it.
        created_at: ms since 1970.
    """

    player: str
    name: str
    key: str
    password: str
    created_at: int


class SeatRow(msgspec.Struct, frozen=True):
    """Who holds a seat: a player, a bot of some strength, or nobody.

    Attributes:
        player: the player's id, or None.
        name: the player's nickname when they sat down.
        bot: the bot's strength, or None.
        program: whether a program of the player's plays here.
    """

    player: str | None = None
    name: str = ""
    bot: str | None = None
    program: bool = False


class TableRow(msgspec.Struct, frozen=True):
    """A table apart from its matches.

    Attributes:
        id: public, random.
        code: what people tell each other; unique.
        invite: the invitation's secret.
        host: the player who may change things.
        settings: JSON of the protocol's ``Settings``.
        status: ``lobby``, ``playing``, ``finished`` or ``closed``.
        match: the current or last match, or None.
        matches: how many matches the table has begun.
        seats: by number.
        created_at: ms since 1970.
        changed_at: when the table changed or somebody was there, ms since 1970.
        guests: JSON list of the players who were let in.
        invited: the same of those who came by a private table's code, or by the invitation.
    """

    id: str
    code: str
    invite: str
    host: str
    settings: str
    status: str
    match: str | None
    matches: int
    seats: tuple[SeatRow, ...]
    created_at: int
    changed_at: int
    guests: str = "[]"
    invited: str = "[]"


class MatchRow(msgspec.Struct, frozen=True):
    """A match, without what happened in it.

    Attributes:
        id: public, random.
        table: the table it is played at.
        number: 1 for the table's first.
        base: how many log entries the table's matches before it have; the protocol's ``seq`` is
            ``base`` more than the log's.
        rules: JSON of the preset's name, the options that differ and the rules' version.
        seed: from which the deals' secrets follow. Secret until the match is over.
        seats: who sits where; persons from the beginning or since they took over from a bot.
        started_at: ms since 1970.
        ended_at: ms since 1970, or None.
        winner: the winning team, None when drawn or not over.
        abandoned: whether it was ended because nobody came back to it.
    """

    id: str
    table: str
    number: int
    base: int
    rules: str
    seed: str
    seats: tuple[SeatRow, ...]
    started_at: int
    ended_at: int | None = None
    winner: int | None = None
    abandoned: bool = False


class PlayedMatch(msgspec.Struct, frozen=True):
    """A match in somebody's history.

    Attributes:
        match: the match.
        seat: where they sat.
        deals: how many deals have begun.
        finished: how many of them have ended.
    """

    match: MatchRow
    seat: int
    deals: int
    finished: int


class LogEntry(msgspec.Struct, frozen=True):
    """What one accepted action, or the table itself, made happen.

    Attributes:
        match: the match.
        seq: 1 for the match's first entry, then without gaps.
        at: ms since 1970.
        events: JSON array of events.
        author: who caused it.
        seat: for which seat, or None.
        action: the client's action id with its seat, unique in the match, or None.
        reserve: what is left of the seat's reserve after it, in ms, or None.
    """

    match: str
    seq: int
    at: int
    events: str
    author: Author
    seat: int | None = None
    action: str | None = None
    reserve: int | None = None


class Written(Protocol):
    """What a store has written since it was opened."""

    transactions: int
    entries: int
    seconds: float


class Store(Protocol):
    """Players, tables and logs; every method may raise ``StoreError``."""

    @property
    def written(self) -> Written:
        """How much has been written, and how long that took."""

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""

    async def close(self) -> None:
        """Write what is pending and disconnect."""

    async def add_player(self, player: PlayerRow, token_hash: bytes) -> None:
        """Add a player with a first token."""

    async def player_of(self, token_hash: bytes) -> PlayerRow | None:
        """Return the player to whom a token belongs."""

    async def rename_player(self, player: str, name: str) -> None:
        """Change a player's nickname."""

    async def add_token(self, player: str, token_hash: bytes, created_at: int) -> None:
        """Give a player one more token."""

    async def drop_token(self, token_hash: bytes) -> None:
        """Make a token worthless."""

    async def add_account(self, account: AccountRow) -> None:
        """Give a player an account.

        Raises:
            NameTaken: another account has the name, or the player has one.
        """

    async def change_password(self, player: str, password: str) -> None:
        """Replace what is kept of an account's password."""

    async def account(self, key: str) -> AccountRow | None:
        """Return the account of a name, as it is compared."""

    async def account_of(self, player: str) -> AccountRow | None:
        """Return a player's account; None for guests."""

    async def player(self, player: str) -> PlayerRow | None:
        """Return a player by id."""

    async def favourites(self, player: str) -> str | None:
        """Return a player's favourite settings as they were saved."""

    async def save_favourites(self, player: str, favourites: str) -> None:
        """Replace a player's favourite settings, any text."""

    async def save_table(self, table: TableRow) -> None:
        """Add a table, or replace what is known of it."""

    async def table(self, table: str) -> TableRow | None:
        """Return a table by id."""

    async def table_by_code(self, code: str) -> TableRow | None:
        """Return a table by code."""

    async def table_of(self, player: str) -> str | None:
        """Return the id of the latest table where a player sits in a match that goes on."""

    async def idle_tables(self, status: str, before: int, limit: int) -> list[str]:
        """Return the ids of a status's tables that have not changed since a time, oldest first."""

    async def close_table(self, table: str, at: int) -> None:
        """Let a table be no more; its match ends as abandoned, and its deals are kept."""

    async def prune(self, before: int, limit: int) -> int:
        """Delete the matches that ended before a time, and closed tables without any.

        A table's last match stays as long as the table does. Returns how many were deleted, at most
        ``limit`` of each.
        """

    async def add_match(self, match: MatchRow, table: TableRow) -> None:
        """Add a match, and save the table where it begins, both or none."""

    async def take_seat(self, match: str, seat: int, table: TableRow) -> None:
        """Note who holds a seat of a match from now on, and save the table, both or none."""

    async def end_match(self, match: str, ended_at: int, winner: int | None) -> None:
        """Note that a match is over."""

    async def match(self, match: str) -> MatchRow | None:
        """Return a match by id."""

    async def matches_of(self, player: str, before: int, limit: int) -> list[PlayedMatch]:
        """Return the matches in which a player had a seat, begun before a time, newest first."""

    async def check(self, now: int) -> None:
        """Write something durably, to know that writing works."""

    async def append(self, entry: LogEntry) -> None:
        """Append to a match's log, durably.

        Raises:
            Conflict: it is not the next entry, or its action is there already.
        """

    async def log(self, match: str, after: int = 0) -> Sequence[LogEntry]:
        """Return a match's entries with a greater ``seq``, in order."""

    async def find_action(self, match: str, action: str) -> int | None:
        """Return the ``seq`` of the entry that an action became, or None."""
