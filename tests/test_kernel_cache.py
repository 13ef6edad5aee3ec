"""Where compiled code is kept, and what is told while it is made."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from daguai import kernels
from daguai.kernels import _jit


@pytest.fixture
def places(monkeypatch, tmp_path):
    """A made-up installation and user's cache directory."""
    package, user = tmp_path / "package", tmp_path / "user"
    package.mkdir()
    (package / "one.py").write_text("x = 1\n")
    monkeypatch.setattr(_jit, "_SOURCES", package)
    monkeypatch.setattr(_jit.platformdirs, "user_cache_path", lambda _: user)
    monkeypatch.setattr(_jit, "build_key", _jit.build_key.__wrapped__)
    return package / "__pycache__", user


def locate():
    return _jit.cache_directory.__wrapped__()


def refuse(monkeypatch, *places):
    writable = _jit._writable
    monkeypatch.setattr(
        _jit, "_writable", lambda d: not any(d.is_relative_to(p) for p in places) and writable(d)
    )


def test_compiled_code_lies_beside_the_sources(places):
    assert locate().parent == places[0]


def test_a_changed_source_is_another_build(places):
    before = locate()
    (places[0].parent / "one.py").write_text("x = 2\n")
    assert locate() != before


def test_a_read_only_installation_uses_the_users_directory(places, monkeypatch):
    refuse(monkeypatch, places[0])
    assert locate().parent == places[1]


def test_where_nothing_can_be_written_a_new_directory_serves(places, monkeypatch):
    refuse(monkeypatch, *places)
    first, second = locate(), locate()
    assert first != second
    assert not first.is_relative_to(places[1])


def test_a_build_that_came_with_a_read_only_installation_is_used(places, monkeypatch):
    shipped = locate()
    (shipped / "code").write_text("compiled")
    refuse(monkeypatch, places[0])
    assert (locate() / "code").read_text() == "compiled"


def test_old_builds_are_cleared_away(places):
    for n in range(5):
        (places[0].parent / "one.py").write_text(f"x = {n}\n")
        current = locate()
        os.utime(current, (n, n))
    left = {d.name for d in places[0].iterdir()}
    assert len(left) == 3
    assert current.name in left


def test_kernels_are_chosen_before_they_are_used():
    """Once loaded, they cannot be exchanged."""
    kernels.warm_up(lambda done, total: None)
    assert kernels.is_warm()
    kernels.configure(jit=_jit.enabled())
    with pytest.raises(RuntimeError, match="before their first use"):
        kernels.configure(jit=not _jit.enabled())


def test_there_is_no_other_kernel():
    with pytest.raises(AttributeError, match="no attribute 'fold'"):
        _ = kernels.fold


COLD = """
import pathlib, sys
from daguai import kernels
from daguai.kernels import _jit
_jit.cache_directory = kernels.cache_directory = lambda: pathlib.Path(sys.argv[1])
print(kernels.is_warm())
kernels.list_plays
print(kernels.is_warm())
"""


@pytest.mark.slow
@pytest.mark.skipif(not _jit.enabled(), reason="nothing is compiled")
def test_a_cold_start_says_so_once(tmp_path):
    def run():
        done = subprocess.run(
            [sys.executable, "-c", COLD, str(tmp_path)], capture_output=True, text=True, check=True
        )
        return done.stdout.split(), done.stderr.splitlines()

    answers, lines = run()
    assert answers == ["False", "True"]
    assert len(lines) == 1
    assert lines[0].startswith("daguai: compiling the fast core, once")
    assert run() == (["True", "True"], [])
