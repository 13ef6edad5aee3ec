"""The fewest turns 手数 that empty a hand, exactly.

Five cards are a play if and only if their naturals are of one suit, of at most two ranks, or of
different ranks that fit a run; this stays true when a joker takes a natural's place. So a way to
empty a hand is a set of *slots*: a flush has five slots for a suit; a run one for each of five
ranks; another five two parts, 3 + 2 or 4 + 1, each for some rank; a play of fewer cards three for
a rank. It works when every natural has a slot, and the slots of fives that stay empty are no more
than the jokers.

Whether naturals fit into given slots is a question of matching, and Hall's theorem answers it:
each set of suits gives one inequality about sums over the ranks. The search therefore never picks
single cards; it chooses slots, rank by rank, while sixteen sums in two integers keep within their
limits.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from daguai.kernels._jit import jit
from daguai.kernels.holding import Array
from daguai.kernels.ranking import LITTLE
from daguai.kernels.tables import RUN_SETS

MOST_CARDS: Final = 30
"""The largest hand that the sums have room for."""

PARTS: Final = 5
"""Kinds of part: of 4, 3, 2 and 1 slots of a five, and a play of fewer cards."""
SMALL: Final = 4

TOTALS: Final = 0
"""``TOTALS + rank``: the naturals of a rank."""
HELD: Final = TOTALS + 13
"""``HELD + 16 * rank + suits``: the naturals of a rank in a set of suits."""
RUN_SLOTS: Final = HELD + 13 * 16
"""``RUN_SLOTS + rank``: the slots of the chosen runs for a rank."""
ORDER: Final = RUN_SLOTS + 13
NEED: Final = ORDER + 13
"""``NEED + i``: naturals that no run has a slot for, of the ranks from the i-th in order on."""
RUNS: Final = NEED + 14
"""``RUNS + i``: how often the i-th run is chosen."""
PLACED: Final = RUNS + 13
"""``PLACED + PARTS * rank + kind``: the parts chosen for a rank."""
FLUSHED: Final = PLACED + PARTS * 13
"""``FLUSHED + suit``: the flushes chosen."""
FULLS: Final = FLUSHED + 4
"""How many of the chosen fives are of 3 + 2."""
FOURS: Final = FULLS + 1
"""How many of the chosen fives are of 4 + 1."""
JOKERS: Final = FOURS + 1
CARDS: Final = JOKERS + 1
FAILED: Final = CARDS + 1
"""So many plays are known not to do."""
_ZERO: Final = FAILED + 1
"""0; written in a call it would be a literal, which compiles the called function once more."""
_SIZES: Final = 20
_COVER: Final = _ZERO + 1
"""``_COVER + 2 * (_SIZES * rank + slots)``: what so many slots leave over, by set of suits."""
_SPILL: Final = _COVER + 2 * 13 * _SIZES
"""The same for slots of fives that stay empty when cards in a set of suits go to flushes."""
PLAN: Final = _SPILL + 2 * 13 * _SIZES

_LANE: Final = 7
"""Bits of one sum; eight sums are in one integer, those of sets of suits 0..7 and 8..15."""
_ONES: Final = 0x02040810204081
_GUARD: Final = _ONES << 6
"""Set in each sum that is within its limit."""
_ALL: Final = 7 * _LANE
_ROOM: Final = 63


@jit()
def prepare(counts: Array, plan: Array) -> None:
    """Fill in what the search knows about a hand, ``uint8[54]``."""
    jokers = int(counts[LITTLE]) + int(counts[LITTLE + 1])
    cards = jokers
    for rank in range(13):
        held = HELD + 16 * rank
        plan[held] = 0
        for suits in range(1, 16):
            lowest = suits & -suits
            suit = (lowest > 1) + (lowest > 2) + (lowest > 4)
            plan[held + suits] = plan[held + suits - lowest] + int(counts[4 * rank + suit])
        total = plan[held + 15]
        plan[TOTALS + rank] = total
        cards += total
        for slots in range(total + 7):
            cell = 2 * (_SIZES * rank + slots)
            for half in range(2):
                cover = 0
                spill = 0
                for suits in range(8 * half + 7, 8 * half - 1, -1):
                    cover = cover << _LANE | max(0, plan[held + suits] - slots)
                    spill = spill << _LANE | max(0, slots - total + plan[held + suits])
                plan[_COVER + cell + half] = cover
                plan[_SPILL + cell + half] = spill
    plan[JOKERS] = jokers
    plan[CARDS] = cards
    plan[FAILED] = -1
    plan[_ZERO] = 0


@jit()
def _place(
    i: int, fours: int, threes: int, twos: int, ones: int, smalls: int, cover_a: int,
    cover_b: int, spill_a: int, spill_b: int, plan: Array,
) -> bool:  # fmt: skip
    """Give the ranks from the i-th in order on their parts; what has none goes to flushes."""
    while i < 13 and plan[NEED + i] == plan[NEED + i + 1]:
        for kind in range(PARTS):
            plan[PLACED + PARTS * plan[ORDER + i] + kind] = 0
        i += 1
    left = 4 * fours + 3 * threes + 2 * twos + ones
    if plan[NEED + i] - left - 3 * smalls > (cover_b >> _ALL & _ROOM):
        return False
    if i == 13:  # the parts that no rank has got are of jokers
        return (spill_a - left * _ONES) & (spill_b - left * _ONES) & _GUARD == _GUARD
    rank = plan[ORDER + i]
    total = plan[TOTALS + rank]
    run_slots = plan[RUN_SLOTS + rank]
    placed = PLACED + PARTS * rank
    start = _SPILL + 2 * (_SIZES * rank + run_slots)
    for four in range(fours + 1):
        for three in range(threes + 1):
            for two in range(twos + 1):
                for one in range(ones + 1):
                    slots = run_slots + 4 * four + 3 * three + 2 * two + one
                    least = 1 if one else 2 if two else 3 if three else 4 if four else 0
                    if least and slots - least >= total:  # one part too many
                        break
                    cell = _SPILL + 2 * (_SIZES * rank + slots)
                    new_a = spill_a - plan[cell] + plan[start]
                    new_b = spill_b - plan[cell + 1] + plan[start + 1]
                    if new_a & new_b & _GUARD != _GUARD:
                        break
                    plan[placed] = four
                    plan[placed + 1] = three
                    plan[placed + 2] = two
                    plan[placed + 3] = one
                    for small in range(min(smalls, (max(0, total - slots) + 2) // 3) + 1):
                        cell = _COVER + 2 * (_SIZES * rank + slots + 3 * small)
                        rest_a = cover_a
                        rest_b = cover_b
                        if slots + 3 * small < total:
                            rest_a -= plan[cell]
                            rest_b -= plan[cell + 1]
                            if rest_a & rest_b & _GUARD != _GUARD:
                                continue
                        plan[placed + SMALL] = small
                        if _place(
                            i + 1, fours - four, threes - three, twos - two, ones - one,
                            smalls - small, rest_a, rest_b, new_a, new_b, plan,
                        ):  # fmt: skip
                            return True
    return False


@jit()
def _choose_runs(
    first: int, runs: int, others: int, smalls: int, cover_a: int, cover_b: int, spill_a: int,
    spill_b: int, plan: Array, tables: Array,
) -> bool:  # fmt: skip
    """Choose so many more runs, then the parts."""
    if runs == 0:
        plan[NEED + 13] = 0
        for i in range(12, -1, -1):
            rank = plan[ORDER + i]
            plan[NEED + i] = plan[NEED + i + 1] + max(
                0, plan[TOTALS + rank] - plan[RUN_SLOTS + rank]
            )
        for fulls in range(others, -1, -1):
            fours = others - fulls
            plan[FULLS] = fulls
            plan[FOURS] = fours
            if _place(
                plan[_ZERO], fours, fulls, fulls, fours, smalls, cover_a, cover_b, spill_a,
                spill_b, plan,
            ):  # fmt: skip
                return True
        return False
    for run in range(first, tables[RUN_SETS + 5, 0]):
        ranks = int(tables[RUN_SETS + 5, run + 1])
        new_a = spill_a
        new_b = spill_b
        for rank in range(13):
            if ranks >> rank & 1:
                cell = _SPILL + 2 * (_SIZES * rank + plan[RUN_SLOTS + rank])
                new_a += plan[cell] - plan[cell + 2]
                new_b += plan[cell + 1] - plan[cell + 3]
        if new_a & new_b & _GUARD != _GUARD:
            continue
        for rank in range(13):
            plan[RUN_SLOTS + rank] += ranks >> rank & 1
        plan[RUNS + run] += 1
        if _choose_runs(
            run, runs - 1, others, smalls, cover_a, cover_b, new_a, new_b, plan, tables
        ):
            return True
        plan[RUNS + run] -= 1
        for rank in range(13):
            plan[RUN_SLOTS + rank] -= ranks >> rank & 1
    return False


@jit()
def _with_flushes(fives: int, flushes: int, smalls: int, plan: Array, tables: Array) -> bool:
    """Try the flushes that are chosen, with so many fives in all."""
    jokers = plan[JOKERS]
    cover_a = cover_b = spill_a = spill_b = plan[_ZERO] + _GUARD
    for suits in range(16):
        slots = 0
        held = 0
        for rank in range(13):
            held += plan[HELD + 16 * rank + suits]
        for suit in range(4):
            if suits >> suit & 1:
                slots += 5 * plan[FLUSHED + suit]
        spare = jokers + held - slots
        if spare < 0:
            return False
        if suits < 8:
            cover_a += slots << (_LANE * suits)
            spill_a += min(spare, _ROOM) << (_LANE * suits)
        else:
            cover_b += slots << (_LANE * (suits - 8))
            spill_b += min(spare, _ROOM) << (_LANE * (suits - 8))
    bare = 0  # the suits without a flush: their cards must have parts, so their ranks go first
    for suit in range(4):
        if plan[FLUSHED + suit] == 0:
            bare |= 1 << suit
    for i in range(13):
        plan[RUNS + i] = 0
        plan[RUN_SLOTS + i] = 0
        k = i
        weight = 16 * plan[HELD + 16 * i + bare] + plan[TOTALS + i]
        while k > 0:
            other = plan[ORDER + k - 1]
            if 16 * plan[HELD + 16 * other + bare] + plan[TOTALS + other] >= weight:
                break
            plan[ORDER + k] = other
            k -= 1
        plan[ORDER + k] = i
    for runs in range(fives - flushes + 1):
        if _choose_runs(
            plan[_ZERO], runs, fives - flushes - runs, smalls, cover_a, cover_b, spill_a, spill_b,
            plan, tables,
        ):  # fmt: skip
            return True
    return False


@jit()
def within(turns: int, plan: Array, tables: Array) -> bool:
    """Return whether a prepared hand is emptied by so many plays; ``plan`` then tells how.

    Args:
        turns: the most plays.
        plan: the prepared hand.
        tables: the tables.
    """
    cards = plan[CARDS]
    for fives in range(min(turns, cards // 5), -1, -1):
        smalls = turns - fives
        in_smalls = cards - 5 * fives
        if in_smalls > 3 * smalls:
            return False
        if plan[FAILED] == turns - 1 and (
            in_smalls < smalls  # a play would be empty
            # a triple and a pair would be a full house, so all are of 1 or 2, or of 1 or 3
            or (in_smalls > 2 * smalls and (in_smalls - smalls) % 2 == 1)
        ):
            continue
        for flushes in range(fives, -1, -1):
            for spades in range(flushes + 1):
                for hearts in range(flushes - spades + 1):
                    for diamonds in range(flushes - spades - hearts + 1):
                        plan[FLUSHED] = spades
                        plan[FLUSHED + 1] = hearts
                        plan[FLUSHED + 2] = diamonds
                        plan[FLUSHED + 3] = flushes - spades - hearts - diamonds
                        if _with_flushes(fives, flushes, smalls, plan, tables):
                            return True
    return False


@jit()
def fewest(plan: Array, tables: Array) -> int:
    """Return the fewest plays that empty a prepared hand; ``plan`` then tells how."""
    turns = int(plan[CARDS] + 4) // 5
    plan[FAILED] = turns - 1
    while not within(turns, plan, tables):
        plan[FAILED] = turns
        turns += 1
    return turns


@jit("int64(uint8[::1], int16[:, ::1])")
def fewest_turns(counts: Array, tables: Array) -> int:
    """Return the fewest plays that empty a hand, exactly; the level does not matter.

    Args:
        counts: the hand, ``uint8[54]``, at most ``MOST_CARDS`` cards.
        tables: ``tables_for(flags)``.

    Returns:
        The turns; -1 when there are too many cards.
    """
    plan = np.empty(PLAN, dtype=np.int64)
    prepare(counts, plan)
    if plan[CARDS] > MOST_CARDS:
        return -1
    return fewest(plan, tables)
