"""The batched engine is the same game as the rules, move by move."""

from __future__ import annotations

import numpy as np
import pytest
from mirror import Mirror

from daguai.kernels import _jit
from daguai.research import rewards
from daguai.research.actions import PASS
from daguai.research.batch import Batch, BatchError
from daguai.research.layout import SECTION, SIZE
from daguai.rules import Rules

NOTHING = 255

TABLES = {
    "classic": (Rules(), "2", "difference"),
    "points": (Rules.preset("points"), "7", "points"),
    "house": (Rules.preset("house"), None, "difference"),
    "final passes, partner leads": (
        Rules(pass_is_final=True, lead_after_out="next_teammate", counts_shown=0), "A", "difference"
    ),
    "jokers on anything": (
        Rules(
            heavenly_bomb="any_size", joker_pair="little_pair_over_mixed", straight_fill="high",
            around_the_corner=False, flush_ties="descending", scoring="placement",
        ), "5", "difference",
    ),
}  # fmt: skip

few = 4 if _jit.enabled() else 1


@pytest.mark.parametrize("table", TABLES)
def test_every_position_is_that_of_the_rules(table):
    """Who acts, what is allowed with which cards, what is observed, what is paid."""
    rules, level, reward = TABLES[table]
    batch = Batch(few, rules, seed=5, level=level, reward=reward)
    mirror = Mirror(batch, reward)
    positions = 0
    while batch.deals < few:
        positions += mirror.compare()
        mirror.step(batch.random_choices().copy())
    mirror.compare()
    assert positions > 150 * few


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_thousands_of_positions_are_those_of_the_rules(table):
    rules, level, reward = TABLES[table]
    batch = Batch(16, rules, seed=11, level=level, reward=reward)
    mirror = Mirror(batch, reward)
    while batch.deals < 60:
        mirror.compare()
        mirror.step(batch.random_choices().copy())


def test_seeds_decide_the_cards_whatever_is_played():
    """And differently at every place, in every deal."""
    one, other = Batch(8, seed=3), Batch(8, seed=3)
    other.random_choices()
    first = one.hands
    assert np.array_equal(first, other.hands)
    assert len({hands.tobytes() for hands in first}) == 8
    assert not np.array_equal(first, Batch(8, seed=4).hands)
    for _ in range(100):
        one.step(one.random_choices())
        other.step(np.zeros(8))
    one.reset(3)
    assert np.array_equal(first, one.hands)
    assert one.deals == 0
    assert not one.rewards.any()


def test_the_next_deal_of_a_place_does_not_depend_on_play():
    following = []
    for choose in (lambda batch: batch.random_choices(), lambda batch: np.zeros(batch.size)):
        batch = Batch(1, seed=6)
        while batch.deals == 0:
            batch.step(choose(batch))
        assert batch.ended.all()
        following.append(batch.hands)
    assert np.array_equal(*following)


def test_a_copy_goes_its_own_way():
    batch = Batch(5, seed=2)
    for _ in range(20):
        batch.step(batch.random_choices())
    other = batch.copy()
    before = batch.observations.copy(), batch.indices.copy()
    for _ in range(20):
        other.step(other.random_choices())
    assert np.array_equal(before[0], batch.observations)
    assert np.array_equal(before[1], batch.indices)
    for _ in range(20):
        batch.step(batch.random_choices())
    assert np.array_equal(other.observations, batch.observations), "the same chance, the same way"


def test_all_cards_are_dealt():
    """Clause 1.2."""
    batch = Batch(16, seed=1)
    assert (batch.hands.sum(axis=1) == batch.rules.decks).all()
    assert (batch.hands.sum(axis=2) == batch.rules.hand_size).all()
    assert set(batch.seats.tolist()) <= set(range(6))
    assert (batch.seats == batch.dealers).all(), "clause 6.1: the first dealer leads"


def test_levels_are_drawn_where_none_is_given():
    batch = Batch(200, seed=1, level=None)
    assert set(batch.levels.tolist()) == set(range(13))
    assert (Batch(4, level="T").levels == 8).all()


