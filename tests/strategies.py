"""What tests draw from: levels, rules, hands and sets of cards, for Hypothesis and for seeded bulk.

Uniform hands seldom hold what is hard (many jokers, one suit, few ranks), so hands are drawn from
pools: all three decks, or a part of them that makes one kind of play common.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from random import Random

from hypothesis import assume
from hypothesis import strategies as st

import daguai
import oracle
from daguai.rules import OPTIONS

DECKS = 3
LADDER = "A" + oracle.RANKS


def _shoe(keep: Callable[[str], bool], jokers: bool = True) -> tuple[str, ...]:
    """The cards of three decks that ``keep`` lets through, with the jokers or without."""
    return tuple(
        card
        for card in oracle.DECK
        if (jokers if card in oracle.JOKERS else keep(card))
        for _ in range(DECKS)
    )


def _pools() -> dict[str, list[tuple[str, ...]]]:
    near = [LADDER[i : i + 6] for i in range(len(LADDER) - 5)] + ["QKA234"]
    few = ["2A7", "345", "9TJ", "K2A", "448", "555"]
    return {
        "any": [_shoe(lambda _: True)],
        "no_jokers": [_shoe(lambda _: True, jokers=False)],
        "one_suit": [_shoe(lambda card, suit=suit: card[1] == suit) for suit in oracle.SUITS],
        "few_ranks": [_shoe(lambda card, ranks=ranks: card[0] in ranks) for ranks in few],
        "near_run": [_shoe(lambda card, ranks=ranks: card[0] in ranks) for ranks in near],
        "short_suit": [
            _shoe(lambda card, ranks=ranks, suit=suit: card[0] in ranks and card[1] == suit)
            for ranks in near
            for suit in oracle.SUITS
        ],
    }


POOLS = _pools()
#: Every combination of the options that decide what a play is worth.
PLAY_OPTIONS = tuple(
    dict(zip(oracle.PLAY_OPTIONS, values, strict=True))
    for values in product(*oracle.PLAY_OPTIONS.values())
)


def rules_of(options: oracle.Options) -> daguai.Rules:
    """The ``classic`` rules with these options."""
    return daguai.Rules.preset("classic").replace(**options)


def sample_hand(random: Random, size: int, pool: str | None = None) -> list[str]:
    """Some cards of a pool, joker-rich one time in three."""
    shoe = random.choice(POOLS[pool or random.choice(list(POOLS))])
    if random.random() < 1 / 3:
        wanted = random.randint(1, 2 * DECKS)
        shoe = (*shoe, *[joker for joker in oracle.JOKERS for _ in range(DECKS)] * wanted)
    hand: list[str] = []
    for card in random.sample(shoe, len(shoe)):
        if len(hand) == size:
            break
        if hand.count(card) < DECKS:
            hand.append(card)
    return hand


def levels() -> st.SearchStrategy[str]:
    """Any level of clause 1.3."""
    return st.sampled_from(oracle.RANKS)


def play_options() -> st.SearchStrategy[dict[str, object]]:
    """Any combination of the options that decide what a play is worth."""
    return st.sampled_from(PLAY_OPTIONS).map(dict)


def play_rules() -> st.SearchStrategy[daguai.Rules]:
    """The ``classic`` rules with any such combination."""
    return play_options().map(rules_of)


@st.composite
def rules(draw: st.DrawFn) -> daguai.Rules:
    """Any preset with any options; ``max_deals`` is always set, so that matches stay short."""
    few: dict[str, Sequence[object]] = {
        "counts_shown": (0, 5, 10, 27),
        "final_level": ("2", "3", "5", "A"),
        "final_failures": (None, 1, 3),
        "max_deals": (1, 2, 3),
    }
    changes: dict[str, object] = {}
    for name, option in OPTIONS.items():
        if name == "max_deals" or (name not in ("seats", "decks") and draw(st.booleans())):
            changes[name] = draw(st.sampled_from(few.get(name, option.values)))
    preset = draw(st.sampled_from(("classic", "points", "house")))
    return daguai.Rules.preset(preset).replace(**changes)


@st.composite
def hands(draw: st.DrawFn, min_size: int = 1, max_size: int = 12) -> list[str]:
    """Cards of three decks, in any order, from any pool."""
    shoe = draw(st.sampled_from(POOLS[draw(st.sampled_from(list(POOLS)))]))
    places = draw(
        st.lists(
            st.integers(0, len(shoe) - 1),
            unique=True,
            min_size=min(min_size, len(shoe)),
            max_size=min(max_size, len(shoe)),
        )
    )
    return [shoe[place] for place in places]


def sets_of_cards(max_size: int = 6) -> st.SearchStrategy[list[str]]:
    """Cards chosen to be laid: often a legal play, often nearly one."""
    return hands(1, max_size)


@st.composite
def plays(
    draw: st.DrawFn, rules: daguai.Rules, level: str, sizes: Sequence[int] = (1, 2, 3, 5)
) -> daguai.Play:
    """A legal play of one of some sizes, every category about as often as another."""
    options = {name: getattr(rules, name) for name in oracle.PLAY_OPTIONS}
    by_category: dict[str, list[str]] = {}
    for cards, reading in oracle.legal_leads(draw(hands(5, 9)), options, level).items():
        if len(cards) in sizes:
            by_category.setdefault(reading.category, []).append(" ".join(cards))
    assume(by_category)
    category = draw(st.sampled_from(sorted(by_category)))
    return daguai.classify(draw(st.sampled_from(by_category[category])), rules, level=level)
