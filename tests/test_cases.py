"""The cases given as data, run completely: by the engine, and by the oracle that checks it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import daguai
import oracle
import oracle_results

CASES = Path(__file__).parent / "cases"


def load(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text().splitlines()]


def rules_of(case: dict[str, Any]) -> daguai.Rules:
    return daguai.Rules.preset(case.get("preset", "classic")).replace(**case.get("options", {}))


def category_of(case: dict[str, Any]) -> str | None:
    try:
        return daguai.classify(case["cards"], rules_of(case), level=case["level"]).category.value
    except daguai.IllegalPlay:
        return None


def test_every_case_is_here():
    assert [len(load(name)) for name in ("classify", "beats", "results")] == [600, 600, 80]


@pytest.mark.parametrize("case", load("classify"), ids=lambda case: case["cards"])
def test_classify(case):
    assert category_of(case) == case["category"]


@pytest.mark.parametrize("case", load("beats"), ids=lambda case: f"{case['a']} - {case['b']}")
def test_beats(case):
    rules, level = rules_of(case), case["level"]
    a = daguai.classify(case["a"], rules, level=level)
    b = daguai.classify(case["b"], rules, level=level)
    assert (a.beats(b), b.beats(a)) == (case["a_beats_b"], case["b_beats_a"])


@pytest.mark.parametrize("case", load("results"), ids=lambda case: str(case["order"]))
def test_results(case):
    result = daguai.settle(case["order"], case["dealer_team"], rules_of(case))
    assert result.winner == case["winner"]
    assert list(result.caught) == case["caught"]
    assert result.next_dealer_team == case["next_dealer_team"]
    assert result.level_up == case["level_up"]
    assert list(result.points) == case["points"]


def test_the_oracle_agrees_with_the_cases():
    for case in load("classify"):
        reading = oracle.read(case["cards"], case["options"], case["level"])
        assert (reading and reading.category) == case["category"], case
    for case in load("beats"):
        a, b, options, level = case["a"], case["b"], case["options"], case["level"]
        both = oracle.beats(a, b, options, level), oracle.beats(b, a, options, level)
        assert both == (case["a_beats_b"], case["b_beats_a"]), case
    for case in load("results"):
        scoring = rules_of(case).scoring
        outcome = oracle_results.settle(case["order"], case["dealer_team"], scoring)
        assert outcome._asdict() == {name: case[name] for name in outcome._fields}, case
