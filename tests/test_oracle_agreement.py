"""The engine and the oracle, which share no code, say the same of the same cards.

Bulk is seeded, so a failure repeats; Hypothesis then finds a small one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import daguai
import oracle
import strategies
from oracle_hands import DECKS, PLAY_OPTIONS, POOLS, sample_hand
from strategies import rules_of


def engine_reading(cards, rules: daguai.Rules, level: str) -> daguai.Play | None:
    try:
        return daguai.classify(" ".join(cards), rules, level=level)
    except daguai.IllegalPlay:
        return None


def key_of(play: daguai.Play) -> tuple[str, ...]:
    return tuple(str(card) for card in play.cards)


def check_plays(hand, options, level: str, to_beat=None) -> None:
    """The plays of a hand are those of the oracle, every set of faces once, each with its name."""
    rules = rules_of(options)
    plays = daguai.legal_plays(" ".join(hand), rules, level=level, to_beat=to_beat)
    expected = (
        oracle.legal_leads(hand, options, level)
        if to_beat is None
        else oracle.legal_answers(hand, map(str, to_beat.cards), options, level)
    )
    check_same(plays, expected)


def check_same(plays, expected) -> None:
    found = {key_of(play): play.category.value for play in plays}
    assert len(found) == len(plays), "a set of faces came twice"
    assert found == {cards: reading.category for cards, reading in expected.items()}


def kinds_of_cards() -> Iterator[list[str]]:
    """One set of cards for each that differs from all others by more than the names of suits.

    That is every choice of ranks and jokers, once in one suit where the copies allow it and once
    in several suits. Sizes 1, 2, 3 and 5.
    """
    ranks = [*oracle.RANKS, oracle.LITTLE, oracle.BIG]
    for size in (1, 2, 3, 5):
        for chosen in combinations_with_replacement(ranks, size):
            if any(chosen.count(joker) > DECKS for joker in oracle.JOKERS):
                continue
            jokers = [rank for rank in chosen if rank in oracle.JOKERS]
            naturals = [rank for rank in chosen if rank not in oracle.JOKERS]
            if all(naturals.count(rank) <= DECKS for rank in naturals):
                yield [rank + "H" for rank in naturals] + jokers
            if len(naturals) > 1:
                yield [
                    rank + oracle.SUITS[(place + naturals.count(rank)) % 4]
                    for place, rank in enumerate(naturals)
                ] + jokers


def check_whole_order(options, level: str, random: Random) -> None:
    """Every kind of cards gets the oracle's category, and the engine's order is the oracle's."""
    rules = rules_of(options)
    by_size: dict[int, dict[tuple, list[daguai.Play]]] = {}
    for cards in kinds_of_cards():
        random.shuffle(cards)
        reading, play = oracle.read(cards, options, level), engine_reading(cards, rules, level)
        assert (play and play.category.value) == (reading and reading.category), (cards, level)
        if reading is not None:
            place = oracle.CATEGORIES.index(reading.category), reading.key
            by_size.setdefault(len(cards), {}).setdefault(place, []).append(play)
    for classes in by_size.values():
        ladder = [classes[place] for place in sorted(classes)]
        strengths = [{play.strength for play in equals} for equals in ladder]
        assert all(len(found) == 1 for found in strengths), (options, level)
        flat = [found.pop() for found in strengths]
        assert flat == sorted(set(flat)), (options, level)
        for lower, higher in pairwise(ladder):
            a, b = random.choice(lower), random.choice(higher)
            assert b.beats(a), (options, level, a, b)
            assert not a.beats(b), (options, level, a, b)
            assert not a.beats(random.choice(lower)), (options, level, a)


@pytest.mark.parametrize("level", oracle.RANKS)
def test_the_order_of_all_kinds_of_plays(level):
    """Clauses 3.1–5.3, exhaustively up to the names of suits, under some options."""
    random = Random(level)
    check_whole_order(random.choice(PLAY_OPTIONS), level, random)


