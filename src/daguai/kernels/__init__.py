"""The questions bots ask millions of times, over plain arrays and integers.

A kernel is a function of this package, compiled on first use and kept on disk:
``kernels.list_plays(...)``. Importing the package loads no compiler, and with
``NUMBA_DISABLE_JIT=1`` or ``configure(jit=False)`` every kernel runs as plain Python.

A hand is ``uint8[54]``, the copies of each face; arrays that a kernel reads or fills are
contiguous and writeable. No kernel keeps anything between calls, so threads may share them, and
all release the interpreter's lock.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from daguai.kernels._jit import announcing_to, cache_directory, configure, enabled
from daguai.kernels.tables import tables_for

if TYPE_CHECKING:
    from daguai.kernels.arranging import arrange_counts
    from daguai.kernels.chances import hold_chances
    from daguai.kernels.dealing import deal_hands, determinise
    from daguai.kernels.judging import classify
    from daguai.kernels.listing import list_plays
    from daguai.kernels.moves import list_moves, move_masks
    from daguai.kernels.playouts import random_playouts
    from daguai.kernels.rollouts import club_playouts
    from daguai.kernels.turns import fewest_turns
    from daguai.kernels.weighing import weigh_cards, weigh_moves

__all__ = [
    "arrange_counts",
    "classify",
    "club_playouts",
    "configure",
    "deal_hands",
    "determinise",
    "fewest_turns",
    "hold_chances",
    "is_warm",
    "list_moves",
    "list_plays",
    "move_masks",
    "random_playouts",
    "tables_for",
    "warm_up",
    "weigh_cards",
    "weigh_moves",
]

_MODULE_OF: Final = {
    "classify": "judging",
    "list_plays": "listing",
    "list_moves": "moves",
    "move_masks": "moves",
    "deal_hands": "dealing",
    "determinise": "dealing",
    "random_playouts": "playouts",
    "club_playouts": "rollouts",
    "fewest_turns": "turns",
    "hold_chances": "chances",
    "arrange_counts": "arranging",
    "weigh_moves": "weighing",
    "weigh_cards": "weighing",
}
"""Every kernel and the module it is in."""


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if not is_warm():
        warm_up()
    return _load(name)


def _load(name: str) -> Any:
    kernel = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = kernel
    return kernel


def is_warm() -> bool:
    """Return whether kernels can be used without waiting for their compilation."""
    if not enabled() or all(name in globals() for name in _MODULE_OF):
        return True
    kept = {path.name.split("-")[0] for path in cache_directory().rglob("*.nbi")}
    return {name.split(".")[-1] for name in kept} >= _MODULE_OF.keys()


def warm_up(progress: Callable[[int, int], None] | None = None) -> None:
    """Load every kernel, compiling those that are not kept on disk yet.

    Args:
        progress: called with how many kernels are compiled and how many there are, before each
            compilation and at the end if there was any; by default a line on standard error.
    """
    total = len(_MODULE_OF)
    compiled = 0
    with _reporting(progress) as report:

        def compiling() -> None:
            nonlocal compiled
            report(compiled, total)
            compiled += 1

        with announcing_to(compiling), _without_collecting():
            for name in _MODULE_OF:
                _load(name)
        if compiled:
            report(total, total)


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Look for no garbage: a compiler makes much that lives, and looking costs a sixth."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@contextmanager
def _reporting(
    progress: Callable[[int, int], None] | None,
) -> Iterator[Callable[[int, int], None]]:
    if progress is not None:
        yield progress
        return
    stream = sys.stderr
    in_place = stream.isatty()
    written = False

    def report(done: int, total: int) -> None:
        nonlocal written
        if in_place:
            print(f"\rdaguai: compiling the fast core, once ({done}/{total})…", end="", file=stream)
        elif not written:
            print(f"daguai: compiling the fast core, once ({total} parts)…", file=stream)
        stream.flush()
        written = True

    yield report
    if written and in_place:
        print(file=stream)
