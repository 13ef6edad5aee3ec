"""How often something may be done."""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from daguai.server.config import Config


def address_key(address: str) -> str:
    """Return what all addresses have in common that somebody has for the asking.

    That is the first half of an IPv6 address, and the whole of another.

    >>> address_key("2001:db8:0:1::7"), address_key("2001:db8:0:1:ffff::")
    ('2001:db8:0:1::', '2001:db8:0:1::')
    >>> address_key("192.0.2.7"), address_key("::ffff:192.0.2.7")
    ('192.0.2.7', '192.0.2.7')
    """
    try:
        found = ip_address(address)
    except ValueError:  # such as that of a socket in the file system
        return address
    if isinstance(found, IPv4Address):
        return address
    mapped = found.ipv4_mapped
    return str(IPv6Address(int(found) >> 64 << 64)) if mapped is None else str(mapped)


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

    def give(self) -> None:
        """Put one back that was taken and not used."""
        self.level = min(self.burst, self.level + 1)

    def wait(self) -> float:
        """Return after how many seconds there is one again."""
        return max(0.0, (1 - self.level) / self.rate)


class Buckets:
    """A bucket for each of many, such as addresses; the longest unused are forgotten.

    >>> buckets = Buckets(burst=1, rate=1.0)
    >>> buckets.take("a", now=0.0), buckets.take("a", now=0.0), buckets.take("b", now=0.0)
    (True, False, True)
    """

    def __init__(self, burst: float, rate: float, most: int = 16384) -> None:
        """Begin; ``most`` is how many are remembered."""
        self._new = burst, rate
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, now: float) -> bool:
        """Take one from somebody's bucket if there is one; ``now`` is in seconds."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(*self._new)
            bucket.then = now
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(now)

    def give(self, key: str) -> None:
        """Put one back that was taken and not used."""
        if key in self._buckets:
            self._buckets[key].give()

    def wait(self, key: str) -> float:
        """Return after how many seconds somebody has one again."""
        bucket = self._buckets.get(key)
        return 0.0 if bucket is None else bucket.wait()


class Limits:
    """What addresses, by their ``address_key``, and players may do, and how often.

    Attributes:
        requests: HTTP requests, by address.
        players: HTTP requests, by player.
        newcomers: new players, by address.
        logins: attempts to log in, by address and by name.
        sockets: sockets opened, by address.
        tables: new tables, by player.
        codes: codes and invitations tried, by player.
        wrong_codes: those that led nowhere, by address.
    """

    def __init__(self, config: Config) -> None:
        self.requests = Buckets(*config.requests)
        self.players = Buckets(*config.requests)
        self.newcomers = Buckets(*config.newcomers)
        self.logins = Buckets(*config.logins)
        self.sockets = Buckets(*config.sockets)
        self.tables = Buckets(*config.tables)
        self.codes = Buckets(*config.codes)
        self.wrong_codes = Buckets(*config.wrong_codes)
