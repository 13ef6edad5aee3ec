"""The same games in every run: what decides them is drawn from a text, not by chance."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

from daguai.server import matchmaking, pilots, seats
from daguai.server.table import Table

_GIVEN = os.environ.get("DAGUAI_TEST_SEED", "1")
SEED = str(secrets.randbits(32)) if _GIVEN == "random" else _GIVEN
"""``DAGUAI_TEST_SEED``: any text; ``random`` draws one, which failures tell."""


def fix_chance(text: str, put: Callable[[Any, str, Any], None] = setattr) -> None:
    """Draw the deals, seats and bots of this process from a text; tokens and names stay random.

    What has a stream of its own does not depend on the order in which threads draw from others.

    Args:
        text: what to draw from, such as the seed and the name of a test.
        put: how an attribute is set, so that it may be put back.
    """
    for module in (matchmaking, pilots, seats):
        dice = Random(f"{text} {module.__name__}")
        drawn = SimpleNamespace(SystemRandom=lambda dice=dice: dice, uniform=dice.uniform)
        put(module, "random", drawn)
    pilots.bot_of.cache_clear()  # bots are seeded when they are first wanted

    seeds = Random(f"{text} seeds of matches")

    def set_seed(table: Any, _drawn: str) -> None:
        table.__dict__["next_seed"] = f"{seeds.getrandbits(256):064x}"

    put(Table, "next_seed", property(lambda table: table.__dict__["next_seed"], set_seed))
