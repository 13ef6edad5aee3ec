"""Who plays does not wait for research; who does research never gets stale code."""

from __future__ import annotations

import subprocess
import sys

import pytest

from daguai.kernels import _jit
from daguai.research.kernels import compiling

needs_compiler = pytest.mark.skipif(not _jit.enabled(), reason="nothing is compiled")


@pytest.fixture
def place(monkeypatch, tmp_path):
    """A made-up build of the core, and made-up sources."""
    sources = tmp_path / "research" / "kernels"
    sources.mkdir(parents=True)
    (sources / "one.py").write_text("x = 1\n")
    (sources.parent / "layout.py").write_text("y = 1\n")
    build = tmp_path / "kernels-of-the-core"
    build.mkdir()
    monkeypatch.setattr(compiling, "_HERE", sources)
    monkeypatch.setattr(compiling._jit, "cache_directory", lambda: build)
    return sources


def locate():
    return compiling.directory.__wrapped__()


@pytest.mark.parametrize("changed", ["one.py", "../layout.py"])
def test_a_changed_source_is_another_place_and_the_old_one_goes(place, changed):
    before = locate()
    assert locate() == before
    (place / changed).write_text("z = 2\n")
    after = locate()
    assert after != before
    assert [path.name for path in after.parent.iterdir()] == [after.name]


def test_it_lies_within_the_cores_build(place):
    assert locate().parent.name == "kernels-of-the-core"


FRESH = """
import sys
import daguai, daguai.match, daguai.bots, daguai.research.actions
print(any(name.startswith("daguai.research.kernels.") for name in sys.modules))
print(any(name in sys.modules for name in ("pettingzoo", "pyspiel", "gymnasium", "jax", "PIL")))
"""


def test_players_load_none_of_it():
    done = subprocess.run([sys.executable, "-c", FRESH], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


COLD = """
import pathlib, sys
from daguai import kernels
from daguai.research.kernels import compiling
kernels.warm_up(lambda done, total: None)
compiling.directory = lambda: pathlib.Path(sys.argv[1])
from daguai.research.batch import Batch
print(Batch(2).size)
"""


@needs_compiler
@pytest.mark.slow
def test_a_cold_start_says_so_once(tmp_path):
    def run():
        done = subprocess.run(
            [sys.executable, "-c", COLD, str(tmp_path)], capture_output=True, text=True, check=True
        )
        return done.stdout.split(), done.stderr.splitlines()

    assert run() == (["2"], ["daguai: compiling the batched engine, once…"])
    assert run() == (["2"], [])
