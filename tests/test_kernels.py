"""The kernels against the slow and obvious way of asking the same."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from daguai import kernels
from daguai.kernels import groups, ranking
from daguai.kernels.flags import DESCENDING
from daguai.kernels.tables import tables_for

DECKS = 3
FLAGS = st.integers(0, 31)
LEVELS = st.integers(0, 12)


def counts_of(faces):
    return np.bincount(np.array(faces, dtype=np.int64), minlength=54).astype(np.uint8)


@st.composite
def hands(draw, most=11):
    """Hands in which ranks, suits and jokers meet more often than by chance."""
    few = draw(st.lists(st.integers(0, 12), min_size=1, max_size=6, unique=True))
    faces = st.one_of(
        st.builds(lambda r, s: 4 * r + s, st.sampled_from(few), st.integers(0, 3)),
        st.builds(lambda r: 4 * r, st.integers(0, 12)),
        st.sampled_from([52, 53]),
        st.integers(0, 53),
    )
    cards = draw(st.lists(faces, min_size=1, max_size=most))
    return sorted(f for f in set(cards) for _ in range(min(cards.count(f), DECKS)))


def listed(hand, level, flags, to_beat=-1, room=20_000):
    plays = np.empty((room, 5), dtype=np.uint8)
    strengths = np.empty(room, dtype=np.int64)
    found = kernels.list_plays(
        counts_of(hand), level, flags, to_beat, tables_for(flags), plays, strengths
    )
    rows = [tuple(f for f in row if f != 255) for row in plays[:found].tolist()]
    return list(zip(rows, strengths[:found].tolist(), strict=True))


def by_subsets(hand, level, flags, to_beat=-1):
    tables = tables_for(flags)
    plays = {}
    for size in (1, 2, 3, 5):
        for cards in set(itertools.combinations(hand, size)):
            strength = ranking.classify(cards, size, level, flags, tables)
            if strength >= 0 and (to_beat < 0 or ranking.beats(strength, to_beat, flags)):
                plays[cards] = strength
    return plays


@given(hands(), LEVELS, FLAGS)
def test_leads_are_all_legal_subsets_of_the_hand_once(hand, level, flags):
    plays = listed(hand, level, flags)
    assert len(dict(plays)) == len(plays)
    assert dict(plays) == by_subsets(hand, level, flags)


@given(hands(), hands(), LEVELS, FLAGS, st.data())
def test_answers_are_the_leads_that_beat(hand, other, level, flags, data):
    to_beat = data.draw(st.sampled_from(sorted(by_subsets(other, level, flags).values())))
    assert dict(listed(hand, level, flags, to_beat)) == by_subsets(hand, level, flags, to_beat)


@given(hands(), LEVELS, FLAGS, st.integers(0, 40))
def test_a_full_buffer_is_never_overrun(hand, level, flags, room):
    plays = np.full((room + 1, 5), 99, dtype=np.uint8)
    strengths = np.full(room + 1, -7, dtype=np.int64)
    found = kernels.list_plays(
        counts_of(hand), level, flags, -1, tables_for(flags), plays[:room], strengths[:room]
    )
    assert found == len(by_subsets(hand, level, flags))
    assert plays[room].tolist() == [99] * 5
    assert strengths[room] == -7


@given(hands(most=5), LEVELS, FLAGS, st.randoms())
def test_the_compiled_classification_is_the_plain_one(hand, level, flags, random):
    tables = tables_for(flags)
    shuffled = random.sample(hand, len(hand))
    compiled = kernels.classify(np.array(shuffled, dtype=np.int64), len(hand), level, flags, tables)
    assert compiled == ranking.classify(hand, len(hand), level, flags, tables)


@pytest.mark.parametrize("flags", range(4))
def test_tables_agree_with_runs(flags):
    """Clauses 3.2, 4.4: what fits a run, which one, and what n of some ranks can make."""
    tables = tables_for(flags)
    runs = {3: [{12, 0, 1, 2, 3}]} | {t: [set(range(t - 4, t + 1))] for t in range(4, 13)}
    if flags & 1:
        runs[12] += [{9, 10, 11, 12, 0}, {10, 11, 12, 0, 1}, {11, 12, 0, 1, 2}]
    pick = max if flags & 2 else min

    def top(ranks):
        tops = [t for t, sets in runs.items() if any(set(ranks) <= run for run in sets)]
        return pick(tops) if tops and ranks else -1

    rng = np.random.default_rng(flags)
    for mask in rng.integers(0, 1 << 13, 150).tolist():
        ranks = [r for r in range(13) if mask >> r & 1]
        assert tables[0, mask] == top(ranks)
        for n in range(2, 6):
            tops = {top(c) for c in itertools.combinations(ranks, n)} - {-1}
            assert tables[n, mask] == sum(1 << t for t in tops)


def moves_of(hand, level, flags, to_beat=-1, room=700):
    counts, tables = counts_of(hand), tables_for(flags)
    moves = np.empty((room, 2), dtype=np.int64)
    plays = np.empty((room, 5), dtype=np.uint8)
    strengths = np.empty(room, dtype=np.int64)
    found = kernels.list_moves(counts, level, flags, to_beat, tables, moves, plays, strengths)
    masks = np.empty(groups.GROUPS, dtype=np.int64)
    assert kernels.move_masks(counts, level, flags, to_beat, tables, masks) == found
    bits = [(g, v) for g, mask in enumerate(masks.tolist()) for v in range(64) if mask >> v & 1]
    assert bits == [tuple(move) for move in moves[:found].tolist()]
    rows = [tuple(f for f in row if f != 255) for row in plays[:found].tolist()]
    return dict(zip(bits, zip(rows, strengths[:found].tolist(), strict=True), strict=True))


def move_of(cards, strength, flags):
    """The group and value of a play, from its definition."""
    category = strength >> ranking.SHIFT
    value = strength & ((1 << ranking.SHIFT) - 1)
    jokers = sum(f >= 52 for f in cards)
    suit = cards[0] & 3
    if category == ranking.FLUSH and flags & DESCENDING:
        value = (value >> 20) - 1
    first, per_suit, spent = {
        ranking.SINGLE: (groups.SINGLES, 0, 0),
        ranking.PAIR: (groups.PAIRS, 0, jokers),
        ranking.TRIPLE: (groups.TRIPLES, 0, jokers),
        ranking.STRAIGHT: (groups.STRAIGHTS, 0, jokers),
        ranking.FLUSH: (groups.FLUSHES, 3, jokers),
        ranking.FULL_HOUSE: (groups.FULL_HOUSES, 0, jokers),
        ranking.FOUR_AND_ONE: (groups.FOURS, 0, jokers),
        ranking.STRAIGHT_FLUSH: (groups.STRAIGHT_FLUSHES, 4, jokers),
        ranking.FIVE_OF_A_KIND: (groups.FIVES, 0, jokers),
    }[category]
    return first + per_suit * suit + spent, value


def check_moves(hand, level, flags, to_beat=-1):
    plays = dict(listed(hand, level, flags, to_beat))
    moves = moves_of(hand, level, flags, to_beat)
    assert moves.keys() == {move_of(*play, flags) for play in plays.items()}
    for move, (cards, strength) in moves.items():
        assert plays[cards] == strength
        assert move_of(cards, strength, flags) == move


@given(hands(most=27), LEVELS, FLAGS)
def test_abstract_leads_are_those_of_all_plays(hand, level, flags):
    check_moves(hand, level, flags)


@given(hands(most=16), hands(most=16), LEVELS, FLAGS, st.data())
def test_abstract_answers_are_those_of_all_plays(hand, other, level, flags, data):
    strengths = sorted({s for _, s in listed(other, level, flags)})
    check_moves(hand, level, flags, data.draw(st.sampled_from(strengths)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_abstract_moves_of_thousands_of_hands(seed):
    rng = np.random.default_rng(seed)
    deck = np.repeat(np.arange(54), DECKS)
    jokers = np.repeat([52, 53], DECKS)
    for _ in range(400):
        size, extra = rng.integers(1, 28), rng.integers(0, 4)
        hand = sorted([*rng.choice(deck[:156], size, False), *rng.choice(jokers, extra, False)])
        level, flags = rng.integers(0, 13), rng.integers(0, 32)
        check_moves(hand, level, flags)
        other = sorted(rng.choice(deck, 27, False))
        strengths = sorted({strength for _, strength in listed(other, level, flags)})
        for strength in rng.choice(strengths, 4).tolist():
            check_moves(hand, level, flags, strength)
