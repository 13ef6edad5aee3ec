"""How many decisions a second environments make at random, ours and others', in one run.

    python benchmarks/env.py
    python benchmarks/env.py --rlcard-python PATH --openspiel-python PATH
    python benchmarks/env.py --json

Each contender plays random legal actions and looks at what the acting player observes before every
one. Each runs in a process of its own, one after another, in rounds; the figures are medians over
the rounds of decisions per second of processor time, on one core. Ours are an AEC environment, the
OpenSpiel game, and batches of several sizes, with observations, allowed actions and their features.

RLCard is no dependency of ours: `pip install rlcard` into an environment of its own and name its
interpreter, or set DAGUAI_RLCARD_PYTHON. OpenSpiel comes with the extra `research`.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

STEPS_GOAL = 500_000
RATIO_GOAL = 100
SIZES = (1, 16, 256, 1024)
BEST = 256

Measure = tuple[float, float]
"""Decisions a second of processor time, and actions allowed in the mean."""


def measured(play: Callable[[], tuple[int, int]], seconds: float) -> Measure:
    """Repeat ``play``, which returns decisions and actions allowed in all of them."""
    play()
    decisions = allowed = 0
    start = time.process_time()
    while (took := time.process_time() - start) < seconds:
        more = play()
        decisions += more[0]
        allowed += more[1]
    return decisions / took, allowed / decisions


def rlcard_doudizhu(seconds: float) -> Measure:
    import rlcard

    env = rlcard.make("doudizhu", config={"seed": 1})

    def play() -> tuple[int, int]:
        decisions = allowed = 0
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            decisions += 1
            allowed += len(legal)
            state, _ = env.step(random.choice(legal))
        return decisions, allowed

    return measured(play, seconds)


def spiel(game: Any, seconds: float) -> Measure:
    def play() -> tuple[int, int]:
        decisions = allowed = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            state.observation_tensor()
            legal = state.legal_actions()
            decisions += 1
            allowed += len(legal)
            state.apply_action(random.choice(legal))
        return decisions, allowed

    return measured(play, seconds)


def openspiel_dou_dizhu(seconds: float) -> Measure:
    import pyspiel

    return spiel(pyspiel.load_game("dou_dizhu"), seconds)


def our_openspiel(seconds: float) -> Measure:
    import pyspiel

    import daguai.research.openspiel  # noqa: F401

    return spiel(pyspiel.load_game("python_daguai"), seconds)


def our_aec(seconds: float) -> Measure:
    import numpy as np

    from daguai.research import pettingzoo

    env = pettingzoo.env()
    env.reset(seed=1)

    def play() -> tuple[int, int]:
        decisions = allowed = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"]).tolist()
            decisions += 1
            allowed += len(legal)
            env.step(random.choice(legal))
        return decisions, allowed

    return measured(play, seconds)


def our_batch(size: int, seconds: float) -> Measure:
    from daguai.research.batch import Batch

    batch = Batch(size, seed=1)
    for _ in range(300):  # until the places are at all stages of their deals
        batch.step(batch.random_choices())

    def play() -> tuple[int, int]:
        rounds = max(1, 4096 // size)
        allowed = 0
        for _ in range(rounds):
            allowed += int(batch.offsets[-1])
            batch.step(batch.random_choices())
        return rounds * size, allowed

    return measured(play, seconds)


CONTENDERS: dict[str, tuple[str, Callable[[float], Measure]]] = {
    "rlcard": ("RLCard doudizhu", rlcard_doudizhu),
    "dou_dizhu": ("OpenSpiel dou_dizhu, with tensors", openspiel_dou_dizhu),
    "aec": ("daguai, PettingZoo AEC", our_aec),
    "openspiel": ("daguai, OpenSpiel, with tensors", our_openspiel),
    **{
        f"batch{size}": (
            f"daguai, batch of {size}",
            lambda seconds, size=size: our_batch(size, seconds),
        )
        for size in SIZES
    },
}


def in_turn(pythons: dict[str, str], rounds: int, seconds: float) -> dict[str, Measure]:
    """Measure all contenders that have an interpreter, round by round."""
    found: dict[str, list[Measure]] = {name: [] for name in CONTENDERS if pythons.get(name)}
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    for _ in range(rounds):
        for name, measures in found.items():
            command = [pythons[name], __file__, "--measure", name, "--seconds", str(seconds)]
            answer = subprocess.run(
                command, capture_output=True, text=True, check=True, env=environment
            )
            measures.append(tuple(json.loads(answer.stdout.splitlines()[-1])))
    return {
        name: (statistics.median(m[0] for m in measures), statistics.median(m[1] for m in measures))
        for name, measures in found.items()
    }


def table(found: dict[str, Measure]) -> str:
    """Return the figures as a table of Markdown."""
    peer = found.get("rlcard")
    lines = [
        "| environment | decisions a second | actions allowed, mean | times RLCard |",
        "| --- | ---: | ---: | ---: |",
    ]
    for name, (speed, allowed) in found.items():
        ratio = f"{speed / peer[0]:,.1f}" if peer else ""
        lines.append(f"| {CONTENDERS[name][0]} | {speed:,.0f} | {allowed:.1f} | {ratio} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--rlcard-python", default=os.environ.get("DAGUAI_RLCARD_PYTHON"))
    parser.add_argument("--openspiel-python", default=os.environ.get("DAGUAI_PEER_PYTHON"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each measurement")
    parser.add_argument("--measure", choices=CONTENDERS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(CONTENDERS[options.measure][1](options.seconds)))
        return
    pythons = dict.fromkeys(CONTENDERS, sys.executable)
    pythons["rlcard"] = options.rlcard_python or ""
    if options.openspiel_python:
        pythons["dou_dizhu"] = options.openspiel_python
    if not importlib.util.find_spec("pyspiel"):
        pythons["openspiel"] = ""
        if not options.openspiel_python:
            pythons["dou_dizhu"] = ""
    if not pythons["rlcard"]:
        print("no RLCard: name an interpreter that has it with --rlcard-python", file=sys.stderr)

    from daguai.research.batch import Batch

    Batch(1)  # compiled before anything is measured
    found = in_turn(pythons, options.rounds, options.seconds)
    speed = found[f"batch{BEST}"][0]
    reached = [speed >= STEPS_GOAL]
    if "rlcard" in found:
        reached.append(speed >= RATIO_GOAL * found["rlcard"][0])
    if options.json:
        print(json.dumps({"figures": found, "reached": all(reached)}, indent=2))
    else:
        print(table(found))
        print(f"\na batch of {BEST}: at least {STEPS_GOAL:,} a second: {_yes(reached[0])}")
        if "rlcard" in found:
            print(f"at least {RATIO_GOAL} times RLCard: {_yes(reached[1])}")
    sys.exit(not all(reached))


def _yes(reached: bool) -> str:
    return "yes" if reached else "NO"


if __name__ == "__main__":
    main()
