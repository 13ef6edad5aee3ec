"""Perft: how many plays hands hold, in all and by category, against counts kept as data."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import daguai

HERE = Path(__file__).parent
FILES = sorted((HERE / "perft").glob("*.jsonl"))


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def counted(plays: list[daguai.Play]) -> dict[str, int]:
    return {"all": len(plays), **Counter(play.category.value for play in plays)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_numbers_of_plays(path):
    """Clause 6.2: leads, and answers to one play of each category."""
    for row in rows(path):
        rules = daguai.Rules.preset("classic").replace(**row["options"])
        hand, level = row["hand"], row["level"]
        assert counted(daguai.legal_plays(hand, rules, level=level)) == row["leads"], row
        for answer in row["answers"]:
            to_beat, category = answer.pop("to_beat"), answer.pop("category")
            plays = daguai.legal_plays(hand, rules, level=level, to_beat=to_beat)
            assert counted(plays) == answer, (row, to_beat)
            assert daguai.classify(to_beat, rules, level=level).category.value == category


def test_the_data_covers_what_it_should():
    """Every level, every option value and every category, at both sizes of hand."""
    for path in FILES:
        data = rows(path)
        assert {row["level"] for row in data} == set("23456789TJQKA")
        options = {name for row in data for name in row["options"]}
        assert len(options) == 5
        assert set().union(*(row["leads"] for row in data)) == {
            "all",
            *(category.value for category in daguai.Category),
        }
        answers = [answer for row in data for answer in row["answers"]]
        assert {answer["category"] for answer in answers if answer["all"]} == {
            category.value for category in daguai.Category
        }


@pytest.mark.slow
def test_the_data_is_what_the_script_writes():
    script = HERE.parent / "scripts" / "make_perft.py"
    subprocess.run([sys.executable, script, "--check"], check=True)
