"""Whole deals between two sets of the club bot's weights, for tuning them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from daguai import kernels
from daguai.kernels.positions import NO_FACE, OWN_CHOICE
from daguai.rules import TEAMS, Rules

if TYPE_CHECKING:
    import numpy.typing as npt

_CLUB = np.array([[OWN_CHOICE, *[NO_FACE] * 4]], dtype=np.uint8)
_TO_LEAD = (-1, -1, 0)
"""Nothing to beat, nobody who laid it, nobody who passed."""


def duel(
    hands: npt.NDArray[np.uint8],
    starts: npt.NDArray[np.int64],
    levels: npt.NDArray[np.int64],
    rules: Rules,
    sides: npt.NDArray[np.float64],
) -> npt.NDArray[np.int64]:
    """Play deals twice, side 0 first on the even seats and then on the odd ones.

    The same deal is played twice, the teams exchanged, as in the arena; tribute is left out.

    Args:
        hands: ``uint8[n, seats, 54]``, all cards of all decks.
        starts: ``int64[n]``, who leads.
        levels: ``int64[n]``, the level ranks.
        rules: the table's rules.
        sides: ``float64[2, weights]``, the weights of either side.

    Returns:
        ``int64[n, 2]``: the points of side 0 less those of side 1 (clause 9.2).
    """
    points = np.empty((len(hands), TEAMS), dtype=np.int64)
    result = np.empty((1, 1), dtype=np.int64)
    nothing = np.zeros(rules.seats, dtype=np.int64)
    for n in range(len(hands)):
        position = np.array([starts[n], *_TO_LEAD], dtype=np.int64)
        for exchanged in range(TEAMS):
            kernels.club_playouts(
                hands[n : n + 1],
                position,
                nothing,
                nothing.astype(np.float64),
                np.zeros(54, dtype=np.int64),
                -1,
                _CLUB,
                rules.decks,
                int(levels[n]),
                rules.flags,
                np.ascontiguousarray(sides[::-1] if exchanged else sides),
                kernels.tables_for(rules.flags),
                result,
            )
            points[n, exchanged] = -result[0, 0] if exchanged else result[0, 0]
    return points
