"""A hand's plan 理牌 by quick greedy search: the plays in which it might leave the hand.

Not the fewest turns that there are: search for every candidate of every decision is not to be had.
Fives are taken one after the other, each time the one that lowers the cost of the whole hand most;
then jokers join ranks where that lowers it; the rest falls into groups. Trying other first fives
as well took twice the time and won no more deals.
"""

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
    JOKER_VALUE,
    LITTLE,
    PAIR,
    SHIFT,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPLE,
)
from daguai.kernels.tables import RUN_TOP

COUNT: Final = 0
"""``COUNT + face``: how many copies of a face are left to be grouped."""
TOTAL: Final = 54
"""``TOTAL + rank``: how many cards of a rank are left, jokers that joined it included."""
SUIT: Final = 67
"""``SUIT + suit``: how many naturals of a suit are left."""
HELD: Final = 71
"""``HELD + suit``: the ranks of a suit that are left, as bits."""
JOINED: Final = 75
"""``JOINED + rank``: how many little jokers joined a rank, and 16 for every big one."""
LEFT_CARDS: Final = 88
TURNS: Final = 89
"""How many plays the plan has."""
TRIAL: Final = 90
"""``TRIAL + i``: five faces that are tried, and five that are best so far."""
LEFT: Final = TRIAL + 10

_SMALL: Final = 1e-6


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
                left[TOTAL + (face >> 2)] += copies
                left[SUIT + (face & 3)] += copies
                left[HELD + (face & 3)] |= 1 << (face >> 2)


@jit()
def take(face: int, left: Array) -> None:
    """Take one card away."""
    left[COUNT + face] -= 1
    left[LEFT_CARDS] -= 1
    if face < LITTLE:
        left[TOTAL + (face >> 2)] -= 1
        left[SUIT + (face & 3)] -= 1
        if left[COUNT + face] == 0:
            left[HELD + (face & 3)] &= ~(1 << (face >> 2))


@jit()
def groups_cost(level: int, costs: Array, left: Array) -> float:
    """Return what the ranks cost that are left, grouped by rank alone."""
    fours = 0
    triples = 0
    cost = 0.0
    for rank in range(13):
        n = left[TOTAL + rank]
        if n > 2:
            value = 13 if rank == level else rank
            while n > 4:
                cost += costs[FIVE_OF_A_KIND, value]
                n -= 5
            if n == 4:
                fours += 1
                cost += costs[FOUR_AND_ONE, value]
            elif n == 3:
                triples += 1
    houses = triples
    bare = fours
    spare = -1  # the lowest pair that is in no full house
    for value in range(14):
        if value == level:
            continue
        rank = level if value == 13 else value
        n = left[TOTAL + rank]
        if n > 4:
            n %= 5
        if n == 1:
            if bare:
                bare -= 1
            else:
                cost += costs[SINGLE, value]
        elif n == 2:
            if houses:
                houses -= 1
            else:
                if spare < 0:
                    spare = value
                cost += costs[PAIR, value]
    if triples:
        houses = triples - houses  # how many there are
        for value in range(14):
            if value == level:
                continue
            rank = level if value == 13 else value
            n = left[TOTAL + rank]
            if n % 5 == 3:
                if houses:
                    houses -= 1
                    cost += costs[FULL_HOUSE, value]
                else:
                    cost += costs[TRIPLE, value]
    if bare:
        if spare >= 0:
            cost += costs[SINGLE, spare] - costs[PAIR, spare]
            bare -= 1
        cost += bare * costs[SINGLE, 0]
    return cost


@jit()
def _joker(left: Array) -> int:
    return LITTLE if left[COUNT + LITTLE] else LITTLE + 1


@jit()
def _lone(spent: int, costs: Array, left: Array) -> float:
    """Return what so many jokers would cost as singles, little ones first."""
    littles = min(spent, left[COUNT + LITTLE])
    cost: float = littles * costs[SINGLE, JOKER_VALUE]
    cost += (spent - littles) * costs[SINGLE, JOKER_VALUE + 1]
    return cost


