"""A hand as sets of ranks, which answer most questions about it in a few instructions.

The summary is one ``int64[HOLDING]`` array; sets of ranks are masks as in ``tables``.
"""

from __future__ import annotations

from typing import Any, Final

from daguai.kernels._jit import jit
from daguai.kernels.ranking import LEVEL_VALUE, LITTLE

RANKS: Final = 0
"""``RANKS + k - 1`` for k = 1..5: the ranks of which the hand has at least k naturals."""
COPIES: Final = 5
"""``COPIES + 4 * (k - 1) + suit`` for k = 1..3: the ranks of a suit with at least k copies."""
LITTLES: Final = 17
BIGS: Final = 18
CARDS: Final = 19
"""How many cards the hand has."""
TOTALS: Final = 20
"""``TOTALS + rank``: how many naturals of a rank the hand has."""
FACES: Final = 33
"""``FACES + face``: how many copies of a face the hand has."""
SCRATCH: Final = FACES + 54
"""``SCRATCH`` and on: room for a search through the hand, in no defined state."""
HOLDING: Final = SCRATCH + 5 + 6 + 5 * 14

Array = Any
"""An array here; in compiled code what numba makes of it."""


@jit()
def hold(counts: Array, hand: Array) -> None:
    """Summarise ``uint8[54]`` counts in ``hand``."""
    hand[:FACES] = 0
    for rank in range(13):
        total = 0
        for suit in range(4):
            face = 4 * rank + suit
            copies = int(counts[face])
            hand[FACES + face] = copies
            total += copies
            for k in range(3):
                hand[COPIES + 4 * k + suit] |= int(copies > k) << rank
        for k in range(5):
            hand[RANKS + k] |= int(total > k) << rank
        hand[TOTALS + rank] = total
        hand[CARDS] += total
    for joker in range(2):
        copies = int(counts[LITTLE + joker])
        hand[FACES + LITTLE + joker] = copies
        hand[LITTLES + joker] = copies
        hand[CARDS] += copies


@jit()
def drop(hand: Array, face: int) -> None:
    """Take one card out of a hand that has it."""
    copies = hand[FACES + face] - 1
    hand[FACES + face] = copies
    hand[CARDS] -= 1
    if face >= LITTLE:
        hand[LITTLES + face - LITTLE] = copies
        return
    rank = face >> 2
    total = hand[TOTALS + rank] - 1
    hand[TOTALS + rank] = total
    if total < 5:
        hand[RANKS + total] &= ~(1 << rank)
    if copies < 3:
        hand[COPIES + 4 * copies + (face & 3)] &= ~(1 << rank)


@jit()
def by_value(ranks: int, level: int) -> int:
    """Move the level rank to its value above the ace (clause 2.1)."""
    return (ranks & ~(1 << level)) | (ranks >> level & 1) << LEVEL_VALUE


@jit()
def rank_of(value: int, level: int) -> int:
    """Return the natural rank that has a value."""
    return level if value == LEVEL_VALUE else value


@jit()
def only_one_suit(hand: Array, ranks: int) -> bool:
    """Return whether one held card of each of these ranks is always all one suit."""
    for suit in range(4):
        others = 0
        for other in range(4):
            if other != suit:
                others |= hand[COPIES + other]
        if ranks & ~hand[COPIES + suit] == 0 and ranks & others == 0:
            return True
    return False
