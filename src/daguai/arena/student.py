"""Student's distribution: how much wider an interval is whose error was estimated from few."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

_STEPS: Final = 1000
_EXACT: Final = 1e-15


@cache
def widened(reach: float, degrees: int) -> float:
    """Return how many *estimated* errors miss the truth as rarely as ``reach`` known ones do.

    >>> round(widened(1.96, 9), 2), round(widened(1.96, 1999), 2)
    (2.26, 1.96)

    Args:
        reach: how many errors an interval reaches to each side by the normal distribution.
        degrees: degrees of freedom of the error, one less than what it was estimated from.
    """
    outside = math.erfc(reach / math.sqrt(2))
    low, high = reach, 2 * reach
    while beyond(high, degrees) > outside:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if beyond(middle, degrees) > outside else (low, middle)
    return high


def beyond(t: float, degrees: int) -> float:
    """Return the chance that Student's t is farther from 0, to either side, than ``t``.

    >>> round(beyond(2.262, 9), 4)
    0.05
    """
    if not t:
        return 1.0
    near = t * t / (degrees + t * t)
    if near < 1.5 / (degrees / 2 + 2.5):  # where the fraction converges better for the other part
        return 1 - _incomplete_beta(0.5, degrees / 2, near)
    return _incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t))


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function by its continued fraction, after Lentz."""
    scale = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(scale + a * math.log(x) + b * math.log1p(-x)) / a
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for part in (even, odd):
            d = 1 / (1 + part * d)
            c = 1 + part / c
            value *= c * d
        if abs(c * d - 1) < _EXACT:
            break
    return front * value
