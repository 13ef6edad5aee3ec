"""What must hold of the order of plays whatever the cards, the level and the options."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import daguai
import oracle
import strategies
from oracle_hands import DECKS
from strategies import rules_of

ANY_RULES, ANY_LEVEL = strategies.play_rules(), strategies.levels()


@given(data=st.data(), rules=ANY_RULES, level=ANY_LEVEL)
def test_no_play_beats_itself(data, rules, level):
    """Clause 5.1: a play must be strictly higher."""
    play = data.draw(strategies.plays(rules, level))
    assert not play.beats(play)
    assert not play.beats(daguai.classify(str(play), rules, level=level))


@given(data=st.data(), rules=ANY_RULES, level=ANY_LEVEL)
def test_two_plays_never_beat_each_other(data, rules, level):
    """Clause 5.1, across counts too (clause 4.7)."""
    a, b = (data.draw(strategies.plays(rules, level)) for _ in range(2))
    assert not (a.beats(b) and b.beats(a))


@given(data=st.data(), rules=ANY_RULES, level=ANY_LEVEL, size=st.sampled_from((1, 2, 3, 5)))
def test_beating_is_transitive_within_a_count(data, rules, level, size):
    """Clause 5.1: of three plays of one count, and so is being equal."""
    a, b, c = (data.draw(strategies.plays(rules, level, sizes=(size,))) for _ in range(3))
    if a.beats(b) and b.beats(c):
        assert a.beats(c)
    if not (a.beats(b) or b.beats(a) or b.beats(c) or c.beats(b)):
        assert not a.beats(c)
        assert not c.beats(a)


@given(data=st.data(), rules=ANY_RULES, level=ANY_LEVEL)
def test_counts_differ_only_for_five_jokers(data, rules, level):
    """Clauses 5.1 and 4.7: a play of another count is never beaten, but by 天王炸弹 if agreed."""
    counts = data.draw(st.permutations((1, 2, 3, 5)))[:2]
    a, b = (data.draw(strategies.plays(rules, level, sizes=(count,))) for count in counts)
    bomb = len(a) == 5 and all(face.is_joker for face in a.cards)
    assert a.beats(b) == (bomb and rules.heavenly_bomb == "any_size")


@given(data=st.data(), rules=ANY_RULES, level=ANY_LEVEL)
def test_plays_of_other_rules_or_levels_do_not_compare(data, rules, level):
    """An answer would mean nothing: a play is worth what its own deal makes it."""
    play = data.draw(strategies.plays(rules, level))
    other_level = data.draw(ANY_LEVEL.filter(lambda other: other != level))
    cards = str(play)
    with pytest.raises(ValueError, match="level"):
        play.beats(daguai.classify(cards, rules, level=other_level))
    flipped = rules.replace(
        joker_pair="little_pair_over_mixed"
        if rules.joker_pair == "mixed_is_little"
        else "mixed_is_little"
    )
    with pytest.raises(ValueError, match="rules"):
        play.beats(daguai.classify(cards, flipped, level=level))


def worth(cards, rules: daguai.Rules, level: str | int) -> object:
    """Everything ``classify`` says of some cards, or why it refuses them."""
    try:
        play = daguai.classify(cards, rules, level=level)
    except daguai.IllegalPlay as error:
        return error.code
    return play, play.strength, play.category, str(play)


@given(data=st.data(), rules=ANY_RULES, level=ANY_LEVEL)
def test_the_order_and_form_of_the_cards_never_matter(data, rules, level):
    """Clause 12: no category depends on the order in which cards were clicked."""
    cards = data.draw(strategies.sets_of_cards())
    shuffled = data.draw(st.permutations(cards))
    forms = [
        " ".join(shuffled),
        " ".join(shuffled).lower(),
        ", ".join(cards),
        list(shuffled),
        [daguai.Face(card) for card in shuffled],
        tuple(int(daguai.Face(card)) for card in reversed(shuffled)),
    ]
    results = {worth(form, rules, level) for form in forms}
    results |= {worth(iter(shuffled), rules, oracle.RANKS.index(level))}
    assert len(results) == 1


@given(data=st.data(), rules=ANY_RULES, level=ANY_LEVEL)
def test_the_order_of_a_hand_never_matters(data, rules, level):
    """The list of plays is the same, and in the same order, however a hand is held."""
    hand = data.draw(strategies.hands(1, 10))
    shuffled = data.draw(st.permutations(hand))
    plays = daguai.legal_plays(hand, rules, level=level)
    assert plays == daguai.legal_plays(" ".join(shuffled), rules, level=level)
    assert len(set(plays)) == len(plays)


@given(data=st.data(), rules=ANY_RULES)
def test_the_level_never_changes_a_category(data, rules):
    """Clauses 3 and 4: the level rank says what is higher, never what a set of cards is."""
    cards = data.draw(strategies.sets_of_cards())
    found = [worth(cards, rules, level) for level in oracle.RANKS]
    assert len({each if isinstance(each, str) else each[2] for each in found}) == 1


@given(data=st.data(), rules=ANY_RULES)
def test_the_level_never_changes_the_order_of_straights(data, rules):
    """Clause 3.2: the level rank has its ordinary place inside straights."""
    level, other = (data.draw(ANY_LEVEL) for _ in range(2))
    straights = ("straight", "straight_flush")
    pools = ("near_run", "short_suit")
    a, b = (
        data.draw(strategies.plays(rules, level, categories=straights, pools=pools))
        for _ in range(2)
    )
    c, d = (daguai.classify(str(play), rules, level=other) for play in (a, b))
    assert (a.beats(b), b.beats(a)) == (c.beats(d), d.beats(c))


@given(data=st.data(), rules=ANY_RULES, level=ANY_LEVEL)
def test_suits_never_count(data, rules, level):
    """Clause 2.1: renaming the suits of a play changes neither its category nor its strength."""
    play = data.draw(strategies.plays(rules, level))
    renamed = dict(zip(oracle.SUITS, data.draw(st.permutations(oracle.SUITS)), strict=True))
    cards = [
        card if card in oracle.JOKERS else card[0] + renamed[card[1]]
        for card in map(str, play.cards)
    ]
    again = daguai.classify(cards, rules, level=level)
    assert (again.category, again.strength) == (play.category, play.strength)


@given(data=st.data(), rules=ANY_RULES, level=ANY_LEVEL)
def test_a_joker_is_never_worse_than_the_card_it_replaces_except_in_runs(data, rules, level):
    """Clauses 4.2 and 4.3: of the categories that compare a rank, a joker makes no play lower."""
    ranked = ("pair", "triple", "four_and_one", "full_house", "five_of_a_kind")
    play = data.draw(strategies.plays(rules, level, categories=ranked))
    naturals = [face for face in play.cards if not face.is_joker]
    assume(len(naturals) > 1)
    cards = [str(face) for face in play.cards]
    cards[cards.index(str(data.draw(st.sampled_from(naturals))))] = "LJ"
    assume(cards.count("LJ") <= DECKS)
    assert not play.beats(daguai.classify(cards, rules, level=level))


@given(data=st.data(), level=ANY_LEVEL)
def test_options_that_say_nothing_of_a_category_leave_its_order_alone(data, level):
    """Clauses 3.2, 4.4, 4.6, 4.7 and 5.2: singles, triples and full houses know no option."""
    plain, other = (rules_of(data.draw(strategies.play_options())) for _ in range(2))
    same = data.draw(st.sampled_from([("single",), ("triple",), ("full_house", "four_and_one")]))
    a, b = (data.draw(strategies.plays(plain, level, categories=same)) for _ in range(2))
    c, d = (daguai.classify(str(play), other, level=level) for play in (a, b))
    assert (a.beats(b), b.beats(a)) == (c.beats(d), d.beats(c))
