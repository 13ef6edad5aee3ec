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

    def wrong(self, code: str, *, at: int | None = None, **details: str) -> RecordError:
        """Return an error at this line, or at one that continues it."""
        return RecordError(code, line=self.number if at is None else at, **details)

    def refuse(self, error: NotationError | RulesError, at: int | None = None) -> RecordError:
        """Return an error of the rules or the notation as one at this line."""
        return RecordError.after(error, line=self.number if at is None else at)

    @property
    def value(self) -> str:
        """What follows the colon, if it is no list and so stands on one line."""
        if len(self.pieces) > 1:
            raise self.wrong("one_line", at=self.pieces[1][1])
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
                raise self.wrong("no_comma", at=self.pieces[place + 1][1])
            if not all(parts):
                raise self.wrong("empty_item", at=number)
            items += [(part, number) for part in parts]
        return items

    def fields(self, *names: str) -> dict[str, str]:
        """Return items as words by the name each begins with; none twice, none unknown."""
        found: dict[str, str] = {}
        for item, number in self.items():
            name = next((name for name in names if f"{item} ".startswith(f"{name} ")), None)
            if name is None:
                known = ", ".join(names)
                raise self.wrong("unknown_item", at=number, key=self.key, text=item, known=known)
            if name in found:
                raise self.wrong("repeated_item", at=number, text=name)
            found[name] = item[len(name) :].strip()
        return found

    def free_text(self) -> str:
        """Return the value as a text, which may be quoted as in JSON."""
        value = self.value
        if not value.startswith('"'):
            if '"' in value:
                raise self.wrong("half_quoted")
            return value
        try:
            text = json.loads(value)
            text.encode()
        except (ValueError, RecursionError):
            raise self.wrong("bad_quotation") from None
        assert isinstance(text, str)  # nothing else begins with a quotation mark
        return text

    def all_cards(self) -> str:
        """Return the cards that are the value, in ascending order."""
        if not self.pieces:
            raise self.wrong("no_cards_here")
        return canonical(" ".join(self.cards(text, number) for text, number in self.pieces))

    def cards(self, text: str, at: int) -> str:
        """Return cards in ascending order."""
        try:
            return canonical(text)
        except NotationError as error:
            raise self.refuse(error, at) from None

    def number_of(self, text: str, *, at: int | None = None) -> int:
        """Return a number of at most six digits."""
        if not _NUMBER.fullmatch(text):
            raise self.wrong("no_number", at=at, text=text)
        return int(text)

    def level(self, text: str) -> str:
        """Return a level as it is written."""
        if len(text) != 1 or text not in RANKS:
            raise self.wrong("unknown_level", text=text)
        return text

    def levels(self, text: str) -> tuple[str, str]:
        """Return each team's level."""
        levels = [self.level(level) for level in text.split()]
        if len(levels) != TEAMS:
            raise self.wrong("levels_form", text=text)
        return levels[0], levels[1]

    def team(self, text: str) -> int:
        """Return the team of ``team 0`` or ``team 1``."""
        word, _, number = text.partition(" ")
        if word != "team" or number not in map(str, range(TEAMS)):
            raise self.wrong("team_form", text=text)
        return int(number)

    def winner(self, fields: Mapping[str, str]) -> int | None:
        """Return the winning team of a deal or match, None when it was drawn."""
        if ("drawn" in fields) == ("won by" in fields) or fields.get("drawn"):
            raise self.wrong("winner_form")
        return self.team(fields["won by"]) if "won by" in fields else None

    def standing(self, fields: Mapping[str, str]) -> dict[str, Any]:
        """Return levels, points and the deciding clause of a deal or match."""
        points = fields["points"].split()
        if len(points) != TEAMS or not all(map(_INTEGER.fullmatch, points)):
            raise self.wrong("points_form", text=fields["points"])
        if not _CLAUSE.fullmatch(fields["clause"]):
            raise self.wrong("clause_form", text=fields["clause"])
        return {
            "levels": self.levels(fields["levels"]),
            "points": tuple(map(int, points)),
            "clause": fields["clause"],
        }


def split_lines(text: str) -> Iterator[Line]:
    """Yield a text's lines, without comments and blank ones, continued lines joined.

    Raises:
        RecordError: quotation marks that do not close, or an indented line that continues none.
    """
    line: Line | None = None
    gap = True
    for number, raw in enumerate(text.split("\n"), 1):
        found = _BEFORE_COMMENT.match(raw)
        content = found.group() if found else ""
        if len(content) < len(raw) and raw[len(content)] == '"':
            raise RecordError("open_quotation", line=number)
        if not content.strip():
            gap = gap or not raw.strip()
            continue
        if content[0].isspace():
            if gap or line is None:
                raise RecordError("continues_nothing", line=number)
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
