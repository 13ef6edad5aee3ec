"""The playout policy's parameters, as ``scripts/tune_policy.py`` found them."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

VALUES: Final = (
    0.286, 0.285, 0.354, -0.157, -1.097, -1.053, -1.344, -1.559,
    0.867, 0.47, -1.771, 0.232, 1.386, 0.257, 0.769, -0.1,
    -0.133, 0.552, 0.151, 0.436, -0.064, -0.319, -0.169, -0.96,
    -0.84, 0.967, -0.542, -1.078, -0.183, -0.389, -0.011, 0.83,
    2.053, 0.718, 0.147, 1.365, 1.102, 1.408, 1.272, -0.154,
    -0.513, -0.324, -0.732, 2.019, -1.405, 0.114, 0.094, 1.058,
    -0.28, -0.216, 0.149, 0.477, 0.928, 1.028, 0.079, -0.052,
    0.078, -0.349, 0.155, 0.001, -0.075, 0.015,
)  # fmt: skip
"""In the order of ``kernels.policy_weights``."""


@cache
def parameters() -> npt.NDArray[np.float64]:
    """Return the parameters ``float64[PARAMETERS]`` of the playout policy; not to be changed."""
    values = np.array(VALUES, dtype=np.float64)
    values.flags.writeable = False
    return values
