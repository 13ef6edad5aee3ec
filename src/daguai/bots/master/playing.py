"""The playout policy put to work on a seat's knowledge."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from daguai import kernels
from daguai.bots.master.knowledge import Counts, Knowledge
from daguai.bots.master.tuned import parameters
from daguai.kernels.rollouts import NO_FACE, OWN_CHOICE

Scores = npt.NDArray[np.int64]

WHATEVER: Final = np.array([[OWN_CHOICE, *[NO_FACE] * 4]], dtype=np.uint8)
"""The one candidate that leaves the choice to the policy."""


def play_out(worlds: Counts, plays: Counts, knowledge: Knowledge) -> Scores:
    """Play every candidate in every world, to the end of the deal.

    Args:
        worlds: ``uint8[n, seats, 54]``, whole hands.
        plays: ``uint8[m, 5]``, what the seat to act lays first.
        knowledge: how the deal stands.

    Returns:
        ``int64[n, m]``: points of the own team less those of the other (clause 9.2).
    """
    results, _ = _run(worlds, plays, -1, knowledge)
    return -results if knowledge.rules.team_of(knowledge.seat) else results


def policy_choice(world: Counts, knowledge: Knowledge) -> Counts:
    """Return what the policy itself would lay, ``uint8[5]``; ``NO_FACE`` alone is a pass.

    Args:
        world: ``uint8[seats, 54]``, any world: how others hold the unseen cards does not matter.
        knowledge: how the deal stands.
    """
    _, chosen = _run(world[None], WHATEVER, 1, knowledge)
    first: Counts = chosen[0]
    return first


def _run(worlds: Counts, plays: Counts, steps: int, knowledge: Knowledge) -> tuple[Scores, Counts]:
    count = len(worlds)
    flags = knowledge.rules.flags
    results = np.empty((count, len(plays)), dtype=np.int64)
    chosen = np.full((count, 5), NO_FACE, dtype=np.uint8)
    policy = parameters(knowledge.rules.team_of(knowledge.seat)).copy()
    kernels.policy_playouts(
        worlds,
        np.tile(knowledge.position, (count, 1)),
        np.full(count, knowledge.first, dtype=np.int64),
        plays,
        steps,
        knowledge.level,
        flags,
        kernels.tables_for(flags),
        policy,
        results,
        chosen,
    )
    return results, chosen
