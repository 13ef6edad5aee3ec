"""What a seat can work out from its view: who may hold what, and how the deal stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from daguai import tribute
from daguai.cards import Face, counts_of, parse_cards, parse_level
from daguai.kernels.positions import OWNER, PASSED, POSITION, TO_BEAT, TURN
from daguai.kernels.ranking import BIG_VALUE
from daguai.kernels.signals import signal_of
from daguai.plays import classify
from daguai.rules import DECK_SIZE, Rules
from daguai.view import Move, View, rules_of

Counts = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A deal as one seat knows it, in the arrays that kernels take.

    Attributes:
        seat: whose knowledge it is.
        rules: the table's rules.
        level: the level rank, 0..12.
        hand: ``uint8[54]``, the own hand.
        known: ``uint8[seats, 54]``, cards that seats are known to hold; the own hand among them.
        unseen: ``uint8[54]``, cards whose holders are not known.
        sizes: ``int64[seats]``, how many cards each seat holds.
        ceilings: ``int64[seats]``, the highest value among a seat's unseen cards (clause 7.1).
        position: ``int64[POSITION]``, whose turn it is and what must be beaten.
        first: the seat that ran out first, or -1.
        answered: ``int64[seats]``, whether a seat gave its first answer of the deal already.
        said: ``float64[seats]``, what that said of its hand (clause 13.3, ``kernels.signals``).
        played: ``int64[54]``, the cards laid so far, as far as remembered.
    """

    seat: int
    rules: Rules
    level: int
    hand: Counts
    known: Counts
    unseen: Counts
    sizes: Integers
    ceilings: Integers
    position: Integers
    first: int
    answered: Integers
    said: npt.NDArray[np.float64]
    played: Integers


def _moves(view: View) -> Iterator[tuple[Move, int | None]]:
    """Yield the plays and passes of this deal that a view tells of, and whose play was answered."""
    tricks = [*view.history] if view.memory else []
    if not view.memory and view.last_trick is not None:
        tricks.append(view.last_trick)
    for trick in (*tricks, view.trick):
        owner = None
        for move in trick.moves:
            yield move, owner
            if move.cards:
                owner = move.seat


def knowledge_of(view: View) -> Knowledge:
    """Work out what the seat of a view knows; with ``memory`` that is all there is to know."""
    seat = view.seat
    assert seat is not None
    rules = rules_of(view)
    level = parse_level(view.level)
    hand = counts_of(parse_cards(view.hand))
    known, ceilings = _exchanged(view, rules, level)
    unseen = np.full(DECK_SIZE, rules.decks, dtype=np.int64) - hand
    laid = np.zeros(rules.seats, dtype=np.int64)
    played = np.zeros(DECK_SIZE, dtype=np.int64)
    answered = np.zeros(rules.seats, dtype=np.int64)
    said = np.zeros(rules.seats)
    for move, owner in _moves(view):
        faces = parse_cards(move.cards) if move.cards else ()
        for face in faces:
            played[face] += 1
            laid[move.seat] += 1
            if known[move.seat, face]:
                known[move.seat, face] -= 1
        # whoever sits right before the owner is last to act and says nothing
        if owner is None or (move.seat + 1 - owner) % rules.seats == 0 or answered[move.seat]:
            continue
        answered[move.seat] = 1
        if faces:
            said[move.seat] = signal_of(classify(faces, rules, view.level).strength)
    unseen -= played
    known[seat] = 0
    unseen = np.maximum(0, unseen - known.sum(axis=0, dtype=np.int64))
    known[seat] = hand
    position = np.full(POSITION, -1, dtype=np.int64)
    position[TURN] = seat
    position[PASSED] = sum(1 << move.seat for move in _passes(view))
    if view.to_beat:
        assert view.to_beat_seat is not None
        position[TO_BEAT] = classify(view.to_beat, rules, view.level).strength
        position[OWNER] = view.to_beat_seat
    return Knowledge(
        seat=seat,
        rules=rules,
        level=level,
        hand=hand,
        known=known,
        unseen=unseen.astype(np.uint8),
        sizes=_sizes(view, rules, laid, known),
        ceilings=ceilings,
        position=position,
        first=view.finished[0] if view.finished else -1,
        answered=answered,
        said=said,
        played=played,
    )


def _passes(view: View) -> set[Move]:
    return {move for move in view.trick.moves if not move.cards}


def _exchanged(view: View, rules: Rules, level: int) -> tuple[Counts, Integers]:
    """Return the cards that seats hold from tribute and return, and what givers cannot hold."""
    known = np.zeros((rules.seats, DECK_SIZE), dtype=np.uint8)
    ceilings = np.full(rules.seats, BIG_VALUE, dtype=np.int64)
    for entry in view.tribute:
        if not entry.card or entry.receiver is None:
            continue
        paid = Face(entry.card)
        ceilings[entry.giver] = tribute.height(paid, level)
        known[entry.receiver, paid] += 1
        for face in parse_cards(entry.offered) if entry.offered else ():
            known[entry.receiver, face] = max(1, known[entry.receiver, face])
        if entry.returned:
            face = Face(entry.returned)
            known[entry.giver, face] += 1
            if known[entry.receiver, face]:
                known[entry.receiver, face] -= 1
    return known, ceilings


def _sizes(view: View, rules: Rules, laid: Integers, known: Counts) -> Integers:
    """Return how many cards each seat holds: as shown, or else as counted (clause 6.5)."""
    sizes = np.full(rules.seats, rules.hand_size, dtype=np.int64) - laid
    for entry in view.tribute:
        if entry.card and entry.receiver is not None and not entry.returned:
            sizes[entry.giver] -= 1
            sizes[entry.receiver] += 1
    for seat, count in enumerate(view.counts):
        if count is not None:
            sizes[seat] = count
        else:  # out only if it is shown
            sizes[seat] = max(sizes[seat], 1, rules.counts_shown + 1)
    least: Integers = known.sum(axis=1, dtype=np.int64)
    larger: Integers = np.maximum(sizes, least)
    return larger
