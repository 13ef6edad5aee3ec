"""The master bot 大师: every candidate played out to the end of the deal, in many worlds.

>>> from daguai import Match, Rules
>>> match = Match.new(Rules.preset("points"), seed="any text")
>>> found = Master(seed=1, playouts=400).explain(match.view(match.to_act[0], memory=True))
>>> found.action == found.candidates[0].action
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from daguai.actions import Action, Lay, Pass
from daguai.bots.bot import dice
from daguai.bots.club import Club
from daguai.bots.explanation import Candidate, Explanation
from daguai.bots.master.candidates import candidates_of
from daguai.bots.master.endgame import is_certain, solve
from daguai.bots.master.exchanging import ExchangeTrial, before_play, exchanges_of
from daguai.bots.master.knowledge import Counts, Knowledge, knowledge_of
from daguai.bots.master.playing import Scores, play_out
from daguai.bots.master.search import Effort, Outcome, race
from daguai.bots.master.worlds import Worlds
from daguai.cards import FACES
from daguai.kernels.positions import NO_FACE
from daguai.view import View

PLAYOUTS: Final = 1200
"""Enough to be strong, and few enough to be done well before the time is up."""
BUDGET_MS: Final = 400.0


@dataclass(frozen=True, slots=True)
class _MoveTrial:
    """Plays the deal out after each move."""

    plays: Counts
    knowledge: Knowledge
    worlds: Worlds

    def __call__(self, alive: npt.NDArray[np.int64], count: int) -> Scores:
        return play_out(
            self.worlds.draw(count), np.ascontiguousarray(self.plays[alive]), self.knowledge
        )


class Master:
    """Tries every candidate in the same sampled worlds and takes what is worth most.

    The same view and seed give the same action as long as the time suffices for all playouts.
    """

    name = "master"

    def __init__(
        self,
        seed: int | str = 0,
        *,
        budget_ms: float | None = BUDGET_MS,
        playouts: int = PLAYOUTS,
    ) -> None:
        """Make a bot.

        Args:
            seed: decides which worlds are tried.
            budget_ms: milliseconds after which a decision is made with what is known by then; None
                for no limit, so that the answer is the same on the slowest machine.
            playouts: how many deals are played out for a decision, over all candidates.
        """
        self._seed = seed
        self._seconds = float("inf") if budget_ms is None else budget_ms / 1000
        self._playouts = playouts

    def act(self, view: View) -> Action:
        """Choose an action for the seat whose view this is."""
        actions, outcome = self._decide(view)
        return actions[outcome.order[0]]

    def explain(self, view: View) -> Explanation:
        """Choose an action, and tell what it is worth, in points for the own team, and why."""
        actions, outcome = self._decide(view)
        said = {candidate.action: candidate for candidate in Club().explain(view).candidates}
        return Explanation(
            tuple(
                _candidate(actions[n], outcome.values[n], said, n == outcome.order[0])
                for n in outcome.order
            )
        )

    def _decide(self, view: View) -> tuple[list[Action], Outcome]:
        effort = Effort(self._playouts, self._seconds)
        random = dice(self._seed, view)
        knowledge = knowledge_of(view)
        worlds = Worlds(knowledge, view, random)
        if view.phase == "play":
            if is_certain(knowledge) and (
                solved := solve(worlds.deal(1)[0], knowledge, view.finished)
            ):
                return [action_of(list(solved.faces))], Outcome((0,), (solved.value,), (1,))
            candidates = candidates_of(view, knowledge)
            actions = [action_of(row) for row in candidates.plays.tolist()]
            prior = candidates.prior.tolist()
            trial: _MoveTrial | ExchangeTrial = _MoveTrial(candidates.plays, knowledge, worlds)
        else:
            exchanges, prior = exchanges_of(view, knowledge)
            actions = [exchange.action for exchange in exchanges]
            trial = ExchangeTrial(exchanges, before_play(view, knowledge), worlds)
        if len(actions) == 1:
            return actions, Outcome((0,), (0.0,), (0,))
        return actions, race(prior, trial, effort)


def action_of(faces: list[int]) -> Action:
    """Return the action that lays these faces; ``NO_FACE`` counts for nothing."""
    cards = sorted(face for face in faces if face != NO_FACE)
    return Lay.ascending(" ".join(str(FACES[face]) for face in cards)) if cards else Pass()


def _candidate(
    action: Action, value: float, said: dict[Action, Candidate], chosen: bool
) -> Candidate:
    """Put a value beside the reason that the club bot has for, or against, the same action."""
    known = said.get(action)
    if known is None:
        return Candidate(action, round(value, 3), "worth_it" if chosen else "played_out")
    return Candidate(action, round(value, 3), known.reason, known.details, known.keeps_hand)
