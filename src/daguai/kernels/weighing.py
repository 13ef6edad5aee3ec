"""What every move is worth to the club bot: the craft of clause 13 as one weighed sum.

A move changes the plan of the hand; it may win the trick; it helps or hinders partners; it stops
opponents or lets them out. Each of these parts is a number, and the move with the highest sum is
made. Passing is worth 0.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from daguai.kernels import signals
from daguai.kernels import weights as w
from daguai.kernels._jit import jit
from daguai.kernels.abstract import fill_masks
from daguai.kernels.candidates import list_candidates
from daguai.kernels.decisions import (
    BEHIND,
    CARDS,
    CHANCE,
    FIRST,
    FLAGS,
    GOAL,
    HAND_SIZE,
    LEVEL,
    OPPONENTS,
    OWNER,
    PARTNERS,
    PARTS,
    PLAN,
    ROW,
    SIZE,
    STRENGTH,
    TO_BEAT,
)
from daguai.kernels.groups import GROUPS
from daguai.kernels.holding import CARDS as CARDS_HELD
from daguai.kernels.holding import HOLDING, Array, hold
from daguai.kernels.judging import size_of
from daguai.kernels.odds import CATEGORIES, VALUES, fill_odds, nearness
from daguai.kernels.plan_cards import LEFT, LEFT_CARDS, TURNS, spread, take, value_of
from daguai.kernels.planning import make_plan
from daguai.kernels.ranking import ILLEGAL, LITTLE, SHIFT, STRAIGHT

OUT: Final = 100.0
"""What going out is worth: more than anything else."""

_SURE: Final = 0.95

signal_of = jit()(signals.signal_of)


class Desk(NamedTuple):
    """Room to think: arrays that are filled anew for every decision."""

    odds: Any
    costs: Any
    left: Any
    laid_out: Any
    plan: Any
    after: Any
    masks: Any
    faces: Any
    hand: Any
    others: Any


@jit()
def _list(table: Array, sizes: Array, tables: Array, turns: int, desk: Desk, moves: Array) -> int:
    """List the moves to weigh; towards the end more of them."""
    late = desk.hand[CARDS_HELD] <= 10
    for k in range(1, sizes.shape[0]):
        if sizes[k]:
            late = late or (sizes[k] <= 6 if k & 1 else nearness(sizes[k]) >= 0.5)
    return list_candidates(
        table[LEVEL], table[FLAGS], table[TO_BEAT], late, turns, desk.plan, desk.hand, tables,
        desk.masks, desk.faces, moves,
    )  # fmt: skip


@jit()
def _opponents(size: int, odds: float, sizes: Array, weights: Array) -> float:
    """Weigh whom a play of this size lets out, and who cannot answer it (clause 13.5)."""
    worth = 0.0
    for k in range(1, sizes.shape[0], 2):
        if sizes[k] == 0:
            continue
        if sizes[k] == size:
            worth -= weights[w.DANGER] * (1.0 - odds)
        elif sizes[k] < size:
            worth += weights[w.SAFE] * nearness(sizes[k])
    return worth


@jit()
def _lead(
    size: int, odds: float, quality: float, fresh: float, sizes: Array, weights: Array, parts: Array
) -> None:
    """Weigh a lead (clauses 13.4, 13.5)."""
    parts[CHANCE] += weights[w.LEAD_SURE] * odds
    if size == 2:
        parts[CHANCE] += weights[w.LEAD_PAIR]
    elif size == 3:
        parts[CHANCE] += weights[w.LEAD_TRIPLE]
    elif size == 5:
        parts[CHANCE] += weights[w.LEAD_FIVE] + weights[w.EARLY_FIVE] * quality * fresh
    for k in range(2, sizes.shape[0], 2):
        if sizes[k] == size:
            parts[PARTNERS] += weights[w.FEED] * (1.0 - odds)
        elif sizes[k] > size:
            parts[PARTNERS] += weights[w.FEED_LOW] * nearness(sizes[k]) * (1.0 - odds)


@jit()
def _answer(
    strength: int, odds: float, jokers: int, quality: float, table_odds: float, table: Array,
    sizes: Array, readings: Array, weights: Array, parts: Array,
) -> None:  # fmt: skip
    """Weigh an answer (clauses 13.3, 13.5)."""
    owner = table[OWNER]
    needed = size_of(table[TO_BEAT])
    parts[PLAN] -= weights[w.JOKER] * jokers
    parts[CHANCE] += (weights[w.WIN] + weights[w.WIN_STRONG] * quality) * odds
    nearest = 0.0
    opponents = 0
    partners = 0
    trusted = 0.0
    for k in range(1, sizes.shape[0]):
        if k & 1:
            nearest = max(nearest, nearness(sizes[k]))
        if table[BEHIND] >> k & 1 and sizes[k] >= needed:
            if k & 1:
                opponents += 1
            else:
                partners += 1
                trusted = max(trusted, readings[k])
    if owner & 1:
        parts[OPPONENTS] += weights[w.STOP] * nearness(sizes[owner]) * (0.3 + 0.7 * odds)
        parts[PARTNERS] += weights[w.ENEMY_BEHIND] * opponents
        parts[PARTNERS] -= weights[w.LEAVE] * partners + weights[w.TRUST] * trusted
    else:
        parts[PARTNERS] -= weights[w.OVER] + weights[w.OVER_SURE] * table_odds
        parts[PARTNERS] -= weights[w.OVER_NEAR] * nearness(sizes[owner])
        parts[OPPONENTS] += weights[w.COVER] * nearest * (1.0 - table_odds) * odds
    if table[FIRST] and quality < 0 and signal_of(strength) >= 0.5:
        parts[PARTNERS] += weights[w.SIGNAL] * quality


@jit()
def _unsure_turns(turns: int, flags: int, odds: Array, plan: Array) -> int:
    """Count the plays of a plan that may well be beaten."""
    unsure = 0
    for i in range(turns):
        strength = plan[i, STRENGTH]
        unsure += odds[strength >> SHIFT, value_of(strength, flags)] <= _SURE
    return unsure


@jit()
def _lay_out(desk: Desk) -> None:
    """Put the whole hand where it is planned from."""
    for i in range(LEFT):
        desk.left[i] = desk.laid_out[i]


@jit()
def _row_of(move: Array, turns: int, plan: Array) -> int:
    """Return which play of a plan a move is, or -1."""
    size = move[SIZE]
    for i in range(turns):
        if plan[i, STRENGTH] != move[STRENGTH] or plan[i, SIZE] != size:
            continue
        same = 0
        for j in range(size):
            for k in range(size):  # the plan's faces are in no order
                same += plan[i, CARDS + j] == move[CARDS + k]
        matching = 0
        for j in range(size):
            for k in range(size):
                matching += move[CARDS + j] == move[CARDS + k]
        if same == matching:
            return i
    return -1


@jit()
def weigh(
    table: Array, sizes: Array, readings: Array, unseen: Array, weights: Array, tables: Array,
    desk: Desk, moves: Array, values: Array, parts: Array,
) -> int:  # fmt: skip
    """Weigh the moves of ``desk.hand``; see ``weigh_moves``. ``desk.others`` holds ``unseen``."""
    level = table[LEVEL]
    flags = table[FLAGS]
    to_beat = table[TO_BEAT]
    left = desk.left
    keep = weights[w.KEEP_JOKER]
    if to_beat >= 0:
        desk.masks[:] = 0
        if fill_masks(level, flags, to_beat, desk.hand, tables, desk.masks) == 0:
            moves[0] = 0
            moves[0, STRENGTH] = ILLEGAL
            values[0] = 0.0
            parts[0] = 0.0
            return 1
    fill_odds(unseen, level, table[HAND_SIZE], sizes, weights, desk.odds, desk.costs)
    spread(desk.hand, desk.laid_out)
    _lay_out(desk)
    before = make_plan(level, flags, keep, desk.costs, tables, left, desk.plan)
    planned = left[TURNS]
    unsure = _unsure_turns(planned, flags, desk.odds, desk.plan)
    found = _list(table, sizes, tables, planned, desk, moves)
    fresh = desk.hand[CARDS_HELD] / table[HAND_SIZE]
    quality = min(1.5, max(-1.5, weights[w.ROLE] * fresh - before))
    table_odds = 0.0
    if to_beat >= 0:
        table_odds = desk.odds[to_beat >> SHIFT, value_of(to_beat, flags)]
    for n in range(found):
        size = moves[n, SIZE]
        strength = moves[n, STRENGTH]
        parts[n] = 0.0
        values[n] = 0.0
        if size == 0:
            continue
        _lay_out(desk)
        jokers = 0
        for i in range(size):
            take(moves[n, CARDS + i], left)
            jokers += moves[n, CARDS + i] >= LITTLE
        if left[LEFT_CARDS] == 0:
            parts[n, GOAL] = OUT
            values[n] = OUT
            continue
        odds = desk.odds[strength >> SHIFT, value_of(strength, flags)]
        if odds < 1.0 and (odds > 0.5 or strength >> SHIFT >= STRAIGHT):
            desk.masks[:] = 0
            if fill_masks(level, flags, strength, desk.others, tables, desk.masks) == 0:
                odds = 1.0  # nothing that is unseen beats it
        row = _row_of(moves[n], planned, desk.plan)
        if row >= 0:  # the plan stands, but for this play
            parts[n, PLAN] = desk.costs[strength >> SHIFT, value_of(strength, flags)]
            turns = planned - 1
            open_turns = unsure - (desk.odds[strength >> SHIFT, value_of(strength, flags)] <= _SURE)
        else:
            after = make_plan(level, flags, keep, desk.costs, tables, left, desk.after)
            parts[n, PLAN] = before - after
            turns = left[TURNS]
            open_turns = _unsure_turns(turns, flags, desk.odds, desk.after)
        if open_turns <= 1:
            parts[n, GOAL] += weights[w.RUN] * odds * odds
        if turns <= 2:
            parts[n, GOAL] += weights[w.ONE_LEFT if turns == 1 else w.TWO_LEFT]
        parts[n, OPPONENTS] = _opponents(size, odds, sizes, weights)
        if to_beat < 0:
            _lead(size, odds, quality, fresh, sizes, weights, parts[n])
        else:
            _answer(
                strength, odds, jokers, quality, table_odds, table, sizes, readings, weights,
                parts[n],
            )  # fmt: skip
        for part in range(PARTS):
            values[n] += parts[n, part]
    return found


@jit(
    "int64(uint8[::1], uint8[::1], int64[::1], int64[::1], float64[::1], float64[::1], "
    "int16[:, ::1], int64[:, ::1], float64[::1], float64[:, ::1])"
)
def weigh_moves(
    counts: Array, unseen: Array, table: Array, sizes: Array, readings: Array, weights: Array,
    tables: Array, moves: Array, values: Array, parts: Array,
) -> int:  # fmt: skip
    """List the moves worth thinking of, and what each is worth to the club bot.

    Args:
        counts: the hand, ``uint8[54]``.
        unseen: the cards that others hold, ``uint8[54]``.
        table: ``int64[TABLE]``, see the columns ``LEVEL`` to ``FIRST``.
        sizes: ``int64[seats]``, cards left by seat, in turn order from the player.
        readings: ``float64[seats]``, what each seat's first answer said, see ``signals``.
        weights: ``float64``, see ``weights``.
        tables: ``tables_for(flags)``.
        moves: ``int64[MOVES, ROW]``, filled with strength, size and faces; a pass, with size 0,
            comes first where it is allowed.
        values: ``float64[MOVES]``, filled with what each move is worth.
        parts: ``float64[MOVES, PARTS]``, filled with what that is made of.

    Returns:
        How many moves there are.
    """
    hand = np.empty(HOLDING, dtype=np.int64)
    others = np.empty(HOLDING, dtype=np.int64)
    hold(counts, hand)
    hold(unseen, others)
    desk = Desk(
        np.empty((CATEGORIES, VALUES)),
        np.empty((CATEGORIES, VALUES)),
        np.empty(LEFT, dtype=np.int64),
        np.empty(LEFT, dtype=np.int64),
        np.empty((hand[CARDS_HELD] + 1, ROW), dtype=np.int64),
        np.empty((hand[CARDS_HELD] + 1, ROW), dtype=np.int64),
        np.empty(GROUPS, dtype=np.int64),
        np.empty(max(5, hand[CARDS_HELD]), dtype=np.int64),
        hand,
        others,
    )
    return weigh(table, sizes, readings, unseen, weights, tables, desk, moves, values, parts)


@jit(
    "void(uint8[::1], uint8[::1], int64[::1], int64[::1], float64[::1], int16[:, ::1], int64, "
    "float64[::1])"
)
def weigh_cards(
    counts: Array, unseen: Array, table: Array, sizes: Array, weights: Array, tables: Array,
    change: int, values: Array,
) -> None:  # fmt: skip
    """Tell what the plan of a hand costs with one card more, or less, for every face.

    Args:
        counts: the hand, ``uint8[54]``.
        unseen: as in ``weigh_moves``.
        table: as in ``weigh_moves``.
        sizes: as in ``weigh_moves``.
        weights: as in ``weigh_moves``.
        tables: ``tables_for(flags)``.
        change: 1 to add a card, -1 to take one away.
        values: ``float64[54]``, filled with costs; infinite for a face that is not held.
    """
    odds = np.empty((CATEGORIES, VALUES))
    costs = np.empty((CATEGORIES, VALUES))
    left = np.empty(LEFT, dtype=np.int64)
    hand = np.empty(HOLDING, dtype=np.int64)
    plan = np.empty((0, ROW), dtype=np.int64)
    changed = counts.copy()
    fill_odds(unseen, table[LEVEL], table[HAND_SIZE], sizes, weights, odds, costs)
    for face in range(LITTLE + 2):
        values[face] = np.inf
        if change > 0 or counts[face]:
            changed[face] = int(counts[face]) + change
            hold(changed, hand)
            spread(hand, left)
            values[face] = make_plan(
                table[LEVEL], table[FLAGS], weights[w.KEEP_JOKER], costs, tables, left, plan
            )
            changed[face] = counts[face]
