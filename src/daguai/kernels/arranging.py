"""Arranging a hand 理牌: of the arrangements with few turns, a strong one.

The turns are exact (``turns``). Which arrangement is the strongest is searched for, not proved:
strong plays are taken out first, in several ways, where the rest still needs few enough turns; then
two plays at a time are mixed and split again, in every way there is, as long as that helps.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from daguai.kernels._jit import jit
from daguai.kernels.abstract import fill_masks
from daguai.kernels.bits import lowest
from daguai.kernels.completing import category_of, complete
from daguai.kernels.grades import BEATEN, GRADES, RIVALS, STEPS
from daguai.kernels.groups import GROUPS
from daguai.kernels.holding import HOLDING, Array, hold
from daguai.kernels.judging import classify
from daguai.kernels.laying import LAYOUT, lay_out
from daguai.kernels.mixing import (
    FLAGS,
    FLEX,
    LEAD,
    LEVEL,
    LOOSE,
    LOST,
    SETTINGS,
    TRIED,
    WIDE,
    ZERO,
    improve,
)
from daguai.kernels.moves import sort_faces
from daguai.kernels.positions import NO_FACE
from daguai.kernels.ranking import ILLEGAL
from daguai.kernels.tables import RUN_SETS
from daguai.kernels.turns import CARDS, MOST_CARDS, PLAN, fewest, prepare, within

WIDTH: Final = 48
"""How many first plays are considered."""
_NARROW: Final = 6
"""How many plays are tried as the next strong one."""


@jit()
def _list_strong(
    width: int, counts: Array, settings: Array, chances: Array, tables: Array, hand: Array,
    masks: Array, strong: Array,
) -> int:  # fmt: skip
    """List the moves that are least often beaten in ``strong``, group and value and key."""
    hold(counts, hand)
    masks[:] = 0
    fill_masks(settings[LEVEL], settings[FLAGS], settings[LEAD], hand, tables, masks)
    found = int(np.int64(0))
    for group in range(GROUPS - 1, -1, -1):
        mask = masks[group]
        while mask:
            value = lowest(mask)
            mask &= mask - 1
            grade = category_of(group) * STEPS + value
            key = (
                chances[BEATEN, grade] << LOST | chances[RIVALS, grade] << LOOSE | (GRADES - grade)
            )
            k = min(found, width)
            while k > 0 and strong[k - 1, 2] > key:
                k -= 1
            if k == width:
                continue
            found = min(found + 1, width)
            for n in range(found - 1, k, -1):
                for column in range(3):
                    strong[n, column] = strong[n - 1, column]
            strong[k, 0] = group
            strong[k, 1] = value
            strong[k, 2] = key
    return found


@jit()
def _take(
    at: int, move: Array, turns: int, counts: Array, settings: Array, tables: Array, hand: Array,
    plan: Array, plays: Array, sizes: Array,
) -> bool:  # fmt: skip
    """Take a move of a held hand out of ``counts`` if the rest needs so many turns at most."""
    faces = plays[at]
    size = complete(
        move[0], move[1], settings[LEVEL], settings[FLAGS], settings[LEAD], hand, tables, faces
    )
    for n in range(size):
        counts[faces[n]] -= 1
    prepare(counts, plan)
    if within(turns, plan, tables):
        sizes[at] = size
        return True
    for n in range(size):
        counts[faces[n]] += 1
    return False


@jit()
def _search(
    turns: int, starts: int, counts: Array, rest: Array, settings: Array, chances: Array,
    tables: Array, hand: Array, masks: Array, plan: Array, layout: Array, firsts: Array,
    strong: Array, plays: Array, sizes: Array, worth: Array, changed: Array, best: Array,
    best_sizes: Array,
) -> int:  # fmt: skip
    """Find a strong arrangement of so many turns at most, and return its cost."""
    least = int(np.int64(-1))
    candidates = _list_strong(
        settings[WIDE], counts, settings, chances, tables, hand, masks, firsts
    )
    first = -1  # at first nothing is forced
    while first < candidates and starts > 0:
        for face in range(54):
            rest[face] = counts[face]
        at = settings[ZERO]
        going = first >= 0
        while going and at < turns:
            if at == 0:
                hold(rest, hand)
                found = 1
                for column in range(3):
                    strong[0, column] = firsts[first, column]
            else:
                found = _list_strong(
                    settings[TRIED], rest, settings, chances, tables, hand, masks, strong
                )
            going = False
            for k in range(found):
                if _take(
                    at, strong[k], turns - at - 1, rest, settings, tables, hand, plan, plays,
                    sizes,
                ):  # fmt: skip
                    going = True
                    at += 1
                    break
        if first >= 0 and at == 0:  # the rest would need too many turns
            first += 1
            continue
        starts -= 1
        prepare(rest, plan)
        within(turns - at, plan, tables)
        at = lay_out(at, rest, plan, layout, tables, plays, sizes)
        for i in range(at, turns):
            sizes[i] = 0
        cost = improve(turns, settings, chances, tables, plays, sizes, worth, changed)
        if least < 0 or cost < least:
            least = cost
            for i in range(turns):
                best_sizes[i] = sizes[i]
                for n in range(5):
                    best[i, n] = plays[i, n]
        first += 1
    return least


@jit()
def _flexibility(plan: Array, tables: Array, settings: Array) -> None:
    """Count with how many runs and equals a card of each rank goes together (clause 13.1)."""
    held = 0
    for rank in range(13):
        if plan[rank] > 0:
            held |= 1 << rank
    for rank in range(13):
        ways = max(0, plan[rank] - 1)
        for run in range(tables[RUN_SETS + 5, 0]):
            ranks = int(tables[RUN_SETS + 5, run + 1])
            if ranks & ~held == 0:
                ways += ranks >> rank & 1
        settings[FLEX + rank] = ways


@jit(
    "int64(uint8[::1], int64, int64, int64, int64, int64[:, ::1], int16[:, ::1], uint8[:, ::1], "
    "int64[::1])"
)
def arrange_counts(
    counts: Array, level: int, flags: int, slack: int, starts: int, chances: Array,
    tables: Array, plays: Array, strengths: Array,
) -> int:  # fmt: skip
    """Arrange a hand: fewest turns exactly, and as strong as is found.

    Args:
        counts: the hand, ``uint8[54]``, at most ``MOST_CARDS`` cards.
        level: the level rank, 0..12.
        flags: bits of ``kernels.flags``.
        slack: how many turns more than the fewest an arrangement may have if it is stronger.
        starts: how many beginnings are tried; the time grows with it.
        chances: ``int64[2, GRADES]`` from ``hold_chances``.
        tables: ``tables_for(flags)``.
        plays: ``uint8[n, 5]``, n at least the cards of the hand; filled with faces, ascending,
            and ``NO_FACE`` after them.
        strengths: ``int64[n]``, filled with the strength of each play, ``ILLEGAL`` after the last.

    Returns:
        The fewest turns; -1 when there are too many cards.
    """
    plan = np.empty(PLAN, dtype=np.int64)
    prepare(counts, plan)
    if plan[CARDS] > MOST_CARDS:
        return -1
    settings = np.empty(SETTINGS, dtype=np.int64)
    settings[LEVEL] = level
    settings[FLAGS] = flags
    settings[LEAD] = -1
    settings[ZERO] = 0
    settings[WIDE] = WIDTH
    settings[TRIED] = _NARROW
    _flexibility(plan, tables, settings)
    fewest_of_all = fewest(plan, tables)
    most = fewest_of_all + slack
    hand = np.empty(HOLDING, dtype=np.int64)
    masks = np.empty(GROUPS, dtype=np.int64)
    layout = np.empty(LAYOUT, dtype=np.int64)
    firsts = np.empty((WIDTH, 3), dtype=np.int64)
    strong = np.empty((_NARROW, 3), dtype=np.int64)
    rest = np.empty(54, dtype=np.uint8)
    now = np.empty((most + 1, 5), dtype=np.int64)
    sizes = np.empty(most + 1, dtype=np.int64)
    worth = np.empty((most + 2, 3), dtype=np.int64)
    changed = np.empty(most + 1, dtype=np.int64)
    found = np.empty((most + 1, 5), dtype=np.int64)
    found_sizes = np.empty(most + 1, dtype=np.int64)
    best = np.empty((most + 1, 5), dtype=np.int64)
    best_sizes = np.zeros(most + 1, dtype=np.int64)
    least = int(np.int64(-1))
    for turns in range(fewest_of_all, most + 1):
        cost = _search(
            turns, starts, counts, rest, settings, chances, tables, hand, masks, plan, layout,
            firsts, strong, now, sizes, worth, changed, found, found_sizes,
        )  # fmt: skip
        if least < 0 or cost >> LOST < least:
            least = cost >> LOST
            for i in range(turns):
                best_sizes[i] = found_sizes[i]
                for n in range(5):
                    best[i, n] = found[i, n]
    at = 0
    for i in range(most):
        size = best_sizes[i]
        if size == 0:
            continue
        sort_faces(best[i], size)
        strengths[at] = classify(best[i], size, level, flags, tables)
        for n in range(5):
            plays[at, n] = best[i, n] if n < size else NO_FACE
        at += 1
    for i in range(at, strengths.shape[0]):
        strengths[i] = ILLEGAL
        for n in range(5):
            plays[i, n] = NO_FACE
    return fewest_of_all
