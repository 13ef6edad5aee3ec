"""A deal or a match as one seat after another acting by numbers, for the environments.

A value like the states it is made of: every step gives another. Where several seats owe something
at once, in tribute (clause 7.3), they act in ascending order, each seeing what those before it did;
that is one of the orders the rules allow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Self

from daguai.actions import Action, Lay
from daguai.cards import Face, parse_level
from daguai.dealing import DealtCards
from daguai.observe import view_of
from daguai.research import actions
from daguai.research.observation import observe
from daguai.rules import Rules
from daguai.state import MatchState, advance, begin
from daguai.view import View

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True)
class Game:
    """One deal, or a whole match.

    Attributes:
        state: the state of the match that it is part of.
        match: whether it goes on until the match ends (clause 10).
        chosen: cards of an offer that the acting seat has named already.
    """

    state: MatchState
    match: bool = False
    chosen: tuple[Face, ...] = ()

    @classmethod
    def new(cls, rules: Rules, *, level: str | int = "2", match: bool = False) -> Self:
        """Return the game before its first deal, both teams at a level.

        Raises:
            NotationError: there is no such level.
        """
        rank = parse_level(level)
        return cls(MatchState(rules, levels=(rank, rank)), match)

    @property
    def over(self) -> bool:
        """Whether nothing more happens."""
        if self.match:
            return self.state.end is not None
        return self.state.result is not None

    @property
    def awaits_cards(self) -> bool:
        """Whether the next deal must be dealt."""
        return not self.over and not self.state.underway

    @cached_property
    def player(self) -> int | None:
        """The seat that acts next, None while cards are awaited and at the end."""
        to_act = self.state.to_act
        return to_act[0] if to_act else None

    def deal(self, cards: DealtCards) -> Self:
        """Start the next deal.

        Raises:
            DealingError: the cards are not the decks, or not the tribute.
        """
        return replace(self, state=begin(self.state, cards)[0], chosen=())

    def view(self, seat: int) -> View:
        """Return what a seat may know, with memory."""
        return self._own_view if seat == self.player else view_of(self.state, seat, memory=True)

    @cached_property
    def _own_view(self) -> View:
        assert self.player is not None
        return view_of(self.state, self.player, memory=True)

    def chosen_by(self, seat: int) -> tuple[Face, ...]:
        """Return the cards that a seat has named for an offer that is not complete."""
        return self.chosen if seat == self.player else ()

    def observe(self, seat: int) -> npt.NDArray[np.uint8]:
        """Return what a seat observes (``layout``)."""
        return observe(self.view(seat), self.chosen_by(seat))

    def legal_mask(self) -> npt.NDArray[np.int8]:
        """Return 1 for every number allowed to the acting seat (``actions``)."""
        assert self.player is not None
        return actions.legal_mask(self.view(self.player), self.chosen)

    def action(self, index: int) -> Action | None:
        """Return the action of a number, None when a card joins an offer that needs more.

        Raises:
            ActionError: the acting seat may not do that now.
        """
        assert self.player is not None
        return actions.action_of(index, self.view(self.player), self.chosen)

    def step(self, index: int, cards: Lay | None = None) -> Self:
        """Act for the seat whose turn it is.

        Args:
            index: what it does.
            cards: which cards complete the abstract move; the canonical ones by default.

        Raises:
            ActionError: it may not do that now, or the cards are another move.
            IllegalAction: it does not hold the cards.
        """
        assert self.player is not None
        if cards is None:
            action = self.action(index)
        elif actions.index_of(cards, self.view(self.player)) == index:
            action = cards
        else:
            message = f"{cards.cards} is not {actions.describe(index)}"
            raise actions.ActionError("not_allowed", message, index=str(index))
        if action is None:
            return replace(self, chosen=(*self.chosen, Face(index - actions.CARD)))
        return replace(self, state=advance(self.state, self.player, action)[0], chosen=())
