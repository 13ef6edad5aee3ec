"""All that a seat has seen since the start, for algorithms that want perfect recall.

An information state is a row of 0 and 1: one block for each deal of the game, laid out as ``PARTS``
says. Passes need no place: who lays after whom, and who acts now, tells who passed. The cards that
all show when a deal ends are left out: they tell nothing of what comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Final

import numpy as np

from daguai.cards import Face, format_cards, parse_cards, parse_level
from daguai.research.actions import counts_in
from daguai.research.layout import DECKS, FACES, RANKS, SEATS
from daguai.view import TributeView, Trick, View, rules_of

if TYPE_CHECKING:
    import numpy.typing as npt

_CARDS: Final = DECKS * FACES
_LAID: Final = SEATS + FACES + 2

PARTS: Final[dict[str, tuple[tuple[int, ...], str]]] = {
    "dealt": ((DECKS, FACES), "own hand as dealt: at least 1, 2, 3 copies of each face"),
    "dealer": ((SEATS,), "the dealer"),
    "levels": ((3, RANKS), "the level rank, the level of the own team, of the other"),
    "paid": ((SEATS, FACES), "the tribute that each seat paid"),
    "receiver": ((SEATS, SEATS), "to whom"),
    "offered": ((SEATS, FACES), "what was offered to each giver"),
    "returned": ((SEATS, FACES), "what was returned to each giver"),
    "refused": ((1,), "whether tribute was refused"),
    "leader": ((SEATS,), "who led first"),
    "laid": (
        (_CARDS, _LAID),
        "every card laid, in order: who (6), the face (54), whether it is the first of its play, "
        "whether that play led",
    ),
    "turn": ((SEATS,), "who acts"),
    "leads": ((1,), "whether the next move leads"),
    "naming": ((FACES,), "cards of an offer that the seat has named already"),
}
"""What a block consists of, with shapes; seats are relative to the observer's."""

BLOCK: Final = sum(prod(shape) for shape, _ in PARTS.values())
"""How many numbers a block has."""
PRIVATE: Final = ("dealt", "naming")
"""Parts that only the seat itself knows."""


def fill(
    parts: dict[str, npt.NDArray[np.float32]], view: View, chosen: Sequence[Face] = ()
) -> None:
    """Write one deal into a block of zeros.

    Args:
        parts: arrays by the names of ``PARTS``; those missing are left out.
        view: the seat's view of that deal, with memory; of a finished deal its last.
        chosen: cards of an offer that the seat has named already.
    """
    seat = view.seat
    assert seat is not None
    team = rules_of(view).team_of(seat)

    def relative(other: int) -> int:
        return (other - seat) % SEATS

    if "dealt" in parts:
        copies = counts_in(dealt_hand(view))
        for copy in range(DECKS):
            parts["dealt"][copy] = copies > copy
        for face in chosen:
            parts["naming"][face] = 1
    if "dealer" not in parts:
        return
    if view.dealer is not None:
        parts["dealer"][relative(view.dealer)] = 1
    for row, level in enumerate((view.level, view.levels[team], view.levels[1 - team])):
        parts["levels"][row, parse_level(level)] = 1
    for entry in view.tribute:
        giver = relative(entry.giver)
        if entry.receiver is not None:
            parts["receiver"][giver, relative(entry.receiver)] = 1
        for name in ("paid", "offered", "returned"):
            cards = entry.card if name == "paid" else getattr(entry, name)
            parts[name][giver] = counts_in(cards)
    parts["refused"][0] = view.refused
    tricks = [*view.history, view.trick]
    leader = tricks[0].moves[0].seat if tricks[0].moves else view.leader
    if leader is not None:
        parts["leader"][relative(leader)] = 1
    if view.to_act:
        parts["turn"][relative(view.to_act[0])] = 1
        parts["leads"][0] = view.leader is not None and not view.to_beat
    _laid(parts["laid"], tricks, seat)


def _laid(rows: npt.NDArray[np.float32], tricks: Sequence[Trick], seat: int) -> None:
    at = 0
    for trick in tricks:
        for place, move in enumerate(trick.moves):
            for number, face in enumerate(parse_cards(move.cards)):
                rows[at, (move.seat - seat) % SEATS] = 1
                rows[at, SEATS + face] = 1
                rows[at, SEATS + FACES] = number == 0
                rows[at, SEATS + FACES + 1] = place == 0
                at += 1


def dealt_hand(view: View) -> str:
    """Return a seat's hand as it was dealt: before tribute, with what it has laid since."""
    counts = counts_in(view.hand).astype(np.int64)
    for trick in (*view.history, view.trick):
        for move in trick.moves:
            if move.seat == view.seat:
                counts += counts_in(move.cards)
    for entry in view.tribute:
        if entry.receiver is None:
            continue
        if view.seat == entry.giver:
            counts += counts_in(entry.card)
            counts -= counts_in(entry.returned)
        elif view.seat == entry.receiver:
            counts -= counts_in(entry.card)
            counts += counts_in(entry.returned)
    return format_cards([Face(face) for face in range(FACES) for _ in range(counts[face])])


def tell(view: View, *, private: bool, public: bool, chosen: Sequence[Face] = ()) -> str:
    """Tell one deal in full on one line, or only what is private or public."""
    words = []
    if private:
        words.append(f"dealt {dealt_hand(view)}")
        if chosen:
            words.append(f"naming {format_cards(chosen)}")
    if public:
        words.append(situation(view))
        words += [_tribute(entry) for entry in view.tribute]
        if view.refused:
            words.append("tribute refused")
        for trick in (*view.history, view.trick):
            if trick.moves:
                moves = (f"{move.seat} {move.cards or '-'}" for move in trick.moves)
                words.append("; ".join(moves))
        words += [f"{seat} to act" for seat in view.to_act[:1]]
    return " | ".join(words)


def situation(view: View) -> str:
    """Tell deal, dealer and levels."""
    levels = " ".join(view.levels)
    return f"deal {view.deal}, dealer {view.dealer}, levels {levels}, level rank {view.level}"


def _tribute(entry: TributeView) -> str:
    if not entry.card:
        return f"{entry.giver} owes tribute"
    words = f"{entry.giver} paid {entry.card} to {entry.receiver}"
    if entry.offered:
        words += f", who offered {entry.offered}"
    return f"{words}, who returned {entry.returned}" if entry.returned else words
