"""Deals played to their end by the policy: every candidate in every world."""

from __future__ import annotations

from typing import Final

import numpy as np

from daguai.kernels._jit import jit
from daguai.kernels.holding import CARDS, HOLDING, Array, drop, hold
from daguai.kernels.judging import strength_of
from daguai.kernels.playouts import (
    OWNER,
    PASSED,
    POSITION,
    TEAMS,
    TO_BEAT,
    TURN,
    next_turn,
    still_in,
)
from daguai.kernels.policy import PASS, choose_answer, choose_lead, lay
from daguai.kernels.policy_chances import SHARES, fill_costs, fill_shares
from daguai.kernels.policy_groups import (
    CHOICE,
    KINDS,
    OWN,
    PLAN,
    REALS,
    own_values,
    plan_hand,
    value_of,
)

NO_FACE: Final = 255
"""Fills the places of a row that a play of fewer than five cards leaves empty."""
OWN_CHOICE: Final = 254
"""The first face of a candidate that leaves the choice to the policy."""


@jit()
def _worth(first: int, plans: Array) -> int:
    """Return the points of team 0 less those of team 1 (clause 9.2)."""
    if first < 0:
        return 0
    team = first % TEAMS
    left = still_in(team, plans)
    if left:
        points = 1 if left == 1 else 0
    else:
        caught = still_in(1 - team, plans)
        points = 8 if caught >= 3 else 2 * caught + 1
    return -points if team else points


@jit()
def _play_on(
    first: int, steps: int, level: int, flags: int, tables: Array, parameters: Array,
    costs: Array, shares: Array, faces: Array, room: Array, reals: Array, position: Array,
    plans: Array, spare: Array, chosen: Array,
) -> int:  # fmt: skip
    """Play on to the end, or for so many turns, and return who ran out first.

    What is laid is noted in ``chosen``.
    """
    remaining = 0  # all cards still held, four bits for the count of each value
    for seat in range(plans.shape[0]):
        remaining += plans[seat, OWN]
    over = still_in(0, plans) == 0 or still_in(1, plans) == 0
    while not over and steps:
        steps -= 1
        seat = position[TURN]
        team = seat % TEAMS
        plan = plans[seat]
        to_beat = position[TO_BEAT]
        out = remaining - plan[OWN]
        fill_shares(seat, plans, shares)
        if to_beat < 0:
            option = choose_lead(
                seat, out, level, flags, tables, parameters[team], shares, faces, plans
            )
        else:
            option = choose_answer(
                seat, position, out, level, flags, tables, parameters[team], costs[team], shares,
                faces, room, reals, plans, spare,
            )  # fmt: skip
        size = 0
        if option == PASS:
            position[PASSED] |= 1 << seat
        else:
            size = plan[CARDS]
            position[TO_BEAT] = lay(option, to_beat, level, flags, tables, faces, plan)
            position[OWNER] = seat
            size -= plan[CARDS]
            for i in range(size):
                card = 1 << (4 * value_of(faces[i], level))
                plan[OWN] -= card
                remaining -= card
            if plan[CARDS] == 0:
                if first < 0:
                    first = seat
                over = still_in(team, plans) == 0
        if steps == 0:
            chosen[:] = NO_FACE
            for i in range(size):
                chosen[i] = faces[i]
        if not over:
            next_turn(position, flags, plans)
    return first


@jit()
def _begin(
    candidate: Array, first: int, level: int, flags: int, tables: Array, faces: Array,
    position: Array, plans: Array,
) -> int:  # fmt: skip
    """Lay a candidate, which the plans do without already, and return who ran out first."""
    actor = position[TURN]
    size = 0
    while size < 5 and candidate[size] != NO_FACE:
        faces[size] = candidate[size]
        size += 1
    if size:
        position[TO_BEAT] = strength_of(faces, size, level, flags, tables)
        position[OWNER] = actor
    else:
        position[PASSED] |= 1 << actor
    if plans[actor, CARDS] == 0 and first < 0:
        first = actor
    if still_in(actor % TEAMS, plans):
        next_turn(position, flags, plans)
    return first


