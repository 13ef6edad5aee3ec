"""The pictured examples of the page's rules say what the rules say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from daguai import IllegalPlay, Rules, classify
from daguai.rules import OPTIONS, Option

FILE = Path(__file__).parents[1] / "web/src/rules/examples.json"
if not FILE.is_file():
    pytest.skip("the page's sources are not here", allow_module_level=True)
DATA = json.loads(FILE.read_text(encoding="utf-8"))


def examples() -> Iterator[Any]:
    """Every example, with the rules under which it is shown."""
    classic = Rules.preset("classic")
    for clause, found in DATA["clauses"].items():
        for preset in ("classic", "points", "house"):
            for number, example in enumerate(found):
                rules = Rules.preset(preset)
                yield pytest.param(example, rules, id=f"{clause}-{number}-{preset}")
    for option, values in DATA["options"].items():
        for value, found in values.items():
            rules = classic.replace(**{option: value})
            for number, example in enumerate(found):
                yield pytest.param(example, rules, id=f"{option}-{value}-{number}")


@pytest.mark.parametrize(("example", "rules"), list(examples()))
def test_example(example: dict[str, Any], rules: Rules) -> None:
    level = example.get("level", DATA["level"])
    if "order" in example:
        plays = [classify(card, rules, level) for card in example["order"].split()]
        assert all(high.beats(low) for high, low in pairwise(plays))
    elif "cards" in example:
        try:
            category = classify(example["cards"], rules, level).category.value
        except IllegalPlay:
            category = None
        assert category == example["is"]
    else:
        a, b = (classify(example[side], rules, level) for side in "ab")
        assert a.beats(b) == (example["sign"] == ">")
        assert not b.beats(a)


def test_examples_are_of_options_and_values_that_exist() -> None:
    for option, values in DATA["options"].items():
        known = {Option.text(value) for value in OPTIONS[option].values}
        assert set(values) <= known
