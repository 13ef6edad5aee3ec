"""Whether processes run, and waiting for what happens in them."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="looks processes up in /proc"
)


def runs(pid: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def reached(true: Callable[[], bool], seconds: float = 300) -> bool:
    """Wait until something is true; return whether it became so."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True
