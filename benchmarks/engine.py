"""How fast the core is, with OpenSpiel's dou_dizhu as a peer measured in the same run.

    python benchmarks/engine.py
    python benchmarks/engine.py --peer-python PATH   # an interpreter that has open_spiel
    python benchmarks/engine.py --json

Processor time on one core, not the clock's, and medians of several rounds; the peer's rounds
alternate with ours, so that what else the machine does falls on both.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

OPENING_HANDS = 600
DEALS = 4000


@dataclass
class Figure:
    """One line of the report; ``least`` and ``most`` are what it should reach."""

    name: str
    value: float
    unit: str
    least: float | None = None
    most: float | None = None

    @property
    def reached(self) -> bool | None:
        """Whether the figure is what it should be; None where nothing is asked of it."""
        if self.least is not None:
            return self.value >= self.least
        return None if self.most is None else self.value <= self.most

    def __str__(self) -> str:
        goal = ""
        if self.reached is not None:
            bound = (
                f"at least {self.least:,g}" if self.least is not None else f"under {self.most:,g}"
            )
            goal = f"{bound:>20}   {'yes' if self.reached else 'NO'}"
        digits = 0 if self.value >= 1000 else 1 if self.value >= 10 else 2
        return f"{self.name:<58} {self.value:>14,.{digits}f} {self.unit:<12}{goal}".rstrip()


def median_time(call: Callable[[], Any], rounds: int = 7, repeat: int = 1) -> float:
    """Return the median of the seconds that one call takes."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(repeat):
            call()
        times.append((time.process_time() - start) / repeat)
    return statistics.median(times)


def peer_playouts(seconds: float) -> tuple[float, float]:
    """Play random games of dou_dizhu, driven from Python: games and decisions a second."""
    import pyspiel

    game = pyspiel.load_game("dou_dizhu")
    games = decisions = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            decisions += not state.is_chance_node()
            state.apply_action(actions[random.randrange(len(actions))])
        games += 1
    took = time.process_time() - start
    return games / took, decisions / took


def our_playouts(seconds: float) -> tuple[float, float]:
    """Deal and play out random deals: deals and decisions a second."""
    import numpy as np

    from daguai import kernels
    from daguai.rules import Rules

    rules = Rules.preset("classic")
    tables = kernels.tables_for(rules.flags)
    hands = np.empty((DEALS, rules.seats, 54), dtype=np.uint8)
    positions = np.zeros((DEALS, 4), dtype=np.int64)
    positions[:, 1] = -1
    results = np.empty((DEALS, 4), dtype=np.int64)
    deals = decisions = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        seeds = np.arange(deals, deals + DEALS)
        orders = np.full((DEALS, rules.seats), -1)
        kernels.deal_hands(seeds, rules.decks, hands)
        kernels.random_playouts(hands, positions, seeds, 0, rules.flags, tables, orders, results)
        deals += DEALS
        decisions += int(results[:, 2].sum())
    took = time.process_time() - start
    return deals / took, decisions / took


def playouts(peer: str | None, rounds: int) -> list[Figure]:
    our_playouts(0.1)
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(our_playouts(1.0))
        if peer:
            answer = subprocess.run(
                [peer, __file__, "--play-peer"], capture_output=True, text=True, check=True
            )
            theirs.append(json.loads(answer.stdout))
    deals, decisions = (statistics.median(column) for column in zip(*ours, strict=True))
    figures = [
        Figure("random deals played out", deals, "deals/s", least=15_000),
        Figure("  decisions", decisions, "/s"),
    ]
    if not theirs:
        print("no open_spiel here: pip install open_spiel, or --peer-python", file=sys.stderr)
        return figures
    games, peer_decisions = (statistics.median(column) for column in zip(*theirs, strict=True))
    ratio = statistics.median(o[1] / t[1] for o, t in zip(ours, theirs, strict=True))
    return [
        *figures,
        Figure("OpenSpiel dou_dizhu, random games", games, "games/s"),
        Figure("  decisions", peer_decisions, "/s"),
        Figure("our decisions a second over the peer's", ratio, "times", least=20),
    ]


