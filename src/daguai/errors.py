"""What errors about bad input have in common."""

from __future__ import annotations

from functools import partial
from typing import Any


class CodedError(ValueError):
    """Bad input, with a reason that programs can read and that may cross processes.

    Attributes:
        code: a stable name of the reason; each kind of error lists its own.
        details: what the message names, by key, for catalogues in other languages.
    """

    def __init__(self, code: str, message: str, **details: str) -> None:
        super().__init__(message)
        self.code = code
        self.details = details

    def __reduce__(self) -> tuple[partial[CodedError], tuple[Any, ...]]:
        return partial(type(self), self.code, str(self), **self.details), ()
