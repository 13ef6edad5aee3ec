"""The abstract moves of a hand, by set arithmetic instead of listing (``groups``)."""

from __future__ import annotations

from daguai.kernels import groups
from daguai.kernels._jit import jit
from daguai.kernels.bits import lowest, popcount
from daguai.kernels.completing import find_flush
from daguai.kernels.flags import ANY_SIZE, DESCENDING, LITTLE_PAIR
from daguai.kernels.groups import (
    FIVES,
    FLUSHES,
    FOURS,
    FULL_HOUSES,
    GROUPS,
    PAIRS,
    SINGLES,
    STRAIGHT_FLUSHES,
    STRAIGHTS,
    TRIPLES,
)
from daguai.kernels.holding import (
    BIGS,
    CARDS,
    COPIES,
    LITTLES,
    RANKS,
    Array,
    by_value,
    only_one_suit,
    rank_of,
)
from daguai.kernels.ranking import (
    ALL_BIG_VALUE,
    BIG_VALUE,
    FIELD,
    FLUSH,
    FOUR_AND_ONE,
    FULL_HOUSE,
    JOKER_VALUE,
    LITTLE_PAIR_VALUE,
    PAIR,
    SHIFT,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPLE,
)
from daguai.kernels.tables import MIXED, RUN_SETS, RUN_TOP, RUN_TOPS

first_of = jit()(groups.first_of)


@jit()
def _jokers_alone(size: int, flags: int, hand: Array) -> int:
    """Return the values of plays of jokers alone (clauses 4.6, 4.7)."""
    littles, bigs = hand[LITTLES], hand[BIGS]
    values = 0
    if bigs >= size:
        values |= 1 << ALL_BIG_VALUE
    if size == 2 and littles >= 2 and flags & LITTLE_PAIR:
        values |= 1 << LITTLE_PAIR_VALUE
        littles = 1  # two of them are another value than a mixed pair
    if littles > 0 and littles + bigs >= size:
        values |= 1 << JOKER_VALUE
    return values


@jit()
def _straights(naturals: int, hand: Array, tables: Array) -> int:
    """Return the tops of straights with so many naturals, not all of one suit."""
    held = hand[RANKS]
    tops = int(tables[RUN_TOPS + naturals, held])
    if tops == 0:
        return 0
    spades, hearts, diamonds, clubs = (
        hand[COPIES],
        hand[COPIES + 1],
        hand[COPIES + 2],
        hand[COPIES + 3],
    )
    several = (spades & hearts) | (diamonds & clubs) | ((spades | hearts) & (diamonds | clubs))
    doubtful = 0  # tops made by ranks that are held in one suit alone: perhaps straight flushes
    for suit in range(4):
        doubtful |= int(tables[RUN_TOPS + naturals, hand[COPIES + suit] & ~several])
    if doubtful == 0:
        return tops
    tops &= ~doubtful
    for i in range(1, tables[RUN_SETS + naturals, 0] + 1):
        ranks = int(tables[RUN_SETS + naturals, i])
        if ranks & ~held == 0 and not only_one_suit(hand, ranks):
            tops |= 1 << int(tables[RUN_TOP, ranks])
    return tops


@jit()
def _flushes(suit: int, naturals: int, level: int, hand: Array, tables: Array) -> int:
    """Return the values of the highest naturals of flushes with so many naturals."""
    once = by_value(hand[COPIES + suit], level)
    third = once & (once - 1)
    third &= third - 1  # values that have two kinds below them
    if third == 0:
        return 0
    found = 0
    candidates = third
    if naturals > 3:
        fourth = third & (third - 1)
        candidates = fourth
        twice = by_value(hand[COPIES + 4 + suit], level)
        doubled = third & -(twice & -twice) if twice else 0  # with a repeated rank: no run
        if naturals == 4:
            found = doubled
        else:
            candidates = fourth & (fourth - 1)
            found = doubled & fourth
            first = third & -third
            upto = (first << 1) - 1
            thrice = by_value(hand[COPIES + 8 + suit], level)
            if doubled & first and 3 + popcount(twice & upto) + popcount(thrice & upto) >= 5:
                found |= first
    candidates &= ~found
    while candidates:  # of different ranks: some must fit no run
        value = lowest(candidates)
        candidates &= candidates - 1
        rank = rank_of(value, level)
        ranks = hand[COPIES + suit]
        if rank != level:
            ranks = ranks & ~(1 << level) & ((2 << rank) - 1)
        if int(tables[MIXED + rank, ranks]) >> naturals & 1:
            found |= 1 << value
    return found


@jit()
def _fours_with_three_jokers(level: int, hand: Array, tables: Array) -> int:
    """Return the values of a natural that, with a lower one and three jokers, is four and one."""
    values = by_value(hand[RANKS], level)
    found = 0
    high = values & (values - 1)
    while high:
        value = lowest(high)
        high &= high - 1
        low = values & ((1 << value) - 1)
        while low:
            ranks = 1 << rank_of(value, level) | 1 << rank_of(lowest(low), level)
            low &= low - 1
            if tables[RUN_TOP, ranks] < 0 or not only_one_suit(hand, ranks):
                found |= 1 << value
                break
    return found