@pytest.mark.slow
@pytest.mark.parametrize("options", PLAY_OPTIONS, ids=lambda o: "-".join(map(str, o.values())))
def test_the_order_of_all_kinds_of_plays_under_every_option(options):
    """The same at four levels for each combination of options: all 13 levels many times over."""
    place = PLAY_OPTIONS.index(options)
    for level in (oracle.RANKS[(place * 4 + step) % 13] for step in range(4)):
        check_whole_order(options, level, Random(place))


def test_classify_random_sets():
    """Clauses 3 and 4 on sets of up to six cards, drawn to be legal or nearly legal."""
    random = Random(1)
    for _ in range(6000):
        options, level = random.choice(PLAY_OPTIONS), random.choice(oracle.RANKS)
        cards = sample_hand(random, random.randint(1, 6))
        reading, play = (
            oracle.read(cards, options, level),
            engine_reading(cards, rules_of(options), level),
        )
        assert (play and play.category.value) == (reading and reading.category), (cards, level)


def test_beats_on_random_pairs():
    """Clause 5, on pairs of plays whose counts are mostly equal."""
    random = Random(2)
    for _ in range(1500):
        options, level = random.choice(PLAY_OPTIONS), random.choice(oracle.RANKS)
        rules = rules_of(options)
        leads = list(oracle.legal_leads(sample_hand(random, 7), options, level))
        a = random.choice(leads)
        same = [cards for cards in leads if len(cards) == len(a)]
        for b in random.choices(leads, k=2) + random.choices(same, k=3):
            ours = daguai.classify(" ".join(a), rules, level=level)
            theirs = daguai.classify(" ".join(b), rules, level=level)
            assert ours.beats(theirs) == oracle.beats(a, b, options, level), (a, b, options, level)


@pytest.mark.parametrize("pool", POOLS)
def test_leads_and_answers_of_small_hands(pool):
    """Clause 6.2: exactly the legal plays; answers to a play of every category there is."""
    random = Random(pool)
    for _ in range(60):
        options, level = random.choice(PLAY_OPTIONS), random.choice(oracle.RANKS)
        hand = sample_hand(random, random.randint(6, 12), pool)
        check_plays(hand, options, level)
        for play in one_of_each_category(random, pool, options, level):
            check_plays(hand, options, level, to_beat=play)


def one_of_each_category(random: Random, pool: str, options, level: str) -> list[daguai.Play]:
    """A random play of each category that some hand of a pool can lead."""
    rules = rules_of(options)
    leads = list(oracle.legal_leads(sample_hand(random, 9, pool), options, level).items())
    random.shuffle(leads)
    chosen = {reading.category: cards for cards, reading in leads}
    return [daguai.classify(" ".join(cards), rules, level=level) for cards in chosen.values()]


def test_every_category_is_answered():
    """The pools really lead to followers of each category, five jokers at any size among them."""
    random, seen = Random(3), set()
    for _ in range(40):
        for pool in POOLS:
            plays = one_of_each_category(random, pool, PLAY_OPTIONS[0], random.choice("27A"))
            seen |= {play.category.value for play in plays}
    assert seen == set(oracle.CATEGORIES)


def test_five_jokers_answer_any_size():
    """Clause 4.7, option heavenly_bomb=any_size: in the exact set of answers to every category."""
    random = Random(4)
    options = {**PLAY_OPTIONS[0], "heavenly_bomb": "any_size"}
    jokers = ["LJ"] * 3 + ["BJ"] * 3
    for pool in POOLS:
        hand = random.sample(jokers, random.randint(5, 6)) + sample_hand(random, 5, "no_jokers")
        for play in one_of_each_category(random, pool, options, "7"):
            check_plays(hand, options, "7", to_beat=play)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_leads_and_answers_of_full_hands(seed):
    """Clause 6.2 on 27 cards: exactly the plays found among all 84,000 subsets."""
    random = Random(seed)
    pool = ["any", "any", "one_suit", "near_run", "no_jokers"][seed % 5]
    options, level = random.choice(PLAY_OPTIONS), random.choice(oracle.RANKS)
    rules = rules_of(options)
    hand = sample_hand(random, 27, pool)
    leads = oracle.legal_leads(hand, options, level)
    check_same(daguai.legal_plays(" ".join(hand), rules, level=level), leads)
    for play in one_of_each_category(random, "any", options, level):
        answers = daguai.legal_plays(" ".join(hand), rules, level=level, to_beat=play)
        check_same(answers, oracle.answers_among(leads, key_of(play), options, level))


