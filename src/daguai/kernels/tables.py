"""Straights as look-up tables over sets of ranks, made once from clauses 3.2 and 4.4.

A set of ranks is a mask of 13 bits, bit 0 for the 2 and bit 12 for the ace. The kernels get
the table as an argument: numba would copy a global array into every compiled function.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from daguai.kernels.flags import AROUND, FILL_HIGH

ACE: Final = 12
MASKS: Final = 1 << 13

RUN_TOP: Final = 0
"""Row: the top of the run that exactly these natural ranks and jokers make, or -1."""
RUN_TOPS: Final = 0
"""Row ``RUN_TOPS + n`` for n = 2..5: the tops, as bits, of all runs that n of these ranks make."""
MIXED: Final = 6
"""Row ``MIXED + r``: bit n for n = 3..5 is set when n of these ranks, rank r among them, fit no
run; what makes a flush out of distinct ranks."""
RUN_SETS: Final = MIXED + 13 - 2
"""Row ``RUN_SETS + n`` for n = 2..5: how many sets of n ranks fit a run, then those sets, the
lowest top first."""
ROWS: Final = RUN_SETS + 6


def runs(around: bool) -> list[tuple[int, int]]:
    """Return the runs of five ranks as (mask, top), the lowest top first (clause 3.2)."""
    straight = [(1 << ACE | 0b1111, 3)]
    straight += [(0b11111 << (top - 4), top) for top in range(4, ACE + 1)]
    if around:
        for low in range(1, 4):  # KA234, QKA23, JQKA2
            ranks = [(ACE + i - 4 + low) % 13 for i in range(5)]
            straight.append((sum(1 << rank for rank in ranks), ACE))
    return straight


def tables_for(flags: int) -> npt.NDArray[np.int16]:
    """Return the table ``int16[ROWS, 8192]`` that goes with a table's options.

    >>> int(tables_for(0)[RUN_TOP, 0b1111])  # 2 3 4 5 and a joker: five-high
    3
    """
    return _tables(bool(flags & AROUND), bool(flags & FILL_HIGH))


@lru_cache(maxsize=4)
def _tables(around: bool, fill_high: bool) -> npt.NDArray[np.int16]:
    masks = np.arange(MASKS)
    size = np.bitwise_count(masks)
    tables = np.zeros((ROWS, MASKS), dtype=np.int16)
    top_of = tables[RUN_TOP]
    top_of[:] = -1
    for run, top in runs(around):
        fits = (masks & ~run == 0) & (masks != 0)
        top_of[fits if fill_high else fits & (top_of < 0)] = top
    for n in range(2, 6):
        row = tables[RUN_TOPS + n]
        chosen = (size == n) & (top_of >= 0)
        row[chosen] = 1 << top_of[chosen].astype(np.int64)
        _spread(row, range(13))
        sets = masks[chosen][np.argsort(top_of[chosen], kind="stable")]
        tables[RUN_SETS + n, : len(sets) + 1] = len(sets), *sets
    mixed = np.where((size >= 3) & (size <= 5) & (top_of < 0), 1 << size.astype(np.int64), 0)
    for rank in range(13):
        row = tables[MIXED + rank]
        row[:] = np.where(masks >> rank & 1, mixed, 0)
        _spread(row, (bit for bit in range(13) if bit != rank))
    return tables


def _spread(row: npt.NDArray[np.int16], bits: Iterable[int]) -> None:
    """Give every set of ranks what its subsets have."""
    for bit in bits:
        pairs = row.reshape(-1, 2, 1 << bit)
        pairs[:, 1] |= pairs[:, 0]
