"""The arena's intervals: honest with few pairs, with many, and however often they are looked at."""

from __future__ import annotations

import math
from random import Random
from statistics import NormalDist

import pytest

from daguai import Rules
from daguai.arena import (
    Fault,
    LineUp,
    Pair,
    Terms,
    boundaries,
    estimate,
    measure,
    measuring,
)
from daguai.arena.student import beyond, widened

POINTS = Rules.preset("points")
SAME = LineUp.parse("random", POINTS)
TERMS = Terms((SAME, SAME), POINTS, "statistics")


@pytest.fixture
def come_to(monkeypatch):
    """Let pairs come to what is drawn instead of being played."""

    def come_to(draw):
        def played(_terms, pairs, _jobs):
            for number in range(pairs):
                yield Pair(number, draw(number))

        monkeypatch.setattr(measuring, "played", played)

    return come_to


def test_pairs_are_what_the_error_comes_from():
    """A difference in every pair by the same cards is no error at all."""
    assert estimate([2, 2, 2], [2, 2, 2]).z is None
    found = estimate([4, 0, 4, 0], [2, 2, 2, 2])
    assert found.value == 1
    assert found.low == pytest.approx(1 - 3.182 * math.sqrt(16 / 3) / 4, abs=0.001)
    assert found.high == pytest.approx(1 + 3.182 * math.sqrt(16 / 3) / 4, abs=0.001)


def test_pairs_that_do_not_differ_make_no_interval():
    """They tell nothing of the error, not that there is none."""
    for found in (estimate([2, 2], [2, 2]), estimate([5], [2])):
        assert (found.low, found.high) == (None, None)
        assert not found.excludes_zero
    assert estimate([], []).value is None


def test_the_other_side_sees_the_same():
    found = estimate([4, 0, 4, 1], [2, 2, 2, 2])
    other = estimate([-4, 0, -4, -1], [2, 2, 2, 2])
    assert -found == other
    assert str((-estimate([0, 0], [2, 2])).value) == "0.0"


@pytest.mark.parametrize(
    ("degrees", "reach"), [(1, 12.7062), (4, 2.7764), (9, 2.2622), (49, 2.0096), (1999, 1.9612)]
)
def test_intervals_are_wider_by_students_distribution(degrees, reach):
    """The quantiles of tables, at 95 %."""
    known = NormalDist().inv_cdf(0.975)
    assert widened(known, degrees) == pytest.approx(reach, abs=0.0001)
    assert beyond(reach, degrees) == pytest.approx(0.05, abs=0.00001)


def test_no_boundary_is_too_far_for_students_distribution():
    """The first looks allow some billionths only, which few degrees of freedom put far out."""
    for reach in boundaries():
        for degrees in (1, 9, 100, 100_000):
            assert beyond(widened(reach, degrees), degrees) == pytest.approx(
                math.erfc(reach / math.sqrt(2)), rel=1e-6
            )
    assert beyond(0, 9) == 1


def test_intervals_hold_as_often_as_they_say():
    random = Random(5)
    hits = 0
    for _ in range(600):
        sums = [random.gauss(1, 3) for _ in range(40)]
        found = estimate(sums, [2] * 40)
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= 0.5 <= found.high
    assert 0.92 < hits / 600 < 0.975


@pytest.mark.parametrize("stop_early", [False, True])
@pytest.mark.parametrize("pairs", [10, 20, 50])
def test_nothing_is_found_where_nothing_is(come_to, pairs, stop_early):
    """One in twenty measurements finds something, also those of few pairs."""
    random = Random(pairs)
    come_to(lambda _: random.choices((-8, -5, -3, -1, 0, 1, 3, 5, 8), k=2))
    found = [
        measure(TERMS, pairs, jobs=1, stop_early=stop_early).points.excludes_zero
        for _ in range(2000)
    ]
    assert 0.035 < sum(found) / 2000 < 0.07


def test_looking_often_is_paid_for():
    """Where nothing differs, one in twenty measurements finds something, however often it looks."""
    random = Random(11)
    looks = 5
    bounds = boundaries(looks)
    naive = NormalDist().inv_cdf(0.975)
    found = naively = 0
    for _ in range(2000):
        steps = [random.gauss(0, 1) for _ in range(looks)]
        z = [abs(sum(steps[:k])) / math.sqrt(k) for k in range(1, looks + 1)]
        found += any(value > bound for value, bound in zip(z, bounds, strict=True))
        naively += any(value > naive for value in z)
    assert 0.035 < found / 2000 < 0.065
    assert naively / 2000 > 0.1


def test_first_looks_may_be_left_out():
    """What is not looked at is not paid for: with one look at the end, nothing is."""
    assert boundaries(10, first=10) == pytest.approx([NormalDist().inv_cdf(0.975)])
    some, all_of_them = boundaries(10, first=5), boundaries(10)
    assert len(some) == 6
    assert all(a < b for a, b in zip(some, all_of_them[4:], strict=True))


def test_it_stops_when_all_is_clear(come_to):
    come_to(lambda number: (8, number % 2))
    found = measure(TERMS, 40, jobs=1, stop_early=True)
    assert found.stopped
    assert len(found.pairs) == 12
    assert found.points.excludes_zero


@pytest.mark.parametrize("pairs", [2, 9, 200])
def test_it_does_not_stop_without_an_error(come_to, pairs):
    """Pairs that all come to the same are no reason to be certain."""
    come_to(lambda _: (8, 8))
    found = measure(TERMS, pairs, jobs=1, stop_early=True)
    assert not found.stopped
    assert len(found.pairs) == pairs
    assert found.json()["interval"] is None


def test_a_bot_against_itself_is_known_to_come_to_nothing(come_to):
    come_to(lambda _: (0, 0))
    found = measure(TERMS, 20, jobs=1, stop_early=True)
    assert not found.stopped
    assert found.json()["interval"] == [0.0, 0.0]
    assert found.json()["z"] == 0.0


def test_few_pairs_that_count_are_too_few_to_stop(monkeypatch):
    """Nine of ten pairs end by a fault."""
    fault = Fault(0, "random", "crash", "")

    def played(_terms, pairs, _jobs):
        for number in range(pairs):
            counts = number % 10 == 0
            points = (8, number % 4)
            yield Pair(number, points) if counts else Pair(number, fault=fault)

    monkeypatch.setattr(measuring, "played", played)
    found = measure(TERMS, 80, jobs=1, stop_early=True)
    assert len(found.pairs) == 8
    assert found.points.excludes_zero
    assert not found.stopped
    assert len(measure(TERMS, 200, jobs=1, stop_early=True).pairs) == 10
