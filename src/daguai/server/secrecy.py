"""Names and secrets drawn at random, and how secrets are kept."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

CODE_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that look alike: I and 1, L, O and 0."""
CODE_LENGTH: Final = 6


def new_id() -> str:
    """Return a public name for a player, table or match."""
    return secrets.token_hex(8)


def new_code() -> str:
    """Return a short code for a table, to be told to friends.

    >>> len(new_code())
    6
    """
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def normal_code(text: str) -> str:
    """Return a code as it was given out, whatever case and blanks somebody typed.

    >>> normal_code(" abc-2d7 ")
    'ABC2D7'
    """
    return "".join(letter for letter in text.upper() if letter in CODE_LETTERS)


def new_secret() -> str:
    """Return 256 random bits, as a token, an invitation or a seed."""
    return secrets.token_hex(32)


def new_token() -> str:
    """Return a player's bearer token."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> bytes:
    """Return what is kept of a token.

    It has 256 random bits, so a plain hash cannot be searched, and finding the hash by the
    database's index tells nothing about other tokens.
    """
    return hashlib.sha256(token.encode()).digest()
