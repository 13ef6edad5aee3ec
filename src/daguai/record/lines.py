"""The lines of a record's text: comments, continued lines, keys and values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from daguai.cards import NotationError
from daguai.record.errors import RecordError
from daguai.record.model import canonical

_BEFORE_COMMENT: Final = re.compile(r'(?:[^"#]|"(?:[^"\\]|\\.)*")*')
_KEY: Final = re.compile(r"([a-z]+)((?:[ \t]+[\w]+)*)[ \t]*[:：](.*)", re.DOTALL)
_COMMA: Final = re.compile("[,，]")
_NUMBER: Final = re.compile(r"[0-9]{1,6}")
_INTEGER: Final = re.compile(r"-?[0-9]{1,6}")


@dataclass(slots=True)
class Line:
    """A line of a record with the indented lines that continue it.

    Attributes:
        number: the first line's number in the text, from 1.
        key: the word it begins with, ``hand`` in ``hand 3: 2S …``; empty if it has no such form.
        arguments: the words between key and colon.
        pieces: what follows, line by line, each with its number.
    """

    number: int
    key: str
    arguments: list[str]
    pieces: list[tuple[str, int]] = field(default_factory=list)

    def wrong(self, reason: str, *, code: str = "syntax", at: int | None = None) -> RecordError:
        """Return an error at this line, or at one that continues it."""
        return RecordError(code, reason, line=self.number if at is None else at)

    @property
    def value(self) -> str:
        """All that follows the colon."""
        return " ".join(text for text, _ in self.pieces).strip()

    def items(self) -> list[tuple[str, int]]:
        """Return the parts between commas, each with the line it stands on."""
        items: list[tuple[str, int]] = []
        last = len(self.pieces) - 1
        for place, (text, number) in enumerate(self.pieces):
            parts = [part.strip() for part in _COMMA.split(text)]
            if place < last and not parts[-1]:
                parts.pop()
            elif place < last:
                raise self.wrong("expected a comma before the continued line", at=number)
            if not all(parts):
                raise self.wrong("there is nothing before or after a comma", at=number)
            items += [(part, number) for part in parts]
        return items

    def fields(self, *names: str) -> dict[str, str]:
        """Return items as words by the name each begins with; none twice, none unknown."""
        found: dict[str, str] = {}
        for item, number in self.items():
            name = next((name for name in names if f"{item} ".startswith(f"{name} ")), None)
            if name is None:
                known = ", ".join(names)
                raise self.wrong(f"expected {known} in {self.key!r}, not {item!r}", at=number)
            if name in found:
                raise self.wrong(f"{name!r} is given twice", code="repeated", at=number)
            found[name] = item[len(name) :].strip()
        return found

    def free_text(self) -> str:
        """Return the value as a text, which may be quoted as in JSON."""
        value = self.value
        if not value.startswith('"'):
            if '"' in value:
                raise self.wrong("a text with a quotation mark in it is quoted whole")
            return value
        try:
            text = json.loads(value)
            text.encode()
        except (ValueError, RecursionError):
            raise self.wrong("expected one text in quotation marks, as in JSON") from None
        assert isinstance(text, str)  # nothing else begins with a quotation mark
        return text

    def cards(self, text: str | None = None, *, at: int | None = None) -> str:
        """Return cards in ascending order; without ``text`` the value's."""
        text = self.value if text is None else text
        try:
            cards = canonical(text)
        except NotationError as error:
            raise self.wrong(str(error), code=error.code, at=at) from None
        if not cards:
            raise self.wrong("expected cards", at=at)
        return cards

    def number_of(self, text: str, what: str, *, at: int | None = None) -> int:
        """Return a number of at most six digits."""
        if not _NUMBER.fullmatch(text):
            raise self.wrong(f"expected {what}, a number, not {text!r}", at=at)
        return int(text)

    def integer_of(self, text: str, what: str) -> int:
        """Return a number that may be negative."""
        if not _INTEGER.fullmatch(text):
            raise self.wrong(f"expected {what}, a number, not {text!r}")
        return int(text)


def split_lines(text: str) -> Iterator[Line]:
    """Yield a text's lines, without comments and blank ones, continued lines joined.

    Raises:
        RecordError: code ``syntax``: quotation marks that do not close.
    """
    line: Line | None = None
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        found = _BEFORE_COMMENT.match(raw)
        content = found.group() if found else ""
        if len(content) < len(raw) and raw[len(content)] == '"':
            raise RecordError("syntax", "a quotation mark does not close", line=number)
        if not content.strip():
            continue
        if content[0].isspace() and line is not None:
            line.pieces.append((content.strip(), number))
            continue
        if line is not None:
            yield line
        line = _line(content, number)
    if line is not None:
        yield line


def _line(content: str, number: int) -> Line:
    keyed = _KEY.fullmatch(content.strip())
    if keyed is None:
        return Line(number, "", [], [(content.strip(), number)])
    key, arguments, rest = keyed.groups()
    pieces = [(rest.strip(), number)] if rest.strip() else []
    return Line(number, key, arguments.split(), pieces)
