"""The chance of a play to hold the trick, from hands dealt out of the unseen cards."""

from __future__ import annotations

import numpy as np

from daguai.kernels._jit import jit
from daguai.kernels.abstract import fill_masks, first_of
from daguai.kernels.flags import ANY_SIZE
from daguai.kernels.generator import below, seed
from daguai.kernels.grades import BEATEN, CERTAIN, GRADES, RIVALS, STEPS
from daguai.kernels.groups import FIVES, GROUPS, VALUES
from daguai.kernels.holding import HOLDING, Array, hold
from daguai.kernels.ranking import FIVE_OF_A_KIND, STRAIGHT


@jit()
def _best_grade(first: int, masks: Array) -> int:
    """Return the highest grade of a category, from ``STRAIGHT`` on of all fives; or -1."""
    last = first if first < STRAIGHT else FIVE_OF_A_KIND
    for category in range(last, first - 1, -1):
        values = 0
        for group in range(first_of(category), first_of(category + 1)):
            values |= masks[group]
        if values:
            value = VALUES - 1
            while values >> value & 1 == 0:
                value -= 1
            return category * STEPS + value
    return -1


@jit("void(uint8[::1], int64[::1], int64, int64, int64, int16[:, ::1], int64[:, ::1])")
def hold_chances(
    unseen: Array, sizes: Array, level: int, flags: int, worlds: int, tables: Array,
    chances: Array,
) -> None:  # fmt: skip
    """Estimate how often plays of each grade can be beaten.

    The same arguments always give the same answer.

    Args:
        unseen: ``uint8[54]``, the cards that others may hold.
        sizes: ``int64[n]``, how many cards each rival holds.
        level: the level rank, 0..12.
        flags: bits of ``kernels.flags``.
        worlds: how often the rivals' hands are dealt out of the unseen cards, at least once.
        tables: ``tables_for(flags)``.
        chances: ``int64[2, GRADES]``, filled with the rows ``BEATEN`` and ``RIVALS``.
    """
    total = 0
    for face in range(54):
        total += int(unseen[face])
    cards = np.empty(total, dtype=np.int64)
    at = 0
    for face in range(54):
        for _ in range(unseen[face]):
            cards[at] = face
            at += 1
    counts = np.empty(54, dtype=np.uint8)
    hand = np.empty(HOLDING, dtype=np.int64)
    masks = np.empty(GROUPS, dtype=np.int64)
    state = np.empty(4, dtype=np.int64)
    best = np.empty(STRAIGHT + 1, dtype=np.int64)  # of each size, over all rivals
    seed(worlds, state)
    lead = int(np.int64(-1))  # no literal: those compile every function called a second time
    chances[:] = 0
    for _ in range(worlds):
        best[:] = -1
        dealt = 0
        for rival in range(sizes.shape[0]):
            counts[:] = 0
            for _ in range(min(sizes[rival], total - dealt)):
                k = dealt + below(total - dealt, state)
                cards[dealt], cards[k] = cards[k], cards[dealt]
                counts[cards[dealt]] += 1
                dealt += 1
            hold(counts, hand)
            masks[:] = 0
            fill_masks(level, flags, lead, hand, tables, masks)
            bomb = flags & ANY_SIZE != 0 and masks[FIVES + 5] != 0
            for size in range(STRAIGHT + 1):
                grade = _best_grade(size, masks)
                if bomb and size < STRAIGHT:
                    grade = (size + 1) * STEPS - 1
                if grade >= 0:
                    chances[RIVALS, grade] += 1
                best[size] = max(best[size], grade)
        for size in range(STRAIGHT + 1):
            if best[size] >= 0:
                chances[BEATEN, best[size]] += 1
    for row in range(2):  # from how often a grade is the best to how often there is a higher one
        higher = 0
        for grade in range(GRADES - 1, -1, -1):
            if grade < STRAIGHT * STEPS and grade % STEPS == STEPS - 1:
                higher = 0
            here = chances[row, grade]
            chances[row, grade] = (higher * CERTAIN + worlds // 2) // worlds
            higher += here
