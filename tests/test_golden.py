"""Whole matches, kept as text: a change in what happens or what is legal shows as a diff."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "make_golden.py"))


@pytest.mark.parametrize("name", list(SCRIPT["MATCHES"]))
def test_golden_playthrough(name):
    """Clauses 6 to 10; after an intended change run scripts/make_golden.py and read the diff."""
    kept = (ROOT / "tests" / "golden" / f"{name}.txt").read_text(encoding="utf-8")
    assert SCRIPT["playthrough"](name).splitlines() == kept.splitlines()
