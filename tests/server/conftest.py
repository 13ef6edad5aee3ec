"""Tests of the server meet the same deals, seats and bots in every run."""

from __future__ import annotations

import functools

import pytest
from chance import SEED, fix_chance


@pytest.fixture(autouse=True)
def chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw all that decides games from the seed and the test's name."""
    print(f"DAGUAI_TEST_SEED={SEED}")  # pytest shows it where the test fails
    put = functools.partial(monkeypatch.setattr, raising=False)
    fix_chance(f"{SEED} {request.node.nodeid}", put)
