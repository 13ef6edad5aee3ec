"""A second judge of the rules, written from their text alone, to check the first one against.

Nothing here imports ``daguai``. The engine counts faces and works out what jokers can do; this
judge tries every card a joker could stand for and looks at what comes of it, and finds the plays in
a hand by trying every subset. It is slow and plain on purpose: each function is one clause of the
rules, readable beside it.

Cards are notation strings (``"TS"``, ``"LJ"``), a level is a rank symbol (``"7"``), options are a
plain mapping laid over those of the ``classic`` preset.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple, TypeAlias

RANKS = "23456789TJQKA"
SUITS = "SHDC"
LITTLE, BIG = "LJ", "BJ"
NATURALS = tuple(rank + suit for rank in RANKS for suit in SUITS)
DECK = (*NATURALS, LITTLE, BIG)
PLACE = {card: place for place, card in enumerate(DECK)}
JOKERS = (LITTLE, BIG)

#: Clause 3.1: categories from the weakest; those of fewer than five cards never meet the others.
CATEGORIES = (
    "single",
    "pair",
    "triple",
    "straight",
    "flush",
    "full_house",
    "four_and_one",
    "straight_flush",
    "five_of_a_kind",
)

#: The options that say what a play is and what beats it; the first value is that of ``classic``.
PLAY_OPTIONS: dict[str, tuple[object, ...]] = {
    "around_the_corner": (True, False),
    "straight_fill": ("low", "high"),
    "joker_pair": ("mixed_is_little", "little_pair_over_mixed"),
    "heavenly_bomb": ("top_of_fives", "any_size"),
    "flush_ties": ("top", "descending"),
}

Options: TypeAlias = Mapping[str, object]


class Reading(NamedTuple):
    """What a set of cards is worth: its category and the key that is compared within it."""

    category: str
    key: tuple[int, ...]


def option(options: Options, name: str) -> object:
    """The value of an option, the ``classic`` one where nothing is said (clause 11)."""
    return options.get(name, PLAY_OPTIONS[name][0])


def cards_of(cards: str | Iterable[str]) -> tuple[str, ...]:
    """The cards of a notation string, in an order that does not depend on the one given."""
    given = cards.split() if isinstance(cards, str) else cards
    return tuple(sorted(given, key=PLACE.__getitem__))


def single_order(level: str) -> list[str]:
    """Clause 2.1: single cards from the lowest, the level rank taken out of its place."""
    return [*(rank for rank in RANKS if rank != level), level, LITTLE, BIG]


@cache
def runs(corner: bool) -> dict[frozenset[str], str]:
    """Clause 3.2: the sets of ranks that are straights, each with its top rank."""
    ladder = "A" + RANKS
    found = {frozenset(ladder[i : i + 5]): ladder[i + 4] for i in range(len(ladder) - 4)}
    if corner:
        found |= {frozenset(text): "A" for text in ("JQKA2", "QKA23", "KA234")}
    return found


def natural_five(
    ranks: Sequence[str], one_suit: bool, corner: bool
) -> tuple[str, str | None] | None:
    """Clauses 3.1–3.4: the strongest category of five natural cards and its compared rank.

    A flush has no compared rank here (``None``): clause 4.5 must know which cards were jokers.
    """
    by_count = Counter(ranks).most_common()
    shape = [count for _, count in by_count]
    top = runs(corner).get(frozenset(ranks)) if len(by_count) == 5 else None
    if shape == [5]:
        return "five_of_a_kind", by_count[0][0]
    if top is not None and one_suit:
        return "straight_flush", top
    if shape == [4, 1]:
        return "four_and_one", by_count[0][0]
    if shape == [3, 2]:
        return "full_house", by_count[0][0]
    if one_suit:
        return "flush", None
    if top is not None:
        return "straight", top
    return None


@cache
def readings_of_five(
    ranks: str, one_suit: bool, jokers: int, corner: bool
) -> frozenset[tuple[str, str | None]]:
    """Clause 4.1: everything five cards can be, each joker standing for each natural card in turn.

    Of a card's suit only one thing matters: whether all five share it. So the jokers are tried with
    every choice of ranks, once all in the suit of the natural cards and once not.
    """
    found = set()
    for stand_ins in combinations_with_replacement(RANKS, jokers):
        for suited in {one_suit, one_suit and jokers == 0}:
            reading = natural_five([*ranks, *stand_ins], suited, corner)
            if reading is not None:
                found.add(reading)
    return frozenset(found)


def read_five(cards: Sequence[str], options: Options, level: str) -> Reading | None:
    """Clauses 4.2–4.5 and 5.2: the strongest category of five cards and its key, or ``None``."""
    naturals = [card for card in cards if card not in JOKERS]
    if not naturals:  # clause 4.7: above all other fives, so above the rank of any natural card
        return Reading("five_of_a_kind", (len(single_order(level)),))
    possible = readings_of_five(
        "".join(card[0] for card in naturals),
        len({card[1] for card in naturals}) == 1,
        len(cards) - len(naturals),
        bool(option(options, "around_the_corner")),
    )
    if not possible:
        return None
    category = max((name for name, _ in possible), key=CATEGORIES.index)  # clause 4.2
    compared = [rank for name, rank in possible if name == category and rank is not None]
    order = single_order(level)
    if category == "flush":  # clause 4.5, and the option of clause 5.2
        values = sorted((order.index(card[0]) for card in naturals), reverse=True)
        return Reading(
            category, tuple(values if option(options, "flush_ties") == "descending" else values[:1])
        )
    if category in ("straight", "straight_flush"):  # clause 4.4; natural order, clause 3.2
        tops = [RANKS.index(rank) for rank in compared]
        return Reading(
            category, (min(tops) if option(options, "straight_fill") == "low" else max(tops),)
        )
    return Reading(category, (max(order.index(rank) for rank in compared),))  # clause 4.3


def read_alike(category: str, cards: Sequence[str], options: Options, level: str) -> Reading | None:
    """Clauses 3.1, 4.1 and 4.6: a pair or a triple."""
    order = single_order(level)
    ranks = {card[0] for card in cards if card not in JOKERS}
    if len(ranks) > 1:
        return None
    if ranks:
        return Reading(category, (order.index(ranks.pop()), 0))
    big = all(card == BIG for card in cards)
    key = [order.index(BIG if big else LITTLE), 0]
    if category == "pair" and option(options, "joker_pair") == "little_pair_over_mixed":
        key[1] = int(set(cards) == {LITTLE})
    return Reading(category, (key[0], key[1]))


def read(
    cards: str | Iterable[str], options: Options, level: str, decks: int = 3
) -> Reading | None:
    """What a set of cards is as one play (clauses 3 and 4), or ``None`` where it is none."""
    held = cards_of(cards)
    if held and max(Counter(held).values()) > decks:  # clause 1.2
        return None
    if len(held) == 1:  # clause 4.1: a single joker is itself
        card = held[0]
        return Reading("single", (single_order(level).index(card if card in JOKERS else card[0]),))
    if len(held) == 2:
        return read_alike("pair", held, options, level)
    if len(held) == 3:
        return read_alike("triple", held, options, level)
    if len(held) == 5:
        return read_five(held, options, level)
    return None


def is_heavenly_bomb(cards: Sequence[str]) -> bool:
    """Clause 4.7: five jokers."""
    return len(cards) == 5 and all(card in JOKERS for card in cards)


def beats(a: str | Iterable[str], b: str | Iterable[str], options: Options, level: str) -> bool:
    """Clauses 5.1–5.3: whether one legal play is strictly higher than another."""
    ours, theirs = cards_of(a), cards_of(b)
    mine, other = read(ours, options, level), read(theirs, options, level)
    if mine is None or other is None:
        raise ValueError(f"not two plays: {ours}, {theirs}")
    return reading_beats(ours, mine, theirs, other, options)


def reading_beats(
    a: Sequence[str], reading_a: Reading, b: Sequence[str], reading_b: Reading, options: Options
) -> bool:
    """:func:`beats` for plays that have been read already."""
    if len(a) != len(b):  # clause 4.7
        return is_heavenly_bomb(a) and option(options, "heavenly_bomb") == "any_size"
    place_a, place_b = CATEGORIES.index(reading_a.category), CATEGORIES.index(reading_b.category)
    return (place_a, reading_a.key) > (place_b, reading_b.key)


def subsets(hand: str | Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Every set of 1, 2, 3 or 5 cards of a hand (clause 3.1); copies of a face are one card."""
    held = cards_of(hand)
    for size in (1, 2, 3, 5):
        yield from dict.fromkeys(combinations(held, size))


def legal_leads(
    hand: str | Iterable[str], options: Options, level: str
) -> dict[tuple[str, ...], Reading]:
    """Clause 6.2: every play that may be led from a hand, with what it is."""
    found = {}
    for cards in subsets(hand):
        reading = read(cards, options, level)
        if reading is not None:
            found[cards] = reading
    return found


def legal_answers(
    hand: str | Iterable[str], to_beat: str | Iterable[str], options: Options, level: str
) -> dict[tuple[str, ...], Reading]:
    """Clause 6.2: every play of a hand that beats the one on the table."""
    return answers_among(legal_leads(hand, options, level), to_beat, options, level)


def answers_among(
    leads: Mapping[tuple[str, ...], Reading],
    to_beat: str | Iterable[str],
    options: Options,
    level: str,
) -> dict[tuple[str, ...], Reading]:
    """Those of a hand's plays (:func:`legal_leads`) that beat the one on the table."""
    target = cards_of(to_beat)
    reading = read(target, options, level)
    if reading is None:
        raise ValueError(f"not a play: {target}")
    return {
        cards: mine
        for cards, mine in leads.items()
        if reading_beats(cards, mine, target, reading, options)
    }
