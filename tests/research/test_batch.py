"""The batched engine is the same game as the rules, move by move."""

from __future__ import annotations

import pytest
from mirror import Mirror

from daguai.kernels import _jit
from daguai.research.batch import Batch
from daguai.rules import Rules

NOTHING = 255

TABLES = {
    "classic": (Rules(), "2", "difference"),
    "points": (Rules.preset("points"), "7", "points"),
    "house": (Rules.preset("house"), None, "difference"),
    "final passes, partner leads": (
        Rules(pass_is_final=True, lead_after_out="next_teammate", counts_shown=0), "A", "difference"
    ),
    "jokers on anything": (
        Rules(
            heavenly_bomb="any_size", joker_pair="little_pair_over_mixed", straight_fill="high",
            around_the_corner=False, flush_ties="descending", scoring="placement",
        ), "5", "difference",
    ),
}  # fmt: skip

few = 4 if _jit.enabled() else 1


@pytest.mark.parametrize("table", TABLES)
def test_every_position_is_that_of_the_rules(table):
    """Who acts, what is allowed with which cards, what is observed, what is paid."""
    rules, level, reward = TABLES[table]
    batch = Batch(few, rules, seed=5, level=level, reward=reward)
    mirror = Mirror(batch, reward)
    positions = 0
    while batch.deals < few:
        positions += mirror.compare()
        mirror.step(batch.random_choices().copy())
    mirror.compare()
    assert positions > 150 * few


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_thousands_of_positions_are_those_of_the_rules(table):
    rules, level, reward = TABLES[table]
    batch = Batch(16, rules, seed=11, level=level, reward=reward)
    mirror = Mirror(batch, reward)
    while batch.deals < 60:
        mirror.compare()
        mirror.step(batch.random_choices().copy())
