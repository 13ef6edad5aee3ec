"""How fast hands are arranged, by their size.

    python benchmarks/arrange.py
    python benchmarks/arrange.py --hands 1000 --json

Times are of this process alone (CPU), so that what else the machine does counts little.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from daguai import kernels
from daguai.arrangement import STARTS, WORLDS
from daguai.kernels.grades import GRADES
from daguai.rules import Rules

SIZES = (27, 20, 15, 10, 5)
GOAL = 10_000.0
"""Microseconds: fewest turns and a strong arrangement of a fresh hand, at the 99th percentile."""


@dataclass
class Figure:
    """Microseconds of CPU for one call."""

    call: str
    cards: int
    median: float
    p99: float

    def __str__(self) -> str:
        return f"{self.call:<28}{self.cards:>3} cards {self.median:>10.1f} µs {self.p99:>10.1f} µs"


def timed(call: str, cards: int, calls: list[Callable[[], Any]]) -> Figure:
    times = []
    for one in calls:
        start = time.process_time_ns()
        one()
        times.append((time.process_time_ns() - start) / 1000)
    return Figure(call, cards, float(np.median(times)), float(np.percentile(times, 99)))


def measure(cards: int, hands: int) -> list[Figure]:
    rules = Rules.preset("classic")
    flags = rules.flags
    tables = kernels.tables_for(flags)
    random = np.random.default_rng(cards)
    counts = []
    for _ in range(hands):
        shuffled = random.permutation(rules.cards) % 54
        counts.append(np.bincount(shuffled[:cards], minlength=54).astype(np.uint8))
    unseen = [(rules.decks - hand).astype(np.uint8) for hand in counts]
    rivals = np.full(rules.team_size, cards)
    chances = np.zeros((hands, 2, GRADES), dtype=np.int64)
    rows = np.empty((cards + 1, 5), dtype=np.uint8)
    strengths = np.empty(cards + 1, dtype=np.int64)

    def arrange(i: int, slack: int, starts: int) -> None:
        kernels.arrange_counts(
            counts[i], 0, flags, slack, starts, chances[i], tables, rows, strengths
        )

    def hold(i: int) -> None:
        kernels.hold_chances(unseen[i], rivals, 0, flags, WORLDS, tables, chances[i])

    def calls(one: Callable[[int], None]) -> list[Callable[[], None]]:
        return [lambda i=i: one(i) for i in range(hands)]

    return [
        timed("fewest_turns", cards, calls(lambda i: kernels.fewest_turns(counts[i], tables))),
        timed(f"hold_chances, {WORLDS} worlds", cards, calls(hold)),
        timed("arrange, 1 start", cards, calls(lambda i: arrange(i, 0, 1))),
        timed(f"arrange, {STARTS} starts", cards, calls(lambda i: arrange(i, 0, STARTS))),
        timed("arrange, one turn more", cards, calls(lambda i: arrange(i, 1, STARTS))),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=500, help="hands of each size")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    kernels.warm_up()
    figures = []
    for cards in SIZES:
        figures += measure(cards, options.hands)
    if options.json:
        print(json.dumps([asdict(figure) for figure in figures]))
        return
    print(f"{'':<28}{'':>9} {'median':>13} {'99th':>13}")
    for figure in figures:
        print(figure)
    fresh = {figure.call: figure for figure in figures if figure.cards == SIZES[0]}
    whole = fresh[f"arrange, {STARTS} starts"].p99 + fresh[f"hold_chances, {WORLDS} worlds"].p99
    print(
        f"a fresh hand, its chances and its turns, under {GOAL:,.0f} µs at the 99th percentile: "
        f"{whole:,.0f} µs, {'yes' if whole < GOAL else 'NO'}"
    )


if __name__ == "__main__":
    main()