def moves() -> list[Figure]:
    import numpy as np

    from daguai import kernels
    from daguai.cards import faces_of
    from daguai.kernels.groups import GROUPS
    from daguai.moves import legal_plays
    from daguai.plays import classify
    from daguai.rules import Rules

    rules = Rules.preset("classic")
    flags, tables = rules.flags, kernels.tables_for(rules.flags)
    dealt = np.empty((OPENING_HANDS // rules.seats, rules.seats, 54), dtype=np.uint8)
    kernels.deal_hands(np.arange(len(dealt)), rules.decks, dealt)
    hands = list(dealt.reshape(-1, 54))
    plays = np.empty((20_000, 5), dtype=np.uint8)
    strengths = np.empty(20_000, dtype=np.int64)
    masks = np.empty(GROUPS, dtype=np.int64)

    def leads(hand: Any) -> int:
        return int(kernels.list_plays(hand, 5, flags, -1, tables, plays, strengths))

    counts = [leads(hand) for hand in hands]
    listing = [median_time(lambda h=hand: leads(h), 5) for hand in hands]
    abstract = [
        median_time(lambda h=hand: kernels.move_masks(h, 5, flags, -1, tables, masks), 5)
        for hand in hands
    ]
    by_count = np.argsort(counts)
    typical, rich = (faces_of(hands[by_count[i]]) for i in (len(hands) // 2, -1))

    def milliseconds(hand: Any) -> float:
        return 1e3 * median_time(lambda: legal_plays(hand, rules, 5), 15)

    unseen = dealt[0].sum(axis=0, dtype=np.uint8) - dealt[0, 0]
    known = np.zeros((rules.seats, 54), dtype=np.uint8)
    known[0] = dealt[0, 0]
    samples = np.empty((1000, rules.seats, 54), dtype=np.uint8)
    sizes = np.full(rules.seats, rules.hand_size)
    ceilings = np.full(rules.seats, 15)
    seeds = np.arange(len(samples))
    sampling = median_time(
        lambda: kernels.determinise(unseen, known, sizes, ceilings, 5, seeds, samples)
    )
    judge = median_time(lambda: classify("3S 3H 3D BJ 4C", rules, "7"), repeat=2000)
    return [
        Figure("legal leads of an opening hand, median", statistics.median(counts), "plays"),
        Figure("  listed by the kernel", statistics.median(listing) * 1e6, "µs", most=100),
        Figure("  as a list of plays", milliseconds(typical), "ms"),
        Figure("legal leads of the richest of these hands", max(counts), "plays"),
        Figure("  as a list of plays", milliseconds(rich), "ms", most=5),
        Figure("abstract leads of an opening hand", statistics.median(abstract) * 1e6, "µs"),
        Figure("classify from notation", judge * 1e6, "µs", most=30),
        Figure("one sample of all unseen cards", sampling / len(samples) * 1e6, "µs"),
    ]


_COLD = """
import pathlib, sys
from daguai import kernels
from daguai.kernels import _jit
_jit.cache_directory = lambda: pathlib.Path(sys.argv[1])
kernels.warm_up(lambda done, total: None)
"""


def start_up() -> list[Figure]:
    directory = tempfile.mkdtemp()
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": directory}  # byte code is kept: warm
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def seconds(*command: str) -> float:
        before = os.times()
        subprocess.run([sys.executable, *command], check=True, capture_output=True, env=environment)
        after = os.times()
        return (
            after.children_user + after.children_system
            - before.children_user - before.children_system
        )  # fmt: skip

    def run(*command: str) -> float:
        seconds(*command)
        return statistics.median(seconds(*command) for _ in range(5))

    bare = run("-c", "pass")
    package = run("-c", "import daguai")
    numba = run("-c", "import numba")
    warm = run("-c", "from daguai import kernels; kernels.warm_up()")
    judge = run("-m", "daguai", "judge", "3S 3H 3D BJ 4C", "--level", "7")
    cold = seconds("-c", _COLD, directory)
    shutil.rmtree(directory)
    return [
        Figure("import daguai, warm", package - bare, "s", most=0.5),
        Figure("daguai judge, warm, the whole process", judge, "s", most=1),
        Figure("loading the warm kernels, beyond import numba", warm - numba, "s"),
        Figure("cold compilation of all kernels", cold - numba, "s", most=30),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument(
        "--peer-python",
        default=os.environ.get("DAGUAI_PEER_PYTHON"),
        help="an interpreter that has open_spiel, where this one has not",
    )
    parser.add_argument("--rounds", type=int, default=5, help="rounds of playouts (default 5)")
    parser.add_argument("--play-peer", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.play_peer:
        print(json.dumps(peer_playouts(1.0)))
        return
    peer = options.peer_python
    if peer is None and importlib.util.find_spec("pyspiel"):
        peer = sys.executable

    from daguai import kernels

    kernels.warm_up()
    figures: list[Figure] = []
    for part in (lambda: playouts(peer, options.rounds), moves, start_up):
        for figure in part():
            figures.append(figure)
            if not options.json:
                print(figure, flush=True)
    if options.json:
        print(json.dumps([asdict(f) | {"reached": f.reached} for f in figures], indent=2))
    sys.exit(any(f.reached is False for f in figures))


if __name__ == "__main__":
    main()
