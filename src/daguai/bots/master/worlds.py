"""Worlds: the unseen cards dealt out as a seat believes they may lie.

Dealt at random they would fit the counts and the tribute, but not what was played. Whoever passed
on a pair of sevens is less likely to hold loose pairs above it; whoever answered with a jack is
less likely to hold a loose ten. So more worlds are dealt than needed, each is weighed by how well
it explains the passes and answers so far, and the wanted number is drawn by those weights.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt

from daguai import kernels
from daguai.bots.master.knowledge import Counts, Knowledge
from daguai.cards import parse_cards
from daguai.kernels.ranking import BIG_VALUE, LEVEL_VALUE, SHIFT, TRIPLE
from daguai.plays import classify
from daguai.view import View

Floats = npt.NDArray[np.float64]

SPREAD: Final = 4
"""So many times more worlds are dealt than are drawn."""
PASSED: Final = (0.9, 0.87, 0.4)
"""For plays of 1, 2 and 3 cards: how much less likely a pass on an opponent's play is for every
loose single, pair or triple that beats it; measured on deals of the club bot."""
SKIPPED: Final = (0.5, 0.9, 0.9)
"""The same for an answer, for every lower loose one that would have done."""
_HIGHEST: Final = 11
"""Higher singles and pairs are kept back by everybody, so that a pass says nothing of them."""


@dataclass(frozen=True, slots=True)
class _Event:
    """A pass, or an answer, to a play of fewer than five cards.

    Attributes:
        seat: whose it is.
        size: cards of the play on the table.
        low: the value that was to be beaten.
        high: the value it was answered with, or the highest that would have been.
        passed: whether it was a pass.
        laid: ``int8[14]``, what the seat laid from then on, by value.
    """

    seat: int
    size: int
    low: int
    high: int
    passed: bool
    laid: npt.NDArray[np.int8]


class Worlds:
    """Where a seat's worlds come from."""

    def __init__(self, knowledge: Knowledge, view: View, random: Random) -> None:
        self._knowledge = knowledge
        self._random = random
        self._events = _events(knowledge, view)

    def draw(self, count: int) -> Counts:
        """Return that many worlds, ``uint8[count, seats, 54]``, whole hands."""
        if not self._events:
            return self.deal(count)
        worlds = self.deal(SPREAD * count)
        chosen = self._resample(self.weights(worlds), count)
        return np.ascontiguousarray(worlds[chosen])

    def deal(self, count: int) -> Counts:
        """Return worlds as counts and tribute allow, whatever was played."""
        knowledge = self._knowledge
        seeds = np.array([self._random.getrandbits(62) for _ in range(count)], dtype=np.int64)
        worlds = np.empty((count, *knowledge.known.shape), dtype=np.uint8)
        ceilings = knowledge.ceilings
        for _ in range(2):
            left_over = kernels.determinise(
                knowledge.unseen, knowledge.known, knowledge.sizes, ceilings, knowledge.level,
                seeds, worlds,
            )  # fmt: skip
            if not left_over:
                break
            # hidden counts were guessed too low, or the seat remembers too little
            ceilings = np.full_like(ceilings, BIG_VALUE)
        return worlds

    def weights(self, worlds: Counts) -> Floats:
        """Return how well each world explains what was played, as relative weights."""
        totals = _by_value(worlds, self._knowledge.level)
        logs = np.zeros(len(worlds))
        for event in self._events:
            held = (
                totals[:, event.seat, event.low + 1 : event.high]
                + (event.laid[event.low + 1 : event.high])
            )
            loose = (held == event.size).sum(axis=1)
            factor = (PASSED if event.passed else SKIPPED)[event.size - 1]
            logs += loose * np.log(factor)
        weights: Floats = np.exp(logs - logs.max())
        return weights

    def _resample(self, weights: Floats, count: int) -> npt.NDArray[np.int64]:
        """Draw places by weight, spread as evenly as that allows."""
        steps = np.cumsum(weights)
        marks = (np.arange(count) + self._random.random()) * (steps[-1] / count)
        chosen: npt.NDArray[np.int64] = np.searchsorted(steps, marks)
        return np.minimum(chosen, len(weights) - 1)


def _by_value(worlds: Counts, level: int) -> npt.NDArray[np.int8]:
    """Return ``int8[n, seats, 14]``: how many naturals of each value every hand has."""
    n, seats, _ = worlds.shape
    by_rank = worlds[:, :, :52].reshape(n, seats, 13, 4).sum(axis=3, dtype=np.int8)
    totals = np.zeros((n, seats, LEVEL_VALUE + 1), dtype=np.int8)
    totals[:, :, :13] = by_rank
    totals[:, :, LEVEL_VALUE] = by_rank[:, :, level]
    totals[:, :, level] = 0
    return totals


def _events(knowledge: Knowledge, view: View) -> list[_Event]:
    """List what says something of other hands, from the first trick on."""
    laid = np.zeros((knowledge.rules.seats, LEVEL_VALUE + 1), dtype=np.int8)
    found: list[_Event] = []
    told = list(_told(knowledge, view))
    for seat, cards, to_beat, owner in reversed(told):
        value = 0
        if cards:
            for face in parse_cards(cards):
                if not face.is_joker:
                    rank = face.rank
                    laid[seat, LEVEL_VALUE if rank == knowledge.level else rank] += 1
            value = classify(cards, knowledge.rules, knowledge.level).value
        category = to_beat >> SHIFT
        if seat == knowledge.seat or to_beat < 0 or category > TRIPLE:
            continue
        low = to_beat & ((1 << SHIFT) - 1)
        high = _HIGHEST if not cards else min(value, LEVEL_VALUE)
        partners = knowledge.rules.team_of(seat) == knowledge.rules.team_of(owner)
        if high > low + 1 and not (partners and not cards):
            found.append(_Event(seat, category + 1, low, high, not cards, laid[seat].copy()))
    return found


def _told(knowledge: Knowledge, view: View) -> Iterator[tuple[int, str, int, int]]:
    """Yield seat, cards, and what had to be beaten and whose it was; -1 for a lead."""
    tricks = [*(view.history if view.memory else ()), view.trick]
    for trick in tricks:
        to_beat = owner = -1
        for move in trick.moves:
            yield move.seat, move.cards, to_beat, owner
            if move.cards:
                to_beat = classify(move.cards, knowledge.rules, knowledge.level).strength
                owner = move.seat
