"""Writing a record as text; ``docs/record.md`` has the grammar."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from daguai.events import Returned, ReturnOffered, TributePaid, TributeRefused
from daguai.record.model import DealRecord, End, Move, Record, Result, TributeStep
from daguai.rules import OPTIONS, Option

WIDTH = 100
"""Longer lists are continued on an indented line."""


def write_text(record: Record) -> str:
    """Write a record as text, every line ended by a line feed."""
    return "".join(line + "\n" for line in _lines(record))


def free_text(text: str) -> str:
    """Write any text so that it stands on one line and reads back the same.

    >>> print(free_text("王芳"), free_text(" # 1"))
    王芳 " # 1"
    """
    if text and text.isprintable() and text == text.strip() and not set(text) & set('"#'):
        return text
    return '"' + "".join(map(_quoted, text)) + '"'


def _quoted(character: str) -> str:
    """Escape as JSON does, and whatever has no picture too, so that no line does what it hides."""
    plain = (character.isprintable() or character == "\u3000") and character not in '"\\'
    return character if plain else json.dumps(character)[1:-1]


def tribute_line(step: TributeStep) -> str:
    """Write a step of tribute."""
    match step:
        case TributeRefused(givers=givers, big_jokers=big_jokers):
            return f"refused {_seats(givers)}: {big_jokers} BJ"
        case TributePaid(giver=giver, receiver=receiver, card=card):
            return f"tribute {giver} to {receiver}: {card}"
        case ReturnOffered(giver=giver, receiver=receiver, cards=cards):
            return f"offer {receiver} to {giver}: {cards}"
        case Returned(giver=giver, receiver=receiver, card=card):
            return f"return {receiver} to {giver}: {card}"


def _lines(record: Record) -> Iterator[str]:
    yield f"daguai record {record.format}"
    yield f"rules: {record.preset}, version {record.rules_version}"
    rank = {name: place for place, name in enumerate(OPTIONS)}
    for name in sorted(record.options, key=lambda name: (rank.get(name, len(rank)), name)):
        yield f"option {name}: {Option.text(record.options[name])}"
    for key in ("title", "date", "event"):
        if value := getattr(record, key):
            yield f"{key}: {free_text(value)}"
    yield from _by_seat("player", map(free_text, record.players), skip='""')
    if record.seed:
        yield f"seed: {free_text(record.seed)}"
    for deal in record.deals:
        yield ""
        yield from _deal(deal)
    if record.end is not None:
        yield ""
        yield _end(record.end)


def _deal(deal: DealRecord) -> Iterator[str]:
    levels = " ".join(deal.levels)
    yield f"deal {deal.number}: dealer {deal.dealer}, level {deal.level}, levels {levels}"
    if deal.commitment:
        yield f"commitment: {deal.commitment}"
    if deal.secret:
        yield f"secret: {deal.secret}"
    yield from _by_seat("entropy", map(free_text, deal.entropy), skip='""')
    yield from _by_seat("hand", deal.hands)
    yield from map(tribute_line, deal.tribute)
    for number, moves in enumerate(deal.tricks, 1):
        yield _list(f"trick {number}:", map(_move, moves))
    if deal.result is not None:
        yield _list("result:", _result(deal.result))
        yield from _by_seat("left", deal.result.left)


def _move(move: Move) -> str:
    out = f" ({move.out})" if move.out else ""
    return f"{move.seat} {move.cards or '-'}{out}"


def _result(result: Result) -> Iterator[str]:
    out, still_in = result.order[: result.finished], result.order[result.finished :]
    yield f"order {_seats(out)} | {_seats(still_in)}"
    yield winner_text(result.winner)
    if result.caught:
        yield f"caught {_seats(result.caught)}"
    yield f"deal to team {result.next_dealer_team}"
    yield from _standing(result)


def _end(end: End) -> str:
    return _list("end:", [winner_text(end.winner), *_standing(end)])


def _standing(outcome: Result | End) -> Iterator[str]:
    yield f"levels {' '.join(outcome.levels)}"
    yield "points {} {}".format(*outcome.points)
    yield f"clause {outcome.clause}"


def winner_text(team: int | None) -> str:
    """Write who won a deal or a match."""
    return "drawn" if team is None else f"won by team {team}"


def _seats(seats: Iterable[int]) -> str:
    return " ".join(map(str, seats))


def _by_seat(key: str, values: Iterable[str], skip: str = "") -> Iterator[str]:
    for seat, value in enumerate(values):
        if value != skip:
            yield f"{key} {seat}: {value}"


def _list(key: str, items: Iterable[str]) -> str:
    """Write items with commas between them, broken into lines that are not too long."""
    lines = [key]
    first = True
    for item in items:
        if first:
            lines[-1] += f" {item}"
        elif len(lines[-1]) + len(item) + 3 > WIDTH:
            lines[-1] += ","
            lines.append(f"  {item}")
        else:
            lines[-1] += f", {item}"
        first = False
    return "\n".join(lines)
