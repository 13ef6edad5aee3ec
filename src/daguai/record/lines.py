"""The lines of a record's text: comments, continued lines, keys and values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from daguai.cards import RANKS, NotationError
from daguai.record.errors import RecordError
from daguai.record.model import canonical
from daguai.rules import TEAMS, RulesError

_BEFORE_COMMENT: Final = re.compile(r'(?:[^"#]|"(?:[^"\\]|\\.)*")*')
_KEY: Final = re.compile(r"([a-z]+)((?:[ \t]+[\w]+)*)[ \t]*[:：](.*)", re.DOTALL)
_COMMA: Final = re.compile("[,，]")
_NUMBER: Final = re.compile(r"[0-9]{1,6}")
_INTEGER: Final = re.compile(r"-?[0-9]{1,6}")
_CLAUSE: Final = re.compile(r"[0-9.]{1,9}")


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

    def wrong(
        self, reason: str, *, code: str = "syntax", at: int | None = None, **details: str
    ) -> RecordError:
        """Return an error at this line, or at one that continues it."""
        return RecordError(code, reason, line=self.number if at is None else at, **details)

    def refuse(self, error: NotationError | RulesError, at: int | None = None) -> RecordError:
        """Return an error of the rules or the notation as one at this line."""
        return self.wrong(str(error), code=error.code, at=at, **error.details)

    @property
    def value(self) -> str:
        """What follows the colon, if it is no list and so stands on one line."""
        if len(self.pieces) > 1:
            raise self.wrong("only lists and cards go on on another line", at=self.pieces[1][1])
        return self.pieces[0][0] if self.pieces else ""

    def items(self) -> list[tuple[str, int]]:
        """Return the parts between commas, each with the line it stands on."""
        items: list[tuple[str, int]] = []
        last = len(self.pieces) - 1
        for place, (text, number) in enumerate(self.pieces):
            parts = [" ".join(part.split()) for part in _COMMA.split(text)]
            if place < last and not parts[-1]:
                parts.pop()
            elif place < last:
                after = self.pieces[place + 1][1]
                raise self.wrong("expected a comma before the continued line", at=after)
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

    def all_cards(self) -> str:
        """Return the cards that are the value, in ascending order."""
        if not self.pieces:
            raise self.wrong("expected cards")
        return canonical(" ".join(self.cards(text, number) for text, number in self.pieces))

    def cards(self, text: str, at: int) -> str:
        """Return cards in ascending order."""
        try:
            return canonical(text)
        except NotationError as error:
            raise self.refuse(error, at) from None

    def number_of(self, text: str, what: str, *, at: int | None = None) -> int:
        """Return a number of at most six digits."""
        if not _NUMBER.fullmatch(text):
            raise self.wrong(f"expected {what}, a number, not {text!r}", at=at)
        return int(text)

    def level(self, text: str) -> str:
        """Return a level as it is written."""
        if len(text) != 1 or text not in RANKS:
            reason = f"{text!r} is not a level: expected one of {' '.join(RANKS)}"
            raise self.wrong(reason, code="unknown_level", text=text)
        return text

    def levels(self, text: str) -> tuple[str, str]:
        """Return each team's level."""
        levels = [self.level(level) for level in text.split()]
        if len(levels) != TEAMS:
            raise self.wrong(f"expected the levels of team 0 and team 1, not {text!r}")
        return levels[0], levels[1]

    def team(self, text: str) -> int:
        """Return the team of ``team 0`` or ``team 1``."""
        word, _, number = text.partition(" ")
        if word != "team" or number not in map(str, range(TEAMS)):
            raise self.wrong(f"expected 'team 0' or 'team 1', not {text!r}")
        return int(number)

    def winner(self, fields: Mapping[str, str]) -> int | None:
        """Return the winning team of a deal or match, None when it was drawn."""
        if ("drawn" in fields) == ("won by" in fields) or fields.get("drawn"):
            raise self.wrong("expected either 'won by team T' or 'drawn'")
        return self.team(fields["won by"]) if "won by" in fields else None

    def standing(self, fields: Mapping[str, str]) -> dict[str, Any]:
        """Return levels, points and the deciding clause of a deal or match."""
        points = fields["points"].split()
        if len(points) != TEAMS or not all(map(_INTEGER.fullmatch, points)):
            raise self.wrong(
                f"expected the points of team 0 and of team 1, not {fields['points']!r}"
            )
        if not _CLAUSE.fullmatch(fields["clause"]):
            raise self.wrong(f"expected a clause such as 8.2, not {fields['clause']!r}")
        return {
            "levels": self.levels(fields["levels"]),
            "points": tuple(map(int, points)),
            "clause": fields["clause"],
        }


def split_lines(text: str) -> Iterator[Line]:
    """Yield a text's lines, without comments and blank ones, continued lines joined.

    Raises:
        RecordError: code ``syntax``: quotation marks that do not close, or an indented line that
            continues none.
    """
    line: Line | None = None
    gap = True
    for number, raw in enumerate(text.split("\n"), 1):
        found = _BEFORE_COMMENT.match(raw)
        content = found.group() if found else ""
        if len(content) < len(raw) and raw[len(content)] == '"':
            raise RecordError("syntax", "a quotation mark does not close", line=number)
        if not content.strip():
            gap = gap or not raw.strip()
            continue
        if content[0].isspace():
            if gap or line is None:
                raise RecordError("syntax", "an indented line continues no other", line=number)
            line.pieces.append((content.strip(), number))
            continue
        if line is not None:
            yield line
        line = _line(content, number)
        gap = False
    if line is not None:
        yield line


def _line(content: str, number: int) -> Line:
    keyed = _KEY.fullmatch(content.strip())
    if keyed is None:
        return Line(number, "", [], [(content.strip(), number)])
    key, arguments, rest = keyed.groups()
    pieces = [(rest.strip(), number)] if rest.strip() else []
    return Line(number, key, arguments.split(), pieces)
