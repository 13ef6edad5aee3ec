"""Why a record is refused."""

from __future__ import annotations

from typing import TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""Where something stands in a record: fields and indices, as in ``("deals", 0, "hands", 3)``."""


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
        self, code: str, reason: str, *, line: int | None = None, path: str = "", **details: str
    ) -> None:
        place = f"line {line}" if line is not None else path
        super().__init__(f"{place}: {reason}" if place else reason)
        self.code = code
        self.reason = reason
        self.line = line
        self.path = path
        self.details = details


class Wrong(Exception):
    """Something wrong at a path; whoever knows the lines turns it into a ``RecordError``."""

    def __init__(self, path: Path, code: str, reason: str, **details: str) -> None:
        super().__init__(reason)
        self.path = path
        self.code = code
        self.reason = reason
        self.details = details


def check_version(version: int, known: int, what: str, line: int | None) -> None:
    """Refuse what a later daguai wrote.

    Raises:
        RecordError: code ``newer_format``, ``newer_rules`` or ``unknown_version``.
    """
    if version > known:
        raise RecordError(
            f"newer_{what}",
            f"version {version} of the {what} is newer than version {known}, which this daguai "
            "knows: use a newer one",
            line=line,
            version=str(version),
            known=str(known),
        )
    if version < 1:
        raise RecordError("unknown_version", f"there is no version {version}", line=line)
