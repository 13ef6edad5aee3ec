"""The game for OpenSpiel, registered as ``python_daguai`` when this module is imported.

>>> import pyspiel
>>> import daguai.research.openspiel
>>> game = pyspiel.load_game("python_daguai(preset=house,level=5)")
>>> game.num_distinct_actions(), game.observation_tensor_shape()
(922, [1979])

Parameters:

- ``preset``: ``classic``, ``points`` or ``house``;
- ``options``: options that differ, as ``flush_ties:descending;pass_is_final:true``;
- ``level``: both teams' level at the start, 2 to 14 (11 to 14 for J, Q, K, A);
- ``deals``: 1 for a single deal; more for a match, tribute and all, that ends after so many deals
  at the latest (option ``max_deals``);
- ``reward``: ``difference``, ``points`` or ``match`` (``daguai.research.rewards``).

Chance deals card by card: the first dealer, then 162 faces, to seats 0 to 5 in turn; where equal
cards may be paid as tribute (clause 7.1) it draws one. Utilities are paid at the end of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyspiel

from daguai import tribute
from daguai.cards import RANKS, Face, format_cards
from daguai.dealing import DealtCards
from daguai.research import layout, recall, rewards
from daguai.research.actions import ACTIONS, describe
from daguai.research.game import Game
from daguai.research.layout import DECKS, FACES, SEATS
from daguai.rules import Rules
from daguai.view import View

if TYPE_CHECKING:
    import numpy.typing as npt

NAME: Final = "python_daguai"
_PARAMETERS: Final[dict[str, Any]] = {
    "preset": "classic",
    "options": "",
    "level": 2,
    "deals": 1,
    "reward": rewards.DEFAULT,
}
_LONGEST_DEAL: Final = DECKS * FACES * SEATS + 5 * (SEATS // 2)
"""Every card laid alone and passed by all others, and tribute, with offers of three cards."""
_CHANCE: Final = 1 + DECKS * FACES + SEATS // 2
"""Chance nodes of a deal at most."""
_PRIVATE: Final = ("hand", "unseen", "offer")
"""Sections of an observation that are not public."""


def _type(utility: Any) -> Any:
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
        kind = _type(utilities.ZERO_SUM if zero_sum else utilities.GENERAL_SUM)
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
        return Observer(self, kind)


@dataclass(frozen=True)
class _Table:
    """All of a state; a value, so copies are shared.

    Attributes:
        game: the game so far.
        past: the game as each finished deal ended.
        dealer: the first dealer, once drawn.
        cards: faces dealt so far for the next deal.
        paid: tributes drawn for it, by giver.
    """

    game: Game
    past: tuple[Game, ...] = ()
    dealer: int | None = None
    cards: tuple[int, ...] = ()
    paid: dict[int, Face] = field(default_factory=dict)

    def __deepcopy__(self, _: object) -> _Table:
        return self

    def hand(self, seat: int) -> list[Face]:
        """Return what a seat was dealt of the next deal."""
        return sorted(map(Face, self.cards[seat::SEATS]))

    def draws(self) -> list[tuple[int, list[Face]]]:
        """List the givers whose tribute is still to be drawn, with their equal highest cards."""
        state = self.game.state
        result, rules = state.result, state.rules
        if result is None or rules.tribute_card != "system":
            return []
        givers = tribute.givers_of(result)
        hands = [self.hand(seat) for seat in range(SEATS)]
        if tribute.refused(hands, givers, rules) is not None:
            return []
        level = state.levels[result.next_dealer_team]
        equal = {giver: list(tribute.highest(hands[giver], level)) for giver in givers}
        return [
            (giver, faces)
            for giver, faces in equal.items()
            if giver not in self.paid and len(set(faces)) > 1
        ]

    def outcomes(self) -> list[tuple[int, float]]:
        """List what chance may do next, with probabilities."""
        if self.dealer is None:
            return [(seat, 1 / SEATS) for seat in range(SEATS)]
        total = DECKS * FACES
        if len(self.cards) < total:
            dealt = Counter(self.cards)
            left = total - len(self.cards)
            return [
                (face, (DECKS - dealt[face]) / left) for face in range(FACES) if dealt[face] < DECKS
            ]
        faces = self.draws()[0][1]
        return [(int(face), faces.count(face) / len(faces)) for face in dict.fromkeys(faces)]

    def chance(self, outcome: int) -> _Table:
        """Let chance do something."""
        if self.dealer is None:
            return replace(self, dealer=outcome)
        if len(self.cards) < DECKS * FACES:
            return replace(self, cards=(*self.cards, outcome))._ready()
        giver = self.draws()[0][0]
        return replace(self, paid={**self.paid, giver: Face(outcome)})._ready()

    def _ready(self) -> _Table:
        """Start the deal once nothing is left to chance."""
        if len(self.cards) < DECKS * FACES or self.draws():
            return self
        assert self.dealer is not None
        hands = tuple(tuple(self.hand(seat)) for seat in range(SEATS))
        cards = DealtCards(hands, first_dealer=self.dealer, tributes=self.paid)
        return replace(self, game=self.game.deal(cards), cards=(), paid={})

    def act(self, index: int) -> _Table:
        """Let the acting seat do something."""
        game = self.game.step(index)
        past = (*self.past, game) if game.awaits_cards else self.past
        return replace(self, game=game, past=past)

    def views(self, seat: int) -> list[tuple[View, tuple[Face, ...]]]:
        """Return a seat's view of every deal begun, and what it has named for an offer."""
        games = [*self.past]
        if self.game.state.deal is not None and not self.game.awaits_cards:
            games.append(self.game)
        return [(game.view(seat), game.chosen_by(seat)) for game in games]


