"""Who may enter a table, and where they sit down when they come in."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from daguai.server import absence
from daguai.server import protocol as p
from daguai.server.refusal import Refusal
from daguai.server.secrecy import normal_code
from daguai.server.store.seam import StoreError

if TYPE_CHECKING:
    from daguai.server.hub import Hub
    from daguai.server.room import Room
    from daguai.server.session import Session
    from daguai.server.store.seam import PlayerRow
    from daguai.server.table import Table

_MOST_LISTENERS: Final = 64


async def create(hub: Hub, session: Session, player: PlayerRow, settings: p.Settings) -> Room:
    """Make a table with the player in its first seat.

    Raises:
        Refusal: ``rate_limited``, or ``no_programs``.
        RulesError: the settings have unknown options.
    """
    if not hub.limits.tables.take(player.id, hub.loop.time()):
        raise Refusal("rate_limited", "too many tables: wait a moment")
    if session.program and not settings.allow_bot_clients:
        raise _no_programs()
    room = hub.tables.new(settings, [player])
    try:
        await room.save()
    except StoreError:
        hub.tables.drop(room)
        raise
    return room


async def watch(hub: Hub, session: Session, player: PlayerRow, table_id: str) -> Room:
    """Return a table that the player may look at, or sits at.

    Raises:
        Refusal: ``unknown_table``, ``not_invited``, ``no_programs``, ``no_spectators`` or
            ``table_full``.
    """
    room = await hub.tables.room(table_id)
    if room is None:
        raise Refusal("unknown_table", f"there is no table {table_id}", table=table_id)
    table = room.table
    if table.seats.of(player.id) is not None:
        if not table.admits(session.program):
            raise _no_programs()
    elif player.id in table.guests or table.settings.visibility == "open":
        _check_room_to_watch(room)
    else:
        raise Refusal("not_invited", "this table is private: use its code or invitation")
    return room


async def come_back(hub: Hub, session: Session, player: PlayerRow, table_id: str) -> Room:
    """Return a table where a player was before; who lost the seat by being away has it again.

    Raises:
        Refusal: as ``watch``.
    """
    room = await watch(hub, session, player, table_id)
    await room.do(lambda: _seat_again(room, session, player))
    return room


async def _seat_again(room: Room, session: Session, player: PlayerRow) -> None:
    """Seat somebody who was away too long; runs in the table's mailbox."""
    table = room.table
    lost = player.id in table.vacated and not table.playing and not room.closed
    if not lost or not table.admits(session.program):
        return
    draft = table.draft()
    _sit_down(draft, session, player, room.hub.now())
    with suppress(StoreError):  # they may look on, and sit down themselves
        await room.adopt(draft)


async def join(hub: Hub, session: Session, player: PlayerRow, message: p.Join) -> Room:
    """Return a table that the player was told the way to; they sit down where there is room.

    Raises:
        Refusal: as ``watch``, or ``rate_limited``, ``unknown_code`` or ``bad_message``.
    """
    limits, now = hub.limits, hub.loop.time()
    may_try = limits.codes.take(player.id, now) and limits.wrong_codes.take(session.address, now)
    if not may_try:
        raise Refusal("rate_limited", "too many attempts: wait a moment")
    room, invited = await _found(hub, session, player, message)
    limits.wrong_codes.give(session.address)
    await room.do(lambda: _admit(room, session, player, invited))
    return room


async def _found(
    hub: Hub, session: Session, player: PlayerRow, message: p.Join
) -> tuple[Room, bool]:
    """Return where a code or an invitation leads, and whether it invites the player."""
    if message.code is not None:
        code = normal_code(message.code)
        room = await hub.tables.by_code(code)
        if room is None:
            raise Refusal("unknown_code", f"there is no table {code}", table=code)
        # everybody at an open table reads its code, so there it is no invitation
        return room, room.table.settings.visibility == "private"
    if message.table is None:
        raise Refusal("bad_message", "join needs a code or a table")
    room = await hub.tables.room(message.table)
    if room is not None and hub.players.same_secret(message.invite, room.table.invite):
        return room, True
    return await watch(hub, session, player, message.table), False


async def _admit(room: Room, session: Session, player: PlayerRow, invited: bool) -> None:
    """Let somebody in who knows the way; runs in the table's mailbox."""
    table = room.table
    if room.closed:
        raise Refusal("unknown_table", f"there is no table {table.id}", table=table.id)
    if not table.admits(session.program):
        raise _no_programs()
    if table.seats.of(player.id) is not None:
        return
    draft = table.draft()
    draft.guests.add(player.id)
    if invited:
        draft.invited.add(player.id)
    known = draft.guests == table.guests and draft.invited == table.invited
    if table.playing and not table.settings.spectators:
        seat = next(iter(draft.takeable(player.id, session.program)), None)
        if seat is not None:
            await room.take_over(draft, seat, player, session.program)
            return
    elif not table.playing:
        _sit_down(draft, session, player, room.hub.now())
    if draft.seats.of(player.id) is None:
        _check_room_to_watch(room)
        if known:
            return
    await room.adopt(draft)  # a restart shuts nobody out who was let in


def _sit_down(draft: Table, session: Session, player: PlayerRow, now: int) -> None:
    """Give somebody who is about to come in a seat, be it of one who does not come back."""
    absence.vacate(draft, now)
    seat = draft.place_for(player.id)
    if seat is not None:
        draft.sit(seat, player, session.program, away_since=now)


def _check_room_to_watch(room: Room) -> None:
    if not room.table.settings.spectators and room.table.playing:
        raise Refusal("no_spectators", "nobody may watch this table")
    if len(room.audience.listeners) >= _MOST_LISTENERS:
        raise Refusal("table_full", "too many people are at this table")


def _no_programs() -> Refusal:
    return Refusal("no_programs", "programs may not play at this table")