@jit()
def _try_runs(
    level: int, keep: float, costs: Array, tables: Array, base: float, best: float, left: Array
) -> float:
    """Try straights and straight flushes; the best is left in the second half of ``TRIAL``."""
    jokers = min(2, left[COUNT + LITTLE] + left[COUNT + LITTLE + 1])
    all_held = left[HELD] | left[HELD + 1] | left[HELD + 2] | left[HELD + 3]
    for low in range(-1, 9):
        run = 0b1000000001111 if low < 0 else 0b11111 << low
        if popcount(run & all_held) < 5 - jokers:
            continue
        for suit in range(-1, 4):
            ranks = run & (all_held if suit < 0 else left[HELD + suit])
            spent = 5 - popcount(ranks)
            if spent > jokers:
                continue
            top = int(tables[RUN_TOP, ranks])
            rest = ranks
            while rest:
                left[TOTAL + lowest(rest)] -= 1
                rest &= rest - 1
            after = groups_cost(level, costs, left)
            rest = ranks
            while rest:
                left[TOTAL + lowest(rest)] += 1
                rest &= rest - 1
            after += costs[STRAIGHT if suit < 0 else STRAIGHT_FLUSH, top]
            if spent:
                after += spent * keep - _lone(spent, costs, left)
            if base - after > best:
                best = base - after
                at = TRIAL + 5
                rest = ranks
                while rest:
                    rank = lowest(rest)
                    rest &= rest - 1
                    chosen = suit
                    if suit < 0:  # of the suit that has the fewest cards
                        for other in range(4):
                            if left[COUNT + 4 * rank + other] and (
                                chosen < 0 or left[SUIT + other] < left[SUIT + chosen]
                            ):
                                chosen = other
                    left[at] = 4 * rank + chosen
                    at += 1
                while at < TRIAL + 10:
                    left[at] = -1
                    at += 1
    return best


@jit()
def _wanted(n: int) -> int:
    """Tell how well a rank with so many cards can spare one; less is better."""
    if n == 1:
        return 0
    if n > 5:
        return 1
    return 2 if n == 3 else 3 if n == 2 else 4


@jit()
def _try_flushes(
    level: int, flags: int, keep: float, costs: Array, tables: Array, base: float, best: float,
    left: Array,
) -> float:  # fmt: skip
    jokers = min(2, left[COUNT + LITTLE] + left[COUNT + LITTLE + 1])
    for suit in range(4):
        if left[SUIT + suit] < 5 - jokers:
            continue
        naturals = min(5, left[SUIT + suit])
        spent = 5 - naturals
        for i in range(naturals):
            chosen = -1
            least = 999
            held = left[HELD + suit]
            while held:
                rank = lowest(held)
                held &= held - 1
                if left[COUNT + 4 * rank + suit]:
                    value = 13 if rank == level else rank
                    wanted = 16 * (4 * _wanted(left[TOTAL + rank]) + (value >= 12)) + value
                    if wanted < least:
                        least = wanted
                        chosen = rank
            left[TRIAL + i] = 4 * chosen + suit
            left[COUNT + 4 * chosen + suit] -= 1
            left[TOTAL + chosen] -= 1
        after = groups_cost(level, costs, left)
        for i in range(naturals):
            left[COUNT + left[TRIAL + i]] += 1
            left[TOTAL + (left[TRIAL + i] >> 2)] += 1
        for i in range(naturals, 5):
            left[TRIAL + i] = LITTLE
        strength = strength_of(left[TRIAL : TRIAL + 5], 5, level, flags, tables)
        after += costs[strength >> SHIFT, value_of(strength, flags)]
        if spent:
            after += spent * keep - _lone(spent, costs, left)
        if base - after > best:
            best = base - after
            for i in range(5):
                left[TRIAL + 5 + i] = left[TRIAL + i] if i < naturals else -1
    return best


