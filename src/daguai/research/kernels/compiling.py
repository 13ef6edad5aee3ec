"""The decorator of these kernels, and the place for what it compiles."""

from __future__ import annotations

import hashlib
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from daguai.kernels import _jit

_Function = TypeVar("_Function", bound=Callable[..., Any])

_HERE: Final = Path(__file__).parent
_PREFIX: Final = "research-"


def jit(signature: str | None = None) -> Callable[[_Function], _Function]:
    """Compile a function as ``daguai.kernels`` does, but keep it in a place of its own.

    Parts are those of ``daguai.kernels``. No function here makes arrays: all room is given to it.
    """
    return _jit.jit(signature, directory)


@cache
def directory() -> Path:
    """Return where these kernels are kept: within the core's build, so they go when it goes.

    Its name changes with everything that goes into them: their sources and the layout.
    """
    digest = hashlib.sha256()
    for path in (*sorted(_HERE.glob("*.py")), _HERE.parent / "layout.py"):
        digest.update(path.read_bytes())
    build = _jit.cache_directory()
    found = build / f"{_PREFIX}{digest.hexdigest()[:16]}"
    for old in build.glob(f"{_PREFIX}*"):
        if old != found:
            shutil.rmtree(old, ignore_errors=True)
    found.mkdir(exist_ok=True)
    return found


@contextmanager
def announced() -> Iterator[None]:
    """Say on standard error, once, that what is loaded inside must be compiled."""
    told = False

    def tell() -> None:
        nonlocal told
        if not told:
            told = True
            print("daguai: compiling the batched engine, once…", file=sys.stderr, flush=True)

    with _jit.announcing_to(tell):
        yield
