"""Deals played to their end by chance, in batches (clause 6).

Whoever has the turn takes each abstract move (``groups``) with the same probability, passing
among them when answering. That is quick and fair to every kind of play; it is no way to play well.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from daguai.kernels._jit import jit
from daguai.kernels.abstract import fill_masks, first_of
from daguai.kernels.bits import lowest, popcount
from daguai.kernels.completing import complete
from daguai.kernels.flags import NEXT_TEAMMATE, PASS_FINAL
from daguai.kernels.generator import below, seed
from daguai.kernels.groups import GROUPS, VALUES
from daguai.kernels.holding import CARDS, HOLDING, Array, drop, hold
from daguai.kernels.judging import strength_of
from daguai.kernels.positions import OWNER, PASSED, POSITION, TEAMS, TO_BEAT, TURN
from daguai.kernels.ranking import SHIFT

OUTCOME: Final = 0
"""Column of a result: how many opponents are caught if the first finisher's team won; if drawn,
minus how many of that team still hold cards (clauses 8.1, 9.2)."""
PLACED: Final = 1
"""Column of a result: how many seats had run out when the deal ended."""
DECISIONS: Final = 2
"""Column of a result: how many turns were taken."""
CHOICES: Final = 3
"""Column of a result: how many of them left more than one move to choose from."""
RESULT: Final = 4


@jit()
def _choose(chosen: int, category: int, masks: Array) -> int:
    """Return ``group * VALUES + value`` of the move with a number among all in ``masks``."""
    group = first_of(category)
    while True:
        mask = masks[group]
        if mask:
            count = popcount(mask)
            if chosen < count:
                for _ in range(chosen):
                    mask &= mask - 1
                return group * VALUES + lowest(mask)
            chosen -= count
        group += 1


@jit()
def still_in(team: int, hands: Array) -> int:
    """Return how many of a team hold cards."""
    count = 0
    for seat in range(team, hands.shape[0], TEAMS):
        count += hands[seat, CARDS] > 0
    return count


@jit()
def next_turn(position: Array, flags: int, hands: Array) -> None:
    """Pass the turn on, ending the trick when it comes round (clause 6.3)."""
    seats = hands.shape[0]
    seat = position[TURN]
    owner = position[OWNER]
    while True:
        seat += 1
        if seat == seats:
            seat = 0
        if seat == owner:
            break
        if hands[seat, CARDS] and not (flags & PASS_FINAL and position[PASSED] >> seat & 1):
            position[TURN] = seat
            return
    step = TEAMS if flags & NEXT_TEAMMATE else 1
    while hands[seat, CARDS] == 0:
        seat = (seat + step) % seats
    position[TURN] = seat
    position[TO_BEAT] = -1
    position[PASSED] = 0


@jit()
def _list_the_rest(placed: int, hands: Array, order: Array) -> None:
    """Place those still holding cards: fewest first, then from the first finisher (clause 6.4)."""
    seats = hands.shape[0]
    first = max(0, order[0])
    for cards in range(1, 256):
        for i in range(seats):
            seat = (first + i) % seats
            if hands[seat, CARDS] == cards:
                order[placed] = seat
                placed += 1
        if placed == seats:
            return


@jit()
def _play_out(
    position: Array, level: int, flags: int, hands: Array, tables: Array, order: Array,
    state: Array, masks: Array, faces: Array, result: Array,
) -> None:  # fmt: skip
    placed = 0
    while placed < order.shape[0] and order[placed] >= 0:
        placed += 1
    decisions = 0
    choices = 0
    over = still_in(0, hands) == 0 or still_in(1, hands) == 0
    while not over:
        seat = position[TURN]
        to_beat = position[TO_BEAT]
        hand = hands[seat]
        moves = fill_masks(level, flags, to_beat, hand, tables, masks)
        options = moves + (to_beat >= 0)
        decisions += 1
        chosen = 0
        if options > 1:
            choices += 1
            chosen = below(options, state)
        if chosen == moves:  # pass
            position[PASSED] |= 1 << seat
        else:
            move = _choose(chosen, to_beat >> SHIFT, masks)
            size = complete(
                move // VALUES, move % VALUES, level, flags, to_beat, hand, tables, faces
            )
            position[TO_BEAT] = strength_of(faces, size, level, flags, tables)
            position[OWNER] = seat
            for i in range(size):
                drop(hand, faces[i])
            if hand[CARDS] == 0:
                order[placed] = seat
                placed += 1
                over = still_in(seat % TEAMS, hands) == 0
        if moves:
            masks[first_of(to_beat >> SHIFT) :] = 0
        if not over:
            next_turn(position, flags, hands)
    first_team = order[0] % TEAMS
    left = still_in(first_team, hands)
    result[OUTCOME] = -left if left else still_in(1 - first_team, hands)
    result[PLACED] = placed
    result[DECISIONS] = decisions
    result[CHOICES] = choices
    _list_the_rest(placed, hands, order)


@jit()
def _play_all(
    counts: Array, positions: Array, seeds: Array, level: int, flags: int, tables: Array,
    orders: Array, results: Array, hands: Array, position: Array, state: Array, masks: Array,
    faces: Array,
) -> None:  # fmt: skip
    for n in range(counts.shape[0]):
        for seat in range(counts.shape[1]):
            hold(counts[n, seat], hands[seat])
        for i in range(POSITION):
            position[i] = positions[n, i]
        seed(seeds[n], state)
        _play_out(position, level, flags, hands, tables, orders[n], state, masks, faces, results[n])


@jit(
    "void(uint8[:, :, ::1], int64[:, ::1], int64[::1], int64, int64, int16[:, ::1], "
    "int64[:, ::1], int64[:, ::1])"
)
def random_playouts(
    counts: Array, positions: Array, seeds: Array, level: int, flags: int, tables: Array,
    orders: Array, results: Array,
) -> None:  # fmt: skip
    """Play deals to their end, each from its position, by uniformly random abstract moves.

    Args:
        counts: ``uint8[n, seats, 54]``, the hands; a seat without cards is out.
        positions: ``int64[n, POSITION]``, see the columns ``TURN`` to ``PASSED``. Unchanged.
        seeds: ``int64[n]``, one number per deal.
        level: the level rank, 0..12.
        flags: bits of ``kernels.flags``.
        tables: ``tables_for(flags)``.
        orders: ``int64[n, seats]``, the seats that ran out before, in order, then -1; filled with
            the seats in order of finishing, then those that still hold cards (clause 6.4).
        results: ``int64[n, RESULT]``, filled, see the columns ``OUTCOME`` to ``CHOICES``.
    """
    _play_all(
        counts, positions, seeds, level, flags, tables, orders, results,
        np.empty((counts.shape[1], HOLDING), dtype=np.int64),
        np.empty(POSITION, dtype=np.int64),
        np.empty(4, dtype=np.int64),
        np.zeros(GROUPS, dtype=np.int64),
        np.empty(5, dtype=np.int64),
    )  # fmt: skip
