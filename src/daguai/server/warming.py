"""Getting the fast core ready while the server answers already.

The compiler holds Python's lock for most of a minute, and would stop everything else in this
process. So it runs in another one; here is only loaded what it has kept.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from typing import Final

import structlog

from daguai import kernels
from daguai.server import memory, pilots

log = structlog.get_logger("daguai.server")

COMPILER: Final = (sys.executable, "-m", "daguai.kernels")
"""Compiles every kernel and keeps it on disk."""


async def warm_up() -> None:
    """Compile what is not compiled yet, in a process of its own, and load it."""
    if not kernels.is_warm():
        log.info("compiling the fast core, once")
        await _compile()
    await asyncio.to_thread(_load)
    memory.settle()


def _load() -> None:
    kernels.warm_up()  # where nothing can be kept, it compiles here
    pilots.load()


async def _compile() -> None:
    paths = os.pathsep.join(filter(None, sys.path))
    environment = {**os.environ, "PYTHONPATH": paths}
    process = subprocess.Popen(COMPILER, stdin=subprocess.DEVNULL, env=environment)
    try:
        status = await asyncio.to_thread(process.wait)
    except asyncio.CancelledError:
        process.kill()
        raise
    if status:
        log.warning("compiling apart failed", status=status)
