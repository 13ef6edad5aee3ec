"""The fewest turns, against solvers that try everything."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import daguai
import oracle
from daguai import kernels
from daguai.kernels.tables import tables_for
from strategies import hands, levels, play_options, rules_of


def fewest_by_trying(cards, options, level):
    """Try every way to part the cards into the plays that the other judge knows."""
    cards = oracle.cards_of(cards)
    plays = []
    leads = oracle.legal_leads(cards, options, level)
    for mask in range(1, 1 << len(cards)):
        if mask.bit_count() in (1, 2, 3, 5):
            chosen = tuple(card for i, card in enumerate(cards) if mask >> i & 1)
            if chosen in leads:
                plays.append(mask)

    @cache
    def turns(left):
        if left == 0:
            return 0
        first = left & -left
        return 1 + min(turns(left & ~play) for play in plays if play & first and not play & ~left)

    return turns((1 << len(cards)) - 1)


@given(hands(1, 11), levels(), play_options())
def test_turns_are_the_fewest(hand, level, options):
    """Clauses 3, 4 and 13.1, whatever the options and however many jokers."""
    turns = daguai.fewest_turns(hand, rules_of(options))
    assert turns == fewest_by_trying(hand, options, level)
    assert daguai.arrange(hand, rules_of(options), level).turns == turns


@given(st.integers(0, 3), st.integers(0, 3), hands(3, 7, ("no_jokers",)), play_options())
def test_turns_are_the_fewest_with_many_jokers(little, big, naturals, options):
    """Clauses 4.1 and 4.6."""
    hand = [*naturals, *["LJ"] * little, *["BJ"] * big]
    turns = daguai.fewest_turns(hand, rules_of(options))
    assert turns == fewest_by_trying(hand, options, "2")


@pytest.mark.slow
@given(hands(12, 14), play_options())
def test_turns_are_the_fewest_in_larger_hands(hand, options):
    assert daguai.fewest_turns(hand, rules_of(options)) == fewest_by_trying(hand, options, "2")


@given(hands(1, 30), play_options())
def test_taking_a_play_away_saves_at_most_one_turn(hand, options):
    """No single play makes the rest shorter than the fewest turns allow."""
    rules = rules_of(options)
    turns = daguai.fewest_turns(hand, rules)
    assert turns >= -(-len(hand) // 5)
    for play in daguai.legal_plays(hand, rules, "2")[::37]:
        rest = Counter(hand) - Counter(map(str, play.cards))
        assert daguai.fewest_turns(list(rest.elements()), rules) >= turns - 1
    for play in daguai.arrange(hand, rules, "2").plays:
        rest = Counter(hand) - Counter(map(str, play.cards))
        assert daguai.fewest_turns(list(rest.elements()), rules) == turns - 1


@given(hands(1, 30), st.data())
def test_one_card_more_costs_at_most_one_turn(hand, data):
    """It can always leave alone."""
    rules = daguai.Rules.preset("classic")
    card = data.draw(st.sampled_from(hand))
    rest = [*hand]
    rest.remove(card)
    assert daguai.fewest_turns(hand, rules) <= daguai.fewest_turns(rest, rules) + 1


def test_the_kernel_refuses_what_it_has_no_room_for():
    counts = np.zeros(54, dtype=np.uint8)
    counts[:31] = 1
    assert kernels.fewest_turns(counts, tables_for(0)) == -1
    assert kernels.fewest_turns(np.zeros(54, dtype=np.uint8), tables_for(0)) == 0
