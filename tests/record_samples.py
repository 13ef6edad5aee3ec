"""Records to test with: those in files, short random matches, and changes to their lines."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from daguai import Match, Pass, RecordError, Rules, read_record
from daguai.record import Record

ROOT = Path(__file__).parent.parent
SAMPLES = {path.stem: path.read_text("utf-8") for path in ROOT.glob("tests/records/*.txt")}
GENERATED = sorted(set(SAMPLES) - {"by-hand"})
HOUSE = SAMPLES["house"]


def play_on(match: Match, random: Random, actions: int = 10**9) -> Match:
    """Act at random until nobody is to act; half the time the highest, so that deals end."""
    while match.to_act and actions > 0:
        actions -= 1
        seat = random.choice(match.to_act)
        legal = match.legal(seat)
        if Pass() in legal and random.random() < 1 / 3:
            match.act(seat, Pass())
        else:
            match.act(seat, legal[-1] if random.random() < 1 / 2 else random.choice(legal))
    return match


@cache
def finished(number: int, **options: Any) -> Match:
    """A short finished match."""
    names = ["王芳", "Li #2", "", '"', " ", "\u2028"]
    rules = Rules.preset(("classic", "points", "house")[number % 3])
    rules = rules.replace(**{"max_deals": 2, **options})
    return play_on(Match.new(rules, seed=f"finished {number}", names=names), Random(number))


def refused(text: str | Record) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read_record(text)
    return caught.value


def line_with(text: str, start: str, nth: int = 0) -> int:
    """The number of a line that starts so."""
    return [n for n, line in enumerate(text.split("\n"), 1) if line.startswith(start)][nth]


def edited(text: str, number: int, new: str | None) -> str:
    """The text with one line replaced, or taken out."""
    lines = text.split("\n")
    lines[number - 1 : number] = [] if new is None else [new]
    return "\n".join(lines)


def line(text: str, number: int) -> str:
    return text.split("\n")[number - 1]


def without_shuffle(text: str) -> str:
    return re.sub(r"(?m)^(commitment|secret|entropy \d): .*$", "", text)
