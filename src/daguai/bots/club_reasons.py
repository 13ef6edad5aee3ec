"""The reasons of the club bot, as keys of the catalogues after ``why.``, and what they name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from daguai.bots.club_reading import Reading
from daguai.bots.explanation import Details
from daguai.cards import FACES
from daguai.kernels import decisions
from daguai.kernels.ranking import LITTLE
from daguai.moves import unbeatable
from daguai.plays import classify
from daguai.view import View

_NEAR: Final = 5
"""Players with so few cards may be out with one play."""
_MUCH: Final = 0.25
"""A part of a value that is worth being named."""

Reason = tuple[str, Details]


@dataclass(frozen=True)
class Move:
    """A move that was weighed.

    Attributes:
        row: its strength, size and faces.
        parts: what its value is made of.
        of: how many moves there were.
    """

    row: tuple[int, ...]
    parts: tuple[float, ...]
    of: int

    @property
    def size(self) -> int:
        """How many cards it has; 0 for a pass."""
        return self.row[decisions.SIZE]

    @property
    def faces(self) -> tuple[int, ...]:
        """Its cards."""
        return self.row[decisions.CARDS : decisions.CARDS + self.size]


def reason(move: Move, reading: Reading, view: View, *, chosen: bool) -> Reason:
    """Tell what speaks for a move that is chosen, or most against one that is not."""
    if not move.size:
        return _pass(move, reading, view)
    if not chosen and (against := _against(move, reading, view)) is not None:
        return against
    if move.size == int(reading.sizes[0]):
        return "goes_out", {}
    if move.parts[decisions.GOAL] > _MUCH:
        return "end_in_sight", {}
    if reading.to_beat is not None:
        return _answer(move, reading, view)
    return _lead(move, reading, view)


def _named(place: int, reading: Reading, view: View) -> Details:
    assert view.seat is not None
    seat = (view.seat + place) % reading.rules.seats
    return {"seat": seat, "cards": int(reading.sizes[place])}


def _pass(move: Move, reading: Reading, view: View) -> Reason:
    if move.of == 1:
        return "nothing_beats", {}
    if reading.owner % 2 == 0:
        if 0 < reading.sizes[reading.owner] <= _NEAR:
            return "partner_near", _named(reading.owner, reading, view)
        return "partner_holds", {}
    partners = [place for place in reading.behind if place % 2 == 0]
    if partners:
        return "partner_behind", _named(partners[0], reading, view)
    return "too_dear", {}


def _against(move: Move, reading: Reading, view: View) -> Reason | None:
    worst = min(range(decisions.PARTS), key=lambda part: move.parts[part])
    if move.parts[worst] > -_MUCH:
        return None
    if worst == decisions.PARTNERS and reading.to_beat is not None and reading.owner % 2 == 0:
        return "beats_partner", _named(reading.owner, reading, view)
    if worst == decisions.OPPONENTS:
        places = [k for k in range(1, len(reading.sizes), 2) if reading.sizes[k] == move.size]
        if places:
            return "lets_out", _named(places[0], reading, view)
    if worst == decisions.PLAN:
        jokers = sum(face >= LITTLE for face in move.faces)
        return ("spends_jokers" if jokers else "breaks_hand"), {}
    return None


def _answer(move: Move, reading: Reading, view: View) -> Reason:
    if reading.owner % 2 and 0 < reading.sizes[reading.owner] <= _NEAR:
        return "stops", _named(reading.owner, reading, view)
    if _holds(move, reading, view):
        return "holds", {}
    if reading.owner % 2 == 0:
        return "helps_partner", {}
    return ("fits" if move.parts[decisions.PLAN] >= 0 else "worth_it"), {}


def _lead(move: Move, reading: Reading, view: View) -> Reason:
    partners = range(2, len(reading.sizes), 2)
    if move.parts[decisions.PARTNERS] > _MUCH:
        fewest = min((k for k in partners if reading.sizes[k]), key=lambda k: int(reading.sizes[k]))
        return "feeds_partner", _named(fewest, reading, view)
    if move.parts[decisions.OPPONENTS] > 0.1:
        opponents = [k for k in range(1, len(reading.sizes), 2) if 0 < reading.sizes[k] < move.size]
        if opponents:
            return "cannot_answer", _named(opponents[0], reading, view)
    if _holds(move, reading, view):
        return "holds", {}
    return ("five_at_once" if move.size == 5 else "low_first"), {}


def _holds(move: Move, reading: Reading, view: View) -> bool:
    play = classify([FACES[face] for face in move.faces], reading.rules, view.level)
    seen = [face for face in range(len(FACES)) for _ in range(_seen(face, move, reading))]
    return unbeatable(play, reading.rules, seen)


def _seen(face: int, move: Move, reading: Reading) -> int:
    """Count copies that nobody else holds, without those of the move."""
    return reading.rules.decks - int(reading.unseen[face]) - move.faces.count(face)
