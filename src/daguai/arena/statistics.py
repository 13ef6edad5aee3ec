"""Means with intervals from duplicate pairs, and when a measurement may stop early.

Everything is a ratio of sums over pairs, such as points over deals: single deals make pairs of two
deals, whole matches make pairs of many. The error of a ratio comes from what each pair leaves over,
so nothing is assumed of deals within a pair. It is itself only estimated: intervals from few pairs
are wider by Student's distribution.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from daguai.arena.student import widened

CONFIDENCE: Final = 0.95
LOOKS: Final = 10
"""How often a measurement that may stop early is looked at, after equal parts of its pairs."""

Numbers: TypeAlias = npt.NDArray[np.float64]

_NORMAL: Final = NormalDist()
_GRID: Final = 401


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and how far it can be trusted.

    Attributes:
        value: the mean; None where there is nothing to take it of.
        low: lower end of its interval; None where nothing is known of the error, as with fewer than
            two pairs, or with pairs that all came to the same but 0.
        high: upper end.
        z: the mean in units of its error; None where that is not known.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    z: float | None = None

    @property
    def excludes_zero(self) -> bool:
        """Whether zero lies outside the interval."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)

    def __neg__(self) -> Estimate:
        """Return the same, seen from the other side."""
        value, low, high, z = (
            None if end is None else 0.0 - end for end in (self.value, self.high, self.low, self.z)
        )
        return Estimate(value, low, high, z)


def critical(confidence: float = CONFIDENCE) -> float:
    """Return how many errors an interval reaches to each side.

    >>> round(critical(), 2)
    1.96
    """
    return _NORMAL.inv_cdf((1 + confidence) / 2)


def estimate(sums: Sequence[float], sizes: Sequence[int], reach: float | None = None) -> Estimate:
    """Estimate sum over size from pairs.

    >>> estimate([2, 0, 4, 2], [2, 2, 2, 2]).value
    1.0

    Args:
        sums: for each pair what is averaged, summed over its deals.
        sizes: for each pair how many deals it had.
        reach: how many errors the interval would reach to each side if they were known; by default
            95 %. It reaches as much farther as their number of pairs calls for.
    """
    n, size = len(sums), sum(sizes)
    if not size:
        return Estimate(None)
    value = sum(sums) / size
    if n < 2:
        return Estimate(value)
    squares = sum((part - value * deals) ** 2 for part, deals in zip(sums, sizes, strict=True))
    error = math.sqrt(squares * n / (n - 1)) / size
    if not error:  # nothing is known of it, but that a bot against itself comes to just this
        return Estimate(value) if value else Estimate(0.0, 0.0, 0.0, 0.0)
    width = error * widened(critical() if reach is None else reach, n - 1)
    return Estimate(value, value - width, value + width, value / error)


@cache
def boundaries(
    looks: int = LOOKS, confidence: float = CONFIDENCE, first: int = 1
) -> tuple[float, ...]:
    """Return how many errors the interval must reach at each look so that all hold together.

    Looking often at an interval made for one look finds differences where there are none. Here the
    chance that the interval at *any* look misses the truth is that of one honest interval: at each
    look some of it is spent (Lan and DeMets), little at first and most at the end, as O'Brien and
    Fleming proposed.

    >>> [round(reach, 2) for reach in boundaries(4)]
    [4.33, 2.96, 2.36, 2.01]

    Args:
        looks: into how many equal parts the measurement is divided; after each of them is a look.
        confidence: the chance that all intervals hold.
        first: after which part the first look is.
    """
    alpha = 1 - confidence
    spent = 0.0
    found: list[float] = []
    x: Numbers = np.zeros(1)  # where the sum may stand, if no look has ended the measurement
    density: Numbers = np.ones(1)
    weight = 1.0
    before = 0
    for look in range(first, looks + 1):
        share = look / looks
        scale = math.sqrt(looks / (look - before))  # each part adds a variance of 1 / looks
        before = look
        spend = 4 * (1 - _NORMAL.cdf(_NORMAL.inv_cdf(1 - alpha / 4) / math.sqrt(share)))
        low, high = 0.0, 12.0
        for _ in range(40):
            reach = (low + high) / 2
            end = reach * math.sqrt(share)
            outside = weight * float(
                np.sum(density * (_tail((end - x) * scale) + _tail((end + x) * scale)))
            )
            low, high = (reach, high) if outside > spend - spent else (low, reach)
        found.append(reach)
        spent = spend
        end = reach * math.sqrt(share)
        grid = np.linspace(-end, end, _GRID)
        steps = (grid[:, None] - x[None, :]) * scale
        density = weight * (np.exp(-(steps**2) / 2) * scale / math.sqrt(2 * math.pi)) @ density
        density[[0, -1]] /= 2  # the trapezoidal rule
        x, weight = grid, float(grid[1] - grid[0])
    return tuple(found)


def _tail(z: Numbers) -> Numbers:
    return np.array([0.5 * math.erfc(value / math.sqrt(2)) for value in z])
