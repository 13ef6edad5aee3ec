"""A match record 牌谱 as a value: what the text and the JSON form both say."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

import msgspec

from daguai.cards import Cards, Face, format_cards, parse_cards
from daguai.events import Returned, ReturnOffered, TributePaid, TributeRefused
from daguai.rules import RULES_VERSION, TEAMS, Rules, Value

RECORD_FORMAT: Final = 1
"""The format that is written; raised when an older reader would misread what is written."""

Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=99)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=999_999)]
Points: TypeAlias = Annotated[int, msgspec.Meta(ge=-999_999, le=999_999)]
Team: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=TEAMS)]
Digest: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?\Z")]

TributeStep: TypeAlias = TributeRefused | TributePaid | ReturnOffered | Returned
"""A step of clause 7, in the order they happened; the events themselves."""


class Move(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A play or a pass.

    Attributes:
        seat: who moved.
        cards: notation, ascending; empty for a pass.
        out: the placement, if this play emptied the hand; 0 otherwise, or when not noted.
    """

    seat: Seat
    cards: str = ""
    out: Seat = 0

    def __post_init__(self) -> None:
        _put(self, cards=canonical(self.cards))


class Result(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a deal came to (clauses 6.4, 8, 9), as in ``daguai.events.DealEnded``.

    Attributes:
        order: seats as they ran out, then those still in by fewest cards.
        finished: how many of ``order`` had run out.
        winner: winning team, or None when drawn.
        caught: caught 被抓 seats, ascending.
        next_dealer_team: whose deal it is next.
        levels: levels after the deal.
        points: points of this deal for each player of team 0 and of team 1.
        clause: the clause of the rules that decided, such as ``"8.2"``.
        left: what was left in each hand; ``()`` when not noted.
    """

    order: tuple[Seat, ...]
    finished: Count
    winner: Team | None
    next_dealer_team: Team
    levels: tuple[str, str]
    points: tuple[Points, Points]
    clause: str
    caught: tuple[Seat, ...] = ()
    left: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _put(self, left=tuple(map(canonical, self.left)))


class DealRecord(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One deal 一副.

    Attributes:
        number: 1 for the match's first deal.
        dealer: seat of the dealer 庄家.
        level: the deal's level rank 将牌.
        levels: each team's level when the deal began.
        hands: the cards dealt, by seat, before any tribute.
        commitment: SHA-256 of the secret, empty when the cards were given (docs/shuffle.md).
        secret: the deal's secret, hexadecimal, empty when the cards were given.
        entropy: the players' texts, one a seat; ``()`` when nobody gave any.
        tribute: what happened between dealing and play.
        tricks: every play and pass, trick by trick.
        result: what the deal came to; None while it goes on, or when not noted.
    """

    number: Count
    dealer: Seat
    level: str
    levels: tuple[str, str]
    hands: tuple[str, ...]
    commitment: Digest = ""
    secret: Digest = ""
    entropy: tuple[str, ...] = ()
    tribute: tuple[TributeStep, ...] = ()
    tricks: tuple[tuple[Move, ...], ...] = ()
    result: Result | None = None

    def __post_init__(self) -> None:
        _put(
            self,
            hands=tuple(map(canonical, self.hands)),
            tribute=tuple(map(canonical_step, self.tribute)),
            entropy=self.entropy if any(self.entropy) else (),
        )


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the match ended (clause 10).

    Attributes:
        winner: winning team, or None when drawn.
        levels: each team's level.
        points: points of each player of team 0 and of team 1, all deals together.
        clause: ``"10.1"``, ``"10.2"`` or ``"10.3"``.
    """

    winner: Team | None
    levels: tuple[str, str]
    points: tuple[Points, Points]
    clause: str


class Record(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A whole match, finished or not.

    Attributes:
        format: the format's version; in JSON ``daguai_record``.
        rules_version: the version of the rules it was played under.
        preset: the preset the rules start from.
        options: the options that differ from the preset.
        title: what the record is called; empty like the next two when there is nothing to say.
        date: when it was played, by custom as 2025-02-01.
        event: where or in what contest.
        players: names by seat; ``()`` when nobody has one.
        seed: what the deals to come are shuffled from; a match that is over has none.
        deals: every deal begun.
        end: how the match ended, None while it goes on, or when not noted.
    """

    format: Count = msgspec.field(default=RECORD_FORMAT, name="daguai_record")
    rules_version: Count = RULES_VERSION
    preset: str = "classic"
    options: dict[str, Value] = {}
    title: str = ""
    date: str = ""
    event: str = ""
    players: tuple[str, ...] = ()
    seed: str = ""
    deals: tuple[DealRecord, ...] = ()
    end: End | None = None

    def __post_init__(self) -> None:
        _put(self, players=self.players if any(self.players) else ())

    @property
    def rules(self) -> Rules:
        """The rules the match was played under.

        Raises:
            RulesError: the preset, an option or a value is unknown.
        """
        return Rules.preset(self.preset).replace(**self.options)

    def text(self) -> str:
        """Write the record to be read by people; ``docs/record.md`` explains it."""
        from daguai.record.writing import write_text  # noqa: PLC0415  (it imports this module)

        return write_text(self)

    def json(self) -> str:
        """Write the record as JSON; ``docs/record.schema.json`` describes it."""
        return encode_json(self)


def encode_json(record: Record) -> str:
    """Write a record as one line of JSON; what is empty is left out, but never the versions."""
    fields = msgspec.to_builtins(record)
    always = {"daguai_record": record.format, "rules_version": record.rules_version}
    return msgspec.json.encode({**always, "preset": record.preset, **fields}).decode()


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a record."""
    schema = msgspec.json.schema(Record)
    head = schema["$defs"]["Record"]
    head["required"] = ["daguai_record", "rules_version", "preset"]
    for name in head["required"]:
        del head["properties"][name]["default"]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def canonical(cards: Cards) -> str:
    """Write cards in ascending order.

    Raises:
        NotationError: a part is not a card.
    """
    return format_cards(parse_cards(cards))


def canonical_step(step: TributeStep) -> TributeStep:
    """Write the cards of a step of tribute as every event has them.

    Raises:
        NotationError: a part is not a card.
    """
    if isinstance(step, TributePaid | Returned):
        return msgspec.structs.replace(step, card=str(Face(step.card)))
    if isinstance(step, ReturnOffered):
        return msgspec.structs.replace(step, cards=canonical(step.cards))
    return step


def _put(struct: msgspec.Struct, **fields: object) -> None:
    """Set fields of a frozen struct that is being made."""
    for name, value in fields.items():
        msgspec.structs.force_setattr(struct, name, value)