@jit()
def _record(
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
        if left[JOINED + rank] & 15:
            left[JOINED + rank] -= 1
            left[TRIAL + 5 + at] = LITTLE
        else:
            left[JOINED + rank] -= 16
            left[TRIAL + 5 + at] = LITTLE + 1
        left[TOTAL + rank] -= 1
        left[LEFT_CARDS] -= 1
        at += 1
        count -= 1


@jit()
def _lowest_group(count: int, level: int, left: Array) -> int:
    """Return the lowest rank with exactly so many cards, or -1."""
    for value in range(14):
        if value != level:
            rank = level if value == 13 else value
            if left[TOTAL + rank] == count:
                return rank
    return -1


@jit()
def _take_groups(
    level: int, flags: int, costs: Array, tables: Array, placed: int, left: Array, rows: Array
) -> int:
    """Note the plays of all ranks that are left, as ``groups_cost`` counts them."""
    for rank in range(13):
        while left[TOTAL + rank] > 4:
            _take_of(rank, 5, 0, left)
            _record(5, level, flags, costs, tables, placed, left, rows)
            placed += 1
    houses = 0
    pairs = 0
    for rank in range(13):
        houses += left[TOTAL + rank] == 3
        pairs += left[TOTAL + rank] == 2
    pairs = max(0, pairs - houses)
    for value in range(14):
        rank = rank_of(value, level)
        if value == level or left[TOTAL + rank] != 4:
            continue
        side = _lowest_group(1, level, left)
        if side < 0 and pairs:
            # the lowest pair that no triple takes
            skip = houses
            for other in range(14):
                if other != level and left[TOTAL + rank_of(other, level)] == 2:
                    side = rank_of(other, level)
                    if skip == 0:
                        break
                    skip -= 1
            pairs -= 1
        if side < 0:
            _take_of(rank, 3, 0, left)
            _record(3, level, flags, costs, tables, placed, left, rows)
        else:
            _take_of(rank, 4, 0, left)
            _take_of(side, 1, 4, left)
            _record(5, level, flags, costs, tables, placed, left, rows)
        placed += 1
    while houses:
        rank = _lowest_group(3, level, left)
        side = _lowest_group(2, level, left)
        _take_of(rank, 3, 0, left)
        if side >= 0:
            _take_of(side, 2, 3, left)
        _record(5 if side >= 0 else 3, level, flags, costs, tables, placed, left, rows)
        placed += 1
        houses -= 1
    for rank in range(13):
        n = left[TOTAL + rank]
        if n:
            _take_of(rank, n, 0, left)
            _record(n, level, flags, costs, tables, placed, left, rows)
            placed += 1
    return placed


@jit()
def make_plan(
    level: int, flags: int, keep: float, costs: Array, tables: Array, left: Array, rows: Array
) -> float:
    """Plan what is laid out in ``left`` and return what the plan costs.

    Args:
        level: the level rank.
        flags: bits of ``kernels.flags``.
        keep: what a joker is worth beyond the turn it is.
        costs: ``float64[CATEGORIES, VALUES]``, what a play costs, see ``odds.fill_odds``.
        tables: the tables.
        left: the cards, see ``spread``; used up.
        rows: ``int64[n, ROW]``, filled with the plays; with n = 0 they are not told.
    """
    cost = 0.0
    placed = 0
    while left[LEFT_CARDS] > 4:
        base = groups_cost(level, costs, left)
        best = _SMALL
        best = _try_runs(level, keep, costs, tables, base, best, left)
        best = _try_flushes(level, flags, keep, costs, tables, base, best, left)
        if best == _SMALL:
            break
        for i in range(5):
            if left[TRIAL + 5 + i] < 0:
                left[TRIAL + 5 + i] = _joker(left)
            take(left[TRIAL + 5 + i], left)
        cost += _record(5, level, flags, costs, tables, placed, left, rows)
        placed += 1
    while left[COUNT + LITTLE] + left[COUNT + LITTLE + 1]:
        base = groups_cost(level, costs, left)
        jokers = left[COUNT + LITTLE] + left[COUNT + LITTLE + 1]
        best = _SMALL
        chosen = -1
        spent = 0
        for n in range(1, min(2, jokers) + 1):
            saved = _lone(n, costs, left) - n * keep
            for rank in range(13):
                if left[TOTAL + rank] and left[TOTAL + rank] + n < 6:
                    left[TOTAL + rank] += n
                    gain = base + saved - groups_cost(level, costs, left)
                    left[TOTAL + rank] -= n
                    if gain > best:
                        best = gain
                        chosen = rank
                        spent = n
        if chosen < 0:
            break
        for _ in range(spent):
            face = _joker(left)
            left[COUNT + face] -= 1
            left[TOTAL + chosen] += 1
            left[JOINED + chosen] += 1 if face == LITTLE else 16
    for joker in range(LITTLE, LITTLE + 2):
        while left[COUNT + joker]:
            left[TRIAL + 5] = joker
            cost += _record(1, level, flags, costs, tables, placed, left, rows)
            placed += 1
            take(joker, left)
    cost += groups_cost(level, costs, left)
    if rows.shape[0]:
        placed = _take_groups(level, flags, costs, tables, placed, left, rows)
    left[TURNS] = placed
    return cost
