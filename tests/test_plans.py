"""The plan of a hand, as the compiled core makes it; its parts run as plain Python only."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from daguai import Rules, classify
from daguai.cards import FACES
from daguai.kernels import plan_cards, planning, tallies
from daguai.kernels._jit import enabled
from daguai.kernels.decisions import CARDS, ROW, SIZE, STRENGTH
from daguai.kernels.holding import HOLDING, hold
from daguai.kernels.odds import CATEGORIES, VALUES
from daguai.kernels.ranking import (
    FIVE_OF_A_KIND,
    FOUR_AND_ONE,
    FULL_HOUSE,
    LEVEL_VALUE,
    PAIR,
    SINGLE,
    TRIPLE,
)
from daguai.kernels.tables import tables_for

plain = pytest.mark.skipif(enabled(), reason="runs below, in a process without the compiler")

levels = st.integers(0, 12)
by_rank = st.lists(st.integers(0, 12), min_size=13, max_size=13)
some_costs = st.integers(0, 2**32 - 1).map(
    lambda seed: np.random.default_rng(seed).uniform(-0.5, 2.0, (CATEGORIES, VALUES))
)
hands = st.lists(st.sampled_from(sorted([*FACES] * 3)), min_size=1, max_size=28).map(Counter)


@pytest.mark.skipif(not enabled(), reason="this is that process")
def test_all_of_this_as_plain_python() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    assert "5 passed" in run.stdout


def tally_of(ranks: list[int]) -> int:
    return sum(count << tallies.BITS * rank for rank, count in enumerate(ranks))


def places(found: int) -> list[int]:
    return [n for n in range(LEVEL_VALUE + 1) if found >> tallies.BITS * n & 1]


@plain
@given(by_rank, levels)
def test_a_tally_tells_which_ranks_have_how_many(ranks: list[int], level: int) -> None:
    """Clause 2.1: by value the level rank comes last."""
    by_value = [*ranks, ranks[level]]
    by_value[level] = 0
    tally = tallies.by_value(tally_of(ranks), level)
    assert [tallies.in_rank(n, tally) for n in range(14)] == by_value
    for count in range(1, 5):
        found = places(tallies.with_just(count, tally))
        assert found == [n for n in range(14) if by_value[n] == count]
    assert places(tallies.with_five(tally)) == [n for n in range(14) if by_value[n] >= 5]
    assert places(tallies.ranks_of(tally)) == [n for n in range(14) if by_value[n]]


@plain
@given(st.integers(0, 2**13 - 1))
def test_a_mask_is_the_same_set_as_a_tally(mask: int) -> None:
    assert places(tallies.spread_out(mask)) == [n for n in range(13) if mask >> n & 1]


@plain
@given(by_rank, levels, some_costs)
def test_ranks_alone_cost_what_their_groups_cost(
    ranks: list[int], level: int, costs: np.ndarray
) -> None:
    """Fours take the lowest single cards along, triples the lowest pairs."""
    cost = 0.0
    left: dict[int, list[int]] = {1: [], 2: [], 3: [], 4: []}
    for value in range(LEVEL_VALUE + 1):
        count = 0 if value == level else ranks[level if value == LEVEL_VALUE else value]
        while count > 4:
            cost += costs[FIVE_OF_A_KIND, value]
            count -= 5
        if count:
            left[count].append(value)
    for value in left[3]:
        if left[2]:
            left[2].pop(0)
            cost += costs[FULL_HOUSE, value]
        else:
            cost += costs[TRIPLE, value]
    broken = False
    for value in left[4]:
        cost += costs[FOUR_AND_ONE, value]
        if left[1]:
            left[1].pop(0)
        elif left[2] and not broken:
            cost += costs[SINGLE, left[2].pop(0)]
            broken = True
        else:
            cost += costs[SINGLE, 0]
    cost += sum(costs[PAIR, value] for value in left[2])
    cost += sum(costs[SINGLE, value] for value in left[1])
    tally = tallies.by_value(tally_of(ranks), level)
    assert plan_cards.groups_cost(tally, costs) == pytest.approx(cost)


@plain
@given(hands, levels, some_costs, st.sampled_from(["classic", "points", "house"]))
def test_a_plan_is_plays_of_just_these_cards(
    hand: Counter, level: int, costs: np.ndarray, preset: str
) -> None:
    """Every card is in one play, and every play is legal."""
    rules = Rules.preset(preset)
    counts = np.zeros(54, dtype=np.uint8)
    for face, copies in hand.items():
        counts[face] = min(copies, rules.decks)
    cards = np.empty(HOLDING, dtype=np.int64)
    left = np.empty(plan_cards.LEFT, dtype=np.int64)
    rows = np.zeros((int(counts.sum()) + 1, ROW), dtype=np.int64)
    hold(counts, cards)
    plan_cards.spread(cards, left)
    tables = tables_for(rules.flags)
    planning.make_plan(level, rules.flags, 0.3, costs, tables, left, rows)
    laid: Counter[int] = Counter()
    for row in rows[: left[plan_cards.TURNS]]:
        faces = row[CARDS : CARDS + row[SIZE]].tolist()
        laid.update(faces)
        strength = int(row[STRENGTH])
        assert classify([FACES[face] for face in faces], rules, level).strength == strength
    assert laid == Counter({face: int(n) for face, n in enumerate(counts) if n})


@plain
@given(hands, levels, some_costs)
def test_a_plan_lowers_what_the_groups_cost(hand: Counter, level: int, costs: np.ndarray) -> None:
    """Fives are taken, and jokers join, only where that saves something."""
    rules = Rules.preset("points")
    counts = np.zeros(54, dtype=np.uint8)
    for face, copies in hand.items():
        if face < 52:
            counts[face] = min(copies, rules.decks)
    cards = np.empty(HOLDING, dtype=np.int64)
    left = np.empty(plan_cards.LEFT, dtype=np.int64)
    none = np.empty((0, ROW), dtype=np.int64)
    hold(counts, cards)
    plan_cards.spread(cards, left)
    alone = plan_cards.groups_cost(tallies.by_value(int(left[plan_cards.TALLY]), level), costs)
    tables = tables_for(rules.flags)
    planned = planning.make_plan(level, rules.flags, 0.3, costs, tables, left, none)
    assert planned <= alone + 1e-9
