"""A hand grouped into plays 理牌 in a few microseconds, for the playout policy.

Greedy: again and again the five that makes the rest of the hand cheapest is taken out, as long as
one does; what remains leaves by rank. Cheap means few turns, and turns that hold the trick. The
fewest turns that exist are the business of ``arranging``; this is for hands by the million.

While a hand is grouped its naturals are one integer, four bits for the count of each value, so
that a five is tried by a subtraction.
"""

from __future__ import annotations

from typing import Final

from daguai.kernels._jit import jit
from daguai.kernels.flags import DESCENDING
from daguai.kernels.holding import (
    BIGS,
    CARDS,
    COPIES,
    FACES,
    HOLDING,
    LITTLES,
    RANKS,
    TOTALS,
    Array,
    drop,
    hold,
    lowest,
    popcount,
    rank_of,
)
from daguai.kernels.judging import size_of, strength_of
from daguai.kernels.ranking import (
    BIG_VALUE,
    FIELD,
    FIVE_OF_A_KIND,
    FLUSH,
    FOUR_AND_ONE,
    FULL_HOUSE,
    JOKER_VALUE,
    LEVEL_VALUE,
    LITTLE,
    PAIR,
    SHIFT,
    STRAIGHT,
    STRAIGHT_FLUSH,
)
from daguai.kernels.tables import RUN_SETS, RUN_TOP

VALUES: Final = 17
"""Values of plays in a table by category and value."""
KINDS: Final = 9 * VALUES
"""Size of such a table."""

GROUPS: Final = 0
"""Column of a plan: how many groups it has."""
OWN: Final = 1
"""Column of a plan: its cards, four bits for the count of each value."""
FIRST: Final = CARDS + 1
"""``FIRST + 2 i`` of a plan: the strength of a group; the next column: its faces, six bits each.
The column ``CARDS`` counts the cards of all groups, as in a held hand."""
PLAN: Final = FIRST + 2 * 30

_BITS: Final = 6
_KEPT_COST: Final = 0.35
"""What a triple that finds no pair to take along costs beyond a full house."""
_ENOUGH: Final = 1e-9

# a five as it is chosen: what it is, the value or the ranks, the suit or the small part, jokers
_KIND: Final = 0
_MAIN: Final = 1
_SIDE: Final = 2
_JOKERS: Final = 3
CHOICE: Final = 4
REALS: Final = 5

_NATURALS: Final = (1 << (4 * JOKER_VALUE)) - 1
_WANTED: Final = 3.0
"""What a five that is wanted may cost more."""


@jit()
def kind_of(strength: int, flags: int) -> int:
    """Return where a strength stands in a table by category and value."""
    category = strength >> SHIFT
    value = strength & ((1 << SHIFT) - 1)
    if category == FLUSH and flags & DESCENDING:
        value = (value >> (4 * FIELD)) - 1
    return category * VALUES + value


@jit()
def faces_in(packed: int, size: int, faces: Array) -> None:
    """Unpack the faces of a group."""
    for i in range(size):
        faces[i] = packed >> (_BITS * i) & 63


@jit()
def packed_faces(faces: Array, size: int) -> int:
    """Pack the faces of a group."""
    packed = 0
    for i in range(size):
        packed |= int(faces[i]) << (_BITS * i)
    return packed


@jit()
def add_group(strength: int, packed: int, plan: Array) -> None:
    """Put a group at the end of a plan."""
    at = FIRST + 2 * plan[GROUPS]
    plan[at] = strength
    plan[at + 1] = packed
    plan[GROUPS] += 1
    plan[CARDS] += size_of(strength)


@jit()
def remove_group(group: int, plan: Array) -> None:
    """Take a group out of a plan; the last one takes its place."""
    at = FIRST + 2 * group
    plan[GROUPS] -= 1
    plan[CARDS] -= size_of(plan[at])
    last = FIRST + 2 * plan[GROUPS]
    plan[at] = plan[last]
    plan[at + 1] = plan[last + 1]


@jit()
def _value_of(rank: int, level: int) -> int:
    return LEVEL_VALUE if rank == level else rank


