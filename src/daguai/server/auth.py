"""Accounts: a name and a password for players who want to be themselves on other devices too.

Passwords are kept by argon2, which takes a moment and much memory on purpose, so it runs in its
own thread, one at a time. Tokens are what a player shows from then on (``secrecy``).
"""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar, TypeVarTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from daguai.server.players import Players, clean_name
from daguai.server.refusal import Refusal
from daguai.server.secrecy import hash_token, new_token
from daguai.server.store.seam import AccountRow, NameTaken, PlayerRow, Store

SHORTEST_PASSWORD: Final = 8
LONGEST_PASSWORD: Final = 256
_MOST_WAITING: Final = 16
"""So many passwords may wait to be checked; more are turned away rather than queued."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


def account_key(name: str) -> str:
    """Return a name as accounts are compared: width, case and blanks do not tell two apart.

    >>> account_key("ＡＮＮ  lee") == account_key("Ann Lee")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


class Accounts:
    """Makes accounts, logs in and out."""

    def __init__(self, store: Store, players: Players) -> None:
        self._store = store
        self._players = players
        self._hasher = PasswordHasher()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="password")
        self._waiting = 0
        self._nobody = ""

    def close(self) -> None:
        """Stop checking passwords."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def add(self, player: PlayerRow, name: str, password: str, now: int) -> AccountRow:
        """Give a guest an account.

        Raises:
            Refusal: ``bad_name``, ``bad_password``, ``has_account``, ``name_taken`` or ``busy``.
        """
        name = clean_name(name)
        _check_password(password)
        if await self._store.account_of(player.id) is not None:
            raise Refusal("has_account", "this player has an account already")
        key = account_key(name)
        if await self._store.account(key) is not None:  # before the work of hashing
            raise Refusal("name_taken", f"another account is called {name}", name=name)
        account = AccountRow(player.id, name, key, await self._hash(password), now)
        try:
            await self._store.add_account(account)
        except NameTaken:
            raise Refusal("name_taken", f"another account is called {name}", name=name) from None
        return account

    async def log_in(self, name: str, password: str, now: int) -> tuple[PlayerRow, str]:
        """Return the player of an account, and a new token.

        A name that nobody has takes as long as a wrong password.

        Raises:
            Refusal: ``wrong_password``, which tells nothing about the name, or ``busy``.
        """
        account = await self._store.account(account_key(name))
        kept = account.password if account is not None else await self._nobodys()
        right = await self._in_thread(self._verify, kept, password[: LONGEST_PASSWORD + 1])
        player = None if account is None else await self._store.player(account.player)
        if not right or account is None or player is None:
            raise Refusal("wrong_password", "there is no account with this name and password")
        if self._hasher.check_needs_rehash(account.password):
            await self._store.change_password(player.id, await self._hash(password))
        token = new_token()
        await self._store.add_token(player.id, hash_token(token), now)
        return player, token

    async def log_out(self, player: PlayerRow, token: str) -> None:
        """Make a token worthless."""
        await self._store.drop_token(hash_token(token))
        self._players.forget(player.id)

    async def _hash(self, password: str) -> str:
        return await self._in_thread(self._hasher.hash, password)

    async def _nobodys(self) -> str:
        """What is compared where there is no account."""
        if not self._nobody:
            self._nobody = await self._hash(secrets.token_urlsafe(16))
        return self._nobody

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _in_thread(self, work: Callable[[*Ts], T], *arguments: *Ts) -> T:
        if self._waiting >= _MOST_WAITING:
            raise Refusal("busy", "too many people log in at once: try again in a moment")
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, work, *arguments)
        finally:
            self._waiting -= 1


def _check_password(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        message = f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters"
        raise Refusal("bad_password", message, shortest=str(SHORTEST_PASSWORD))
