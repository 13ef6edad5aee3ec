"""The last cards solved exactly, once it is known who holds them.

Both teams are taken to see all cards and to play as well as can be. That is so in truth only when
one seat alone holds cards that were not seen; then the solver replaces the search.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

import numpy as np

from daguai import kernels
from daguai.bots.master.knowledge import Counts, Knowledge
from daguai.kernels.flags import NEXT_TEAMMATE, PASS_FINAL
from daguai.kernels.positions import NO_FACE, OWNER, PASSED, TO_BEAT, TURN
from daguai.rules import TEAMS, Rules
from daguai.settlement import settle

CARDS: Final = 14
"""With more cards in all hands together nothing is solved."""
NODES: Final = 4000
"""Positions looked at before giving up."""
_MOST: Final = 8
_PLAYS: Final = 512

Hand: TypeAlias = tuple[int, ...]
"""Faces, ascending."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What a deal comes to when nobody errs.

    Attributes:
        value: points of the own team less those of the other (clause 9.2).
        faces: what the seat to act lays; nothing is a pass.
    """

    value: int
    faces: Hand


@dataclass(frozen=True, slots=True)
class _Node:
    """A position; ``order`` is who ran out, in order."""

    hands: tuple[Hand, ...]
    turn: int
    to_beat: int
    owner: int
    passed: int
    order: tuple[int, ...]


class _TooLarge(Exception):
    pass


@dataclass(slots=True)
class _Solver:
    rules: Rules
    level: int
    nodes: int
    known: dict[_Node, tuple[int, int, Hand]] = field(default_factory=dict)

    def value(self, node: _Node, low: int, high: int) -> tuple[int, Hand]:
        """Return the points of team 0 less those of team 1, within bounds, and the move."""
        over = self._result(node)
        if over is not None:
            return over, ()
        sign = 1 - 2 * self.rules.team_of(node.turn)
        best = -_MOST - 1
        chosen: Hand = ()
        self.nodes -= 1
        if self.nodes < 0:
            raise _TooLarge
        for faces, strength in self._moves(node):
            after = self._after(node, faces, strength)
            found = sign * self._remembered(after, low, high)
            if found > best:
                best, chosen = found, faces
            if sign > 0:
                low = max(low, best)
            else:
                high = min(high, -best)
            if low >= high:
                break
        return sign * best, chosen

    def _remembered(self, node: _Node, low: int, high: int) -> int:
        """Look a position up, or find its value; what was cut off is only a bound."""
        if node in self.known:
            at_least, at_most, _ = self.known[node]
            if at_least == at_most or at_least >= high:
                return at_least
            if at_most <= low:
                return at_most
        value, move = self.value(node, low, high)
        at_least = value if value > low else -_MOST
        at_most = value if value < high else _MOST
        self.known[node] = (at_least, at_most, move)
        return value

    def _result(self, node: _Node) -> int | None:
        for team in range(TEAMS):
            if not any(node.hands[seat] for seat in self.rules.team_seats(team)):
                points = settle(node.order, 0, self.rules.replace(scoring="placement")).points
                return points[0] - points[1]
        return None

    def _moves(self, node: _Node) -> list[tuple[Hand, int]]:
        """List plays that are not of equal use, the largest first, and the pass."""
        hand = node.hands[node.turn]
        counts = np.bincount(hand, minlength=54).astype(np.uint8)
        plays = np.empty((_PLAYS, 5), dtype=np.uint8)
        strengths = np.empty(_PLAYS, dtype=np.int64)
        flags = self.rules.flags
        found = kernels.list_plays(
            counts, self.level, flags, node.to_beat, kernels.tables_for(flags), plays, strengths
        )
        if found > _PLAYS:
            raise _TooLarge
        moves: dict[tuple[int, ...], tuple[Hand, int]] = {}
        for row, strength in zip(plays[:found].tolist(), strengths[:found].tolist(), strict=True):
            faces = tuple(face for face in row if face != NO_FACE)
            # suits matter only while five cards may be left to make a flush of
            suited = len(hand) - len(faces) >= 5
            key = faces if suited else tuple(face if face >= 52 else face >> 2 for face in faces)
            moves.setdefault((strength, *key), (faces, strength))
        listed = sorted(moves.values(), key=lambda move: (-len(move[0]), -move[1]))
        if node.to_beat >= 0:
            listed.append(((), -1))
        return listed

    def _after(self, node: _Node, faces: Hand, strength: int) -> _Node:
        """Return the position after a play or a pass (clauses 6.2 to 6.4)."""
        hands = list(node.hands)
        to_beat, owner, passed, order = node.to_beat, node.owner, node.passed, node.order
        if faces:
            left = list(hands[node.turn])
            for face in faces:
                left.remove(face)
            hands[node.turn] = tuple(left)
            to_beat, owner = strength, node.turn
            if not left:
                order = (*order, node.turn)
        elif self.rules.flags & PASS_FINAL:
            passed |= 1 << node.turn
        for seat in self.rules.seats_from(node.turn + 1):
            if seat == owner:
                break
            if hands[seat] and not passed >> seat & 1:
                return _Node(tuple(hands), seat, to_beat, owner, passed, order)
        step = TEAMS if self.rules.flags & NEXT_TEAMMATE else 1
        seats = self.rules.seats
        leads = (seat % seats for seat in range(owner, owner + step * seats, step))
        leader = next((seat for seat in leads if hands[seat]), owner)
        return _Node(tuple(hands), leader, -1, -1, 0, order)


def solve(
    hands: Counts, knowledge: Knowledge, order: tuple[int, ...], nodes: int = NODES
) -> Solution | None:
    """Solve a deal with all hands known; None where that takes too long.

    Args:
        hands: ``uint8[seats, 54]``.
        knowledge: how the deal stands.
        order: the seats that ran out, in order.
        nodes: positions that may be looked at.
    """
    position = knowledge.position.tolist()
    flags = knowledge.rules.flags
    node = _Node(
        tuple(tuple(np.repeat(np.arange(54), row).tolist()) for row in hands),
        position[TURN],
        position[TO_BEAT],
        position[OWNER] if position[TO_BEAT] >= 0 else -1,
        position[PASSED] if flags & PASS_FINAL else 0,
        order,
    )
    try:
        value, faces = _Solver(knowledge.rules, knowledge.level, nodes).value(node, -_MOST, _MOST)
    except _TooLarge:
        return None
    return Solution(-value if knowledge.rules.team_of(knowledge.seat) else value, faces)


def is_certain(knowledge: Knowledge) -> bool:
    """Return whether few cards are left and it is known who holds each of them."""
    hidden = knowledge.sizes - knowledge.known.sum(axis=1, dtype=np.int64)
    return (
        int(knowledge.sizes.sum()) <= CARDS
        and int(np.count_nonzero(hidden)) <= 1
        and int(hidden.sum()) == int(knowledge.unseen.sum())
    )
