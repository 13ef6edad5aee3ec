"""Finished deals: results, records to keep, and replays.

A match's id has 64 random bits and is told only at its table, so whoever has a link to a deal was
given it by somebody who was there. Tables that let nobody watch keep their deals to those who
played.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

import msgspec

from daguai.server.archive import Archive
from daguai.server.http.endpoint import JSON, Call, File
from daguai.server.http.shapes import MatchInfo, seats_of
from daguai.server.protocol import Settings
from daguai.server.refusal import Refusal
from daguai.server.store.seam import MatchRow

T = TypeVar("T")


async def match(call: Call) -> MatchInfo:
    """Describe a match and the results of its finished deals."""
    row = await _match(call)
    archive = await _archived(call, row, lambda archive: archive)
    return MatchInfo(
        id=row.id,
        table=row.table,
        number=row.number,
        preset=archive.rules.preset_name,
        options=archive.rules.differences(),
        seats=seats_of(row.seats),
        started_at=row.started_at,
        ended_at=row.ended_at,
        winner=row.winner,
        abandoned=row.abandoned,
        deals=archive.results,
    )


async def record(call: Call) -> File:
    """Return the record of all finished deals of a match."""
    row = await _match(call)
    text = await _archived(call, row, lambda archive: archive.record().text())
    return File(f"daguai-{row.id}.txt", text)


async def record_json(call: Call) -> File:
    """Return the record of all finished deals of a match, as JSON."""
    row = await _match(call)
    text = await _archived(call, row, lambda archive: archive.record().json())
    return File(f"daguai-{row.id}.json", text, JSON)


async def deal_record(call: Call) -> File:
    """Return the record up to and including a deal."""
    row, deal = await _match(call), call.path["deal"]
    text = await _archived(call, row, lambda archive: archive.record(deal).text())
    return File(f"daguai-{row.id}-{deal}.txt", text)


async def deal_record_json(call: Call) -> File:
    """Return the record up to and including a deal, as JSON."""
    row, deal = await _match(call), call.path["deal"]
    text = await _archived(call, row, lambda archive: archive.record(deal).json())
    return File(f"daguai-{row.id}-{deal}.json", text, JSON)


async def replay(call: Call) -> bytes:
    """Return a finished deal step by step, all hands open."""
    row, deal = await _match(call), call.path["deal"]
    return await _archived(call, row, lambda a: msgspec.json.encode(a.replay(deal)))


async def _match(call: Call) -> MatchRow:
    """Return the match asked for, if its finished deals may be seen."""
    match_id = call.path["match"]
    row = await call.hub.store.match(match_id)
    if row is None or not await _may_see(call, row):
        raise Refusal("unknown_match", f"there is no match {match_id}", match=match_id)
    return row


async def _may_see(call: Call, row: MatchRow) -> bool:
    if call.player is not None and any(seat.player == call.player.id for seat in row.seats):
        return True
    table = await call.hub.store.table(row.table)
    return table is not None and msgspec.json.decode(table.settings, type=Settings).spectators


async def _archived(call: Call, row: MatchRow, work: Callable[[Archive], T]) -> T:
    """Do something with a match's archive, away from the loop and one at a time."""
    log = await call.hub.store.log(row.id)
    async with call.hub.reading:
        return await asyncio.to_thread(lambda: work(Archive(row, log)))