@jit()
def value_of(face: int, level: int) -> int:
    """Return the value of a single card (clause 2.1)."""
    if face >= LITTLE:
        return JOKER_VALUE + face - LITTLE
    return LEVEL_VALUE if face >> 2 == level else face >> 2


@jit()
def own_values(level: int, hand: Array) -> int:
    """Return a hand's cards, four bits for the count of each value."""
    values = int(hand[LITTLES] << (4 * JOKER_VALUE) | hand[BIGS] << (4 * BIG_VALUE))
    for rank in range(13):
        values += hand[TOTALS + rank] << (4 * _value_of(rank, level))
    return values


@jit()
def _cost(totals: int, costs: Array) -> float:
    """Return what naturals cost that leave by rank: sets of five, four, three, two and one.

    The lowest singles leave with fours, the lowest pairs with triples.
    """
    cost = 0.0
    fours = 0
    triples = 0
    for value in range(LEVEL_VALUE + 1):
        count = totals >> (4 * value) & 15
        while count >= 5:
            cost += costs[FIVE_OF_A_KIND * VALUES + value]
            count -= 5
        if count == 4:
            cost += costs[FOUR_AND_ONE * VALUES + value]
            fours += 1
        elif count == 3:
            cost += costs[FULL_HOUSE * VALUES + value]
            triples += 1
    for value in range(LEVEL_VALUE + 1):
        count = (totals >> (4 * value) & 15) % 5
        if count == 1:
            if fours:
                fours -= 1
            else:
                cost += costs[value]
        elif count == 2:
            if triples:
                triples -= 1
            else:
                cost += costs[PAIR * VALUES + value]
    return cost + _KEPT_COST * triples


@jit()
def _of_ranks(ranks: int, level: int) -> int:
    """Return the counts of one card of each rank."""
    counts = 0
    while ranks:
        counts += 1 << (4 * _value_of(lowest(ranks), level))
        ranks &= ranks - 1
    return counts


@jit()
def _consider(
    what: int, side: int, jokers: int, value: int, cost: float, wanted: int, costs: Array,
    best: Array, choice: Array,
) -> None:  # fmt: skip
    """Note a five if it is the best so far; ``what`` is its main part and its category."""
    kind = what & 15
    cost += costs[kind * VALUES + value]
    if wanted >= 0 and (kind << SHIFT | value) > wanted:
        cost -= _WANTED
    if cost < best[0] - _ENOUGH:
        best[0] = cost
        choice[_KIND] = kind
        choice[_MAIN] = what >> 4
        choice[_SIDE] = side
        choice[_JOKERS] = jokers


@jit()
def _pick_flush(suit: int, need: int, hand: Array, faces: Array) -> int:
    """Choose so many cards of a suit, those first that stand alone; return how many there were."""
    found = 0
    for total in range(1, 4):
        for rank in range(13):
            if hand[TOTALS + rank] == total:
                for _ in range(hand[FACES + 4 * rank + suit]):
                    if found < need:
                        faces[found] = 4 * rank + suit
                        found += 1
    return found


@jit()
def _try_runs(
    totals: int, spare: int, wanted: int, level: int, hand: Array, tables: Array, costs: Array,
    jokers: Array, best: Array, choice: Array,
) -> None:  # fmt: skip
    for i in range(1, tables[RUN_SETS + 5, 0] + 1):
        run = int(tables[RUN_SETS + 5, i])
        for suit in range(-1, 4):
            held = run & (hand[RANKS] if suit < 0 else hand[COPIES + suit])
            spent = 5 - popcount(held)
            if spent > spare or spent > (1 if suit < 0 else 2):
                continue
            category = STRAIGHT if suit < 0 else STRAIGHT_FLUSH
            rest = totals - _of_ranks(held, level)
            cost = jokers[spent] + _cost(rest, costs)
            top = int(tables[RUN_TOP, held])
            _consider(held << 4 | category, suit, spent, top, cost, wanted, costs, best, choice)


