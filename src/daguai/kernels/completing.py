"""The cards of an abstract move: one canonical play among those that it stands for.

Little jokers go before big ones, ranks that are held once before pairs and longer groups are
broken, and low cards before high ones.
"""

from __future__ import annotations

from daguai.kernels import groups
from daguai.kernels._jit import jit
from daguai.kernels.bits import lowest, popcount
from daguai.kernels.flags import LITTLE_PAIR
from daguai.kernels.holding import (
    COPIES,
    FACES,
    LITTLES,
    RANKS,
    SCRATCH,
    Array,
    by_value,
    only_one_suit,
    rank_of,
)
from daguai.kernels.judging import beats, size_of, strength_of
from daguai.kernels.ranking import (
    ALL_BIG_VALUE,
    BIG_VALUE,
    FLUSH,
    FOUR_AND_ONE,
    FULL_HOUSE,
    JOKER_VALUE,
    LITTLE,
    SHIFT,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
)
from daguai.kernels.tables import RUN_SETS, RUN_TOP

category_of = jit()(groups.category_of)
jokers_of = jit()(groups.jokers_of)
suit_of = jit()(groups.suit_of)


@jit()
def _of_rank(rank: int, count: int, hand: Array, faces: Array, at: int) -> None:
    """Put some naturals of a rank into ``faces``, from a place on."""
    for face in range(4 * rank, 4 * rank + 4):
        for _ in range(min(count, hand[FACES + face])):
            faces[at] = face
            at += 1
            count -= 1


@jit()
def _jokers_alone(value: int, size: int, flags: int, hand: Array, faces: Array) -> None:
    littles = min(size, hand[LITTLES])
    if value == ALL_BIG_VALUE:
        littles = 0
    elif size == 2 and flags & LITTLE_PAIR and value == JOKER_VALUE:
        littles = 1
    for i in range(size):
        faces[i] = LITTLE if i < littles else LITTLE + 1


@jit()
def _side_rank(
    value: int, count: int, lower: bool, apart: bool, level: int, hand: Array, tables: Array
) -> int:
    """Choose the rank of the small part beside the rank that has ``value``.

    Args:
        value: the value of the large part.
        count: how many naturals the small part has.
        lower: the small part must be lower, since both parts have as many naturals.
        apart: the two naturals must not be a straight flush.
        level: the level rank.
        hand: the hand.
        tables: the tables.
    """
    for size in range(count, 6):  # the shortest group that has enough
        values = by_value(hand[RANKS + size - 1], level) & ~(1 << value)
        if lower:
            values &= (1 << value) - 1
        if size < 5:
            values &= ~by_value(hand[RANKS + size], level)
        while values:
            rank = rank_of(lowest(values), level)
            values &= values - 1
            ranks = 1 << rank | 1 << rank_of(value, level)
            if not apart or tables[RUN_TOP, ranks] < 0 or not only_one_suit(hand, ranks):
                return rank
    return -1


@jit()
def _two_apart(rank: int, side: int, hand: Array, tables: Array, faces: Array) -> None:
    """Put a card of each of two ranks into ``faces`` so that they are no straight flush."""
    fits = tables[RUN_TOP, 1 << rank | 1 << side] >= 0
    for face in range(4 * rank, 4 * rank + 4):
        for other in range(4 * side, 4 * side + 4):
            if hand[FACES + face] and hand[FACES + other] and not (fits and face & 3 == other & 3):
                faces[0] = face
                faces[1] = other
                return


@jit()
def _run_set(top: int, naturals: int, suit: int, hand: Array, tables: Array) -> int:
    """Choose the ranks of a straight (suit -1) or straight flush that break fewest groups."""
    held = hand[RANKS] if suit < 0 else hand[COPIES + suit]
    best = 0
    fewest = 6
    for i in range(1, tables[RUN_SETS + naturals, 0] + 1):
        ranks = int(tables[RUN_SETS + naturals, i])
        if ranks & ~held != 0 or tables[RUN_TOP, ranks] != top:
            continue
        broken = popcount(ranks & hand[RANKS + 1])
        if broken < fewest and (suit >= 0 or not only_one_suit(hand, ranks)):
            best = ranks
            fewest = broken
    return best


