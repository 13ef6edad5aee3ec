"""Every distinct set of faces that may be laid, from a hand's counts (clauses 3 to 5).

Five cards with at least one natural among them are a play only if their naturals are of one or
two ranks, or of one suit, or of different ranks that fit a run. So the naturals are generated as
three kinds that never meet: at most two ranks; three ranks or more in one suit; three ranks or
more in several suits that fit a run. Each is filled up with every mix of jokers, and ``classify``
alone says what it is worth.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from daguai.kernels._jit import jit
from daguai.kernels.flags import ANY_SIZE
from daguai.kernels.judging import beats, strength_of
from daguai.kernels.positions import NO_FACE
from daguai.kernels.ranking import FOUR_AND_ONE, ILLEGAL, LITTLE, SHIFT, STRAIGHT, TRIPLE
from daguai.kernels.tables import RUN_SETS

# The work array: the faces of the play at hand in the first five places, then the question.
_SIZE: Final = 5  # of the plays that are being listed
_LEVEL: Final = 6
_FLAGS: Final = 7
_TO_BEAT: Final = 8
_LITTLES: Final = 9
_BIGS: Final = 10
_CHOSEN: Final = 11  # five suits, or six places among the cards that follow
_CARDS: Final = 17  # of one suit, each face up to five times
_WORK: Final = _CARDS + 5 * 13

# A play while it is listed: ``strength << _FACES | faces``, six bits a face, the first face lowest.
_BITS: Final = 6
_FACES: Final = 5 * _BITS
_FACE: Final = (1 << _BITS) - 1

# Multisets of one rank: per rank the places where those of 1..5 cards start, then the multisets.
_SETS: Final = 7 + 125  # no rank has more than C(4, 1) + ... + C(8, 5) of them

Array = Any
"""An array here; in compiled code what numba makes of it."""


@jit()
def _worth(naturals: int, work: Array, tables: Array) -> int:
    """Return what the naturals in ``work`` and jokers are worth if they may be laid."""
    size = work[_SIZE]
    for i in range(naturals, size):
        work[i] = LITTLE
    strength = strength_of(work, size, work[_LEVEL], work[_FLAGS], tables)
    if work[_TO_BEAT] >= 0 and not beats(strength, work[_TO_BEAT], work[_FLAGS]):
        return ILLEGAL
    return strength


@jit()
def _note(play: int, naturals: int, strength: int, work: Array, found: int, out: Array) -> int:
    """Note a play with every mix of jokers that fills it up, and return how many there are now."""
    jokers = work[_SIZE] - naturals
    for littles in range(max(0, jokers - work[_BIGS]), min(jokers, work[_LITTLES]) + 1):
        filled = strength << _FACES | play
        for i in range(jokers):
            filled |= (LITTLE if i < littles else LITTLE + 1) << (_BITS * (naturals + i))
        if found < out.shape[0]:
            out[found] = filled
        found += 1
    return found


@jit()
def _of_jokers(work: Array, tables: Array, found: int, out: Array) -> int:
    size = work[_SIZE]
    for littles in range(max(0, size - work[_BIGS]), min(size, work[_LITTLES]) + 1):
        for i in range(size):
            work[i] = LITTLE if i < littles else LITTLE + 1
        strength = _worth(size, work, tables)
        if strength != ILLEGAL:
            found = _note(_packed(size, work), size, strength, work, found, out)
    return found


@jit()
def _packed(naturals: int, work: Array) -> int:
    play = int(work[0])
    for i in range(1, naturals):
        play |= work[i] << (_BITS * i)
    return play


@jit()
def _rank_sets(hand: Array, sets: Array) -> None:
    """List each rank's multisets of one to five cards, packed, the smaller ones first."""
    for rank in range(13):
        first = 4 * rank
        k = 7
        for size in range(1, 6):
            sets[rank, size] = k
            for a in range(min(int(hand[first]), size) + 1):
                for b in range(min(int(hand[first + 1]), size - a) + 1):
                    for c in range(min(int(hand[first + 2]), size - a - b) + 1):
                        if size - a - b - c > int(hand[first + 3]):
                            continue
                        packed = 0
                        for i in range(size):
                            suit = (i >= a) + (i >= a + b) + (i >= a + b + c)
                            packed |= (first + suit) << (_BITS * i)
                        sets[rank, k] = packed
                        k += 1
        sets[rank, 6] = k