@pytest.mark.slow
@pytest.mark.parametrize("options", PLAY_OPTIONS, ids=lambda o: "-".join(map(str, o.values())))
def test_leads_and_answers_under_every_option(options):
    """Clause 6.2 at all 13 levels under every combination of options."""
    random = Random(str(options))
    for level in oracle.RANKS:
        for pool in POOLS:
            hand = sample_hand(random, random.randint(8, 13), pool)
            check_plays(hand, options, level)
            for play in one_of_each_category(random, pool, options, level):
                check_plays(hand, options, level, to_beat=play)


@given(
    cards=strategies.sets_of_cards(), options=strategies.play_options(), level=strategies.levels()
)
def test_classify_agrees(cards, options, level):
    reading = oracle.read(cards, options, level)
    play = engine_reading(cards, rules_of(options), level)
    assert (play and play.category.value) == (reading and reading.category)


@given(data=st.data(), options=strategies.play_options(), level=strategies.levels())
def test_legal_plays_agree(data, options, level):
    hand = data.draw(strategies.hands(1, 9))
    check_plays(hand, options, level)
    play = data.draw(strategies.plays(rules_of(options), level))
    check_plays(hand, options, level, to_beat=play)


@given(data=st.data(), options=strategies.play_options(), level=strategies.levels())
def test_can_beat_is_having_an_answer(data, options, level):
    """Clause 6.2: whether a hand can answer is whether it has a legal answer."""
    hand = data.draw(strategies.hands(1, 9))
    play = data.draw(strategies.plays(rules_of(options), level))
    expected = bool(oracle.legal_answers(hand, key_of(play), options, level))
    assert daguai.can_beat(hand, play) == expected
    assert daguai.can_beat(daguai.counts_of(daguai.parse_cards(hand)), play) == expected


def test_unbeatable_is_no_answer_in_the_cards_left():
    """Clause 5: nothing made of the cards neither in the play nor seen beats it."""
    random = Random(5)
    for _ in range(150):
        options, level = random.choice(PLAY_OPTIONS), random.choice(oracle.RANKS)
        rules = rules_of(options)
        cards = random.choice(list(oracle.legal_leads(sample_hand(random, 7), options, level)))
        rest = [card for card in oracle.DECK for _ in range(DECKS)]
        for card in cards:
            rest.remove(card)
        random.shuffle(rest)
        left, seen = rest[:10], rest[10:]
        play = daguai.classify(" ".join(cards), rules, level=level)
        answers = oracle.legal_answers(left, cards, options, level)
        assert daguai.unbeatable(play, rules, seen=daguai.parse_cards(seen)) == (not answers), (
            cards,
            left,
        )


@pytest.mark.parametrize(
    ("cards", "options", "expected"),
    [
        ("BJ", {}, True),
        ("LJ", {}, False),
        ("BJ BJ", {}, True),
        ("LJ BJ", {}, False),
        ("LJ BJ BJ", {}, True),  # one BJ is left, and LJ LJ LJ only equals it
        ("LJ LJ LJ", {}, False),
        ("TS JH QH KH AH", {}, False),
        ("LJ LJ LJ BJ BJ", {}, True),
        ("AS AS AH AD BJ", {}, False),
        ("BJ", {"heavenly_bomb": "any_size"}, False),
        ("BJ BJ", {"heavenly_bomb": "any_size"}, True),  # four jokers are left
    ],
)
def test_unbeatable_with_nothing_seen(cards, options, expected):
    """Clauses 4.6, 4.7 and 5.1: what the rest of three decks could answer."""
    rules = rules_of(options)
    assert daguai.unbeatable(daguai.classify(cards, rules, level="7"), rules) == expected
