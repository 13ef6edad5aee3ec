"""The cards of a hand that is being planned, and the plays that ranks alone make of them."""

from __future__ import annotations

from typing import Final

from daguai.kernels._jit import jit
from daguai.kernels.bits import lowest, popcount
from daguai.kernels.decisions import CARDS, SIZE, STRENGTH
from daguai.kernels.flags import DESCENDING
from daguai.kernels.holding import FACES, Array, rank_of
from daguai.kernels.judging import strength_of
from daguai.kernels.ranking import (
    FIELD,
    FIVE_OF_A_KIND,
    FLUSH,
    FOUR_AND_ONE,
    FULL_HOUSE,
    LITTLE,
    PAIR,
    SHIFT,
    SINGLE,
    TRIPLE,
)
from daguai.kernels.tallies import BITS, by_value, in_rank, with_five, with_just

COUNT: Final = 0
"""``COUNT + face``: how many copies of a face are left to be grouped."""
SUIT: Final = 54
"""``SUIT + suit``: how many naturals of a suit are left."""
HELD: Final = 58
"""``HELD + suit``: the ranks of a suit that are left, as bits."""
TALLY: Final = 62
"""How many cards of every rank are left, jokers that joined it included, as a ``tally``."""
JOINED: Final = 63
"""``JOINED`` the little jokers that joined ranks, ``JOINED + 1`` the big ones, as a ``tally``."""
LEFT_CARDS: Final = 65
TURNS: Final = 66
"""How many plays the plan has."""
TRIAL: Final = 67
"""``TRIAL + i``: five faces that are tried, and five that are best so far."""
LEFT: Final = TRIAL + 10


@jit()
def value_of(strength: int, flags: int) -> int:
    """Return the value by which plays of a category are told apart here; 0 to 16."""
    value = strength & ((1 << SHIFT) - 1)
    if strength >> SHIFT == FLUSH and flags & DESCENDING:
        value = (value >> (4 * FIELD)) - 1
    return value


@jit()
def spread(hand: Array, left: Array) -> None:
    """Lay a held hand (``holding``) out to be planned."""
    left[:] = 0
    for face in range(LITTLE + 2):
        copies = hand[FACES + face]
        if copies:
            left[COUNT + face] = copies
            left[LEFT_CARDS] += copies
            if face < LITTLE:
                left[TALLY] += copies << BITS * (face >> 2)
                left[SUIT + (face & 3)] += copies
                left[HELD + (face & 3)] |= 1 << (face >> 2)


@jit()
def take(face: int, left: Array) -> None:
    """Take one card away."""
    left[COUNT + face] -= 1
    left[LEFT_CARDS] -= 1
    if face < LITTLE:
        left[TALLY] -= 1 << BITS * (face >> 2)
        left[SUIT + (face & 3)] -= 1
        if left[COUNT + face] == 0:
            left[HELD + (face & 3)] &= ~(1 << (face >> 2))


