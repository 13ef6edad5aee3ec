"""Whole deals between two sets of the club bot's weights, for tuning them.

The same deal is played twice, the teams exchanged, as in the arena; tribute is left out.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from daguai.kernels._jit import jit
from daguai.kernels.flags import NEXT_TEAMMATE, PASS_FINAL
from daguai.kernels.groups import GROUPS
from daguai.kernels.holding import CARDS as CARDS_HELD
from daguai.kernels.holding import FACES, HOLDING, Array, drop, hold
from daguai.kernels.odds import CATEGORIES, VALUES
from daguai.kernels.planning import CARDS, LEFT, ROW, SIZE, STRENGTH
from daguai.kernels.ranking import LITTLE
from daguai.kernels.weighing import (
    BEHIND,
    FIRST,
    FLAGS,
    HAND_SIZE,
    LEVEL,
    MOVES,
    OWNER,
    PARTS,
    TABLE,
    TO_BEAT,
    Desk,
    signal_of,
    weigh,
)

TURN: Final = 0
"""Column of a position: the seat that acts; who laid the play on the table, and its strength."""
LAID: Final = 1
STRONGEST: Final = 2
POSITION: Final = 3


class Deal(NamedTuple):
    """A deal under way, and what its players think with."""

    hands: Any
    position: Any
    passed: Any
    answered: Any
    said: Any
    played: Any
    table: Any
    sizes: Any
    readings: Any
    unseen: Any
    moves: Any
    values: Any
    parts: Any


@jit()
def _see(decks: int, level: int, flags: int, deal: Deal) -> None:
    """Fill in what the seat to act sees."""
    seats = deal.hands.shape[0]
    turn = deal.position[TURN]
    size = 0
    for face in range(LITTLE + 2):
        deal.unseen[face] = decks - deal.played[face] - deal.hands[turn, FACES + face]
        size += decks
    deal.table[LEVEL] = level
    deal.table[FLAGS] = flags
    deal.table[HAND_SIZE] = size // seats
    deal.table[TO_BEAT] = deal.position[STRONGEST]
    deal.table[OWNER] = (deal.position[LAID] - turn) % seats
    deal.table[BEHIND] = 0
    for k in range(seats):
        seat = (turn + k) % seats
        deal.sizes[k] = deal.hands[seat, CARDS_HELD]
        deal.readings[k] = deal.said[seat]
        out = deal.sizes[k] == 0 or (flags & PASS_FINAL and deal.passed[seat])
        if 0 < k < deal.table[OWNER] and not out and deal.position[STRONGEST] >= 0:
            deal.table[BEHIND] |= 1 << k
    deal.table[FIRST] = deal.answered[turn] == 0 and deal.table[BEHIND] != 0


@jit()
def _make(move: Array, flags: int, deal: Deal) -> None:
    """Make a move of the seat to act."""
    turn = deal.position[TURN]
    answering = deal.position[STRONGEST] >= 0
    if move[SIZE] == 0:
        deal.passed[turn] = 1
    else:
        if answering and deal.table[FIRST]:
            deal.said[turn] = signal_of(move[STRENGTH])
        for i in range(move[SIZE]):
            drop(deal.hands[turn], move[CARDS + i])
            deal.played[move[CARDS + i]] += 1
        deal.position[STRONGEST] = move[STRENGTH]
        deal.position[LAID] = turn
    if answering and deal.table[BEHIND]:
        deal.answered[turn] = 1


@jit()
def _still_in(team: int, hands: Array) -> int:
    count = 0
    for seat in range(team, hands.shape[0], 2):
        count += hands[seat, CARDS_HELD] > 0
    return count


@jit()
def _pass_on(flags: int, deal: Deal) -> None:
    """Find who acts next (clause 6.3)."""
    seats = deal.hands.shape[0]
    seat = deal.position[TURN]
    while True:
        seat = (seat + 1) % seats
        if seat == deal.position[LAID]:
            break
        if deal.hands[seat, CARDS_HELD] and not (flags & PASS_FINAL and deal.passed[seat]):
            deal.position[TURN] = seat
            return
    while deal.hands[seat, CARDS_HELD] == 0:
        seat = (seat + (2 if flags & NEXT_TEAMMATE else 1)) % seats
    deal.position[TURN] = seat
    deal.position[STRONGEST] = -1
    deal.passed[:] = 0


@jit()
def _points(first: int, hands: Array) -> int:
    """Return the points of each player of the first finisher's team (clause 9.2)."""
    mine = _still_in(first, hands)
    if mine:
        return 1 if mine == 1 else 0
    caught = _still_in(1 - first, hands)
    return 8 if caught == 3 else 5 if caught == 2 else 3


