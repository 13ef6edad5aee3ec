"""Classification and comparison, compiled from the very functions of ``ranking``."""

from __future__ import annotations

from daguai.kernels import ranking
from daguai.kernels._jit import jit

classify = jit("int64(int64[::1], int64, int64, int64, int16[:, ::1])")(ranking.classify)

# the same as parts of other kernels
strength_of = jit()(ranking.classify)
beats = jit()(ranking.beats)
size_of = jit()(ranking.size_of)
