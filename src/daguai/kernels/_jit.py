"""The one decorator of compiled functions, and where compiled code is kept.

Numba's own cache notices a changed function but not a changed callee in another file, so the
cache directory is named after a hash of all sources here. It lies beside them, or in the
user's cache directory where the installation is read-only.
"""

from __future__ import annotations

import atexit
import hashlib
import importlib.metadata
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import platformdirs

_Function = TypeVar("_Function", bound=Callable[..., Any])

Progress = Callable[[], None]

_SOURCES: Final = Path(__file__).parent
_KEPT: Final = 3
"""How many builds one place keeps: the newest, and those of other interpreters."""


class _State:
    enabled: bool = os.environ.get("NUMBA_DISABLE_JIT", "0") in {"", "0"}
    used: bool = False
    on_compile: Progress | None = None


def configure(*, jit: bool) -> None:
    """Choose between compiled kernels and plain Python, before the first use of a kernel.

    Args:
        jit: False runs every kernel as plain Python and never imports numba; the environment
            variable ``NUMBA_DISABLE_JIT=1`` does the same.

    Raises:
        RuntimeError: kernels were loaded already.
    """
    if _State.used and jit != _State.enabled:
        raise RuntimeError("kernels are loaded already; configure them before their first use")
    _State.enabled = jit


def enabled() -> bool:
    """Return whether kernels are, or would be, compiled."""
    return _State.enabled


def jit(
    signature: str | None = None, directory: Callable[[], Path] | None = None
) -> Callable[[_Function], _Function]:
    """Compile a function; those with a signature are compiled at once and kept on disk.

    A function without one is a part of others: it is compiled with them and not kept itself,
    and works on arrays that it is given. It has no machine code of its own, and raises when
    Python calls it; a function that both need is written without ``jit`` and made a part by
    ``part = jit()(function)``, as in ``judging``.

    Args:
        signature: what the function takes and gives, as numba writes it.
        directory: where to keep what is compiled, if not in ``cache_directory``.
    """

    def decorate(function: _Function) -> _Function:
        _State.used = True
        if not _State.enabled:
            return function
        import numba  # noqa: PLC0415  (not loaded when kernels run as plain Python)

        from daguai.kernels._parts import PartCompiler, compare_options_quickly  # noqa: PLC0415

        compare_options_quickly()
        njit: Any = numba.njit
        if signature is None:
            # Without the runtime that counts references to arrays: counting takes longer than
            # all else together. Such a function cannot make arrays of its own.
            part = njit(
                nogil=True,
                _nrt=False,
                no_cpython_wrapper=True,
                no_cfunc_wrapper=True,
                pipeline_class=PartCompiler,
            )(function)
            return cast(_Function, _once(part))
        with _cache_in((directory or cache_directory)()), _announcing():
            compiled = njit(nogil=True, cache=True)(function)
            compiled.compile(signature)
        compiled.disable_compile()
        return cast(_Function, compiled)

    return decorate


def _once(part: Any) -> Any:
    """Keep numba from compiling a part anew for every constant that it is called with."""
    import numba  # noqa: PLC0415

    unliteral: Any = numba.types.unliteral
    template_of = part.get_call_template

    def general(arguments: Any, named: Any) -> Any:
        return template_of(
            tuple(map(unliteral, arguments)),
            {name: unliteral(kind) for name, kind in named.items()},
        )

    part.get_call_template = general
    return part


@contextmanager
def _cache_in(directory: Path) -> Iterator[None]:
    import numba  # noqa: PLC0415

    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(directory)
    try:
        yield
    finally:
        config.CACHE_DIR = before


@contextmanager
def _announcing() -> Iterator[None]:
    """Tell ``on_compile`` when a function is not found in the cache and must be compiled."""
    from numba.core import event  # noqa: PLC0415

    class Once(event.Listener):
        told = False

        def on_start(self, _: Any) -> None:
            if not self.told and _State.on_compile is not None:
                self.told = True
                _State.on_compile()

        def on_end(self, _: Any) -> None:
            pass

    with event.install_listener("numba:compile", Once()):
        yield


@contextmanager
def announcing_to(progress: Progress) -> Iterator[None]:
    """Call ``progress`` before each compilation of a kernel inside this context."""
    before, _State.on_compile = _State.on_compile, progress
    try:
        yield
    finally:
        _State.on_compile = before


@cache
def build_key() -> str:
    """Return the name of the cache directory: it changes with whatever makes old code stale."""
    digest = hashlib.sha256()
    for path in sorted(_SOURCES.glob("*.py")):
        digest.update(path.read_bytes())
    for fact in (
        importlib.metadata.version("numba"),
        sys.implementation.cache_tag,
        platform.machine(),
        os.environ.get("NUMBA_BOUNDSCHECK", ""),
    ):
        digest.update(f"\0{fact}".encode())
    return f"kernels-{digest.hexdigest()[:16]}"


@cache
def cache_directory() -> Path:
    """Return where compiled code is kept, made if need be; old builds there are cleared away."""
    beside = _SOURCES / "__pycache__"
    for place in (beside, platformdirs.user_cache_path("daguai")):
        directory = place / build_key()
        if _writable(directory):
            _clear(place, directory)
            break
    else:  # nobody else can have put code there: the name is new
        directory = Path(tempfile.mkdtemp(prefix="daguai-"))
        atexit.register(shutil.rmtree, directory, ignore_errors=True)
    shipped = beside / build_key()
    if directory != shipped and shipped.is_dir() and not any(directory.iterdir()):
        with suppress(OSError):  # a build that came with a read-only installation
            shutil.copytree(shipped, directory, dirs_exist_ok=True)
    return directory


def _writable(directory: Path) -> bool:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            return True
    except OSError:
        return False


def _clear(place: Path, current: Path) -> None:
    def age(directory: Path) -> float:
        try:
            return -directory.stat().st_mtime
        except OSError:
            return 0.0

    others = sorted((d for d in place.glob("kernels-*") if d != current), key=age)
    for directory in others[_KEPT - 1 :]:
        shutil.rmtree(directory, ignore_errors=True)
