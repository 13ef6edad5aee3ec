"""What a bot 机器人 is: something that acts on a view, and on nothing else."""

from __future__ import annotations

from random import Random
from typing import Protocol

import msgspec

from daguai.actions import Action
from daguai.view import View


class Bot(Protocol):
    """A player that is a program.

    A bot is given the view of the seat that owes an action, with its memory of the deal
    (``match.view(seat, memory=True)``), and answers with an action that is legal there. It keeps
    nothing between calls: the same view and the same seed give the same action, so a match can be
    resumed anywhere, and one bot may play any number of seats and tables.
    """

    @property
    def name(self) -> str:
        """What the bot is called in records and on the command line."""

    def act(self, view: View) -> Action:
        """Choose an action for the seat whose view this is."""


def dice(seed: int | str, view: View) -> Random:
    """Return random numbers that depend on a seed and on what the view shows alone."""
    return Random(b"%s\n%s" % (str(seed).encode(), msgspec.json.encode(view)))
