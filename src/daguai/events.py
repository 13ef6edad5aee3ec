"""What happens in a match, in order; a match is the list of its events.

All cards are notation in ascending order. A log holds events whole; ``daguai.observe.visible``
tells what a seat may see of them: all but other hands and the secret of ``Dealt``, and in ``Laid``
the counts that clause 6.5 hides.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class DealStarted(msgspec.Struct, frozen=True, tag="deal_started"):
    """A deal 一副 begins.

    Attributes:
        number: 1 for the match's first deal.
        dealer: seat of the dealer 庄家.
        levels: each team's level 级, as notation.
        commitment: SHA-256 of the deal's secret, hexadecimal; empty when the cards were given.
    """

    number: int
    dealer: int
    levels: tuple[str, str]
    commitment: str


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """The cards are dealt 发牌 (clause 1.2).

    Attributes:
        hands: the cards of each seat; a seat sees its own, others are blank.
        secret: the deal's secret, hexadecimal, blank until ``DealEnded`` reveals it; empty when
            the cards were given.
        entropy: the players' contributions to the shuffle, one text for each seat; ``()`` when
            nobody gave any.
    """

    hands: tuple[str, ...]
    secret: str = ""
    entropy: tuple[str, ...] = ()


class TributeRefused(msgspec.Struct, frozen=True, tag="tribute_refused"):
    """No tribute is paid 抗贡: the givers hold enough big jokers (clause 7.4)."""

    givers: tuple[int, ...]
    big_jokers: int


class TributePaid(msgspec.Struct, frozen=True, tag="tribute_paid"):
    """A caught player pays 进贡 their highest card (clauses 7.1, 7.2)."""

    giver: int
    receiver: int
    card: str


class ReturnOffered(msgspec.Struct, frozen=True, tag="return_offered"):
    """A receiver offers cards for a joker; the giver takes one (clause 7.3)."""

    receiver: int
    giver: int
    cards: str


class Returned(msgspec.Struct, frozen=True, tag="returned"):
    """A receiver's card goes back 还贡 to the giver (clause 7.3)."""

    receiver: int
    giver: int
    card: str


class PlayStarted(msgspec.Struct, frozen=True, tag="play_started"):
    """Tribute, if any, is settled; ``leader`` leads the first trick (clause 6.1)."""

    leader: int


class Laid(msgspec.Struct, frozen=True, tag="laid"):
    """A seat lays cards 出牌. ``left`` is public as clause 6.5 says.

    Attributes:
        seat: who played.
        cards: what was played.
        category: the category's value, such as ``four_and_one``.
        left: cards remaining in the seat's hand, None where that is hidden.
    """

    seat: int
    cards: str
    category: str
    left: int | None


class Passed(msgspec.Struct, frozen=True, tag="passed"):
    """A seat passes 过."""

    seat: int


class Finished(msgspec.Struct, frozen=True, tag="finished"):
    """A seat has run out of cards; ``placement`` 1 is 头家 (clause 6.4)."""

    seat: int
    placement: int


class TrickEnded(msgspec.Struct, frozen=True, tag="trick_ended"):
    """A trick 一轮 ends: ``winner`` laid the last play, ``leader`` leads next (clause 6.3)."""

    winner: int
    leader: int


class DealEnded(msgspec.Struct, frozen=True, tag="deal_ended"):
    """A deal is over (clauses 6.4, 8, 9).

    Attributes:
        order: seats as they ran out, then those still in by fewest cards (clause 6.4).
        finished: how many of ``order`` had run out.
        winner: winning team, or None when drawn.
        caught: caught 被抓 seats, ascending.
        next_dealer_team: whose deal it is next.
        levels_gained: levels the dealer team rises by.
        levels: levels after the deal.
        points: points of this deal for each player of team 0 and of team 1.
        clause: the clause of the rules that decided, such as ``"8.2"``.
        hands: what was left in each hand, now public.
        secret: the deal's secret, for verification, as in ``Dealt``.
        entropy: the players' contributions to the shuffle, as in ``Dealt``.
    """

    order: tuple[int, ...]
    finished: int
    winner: int | None
    caught: tuple[int, ...]
    next_dealer_team: int
    levels_gained: int
    levels: tuple[str, str]
    points: tuple[int, int]
    clause: str
    hands: tuple[str, ...]
    secret: str
    entropy: tuple[str, ...]


class MatchEnded(msgspec.Struct, frozen=True, tag="match_ended"):
    """The match is over (clause 10); ``winner`` is None when drawn.

    Attributes:
        winner: winning team or None.
        clause: ``"10.1"``, ``"10.2"`` or ``"10.3"``.
    """

    winner: int | None
    clause: str


Event: TypeAlias = (
    DealStarted
    | Dealt
    | TributeRefused
    | TributePaid
    | ReturnOffered
    | Returned
    | PlayStarted
    | Laid
    | Passed
    | Finished
    | TrickEnded
    | DealEnded
    | MatchEnded
)
"""Anything that happens; as JSON an object whose ``type`` names it."""
