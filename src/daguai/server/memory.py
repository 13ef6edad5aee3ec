"""Keeps Python's garbage collector from stopping every table at once."""

from __future__ import annotations

import gc
from typing import Final

_THRESHOLDS: Final = (20_000, 25, 25)
"""A server's objects live long and rarely form cycles: look at them less often."""


def settle() -> None:
    """Leave what is loaded by now, which stays for good, out of all further collections.

    Compiled code and its libraries are a million objects; going through them takes half a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
