"""Bots 机器人: programs that play a seat from its view.

>>> from daguai.bots import bot_named
>>> bot_named("beginner", seed=7).name
'beginner'
"""

from __future__ import annotations

from daguai.bots.beginner import Beginner
from daguai.bots.bot import Bot
from daguai.bots.club import Club
from daguai.bots.explanation import Candidate, Explanation
from daguai.bots.random_bot import RandomBot
from daguai.bots.registry import BOTS, UnknownBot, bot_named

__all__ = [
    "BOTS",
    "Beginner",
    "Bot",
    "Candidate",
    "Club",
    "Explanation",
    "RandomBot",
    "UnknownBot",
    "bot_named",
]
