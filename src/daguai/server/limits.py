"""How often something may be done."""

from __future__ import annotations


class Bucket:
    """A token bucket: some at once, then so many a second.

    >>> bucket = Bucket(burst=2, rate=1.0)
    >>> [bucket.take(now=0.0) for _ in range(3)], bucket.take(now=1.0)
    ([True, True, False], True)
    """

    __slots__ = ("burst", "level", "rate", "then")

    def __init__(self, burst: float, rate: float) -> None:
        self.burst = burst
        self.rate = rate
        self.level = burst
        self.then = 0.0

    def take(self, now: float) -> bool:
        """Take one if there is one; ``now`` is in seconds."""
        self.level = min(self.burst, self.level + (now - self.then) * self.rate)
        self.then = now
        if self.level < 1:
            return False
        self.level -= 1
        return True
