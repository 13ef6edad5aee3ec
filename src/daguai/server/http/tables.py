"""Tables seen from outside, and the rules in words."""

from __future__ import annotations

from typing import Any

import msgspec

from daguai.server.http.endpoint import Call
from daguai.server.http.shapes import OpenTable, TableInfo, seats_of
from daguai.server.protocol import Settings
from daguai.server.refusal import Refusal
from daguai.server.room import Room
from daguai.server.rulebook import document
from daguai.server.store.seam import TableRow
from daguai.server.table import decode_players

_MOST = 60


async def open_tables(call: Call) -> list[OpenTable]:
    """List the tables that anybody may enter and where somebody is: free seats first."""
    found = [_open(room) for room in call.hub.tables.rooms.values() if _is_open(room)]
    found.reverse()  # the newest first
    return sorted(found, key=lambda table: (table.status != "lobby", not table.free))[:_MOST]


def _is_open(room: Room) -> bool:
    table = room.table
    free = table.seats.free() is not None
    if table.playing:
        free = table.settings.late_seats == "anybody" and any(h.bot for h in table.seats.holders)
    enterable = table.settings.spectators or free
    return table.settings.visibility == "open" and enterable and table.anybody_here


def _open(room: Room) -> OpenTable:
    table = room.table
    hosts = (holder.name for holder in table.seats.persons() if holder.player == table.host)
    return OpenTable(
        id=table.id,
        code=table.code,
        host=next(hosts, ""),
        preset=table.settings.preset,
        status=table.status,  # type: ignore[arg-type]  # one of the three
        free=sum(holder.empty for holder in table.seats.holders),
    )


async def table(call: Call) -> TableInfo:
    """Describe a table to whoever sits there, or to anybody if it is open."""
    table_id = call.path["table"]
    room = call.hub.tables.rooms.get(table_id)
    row = room.table.row(call.hub.now()) if room else await call.hub.store.table(table_id)
    if row is None or row.status == "closed":
        raise Refusal("unknown_table", f"there is no table {table_id}", table=table_id)
    settings = msgspec.json.decode(row.settings, type=Settings)
    if settings.visibility != "open" and not _is_inside(call, row):
        raise Refusal("unknown_table", f"there is no table {table_id}", table=table_id)
    return TableInfo(
        id=row.id,
        code=row.code,
        status=row.status,  # type: ignore[arg-type]  # one of the three
        settings=settings,
        seats=seats_of(row.seats),
        match=row.match or "",
        matches=row.matches,
    )


def _is_inside(call: Call, row: TableRow) -> bool:
    if call.player is None:
        return False
    inside = (
        decode_players(row.guests) | {row.host} | {seat.player for seat in row.seats if seat.player}
    )
    return call.player.id in inside


async def rules(call: Call) -> dict[str, Any]:
    """Return everything about the rules in words, in both languages."""
    return document()
