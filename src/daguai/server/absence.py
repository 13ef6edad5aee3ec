"""How long a table waits for who is away, and what comes of it. No I/O, no clock."""

from __future__ import annotations

from collections.abc import Iterator

from daguai.server.table import Table


def absent(table: Table, now: int) -> list[int]:
    """Return the seats of a match whose persons have been away for too long."""
    if not table.playing:
        return []
    until = now - table.config.grace_ms
    return [
        seat for seat, since in _away(table) if since <= until and not table.seats[seat].autopilot
    ]


def vacate(table: Table, now: int) -> bool:
    """Empty the seats of a lobby whose persons do not come back; return whether there are any.

    They are let in again, and find their seat where nobody took it meanwhile.
    """
    if table.playing:
        return False
    until = now - table.config.lobby_grace_ms
    deserted = [seat for seat, since in _away(table) if since <= until]
    for seat in deserted:
        player = table.seats[seat].player
        assert player is not None, "only persons are away"
        table.guests.add(player)
        table.vacated[player] = seat
        table.seats.clear(seat)
    if deserted:
        table.pass_host_on()
    return bool(deserted)


def fall_asleep(table: Table, now: int) -> bool:
    """Stop the time of a match where no person has been for long; return whether it did."""
    if table.playing and table.awake and table.empty_since is not None:
        table.awake = now < table.empty_since + table.config.sleep_ms
        return not table.awake
    return False


def next_wake(table: Table, watched: bool) -> int | None:
    """Return when time next brings something, or None.

    Args:
        table: what for.
        watched: whether anybody is there; a lobby's seats are kept until somebody is.
    """
    if table.playing and not table.awake:
        return None
    return min(_times(table, watched), default=None)


def _times(table: Table, watched: bool) -> Iterator[int]:
    if table.playing:
        asleep = None if table.empty_since is None else table.empty_since + table.config.sleep_ms
        for time in (table.clocks.next_deadline(), table.next_deal_at, asleep):
            if time is not None:
                yield time
    elif not watched:
        return
    grace = table.config.grace_ms if table.playing else table.config.lobby_grace_ms
    for seat, since in _away(table):
        if not (table.playing and table.seats[seat].autopilot):
            yield since + grace


def _away(table: Table) -> Iterator[tuple[int, int]]:
    """Each seat whose person is not here, and since when."""
    for seat, holder in enumerate(table.seats.holders):
        if holder.player is not None and not holder.connected and holder.gone_at is not None:
            yield seat, holder.gone_at
