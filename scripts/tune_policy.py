"""Tune the playout policy by cross-entropy on paired deals, all of them inside the kernels.

    python scripts/tune_policy.py --seconds 600 --out weights.txt

Each round draws sets of parameters around a mean, plays every one of them against an earlier mean
on the same deals, the teams exchanged, and moves the mean towards the best. What the result comes
to against the parameters in the package is told on deals not seen before; ``daguai arena`` decides
whether it is taken over into ``daguai.bots.master.tuned``.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

from daguai import kernels
from daguai.bots.master.playing import WHATEVER
from daguai.bots.master.tuned import OWN
from daguai.kernels.flags import AROUND
from daguai.kernels.playouts import POSITION, TURN
from daguai.kernels.policy_weights import CHANCE_FIVES, CHANCE_SMALL, CHANCE_VALUE, PARAMETERS
from daguai.rules import Rules

POPULATION = 40
ELITE = 8
KEPT = 0.4
"""How much of the mean each round keeps."""
OPPONENTS = 3
"""So many earlier means are played against, in turn."""
BETWEEN = 6
"""Rounds from one of them to the next."""
LEVELS = 13


def play(deals: np.ndarray, teams: np.ndarray, level: int) -> np.ndarray:
    """Return points of team 0 less those of team 1 for each deal."""
    count, seats, _ = deals.shape
    positions = np.full((count, POSITION), -1, dtype=np.int64)
    positions[:, TURN] = np.arange(count) % seats
    flags = AROUND if level % 2 else 0
    results = np.empty((count, 1), dtype=np.int64)
    kernels.policy_playouts(
        deals,
        positions,
        np.full(count, -1, dtype=np.int64),
        WHATEVER,
        -1,
        level,
        flags,
        kernels.tables_for(flags),
        teams,
        results,
        np.empty((count, 5), dtype=np.uint8),
    )
    return results[:, 0]


def duel(a: np.ndarray, b: np.ndarray, pairs: int, seed: int) -> tuple[float, float]:
    """Return the points a deal of ``a`` over ``b``, and their error."""
    rules = Rules.preset("points")
    deals = np.empty((pairs, rules.seats, 54), dtype=np.uint8)
    kernels.deal_hands(np.arange(seed, seed + pairs, dtype=np.int64), rules.decks, deals)
    level = seed % LEVELS
    ahead = play(deals, np.stack((a, b)), level) - play(deals, np.stack((b, a)), level)
    return float(ahead.mean() / 2), float(ahead.std() / 2 / np.sqrt(pairs))


def spreads(size: float) -> np.ndarray:
    """Return how far each parameter is varied; chances are between 0 and 1."""
    spread = np.full(PARAMETERS, size)
    spread[CHANCE_SMALL:CHANCE_FIVES] = size / 5
    spread[CHANCE_FIVES : CHANCE_VALUE + 1] = size / 3
    return spread


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--pairs", type=int, default=150, help="deals for each set and round")
    parser.add_argument("--spread", type=float, default=0.15)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    random = np.random.default_rng(args.seed)
    base = np.array(OWN)
    mean, spread = base.copy(), spreads(args.spread)
    floor = np.minimum(spread, 0.05)
    opponents = [base]
    end = time.monotonic() + args.seconds
    number = 0
    while time.monotonic() < end:
        drawn = mean + random.normal(size=(POPULATION, PARAMETERS)) * spread
        seed = 1_000_003 * args.seed + 10_007 * number
        opponent = opponents[number % len(opponents)]
        points = [duel(one, opponent, args.pairs, seed)[0] for one in drawn]
        best = drawn[np.argsort(points)[-ELITE:]]
        mean = KEPT * mean + (1 - KEPT) * best.mean(axis=0)
        spread = np.maximum((1 - KEPT) * spread + KEPT * best.std(axis=0), floor)
        number += 1
        if number % BETWEEN == 0:
            opponents = [*opponents, mean.copy()][-OPPONENTS:]
            points, error = duel(mean, base, 1200, 77)
            print(f"round {number}: {points:+.3f} ± {error:.3f} over the start", file=sys.stderr)
    points, error = duel(mean, base, 6000, 9_000_001)
    rows = [", ".join(f"{value:.3f}" for value in mean[i : i + 8]) for i in range(0, len(mean), 8)]
    text = f"# {points:+.3f} ± {error:.3f} points a deal\n" + ",\n".join(rows) + ",\n"
    if args.out:
        args.out.write_text(text)
    print(text, end="")


if __name__ == "__main__":
    main()