@jit()
def _play_all(
    worlds: Array, positions: Array, firsts: Array, candidates: Array, steps: int, level: int,
    flags: int, tables: Array, parameters: Array, results: Array, chosen: Array, start: Array,
    own: Array, plans: Array, costs: Array, shares: Array, faces: Array, room: Array,
    reals: Array, position: Array,
) -> None:  # fmt: skip
    seats = worlds.shape[1]
    hand = room[:HOLDING]
    choice = room[HOLDING:]
    for n in range(worlds.shape[0]):
        actor = positions[n, TURN]
        # the actor's own hand is mostly the same in all worlds, and then so are its plans
        same = n > 0 and positions[n - 1, TURN] == actor
        for face in range(54):
            same = same and worlds[n, actor, face] == worlds[n - 1, actor, face]
        if not same:
            out = 0
            for seat in range(seats):
                hold(worlds[n, seat], hand)
                plans[seat, CARDS] = hand[CARDS]
                if seat != actor:
                    out += own_values(level, hand)
            for team in range(TEAMS):
                fill_shares(actor, plans, shares)
                fill_costs(out, parameters[team], shares, costs[team])
        for i in range(seats + (0 if same else candidates.shape[0])):
            if i == actor:
                continue
            seat = i if i < seats else actor
            hold(worlds[n, seat], hand)
            plan = start[i] if i < seats else own[i - seats]
            if i >= seats:
                size = 0
                while size < 5 and candidates[i - seats, size] < OWN_CHOICE:
                    drop(hand, candidates[i - seats, size])
                    size += 1
            plan_hand(
                -1, level, flags, hand, tables, costs[seat % TEAMS], faces, choice, reals, plan
            )
        for k in range(candidates.shape[0]):
            for i in range(POSITION):
                position[i] = positions[n, i]
            for seat in range(seats):
                plan = own[k] if seat == actor else start[seat]
                for i in range(PLAN):
                    plans[seat, i] = plan[i]
            first = firsts[n]
            if candidates[k, 0] != OWN_CHOICE:
                first = _begin(candidates[k], first, level, flags, tables, faces, position, plans)
            first = _play_on(
                first, steps, level, flags, tables, parameters, costs, shares, faces, room, reals,
                position, plans, start[actor], chosen[n],
            )  # fmt: skip
            results[n, k] = _worth(first, plans)


@jit(
    "void(uint8[:, :, ::1], int64[:, ::1], int64[::1], uint8[:, ::1], int64, int64, int64, "
    "int16[:, ::1], float64[:, ::1], int64[:, ::1], uint8[:, ::1])"
)
def policy_playouts(
    worlds: Array, positions: Array, firsts: Array, candidates: Array, steps: int, level: int,
    flags: int, tables: Array, parameters: Array, results: Array, chosen: Array,
) -> None:  # fmt: skip
    """Play every candidate in every world, and then on to the end of the deal by the policy.

    Args:
        worlds: ``uint8[n, seats, 54]``, the hands; a seat without cards is out.
        positions: ``int64[n, POSITION]``, as for ``random_playouts``. Unchanged.
        firsts: ``int64[n]``, the seat that ran out first, or -1.
        candidates: ``uint8[m, 5]``, faces the seat to act lays first, ``NO_FACE`` after them; none
            is a pass, ``OWN_CHOICE`` as the first leaves it to the policy.
        steps: how many turns the policy plays at most; -1 to play to the end.
        level: the level rank, 0..12.
        flags: bits of ``kernels.flags``.
        tables: ``tables_for(flags)``.
        parameters: ``float64[2, PARAMETERS]``, the policy of each team (``policy_weights``).
        results: ``int64[n, m]``, filled with points of team 0 less those of team 1 (clause 9.2).
        chosen: ``uint8[n, 5]``, filled with what the policy laid at the last of ``steps``.
    """
    seats = worlds.shape[1]
    _play_all(
        worlds, positions, firsts, candidates, steps, level, flags, tables, parameters, results,
        chosen,
        np.empty((seats, PLAN), dtype=np.int64),
        np.empty((candidates.shape[0], PLAN), dtype=np.int64),
        np.empty((seats, PLAN), dtype=np.int64),
        np.empty((TEAMS, KINDS), dtype=np.float64),
        np.empty(SHARES, dtype=np.float64),
        np.empty(40, dtype=np.int64),
        np.empty(HOLDING + CHOICE, dtype=np.int64),
        np.empty(REALS, dtype=np.float64),
        np.empty(POSITION, dtype=np.int64),
    )  # fmt: skip