@jit()
def _try_flushes(
    totals: int, spare: int, wanted: int, level: int, hand: Array, costs: Array, jokers: Array,
    faces: Array, best: Array, choice: Array,
) -> None:  # fmt: skip
    for suit in range(4):
        for spent in range(min(1, spare) + 1):
            need = 5 - spent
            if _pick_flush(suit, need, hand, faces) < need:
                continue
            rest = totals
            top = 0
            for i in range(need):
                value = _value_of(faces[i] >> 2, level)
                rest -= 1 << (4 * value)
                top = max(top, value)
            cost = jokers[spent] + _cost(rest, costs)
            _consider(need << 4 | FLUSH, suit, spent, top, cost, wanted, costs, best, choice)


@jit()
def _try_sets(
    totals: int, spare: int, wanted: int, costs: Array, jokers: Array, best: Array, choice: Array
) -> None:
    """Try fours and fives of a kind and full houses that take jokers."""
    single = -1
    pair = -1
    for value in range(LEVEL_VALUE, -1, -1):
        count = totals >> (4 * value) & 15
        if count == 1:
            single = value
        elif count == 2:
            pair = value
    for value in range(LEVEL_VALUE + 1):
        count = totals >> (4 * value) & 15
        rest = totals - (count << (4 * value))
        spent = 5 - count
        if 0 < spent <= min(spare, 3):
            cost = jokers[spent] + _cost(rest, costs)
            _consider(
                value << 4 | FIVE_OF_A_KIND, count, spent, value, cost, wanted, costs, best, choice
            )
        spent = 4 - count
        if 0 < spent <= min(spare, 2) and single >= 0 and single != value:
            less = rest - (1 << (4 * single))
            cost = jokers[spent] + _cost(less, costs)
            _consider(
                value << 4 | FOUR_AND_ONE, single, spent, value, cost, wanted, costs, best, choice
            )
        if count == 2 and spare and 0 <= pair < value:
            less = rest - (2 << (4 * pair))
            cost = jokers[1] + _cost(less, costs)
            _consider(
                value << 4 | FULL_HOUSE, pair, count - 1, value, cost, wanted, costs, best, choice
            )


@jit()
def _take_rank(rank: int, count: int, hand: Array, faces: Array, at: int) -> int:
    """Move cards of a rank from the hand into ``faces``; return the place after them."""
    for face in range(4 * rank, 4 * rank + 4):
        while count and hand[FACES + face]:
            faces[at] = face
            drop(hand, face)
            at += 1
            count -= 1
    return at


@jit()
def _lay_aside(size: int, level: int, flags: int, tables: Array, faces: Array, plan: Array) -> None:
    strength = strength_of(faces, size, level, flags, tables)
    add_group(strength, packed_faces(faces, size), plan)


@jit()
def _take(
    level: int, flags: int, hand: Array, tables: Array, choice: Array, faces: Array, plan: Array
) -> None:
    """Move the chosen five from the hand into the plan."""
    kind, main, side = choice[_KIND], choice[_MAIN], choice[_SIDE]
    at = 0
    if kind == FLUSH:
        at = _pick_flush(side, main, hand, faces)
        for i in range(at):
            drop(hand, faces[i])
    elif kind in (STRAIGHT, STRAIGHT_FLUSH):
        while main:
            rank = lowest(main)
            main &= main - 1
            if kind == STRAIGHT:
                at = _take_rank(rank, 1, hand, faces, at)
            else:
                faces[at] = 4 * rank + side
                drop(hand, faces[at])
                at += 1
    else:
        count = side
        if kind == FOUR_AND_ONE:
            count = 4 - choice[_JOKERS]
        elif kind == FULL_HOUSE:
            count = 2
        at = _take_rank(rank_of(main, level), count, hand, faces, 0)
        if kind != FIVE_OF_A_KIND:
            small = 1 if kind == FOUR_AND_ONE else 2
            at = _take_rank(rank_of(side, level), small, hand, faces, at)
    while at < 5:
        faces[at] = LITTLE if hand[LITTLES] else LITTLE + 1
        drop(hand, faces[at])
        at += 1
    _lay_aside(5, level, flags, tables, faces, plan)


@jit()
def _find_count(hand: Array, count: int, level: int) -> int:
    """Return the lowest rank held so many times, or -1."""
    for value in range(LEVEL_VALUE + 1):
        rank = rank_of(value, level)
        if value != level and hand[TOTALS + rank] == count:
            return rank
    return -1


