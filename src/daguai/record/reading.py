"""Reading a record's text; ``docs/record.md`` has the grammar."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from daguai.cards import Face, NotationError
from daguai.events import Returned, ReturnOffered, TributePaid, TributeRefused
from daguai.record.errors import Path, RecordError, check_version
from daguai.record.lines import Line, split_lines
from daguai.record.model import (
    RECORD_FORMAT,
    DealRecord,
    End,
    Move,
    Record,
    Result,
    TributeStep,
)
from daguai.rules import OPTIONS, RULES_VERSION, Rules, RulesError, Value

Lines: TypeAlias = dict[Path, int]
"""The line on which each part of a record stands."""

_MAGIC: Final = re.compile(r"daguai record ([0-9]{1,6})")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_MOVE: Final = re.compile(r"(?a)(\d{1,2}) ([^()（）]+?)(?: ?[(（] ?(\d{1,2}) ?[)）])?")

_PARTS: Final = (
    ("commitment", "secret", "entropy", "hand"),
    ("refused", "tribute", "offer", "return"),
    ("trick",),
    ("result",),
    ("left",),
)
"""The keys within a deal in the order they come."""
_PART_OF: Final = {key: part for part, keys in enumerate(_PARTS) for key in keys}


@dataclass(slots=True)
class _Deal:
    """A deal as far as it is read."""

    fields: dict[str, Any]
    part: int = 0
    entropy: dict[int, str] = field(default_factory=dict)
    hands: dict[int, str] = field(default_factory=dict)
    tribute: list[TributeStep] = field(default_factory=list)
    tricks: list[tuple[Move, ...]] = field(default_factory=list)
    result: dict[str, Any] | None = None
    left: dict[int, str] = field(default_factory=dict)


def read_text(text: str) -> tuple[Record, Lines]:
    """Read a record's text, and tell on which line each part stands.

    Raises:
        RecordError: the text is no record; ``line`` says where.
    """
    reader = _Reader()
    for line in split_lines(text):
        reader.read(line)
    return reader.record(), reader.lines


class _Reader:
    def __init__(self) -> None:
        self.lines: Lines = {}
        self.head: dict[str, Any] = {}
        self.rules: Rules | None = None
        self.options: dict[str, Value] = {}
        self.players: dict[int, str] = {}
        self.deals: list[DealRecord] = []
        self.deal: _Deal | None = None
        self.end: End | None = None
        self.last = 1

    def read(self, line: Line) -> None:
        self.last = line.number
        if "format" not in self.head:
            self._magic(line)
        elif "preset" not in self.head:
            self._rules(line)
        elif self.end is not None:
            raise line.wrong("after_end")
        elif line.key in _HEADER:
            if self.deal is not None:
                raise line.wrong("after_deals", key=line.key)
            _HEADER[line.key](self, line)
        elif line.key == "deal":
            self._begin_deal(line)
        elif line.key == "end":
            self._end(line)
        elif line.key in _IN_DEAL:
            self._in_deal(line)
        else:
            known = ", ".join([*_HEADER, "deal", *_IN_DEAL, "end"])
            start = line.key or line.pieces[0][0][:20]
            raise line.wrong("unknown_key", text=start, known=known)

    def record(self) -> Record:
        if "preset" not in self.head:
            missing = "rules: …" if "format" in self.head else f"daguai record {RECORD_FORMAT}"
            raise RecordError("ends_early", line=self.last, expected=missing)
        self._finish_deal()
        return Record(
            **self.head,
            options=self._table().differences(),
            players=self._by_seat(self.players),
            deals=tuple(self.deals),
            end=self.end,
        )

    # --- the head ---

    def _magic(self, line: Line) -> None:
        found = _MAGIC.fullmatch(line.value) if not line.key else None
        if found is None:
            raise line.wrong("no_record", known=str(RECORD_FORMAT))
        version = int(found.group(1))
        check_version("newer_format", version, RECORD_FORMAT, line.number)
        self.head["format"] = version
        self._note(line, "daguai_record")

    def _rules(self, line: Line) -> None:
        items = [text for text, _ in line.items()]
        if line.key != "rules" or len(items) != 2 or not items[1].startswith("version "):
            raise line.wrong("rules_form")
        version = line.number_of(items[1].removeprefix("version ").strip())
        check_version("newer_rules", version, RULES_VERSION, line.number)
        try:
            Rules.preset(items[0])
        except RulesError as error:
            raise line.refuse(error) from None
        self.head |= {"preset": items[0], "rules_version": version}
        self._note(line, "preset")
        self._note(line, "rules_version")

    def _option(self, line: Line) -> None:
        name = self._argument(line, "needs_name")
        self._once(line, "options", name)
        if name not in OPTIONS:
            raise line.wrong("unknown_option", text=name, known=", ".join(OPTIONS))
        self.rules = None
        try:
            self.options[name] = OPTIONS[name].parse(line.value)
        except RulesError as error:
            raise line.refuse(error) from None

    def _tag(self, line: Line) -> None:
        self._no_arguments(line)
        self._once(line, line.key)
        self.head[line.key] = line.free_text()

    def _player(self, line: Line) -> None:
        seat = self._seat_argument(line)
        self._once(line, "players", seat)
        self.players[seat] = line.free_text()

    # --- a deal ---

    def _begin_deal(self, line: Line) -> None:
        self._finish_deal()
        number = line.number_of(self._argument(line, "needs_number"))
        fields = line.fields("dealer", "levels", "level")
        if len(fields) != 3:
            raise line.wrong("deal_form")
        self._note(line, "deals", len(self.deals))
        self.deal = _Deal(
            {
                "number": number,
                "dealer": self._seat(line, fields["dealer"]),
                "level": line.level(fields["level"]),
                "levels": line.levels(fields["levels"]),
            }
        )

    def _in_deal(self, line: Line) -> None:
        if self.deal is None:
            raise line.wrong("before_deals", key=line.key)
        part = _PART_OF[line.key]
        if part < self.deal.part:
            later = ", ".join(_PARTS[self.deal.part])
            raise line.wrong("too_late", key=line.key, later=later)
        self.deal.part = part
        _IN_DEAL[line.key](self, line, self.deal)

    def _finish_deal(self) -> None:
        deal = self.deal
        if deal is None:
            return
        here = self.lines["deals", len(self.deals)]
        missing = [str(seat) for seat in range(self._table().seats) if seat not in deal.hands]
        if missing:
            raise RecordError("missing_hand", line=here, seats=", ".join(missing))
        result = None
        if deal.result is not None:
            result = Result(**deal.result, left=self._by_seat(deal.left))
        self.deals.append(
            DealRecord(
                **deal.fields,
                entropy=self._by_seat(deal.entropy),
                hands=self._by_seat(deal.hands),
                tribute=tuple(deal.tribute),
                tricks=tuple(deal.tricks),
                result=result,
            )
        )
        self.deal = None

    def _digest(self, line: Line, deal: _Deal) -> None:
        self._no_arguments(line)
        self._once(line, *self._here(), line.key)
        if not _DIGEST.fullmatch(line.value):
            raise line.wrong("bad_secret" if line.key == "secret" else "bad_commitment")
        deal.fields[line.key] = line.value

    def _entropy(self, line: Line, deal: _Deal) -> None:
        seat = self._seat_argument(line)
        self._once(line, *self._here(), "entropy", seat)
        deal.entropy[seat] = line.free_text()

    def _hand(self, line: Line, deal: _Deal) -> None:
        seat = self._seat_argument(line)
        self._once(line, *self._here(), "hands", seat)
        deal.hands[seat] = line.all_cards()

    def _step(self, line: Line, deal: _Deal) -> None:
        self._note(line, *self._here(), "tribute", len(deal.tribute))
        if line.key == "refused":
            givers = tuple(self._seat(line, text) for text in line.arguments)
            count, _, joker = line.value.partition(" ")
            if joker.strip().upper() != "BJ" or not givers:
                raise line.wrong("refused_form")
            deal.tribute.append(TributeRefused(givers, line.number_of(count)))
            return
        if len(line.arguments) != 3 or line.arguments[1] != "to":
            raise line.wrong("step_form", key=line.key)
        source, target = (self._seat(line, line.arguments[place]) for place in (0, 2))
        if line.key == "offer":
            deal.tribute.append(ReturnOffered(source, target, line.all_cards()))
            return
        try:
            card = str(Face(line.value))
        except NotationError as error:
            raise line.refuse(error) from None
        kind = TributePaid if line.key == "tribute" else Returned
        deal.tribute.append(kind(source, target, card))

    def _trick(self, line: Line, deal: _Deal) -> None:
        place = len(deal.tricks)
        number = line.number_of(self._argument(line, "needs_number"))
        if number != place + 1:
            claimed, computed = f"trick {number}", f"trick {place + 1}"
            raise line.wrong("wrong_number", claimed=claimed, computed=computed)
        self._note(line, *self._here(), "tricks", place)
        moves: list[Move] = []
        for text, at in line.items():
            found = _MOVE.fullmatch(text)
            if found is None:
                raise line.wrong("move_form", at=at, text=text)
            seat, cards, out = found.groups()
            self.lines[*self._here(), "tricks", place, len(moves)] = at
            moves.append(
                Move(
                    self._seat(line, seat, at=at),
                    "" if cards == "-" else line.cards(cards, at),
                    int(out or 0),
                )
            )
        if not moves:
            raise line.wrong("no_lead")
        deal.tricks.append(tuple(moves))

    def _result(self, line: Line, deal: _Deal) -> None:
        self._no_arguments(line)
        self._once(line, *self._here(), "result")
        names = ("order", "won by", "drawn", "caught", "deal to", "levels", "points", "clause")
        fields = line.fields(*names)
        lacking = {"order", "deal to", "levels", "points", "clause"} - set(fields)
        if lacking:
            raise line.wrong("result_lacks", missing=", ".join(sorted(lacking)))
        out, bar, still_in = fields["order"].partition("|")
        if not bar:
            raise line.wrong("order_form")
        finished = self._seats(line, out)
        deal.result = {
            "order": finished + self._seats(line, still_in),
            "finished": len(finished),
            "winner": line.winner(fields),
            "caught": self._seats(line, fields.get("caught", "")),
            "next_dealer_team": line.team(fields["deal to"]),
            **line.standing(fields),
        }

    def _left(self, line: Line, deal: _Deal) -> None:
        if deal.result is None:
            raise line.wrong("no_result")
        seat = self._seat_argument(line)
        self._once(line, *self._here(), "result", "left", seat)
        deal.left[seat] = line.all_cards()

    def _end(self, line: Line) -> None:
        self._no_arguments(line)
        self._finish_deal()
        self._note(line, "end")
        fields = line.fields("won by", "drawn", "levels", "points", "clause")
        lacking = {"levels", "points", "clause"} - set(fields)
        if lacking:
            raise line.wrong("end_lacks", missing=", ".join(sorted(lacking)))
        self.end = End(winner=line.winner(fields), **line.standing(fields))

    # --- parts of lines ---

    def _here(self) -> Path:
        return "deals", len(self.deals)

    def _table(self) -> Rules:
        if self.rules is None:
            try:
                self.rules = Rules.preset(self.head["preset"]).replace(**self.options)
            except RulesError as error:
                raise RecordError.after(error, line=self.lines[("preset",)]) from None
        return self.rules

    def _note(self, line: Line, *path: str | int) -> None:
        self.lines[path] = line.number

    def _once(self, line: Line, *path: str | int) -> None:
        if path in self.lines:
            again = " ".join([line.key, *line.arguments])
            raise line.wrong("repeated", text=again, first=str(self.lines[path]))
        self._note(line, *path)

    def _argument(self, line: Line, code: str) -> str:
        if len(line.arguments) != 1:
            raise line.wrong(code, key=line.key)
        return line.arguments[0]

    def _no_arguments(self, line: Line) -> None:
        if line.arguments:
            raise line.wrong("no_arguments", key=line.key)

    def _seat_argument(self, line: Line) -> int:
        return self._seat(line, self._argument(line, "needs_seat"))

    def _seat(self, line: Line, text: str, *, at: int | None = None) -> int:
        seat = line.number_of(text, at=at)
        seats = self._table().seats
        if seat >= seats:
            raise line.wrong("unknown_seat", at=at, seat=str(seat), last=str(seats - 1))
        return seat

    def _seats(self, line: Line, text: str) -> tuple[int, ...]:
        return tuple(self._seat(line, seat) for seat in text.split())

    def _by_seat(self, texts: Mapping[int, str]) -> tuple[str, ...]:
        return tuple(texts.get(seat, "") for seat in range(self._table().seats)) if texts else ()


_HEADER: Final[Mapping[str, Callable[[_Reader, Line], None]]] = {
    "option": _Reader._option,
    "title": _Reader._tag,
    "date": _Reader._tag,
    "event": _Reader._tag,
    "player": _Reader._player,
    "seed": _Reader._tag,
}
_IN_DEAL: Final[Mapping[str, Callable[[_Reader, Line, _Deal], None]]] = {
    "commitment": _Reader._digest,
    "secret": _Reader._digest,
    "entropy": _Reader._entropy,
    "hand": _Reader._hand,
    "refused": _Reader._step,
    "tribute": _Reader._step,
    "offer": _Reader._step,
    "return": _Reader._step,
    "trick": _Reader._trick,
    "result": _Reader._result,
    "left": _Reader._left,
}
