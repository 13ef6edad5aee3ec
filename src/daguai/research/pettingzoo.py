"""The game for PettingZoo: an AEC environment of one deal or of whole matches.

>>> from daguai.research import pettingzoo
>>> env = pettingzoo.env(rules="points", level="7")
>>> env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.last()
>>> observation["observation"].shape, observation["action_mask"].shape
((1979,), (922,))

Agents are ``seat_0`` to ``seat_5`` in playing order. An observation is ``layout.SIZE`` small
numbers (``daguai.research.layout``), an action a number of ``daguai.research.actions``; the mask
tells which are allowed, and is empty for all but the agent to act. All agents stay until the end,
for the rewards of a deal come at its end; who has run out of cards is not asked again in that deal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from daguai.actions import Lay
from daguai.errors import CodedError
from daguai.research import layout, rendering, rewards
from daguai.research.actions import ACTIONS, MOVES
from daguai.research.game import Game
from daguai.research.layout import FACES, SEATS, SIZE
from daguai.rules import Rules
from daguai.shuffle import SeededDealing
from daguai.view import View

Completion: TypeAlias = Callable[[int, View], Lay]
"""Chooses the cards of an abstract move from the acting seat's view."""

ILLEGAL: Final = ("raise", "lose", "replace")


class EnvError(CodedError):
    """An environment that cannot be made as asked.

    Attributes:
        code: ``unknown_handling`` (of illegal actions), ``unknown_mode`` (of rendering).
    """


