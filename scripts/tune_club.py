"""Tune the club bot's weights by cross-entropy on paired deals.

    python scripts/tune_club.py --generations 40 --out weights.json

Each generation draws sets of weights around a mean, plays every one of them against that mean on
the same deals (each twice, teams exchanged), and moves the mean towards the best quarter. The last
line tells what the tuned weights come to against those in the package, on deals not seen before;
``daguai arena`` decides whether they are taken over into ``daguai.bots.club_weights``.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, fields
from pathlib import Path

import numpy as np

from daguai import kernels
from daguai.bots.club_duel import duel
from daguai.bots.club_weights import Weights
from daguai.rules import Rules

NAMES = [field.name for field in fields(Weights)]
POSITIVE = [NAMES.index(name) for name in NAMES[: NAMES.index("win")] if "high" not in name]
"""Weights that stand for rates and costs."""


def play(sides: np.ndarray, pairs: int, first: int, preset: str) -> np.ndarray:
    """Return the points a deal of side 0 over side 1 for each pair."""
    rules = Rules.preset(preset)
    seeds = np.arange(first, first + pairs, dtype=np.int64)
    hands = np.zeros((pairs, rules.seats, 54), dtype=np.uint8)
    kernels.deal_hands(seeds, rules.decks, hands)
    starts, levels = seeds * 104729 % rules.seats, seeds * 7919 % 13
    return duel(hands, starts, levels, rules, sides).mean(axis=1)


def score(sides: np.ndarray, pairs: int, first: int, preset: str) -> float:
    return float(play(sides, pairs, first, preset).mean())


def tune(options: argparse.Namespace, mean: np.ndarray, pool: ProcessPoolExecutor) -> np.ndarray:
    random = np.random.default_rng(options.seed)
    spread = options.spread * np.abs(mean) + 0.02
    for generation in range(options.generations):
        half = random.standard_normal((options.population // 2, len(mean)))
        drawn = mean + spread * np.concatenate([half, -half])  # in pairs: the noise cancels
        drawn[:, POSITIVE] = np.maximum(drawn[:, POSITIVE], 0.005)
        first = int(random.integers(1, 1 << 40)) << 16
        jobs = [
            pool.submit(score, np.stack([one, mean]), options.pairs, first, options.preset)
            for one in drawn
        ]
        scores = np.array([job.result() for job in jobs])
        best = np.argsort(-scores)[: max(2, len(drawn) // 4)]
        share = np.linspace(1.5, 0.5, len(best)) / len(best)
        step = share @ drawn[best]
        mean = 0.3 * mean + 0.7 * step
        narrower = 0.5 * drawn[best].std(axis=0) + 0.5 * spread
        spread = np.maximum(narrower, 0.04 * np.abs(mean) + 0.004)
        sys.stdout.write(
            f"{generation:3} best {scores.max():+.2f} elite {scores[best].mean():+.2f} "
            f"all {scores.mean():+.2f}\n"
        )
        sys.stdout.flush()
        if options.out:
            named = dict(zip(NAMES, (round(float(value), 4) for value in mean), strict=True))
            options.out.write_text(json.dumps(named, indent=1) + "\n")
    return mean


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--population", type=int, default=32)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--spread", type=float, default=0.2, help="of each weight, to begin with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--preset", default="points")
    parser.add_argument("--start", type=Path, help="weights to begin with, as --out writes them")
    parser.add_argument("--out", type=Path, help="where the weights are kept, as JSON")
    parser.add_argument("--check", type=int, default=400, help="pairs of the last comparison")
    options = parser.parse_args()
    kept = asdict(Weights())
    given = json.loads(options.start.read_text()) if options.start else {}
    mean = np.array([{**kept, **given}[name] for name in NAMES])
    kernels.warm_up()
    with ProcessPoolExecutor(options.jobs) as pool:
        mean = tune(options, mean, pool)
    points = play(np.stack([mean, Weights().array]), options.check, 1, options.preset)
    reach = 1.96 * points.std(ddof=1) / math.sqrt(len(points))
    sys.stdout.write(f"against the weights in the package: {points.mean():+.3f} ± {reach:.3f}\n")


if __name__ == "__main__":
    main()
