"""Deals played to their end by the club bot's weighing: every candidate in every world.

What a playout takes players to be decides what search finds. Everybody plays as the club bot does,
from what that seat would see: a quicker, weaker policy made search prefer moves that only it falls
for.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from daguai.kernels._jit import jit
from daguai.kernels.decisions import (
    BEHIND,
    CARDS,
    FIRST,
    FLAGS,
    HAND_SIZE,
    LEVEL,
    MOVES,
    OWNER,
    PARTS,
    ROW,
    SIZE,
    STRENGTH,
    TABLE,
    TO_BEAT,
)
from daguai.kernels.flags import PASS_FINAL
from daguai.kernels.groups import GROUPS
from daguai.kernels.holding import CARDS as CARDS_HELD
from daguai.kernels.holding import FACES, HOLDING, Array, drop, hold
from daguai.kernels.judging import strength_of
from daguai.kernels.odds import CATEGORIES, VALUES
from daguai.kernels.plan_cards import LEFT
from daguai.kernels.playouts import next_turn, still_in
from daguai.kernels.positions import NO_FACE, OWN_CHOICE, PASSED, POSITION, TEAMS, TURN
from daguai.kernels.positions import OWNER as LAID
from daguai.kernels.positions import TO_BEAT as STRONGEST
from daguai.kernels.ranking import LITTLE
from daguai.kernels.weighing import Desk, signal_of, weigh


class Deal(NamedTuple):
    """A deal under way, and what its players think with.

    ``position`` is that of ``playouts``; ``answered`` and ``said`` are by seat: whether it gave its
    first answer, and what that said (``signals``); ``played`` counts the cards laid, by face.
    """

    hands: Any
    position: Any
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
    leading = deal.position[STRONGEST] < 0
    for face in range(LITTLE + 2):
        unseen = decks - deal.played[face] - deal.hands[turn, FACES + face]
        deal.unseen[face] = max(0, unseen)
    deal.table[LEVEL] = level
    deal.table[FLAGS] = flags
    deal.table[HAND_SIZE] = (LITTLE + 2) * decks // seats
    deal.table[TO_BEAT] = deal.position[STRONGEST]
    deal.table[OWNER] = 0 if leading else (deal.position[LAID] - turn) % seats
    deal.table[BEHIND] = 0
    for k in range(seats):
        seat = (turn + k) % seats
        deal.sizes[k] = deal.hands[seat, CARDS_HELD]
        deal.readings[k] = deal.said[seat]
        out = deal.sizes[k] == 0 or (flags & PASS_FINAL and deal.position[PASSED] >> seat & 1)
        if 0 < k < deal.table[OWNER] and not out:
            deal.table[BEHIND] |= 1 << k
    deal.table[FIRST] = deal.answered[turn] == 0 and deal.table[BEHIND] != 0


@jit()
def _make(move: Array, deal: Deal) -> None:
    """Make a move of the seat to act, who has seen the table."""
    turn = deal.position[TURN]
    answering = deal.position[STRONGEST] >= 0
    if move[SIZE] == 0:
        deal.position[PASSED] |= 1 << turn
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
def worth(first: int, hands: Array) -> int:
    """Return the points of team 0 less those of team 1 (clause 9.2); ``first`` ran out first."""
    team = first % TEAMS
    left = still_in(team, hands)
    if left:
        points = 1 if left == 1 else 0
    else:
        caught = still_in(1 - team, hands)
        points = 8 if caught >= 3 else 2 * caught + 1
    return -points if team else points


@jit()
def play_on(
    first: int, decks: int, level: int, flags: int, sides: Array, tables: Array, deal: Deal,
    desk: Desk,
) -> int:  # fmt: skip
    """Play on to the end of the deal and return who ran out first.

    ``sides`` are the weights of either team.
    """
    while still_in(0, deal.hands) and still_in(1, deal.hands):
        turn = deal.position[TURN]
        _see(decks, level, flags, deal)
        for i in range(HOLDING):
            desk.hand[i] = deal.hands[turn, i]
        hold(deal.unseen, desk.others)
        found = weigh(
            deal.table, deal.sizes, deal.readings, deal.unseen, sides[turn % TEAMS], tables, desk,
            deal.moves, deal.values, deal.parts,
        )  # fmt: skip
        best = 0
        for i in range(1, found):
            if deal.values[i] > deal.values[best]:
                best = i
        _make(deal.moves[best], deal)
        if deal.hands[turn, CARDS_HELD] == 0 and first < 0:
            first = turn
        if still_in(0, deal.hands) and still_in(1, deal.hands):
            next_turn(deal.position, flags, deal.hands)
    return first


@jit()
def _begin(
    candidate: Array, first: int, decks: int, level: int, flags: int, tables: Array, deal: Deal,
    desk: Desk,
) -> int:  # fmt: skip
    """Let the seat to act make a candidate and return who ran out first."""
    turn = deal.position[TURN]
    move = deal.moves[0]
    size = 0
    while size < 5 and candidate[size] != NO_FACE:
        desk.faces[size] = candidate[size]
        move[CARDS + size] = candidate[size]
        size += 1
    move[SIZE] = size
    if size:
        move[STRENGTH] = strength_of(desk.faces, size, level, flags, tables)
    _see(decks, level, flags, deal)
    _make(move, deal)
    if deal.hands[turn, CARDS_HELD] == 0 and first < 0:
        first = turn
    if still_in(turn % TEAMS, deal.hands):
        next_turn(deal.position, flags, deal.hands)
    return first


@jit()
def _play_all(
    worlds: Array, position: Array, answered: Array, said: Array, played: Array, first: int,
    candidates: Array, decks: int, level: int, flags: int, sides: Array, tables: Array,
    start: Array, deal: Deal, desk: Desk, results: Array,
) -> None:  # fmt: skip
    seats = worlds.shape[1]
    for n in range(worlds.shape[0]):
        for seat in range(seats):
            hold(worlds[n, seat], start[seat])
        for k in range(candidates.shape[0]):
            for seat in range(seats):
                for i in range(HOLDING):
                    deal.hands[seat, i] = start[seat, i]
                deal.answered[seat] = answered[seat]
                deal.said[seat] = said[seat]
            for face in range(LITTLE + 2):
                deal.played[face] = played[face]
            for i in range(POSITION):
                deal.position[i] = position[i]
            out = first
            if candidates[k, 0] != OWN_CHOICE:
                out = _begin(candidates[k], out, decks, level, flags, tables, deal, desk)
            out = play_on(out, decks, level, flags, sides, tables, deal, desk)
            results[n, k] = worth(out, deal.hands)


@jit(
    "void(uint8[:, :, ::1], int64[::1], int64[::1], float64[::1], int64[::1], int64, "
    "uint8[:, ::1], int64, int64, int64, float64[:, ::1], int16[:, ::1], int64[:, ::1])"
)
def club_playouts(
    worlds: Array, position: Array, answered: Array, said: Array, played: Array, first: int,
    candidates: Array, decks: int, level: int, flags: int, sides: Array, tables: Array,
    results: Array,
) -> None:  # fmt: skip
    """Play every candidate in every world, and then on to the end of the deal as the club bot.

    Args:
        worlds: ``uint8[n, seats, 54]``, the hands; a seat without cards is out.
        position: ``int64[POSITION]``, as for ``random_playouts``. Unchanged.
        answered: ``int64[seats]``, whether a seat gave its first answer already.
        said: ``float64[seats]``, what that said (``signals``).
        played: ``int64[54]``, the cards laid before.
        first: the seat that ran out first, or -1.
        candidates: ``uint8[m, 5]``, faces the seat to act lays first, ``NO_FACE`` after them; none
            is a pass, ``OWN_CHOICE`` as the first leaves it to the club bot.
        decks: how many decks there are.
        level: the level rank, 0..12.
        flags: bits of ``kernels.flags``.
        sides: ``float64[2, weights]``, the club bot's weights for each team.
        tables: ``tables_for(flags)``.
        results: ``int64[n, m]``, filled with points of team 0 less those of team 1 (clause 9.2).
    """
    seats = worlds.shape[1]
    most = (LITTLE + 2) * decks // seats + 1  # a seat that owes a return holds one more
    _play_all(
        worlds, position, answered, said, played, first, candidates, decks, level, flags, sides,
        tables,
        np.empty((seats, HOLDING), dtype=np.int64),
        Deal(
            np.empty((seats, HOLDING), dtype=np.int64),
            np.empty(POSITION, dtype=np.int64),
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
        ),
        Desk(
            np.empty((CATEGORIES, VALUES)),
            np.empty((CATEGORIES, VALUES)),
            np.empty(LEFT, dtype=np.int64),
            np.empty(LEFT, dtype=np.int64),
            np.empty((most + 1, ROW), dtype=np.int64),
            np.empty((most + 1, ROW), dtype=np.int64),
            np.empty(GROUPS, dtype=np.int64),
            np.empty(max(5, most), dtype=np.int64),
            np.empty(HOLDING, dtype=np.int64),
            np.empty(HOLDING, dtype=np.int64),
        ),
        results,
    )  # fmt: skip
