"""The clocks of a table: time for each move, and each player's shared reserve 备用时间.

Nothing here reads a clock: every method is told what time it is, in ms since 1970.
"""

from __future__ import annotations

from collections.abc import Iterable

from daguai.server.protocol import Clock, SeatDeadline


class Clocks:
    """Who owes a move since when, and what is left of every reserve.

    >>> clocks = Clocks(seats=6, reserve_ms=5000)
    >>> clocks.per_move_ms = 1000
    >>> clocks.owe([2], now=0)
    >>> clocks.deadline(2), clocks.late(now=5999), clocks.late(now=6000)
    (6000, [], [2])
    >>> clocks.moved(2, now=3000)
    >>> clocks.reserves[2]
    3000

    Attributes:
        per_move_ms: time for each of the moves now owed; 0 is no clock.
        reserves: what is left of each seat's reserve, in ms.
        since: the seats whose clock runs, and when it began to.
    """

    def __init__(self, seats: int, reserve_ms: int) -> None:
        self.per_move_ms = 0
        self.reserves = [reserve_ms] * seats
        self.since: dict[int, int] = {}

    def owe(self, seats: Iterable[int], now: int) -> None:
        """Let the clocks of these seats run and those of all others stop."""
        if self.per_move_ms:
            self.since = {seat: self.since.get(seat, now) for seat in seats}
        else:
            self.since = {}

    def moved(self, seat: int, now: int) -> None:
        """Stop a seat's clock and take what it used beyond its time from its reserve."""
        started = self.since.pop(seat, None)
        if started is not None:
            over = now - started - self.per_move_ms
            self.reserves[seat] = max(0, self.reserves[seat] - max(0, over))

    def restart(self, now: int) -> None:
        """Give every running clock its time back, as after the server was away."""
        self.since = dict.fromkeys(self.since, now)

    def deadline(self, seat: int) -> int:
        """Return when a seat whose clock runs is out of time and reserve."""
        return self.since[seat] + self.per_move_ms + self.reserves[seat]

    def late(self, now: int) -> list[int]:
        """Return the seats that are out of time."""
        return [seat for seat in self.since if now >= self.deadline(seat)]

    def next_deadline(self) -> int | None:
        """Return when the first seat will be out of time, None when no clock runs."""
        return min(map(self.deadline, self.since), default=None)

    def shown(self, now: int, next_deal_at: int | None) -> Clock:
        """Return the clocks as the protocol tells them."""
        running = tuple(
            SeatDeadline(seat, started + self.per_move_ms, self.reserves[seat])
            for seat, started in self.since.items()
        )
        return Clock(running, now, self.per_move_ms, next_deal_at)
