"""The game and its states, as OpenSpiel asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pyspiel

from daguai.cards import RANKS, Face, format_cards
from daguai.research import recall, rewards
from daguai.research.actions import ACTIONS, describe
from daguai.research.game import Game
from daguai.research.layout import FACES, SEATS
from daguai.research.openspiel.observer import Observer
from daguai.research.openspiel.table import CARDS, Table
from daguai.rules import Rules

NAME: Final = "python_daguai"
_PARAMETERS: Final[dict[str, Any]] = {
    "preset": "classic",
    "options": "",
    "level": 2,
    "deals": 1,
    "reward": rewards.DEFAULT,
}
_LONGEST_DEAL: Final = CARDS * SEATS + 5 * (SEATS // 2)
"""Every card laid alone and passed by all others, and tribute, with offers of three cards."""
_CHANCE: Final = 1 + CARDS + SEATS // 2
"""Chance nodes of a deal at most."""


def game_type(utility: Any) -> Any:
    """Return what OpenSpiel is told about the game, for a kind of utility."""
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Da Guai Lu Zi",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=SEATS,
        min_num_players=SEATS,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_PARAMETERS,
    )


def _rules(preset: str, options: str, deals: int) -> Rules:
    chosen: dict[str, object] = {}
    for text in filter(None, options.split(";")):
        name, _, value = text.partition(":")
        chosen[name] = value
    if deals > 1:
        chosen["max_deals"] = deals
    return Rules.preset(preset).replace(**chosen)


class DaguaiGame(pyspiel.Game):  # type: ignore[misc]
    """Da Guai Lu Zi 大怪路子.

    Attributes:
        rules: the table's rules.
        start: the game before its first deal.
        deals: how many deals it has at most.
        reward: what is paid.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Make the game.

        Raises:
            RulesError: an option or value is unknown.
            RewardError: there is no such reward, or not for single deals.
        """
        chosen = {**_PARAMETERS, **(params or {})}
        self.deals = int(chosen["deals"])
        self.reward = str(chosen["reward"])
        self.rules = _rules(chosen["preset"], chosen["options"], self.deals)
        match = self.deals > 1
        rewards.check(self.reward, match)
        self.start = Game.new(self.rules, level=RANKS[int(chosen["level"]) - 2], match=match)
        low, high = rewards.bounds(self.rules, self.reward)
        times = 1 if self.reward == "match" else self.deals
        zero_sum = self.reward != "points"
        utilities = pyspiel.GameType.Utility
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=FACES,
            num_players=SEATS,
            min_utility=low * times,
            max_utility=high * times,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=_LONGEST_DEAL * self.deals,
        )
        kind = game_type(utilities.ZERO_SUM if zero_sum else utilities.GENERAL_SUM)
        super().__init__(kind, info, dict(params or {}))

    def new_initial_state(self, *_: Any) -> DaguaiState:
        """Return the state before the first dealer is drawn."""
        return DaguaiState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many chance nodes there are at most."""
        return _CHANCE * self.deals

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> Observer:
        """Return an observer of its states.

        Raises:
            ValueError: parameters are given; there are none.
        """
        if params:
            raise ValueError(f"observers have no parameters, not {sorted(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.deals, kind)


class DaguaiState(pyspiel.State):  # type: ignore[misc]
    """A position of the game.

    Attributes:
        table: all of it, as a value.
    """

    def __init__(self, game: DaguaiGame) -> None:
        """Begin; only ``DaguaiGame.new_initial_state`` calls this."""
        super().__init__(game)
        self.table = Table(game.start)
        self._reward = game.reward

    def current_player(self) -> int:
        """Return who acts: a seat, chance or nobody."""
        if self.table.game.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.table.game.awaits_cards:
            return int(pyspiel.PlayerId.CHANCE)
        player = self.table.game.player
        assert player is not None
        return player

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.table.game.player:
            return []
        found: list[int] = np.flatnonzero(self.table.game.legal_mask()).tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may do, with probabilities."""
        return self.table.outcomes()

    def _apply_action(self, action: int) -> None:
        table = self.table
        self.table = table.chance(action) if table.game.awaits_cards else table.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return describe(action)
        if self.table.dealer is None:
            return f"dealer {action}"
        verb = "deal" if len(self.table.cards) < CARDS else "draw"
        return f"{verb} {Face(action)}"

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.table.game.over

    def returns(self) -> list[float]:
        """Return what each seat has got: nothing before the end."""
        game = self.table.game
        if not game.over:
            return [0.0] * SEATS
        start = Game.new(game.state.rules).state
        return list(rewards.of_step(start, game.state, self._reward))

    def __str__(self) -> str:
        table = self.table
        game = table.game
        if game.awaits_cards:
            dealt = f"{len(table.cards)} cards dealt"
            return "the first dealer is drawn" if table.dealer is None else dealt
        deal = game.state.deal
        assert deal is not None
        lines = [recall.situation(game.view(0))]
        for seat, hand in enumerate(deal.hands):
            place = f" (place {deal.finished.index(seat) + 1})" if seat in deal.finished else ""
            lines.append(f"{seat}{place}: {format_cards(hand)}")
        moves = (f"{move.seat} {move.cards or '-'}" for move in deal.trick.moves)
        lines.append(f"trick: {'; '.join(moves)}".rstrip())
        return "\n".join(lines)
