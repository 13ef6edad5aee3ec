"""What cards are worth 牌型: the category and strength of a play (clauses 3 to 5).

These functions are plain Python over integers, so that one question is answered without loading
the compiler; the compiled kernels are made from the very same functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from daguai.kernels.flags import ANY_SIZE, DESCENDING, LITTLE_PAIR

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SINGLE: Final = 0
PAIR: Final = 1
TRIPLE: Final = 2
STRAIGHT: Final = 3
FLUSH: Final = 4
FULL_HOUSE: Final = 5
FOUR_AND_ONE: Final = 6
STRAIGHT_FLUSH: Final = 7
FIVE_OF_A_KIND: Final = 8

ILLEGAL: Final = -1
"""The strength of cards that are no play."""

SHIFT: Final = 25
"""A strength is ``category << SHIFT | value``; plays of equal size compare by it."""

LEVEL_VALUE: Final = 13
"""The value of the level rank 级牌, above the ace (clause 2.1)."""
JOKER_VALUE: Final = 14
"""The value of a little joker 小怪, and of a mixed pair, triple or five of jokers (clause 4.6)."""
BIG_VALUE: Final = 15
"""The value of a single big joker 大怪."""
LITTLE_PAIR_VALUE: Final = 15
"""The value of two little jokers where they beat a mixed pair (clause 4.6)."""
ALL_BIG_VALUE: Final = 16
"""The value of a pair, triple or five of big jokers alone (clause 4.6)."""

FIVE_JOKERS: Final = FIVE_OF_A_KIND << SHIFT | JOKER_VALUE
"""The least strength of five jokers 天王炸弹 (clause 4.7)."""

LITTLE: Final = 52
"""The number of the little joker's face; the big one follows."""

FIELD: Final = 5
"""Bits of one natural card in the value of a flush compared card by card (clause 5.2)."""


def size_of(strength: int) -> int:
    """Return how many cards a play of this strength has.

    >>> size_of(PAIR << SHIFT), size_of(FLUSH << SHIFT)
    (2, 5)
    """
    category = strength >> SHIFT
    return category + 1 if category <= TRIPLE else 5


def beats(strength: int, other: int, flags: int) -> bool:
    """Return whether a play may be laid on another one (clauses 4.7, 5.1)."""
    category = strength >> SHIFT
    other_category = other >> SHIFT
    if category == other_category or (category >= STRAIGHT and other_category >= STRAIGHT):
        return strength > other
    return (flags & ANY_SIZE) != 0 and strength >= FIVE_JOKERS


def classify(
    faces: Sequence[int] | npt.NDArray[np.int64],
    size: int,
    level: int,
    flags: int,
    tables: npt.NDArray[np.int16],
) -> int:
    """Return the strength of the first ``size`` faces, in any order, or ``ILLEGAL``.

    Args:
        faces: numbers of faces, at least ``size`` of them.
        size: how many count.
        level: the level rank, 0..12.
        flags: bits of ``kernels.flags``.
        tables: ``kernels.tables.tables_for(flags)``.
    """
    if size < 1 or size == 4 or size > 5:
        return ILLEGAL
    ranks = 0  # which natural ranks and suits there are, as bits
    suits = 0
    kinds = 0  # how many natural ranks
    naturals = 0
    big = 0
    one = -1  # the first natural rank, and another one
    other = -1
    of_one = 0
    for i in range(size):
        face = faces[i]
        if face >= LITTLE:
            big += face - LITTLE
            continue
        rank = face >> 2
        if ranks & (1 << rank) == 0:
            ranks |= 1 << rank
            kinds += 1
        suits |= 1 << (face & 3)
        if naturals == 0:
            one = rank
        if rank == one:
            of_one += 1
        else:
            other = rank
        naturals += 1

    if kinds == 0:  # jokers alone, clause 4.6
        if size == 1:
            return (SINGLE << SHIFT) | (JOKER_VALUE + big)
        value = JOKER_VALUE
        if big == size:
            value = ALL_BIG_VALUE
        elif size == 2 and big == 0 and flags & LITTLE_PAIR:
            value = LITTLE_PAIR_VALUE
        return ((FIVE_OF_A_KIND if size == 5 else size - 1) << SHIFT) | value

    one_value = LEVEL_VALUE if one == level else one
    if kinds == 1:
        return ((FIVE_OF_A_KIND if size == 5 else size - 1) << SHIFT) | one_value
    if size != 5:
        return ILLEGAL

    one_suit = suits & (suits - 1) == 0
    top = int(tables[0, ranks]) if kinds == naturals else -1
    if one_suit and top >= 0:
        return (STRAIGHT_FLUSH << SHIFT) | top
    if kinds == 2:  # four and one, or three and two, whatever the jokers must add
        other_value = LEVEL_VALUE if other == level else other
        of_other = naturals - of_one
        category = FOUR_AND_ONE if of_one == 1 or of_other == 1 else FULL_HOUSE
        if of_one == of_other:
            return (category << SHIFT) | max(one_value, other_value)
        return (category << SHIFT) | (one_value if of_one > of_other else other_value)
    if one_suit:  # clause 4.5: only natural cards are compared
        tally = 0  # copies of each value, three bits each
        for i in range(size):
            if faces[i] < LITTLE:
                rank = faces[i] >> 2
                tally += 1 << (3 * (LEVEL_VALUE if rank == level else rank))
        value = LEVEL_VALUE
        while (tally >> (3 * value)) & 7 == 0:
            value -= 1
        if flags & DESCENDING == 0:
            return (FLUSH << SHIFT) | value
        packed = 0
        fields = 5
        while value >= 0:
            for _ in range((tally >> (3 * value)) & 7):
                fields -= 1
                packed |= (value + 1) << (FIELD * fields)
            value -= 1
        return (FLUSH << SHIFT) | packed
    if top >= 0:
        return (STRAIGHT << SHIFT) | top
    return ILLEGAL
