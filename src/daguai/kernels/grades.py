"""Grades of plays: what ``hold_chances`` tells chances for.

Plays of one size compare by their grade, ``category * STEPS + value`` with the values of
``groups``: all flushes with the same top are equal, whatever the option ``flush_ties``. The last
value of single cards, pairs and triples is no play's, and stands for five jokers that may be laid
on any size.
"""

from __future__ import annotations

from typing import Final

from daguai.kernels.flags import DESCENDING
from daguai.kernels.groups import VALUES
from daguai.kernels.ranking import FIELD, FIVE_OF_A_KIND, FLUSH, SHIFT

STEPS: Final = VALUES + 1
GRADES: Final = (FIVE_OF_A_KIND + 1) * STEPS

BEATEN: Final = 0
"""Row: the chance that some rival has a higher play of the same size, times ``CERTAIN``."""
RIVALS: Final = 1
"""Row: how many rivals may be expected to have one, times ``CERTAIN``."""
CERTAIN: Final = 1024


def grade_of(strength: int, flags: int) -> int:
    """Return the grade of a play."""
    category = strength >> SHIFT
    value = strength & ((1 << SHIFT) - 1)
    if category == FLUSH and flags & DESCENDING:
        value = (value >> (4 * FIELD)) - 1
    return category * STEPS + value
