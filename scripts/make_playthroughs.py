"""Write the golden playthroughs of the OpenSpiel game, tests/research/playthroughs/*.txt.

A playthrough is a random game with all that OpenSpiel is told about some of its positions, in the
manner of OpenSpiel's own, but with tensors as the places of their numbers, so that a change can be
read as a diff. Run ``python scripts/make_playthroughs.py`` after a change of the rules or of an
encoding; a test compares.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import make_observation

import daguai.research.openspiel  # noqa: F401  (registers the game)

FOLDER = Path(__file__).resolve().parent.parent / "tests/research/playthroughs"
PLAYTHROUGHS = {
    "classic_deal": ("python_daguai", 1),
    "house_match": ("python_daguai(preset=house,level=7,deals=2)", 5),
    "choices_in_tribute": (
        "python_daguai(options=return_card:candidates;tribute_card:giver,deals=3,reward=points)",
        2,
    ),
}
EVERY = 25
"""Positions in which nothing is named as tribute are told in full once in so many."""


def playthrough(name: str, seed: int) -> str:
    """Return a playthrough as it is kept."""
    return "\n".join(_lines(pyspiel.load_game(name), seed)) + "\n"


def _lines(game: Any, seed: int) -> Iterator[str]:
    memory = pyspiel.IIGObservationType(perfect_recall=True)
    observers = {"observation": make_observation(game), "recall": make_observation(game, memory)}
    yield f"game: {game}"
    yield f"actions: {game.num_distinct_actions()}"
    yield f"utilities: {game.min_utility():g} to {game.max_utility():g}, sum {game.utility_sum()}"
    yield f"longest: {game.max_game_length()}, chance {game.max_chance_nodes_in_history()}"
    for name, observer in observers.items():
        yield f"{name}: {len(observer.tensor)}"
    dice = np.random.RandomState(seed)  # the generator that never changes
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        player = state.current_player()
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            action = int(outcomes[np.searchsorted(np.cumsum(chances), dice.random_sample())])
        else:
            legal = state.legal_actions()
            if decisions % EVERY == 0 or legal[0] > 867:
                yield from _told(state, player, observers)
            action = legal[dice.randint(len(legal))]
            decisions += 1
        yield f"{player}: {state.action_to_string(player, action)} ({action})"
        state.apply_action(action)
    yield from _told(state, 0, observers)
    yield f"returns: {state.returns()}"


def _told(state: Any, player: int, observers: dict[str, Any]) -> Iterator[str]:
    yield ""
    yield from (f"# {line}" for line in str(state).splitlines())
    for name, observer in observers.items():
        yield from (f"{name}| {line}" for line in observer.string_from(state, player).splitlines())
        observer.set_from(state, player)
        for part, values in observer.dict.items():
            flat = values.ravel()
            places = np.flatnonzero(flat)
            if len(places):
                shown = [
                    str(p) if flat[p] == 1 else f"{p}x{flat[p]:g}" for p in places.tolist()[:160]
                ]
                yield f"{name}.{part} {'x'.join(map(str, values.shape))}: {' '.join(shown)}"
    if not state.is_terminal():
        yield f"legal: {' '.join(map(str, state.legal_actions()))}"
    yield ""


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, (game, seed) in PLAYTHROUGHS.items():
        path = FOLDER / f"{name}.txt"
        path.write_text(playthrough(game, seed), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
