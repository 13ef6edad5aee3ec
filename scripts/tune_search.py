"""Judge how the master bot spends its playouts, without playing deals for it.

    python scripts/tune_search.py collect decisions.npz --deals 50
    python scripts/tune_search.py judge decisions.npz --playouts 200 400 1200

``collect`` stops club bots' deals at random decisions and plays every candidate out in many
worlds. ``judge`` tells how far off the candidates' first estimates are (``search.DOUBT``), and lets
the race choose by one half of the worlds; what its choice gains over the club bot's is counted in
the other half. What gains a tenth more here would need thousands of pairs to be told apart in the
arena, which has the last word.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt

from daguai import Rules
from daguai.arena.openings import opening
from daguai.bots import Club
from daguai.bots.master import search
from daguai.bots.master.candidates import candidates_of
from daguai.bots.master.endgame import is_certain
from daguai.bots.master.knowledge import knowledge_of
from daguai.bots.master.playing import play_out
from daguai.bots.master.search import Effort, Numbers, Scores, race
from daguai.bots.master.worlds import Worlds

RULES = Rules.preset("points")
CHANCE = 0.06
"""How likely a decision of a deal is to be taken."""


@dataclass
class Replay:
    """A trial whose scores are known beforehand."""

    scores: Scores
    used: int = 0
    at: int = 0

    def __call__(self, alive: Numbers, count: int) -> Scores:
        """Return the next worlds' scores; after the last come the first again."""
        rows = np.arange(self.at, self.at + count) % len(self.scores)
        self.at += count
        self.used += count * len(alive)
        return self.scores[rows][:, alive]


def collect(out: Path, deals: int, worlds: int) -> None:
    found: dict[str, npt.NDArray[np.float64] | npt.NDArray[np.int8]] = {}
    club = Club()
    for number in range(deals):
        match = opening("tune the search", number, RULES)
        random = Random(number)
        while match.to_act:
            view = match.view(match.to_act[0], memory=True)
            knowledge = knowledge_of(view)
            if view.phase == "play" and random.random() < CHANCE and not is_certain(knowledge):
                candidates = candidates_of(view, knowledge)
                if len(candidates.prior) > 1:
                    drawn = Worlds(knowledge, view, random).draw(worlds)
                    name = f"{len(found) // 2:06}"
                    found[f"{name} prior"] = candidates.prior
                    found[f"{name} scores"] = play_out(drawn, candidates.plays, knowledge).astype(
                        np.int8
                    )
            match.act(match.to_act[0], club.act(view))
        sys.stderr.write(f"\r{number + 1} deals, {len(found) // 2} decisions")
        np.savez_compressed(out, **found)
    sys.stderr.write("\n")


def judge(source: Path, playouts: list[int], times: int) -> None:
    with np.load(source) as found:
        names = sorted({name.partition(" ")[0] for name in found})
        decisions = [(found[f"{n} prior"], found[f"{n} scores"].astype(np.int64)) for n in names]
    _show_doubt(decisions)
    for most in playouts:
        gained, used = [], []
        for turn in range(times):
            random = np.random.default_rng(turn)
            for prior, scores in decisions:
                half = random.permutation(len(scores))
                seen, unseen = np.array_split(half, 2)
                trial = Replay(scores[seen])
                best = race(prior.tolist(), trial, Effort(most, float("inf"))).order[0]
                gained.append(float((scores[unseen, best] - scores[unseen, 0]).mean()))
                used.append(trial.used)
        sys.stdout.write(
            f"at most {most:5} playouts: {np.mean(used):5.0f} a decision, "
            f"which gain {np.mean(gained):+.4f} points a decision\n"
        )


def _show_doubt(decisions: list[tuple[npt.NDArray[np.float64], Scores]]) -> None:
    """Tell how much candidates differ from their estimates, by how far they are behind."""
    rows = []
    for prior, scores in decisions:
        ahead = scores - scores[:, :1]
        error = ahead.var(axis=0, ddof=1) / len(scores)
        rows += list(zip(prior[1:], ahead.mean(axis=0)[1:], error[1:], strict=True))
    priors, means, errors = np.array(rows).T
    for low, high in ((-0.1, 0.1), (-0.3, -0.1), (-0.6, -0.3), (-9.0, -0.6)):
        among = (priors >= low) & (priors < high)
        if among.sum() < 2:
            continue
        spread = (means - priors)[among].var() - errors[among].mean()
        sys.stdout.write(
            f"thought to be {priors[among].mean():+.2f}: {among.sum()} candidates, found to be "
            f"{means[among].mean():+.2f}, doubt {np.sqrt(max(0.0, spread)):.2f}\n"
        )
    sys.stdout.write(f"(DOUBT is {search.DOUBT}, HOPE is {search.HOPE})\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("collect", "judge"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--worlds", type=int, default=600)
    parser.add_argument("--playouts", type=int, nargs="+", default=[200, 400, 1200])
    parser.add_argument("--times", type=int, default=4, help="how often worlds are dealt in halves")
    options = parser.parse_args()
    if options.what == "collect":
        collect(options.file, options.deals, options.worlds)
    else:
        judge(options.file, options.playouts, options.times)


if __name__ == "__main__":
    main()
