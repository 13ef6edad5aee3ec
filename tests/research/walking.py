"""Random walks through deals and matches, for tests that hold in every position."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from daguai.research.game import Game
from daguai.rules import Rules
from daguai.shuffle import SeededDealing

TABLES = {
    "classic": Rules(),
    "house": Rules.preset("house"),
    "choices in tribute": Rules(
        return_card="candidates", tribute_card="giver", final_failures=3, max_deals=6
    ),
    "jokers on anything": Rules(
        heavenly_bomb="any_size",
        joker_pair="little_pair_over_mixed",
        flush_ties="descending",
        pass_is_final=True,
        lead_after_out="next_teammate",
        tribute_refusal=3,
    ),
}


def started(rules: Rules, seed: str = "walk", *, level: str = "2", match: bool = False) -> Game:
    """The game after its first dealing."""
    return dealt(Game.new(rules, level=level, match=match), seed)


def dealt(game: Game, seed: str) -> Game:
    """The same game, with cards if it needs some."""
    if not game.awaits_cards:
        return game
    number = game.state.deals_begun + 1
    return game.deal(SeededDealing(seed).deal(number, game.state.rules, ()))


def walk(
    rules: Rules, seed: str = "walk", *, level: str = "2", match: bool = False, deals: int = 1
) -> Iterator[Game]:
    """Every position of random play in which a seat acts."""
    dice = np.random.default_rng(len(seed))
    game = started(rules, seed, level=level, match=match)
    while not game.over and game.state.deals_begun <= deals:
        yield game
        game = game.step(int(dice.choice(np.flatnonzero(game.legal_mask()))))
        game = dealt(game, seed)
