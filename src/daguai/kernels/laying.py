"""The plays of a hand whose slots are chosen (``turns``): which card goes where."""

from __future__ import annotations

from typing import Final

import numpy as np

from daguai.kernels._jit import jit
from daguai.kernels.holding import Array
from daguai.kernels.ranking import LITTLE
from daguai.kernels.tables import RUN_SETS
from daguai.kernels.turns import (
    FLUSHED,
    FOURS,
    FULLS,
    HELD,
    JOKERS,
    PARTS,
    PLACED,
    RUN_SLOTS,
    RUNS,
    SMALL,
)

LEFT: Final = 0
"""``LEFT + face``: the cards that no play has got yet."""
SUITED: Final = LEFT + 54
"""``SUITED + face``: how many of them go to a flush."""
FIVE_SLOTS: Final = SUITED + 54
SMALL_SLOTS: Final = FIVE_SLOTS + 13
FLUSH_SLOTS: Final = SMALL_SLOTS + 13
UNPLACED: Final = FLUSH_SLOTS + 4
LAYOUT: Final = UNPLACED + 1

_WIDTHS: Final = 4
"""A part of kind k has ``_WIDTHS - k`` slots."""


@jit()
def _fits(plan: Array, layout: Array) -> bool:
    """Return whether the cards not placed yet fit the slots left over (see ``turns``)."""
    for suits in range(16):
        flush_slots = 0
        for suit in range(4):
            if suits >> suit & 1:
                flush_slots += layout[FLUSH_SLOTS + suit]
        over = -flush_slots
        empty = flush_slots + layout[UNPLACED]
        for rank in range(13):
            held = plan[HELD + 16 * rank + suits]
            others = plan[HELD + 16 * rank + 15] - held
            slots = layout[FIVE_SLOTS + rank]
            over += max(0, held - slots - layout[SMALL_SLOTS + rank])
            empty += max(0, slots - others) - held
        if over > 0 or empty > plan[JOKERS]:
            return False
    return True


@jit()
def _hold(face: int, change: int, plan: Array) -> None:
    held = HELD + 16 * (face >> 2)
    for suits in range(1, 16):
        if suits >> (face & 3) & 1:
            plan[held + suits] += change


@jit()
def _share_out(counts: Array, plan: Array, layout: Array) -> None:
    """Decide of each card whether it goes to a flush or to the slots of its rank."""
    unplaced = 5 * (plan[FULLS] + plan[FOURS])
    for rank in range(13):
        placed = PLACED + PARTS * rank
        slots = 0
        for kind in range(SMALL):
            slots += (_WIDTHS - kind) * plan[placed + kind]
        unplaced -= slots
        layout[FIVE_SLOTS + rank] = slots + plan[RUN_SLOTS + rank]
        layout[SMALL_SLOTS + rank] = 3 * plan[placed + SMALL]
    layout[UNPLACED] = unplaced
    for suit in range(4):
        layout[FLUSH_SLOTS + suit] = 5 * plan[FLUSHED + suit]
    for face in range(54):
        layout[LEFT + face] = counts[face]
        layout[SUITED + face] = 0
    for face in range(LITTLE):
        rank = face >> 2
        flush = FLUSH_SLOTS + (face & 3)
        for _ in range(counts[face]):
            _hold(face, -1, plan)
            if layout[flush] > 0:
                layout[flush] -= 1
                in_rank = layout[FIVE_SLOTS + rank] + layout[SMALL_SLOTS + rank]
                if in_rank == 0 or _fits(plan, layout):
                    layout[SUITED + face] += 1
                    continue
                layout[flush] += 1
            if layout[FIVE_SLOTS + rank] > 0:
                layout[FIVE_SLOTS + rank] -= 1
            else:
                layout[SMALL_SLOTS + rank] -= 1


@jit()
def _add(face: int, at: int, layout: Array, plays: Array, sizes: Array) -> None:
    layout[LEFT + face] -= 1
    plays[at, sizes[at]] = face
    sizes[at] += 1


@jit()
def _add_of_rank(rank: int, count: int, at: int, layout: Array, plays: Array, sizes: Array) -> None:
    """Add so many cards of a rank that go to no flush, as far as there are any."""
    for face in range(4 * rank, 4 * rank + 4):
        while count > 0 and layout[LEFT + face] > layout[SUITED + face]:
            _add(face, at, layout, plays, sizes)
            count -= 1


@jit()
def _add_parts(kind: int, at: int, plan: Array, layout: Array, plays: Array, sizes: Array) -> None:
    """Add every part of a kind to one play after another."""
    for rank in range(13):
        for _ in range(plan[PLACED + PARTS * rank + kind]):
            _add_of_rank(rank, _WIDTHS - kind, at, layout, plays, sizes)
            at += 1


@jit()
def _add_jokers(room: int, at: int, layout: Array, plays: Array, sizes: Array) -> None:
    """Fill a play up with jokers as far as there are any, little ones first."""
    for face in range(LITTLE, LITTLE + 2):
        while layout[LEFT + face] > 0 and sizes[at] < room:
            _add(face, at, layout, plays, sizes)


@jit()
def lay_out(
    first: int, counts: Array, plan: Array, layout: Array, tables: Array, plays: Array,
    sizes: Array,
) -> int:  # fmt: skip
    """Write the plays that ``plan`` found into ``plays`` from a row on; ``plan`` is used up.

    Returns:
        The first row that is not used.
    """
    _share_out(counts, plan, layout)
    fives = int(plan[FULLS] + plan[FOURS])
    one = int(np.int64(1))  # no literals: those compile every function called a second time
    three = int(np.int64(3))
    five = int(np.int64(5))
    at = first
    for suit in range(4):
        for _ in range(plan[FLUSHED + suit]):
            sizes[at] = 0
            for face in range(suit, LITTLE, 4):
                while layout[SUITED + face] > 0 and sizes[at] < 5:
                    layout[SUITED + face] -= 1
                    _add(face, at, layout, plays, sizes)
            at += 1
    for run in range(tables[RUN_SETS + 5, 0]):
        for _ in range(plan[RUNS + run]):
            sizes[at] = 0
            for rank in range(13):
                if int(tables[RUN_SETS + 5, run + 1]) >> rank & 1:
                    _add_of_rank(rank, one, at, layout, plays, sizes)
            at += 1
    for i in range(fives):
        sizes[at + i] = 0
    for kind in range(SMALL):  # 4 goes with 1, 3 with 2
        start = at if kind in (1, 2) else at + plan[FULLS]
        _add_parts(kind, start, plan, layout, plays, sizes)
    at += fives
    for i in range(first, at):
        _add_jokers(five, i, layout, plays, sizes)
    smalls = at
    for rank in range(13):
        for _ in range(plan[PLACED + PARTS * rank + SMALL]):
            sizes[at] = 0
            _add_of_rank(rank, three, at, layout, plays, sizes)
            if sizes[at] > 0:
                at += 1
    for i in range(smalls, at):
        _add_jokers(three, i, layout, plays, sizes)
    while layout[LEFT + LITTLE] + layout[LEFT + LITTLE + 1] > 0:
        sizes[at] = 0
        _add_jokers(three, at, layout, plays, sizes)
        at += 1
    return at
