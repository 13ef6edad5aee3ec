"""Hypothesis strategies: levels, rules, hands, sets of cards and plays."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import assume
from hypothesis import strategies as st

import daguai
import oracle
from daguai.rules import OPTIONS
from oracle_hands import PLAY_OPTIONS, POOLS


def rules_of(options: oracle.Options) -> daguai.Rules:
    """The ``classic`` rules with these options."""
    return daguai.Rules.preset("classic").replace(**options)


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
def hands(
    draw: st.DrawFn, min_size: int = 1, max_size: int = 12, pools: Sequence[str] = tuple(POOLS)
) -> list[str]:
    """Cards of three decks, in any order, from any pool or one of some."""
    shoe = draw(st.sampled_from(POOLS[draw(st.sampled_from(pools))]))
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
    draw: st.DrawFn,
    rules: daguai.Rules,
    level: str,
    sizes: Sequence[int] = (1, 2, 3, 5),
    categories: Sequence[str] = oracle.CATEGORIES,
    pools: Sequence[str] = tuple(POOLS),
) -> daguai.Play:
    """A legal play of some sizes and categories, every category about as often as another."""
    options = {name: getattr(rules, name) for name in oracle.PLAY_OPTIONS}
    by_category: dict[str, list[str]] = {}
    for _ in range(5):  # straights are rare
        for cards, reading in oracle.legal_leads(draw(hands(5, 9, pools)), options, level).items():
            if len(cards) in sizes and reading.category in categories:
                by_category.setdefault(reading.category, []).append(" ".join(cards))
        if by_category:
            break
    assume(by_category)
    category = draw(st.sampled_from(sorted(by_category)))
    return daguai.classify(draw(st.sampled_from(by_category[category])), rules, level=level)