@jit()
def groups_cost(tally: int, costs: Array) -> float:
    """Return what a tally by value costs, grouped by rank alone.

    Four of a kind take the lowest single cards along, triples the lowest pairs.
    """
    cost = 0.0
    many = with_five(tally)
    while many:  # five of a kind go first
        at = lowest(many)
        cost += costs[FIVE_OF_A_KIND, at // BITS]
        tally -= 5 << at
        many = with_five(tally)
    ones = with_just(1, tally)
    pairs = with_just(2, tally)
    triples = with_just(3, tally)
    fours = with_just(4, tally)
    bare = 0  # fours without a card beside them
    while fours:
        cost += costs[FOUR_AND_ONE, lowest(fours) // BITS]
        fours &= fours - 1
        if ones:
            ones &= ones - 1
        else:
            bare += 1
    while ones:
        cost += costs[SINGLE, lowest(ones) // BITS]
        ones &= ones - 1
    while triples:
        if pairs:
            cost += costs[FULL_HOUSE, lowest(triples) // BITS]
            pairs &= pairs - 1
        else:
            cost += costs[TRIPLE, lowest(triples) // BITS]
        triples &= triples - 1
    if bare and pairs:  # the lowest pair is broken for one
        cost += costs[SINGLE, lowest(pairs) // BITS]
        pairs &= pairs - 1
        bare -= 1
    while pairs:
        cost += costs[PAIR, lowest(pairs) // BITS]
        pairs &= pairs - 1
    total: float = cost + bare * costs[SINGLE, 0]
    return total


@jit()
def record(
    size: int, level: int, flags: int, costs: Array, tables: Array, placed: int, left: Array,
    rows: Array,
) -> float:  # fmt: skip
    """Note the play in the second half of ``TRIAL`` and return its cost."""
    faces = left[TRIAL + 5 : TRIAL + 10]
    strength = strength_of(faces, size, level, flags, tables)
    if placed < rows.shape[0]:
        rows[placed, STRENGTH] = strength
        rows[placed, SIZE] = size
        for i in range(size):
            rows[placed, CARDS + i] = faces[i]
    cost: float = costs[strength >> SHIFT, value_of(strength, flags)]
    return cost


@jit()
def _take_of(rank: int, count: int, at: int, left: Array) -> None:
    """Put cards of a rank into the second half of ``TRIAL``, jokers that joined it last."""
    for suit in range(4):
        face = 4 * rank + suit
        while count and left[COUNT + face]:
            left[TRIAL + 5 + at] = face
            take(face, left)
            at += 1
            count -= 1
    while count:
        big = in_rank(rank, left[JOINED]) == 0
        left[JOINED + big] -= 1 << BITS * rank
        left[TRIAL + 5 + at] = LITTLE + big
        left[TALLY] -= 1 << BITS * rank
        left[LEFT_CARDS] -= 1
        at += 1
        count -= 1


@jit()
def _lowest_with(count: int, level: int, left: Array) -> int:
    """Return the lowest rank with just so many cards, or -1."""
    ranks = with_just(count, by_value(left[TALLY], level))
    return rank_of(lowest(ranks) // BITS, level) if ranks else -1


@jit()
def _lowest_spare_pair(triples: int, level: int, left: Array) -> int:
    """Return the rank of the lowest pair that no triple takes; there is one."""
    ranks = with_just(2, by_value(left[TALLY], level))
    for _ in range(triples):
        ranks &= ranks - 1
    return rank_of(lowest(ranks) // BITS, level)


@jit()
def take_groups(
    level: int, flags: int, costs: Array, tables: Array, placed: int, left: Array, rows: Array
) -> int:
    """Note the plays of all ranks that are left, as ``groups_cost`` counts them.

    Returns:
        How many plays the plan has.
    """
    ranks = with_five(left[TALLY])
    while ranks:
        _take_of(lowest(ranks) // BITS, 5, 0, left)
        record(5, level, flags, costs, tables, placed, left, rows)
        placed += 1
        ranks = with_five(left[TALLY])
    triples = popcount(with_just(3, left[TALLY]))
    spare = popcount(with_just(2, left[TALLY])) - triples
    ranks = with_just(4, by_value(left[TALLY], level))
    while ranks:
        rank = rank_of(lowest(ranks) // BITS, level)
        ranks &= ranks - 1
        side = _lowest_with(1, level, left)
        if side < 0 and spare > 0:
            side = _lowest_spare_pair(triples, level, left)
            spare -= 1
        size = 5 if side >= 0 else 3
        if side >= 0:
            _take_of(rank, 4, 0, left)
            _take_of(side, 1, 4, left)
        else:
            _take_of(rank, 3, 0, left)
        record(size, level, flags, costs, tables, placed, left, rows)
        placed += 1
    for _ in range(triples):
        rank = _lowest_with(3, level, left)
        side = _lowest_with(2, level, left)
        _take_of(rank, 3, 0, left)
        if side >= 0:
            _take_of(side, 2, 3, left)
        record(5 if side >= 0 else 3, level, flags, costs, tables, placed, left, rows)
        placed += 1
    for rank in range(13):
        size = in_rank(rank, left[TALLY])
        if size:
            _take_of(rank, size, 0, left)
            record(size, level, flags, costs, tables, placed, left, rows)
            placed += 1
    return placed
