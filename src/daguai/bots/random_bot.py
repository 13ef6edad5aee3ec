"""The random bot 随机: any legal action, each as likely as another."""

from __future__ import annotations

from daguai.actions import Action
from daguai.bots.bot import dice
from daguai.legal import legal_actions
from daguai.view import View


class RandomBot:
    """Plays anything the rules allow; what other bots are measured from."""

    name = "random"

    def __init__(self, seed: int | str = 0) -> None:
        self._seed = seed

    def act(self, view: View) -> Action:
        """Choose among the legal actions at random."""
        return dice(self._seed, view).choice(legal_actions(view))
