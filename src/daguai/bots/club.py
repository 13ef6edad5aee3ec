"""The club bot 老手: the craft of clause 13, from the view alone.

It plans its hand, judges how likely each play is to hold, and weighs what a move does for the plan,
for its partners and against its opponents (``daguai.kernels.weighing``). Nothing is left to chance:
the seed does not matter.

>>> from daguai import Match, Rules
>>> match = Match.new(Rules.preset("classic"), seed="any text")
>>> found = Club().explain(match.view(match.to_act[0], memory=True))
>>> len(found.action.faces), found.words()
(5, 'five cards leave at once, and the lead may come back')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from daguai import kernels
from daguai.actions import Action, Lay, Pass
from daguai.bots import club_reasons as reasons
from daguai.bots.club_reading import Reading, read
from daguai.bots.club_tribute import exchanges
from daguai.bots.club_weights import Weights
from daguai.bots.explanation import Candidate, Explanation
from daguai.cards import FACES
from daguai.kernels import decisions
from daguai.view import View

if TYPE_CHECKING:
    import numpy.typing as npt

_KEPT = -0.05
"""A plan that is hardly worse than before is as good."""


@dataclass(frozen=True)
class Weighed:
    """The moves that were weighed, in the kernel's order.

    Attributes:
        moves: ``int64[n, ROW]``: strength, size and faces; size 0 is a pass.
        values: ``float64[n]``.
        parts: ``float64[n, PARTS]``, what the values are made of.
    """

    moves: npt.NDArray[Any]
    values: npt.NDArray[Any]
    parts: npt.NDArray[Any]

    def action(self, n: int) -> Action:
        """Return a move as an action."""
        size = int(self.moves[n, decisions.SIZE])
        if size == 0:
            return Pass()
        faces = self.moves[n, decisions.CARDS : decisions.CARDS + size].tolist()
        return Lay.ascending(" ".join(str(FACES[face]) for face in faces))


def weigh(reading: Reading, weights: Weights) -> Weighed:
    """Weigh the moves of the seat to act."""
    moves = np.zeros((decisions.MOVES, decisions.ROW), dtype=np.int64)
    values = np.zeros(decisions.MOVES)
    parts = np.zeros((decisions.MOVES, decisions.PARTS))
    found = kernels.weigh_moves(
        reading.hand,
        reading.unseen,
        reading.table,
        reading.sizes,
        reading.readings,
        weights.array,
        reading.tables,
        moves,
        values,
        parts,
    )
    return Weighed(moves[:found], values[:found], parts[:found])


class Club:
    """Plays as a good club player does, under a millisecond a decision."""

    name = "club"

    def __init__(self, seed: int | str = 0, weights: Weights | None = None) -> None:
        self._weights = weights or Weights()

    def act(self, view: View) -> Action:
        """Choose an action from the view alone."""
        if view.phase != "play":
            return exchanges(view, self._weights)[0].action
        weighed = weigh(read(view), self._weights)
        return weighed.action(int(weighed.values.argmax()))

    def explain(self, view: View) -> Explanation:
        """Choose an action, and tell why this and not another."""
        if view.phase != "play":
            return Explanation(tuple(exchanges(view, self._weights)))
        reading = read(view)
        weighed = weigh(reading, self._weights)
        order = np.argsort(-weighed.values, kind="stable").tolist()
        return Explanation(
            tuple(self._candidate(n, order[0], weighed, reading, view) for n in order)
        )

    def hints(self, view: View, limit: int | None = None) -> list[Candidate]:
        """List sensible things to do, the most sensible first; also out of turn.

        Empty for a seat that has no cards, or that owes nothing in tribute.
        """
        if not view.hand or (view.phase != "play" and view.seat not in view.to_act):
            return []
        return list(self.explain(view).candidates[:limit])

    @staticmethod
    def _candidate(n: int, best: int, weighed: Weighed, reading: Reading, view: View) -> Candidate:
        move = reasons.Move(
            tuple(weighed.moves[n].tolist()), tuple(weighed.parts[n].tolist()), len(weighed.values)
        )
        reason, details = reasons.reason(move, reading, view, chosen=n == best)
        return Candidate(
            weighed.action(n),
            round(float(weighed.values[n]), 4),
            reason,
            details,
            keeps_hand=bool(weighed.parts[n, decisions.PLAN] >= _KEPT),
        )
