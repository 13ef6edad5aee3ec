"""Who is who: players, and the tokens by which the server knows them."""

from __future__ import annotations

import hmac
import unicodedata
from collections import OrderedDict

from daguai.server.refusal import Refusal
from daguai.server.secrecy import hash_token, new_id, new_token
from daguai.server.store.seam import PlayerRow, Store

_LONGEST_NAME = 16
_REMEMBERED = 4096


def clean_name(text: str) -> str:
    """Return a nickname without surrounding or repeated blanks.

    >>> clean_name("  老  王 ")
    '老 王'

    Raises:
        Refusal: ``bad_name``: it is empty, too long or has characters that cannot be seen.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    seen = all(unicodedata.category(letter)[0] != "C" for letter in name)
    if not name or len(name) > _LONGEST_NAME or not seen:
        message = f"a name has 1 to {_LONGEST_NAME} visible characters"
        raise Refusal("bad_name", message, longest=str(_LONGEST_NAME))
    return name


class Players:
    """The players, the latest of them in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[bytes, PlayerRow] = OrderedDict()

    async def add(self, name: str, now: int) -> tuple[PlayerRow, str]:
        """Make a guest; return them and their token, which is not kept and never shown again.

        Raises:
            Refusal: ``bad_name``.
        """
        player = PlayerRow(new_id(), clean_name(name), now)
        token = new_token()
        await self._store.add_player(player, hash_token(token))
        return player, token

    async def of_token(self, token: str) -> PlayerRow | None:
        """Return whose token this is, or None."""
        hashed = hash_token(token)
        player = self._known.get(hashed)
        if player is None:
            player = await self._store.player_of(hashed)
            if player is None:
                return None
            self._known[hashed] = player
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return player

    def forget(self, player: str) -> None:
        """Read a player from the store next time: the name or a token has changed."""
        for hashed, known in list(self._known.items()):
            if known.id == player:
                del self._known[hashed]

    @staticmethod
    def same_secret(given: str | None, secret: str) -> bool:
        """Compare secrets in a time that tells nothing."""
        return given is not None and hmac.compare_digest(given.encode(), secret.encode())
