"""What a first answer tells partners of the hand behind it (clause 13.3)."""

from __future__ import annotations

from typing import Final

from daguai.kernels.ranking import FULL_HOUSE, SHIFT, SINGLE, TRIPLE

_HIGH_SINGLE: Final = 11
_HIGH_PAIR: Final = 7


def signal_of(strength: int) -> float:
    """Read what a first answer says of the hand: 1 good, 0 nothing."""
    category = strength >> SHIFT
    value = strength & ((1 << SHIFT) - 1)
    if category == SINGLE:
        return 0.5 if value >= _HIGH_SINGLE else 0.0
    if category <= TRIPLE:
        return 1.0 if value >= _HIGH_PAIR else 0.0
    return 1.0 if category >= FULL_HOUSE else 0.3
