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
from daguai.kernels.holding import Array, rank_of
from daguai.kernels.judging import strength_of
from daguai.kernels.plan_cards import (
    COUNT,
    HELD,
    JOINED,
    LEFT_CARDS,
    SUIT,
    TALLY,
    TRIAL,
    TURNS,
    groups_cost,
    record,
    take,
    take_groups,
    value_of,
)
from daguai.kernels.ranking import JOKER_VALUE, LITTLE, SHIFT, SINGLE, STRAIGHT, STRAIGHT_FLUSH
from daguai.kernels.tables import RUN_TOP
from daguai.kernels.tallies import (
    BITS,
    HIGH,
    by_value,
    in_rank,
    ranks_of,
    spread_out,
    with_five,
    with_just,
)

_SMALL: Final = 1e-6


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
            after = groups_cost(by_value(left[TALLY] - spread_out(ranks), level), costs)
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
def _spared(held: int, tally: int) -> int:
    """Return which held value, as the place in a tally, is missed least in a flush.

    A rank that is held once before one that has more than five, then triples, pairs and the rest;
    the lowest of them, and aces and the level rank last.
    """
    kind = held & with_just(1, tally)
    if kind == 0:
        kind = held & with_five(tally) & ~with_just(5, tally)
    if kind == 0:
        kind = held & with_just(3, tally)
    if kind == 0:
        kind = held & with_just(2, tally)
    if kind == 0:
        kind = held
    low = kind & ~HIGH
    return lowest(low) if low else lowest(kind)


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
        tally = by_value(left[TALLY], level)
        held = by_value(spread_out(left[HELD + suit]), level)
        for i in range(naturals):
            at = _spared(held, tally)
            face = 4 * rank_of(at // BITS, level) + suit
            left[TRIAL + i] = face
            left[COUNT + face] -= 1
            tally -= 1 << at
            if left[COUNT + face] == 0:
                held ^= 1 << at
        after = groups_cost(tally, costs)
        for i in range(naturals):
            left[COUNT + left[TRIAL + i]] += 1
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
        base = groups_cost(by_value(left[TALLY], level), costs)
        best = _SMALL
        best = _try_runs(level, keep, costs, tables, base, best, left)
        best = _try_flushes(level, flags, keep, costs, tables, base, best, left)
        if best == _SMALL:
            break
        for i in range(5):
            if left[TRIAL + 5 + i] < 0:
                left[TRIAL + 5 + i] = _joker(left)
            take(left[TRIAL + 5 + i], left)
        cost += record(5, level, flags, costs, tables, placed, left, rows)
        placed += 1
    while left[COUNT + LITTLE] + left[COUNT + LITTLE + 1]:
        tally = by_value(left[TALLY], level)
        base = groups_cost(tally, costs)
        jokers = left[COUNT + LITTLE] + left[COUNT + LITTLE + 1]
        best = _SMALL
        chosen = -1
        spent = 0
        for n in range(1, min(2, jokers) + 1):
            saved = _lone(n, costs, left) - n * keep
            rest = ranks_of(tally)
            while rest:
                at = lowest(rest)
                rest &= rest - 1
                if in_rank(at // BITS, tally) + n < 6:
                    gain = base + saved - groups_cost(tally + (n << at), costs)
                    if gain > best:
                        best = gain
                        chosen = rank_of(at // BITS, level)
                        spent = n
        if chosen < 0:
            break
        for _ in range(spent):
            face = _joker(left)
            left[COUNT + face] -= 1
            left[TALLY] += 1 << BITS * chosen
            left[JOINED + face - LITTLE] += 1 << BITS * chosen
    for joker in range(LITTLE, LITTLE + 2):
        while left[COUNT + joker]:
            left[TRIAL + 5] = joker
            cost += record(1, level, flags, costs, tables, placed, left, rows)
            placed += 1
            take(joker, left)
    cost += groups_cost(by_value(left[TALLY], level), costs)
    if rows.shape[0]:
        placed = take_groups(level, flags, costs, tables, placed, left, rows)
    left[TURNS] = placed
    return cost
