"""Where a deal's cards come from: the seam between a match and the shuffle 洗牌.

A match asks a ``Dealing`` for the cards of each deal. ``daguai.shuffle.SeededDealing`` shuffles;
``GivenDealing`` hands out cards that are already known, as records and tests do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from daguai.cards import FACES, Cards, Face, format_cards, parse_cards
from daguai.errors import CodedError
from daguai.rules import Rules


class DealingError(CodedError):
    """Cards that cannot be dealt.

    Attributes:
        code: ``wrong_hands`` (another number of hands, or of cards in one), ``wrong_copies`` (a
            face more or less often than there are decks), ``wrong_tribute`` (a card named as drawn
            that is not among the equal ones), ``wrong_dealer`` (no such seat),
            ``no_more_deals``.
    """


def first(purpose: str, n: int) -> int:
    """Draw without chance: always the first. For cards that are given, not shuffled."""
    return 0


@dataclass(frozen=True, slots=True)
class DealtCards:
    """The cards of one deal and the chance that belongs to it.

    Attributes:
        hands: the cards of each seat, in any order.
        first_dealer: who deals if this is the match's first deal (clause 1.4).
        draw: ``draw(purpose, n)`` is a number from 0 to n - 1, the same whenever the same is asked,
            independent between purposes. The purpose of a tribute draw is ``tribute:`` and the
            giver's seat, as in ``tribute:3``.
        tributes: cards known to have been drawn as tribute, by giver; they go before ``draw``.
        commitment: SHA-256 of the secret, hexadecimal; empty when there was no shuffle.
        secret: the deal's secret, hexadecimal, revealed at its end.
        entropy: the players' contributions, one text for each seat, empty for who gave none;
            ``()`` when nobody gave any.
    """

    hands: tuple[tuple[Face, ...], ...]
    first_dealer: int = 0
    draw: Callable[[str, int], int] = first
    tributes: Mapping[int, Face] = field(default_factory=dict)
    commitment: str = ""
    secret: str = ""
    entropy: tuple[str, ...] = ()

    def tribute(self, giver: int, equal: Sequence[Face]) -> Face:
        """Draw one of a giver's equal highest cards (clause 7.1), given in ascending order.

        Raises:
            DealingError: the card named in ``tributes`` is not among them.
        """
        card = self.tributes.get(giver)
        if card is None:
            return equal[self.draw(f"tribute:{giver}", len(equal))]
        if card not in equal:
            known = format_cards(equal)
            message = f"seat {giver} cannot pay {card}: its highest cards are {known}"
            raise DealingError(
                "wrong_tribute", message, seat=str(giver), card=str(card), equal=known
            )
        return card

    def check(self, rules: Rules) -> None:
        """Check that these are all the decks, dealt evenly (clause 1.2).

        Raises:
            DealingError: they are not; the message names the hands or faces.
        """
        if len(self.hands) != rules.seats:
            message = f"expected a hand for each of {rules.seats} seats, not {len(self.hands)}"
            raise DealingError("wrong_hands", message, hands=str(len(self.hands)))
        for seat, hand in enumerate(self.hands):
            if len(hand) != rules.hand_size:
                message = f"seat {seat} has {len(hand)} cards, expected {rules.hand_size}"
                raise DealingError("wrong_hands", message, seat=str(seat), cards=str(len(hand)))
        copies = Counter(face for hand in self.hands for face in hand)
        wrong = ", ".join(f"{face} {copies[face]}" for face in FACES if copies[face] != rules.decks)
        if wrong:
            message = f"expected {rules.decks} copies of each face: {wrong}"
            raise DealingError("wrong_copies", message, copies=wrong)
        if not 0 <= self.first_dealer < rules.seats:
            message = f"there is no seat {self.first_dealer} to deal first"
            raise DealingError("wrong_dealer", message, seat=str(self.first_dealer))


class Dealing(Protocol):
    """Gives a match its deals by number; asked for the same again, it deals the same cards."""

    def commitment(self, number: int) -> str:
        """Return the commitment to a deal, to be published before any entropy is asked for."""

    def deal(self, number: int, rules: Rules, entropy: tuple[str, ...]) -> DealtCards:
        """Return the cards of a deal.

        Args:
            number: 1 for the match's first deal.
            rules: the table's rules; seats and decks matter.
            entropy: as ``DealtCards.entropy``.

        Raises:
            DealingError: code ``no_more_deals`` when this source has none left.
        """


class GivenDealing:
    """Deals whose cards are known beforehand.

    >>> from daguai.rules import Rules
    >>> rules = Rules.preset("classic")
    >>> cards = [face for face in FACES for _ in range(rules.decks)]
    >>> dealing = GivenDealing([[cards[seat :: rules.seats] for seat in range(rules.seats)]])
    >>> len(dealing.deal(1, rules, ()).hands[0])
    27
    """

    def __init__(self, deals: Iterable[DealtCards | Sequence[Cards]]) -> None:
        """Take deals in order, each whole or only as hands by seat in any form of cards."""
        self.deals: tuple[DealtCards, ...] = tuple(
            deal if isinstance(deal, DealtCards) else DealtCards(tuple(map(parse_cards, deal)))
            for deal in deals
        )

    def commitment(self, number: int) -> str:
        """Return the commitment that came with a deal, if any."""
        return self.deals[number - 1].commitment if number <= len(self.deals) else ""

    def deal(self, number: int, rules: Rules, entropy: tuple[str, ...]) -> DealtCards:
        """Return the cards given for a deal; entropy cannot change them.

        Raises:
            DealingError: code ``no_more_deals``.
        """
        if number > len(self.deals):
            message = f"no cards are given for deal {number}"
            raise DealingError("no_more_deals", message, deal=str(number))
        return self.deals[number - 1]
