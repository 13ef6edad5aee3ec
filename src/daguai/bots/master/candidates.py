"""What is worth a thought: thousands of plays brought down to a dozen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from daguai import kernels
from daguai.bots.club import weigh
from daguai.bots.club_reading import read
from daguai.bots.club_weights import Weights
from daguai.bots.master.knowledge import Counts, Knowledge
from daguai.kernels.decisions import CARDS, SIZE
from daguai.kernels.groups import category_of, jokers_of
from daguai.kernels.positions import NO_FACE, TO_BEAT
from daguai.view import View

WIDTH: Final = 8
"""So many moves of the club bot's are tried."""
PER_VALUE: Final = 0.35
"""Points that a difference of one in the club bot's values is taken for."""
MOST: Final = 0.8
"""Points that a move is thought to be worse at most before it is tried."""
_OTHERS: Final = 0.3
"""Points that a move is thought to be worse that the club bot did not think of."""
_ROOM: Final = 800
"""More abstract moves than any hand has."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Moves to be tried.

    Attributes:
        plays: ``uint8[n, 5]``, faces ascending and ``NO_FACE`` after them; none is a pass. The
            first is what the club bot would do.
        prior: ``float64[n]``, by how many points each is thought to be worse than the first, as a
            number below zero.
    """

    plays: Counts
    prior: npt.NDArray[np.float64]


def candidates_of(view: View, knowledge: Knowledge) -> Candidates:
    """Choose the moves to try.

    They are the best by the club bot's weighing, those of every size among them; and the strongest
    play of every size, which a list of cheap moves would miss.

    Args:
        view: the seat's view.
        knowledge: what it comes to.
    """
    weighed = weigh(read(view), Weights())
    order = np.argsort(-weighed.values, kind="stable").tolist()
    best = float(weighed.values[order[0]])
    worse: dict[tuple[int, ...], float] = {}
    sizes: set[int] = set()
    for rank, n in enumerate(order):
        size = int(weighed.moves[n, SIZE])
        if rank < WIDTH or size not in sizes:
            gap = PER_VALUE * (best - float(weighed.values[n]))
            worse[tuple(weighed.moves[n, CARDS : CARDS + size].tolist())] = -min(MOST, gap)
            sizes.add(size)
    for strong in _strongest(knowledge):
        worse.setdefault(tuple(sorted(strong)), -_OTHERS)
    plays = np.full((len(worse), 5), NO_FACE, dtype=np.uint8)
    for n, faces in enumerate(worse):
        plays[n, : len(faces)] = faces
    return Candidates(plays, np.array(list(worse.values())))


def _strongest(knowledge: Knowledge) -> list[list[int]]:
    """Return the strongest play of each size, of equal ones that with the fewest jokers."""
    moves = np.empty((_ROOM, 2), dtype=np.int64)
    plays = np.empty((_ROOM, 5), dtype=np.uint8)
    strengths = np.empty(_ROOM, dtype=np.int64)
    flags = knowledge.rules.flags
    found = kernels.list_moves(
        knowledge.hand,
        knowledge.level,
        flags,
        int(knowledge.position[TO_BEAT]),
        kernels.tables_for(flags),
        moves,
        plays,
        strengths,
    )
    best: dict[int, tuple[int, int, int]] = {}
    for n in range(min(found, _ROOM)):
        group = int(moves[n, 0])
        size = min(category_of(group), 3)
        key = (int(strengths[n]), -jokers_of(group), n)
        best[size] = max(best.get(size, key), key)
    return [[face for face in plays[n].tolist() if face != NO_FACE] for _, _, n in best.values()]
