"""Bots 机器人: programs that play a seat from its view.

>>> from daguai.bots import bot_named
>>> bot_named("beginner", seed=7).name
'beginner'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from daguai.bots.beginner import Beginner
from daguai.bots.bot import Bot
from daguai.bots.random_bot import RandomBot

BOTS: Final[Mapping[str, Callable[[int | str], Bot]]] = MappingProxyType(
    {"beginner": Beginner, "random": RandomBot}
)
"""Every bot by name, as something that makes one from a seed."""


class UnknownBot(ValueError):
    """There is no bot of that name.

    Attributes:
        code: ``"unknown_bot"``.
        details: what the message names, by key.
    """

    code = "unknown_bot"

    def __init__(self, name: str) -> None:
        known = ", ".join(BOTS)
        super().__init__(f"there is no bot {name!r}: expected one of {known}")
        self.details = {"text": name, "known": known}


def bot_named(name: str, seed: int | str = 0) -> Bot:
    """Make a bot.

    Raises:
        UnknownBot: there is none of that name; the message lists them.
    """
    try:
        make = BOTS[name]
    except KeyError:
        raise UnknownBot(name) from None
    return make(seed)


__all__ = ["BOTS", "Beginner", "Bot", "RandomBot", "UnknownBot", "bot_named"]
