"""A measurement: many duplicate pairs over all cores, in order, and what they add up to."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Any

from daguai import kernels
from daguai.arena.playing import FAULTS, Fault, Pair, Terms, play_pair
from daguai.arena.statistics import CONFIDENCE, LOOKS, Estimate, boundaries, critical, estimate

_AHEAD = 3
"""So many pairs for each process are waiting or being played."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """What A came to against B.

    Attributes:
        terms: what was measured.
        pairs: duplicate pairs that counted, in order.
        faults: what ended the other pairs.
        reach: how many errors the intervals reach to each side.
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
    def shares(self) -> tuple[float, float]:
        """Share of deals won by A and by B."""
        deals = self.deals or 1
        return (
            sum(pair.won[0] for pair in self.pairs) / deals,
            sum(pair.won[1] for pair in self.pairs) / deals,
        )

    @property
    def matches(self) -> tuple[int, int]:
        """Matches won by A and by B."""
        return (
            sum(pair.matches[0] for pair in self.pairs),
            sum(pair.matches[1] for pair in self.pairs),
        )

    def milliseconds(self, side: int) -> float:
        """Return the mean time of a decision."""
        seconds = sum(pair.times[side][0] for pair in self.pairs)
        return 1000 * seconds / max(1, sum(pair.times[side][1] for pair in self.pairs))

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
        a, b = self.shares
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
            "won": {"a": a, "b": b, "drawn": max(0.0, 1 - a - b) if self.deals else 0.0},
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
        jobs: processes; by default one for each core. With 1 all is played in this process.
        stop_early: look after every tenth of the pairs, and stop when points a deal differ from
            nothing. The intervals are then wider, so that looking often is paid for
            (``statistics.boundaries``).
        progress: called with every pair as it is counted.
    """
    kernels.warm_up()
    looks = _looks(pairs) if stop_early else {pairs: critical()}
    counted: list[Pair] = []
    faults: list[Fault] = []
    reach = critical()
    played = 0
    stream = _played(terms, range(pairs), jobs or os.cpu_count() or 1)
    try:
        for pair in stream:
            played += 1
            if pair.fault is None:
                counted.append(pair)
            else:
                faults.append(pair.fault)
            if progress is not None:
                progress(pair)
            if played in looks:
                reach = looks[played]
                so_far = Measurement(terms, tuple(counted), tuple(faults), reach, played < pairs)
                if so_far.points.excludes_zero:
                    return so_far
    finally:
        stream.close()
    return Measurement(terms, tuple(counted), tuple(faults), reach)


def _looks(pairs: int) -> dict[int, float]:
    """Return after how many pairs to look, and how far the interval then reaches."""
    looks = min(LOOKS, pairs)
    return {pairs * look // looks: reach for look, reach in enumerate(boundaries(looks), start=1)}


def _played(terms: Terms, numbers: Iterable[int], jobs: int) -> Generator[Pair, None, None]:
    """Yield pairs in the order of their numbers."""
    if jobs == 1:
        for number in numbers:
            yield play_pair(terms, number)
        return
    # not forked: threads of libraries do not survive that
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin)
    waiting: deque[Future[Pair]] = deque()
    try:
        for number in numbers:
            if len(waiting) == _AHEAD * jobs:
                yield waiting.popleft().result()
            waiting.append(pool.submit(play_pair, terms, number))
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """Get a process of the pool ready; a pool that is killed tells nobody, so it watches."""
    pool = multiprocessing.parent_process()
    assert pool is not None, "this runs in the processes of a pool"
    sentinel = pool.sentinel

    def end_with_it() -> None:
        wait([sentinel])
        os._exit(1)

    threading.Thread(target=end_with_it, daemon=True).start()
    kernels.warm_up()
