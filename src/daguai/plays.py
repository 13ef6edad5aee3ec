"""Plays 牌型: what cards are worth and which play beats which (clauses 3 to 5).

>>> from daguai.rules import Rules
>>> rules = Rules.preset("classic")
>>> play = classify("3S 3H 3D BJ 4C", rules, level="7")
>>> play.category, play.rank
(<Category.FOUR_AND_ONE: 'four_and_one'>, '3')
>>> play.beats(classify("KS KH KD AS AH", rules, level="7"))
True
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Self

import msgspec

from daguai.cards import RANKS, Cards, Face, parse_cards, parse_level
from daguai.kernels import ranking
from daguai.kernels.flags import DESCENDING
from daguai.kernels.tables import tables_for
from daguai.rules import Rules

PLAY_SIZES: Final = (1, 2, 3, 5)
"""How many cards a play may have (clause 3.1)."""


class Category(enum.Enum):
    """A category of plays 牌型, from the weakest five cards to the strongest (clause 3.1).

    >>> Category("straight").size, Category.FLUSH.order > Category.STRAIGHT.order
    (5, True)
    """

    SINGLE = "single"  # 单张
    PAIR = "pair"  # 对子
    TRIPLE = "triple"  # 三张
    STRAIGHT = "straight"  # 杂顺
    FLUSH = "flush"  # 同花
    FULL_HOUSE = "full_house"  # 三带两
    FOUR_AND_ONE = "four_and_one"  # 四带一
    STRAIGHT_FLUSH = "straight_flush"  # 同花顺
    FIVE_OF_A_KIND = "five_of_a_kind"  # 五同

    @property
    def order(self) -> int:
        """The place among all categories; five-card categories compare by it (clause 5.3)."""
        return _ORDERS[self]

    @property
    def size(self) -> int:
        """How many cards a play of this category has."""
        return ranking.size_of(self.order << ranking.SHIFT)


CATEGORIES: Final = tuple(Category)
"""Every category in order; the kernels know a category by its place here."""
_ORDERS: Final = {category: order for order, category in enumerate(CATEGORIES)}


class IllegalPlay(ValueError):
    """Cards that are no play, with a reason for programs to read.

    Attributes:
        code: ``"wrong_count"`` (a play has 1, 2, 3 or 5 cards), ``"ranks_differ"`` (a pair or
            triple of unequal ranks), ``"no_category"`` (five cards that are nothing) or
            ``"too_many_copies"`` (more copies of a face than there are decks).
        details: the values a translated message needs.
    """

    def __init__(self, code: str, message: str, details: Mapping[str, str | int]) -> None:
        super().__init__(message)
        self.code = code
        self.details = MappingProxyType(dict(details))

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, dict[str, str | int]]]:
        return type(self), (self.code, str(self), dict(self.details))


class Play(msgspec.Struct, frozen=True, eq=False, gc=False):
    """Cards that may be laid together, and what they are worth under some rules and level.

    Made by ``classify`` and ``legal_plays``; two plays are equal when cards, level and rules are.

    Attributes:
        cards: the faces, ascending.
        strength: the rank among plays of the same size, see ``kernels.ranking``.
        level: the level rank 级牌 it was judged at, 0..12.
        rules: the rules it was judged by.
    """

    cards: tuple[Face, ...]
    strength: int
    level: int
    rules: Rules

    @property
    def category(self) -> Category:
        """What kind of play it is 牌型: the strongest the cards can be (clauses 3.4, 4.2)."""
        return CATEGORIES[self.strength >> ranking.SHIFT]

    @property
    def value(self) -> int:
        """What plays of one category compare by; its meaning is told in ``kernels.ranking``."""
        return self.strength & ((1 << ranking.SHIFT) - 1)

    @property
    def rank(self) -> str | None:
        """The compared rank (clause 5.2) in notation; None for five jokers.

        For straights it is the top of the run, for full houses the triple, for flushes the
        highest natural card. ``"LJ"`` and ``"BJ"`` stand for jokers alone.

        >>> rules = Rules.preset("classic")
        >>> [classify(c, rules, "7").rank for c in ("AS 2S 3H 4H 5H", "2H 7H JH KH LJ", "LJ BJ")]
        ['5', '7', 'LJ']
        """
        value = self.value
        category = self.category
        if category is Category.FLUSH and self.rules.flags & DESCENDING:
            value = (value >> 4 * ranking.FIELD) - 1
        if value < ranking.LEVEL_VALUE:
            return RANKS[value]
        if value == ranking.LEVEL_VALUE:
            return RANKS[self.level]
        if category is Category.FIVE_OF_A_KIND:
            return None
        return str(self.cards[0])  # the little joker, unless all are big

    @property
    def jokers(self) -> int:
        """How many of the cards are jokers 怪."""
        return sum(face.is_joker for face in self.cards)

    def beats(self, other: Play) -> bool:
        """Return whether this play may be laid on another one (clause 5).

        Raises:
            ValueError: the plays were judged at different levels or by different rules.
        """
        if self.level != other.level or (
            self.rules is not other.rules and self.rules != other.rules
        ):
            raise ValueError("only plays of the same rules and level compare")
        return ranking.beats(self.strength, other.strength, self.rules.flags)

    def __len__(self) -> int:
        return len(self.cards)

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))

    def __repr__(self) -> str:
        return f"<Play {self} ({self.category.value}, level {RANKS[self.level]})>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Play):
            return NotImplemented
        return self.cards == other.cards and self.level == other.level and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((self.cards, self.level))


def classify(cards: Cards, rules: Rules, level: str | int) -> Play:
    """Return the play that cards make, the strongest they can be (clauses 3.4, 4.2, 4.3).

    >>> from daguai.rules import Rules
    >>> classify("LJ 5H 6H 7H 9H", Rules.preset("classic"), level="2")
    <Play 5H 6H 7H 9H LJ (straight_flush, level 2)>
    >>> classify("3S 4S", Rules.preset("classic"), level="2")
    Traceback (most recent call last):
    daguai.plays.IllegalPlay: 3S 4S: the cards of a pair or triple must be of one rank

    Args:
        cards: notation or faces, in any order.
        rules: the options decide what is legal and how it compares.
        level: the deal's level rank 级牌, ``"2"`` … ``"A"`` or its number.

    Raises:
        IllegalPlay: the cards are no play; ``code`` tells why.
        NotationError: a card or the level is not in notation.
    """
    faces = tuple(sorted(parse_cards(cards)))
    rank = parse_level(level)
    size = len(faces)
    if size not in PLAY_SIZES:
        raise IllegalPlay(
            "wrong_count", f"a play has 1, 2, 3 or 5 cards, not {size}", {"count": size}
        )
    if size > rules.decks:
        face, copies = Counter(faces).most_common(1)[0]
        if copies > rules.decks:
            raise IllegalPlay(
                "too_many_copies",
                f"{copies} copies of {face}, but there are only {rules.decks} decks",
                {"card": str(face), "copies": copies, "decks": rules.decks},
            )
    flags = rules.flags
    strength = ranking.classify(faces, size, rank, flags, tables_for(flags))
    if strength == ranking.ILLEGAL:
        text = " ".join(map(str, faces))
        if size == 5:
            raise IllegalPlay("no_category", f"{text}: five cards of no category", {"cards": text})
        raise IllegalPlay(
            "ranks_differ",
            f"{text}: the cards of a pair or triple must be of one rank",
            {"cards": text, "count": size},
        )
    return Play(faces, int(strength), rank, rules)
