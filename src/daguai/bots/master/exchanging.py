"""Tribute and return 进贡还贡 by search (clause 7): the same hands, with one card elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from daguai import exchange, tribute
from daguai.actions import Action, Offer, Return, Take, Tribute
from daguai.bots.club import Club
from daguai.bots.master.candidates import MOST, PER_VALUE
from daguai.bots.master.knowledge import Counts, Knowledge
from daguai.bots.master.playing import WHATEVER, Scores, play_out
from daguai.bots.master.worlds import Worlds
from daguai.cards import Face, counts_of
from daguai.kernels.positions import TURN
from daguai.view import TributeView, View

_WIDTH: Final = 10
"""So many exchanges of the club bot's are tried."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Something that may be done in tribute.

    Attributes:
        action: what.
        given: cards that leave the own hand.
        taken: cards that come into it.
        other: the seat that they go to or come from, None while it is not known.
    """

    action: Action
    given: tuple[Face, ...]
    taken: tuple[Face, ...]
    other: int | None


def exchanges_of(view: View, knowledge: Knowledge) -> tuple[list[Exchange], list[float]]:
    """List what the seat may do, what the club bot would do first, and what is thought of each."""
    entry = next(entry for entry in view.tribute if exchange.owes(entry) == view.seat)
    said = Club().explain(view).candidates[:_WIDTH]
    prior = [-min(MOST, PER_VALUE * (said[0].value - candidate.value)) for candidate in said]
    return [_exchange(candidate.action, entry, knowledge.level) for candidate in said], prior


def _exchange(action: Action, entry: TributeView, level: int) -> Exchange:
    match action:
        case Take():
            return Exchange(action, (), (action.face,), entry.receiver)
        case Tribute():
            return Exchange(action, (action.face,), (), entry.receiver)
        case Return():
            return Exchange(action, (action.face,), (), entry.giver)
        case Offer():  # the giver is thought to take the highest
            best = max(action.faces, key=lambda face: tribute.height(face, level))
            return Exchange(action, (best,), (), entry.giver)
    raise TypeError(action)


@dataclass(frozen=True, slots=True)
class ExchangeTrial:
    """Plays the deal out after each exchange, with the first finisher of the deal before to lead.

    Attributes:
        exchanges: the candidates.
        knowledge: how things stood before.
        worlds: where worlds come from.
    """

    exchanges: list[Exchange]
    knowledge: Knowledge
    worlds: Worlds

    def __call__(self, alive: npt.NDArray[np.int64], count: int) -> Scores:
        """Try some of them in the same worlds."""
        worlds = self.worlds.draw(count)
        return np.stack(
            [self._play(self.exchanges[number], worlds) for number in alive.tolist()], axis=1
        )

    def _play(self, done: Exchange, worlds: Counts) -> npt.NDArray[np.int64]:
        after = worlds.copy()
        given, taken = counts_of(done.given), counts_of(done.taken)
        after[:, self.knowledge.seat] += taken - given
        if done.other is not None:
            after[:, done.other] += given - taken
        column: npt.NDArray[np.int64] = play_out(after, WHATEVER, self.knowledge)[:, 0]
        return column


def before_play(view: View, knowledge: Knowledge) -> Knowledge:
    """Let whoever finished first in the deal before have the lead (clause 6.1)."""
    position = knowledge.position.copy()
    if view.result is not None:
        position[TURN] = view.result.order[0]
    return replace(knowledge, position=position)
