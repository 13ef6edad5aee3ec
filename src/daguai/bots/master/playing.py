"""Deals played out from a seat's knowledge, everybody playing as the club bot does."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from daguai import kernels
from daguai.bots.club_weights import Weights
from daguai.bots.master.knowledge import Counts, Knowledge
from daguai.kernels.positions import NO_FACE, OWN_CHOICE
from daguai.rules import TEAMS

Scores = npt.NDArray[np.int64]

WHATEVER: Final = np.array([[OWN_CHOICE, *[NO_FACE] * 4]], dtype=np.uint8)
"""The one candidate that leaves the choice to the club bot."""


def play_out(worlds: Counts, plays: Counts, knowledge: Knowledge) -> Scores:
    """Play every candidate in every world, to the end of the deal.

    Args:
        worlds: ``uint8[n, seats, 54]``, whole hands.
        plays: ``uint8[m, 5]``, what the seat to act lays first.
        knowledge: how the deal stands.

    Returns:
        ``int64[n, m]``: points of the own team less those of the other (clause 9.2).
    """
    rules = knowledge.rules
    results = np.empty((len(worlds), len(plays)), dtype=np.int64)
    kernels.club_playouts(
        worlds,
        knowledge.position,
        knowledge.answered,
        knowledge.said,
        knowledge.played,
        knowledge.first,
        plays,
        rules.decks,
        knowledge.level,
        rules.flags,
        _sides(),
        kernels.tables_for(rules.flags),
        results,
    )
    return -results if rules.team_of(knowledge.seat) else results


@cache
def _sides() -> npt.NDArray[np.float64]:
    return np.stack([Weights().array] * TEAMS)
