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

import pyspiel

from daguai.research.openspiel.game import NAME, DaguaiGame, DaguaiState, game_type
from daguai.research.openspiel.observer import Observer

__all__ = ["NAME", "DaguaiGame", "DaguaiState", "Observer"]

pyspiel.register_game(game_type(pyspiel.GameType.Utility.ZERO_SUM), DaguaiGame)
