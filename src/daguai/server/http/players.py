"""Players, accounts, and what the server keeps for them."""

from __future__ import annotations

import msgspec

from daguai.server.auth import account_key
from daguai.server.http.endpoint import Call, too_often
from daguai.server.http.shapes import Credentials, Favourite, Me, PlayedInfo, seats_of
from daguai.server.pilots import available
from daguai.server.players import clean_name
from daguai.server.protocol import Player
from daguai.server.refusal import Refusal
from daguai.server.table import rules_of


async def add_player(call: Call) -> Credentials:
    """Make a guest."""
    player, token = await call.hub.players.add(call.body.nickname, call.hub.now())
    return Credentials(Player(player.id, player.name), token)


async def me(call: Call) -> Me:
    """Say who asks."""
    account = await call.hub.store.account_of(call.asker.id)
    return await _me(call, None if account is None else account.name)


async def rename(call: Call) -> Me:
    """Change the nickname, at once for everybody at the player's table."""
    name = clean_name(call.body.nickname)
    call.player = await call.hub.rename(call.asker, name)
    return await me(call)


async def add_account(call: Call) -> Me:
    """Give a guest an account."""
    _limit_name(call, call.body.name)
    wanted = call.body
    account = await call.accounts.add(call.asker, wanted.name, wanted.password, call.hub.now())
    return await _me(call, account.name)


async def log_in(call: Call) -> Credentials:
    """Give a new token for a name and a password."""
    _limit_name(call, call.body.name)
    wanted = call.body
    player, token = await call.accounts.log_in(wanted.name, wanted.password, call.hub.now())
    return Credentials(Player(player.id, player.name), token)


async def log_out(call: Call) -> None:
    """Make the token worthless and close the socket that was opened with it."""
    await call.accounts.log_out(call.asker, call.token)
    call.hub.expel(call.asker, call.token)


async def favourites(call: Call) -> bytes | list[Favourite]:
    """Return the settings that a player likes."""
    kept = await call.hub.store.favourites(call.asker.id)
    return [] if kept is None else kept.encode()


async def save_favourites(call: Call) -> list[Favourite]:
    """Replace the settings that a player likes."""
    wanted: list[Favourite] = call.body
    for favourite in wanted:
        rules_of(favourite.settings)
    if len({favourite.name for favourite in wanted}) < len(wanted):
        raise Refusal("bad_name", "each favourite needs a name of its own")
    text = msgspec.json.encode(wanted).decode()
    await call.hub.store.save_favourites(call.asker.id, text)
    return wanted


async def history(call: Call) -> list[PlayedInfo]:
    """Return the matches a player sat in, newest first."""
    page = call.query
    found = await call.hub.store.matches_of(call.asker.id, page.before, page.limit)
    return [
        PlayedInfo(
            id=played.match.id,
            table=played.match.table,
            preset=msgspec.json.decode(played.match.rules)["preset"],
            seat=played.seat,
            seats=seats_of(played.match.seats),
            deals=played.deals,
            finished=played.finished,
            started_at=played.match.started_at,
            ended_at=played.match.ended_at,
            winner=played.match.winner,
            abandoned=played.match.abandoned,
        )
        for played in found
    ]


async def _me(call: Call, account: str | None) -> Me:
    table = await call.hub.store.table_of(call.asker.id)
    bots = available() if call.hub.ready else ()  # they are loaded while the server warms up
    return Me(Player(call.asker.id, call.asker.name), account, table, bots)


def _limit_name(call: Call, name: str) -> None:
    limit, key = call.hub.limits.logins, f"name {account_key(name)}"
    if not limit.take(key, call.hub.loop.time()):
        raise too_often(limit.wait(key))
