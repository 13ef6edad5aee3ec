"""How the server behaves: times and limits, none of which changes the rules."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Times are in ms.

    Attributes:
        data: folder of the database.
        page: folder of the built page.
        origins: further origins whose pages may open sockets, such as ``https://example.org``;
            the server's own always may.
        think_ms: shortest and longest time a bot takes for a move, so that people can follow.
        grace_ms: how long somebody may be disconnected before a bot plays for them.
        lobby_grace_ms: how long their seat is kept where no match is played and others are there.
        deal_pause_ms: time between deals, unless everybody is ready earlier.
        sleep_ms: how long a match goes on when no person is there; then it waits for one.
        unload_ms: how long a table that nobody looks at stays in memory.
        lobby_ms: how long a table without a match is kept when nobody is there.
        abandoned_ms: the same for a table with a match; 0 keeps it for ever. Its finished deals
            are kept in any case.
        records_ms: how long a match is kept after its end; 0 keeps it for ever.
        janitor_ms: how often it is looked what can be put away.
        queue_ms: how long a quick match waits for people before bots fill the table.
        hello_ms: how long a new socket may stay silent.
        bot_threads: how many bots may think at once.
        messages: how many messages a socket may send at once, and how many a second after that.
        phrases: the same for phrases, a second.
        advice: the same for hints and arrangements.
        requests: how many HTTP requests an address may send at once, and how many a second after
            that; the same for every player who shows a token.
        newcomers: the same for new players from an address.
        logins: the same for attempts to log in, from an address and for a name.
        sockets: the same for opening sockets from an address.
        tables: the same for new tables of a player.
        codes: the same for the codes and invitations a player tries.
        wrong_codes: the same for those of them that lead nowhere, from an address.
        open_sockets: how many sockets an address may have at once.
        send_buffer: bytes that may wait for a client that does not read, before it is dropped.
    """

    data: Path = Path("data")
    page: Path = Path(__file__).parent.parent / "page"
    origins: tuple[str, ...] = ()
    think_ms: tuple[int, int] = (700, 1600)
    grace_ms: int = 8_000
    lobby_grace_ms: int = 60_000
    deal_pause_ms: int = 12_000
    sleep_ms: int = 10_000
    unload_ms: int = 300_000
    lobby_ms: int = 3_600_000
    abandoned_ms: int = 24 * 3_600_000
    records_ms: int = 0
    janitor_ms: int = 20_000
    queue_ms: int = 12_000
    hello_ms: int = 10_000
    bot_threads: int = max(1, (os.cpu_count() or 2) - 1)
    messages: tuple[int, float] = (60, 20.0)
    phrases: tuple[int, float] = (4, 0.4)
    advice: tuple[int, float] = (20, 4.0)
    requests: tuple[int, float] = (120, 20.0)
    newcomers: tuple[int, float] = (30, 0.2)
    logins: tuple[int, float] = (10, 0.05)
    sockets: tuple[int, float] = (60, 2.0)
    tables: tuple[int, float] = (6, 0.2)
    codes: tuple[int, float] = (10, 0.2)
    wrong_codes: tuple[int, float] = (30, 0.1)
    open_sockets: int = 200
    send_buffer: int = 1 << 20