@jit()
def _leave_by_rank(
    level: int, flags: int, hand: Array, tables: Array, faces: Array, plan: Array
) -> None:
    """Group what is left by rank, fives first; every joker stays by itself."""
    for rank in range(13):
        while hand[TOTALS + rank] >= 5:
            _take_rank(rank, 5, hand, faces, 0)
            _lay_aside(5, level, flags, tables, faces, plan)
    for large in range(4, 0, -1):
        while True:
            rank = _find_count(hand, large, level)
            if rank < 0:
                break
            at = _take_rank(rank, large, hand, faces, 0)
            small = 5 - large
            side = -1
            if large >= 3:
                side = _find_count(hand, small, level)
                if side < 0 and large == 4:
                    side = _find_count(hand, 2, level)
            if side >= 0:
                at = _take_rank(side, small, hand, faces, at)
            elif large == 4:  # nothing to go with it: a triple and a single
                _lay_aside(3, level, flags, tables, faces, plan)
                faces[0] = faces[3]
                at = 1
            _lay_aside(at, level, flags, tables, faces, plan)
    for joker in range(2):
        while hand[LITTLES + joker]:
            faces[0] = LITTLE + joker
            drop(hand, faces[0])
            _lay_aside(1, level, flags, tables, faces, plan)


@jit()
def plan_hand(
    wanted: int, level: int, flags: int, hand: Array, tables: Array, costs: Array, faces: Array,
    choice: Array, reals: Array, plan: Array,
) -> None:  # fmt: skip
    """Group a held hand, which is emptied.

    Args:
        wanted: a strength: fives that beat it are made at almost any cost; -1 for none.
        level: the level rank.
        flags: bits of ``kernels.flags``.
        hand: the hand, as ``holding.hold`` leaves it.
        tables: the tables.
        costs: ``float64[KINDS]``, what a group costs, by category and value.
        faces: room for five faces.
        choice: room for ``CHOICE`` integers.
        reals: room for ``REALS`` numbers.
        plan: filled, see the columns ``GROUPS`` to ``FIRST``.
    """
    best = reals[:1]
    jokers = reals[1:5]
    plan[GROUPS] = 0
    plan[CARDS] = 0
    plan[OWN] = own_values(level, hand)
    while hand[CARDS] >= 5:
        totals = own_values(level, hand) & _NATURALS
        spare = hand[LITTLES] + hand[BIGS]
        for spent in range(min(spare, 3) + 1):  # what the other jokers cost by themselves
            littles = hand[LITTLES] - min(spent, hand[LITTLES])
            bigs = spare - spent - littles
            jokers[spent] = littles * costs[JOKER_VALUE] + bigs * costs[BIG_VALUE]
        best[0] = jokers[0] + _cost(totals, costs)
        choice[_KIND] = -1
        _try_runs(totals, spare, wanted, level, hand, tables, costs, jokers, best, choice)
        _try_flushes(totals, spare, wanted, level, hand, costs, jokers, faces, best, choice)
        if spare:
            _try_sets(totals, spare, wanted, costs, jokers, best, choice)
        if choice[_KIND] < 0:
            break
        _take(level, flags, hand, tables, choice, faces, plan)
        if plan[FIRST + 2 * plan[GROUPS] - 2] > wanted:
            wanted = -1
    _leave_by_rank(level, flags, hand, tables, faces, plan)


@jit()
def replan(
    wanted: int, level: int, flags: int, plan: Array, tables: Array, costs: Array, faces: Array,
    room: Array, reals: Array, spare: Array,
) -> None:  # fmt: skip
    """Group the cards of a plan anew in ``spare``, so that a five beats ``wanted`` if one can.

    ``room`` is room for a held hand and ``CHOICE`` integers; the rest is as in ``plan_hand``.
    """
    hand = room[:HOLDING]
    hand[:] = 0
    for group in range(plan[GROUPS]):
        size = size_of(plan[FIRST + 2 * group])
        faces_in(plan[FIRST + 2 * group + 1], size, faces)
        for i in range(size):
            hand[FACES + faces[i]] += 1
    hold(hand[FACES : FACES + 54], hand)
    plan_hand(wanted, level, flags, hand, tables, costs, faces, room[HOLDING:], reals, spare)