class DaguaiState(pyspiel.State):  # type: ignore[misc]
    """A position of the game.

    Attributes:
        table: all of it, as a value.
    """

    def __init__(self, game: DaguaiGame) -> None:
        """Begin; only ``DaguaiGame.new_initial_state`` calls this."""
        super().__init__(game)
        self.table = _Table(game.start)
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
        verb = "deal" if len(self.table.cards) < DECKS * FACES else "draw"
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
        lines.append("trick: " + "; ".join(moves))
        return "\n".join(lines)


class Observer:
    """What a seat observes of a state, as OpenSpiel asks for it.

    Without perfect recall it is the observation of ``daguai.research.layout``, section by section;
    with it the information state of ``daguai.research.recall``, deal by deal.

    Attributes:
        tensor: ``float32``, filled by ``set_from``.
        dict: the same by name.
    """

    def __init__(self, game: DaguaiGame, kind: Any) -> None:
        """Make room for observations.

        Args:
            game: the game.
            kind: an ``IIGObservationType``.
        """
        privacy = pyspiel.PrivateInfoType
        self._recall = bool(kind.perfect_recall)
        self._public = bool(kind.public_info)
        self._private = kind.private_info == privacy.SINGLE_PLAYER
        self._everybody = kind.private_info == privacy.ALL_PLAYERS
        pieces = list(self._pieces(game.deals))
        sizes = [int(np.prod(shape)) for _, shape in pieces]
        self.tensor = np.zeros(sum(sizes), np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        start = 0
        for (name, shape), size in zip(pieces, sizes, strict=True):
            self.dict[name] = self.tensor[start : start + size].reshape(shape)
            start += size

    def _pieces(self, deals: int) -> Iterable[tuple[str, tuple[int, ...]]]:
        if self._everybody:
            yield "hands", (SEATS, FACES)
        if not self._recall:
            for section in layout.SECTIONS:
                if self._private if section.name in _PRIVATE else self._public:
                    yield section.name, section.shape
            return
        yield "player", (SEATS,)
        for deal in range(1, deals + 1):
            for name, (shape, _) in recall.PARTS.items():
                if self._private if name in recall.PRIVATE else self._public:
                    yield _named(name, deal, deals), shape

    def set_from(self, state: DaguaiState, player: int) -> None:
        """Fill ``tensor`` with what a player observes."""
        self.tensor.fill(0)
        table = state.table
        if self._everybody:
            for place in range(SEATS):
                for face in _hand(table, (player + place) % SEATS):
                    self.dict["hands"][place, face] += 1
        if self._recall:
            self._remember(table, player)
        else:
            self._observe(table, player)

    def _observe(self, table: _Table, player: int) -> None:
        if table.game.awaits_cards:
            if self._private:
                for face in table.hand(player):
                    self.dict["hand"][face] += 1
            return
        for name, part in layout.split(table.game.observe(player)).items():
            if name in self.dict:
                self.dict[name][:] = part

    def _remember(self, table: _Table, player: int) -> None:
        self.dict["player"][player] = 1
        deals = table.game.state.rules.max_deals or 1 if table.game.match else 1
        views = table.views(player)
        for deal, (view, chosen) in enumerate(views, 1):
            parts = {
                name: self.dict[_named(name, deal, deals)]
                for name in recall.PARTS
                if _named(name, deal, deals) in self.dict
            }
            recall.fill(parts, view, chosen)
        if table.game.awaits_cards and self._private:
            part = self.dict[_named("dealt", len(views) + 1, deals)]
            for face, copies in Counter(table.hand(player)).items():
                part[:copies, face] = 1

    def string_from(self, state: DaguaiState, player: int) -> str:
        """Return what a player observes as text."""
        table = state.table
        words = [f"seat {player}"] if self._private or self._recall else []
        if self._everybody:
            words += [format_cards(_hand(table, seat)) for seat in range(SEATS)]
        if self._recall:
            for view, chosen in table.views(player):
                words.append(
                    recall.tell(view, private=self._private, public=self._public, chosen=chosen)
                )
        if table.game.awaits_cards:
            if self._public:
                words.append(f"{len(table.cards)} cards dealt, first dealer {table.dealer}")
            if self._private:
                words.append(f"dealt {format_cards(table.hand(player))}")
        elif not self._recall:
            words += self._glance(table.game, player)
        return "\n".join(words)

    def _glance(self, game: Game, player: int) -> Iterable[str]:
        view = game.view(player)
        if self._private:
            yield f"hand {view.hand}"
            if game.chosen_by(player):
                yield f"naming {format_cards(game.chosen)}"
        if self._public:
            yield recall.situation(view)
            yield "left " + " ".join("?" if n is None else str(n) for n in view.counts)
            if view.finished:
                yield "out " + " ".join(map(str, view.finished))
            if view.tribute and view.phase != "play":
                yield recall.tell(view, private=False, public=True)
            moves = (f"{move.seat} {move.cards or '-'}" for move in view.trick.moves)
            yield "trick " + "; ".join(moves)
            yield from (f"{seat} to act" for seat in view.to_act[:1])


def _hand(table: _Table, seat: int) -> Sequence[Face]:
    deal = table.game.state.deal
    if table.game.awaits_cards or deal is None:
        return table.hand(seat)
    return deal.hands[seat]


def _named(name: str, deal: int, deals: int) -> str:
    return name if deals == 1 else f"{name}_{deal}"


pyspiel.register_game(_type(pyspiel.GameType.Utility.ZERO_SUM), DaguaiGame)
