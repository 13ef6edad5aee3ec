"""Why a record is refused."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol, TypeAlias

from daguai.messages import error_words

Path: TypeAlias = tuple[str | int, ...]
"""Where something stands in a record: fields and indices, as in ``("deals", 0, "hands", 3)``."""


class Coded(Protocol):
    """An error of the cards, the rules, the shuffle or the play, which has said what is wrong."""

    code: str

    @property
    def details(self) -> Mapping[str, str]:
        """What the message names, by key."""


def json_path(path: Path) -> str:
    """Write a path as JSON tools do.

    >>> json_path(("deals", 0, "hands", 3))
    '$.deals[0].hands[3]'
    """
    return "$" + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)


class RecordError(ValueError):
    """A record that cannot be read, or in which something does not follow.

    Attributes:
        code: what is wrong; ``docs/record.md`` lists the codes.
        reason: the message without the place.
        line: the line of the text, counted from 1; None for JSON and for a ``Record`` value.
        path: where it stands in the JSON form, such as ``$.deals[0].hands[3]``.
        details: what the message names, by key, for catalogues in other languages.
    """

    def __init__(
        self,
        code: str,
        *,
        reason: str = "",
        line: int | None = None,
        path: str = "",
        **details: str,
    ) -> None:
        """Take what is wrong; ``reason`` only where another error has said it already."""
        reason = reason or error_words(code, details) or code
        place = f"line {line}" if line is not None else path
        super().__init__(f"{place}: {reason}" if place else reason)
        self.code = code
        self.reason = reason
        self.line = line
        self.path = path
        self.details = details

    def __reduce__(self) -> tuple[partial[RecordError], tuple[Any, ...]]:
        place = partial(type(self), self.code, reason=self.reason, line=self.line, path=self.path)
        return partial(place, **self.details), ()

    @classmethod
    def after(cls, error: Coded, *, line: int | None) -> RecordError:
        """Return what another error says, at a line."""
        return cls(error.code, reason=str(error), line=line, **error.details)


class Wrong(Exception):
    """Something wrong at a path; whoever knows the lines turns it into a ``RecordError``."""

    def __init__(self, path: Path, code: str, *, reason: str = "", **details: str) -> None:
        super().__init__(code)
        self.path = path
        self.code = code
        self.reason = reason
        self.details = details

    @classmethod
    def after(cls, error: Coded, path: Path) -> Wrong:
        """Return what another error says, at a path."""
        return cls(path, error.code, reason=str(error), **error.details)


def check_version(code: str, version: int, known: int, line: int | None) -> None:
    """Refuse what a later daguai wrote, with a code of its own, and what nothing ever wrote.

    Raises:
        RecordError: the given code, or ``unknown_version``.
    """
    if version > known:
        raise RecordError(code, line=line, version=str(version), known=str(known))
    if version < 1:
        raise RecordError("unknown_version", line=line, version=str(version))
