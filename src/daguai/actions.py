"""What a seat may do when it owes an action.

Cards travel as notation in ascending order, so that two actions naming the same faces are equal
whatever the order they were chosen in. Constructors accept notation or any sequence of faces.
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec

from daguai.cards import Cards, Face, format_cards, parse_cards
from daguai.errors import CodedError


@lru_cache(maxsize=1 << 16)
def _canonical(notation: str) -> str:
    return format_cards(parse_cards(notation))


def _cards(cards: Cards) -> str:
    return _canonical(cards) if isinstance(cards, str) else format_cards(parse_cards(cards))


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Pass 过: do not answer the play on the table (clause 6.2)."""


class _ManyCards(msgspec.Struct, frozen=True):
    cards: str

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "cards", _cards(self.cards))

    @property
    def faces(self) -> tuple[Face, ...]:
        """The cards as faces, ascending."""
        return parse_cards(self.cards)


class _OneCard(msgspec.Struct, frozen=True):
    card: str

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "card", str(Face(self.card)))

    @property
    def face(self) -> Face:
        """The card as a face."""
        return Face(self.card)


class Lay(_ManyCards, frozen=True, tag="lay"):
    """Lay cards 出牌, as a lead or an answer (clause 6.2).

    >>> Lay("BJ 3H 3S") == Lay(["3S", "3H", "BJ"])
    True
    """

    @classmethod
    def ascending(cls, notation: str) -> Lay:
        """Return the action for notation known to be ascending, without reading it again.

        Lists of legal actions are long; everybody else uses the constructor.
        """
        action: Lay = copy(_TEMPLATE)  # the one way past the constructor
        msgspec.structs.force_setattr(action, "cards", notation)
        return action


_TEMPLATE: Final = Lay("2S")


class Return(_OneCard, frozen=True, tag="return"):
    """Return a card 还贡 for a tribute received (clause 7.3)."""


class Tribute(_OneCard, frozen=True, tag="tribute"):
    """Choose among equal cards the one to pay as tribute 进贡 (clause 7.1, option ``giver``)."""


class Offer(_ManyCards, frozen=True, tag="offer"):
    """Offer cards of different ranks for a joker received (clause 7.3, option ``candidates``)."""


class Take(_OneCard, frozen=True, tag="take"):
    """Take one of the cards offered (clause 7.3, option ``candidates``)."""


Action: TypeAlias = Pass | Lay | Return | Tribute | Offer | Take
"""Anything a seat may do; as JSON an object whose ``type`` is the lower-case name."""


class IllegalAction(CodedError):
    """An action that the rules do not allow now; nothing has changed.

    Attributes:
        code: ``not_your_turn``, ``wrong_action`` (expected another kind), ``must_lead`` (the
            leader may not pass), ``not_held``, ``wrong_size`` and ``not_higher`` (against the play
            on the table), ``not_offered``, ``not_equal`` (a tribute that is not among the highest
            cards), ``wrong_offer``, ``match_over``, ``unknown_seat``, ``unknown_action``, or a code
            of ``IllegalPlay``.
    """
