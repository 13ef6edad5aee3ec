"""Mixing two plays at a time: how an arrangement gets stronger, and what stronger means."""

from __future__ import annotations

from typing import Final

from daguai.kernels import grades
from daguai.kernels._jit import jit
from daguai.kernels.grades import BEATEN, GRADES, RIVALS
from daguai.kernels.holding import Array
from daguai.kernels.judging import classify
from daguai.kernels.ranking import ILLEGAL, LITTLE

grade_of = jit()(grades.grade_of)

LOST: Final = 36
"""A cost is ``lost << LOST | rivals << FEW_RIVALS | loose << LOOSE | low``: how often the lead is
lost; how many rivals can beat the plays; how many cards are loose that could go together with
others; how low the plays are."""
FEW_RIVALS: Final = 24
LOOSE: Final = 13
_LOST_UNIT: Final = 5
_RIVALS_UNIT: Final = 8
"""Chances are out of 1024; differences of less than 1 / 32 of a lead, or a quarter of a rival, are
of the sample."""

LEVEL: Final = 0
FLAGS: Final = 1
LEAD: Final = 2
"""-1, what a lead must beat. Small numbers are kept here too, and not written in calls: a literal
would compile the called functions once more."""
ZERO: Final = 3
WIDE: Final = 4
TRIED: Final = 5
FLEX: Final = 6
"""``FLEX + rank``: in how many ways a card of the rank goes together with others of the hand."""
_CARDS: Final = FLEX + 13
"""Ten cards that are mixed, and the two plays they are split into."""
_ONE: Final = _CARDS + 10
_OTHER: Final = _ONE + 5
_BEST: Final = _OTHER + 5
SETTINGS: Final = _BEST + 10


@jit()
def _cost(lost: int, most: int, rivals: int, ties: int) -> int:
    """Return the cost of plays that are beaten so often; the likeliest to be is the last."""
    return ((lost - most) >> _LOST_UNIT << LOST) + (rivals >> _RIVALS_UNIT << FEW_RIVALS) + ties


@jit()
def _judge(
    faces: Array, size: int, settings: Array, chances: Array, tables: Array, out: Array
) -> bool:
    """Put how often a play is beaten, by how many, and what decides ties into ``out``."""
    if size == 0:
        out[0] = 0
        out[1] = 0
        out[2] = 0
        return True
    flags = settings[FLAGS]
    strength = classify(faces, size, settings[LEVEL], flags, tables)
    if strength == ILLEGAL:
        return False
    loose = 0
    if size < 5:
        for i in range(size):
            if faces[i] < LITTLE:
                loose += settings[FLEX + (faces[i] >> 2)]
    grade = grade_of(strength, flags)
    out[0] = chances[BEATEN, grade]
    out[1] = chances[RIVALS, grade]
    out[2] = loose << LOOSE | (GRADES - grade)
    return True


@jit()
def _mix(
    i: int, k: int, count: int, settings: Array, chances: Array, tables: Array, plays: Array,
    sizes: Array, worth: Array,
) -> bool:  # fmt: skip
    """Split the cards of two plays again, in the best way; return whether anything changed."""
    total = sizes[i] + sizes[k]
    cards = settings[_CARDS : _CARDS + 10]
    one = settings[_ONE : _ONE + 5]
    other = settings[_OTHER : _OTHER + 5]
    best = settings[_BEST : _BEST + 10]
    for n in range(sizes[i]):
        cards[n] = plays[i, n]
    for n in range(sizes[k]):
        cards[sizes[i] + n] = plays[k, n]
    lost = 0  # of the other plays
    most = 0
    rivals = 0
    for n in range(count):
        if n not in (i, k):
            lost += worth[n, 0]
            most = max(most, worth[n, 0])
            rivals += worth[n, 1]
    least = _cost(
        lost + worth[i, 0] + worth[k, 0], max(most, worth[i, 0], worth[k, 0]),
        rivals + worth[i, 1] + worth[k, 1], worth[i, 2] + worth[k, 2],
    )  # fmt: skip
    chosen = -1
    ours = worth[count]
    theirs = worth[count + 1]
    for size in range(max(1, (total + 1) // 2), min(5, total) + 1):
        if size == 4 or total - size == 4:
            continue
        mask = (1 << size) - 1
        while mask < 1 << total:
            if 2 * size > total or mask & 1:
                a = 0
                b = 0
                for n in range(total):
                    if mask >> n & 1:
                        one[a] = cards[n]
                        a += 1
                    else:
                        other[b] = cards[n]
                        b += 1
                if _judge(one, size, settings, chances, tables, ours) and _judge(
                    other, total - size, settings, chances, tables, theirs
                ):
                    cost = _cost(
                        lost + ours[0] + theirs[0], max(most, ours[0], theirs[0]),
                        rivals + ours[1] + theirs[1], ours[2] + theirs[2],
                    )  # fmt: skip
                    if cost < least:
                        least = cost
                        chosen = size
                        for n in range(5):
                            best[n] = one[n]
                            best[5 + n] = other[n]
            low = mask & -mask  # the next mask with as many bits
            high = mask + low
            mask = high | (((mask ^ high) >> 2) // low)
    if chosen < 0:
        return False
    sizes[i] = chosen
    sizes[k] = total - chosen
    for n in range(5):
        plays[i, n] = best[n]
        plays[k, n] = best[5 + n]
    _judge(plays[i], sizes[i], settings, chances, tables, worth[i])
    _judge(plays[k], sizes[k], settings, chances, tables, worth[k])
    return True


@jit()
def improve(
    count: int, settings: Array, chances: Array, tables: Array, plays: Array, sizes: Array,
    worth: Array, changed: Array,
) -> int:  # fmt: skip
    """Mix plays two at a time as long as that helps, and return the cost."""
    for i in range(count):
        _judge(plays[i], sizes[i], settings, chances, tables, worth[i])
        changed[i] = 0
    turn = 1
    since = 0
    while since < turn:
        before = since
        since = turn
        for i in range(count):
            for k in range(i):
                if max(changed[i], changed[k]) >= before and _mix(
                    i, k, count, settings, chances, tables, plays, sizes, worth
                ):
                    turn += 1
                    changed[i] = turn
                    changed[k] = turn
    lost = 0
    most = 0
    rivals = 0
    ties = 0
    for i in range(count):
        lost += worth[i, 0]
        most = max(most, worth[i, 0])
        rivals += worth[i, 1]
        ties += worth[i, 2]
    return _cost(lost, most, rivals, ties)