def test_actions_may_be_given_by_number():
    batch = Batch(6, seed=2)
    for _ in range(40):
        masks = batch.masks
        numbers = masks.argmax(axis=1)
        assert (batch.choices_of(numbers) == 0).all()
        last = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        choices = batch.choices_of(last)
        assert (batch.indices[batch.offsets[:-1] + choices] == last).all()
        batch.step(choices)
    leads = np.flatnonzero(~batch.masks[:, PASS])
    while not len(leads):
        batch.step(batch.random_choices())
        leads = np.flatnonzero(~batch.masks[:, PASS])
    with pytest.raises(
        BatchError, match=f"action 867 is not allowed at place {leads[0]}"
    ) as caught:
        batch.choices_of(np.full(6, PASS))
    assert caught.value.details["place"] == str(leads[0])


def test_a_policy_may_choose_the_cards():
    """Any play that the rules allow, whatever the canonical one is."""
    one, other = Batch(4, seed=9), Batch(4, seed=9)
    for _ in range(30):
        choices = one.random_choices().copy()
        plays = one.plays[one.offsets[:-1] + choices]
        one.step(choices)
        other.step_plays(plays)
        assert np.array_equal(one.observations, other.observations)
        assert np.array_equal(one.rewards, other.rewards)


BAD = {
    "cards that are not held": lambda hand: [np.flatnonzero(hand == 0)[0]],
    "more copies than are held": lambda hand: [np.flatnonzero(hand == 1)[0]] * 2,
    "no play": lambda hand: np.flatnonzero(hand)[[0, 8]],
    "four cards": lambda hand: np.flatnonzero(hand)[:4],
    "faces that do not ascend": lambda hand: np.flatnonzero(hand)[[1, 0]],
    "a pass when leading": lambda hand: [],
    "no face": lambda hand: [54],
}


@pytest.mark.parametrize("fault", BAD)
def test_illegal_plays_are_refused_and_change_nothing(fault):
    batch = Batch(3, seed=5)
    plays = batch.plays[batch.offsets[:-1]].copy()
    hand = batch.hands[1, batch.seats[1]]
    cards = BAD[fault](hand)
    plays[1] = NOTHING
    plays[1, : len(cards)] = cards
    before = batch.observations.copy(), batch.hands
    with pytest.raises(BatchError, match="at place 1") as caught:
        batch.step_plays(plays)
    assert caught.value.code == "not_allowed"
    assert np.array_equal(before[0], batch.observations)
    assert np.array_equal(before[1], batch.hands)


def test_choices_that_are_none_are_refused():
    batch = Batch(2)
    before = batch.hands
    for choices in ([0, 9999], [0, -1]):
        with pytest.raises(BatchError, match="at place 1"):
            batch.step(choices)
    with pytest.raises(BatchError, match="one action for each of 2"):
        batch.step([0])
    with pytest.raises(BatchError, match="expected plays"):
        batch.step_plays(np.zeros((2, 4), dtype=np.uint8))
    assert np.array_equal(before, batch.hands)


@pytest.mark.parametrize(
    ("options", "code"), [({"size": 0}, "wrong_size"), ({"size": 1, "seed": -1}, "wrong_seed")]
)
def test_what_cannot_be_made_is_refused(options, code):
    with pytest.raises(BatchError) as caught:
        Batch(**options)
    assert caught.value.code == code


def test_room_for_actions_grows():
    batch = Batch(3, seed=1)
    batch._make_room(1)
    batch._look()
    assert len(batch.indices) == batch.offsets[-1] > 1
    assert batch.masks.sum() == batch.offsets[-1]


def test_hidden_counts_are_not_observed():
    """Clause 6.5."""
    batch = Batch(1, Rules(counts_shown=0), seed=1)
    left = batch.observations[:, SECTION["left"].slice].reshape(6, -1)
    assert left.sum(axis=1).tolist() == [1, 0, 0, 0, 0, 0]
    assert batch.observations.shape == (1, SIZE)


def test_every_outcome_is_paid_by_clause_9():
    paid = rewards.outcomes(Rules.preset("points"))
    assert {outcome: points for (_, outcome), points in paid.items()} == {
        1: (3, 0), 2: (5, 0), 3: (8, 0), -1: (1, 0), -2: (0, 0),
    }  # fmt: skip
    paid = rewards.outcomes(Rules.preset("classic"))
    assert {paid[True, caught] for caught in (1, 2, 3)} == {(3, -1)}
    assert set(paid.values()) == {(3, -1), (1, 1)}