@jit()
def _play(
    decks: int, level: int, flags: int, exchanged: int, sides: Array, tables: Array, deal: Deal,
    desk: Desk,
) -> int:  # fmt: skip
    """Play a deal to its end and return the points of side 0 over side 1."""
    first = -1
    while True:
        turn = deal.position[TURN]
        _see(decks, level, flags, deal)
        for i in range(HOLDING):
            desk.hand[i] = deal.hands[turn, i]
        hold(deal.unseen, desk.others)
        found = weigh(
            deal.table, deal.sizes, deal.readings, deal.unseen, sides[(turn & 1) ^ exchanged],
            tables, desk, deal.moves, deal.values, deal.parts,
        )  # fmt: skip
        best = 0
        for i in range(1, found):
            if deal.values[i] > deal.values[best]:
                best = i
        _make(deal.moves[best], flags, deal)
        if deal.hands[turn, CARDS_HELD] == 0:
            if first < 0:
                first = turn & 1
            if _still_in(turn & 1, deal.hands) == 0:
                break
        _pass_on(flags, deal)
    points = _points(first, deal.hands)
    return points if first == exchanged else -points


@jit()
def _play_pairs(
    counts: Array, starts: Array, levels: Array, decks: int, flags: int, sides: Array,
    tables: Array, deal: Deal, desk: Desk, points: Array,
) -> None:  # fmt: skip
    for n in range(counts.shape[0]):
        for exchanged in range(2):
            for seat in range(counts.shape[1]):
                hold(counts[n, seat], deal.hands[seat])
            deal.played[:] = 0
            deal.passed[:] = 0
            deal.answered[:] = 0
            deal.said[:] = 0.0
            deal.position[TURN] = starts[n]
            deal.position[LAID] = starts[n]
            deal.position[STRONGEST] = -1
            points[n, exchanged] = _play(
                decks, levels[n], flags, exchanged, sides, tables, deal, desk
            )


@jit(
    "void(uint8[:, :, ::1], int64[::1], int64[::1], int64, int64, float64[:, ::1], "
    "int16[:, ::1], int64[:, ::1])"
)
def duel(
    counts: Array, starts: Array, levels: Array, decks: int, flags: int, sides: Array,
    tables: Array, points: Array,
) -> None:  # fmt: skip
    """Play deals twice, side 0 first on the even seats and then on the odd ones.

    Args:
        counts: ``uint8[n, seats, 54]``, the hands, all cards of all decks in them.
        starts: ``int64[n]``, who leads.
        levels: ``int64[n]``, the level ranks.
        decks: how many decks there are.
        flags: bits of ``kernels.flags``.
        sides: ``float64[2, weights]``, the weights of either side.
        tables: ``tables_for(flags)``.
        points: ``int64[n, 2]``, filled with the points of side 0 over side 1 (clause 9.2).
    """
    seats = counts.shape[1]
    size = 54 * decks // seats
    deal = Deal(
        np.empty((seats, HOLDING), dtype=np.int64),
        np.empty(POSITION, dtype=np.int64),
        np.empty(seats, dtype=np.int64),
        np.empty(seats, dtype=np.int64),
        np.empty(seats),
        np.empty(54, dtype=np.int64),
        np.empty(TABLE, dtype=np.int64),
        np.empty(seats, dtype=np.int64),
        np.empty(seats),
        np.empty(54, dtype=np.uint8),
        np.empty((MOVES, ROW), dtype=np.int64),
        np.empty(MOVES),
        np.empty((MOVES, PARTS)),
    )
    desk = Desk(
        np.empty((CATEGORIES, VALUES)),
        np.empty((CATEGORIES, VALUES)),
        np.empty(LEFT, dtype=np.int64),
        np.empty(LEFT, dtype=np.int64),
        np.empty((size + 1, ROW), dtype=np.int64),
        np.empty(GROUPS, dtype=np.int64),
        np.empty(max(5, size), dtype=np.int64),
        np.empty(HOLDING, dtype=np.int64),
        np.empty(HOLDING, dtype=np.int64),
    )
    _play_pairs(counts, starts, levels, decks, flags, sides, tables, deal, desk, points)