@jit()
def _of_one_rank(sets: Array, work: Array, tables: Array, found: int, out: Array) -> int:
    size = work[_SIZE]
    jokers = work[_LITTLES] + work[_BIGS]
    for rank in range(13):
        work[:size] = 4 * rank
        strength = _worth(size, work, tables)  # the same however many are natural
        if strength == ILLEGAL:
            continue
        for naturals in range(max(1, size - jokers), size + 1):
            for k in range(sets[rank, naturals], sets[rank, naturals + 1]):
                found = _note(sets[rank, k], naturals, strength, work, found, out)
    return found


@jit()
def _of_two_ranks(
    naturals: int, low: int, high: int, sets: Array, work: Array, tables: Array, found: int,
    out: Array,
) -> int:  # fmt: skip
    for of_low in range(1, naturals):
        of_high = naturals - of_low
        strength = ILLEGAL
        judged = False
        for k in range(sets[low, of_low], sets[low, of_low + 1]):
            for m in range(sets[high, of_high], sets[high, of_high + 1]):
                play = sets[low, k] | sets[high, m] << (_BITS * of_low)
                if not judged:
                    for i in range(naturals):
                        work[i] = play >> (_BITS * i) & _FACE
                    strength = _worth(naturals, work, tables)
                    judged = naturals > 2  # one of each may be suited, and a straight flush
                if strength != ILLEGAL:
                    found = _note(play, naturals, strength, work, found, out)
    return found


@jit()
def _of_one_suit(
    naturals: int, suit: int, hand: Array, work: Array, tables: Array, found: int, out: Array
) -> int:
    """Note the multisets of at least three ranks in one suit."""
    chosen = work[_CHOSEN:_CARDS]  # places in ``cards``, ascending
    cards = work[_CARDS:]
    total = 0
    for face in range(suit, LITTLE, 4):
        for _ in range(min(5, int(hand[face]))):
            cards[total] = face
            total += 1
    depth = 0
    at = 0
    while True:
        if depth == naturals:
            kinds = 1
            for i in range(1, naturals):
                kinds += work[i] != work[i - 1]
            if kinds >= 3:
                strength = _worth(naturals, work, tables)
                if strength != ILLEGAL:
                    found = _note(_packed(naturals, work), naturals, strength, work, found, out)
        elif at + naturals - depth <= total:
            chosen[depth] = at
            work[depth] = cards[at]
            depth += 1
            at += 1
            continue
        depth -= 1
        if depth < 0:
            return found
        at = chosen[depth] + 1
        while at < total and cards[at] == cards[at - 1]:  # the same face again is the same play
            at += 1


@jit()
def _of_one_run(
    naturals: int, ranks: int, hand: Array, work: Array, tables: Array, found: int, out: Array
) -> int:
    """Note the choices of one card of each rank in ``ranks`` that are not all of one suit."""
    strength = ILLEGAL
    suit_of = work[_CHOSEN:_CARDS]
    depth = 0
    rest = ranks
    for i in range(naturals):
        rank = 0
        while rest >> rank & 1 == 0:
            rank += 1
        rest ^= 1 << rank
        work[i] = 4 * rank
    suit_of[0] = -1
    while depth >= 0:
        first = work[depth] & ~3
        suit = suit_of[depth] + 1
        while suit < 4 and hand[first + suit] == 0:
            suit += 1
        if suit == 4:
            depth -= 1
            continue
        suit_of[depth] = suit
        work[depth] = first + suit
        if depth + 1 < naturals:
            depth += 1
            suit_of[depth] = -1
            continue
        suits = 0
        for i in range(naturals):
            suits |= 1 << suit_of[i]
        if suits & (suits - 1) == 0:
            continue
        if strength == ILLEGAL:  # the same for all of them
            strength = _worth(naturals, work, tables)
            if strength == ILLEGAL:
                return found
        found = _note(_packed(naturals, work), naturals, strength, work, found, out)
    return found


