"""Every candidate tried in the same worlds, the worse half dropped again and again.

A playout ends anywhere between +8 and -8, so a few hundred of them leave a doubt of some tenths of
a point. A candidate must therefore outdo the favourite, which a quicker judgement would choose, by
more than chance makes likely: what was thought of it before is weighed against what was found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import ceil, log2
from time import perf_counter
from typing import Final

import numpy as np
import numpy.typing as npt

from daguai.bots.master.playing import Scores

DOUBT: Final = 0.2
"""The error, in points, of what is thought of a candidate before it is tried."""
_A_CALL: Final = 24
"""Playouts in one call of the kernel, some 15 ms: nobody waits longer for this thread."""
_FEWEST: Final = 8
"""Worlds of a round, whatever the effort."""
_CERTAIN: Final = 4.0
"""So many errors between the best two are enough to stop."""

Numbers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

Trial = Callable[[Numbers, int], Scores]
"""``trial(candidates, count)`` tries candidates, by number, in ``count`` new worlds, the same for
all, and returns ``int64[count, candidates]``."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much may be spent on a decision.

    Attributes:
        playouts: how many playouts, over all candidates.
        seconds: how long it may take.
        start: when it began, by ``time.perf_counter``.
    """

    playouts: int
    seconds: float
    start: float = field(default_factory=perf_counter)

    def over(self, share: float = 1.0) -> bool:
        """Whether that share of the time is up."""
        return perf_counter() - self.start > share * self.seconds


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the candidates were worth, in points for the own team.

    Attributes:
        order: the candidates by number, the best first.
        values: what each is worth, as far as known.
        worlds: in how many worlds each was tried; more for those that stayed longer.
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

    def found(self) -> tuple[Floats, Floats]:
        """Return by how much each is ahead of the favourite, and the square of the error."""
        worlds = np.maximum(1, self.worlds)
        mean = self._ahead / worlds
        # a few worlds tell little of the spread: one more, far off, is added
        variance = (self._squares + 9.0) / worlds - mean * mean * worlds / (worlds + 1)
        return mean, np.maximum(variance, 0.01) / worlds

    def values(self) -> Floats:
        """Return what each is worth: what was thought weighed against what was found."""
        mean, error = self.found()
        trust = DOUBT**2 / (DOUBT**2 + error)
        ahead = self.prior + trust * (mean - self.prior)
        ahead[0] = 0.0
        value: Floats = ahead + self._favourite / max(1, int(self.worlds[0]))
        return value


def race(prior: Sequence[float], trial: Trial, effort: Effort) -> Outcome:
    """Try candidates until the effort is spent or the choice is clear.

    All candidates of a round meet the same worlds, so what differs is the move. The favourite
    stays to the end.

    Args:
        prior: what is thought of each candidate, in points; that of the first, the favourite, is 0
            and no other is higher.
        trial: tries them.
        effort: what may be spent.
    """
    ledger = _Ledger(np.array(prior, dtype=np.float64))
    alive = np.arange(len(prior))
    out: list[int] = []
    rounds = max(1, ceil(log2(len(prior))))
    for number in range(rounds):
        count = max(_FEWEST, effort.playouts // rounds // len(alive))
        share = (number + 1) / rounds
        ledger.enter(alive, _tried(alive, count, trial, effort, share))
        values = ledger.values()[alive]
        if number == rounds - 1 or effort.over() or _clear(values, alive, ledger):
            break
        keep = max(1, len(alive) // 2)
        others = 1 + np.argsort(-values[1:], kind="stable")
        out[:0] = map(int, alive[others[keep:]])
        alive = np.concatenate((alive[:1], alive[others[:keep]]))
    values = ledger.values()
    ranked = alive[np.argsort(-values[alive], kind="stable")]
    return Outcome(
        (*map(int, ranked), *out),
        tuple(map(float, values)),
        tuple(map(int, ledger.worlds)),
    )


def _tried(alive: Numbers, count: int, trial: Trial, effort: Effort, share: float) -> Scores:
    """Try some candidates in that many worlds, or fewer where that share of the time is up."""
    chunk = max(1, _A_CALL // len(alive))
    found = []
    while count > 0:
        found.append(trial(alive, min(chunk, count)))
        count -= chunk
        if effort.over(share):
            break
    return np.concatenate(found)


def _clear(values: Floats, alive: Numbers, ledger: _Ledger) -> bool:
    """Return whether one candidate is ahead of all others by far."""
    _, errors = ledger.found()
    best = int(np.argmax(values))
    doubt = np.sqrt(errors[alive] + errors[alive[best]])
    far = values[best] - values > _CERTAIN * doubt
    far[best] = True
    return bool(far.all()) and int(ledger.worlds[alive].min()) >= 3 * _FEWEST
