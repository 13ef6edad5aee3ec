"""The playout policy's parameters, in the order of ``kernels.policy_weights``."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

OWN: Final = (
    0.303, 0.211, 0.341, -0.114, -1.208, -1.15, -1.368, -1.479,
    0.743, 0.5, -1.77, 0.239, 1.384, 0.277, 0.686, -0.117,
    -0.11, 0.525, 0.237, 0.385, -0.066, -0.343, -0.132, -0.95,
    -0.928, 0.95, -0.51, -1.067, -0.239, -0.389, 0.034, 0.846,
    2.079, 0.749, 0.11, 1.388, 1.059, 1.419, 1.246, -0.184,
    -0.421, -0.281, -0.694, 2.048, -1.459, 0.119, 0.099, 0.965,
    -0.212, -0.189, 0.163, 0.442, 0.897, 1.028, 0.183, -0.0,
    0.148, -0.208, 0.081, 0.144, -0.096, 0.048,
)  # fmt: skip
"""The strongest that ``scripts/tune_policy.py`` found."""

OTHERS: Final = (
    0.214, 0.35, 0.246, 0.093, -1.188, -1.185, -1.502, -1.964,
    0.474, 0.489, -1.568, 0.041, 1.763, 0.096, 0.677, 0.221,
    -0.207, 0.085, 0.15, 0.173, 0.012, -0.428, -0.324, -1.172,
    -1.342, 0.922, -0.641, -1.115, 0.033, -0.643, 0.066, 0.325,
    2.118, 0.86, 0.216, 1.439, 1.005, 1.588, 1.258, -0.294,
    -0.639, -0.643, -0.852, 1.253, -0.844, 0.223, 0.255, 0.973,
    -0.207, -0.182, 0.214, 0.495, 0.983, 1.019, 0.325, -0.133,
    0.196, -0.172, -0.529, -0.008, -0.099, -0.168,
)  # fmt: skip
"""What agrees best with decisions of the club bot: how opponents are taken to play. Opponents who
play as oneself does in playouts are exploited in ways that real ones do not fall for."""


@cache
def parameters(team: int) -> npt.NDArray[np.float64]:
    """Return ``float64[2, PARAMETERS]``, the policy of both teams, seen from ``team``."""
    both = np.array((OTHERS, OTHERS), dtype=np.float64)
    both[team] = OWN
    both.flags.writeable = False
    return both
