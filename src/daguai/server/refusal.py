"""Why the server does not do what a message asks."""

from __future__ import annotations

from typing import Final

INTERNAL: Final = "internal"
"""The code of what is our own fault."""


class Refusal(ValueError):
    """A request that is understood and not carried out; nothing has changed.

    Attributes:
        code: the reason, one of those in ``docs/protocol.md``.
        details: what the message names, by key, for a text in another language.
    """

    def __init__(self, code: str, message: str, **details: str) -> None:
        super().__init__(message)
        self.code = code
        self.details = details


def refusal_of(error: ValueError) -> Refusal:
    """Return any of our errors as a refusal."""
    if isinstance(error, Refusal):
        return error
    details = {key: str(value) for key, value in getattr(error, "details", {}).items()}
    return Refusal(getattr(error, "code", "refused"), str(error), **details)
