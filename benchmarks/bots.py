"""How long bots think: decisions a second and percentiles, on deals of their own.

    python benchmarks/bots.py [NAME …]

The club bot's target is under 5 ms in the middle, the master's under 500 ms for 95 of 100. The last
lines play whole deals in the compiled core, as ``scripts/tune_club.py`` and the master do.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import median, quantiles
from time import perf_counter

import numpy as np

from daguai import Rules, kernels
from daguai.arena.openings import opening
from daguai.bots import BOTS, bot_named
from daguai.bots.club_duel import duel
from daguai.bots.club_weights import Weights
from daguai.bots.master.knowledge import knowledge_of
from daguai.bots.master.playing import WHATEVER, play_out
from daguai.bots.master.worlds import Worlds

DEALS = 8
SLOW_DEALS = 2
"""For the master bot, which takes all the time it may have."""
DUELS = 100
PLAYOUTS = 200
TARGET = 5.0
LONGEST = 500.0
RULES = Rules.preset("points")


def measure(name: str) -> list[float]:
    """Milliseconds of every decision where more than one thing could be done."""
    times = []
    for number in range(SLOW_DEALS if name == "master" else DEALS):
        match = opening("benchmark", number, RULES)
        bots = [bot_named(name, f"benchmark {number} {seat}") for seat in range(RULES.seats)]
        while match.to_act:
            seat = match.to_act[0]
            view = match.view(seat, memory=True)
            begin = perf_counter()
            action = bots[seat].act(view)
            times.append((perf_counter() - begin) * 1e3)
            match.act(seat, action)
    return times[1:]  # the first may load what others find loaded


def duels_a_second() -> float:
    seeds = np.arange(DUELS, dtype=np.int64)
    hands = np.zeros((DUELS, RULES.seats, 54), dtype=np.uint8)
    kernels.deal_hands(seeds, RULES.decks, hands)
    sides = np.stack([Weights().array] * 2)
    begin = perf_counter()
    duel(hands, seeds % RULES.seats, seeds % 13, RULES, sides)
    return 2 * DUELS / (perf_counter() - begin)


def playouts_a_second(turns: int) -> float:
    """How many deals the master plays out, so many moves into a deal."""
    match = opening("benchmark", 1, RULES)
    bot = bot_named("club")
    for _ in range(turns):
        seat = match.to_act[0]
        match.act(seat, bot.act(match.view(seat, memory=True)))
    view = match.view(match.to_act[0], memory=True)
    knowledge = knowledge_of(view)
    worlds = Worlds(knowledge, view, Random(1)).draw(PLAYOUTS)
    begin = perf_counter()
    play_out(worlds, WHATEVER, knowledge)
    return PLAYOUTS / (perf_counter() - begin)


def main() -> None:
    for name in sys.argv[1:] or BOTS:
        times = measure(name)
        percent = quantiles(times, n=100)
        sys.stdout.write(
            f"{name:<10} {1000 * len(times) / sum(times):8.0f} a second   median "
            f"{median(times):6.2f} ms   95% {percent[94]:6.2f}   99% {percent[98]:6.2f}\n"
        )
        if name == "club":
            verdict = "under" if median(times) < TARGET else "OVER"
            sys.stdout.write(f"           the median is {verdict} {TARGET:.0f} ms\n")
        if name == "master":
            verdict = "under" if percent[94] < LONGEST else "OVER"
            sys.stdout.write(f"           95 of 100 are {verdict} {LONGEST:.0f} ms\n")
    sys.stdout.write(f"club against club in the core: {duels_a_second():.0f} deals a second\n")
    for turns in (0, 30, 60, 80):
        sys.stdout.write(f"playouts a second after {turns} moves: {playouts_a_second(turns):.0f}\n")


if __name__ == "__main__":
    main()