@jit()
def _fives(
    category: int, sets: Array, hand: Array, work: Array, tables: Array, found: int, out: Array
) -> int:
    """Note the fives with at least two natural ranks that may beat a category."""
    held = 0
    for rank in range(13):
        if sets[rank, 2] > sets[rank, 1]:
            held |= 1 << rank
    for naturals in range(max(2, 5 - work[_LITTLES] - work[_BIGS]), 6):
        # with three jokers two ranks may still be a straight flush
        if category <= FOUR_AND_ONE or naturals == 2:
            for high in range(1, 13):
                for low in range(high):
                    if held >> low & held >> high & 1:
                        found = _of_two_ranks(naturals, low, high, sets, work, tables, found, out)
        if naturals == 2:
            continue
        for suit in range(4):
            found = _of_one_suit(naturals, suit, hand, work, tables, found, out)
        if category > STRAIGHT:
            continue
        for i in range(1, tables[RUN_SETS + naturals, 0] + 1):
            ranks = int(tables[RUN_SETS + naturals, i])
            if ranks & ~held == 0:
                found = _of_one_run(naturals, ranks, hand, work, tables, found, out)
    return found


@jit("int64(uint8[::1], int64, int64, int64, int16[:, ::1], uint8[:, ::1], int64[::1])")
def list_plays(
    hand: Array, level: int, flags: int, to_beat: int, tables: Array, plays: Array,
    strengths: Array,
) -> int:  # fmt: skip
    """List every distinct set of faces that may be laid, in no particular order.

    Args:
        hand: ``uint8[54]``, copies of each face.
        level: the level rank, 0..12.
        flags: bits of ``kernels.flags``.
        to_beat: the strength of the play to answer, or -1 to lead.
        tables: ``tables_for(flags)``.
        plays: ``uint8[n, 5]``, filled with faces, ascending, and ``NO_FACE`` after them.
        strengths: ``int64[n]``, filled with the strength of each.

    Returns:
        How many plays there are. Where that is more than ``n`` only the first ``n`` are stored:
        call again with larger arrays.
    """
    work = np.empty(_WORK, dtype=np.int64)
    work[_LEVEL] = level
    work[_FLAGS] = flags
    work[_TO_BEAT] = to_beat
    work[_LITTLES] = hand[LITTLE]
    work[_BIGS] = hand[LITTLE + 1]
    sets = np.empty((13, _SETS), dtype=np.int64)
    _rank_sets(hand, sets)
    category = to_beat >> SHIFT  # -1 for a lead
    found = int(np.int64(0))  # no literal: those compile every function called a second time
    for size in range(1, 6):
        if size == 4 or (to_beat >= 0 and size != (category + 1 if category <= TRIPLE else 5)):
            continue
        work[_SIZE] = size
        found = _of_jokers(work, tables, found, strengths)
        found = _of_one_rank(sets, work, tables, found, strengths)
    if to_beat < 0 or category > TRIPLE:
        found = _fives(category, sets, hand, work, tables, found, strengths)
    elif flags & ANY_SIZE:
        work[_SIZE] = 5
        found = _of_jokers(work, tables, found, strengths)
    for i in range(min(found, strengths.shape[0])):
        play = strengths[i]
        strengths[i] = play >> _FACES
        category = strengths[i] >> SHIFT
        size = category + 1 if category <= TRIPLE else 5
        for k in range(5):
            plays[i, k] = play >> (_BITS * k) & _FACE if k < size else NO_FACE
    return found