@jit()
def _small_moves(
    category: int, jokers: int, level: int, flags: int, hand: Array, masks: Array
) -> None:
    one = by_value(hand[RANKS], level)
    two = by_value(hand[RANKS + 1], level)
    if category in (-1, SINGLE):
        masks[SINGLES] = one
        if hand[LITTLES]:
            masks[SINGLES] |= 1 << JOKER_VALUE
        if hand[BIGS]:
            masks[SINGLES] |= 1 << BIG_VALUE
    if category in (-1, PAIR):
        masks[PAIRS] = two
        if jokers >= 1:
            masks[PAIRS + 1] = one
            masks[PAIRS + 2] = _jokers_alone(2, flags, hand)
    if category in (-1, TRIPLE):
        masks[TRIPLES] = by_value(hand[RANKS + 2], level)
        if jokers >= 1:
            masks[TRIPLES + 1] = two
            masks[TRIPLES + 3] = _jokers_alone(3, flags, hand)
        if jokers >= 2:
            masks[TRIPLES + 2] = one


@jit()
def _five_moves(
    category: int, jokers: int, level: int, flags: int, hand: Array, tables: Array, masks: Array
) -> None:
    """Fill in the groups of fives of at least a category."""
    one = by_value(hand[RANKS], level)
    two = by_value(hand[RANKS + 1], level)
    if category <= STRAIGHT:
        for spent in range(min(jokers, 2) + 1):
            masks[STRAIGHTS + spent] = _straights(5 - spent, hand, tables)
    if category <= FLUSH:
        for suit in range(4):
            for spent in range(min(jokers, 2) + 1):
                masks[FLUSHES + 3 * suit + spent] = _flushes(suit, 5 - spent, level, hand, tables)
    if category <= FULL_HOUSE and two & (two - 1):
        masks[FULL_HOUSES] = by_value(hand[RANKS + 2], level)
        if jokers >= 1:
            masks[FULL_HOUSES + 1] = two & (two - 1)  # two pairs: the higher one is the triple
    if category <= FOUR_AND_ONE and one & (one - 1):
        for spent in range(min(jokers, 2) + 1):
            masks[FOURS + spent] = by_value(hand[RANKS + 3 - spent], level)
        if jokers >= 3:
            masks[FOURS + 3] = _fours_with_three_jokers(level, hand, tables)
    if category <= STRAIGHT_FLUSH:
        for suit in range(4):
            for spent in range(min(jokers, 3) + 1):
                masks[STRAIGHT_FLUSHES + 4 * suit + spent] = int(
                    tables[RUN_TOPS + 5 - spent, hand[COPIES + suit]]
                )
    for spent in range(min(jokers, 4) + 1):
        masks[FIVES + spent] = by_value(hand[RANKS + 4 - spent], level)
    masks[FIVES + 5] = _jokers_alone(5, flags, hand)


@jit()
def _keep_higher(
    to_beat: int, level: int, flags: int, hand: Array, tables: Array, masks: Array
) -> None:
    """Take out the moves of the same category that are not strictly higher (clause 5.1)."""
    category = to_beat >> SHIFT
    value = to_beat & ((1 << SHIFT) - 1)
    descending = category == FLUSH and flags & DESCENDING != 0
    if descending:
        value = (value >> (4 * FIELD)) - 1
    for group in range(first_of(category), first_of(category + 1)):
        equal = masks[group] >> value & 1
        masks[group] &= -2 << value
        if descending and equal and find_flush(
            (group - FLUSHES) // 3, 5 - (group - FLUSHES) % 3, value, level, flags, to_beat,
            hand, tables,
        ):  # fmt: skip
            masks[group] |= 1 << value


@jit()
def fill_masks(
    level: int, flags: int, to_beat: int, hand: Array, tables: Array, masks: Array
) -> int:
    """Fill in the moves of a held hand and return how many there are.

    ``masks`` must be all zero, and only its groups from ``first_of(category)`` on are written,
    where the category is that of ``to_beat``.
    """
    category = to_beat >> SHIFT  # -1 for a lead
    jokers = hand[LITTLES] + hand[BIGS]
    last = GROUPS
    if category <= TRIPLE:
        _small_moves(category, jokers, level, flags, hand, masks)
        if category >= 0:
            if flags & ANY_SIZE and jokers >= 5:
                masks[FIVES + 5] = _jokers_alone(5, flags, hand)
            else:
                last = first_of(category + 1)
    if (category < 0 or category > TRIPLE) and hand[CARDS] >= 5:
        _five_moves(category, jokers, level, flags, hand, tables, masks)
    if category >= 0:
        _keep_higher(to_beat, level, flags, hand, tables, masks)
    count = 0
    for group in range(first_of(category), last):
        count += popcount(masks[group])
    return count
