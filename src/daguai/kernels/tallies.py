"""How many cards of every rank there are, all in one number: four bits a rank.

So a whole run is taken from a hand by one subtraction, and the ranks with just so many cards are
found by a handful of instructions. Sets of ranks are the lowest bits of their fields. A ``tally``
is by rank or by value (``by_value``); by value the lowest bit is the lowest card of its kind.
"""

from __future__ import annotations

from typing import Final

from daguai.kernels._jit import jit
from daguai.kernels.ranking import LEVEL_VALUE

BITS: Final = 4
"""Bits of a rank: the field of ``rank`` begins at ``BITS * rank``."""
EACH: Final = sum(1 << BITS * value for value in range(LEVEL_VALUE + 1))
"""One card of every rank, and the set of all ranks."""
HIGH: Final = 1 << BITS * LEVEL_VALUE | 1 << BITS * (LEVEL_VALUE - 1)
"""The aces and the level rank, by value."""
_FIELD: Final = 2**BITS - 1


@jit()
def by_value(tally: int, level: int) -> int:
    """Move the level rank of a tally to its value above the ace (clause 2.1)."""
    place = BITS * level
    of_level = tally >> place & _FIELD
    return (tally ^ of_level << place) | of_level << BITS * LEVEL_VALUE


@jit()
def in_rank(rank: int, tally: int) -> int:
    """Return how many cards a rank, or a value, has."""
    return tally >> BITS * rank & _FIELD


@jit()
def ranks_of(tally: int) -> int:
    """Return the ranks that have cards."""
    return (tally | tally >> 1 | tally >> 2 | tally >> 3) & EACH


@jit()
def spread_out(ranks: int) -> int:
    """Return a set of ranks that is a mask, as in ``tables``, as a set here."""
    ranks = (ranks | ranks << 24) & 0x000000FF000000FF
    ranks = (ranks | ranks << 12) & 0x000F000F000F000F
    ranks = (ranks | ranks << 6) & 0x0303030303030303
    return (ranks | ranks << 3) & 0x1111111111111111


@jit()
def with_just(count: int, tally: int) -> int:
    """Return the ranks that have exactly so many cards."""
    differs = tally ^ count * EACH
    return ~(differs | differs >> 1 | differs >> 2 | differs >> 3) & EACH


@jit()
def with_five(tally: int) -> int:
    """Return the ranks that have five cards or more."""
    return (tally >> 3 | (tally >> 2 & (tally >> 1 | tally))) & EACH
