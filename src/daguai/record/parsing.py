"""From what a file holds, text or JSON, to a record value whose parts fit its table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

import msgspec

from daguai.cards import NotationError
from daguai.events import TributeRefused
from daguai.record.errors import Path, RecordError, Wrong, check_version, json_path
from daguai.record.model import RECORD_FORMAT, DealRecord, Record, TributeStep
from daguai.record.reading import Lines, read_text
from daguai.rules import OPTIONS, RULES_VERSION, Rules, RulesError

_AT: Final = re.compile(r"(.*?)(?: - at `(?:key in )?(.*)`)?", re.DOTALL)
_BYTE: Final = re.compile(r"\(byte (\d+)\)")
_MISFITS: Final = tuple(
    (re.compile(pattern), code)
    for pattern, code in (
        ("Object missing required field `(?P<field>.*)`", "missing_field"),
        ("Object contains unknown field `(?P<field>.*)`", "unknown_field"),
        ("Expected `(?P<expected>.*)`, got `(?P<found>.*)`", "wrong_type"),
    )
)
"""What msgspec says of values that do not fit; the rest, such as bounds, is told by ``schema``."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A record whose parts fit its table, not replayed yet.

    Attributes:
        record: the record.
        lines: the line of its text on which each part stands; None where it is no text.
    """

    record: Record
    lines: Lines | None = None


Source: TypeAlias = str | bytes | Record | Parsed
"""What a record is taken from: its text, its JSON, the value itself or what was parsed before."""


class _Versions(msgspec.Struct):
    format: int = msgspec.field(name="daguai_record")
    rules_version: int | None = None
    preset: str | None = None


def parse_text(text: str | bytes) -> Record:
    """Read a record from its text, without replaying it.

    Raises:
        RecordError: the text is no record; ``line`` says where.
    """
    return _parse_text(_decoded(text)).record


def parse_json(text: str | bytes) -> Record:
    """Read a record from JSON, without replaying it.

    Raises:
        RecordError: the JSON is no record; ``path`` says where.
    """
    try:
        return _parse_json(_decoded(text))
    except Wrong as wrong:
        raise located(wrong, None) from None


def parse_record(text: str | bytes) -> Record:
    """Read a record from text or JSON, without replaying it.

    Raises:
        RecordError: it is no record; ``line`` or ``path`` says where.
    """
    return parse(text).record


def parse(source: Source) -> Parsed:
    """Read a record in any form, without replaying it.

    What it returns may be replayed and verified in its turn, with the lines of the text.

    Raises:
        RecordError: it is no record; ``line`` or ``path`` says where.
    """
    if isinstance(source, Parsed):
        return source
    if isinstance(source, Record):
        try:
            return Parsed(_fitting(source))
        except Wrong as wrong:
            raise located(wrong, None) from None
    text = _decoded(source)
    if text.lstrip(" \t\r\n").startswith("{"):
        return Parsed(parse_json(text))
    return _parse_text(text)


def located(wrong: Wrong, lines: Lines | None) -> RecordError:
    """Turn what is wrong at a path into an error on the line where that stands."""
    return RecordError(
        wrong.code,
        reason=wrong.reason,
        line=line_of(wrong.path, lines),
        path=json_path(wrong.path),
        **wrong.details,
    )


def line_of(path: Path, lines: Lines | None) -> int | None:
    """Return the line on which a part of a record stands, or what it is a part of."""
    if lines is None:
        return None
    while path not in lines and path:
        path = path[:-1]
    return lines.get(path, 1)


def _decoded(text: str | bytes) -> str:
    try:
        if isinstance(text, bytes):
            text = text.decode()
        text.encode()
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
    except UnicodeEncodeError as error:
        line = error.object[: error.start].count("\n") + 1
    else:
        return text.removeprefix("\ufeff")
    raise RecordError("not_utf8", line=line)


def _parse_text(text: str) -> Parsed:
    record, lines = read_text(text)
    try:
        return Parsed(_fitting(record), lines)
    except Wrong as wrong:
        raise located(wrong, lines) from None


def _parse_json(text: str) -> Record:
    try:
        versions = msgspec.json.decode(text, type=_Versions)
        check_version("newer_format", versions.format, RECORD_FORMAT, None)
        for name in ("rules_version", "preset"):
            if getattr(versions, name) is None:  # rules that nobody named would be guessed
                raise RecordError("missing_field", path="$", field=name)
        check_version("newer_rules", versions.rules_version or 0, RULES_VERSION, None)
        record = msgspec.json.decode(text, type=Record)
    except RecordError:
        raise
    except msgspec.ValidationError as error:
        raise _misfit(error) from None
    except msgspec.DecodeError as error:
        at = _BYTE.search(str(error))
        before = text.encode()[: int(at.group(1)) if at else None]
        raise RecordError("json", reason=str(error), line=before.count(b"\n") + 1) from None
    except RecursionError:
        raise RecordError("json_depth", path="$") from None
    return _fitting(record)


def _misfit(error: msgspec.ValidationError) -> RecordError:
    """Return what msgspec says of a value as an error with a code and details."""
    found = _AT.fullmatch(str(error))
    reason, path = found.groups() if found else (str(error), None)
    path = path or "$"
    cause = error.__cause__
    if isinstance(cause, NotationError):  # what a value refused while it was made
        return RecordError(cause.code, reason=reason, line=None, path=path, **cause.details)
    for pattern, code in _MISFITS:
        if match := pattern.fullmatch(reason):
            return RecordError(code, line=None, path=path, **match.groupdict())
    return RecordError("schema", reason=reason, path=path)


def _fitting(record: Record) -> Record:
    """Check that a record's parts fit its table, and name only the options that differ.

    Raises:
        Wrong: something does not fit.
    """
    for name in record.options:
        if name not in OPTIONS:
            raise Wrong(("options",), "unknown_option", text=name, known=", ".join(OPTIONS))
        try:
            OPTIONS[name].parse(record.options[name])
        except RulesError as error:
            raise Wrong.after(error, ("options", name)) from None
    try:
        rules = record.rules
    except RulesError as error:
        raise Wrong.after(error, ("preset",)) from None
    _by_seat(("players",), record.players, rules, optional=True)
    for place, deal in enumerate(record.deals):
        _fit_deal(("deals", place), deal, rules)
    return msgspec.structs.replace(record, options=rules.differences())


def _fit_deal(path: Path, deal: DealRecord, rules: Rules) -> None:
    _seats((*path, "dealer"), [deal.dealer], rules)
    _by_seat((*path, "hands"), deal.hands, rules)
    _by_seat((*path, "entropy"), deal.entropy, rules, optional=True)
    for part in ("commitment", "entropy"):
        if getattr(deal, part) and not deal.secret:
            raise Wrong((*path, part), "missing_secret")
    for place, step in enumerate(deal.tribute):
        _seats((*path, "tribute", place), _seats_of(step), rules)
    for trick, moves in enumerate(deal.tricks):
        here = (*path, "tricks", trick)
        if not moves:
            raise Wrong(here, "no_lead")
        for place, move in enumerate(moves):
            _seats((*here, place), [move.seat], rules)
    if deal.result is not None:
        here = (*path, "result")
        _seats(here, [*deal.result.order, *deal.result.caught], rules)
        _by_seat((*here, "left"), deal.result.left, rules, optional=True)


def _seats_of(step: TributeStep) -> tuple[int, ...]:
    return step.givers if isinstance(step, TributeRefused) else (step.giver, step.receiver)


def _seats(path: Path, seats: list[int] | tuple[int, ...], rules: Rules) -> None:
    for seat in seats:
        if not 0 <= seat < rules.seats:
            raise Wrong(path, "unknown_seat", seat=str(seat), last=str(rules.seats - 1))


def _by_seat(path: Path, values: tuple[str, ...], rules: Rules, *, optional: bool = False) -> None:
    if len(values) != rules.seats and not (optional and not values):
        raise Wrong(path, "wrong_seats", expected=str(rules.seats), count=str(len(values)))
