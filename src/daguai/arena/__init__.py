"""The arena 擂台: how much stronger one bot is than another, with the luck of the cards cancelled.

>>> from daguai.rules import Rules
>>> rules = Rules.preset("points")
>>> sides = (LineUp.parse("beginner", rules), LineUp.parse("beginner", rules))
>>> found = measure(Terms(sides, rules, "public"), 1, jobs=1)
>>> found.points.value, len(found.faults)
(0.0, 0)
"""

from __future__ import annotations

from daguai.arena.crosstable import CrossTable, cross_table
from daguai.arena.faults import Fault
from daguai.arena.lineups import LineUp, LineUpError
from daguai.arena.measuring import Measurement, measure
from daguai.arena.openings import opening
from daguai.arena.playing import Pair, Terms, play_pair
from daguai.arena.statistics import Estimate, boundaries, estimate
from daguai.arena.workers import ArenaError

__all__ = [
    "ArenaError",
    "CrossTable",
    "Estimate",
    "Fault",
    "LineUp",
    "LineUpError",
    "Measurement",
    "Pair",
    "Terms",
    "boundaries",
    "cross_table",
    "estimate",
    "measure",
    "opening",
    "play_pair",
]
