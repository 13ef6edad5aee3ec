"""Why a bot does what it does: its choice, what else it thought of, and the reason in words."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from daguai.actions import Action
from daguai.messages import text

Details: TypeAlias = dict[str, str | int]


class Candidate(msgspec.Struct, frozen=True):
    """Something that could be done.

    Attributes:
        action: what.
        value: what the bot takes it to be worth; only differences within one decision mean
            anything.
        reason: what speaks for it, or against it: the message's key after ``why.``.
        details: what the message names.
        keeps_hand: whether the rest of the hand is as well arranged as before.
    """

    action: Action
    value: float
    reason: str
    details: Details = {}
    keeps_hand: bool = True

    def words(self, lang: str = "en") -> str:
        """Say the reason in a language.

        >>> from daguai.actions import Pass
        >>> Candidate(Pass(), 0.0, "partner_holds").words("zh")
        '同伴的牌已经够大，不必再压'
        """
        return text(f"why.{self.reason}", lang, **self.details)


class Explanation(msgspec.Struct, frozen=True):
    """A decision and its reason.

    Attributes:
        candidates: everything that was considered, the best first; never empty.
    """

    candidates: tuple[Candidate, ...]

    @property
    def action(self) -> Action:
        """What the bot does."""
        return self.candidates[0].action

    @property
    def reason(self) -> str:
        """Why: the message's key after ``why.``."""
        return self.candidates[0].reason

    @property
    def details(self) -> Details:
        """What the message names."""
        return self.candidates[0].details

    def words(self, lang: str = "en") -> str:
        """Say the reason in a language."""
        return self.candidates[0].words(lang)
