"""What is told of a table: its state, its match, and what happened last, as each may know it."""

from __future__ import annotations

from daguai.events import Event
from daguai.server.protocol import Clock, Snapshot, TableState, Update
from daguai.server.table import Table


def state(table: Table, player: str, program: bool, spectators: int) -> TableState:
    """Return all but the cards, as one player, or a program of theirs, may know it."""
    inside = player == table.host or table.seats.of(player) is not None
    return TableState(
        id=table.id,
        code=table.code,
        invite=table.invite if inside else None,
        hosting=player == table.host,
        settings=table.settings,
        rules=table.rules.options(),
        seats=table.seats.shown(table.host, player, table.takeable(player, program)),
        spectators=spectators,
        status=table.status,  # type: ignore[arg-type]  # one of the three
        match="" if table.running is None else table.running.id,
        match_number=table.matches,
        commitment=table.commitment,
    )


def clock(table: Table, now: int) -> Clock:
    """Return the clocks; a sleeping match shows none."""
    if not table.playing or not table.awake:
        return Clock((), now, table.clocks.per_move_ms)
    return table.clocks.shown(now, table.next_deal_at)


def snapshot(table: Table, player: str, now: int) -> Snapshot:
    """Return the whole state of the match, as one player may know it."""
    assert table.running is not None, "there is no match to show"
    seat = table.seats.of(player)
    return Snapshot(
        table=table.id,
        seq=table.running.seq,
        view=table.running.view(None),
        clock=clock(table, now),
        played=_played(table),
        seat=seat,
        hand=None if seat is None else table.running.hand(seat),
    )


def update(table: Table, events: tuple[Event, ...], now: int) -> Update:
    """Return what happened last, as everybody may know it."""
    assert table.running is not None, "nothing happened yet"
    return Update(
        table=table.id,
        seq=table.running.seq,
        events=table.running.public(events),
        view=table.running.public_view(),
        clock=clock(table, now),
        played=_played(table),
    )


def _played(table: Table) -> str | None:
    """Return the copies of each face laid in this deal, where that may be told.

    From how many cards have been laid follows how many are left, so it is told only while no count
    is hidden (clause 6.5).
    """
    running = table.running
    if running is None or not table.settings.card_counter or running.hides_counts:
        return None
    return "".join(map(str, running.played))