def env(**options: Any) -> AECEnv[str, Any, Any]:
    """Make an environment; see ``Daguai`` for the options, and two more.

    Args:
        options: those of ``Daguai``; ``max_cycles``, after how many turns of each agent a game is
            cut short (never by default); ``illegal``, what happens when an action is not allowed:
            ``raise`` an ``ActionError`` (default), ``lose`` the game with the least reward there
            is, or ``replace`` it by the allowed action of the highest number, mostly a pass.

    Raises:
        EnvError: there is no such handling.
    """
    max_cycles = options.pop("max_cycles", None)
    made = _made(None if max_cycles is None else max_cycles * SEATS, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


def parallel_env(**options: Any) -> Any:
    """Make the same as a parallel environment, in which only the seat to act matters.

    Every step takes an action of each agent and does that of ``infos[agent]["active_agent"]``;
    ``max_cycles`` counts steps.
    """
    made = _made(options.pop("max_cycles", None), **options)
    return turn_based_aec_to_parallel(wrappers.OrderEnforcingWrapper(made))


def _made(max_steps: int | None, *, illegal: str = "raise", **options: Any) -> Any:
    if illegal not in ILLEGAL:
        known = ", ".join(ILLEGAL)
        message = f"illegal actions cannot be handled by {illegal!r}: expected one of {known}"
        raise EnvError("unknown_handling", message, text=str(illegal), known=known)
    made = Daguai(max_steps=max_steps, replace_illegal=illegal == "replace", **options)
    if illegal == "lose":
        return wrappers.TerminateIllegalWrapper(made, illegal_reward=made.least_reward)
    return made


class Daguai(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """Da Guai Lu Zi 大怪路子, without PettingZoo's wrappers.

    Attributes:
        rules: the table's rules.
        game: where the game is, as a value.
        deal_seed: what the cards of this game were shuffled from, for ``daguai.shuffle``.
    """

    def __init__(
        self,
        rules: Rules | str = "classic",
        *,
        match: bool = False,
        level: str = "2",
        reward: str = rewards.DEFAULT,
        completion: Completion | None = None,
        max_steps: int | None = None,
        replace_illegal: bool = False,
        render_mode: str | None = None,
        lang: str = "en",
    ) -> None:
        """Make an environment with a generator of its own.

        Args:
            rules: rules, or the name of a preset.
            match: whether an episode is a whole match (clause 10), tribute and all, rather than
                one deal.
            level: both teams' level at the start.
            reward: ``difference``, ``points`` or ``match``, see ``daguai.research.rewards``.
            completion: chooses the cards of abstract moves; canonical ones by default.
            max_steps: after how many turns an episode is cut short.
            replace_illegal: as ``illegal="replace"`` of ``env``.
            render_mode: ``human``, ``ansi`` or ``rgb_array``.
            lang: of texts, ``zh`` or ``en``.

        Raises:
            RulesError: there is no such preset.
            NotationError: there is no such level.
            RewardError: there is no such reward, or not for single deals.
            EnvError: there is no such render mode.
        """
        super().__init__()
        self.metadata = {
            "name": f"daguai_v{layout.VERSION}",
            "render_modes": list(rendering.MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        rewards.check(reward, match)
        if render_mode is not None and render_mode not in rendering.MODES:
            known = ", ".join(rendering.MODES)
            message = f"there is no render mode {render_mode!r}: expected one of {known}"
            raise EnvError("unknown_mode", message, text=render_mode, known=known)
        self.rules = Rules.preset(rules) if isinstance(rules, str) else rules
        self.render_mode = render_mode
        self._reward = reward
        self._start = Game.new(self.rules, level=level, match=match)
        self._completion = completion
        self._max_steps = max_steps
        self._replace_illegal = replace_illegal
        self._lang = lang
        self._random: np.random.Generator | None = None
        self.game = self._start
        self.deal_seed = ""
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        room = spaces.Dict(
            {
                "observation": spaces.Box(np.uint8(0), layout.highest(), (SIZE,), np.uint8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, room)
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self.state_space = spaces.Box(0, layout.DECKS, (SEATS, FACES), np.uint8)

    @property
    def least_reward(self) -> float:
        """The least reward that a deal can bring."""
        return rewards.bounds(self.rules, self._reward)[0]

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations: a dictionary with the action mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew.

        Args:
            seed: starts the environment's own generator; the cards depend on nothing else. None
                goes on with it, or takes one of the machine's chance if there is none yet.
            options: ignored.
        """
        if seed is not None or self._random is None:
            self._random = np.random.default_rng(seed)
        self.deal_seed = self._random.bytes(16).hex()
        self._dealing = SeededDealing(self.deal_seed)
        self.game = self._dealt(self._start)
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """Return what an agent observes, and which actions it may take now."""
        seat = self._seats[agent]
        acts = seat == self.game.player and not self.truncations.get(agent, True)
        mask = self.game.legal_mask() if acts else np.zeros(ACTIONS, dtype=np.int8)
        return {"observation": self.game.observe(seat), "action_mask": mask}

    def state(self) -> npt.NDArray[np.uint8]:
        """Return all hands, hidden cards too, ``uint8[6, 54]`` by seat: for critics."""
        found = np.zeros((SEATS, FACES), dtype=np.uint8)
        deal = self.game.state.deal
        if deal is not None:
            for seat, hand in enumerate(deal.hands):
                for face in hand:
                    found[seat, face] += 1
        return found

    def step(self, action: Any) -> None:
        """Act for the agent whose turn it is.

        Raises:
            ActionError: it may not do that now.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        before = self.game
        self.game = self._dealt(before.step(*self._chosen(int(action))))
        self._steps += 1
        paid = rewards.of_step(before.state, self.game.state, self._reward)
        self.rewards = {other: paid[self._seats[other]] for other in self.agents}
        if self.game.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._max_steps is not None and self._steps >= self._max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Show the table: ``human`` prints it, ``ansi`` returns it as text, ``rgb_array`` drawn."""
        if self.render_mode is None:
            gymnasium.logger.warn("no render_mode was chosen when the environment was made")
            return None
        return rendering.render(self.game, self.render_mode, self._lang)

    def close(self) -> None:
        """Nothing is held open."""

    def _dealt(self, game: Game) -> Game:
        if not game.awaits_cards:
            return game
        number = game.state.deals_begun + 1
        return game.deal(self._dealing.deal(number, self.rules, ()))

    def _select(self) -> None:
        player = self.game.player
        self.agent_selection = self.agents[0] if player is None else self.possible_agents[player]

    def _chosen(self, index: int) -> tuple[int, Lay | None]:
        """Return the action to take, with cards where the environment's user completes moves."""
        if self._replace_illegal:
            mask = self.game.legal_mask()
            if not mask[index]:
                index = int(np.flatnonzero(mask)[-1])
        player = self.game.player
        if self._completion is None or player is None or index >= MOVES:
            return index, None
        return index, self._completion(index, self.game.view(player))
