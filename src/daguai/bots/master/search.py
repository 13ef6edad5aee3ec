"""Candidates tried in the same worlds, the hopeless ones no longer, until the choice is clear.

A playout ends anywhere between +8 and -8, so a few hundred of them leave a doubt of some tenths of
a point. What was thought of a candidate before it was tried is therefore weighed against what was
found, as two measurements with an error each. A candidate is tried again as long as it may well be
the best by both; so most worlds go to the few that are hard to tell apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

import numpy as np
import numpy.typing as npt

from daguai.bots.master.playing import Scores

DOUBT: Final = 0.4
"""The error, in points, of what is thought of a candidate before it is tried: so much spread was
found by 600 playouts of every candidate, over 800 decisions, beyond what chance made."""
MARGIN: Final = 0.15
"""Points that a candidate must be found better than the favourite by. Playouts take everybody for a
club bot, the searcher later on included, and worlds lie a little otherwise than cards do; so what
is found in them is more than what comes of it at the table."""
HOPE: Final = 1.0
"""Who is behind the best by more than so many errors of the difference is not tried again."""
_A_CALL: Final = 24
"""Playouts in one call of the kernel, some 10 ms: nobody waits longer for this thread."""
_FEWEST: Final = 4
"""Worlds in which every candidate is tried, whatever the effort."""

Numbers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

Trial = Callable[[Numbers, int], Scores]
"""``trial(candidates, count)`` tries candidates, by number, in ``count`` new worlds, the same for
all, and returns ``int64[count, candidates]``."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much may be spent on a decision.

    Attributes:
        playouts: after how many playouts, over all candidates, to stop.
        seconds: how long it may take.
        start: when it began, by ``time.perf_counter``.
    """

    playouts: int
    seconds: float
    start: float = field(default_factory=perf_counter)

    def over(self, playouts: int) -> bool:
        """Whether so many playouts are enough, or the time is up."""
        return playouts >= self.playouts or perf_counter() - self.start > self.seconds


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the candidates were worth, in points for the own team.

    Attributes:
        order: the candidates by number, the best first.
        values: what each is worth, as far as known.
        worlds: in how many worlds each was tried; more for those that are hard to tell apart.
    """

    order: tuple[int, ...]
    values: tuple[float, ...]
    worlds: tuple[int, ...]


class _Ledger:
    """How every candidate did against the favourite, number 0, in the same worlds."""

    def __init__(self, prior: Floats) -> None:
        self.prior = prior
        self.worlds = np.zeros(len(prior), dtype=np.int64)
        self._ahead = np.zeros(len(prior))
        self._squares = np.zeros(len(prior))
        self._favourite = 0.0

    def enter(self, alive: Numbers, scores: Scores) -> None:
        """Note the scores of a round, those of the favourite in the first column."""
        ahead = scores - scores[:, :1]
        self._ahead[alive] += ahead.sum(axis=0)
        self._squares[alive] += (ahead * ahead).sum(axis=0)
        self._favourite += float(scores[:, 0].sum())
        self.worlds[alive] += len(scores)

    def judged(self) -> tuple[Floats, Floats]:
        """Return by how much each is ahead of the favourite, and the error of that, squared.

        Both weigh what was thought of it against what was found; the margin is taken off.
        """
        worlds = np.maximum(1, self.worlds)
        mean = self._ahead / worlds
        # a few worlds tell little of the spread: one more, far off, is added
        spread = (self._squares + 9.0) / worlds - mean * mean * worlds / (worlds + 1)
        error = np.maximum(spread, 0.01) / worlds
        trust = DOUBT**2 / (DOUBT**2 + error)
        ahead = self.prior + trust * (mean - self.prior) - MARGIN
        ahead[0] = trust[0] = 0.0  # the favourite is what all are measured by
        return ahead, trust * error

    def hopeful(self) -> npt.NDArray[np.bool_]:
        """Return who may be the best."""
        ahead, error = self.judged()
        best = int(np.argmax(ahead))
        hope: npt.NDArray[np.bool_] = ahead[best] - ahead <= HOPE * np.sqrt(error + error[best])
        return hope

    def values(self) -> Floats:
        """Return what each is worth."""
        value: Floats = self.judged()[0] + self._favourite / max(1, int(self.worlds[0]))
        return value


def race(prior: Sequence[float], trial: Trial, effort: Effort) -> Outcome:
    """Try candidates until the effort is spent or the choice is clear.

    All candidates of a round meet the same worlds, so what differs is the move.

    Args:
        prior: what is thought of each candidate, in points; that of the first, the favourite, is 0
            and no other is higher.
        trial: tries them.
        effort: what may be spent.
    """
    ledger = _Ledger(np.array(prior, dtype=np.float64))
    hope = np.ones(len(prior), dtype=np.bool_)
    spent = 0
    while hope.sum() > 1 and not effort.over(spent):
        hope[0] = True  # all are compared with the favourite
        alive = np.flatnonzero(hope)
        count = max(1, _A_CALL // len(alive))
        ledger.enter(alive, trial(alive, count))
        spent += count * len(alive)
        if ledger.worlds[0] >= _FEWEST:
            hope = ledger.hopeful()
    values = ledger.values()
    return Outcome(
        tuple(map(int, np.argsort(-values, kind="stable"))),
        tuple(map(float, values)),
        tuple(map(int, ledger.worlds)),
    )
