"""A measurement: many duplicate pairs over all cores, in order, and what they add up to."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from daguai import kernels
from daguai.arena.faults import FAULTS, Fault
from daguai.arena.playing import Pair, Terms
from daguai.arena.statistics import CONFIDENCE, LOOKS, Estimate, boundaries, critical, estimate
from daguai.arena.workers import played
from daguai.errors import CodedError

FEWEST: Final = 10
"""No measurement stops with fewer pairs that count: their error is too uncertain."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """What A came to against B.

    Attributes:
        terms: what was measured.
        pairs: duplicate pairs that counted, in order.
        faults: what ended the other pairs.
        reach: how many errors the intervals would reach to each side if errors were known.
        stopped: whether it ended before all pairs were played.
    """

    terms: Terms
    pairs: tuple[Pair, ...]
    faults: tuple[Fault, ...]
    reach: float
    stopped: bool = False

    @property
    def deals(self) -> int:
        """How many deals counted."""
        return sum(self._sizes)

    @property
    def points(self) -> Estimate:
        """Points a deal, of A over B: the difference of the teams, per player (clause 9.2)."""
        return self._of([sum(pair.points) for pair in self.pairs])

    @property
    def levels(self) -> Estimate:
        """Levels a deal, of A over B."""
        return self._of([pair.levels for pair in self.pairs])

    @property
    def won(self) -> Estimate:
        """Share of deals won by A less that won by B."""
        return self._of([pair.won[0] - pair.won[1] for pair in self.pairs])

    @property
    def shares(self) -> tuple[float, float] | None:
        """Share of deals won by A and by B, None where no deal counted."""
        if not self.deals:
            return None
        return (
            sum(pair.won[0] for pair in self.pairs) / self.deals,
            sum(pair.won[1] for pair in self.pairs) / self.deals,
        )

    @property
    def matches(self) -> tuple[int, int]:
        """Matches won by A and by B."""
        return (
            sum(pair.matches[0] for pair in self.pairs),
            sum(pair.matches[1] for pair in self.pairs),
        )

    def milliseconds(self, side: int) -> float | None:
        """Return the mean time of a decision, None where there was none."""
        decisions = sum(pair.times[side][1] for pair in self.pairs)
        seconds = sum(pair.times[side][0] for pair in self.pairs)
        return 1000 * seconds / decisions if decisions else None

    def blamed(self, side: int) -> dict[str, int]:
        """Return how often a side did each thing wrong."""
        kinds = Counter(fault.kind for fault in self.faults if fault.side == side)
        return {kind: kinds[kind] for kind in FAULTS}

    @property
    def _sizes(self) -> list[int]:
        return [len(pair.points) for pair in self.pairs]

    def _of(self, sums: Sequence[float]) -> Estimate:
        return estimate(sums, self._sizes, self.reach)

    def json(self) -> dict[str, Any]:
        """Return all of it as one JSON object."""
        a, b = self.shares or (None, None)
        drawn = None if a is None or b is None else max(0.0, 1 - a - b)
        points = self.points
        return {
            "a": self.terms.sides[0].text,
            "b": self.terms.sides[1].text,
            "seed": self.terms.seed,
            "unit": "match" if self.terms.matches else "deal",
            "pairs": len(self.pairs),
            "deals": self.deals,
            "points_per_deal": points.value,
            "interval": _ends(points),
            "confidence": CONFIDENCE,
            "z": points.z,
            "levels_per_deal": self.levels.value,
            "levels_interval": _ends(self.levels),
            "won": {"a": a, "b": b, "drawn": drawn},
            "won_difference": self.won.value,
            "won_interval": _ends(self.won),
            "matches_won": {"a": self.matches[0], "b": self.matches[1]},
            "faults": len(self.faults),
            "faults_by": {"a": self.blamed(0), "b": self.blamed(1)},
            "first_fault": self.faults[0].text if self.faults else None,
            "stopped_early": self.stopped,
            "decision_ms": {"a": self.milliseconds(0), "b": self.milliseconds(1)},
        }


def _ends(value: Estimate) -> list[float] | None:
    return None if value.low is None or value.high is None else [value.low, value.high]


def measure(
    terms: Terms,
    pairs: int,
    *,
    jobs: int | None = None,
    stop_early: bool = False,
    progress: Callable[[Pair], None] | None = None,
) -> Measurement:
    """Play duplicate pairs and add them up; the answer is the same whatever ``jobs`` is.

    A pair in which a bot was at fault does not count for either side.

    Args:
        terms: who plays, by which rules, from which seed.
        pairs: how many pairs to play at most.
        jobs: processes; by default one for each core. With 1 all is played in this process, which
            then ends with a bot that ends its process; elsewhere that is a fault.
        stop_early: look after every tenth of the pairs, ten of them at least, and stop when points
            a deal differ from nothing. The intervals are then wider, so that looking often is paid
            for (``statistics.boundaries``).
        progress: called with every pair as it is counted.

    Raises:
        CodedError: there are no pairs or no processes to be; code ``not_positive``.
        ArenaError: processes end though no bot is asked.
    """
    for number, what in ((pairs, "pairs"), (1 if jobs is None else jobs, "jobs")):
        if number < 1:
            message = f"{what} must be more than 0, not {number}"
            raise CodedError("not_positive", message, what=what)
    kernels.warm_up()
    looks = _looks(pairs) if stop_early else {}
    counted: list[Pair] = []
    faults: list[Fault] = []
    reach = critical()
    stream = played(terms, pairs, jobs or os.cpu_count() or 1)
    try:
        for number, pair in enumerate(stream, start=1):
            if pair.fault is None:
                counted.append(pair)
            else:
                faults.append(pair.fault)
            if progress is not None:
                progress(pair)
            if number in looks:
                reach = looks[number]
                so_far = Measurement(terms, tuple(counted), tuple(faults), reach, number < pairs)
                if len(counted) >= FEWEST and so_far.points.excludes_zero:
                    return so_far
    finally:
        stream.close()
    return Measurement(terms, tuple(counted), tuple(faults), reach)


def _looks(pairs: int) -> dict[int, float]:
    """Return after how many pairs to look, and how far the interval then reaches."""
    after = {part: pairs * part // LOOKS for part in range(1, LOOKS + 1)}
    parts = [part for part, number in after.items() if number >= FEWEST]
    if not parts:
        return {}
    reaches = boundaries(first=parts[0])
    return {after[part]: reach for part, reach in zip(parts, reaches, strict=True)}
