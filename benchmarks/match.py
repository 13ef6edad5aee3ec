"""What a step of a match costs: an action applied and a view made; a list of what is legal.

    python benchmarks/match.py

The figure to stay under is 200 µs for an action and a view together.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import median, quantiles
from time import perf_counter

from daguai import Match, Rules
from daguai.actions import Action

DEALS = 4
TARGET = 200.0


def script(rules: Rules, seed: str) -> list[tuple[int, Action]]:
    """A match of random actions, to be played again with a clock."""
    random = Random(seed)
    match = Match.new(rules, seed=seed)
    actions: list[tuple[int, Action]] = []
    while not match.over:
        seat = random.choice(match.to_act)
        actions.append((seat, random.choice(match.legal(seat))))
        match.act(*actions[-1])
    return actions


def measure(rules: Rules, seed: str) -> dict[str, list[float]]:
    """Microseconds of every step by what was done."""
    actions = script(rules, seed)
    times: dict[str, list[float]] = {"act": [], "view": [], "act and view": [], "legal": []}
    match = Match.new(rules, seed=seed)
    for seat, action in actions:
        begin = perf_counter()
        match.legal(seat)
        listed = perf_counter()
        match.act(seat, action)
        acted = perf_counter()
        match.view(seat, memory=True)
        viewed = perf_counter()
        times["legal"].append((listed - begin) * 1e6)
        times["act"].append((acted - listed) * 1e6)
        times["view"].append((viewed - acted) * 1e6)
        times["act and view"].append((viewed - listed) * 1e6)
    return times


def main() -> None:
    for preset in ("classic", "house"):
        times = measure(Rules.preset(preset).replace(max_deals=DEALS), "benchmark")
        sys.stdout.write(f"{preset}: {len(times['act'])} actions, microseconds\n")
        for what, each in times.items():
            percent = quantiles(each, n=100)[98]
            sys.stdout.write(f"  {what:<12} median {median(each):8.1f}   99% {percent:8.1f}\n")
        verdict = "under" if median(times["act and view"]) < TARGET else "OVER"
        sys.stdout.write(f"  act and view: {verdict} {TARGET:.0f}\n")


if __name__ == "__main__":
    main()