@jit()
def _straight(ranks: int, naturals: int, hand: Array, faces: Array) -> None:
    """Put a card of each rank into ``faces``, not all of one suit."""
    suits = 0
    rest = ranks
    for i in range(naturals):
        face = 4 * lowest(rest)
        rest &= rest - 1
        while hand[FACES + face] == 0:
            face += 1
        faces[i] = face
        suits |= 1 << (face & 3)
    if suits & (suits - 1):
        return
    for i in range(naturals):  # take another suit for the first rank that has one
        for face in range(faces[i] + 1, (faces[i] | 3) + 1):
            if hand[FACES + face]:
                faces[i] = face
                return


@jit()
def find_flush(
    suit: int, naturals: int, value: int, level: int, flags: int, to_beat: int, hand: Array,
    tables: Array,
) -> int:  # fmt: skip
    """Return the lowest naturals, packed six bits a face, of a flush that may be laid.

    Args:
        suit: the suit.
        naturals: how many of the five are natural.
        value: the value of the highest natural.
        level: the level rank.
        flags: bits of ``kernels.flags``.
        to_beat: the strength to beat, or -1.
        hand: the hand.
        tables: the tables.

    Returns:
        The faces, the lowest value first; 0 if there is no such flush.
    """
    faces = hand[SCRATCH : SCRATCH + 5]
    chosen = hand[SCRATCH + 5 : SCRATCH + 11]  # places in ``cards``, ascending
    cards = hand[SCRATCH + 11 :]  # of the suit, up to the value, ascending
    total = 0
    for lower in range(value + 1):
        if lower == level:
            continue
        face = 4 * rank_of(lower, level) + suit
        for _ in range(min(5, hand[FACES + face]) - (lower == value)):
            cards[total] = face
            total += 1
    faces[4] = 4 * rank_of(value, level) + suit
    below = naturals - 1
    for i in range(below, 4):
        faces[i] = LITTLE
    depth = 0
    at = 0
    while True:
        if depth == below:
            strength = strength_of(faces, 5, level, flags, tables)
            if strength >> SHIFT == FLUSH and (to_beat < 0 or beats(strength, to_beat, flags)):
                packed = int(faces[4]) << (6 * below)
                for i in range(below):
                    packed |= faces[i] << (6 * i)
                return packed
        elif at + below - depth <= total:
            chosen[depth] = at
            faces[depth] = cards[at]
            depth += 1
            at += 1
            continue
        depth -= 1
        if depth < 0:
            return 0
        at = chosen[depth] + 1
        while at < total and cards[at] == cards[at - 1]:
            at += 1


@jit()
def complete(
    group: int, value: int, level: int, flags: int, to_beat: int, hand: Array, tables: Array,
    faces: Array,
) -> int:  # fmt: skip
    """Put the cards of an existing abstract move into ``faces``, naturals first.

    Returns:
        How many cards it has.
    """
    category = category_of(group)
    size = size_of(category << SHIFT)
    if category == SINGLE and value >= JOKER_VALUE:
        faces[0] = LITTLE + (value == BIG_VALUE)
        return 1
    jokers = jokers_of(group)
    naturals = size - jokers
    if naturals == 0:
        _jokers_alone(value, size, flags, hand, faces)
        return size
    suit = suit_of(group)
    if category in (STRAIGHT, STRAIGHT_FLUSH):
        ranks = _run_set(value, naturals, suit, hand, tables)
        if category == STRAIGHT:
            _straight(ranks, naturals, hand, faces)
        else:
            for i in range(naturals):
                faces[i] = 4 * lowest(ranks) + suit
                ranks &= ranks - 1
    elif category == FLUSH:
        packed = find_flush(suit, naturals, value, level, flags, to_beat, hand, tables)
        for i in range(naturals):
            faces[i] = packed >> (6 * i) & 63
    else:
        rank = rank_of(value, level)
        beside = 0  # naturals of the small part
        if category in (FOUR_AND_ONE, FULL_HOUSE):
            beside = 1 if category == FOUR_AND_ONE else 2
        large = naturals - beside
        side = rank
        apart = beside == 1 and large == 1
        if beside:
            side = _side_rank(value, beside, large == beside, apart, level, hand, tables)
        if apart:
            _two_apart(rank, side, hand, tables, faces)
        else:
            _of_rank(rank, large, hand, faces, 0)
            _of_rank(side, beside, hand, faces, large)
    for i in range(naturals, size):
        faces[i] = LITTLE if i - naturals < hand[LITTLES] else LITTLE + 1
    return size
