"""What programs see of plays and of the plays that a hand has."""

from __future__ import annotations

import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from daguai.cards import FACES, Face, NotationError, counts_of, parse_cards
from daguai.moves import can_beat, legal_plays, unbeatable
from daguai.plays import Category, IllegalPlay, Play, classify
from daguai.rules import Rules

CLASSIC = Rules.preset("classic")
HOUSE = Rules.preset("house")


@pytest.mark.parametrize(
    ("cards", "code", "details"),
    [
        ("3S 3H 3D 3C", "wrong_count", {"count": 4}),
        ("", "wrong_count", {"count": 0}),
        ("3S 4S", "ranks_differ", {"cards": "3S 4S", "count": 2}),
        ("3S 3H 4S", "ranks_differ", {"cards": "3S 3H 4S", "count": 3}),
        ("3S 4S 5S 6S 9H", "no_category", {"cards": "3S 4S 5S 6S 9H"}),
        ("3S 3S 3S 3S 4H", "too_many_copies", {"card": "3S", "copies": 4, "decks": 3}),
    ],
)
def test_cards_that_are_no_play_tell_why(cards, code, details):
    """Clause 3.1."""
    with pytest.raises(IllegalPlay) as caught:
        classify(cards, CLASSIC, "7")
    assert caught.value.code == code
    assert caught.value.details == details
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.code, again.details, str(again)) == (code, details, str(caught.value))


def test_a_play_knows_what_it_is():
    play = classify(["BJ", Face("3H"), 4, "3D", "4C"], CLASSIC, 5)
    assert play == classify("3S 3H 3D 4C BJ", CLASSIC, "7")
    assert play.cards == parse_cards("3S 3H 3D 4C BJ")
    assert str(play) == "3S 3H 3D 4C BJ"
    assert len(play) == play.category.size == 5
    assert play.jokers == 1
    assert pickle.loads(pickle.dumps(play)) == play
    with pytest.raises(AttributeError):
        play.strength = 0


def test_plays_are_equal_by_cards_level_and_rules():
    plays = {classify("3S", CLASSIC, "7"), classify("3S", CLASSIC, "7")}
    plays |= {
        classify("3S", CLASSIC, "8"),
        classify("3S", HOUSE, "7"),
        classify("3H", CLASSIC, "7"),
    }
    assert len(plays) == 4
    assert classify("3S", CLASSIC, "7") != "3S"


@pytest.mark.parametrize(
    ("cards", "rank"),
    [
        ("3S", "3"), ("7S", "7"), ("LJ", "LJ"), ("BJ", "BJ"), ("BJ BJ", "BJ"), ("LJ BJ", "LJ"),
        ("AS BJ", "A"), ("LJ LJ BJ", "LJ"), ("BJ BJ BJ", "BJ"), ("LJ LJ LJ BJ BJ", None),
        ("6S 7H 8S 9S LJ", "9"), ("AS 2S 3S 4S LJ", "5"), ("QS KS AS 2S 3H", "A"),
        ("2H 7H JH KH LJ", "7"), ("2H 8H JH KH LJ", "K"), ("3S 3H 7S 7H BJ", "7"),
        ("3S AH LJ LJ BJ", "A"), ("3S AS LJ LJ BJ", "5"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("ties", ["top", "descending"])
def test_the_compared_rank_in_notation(cards, rank, ties):
    """Clause 5.2."""
    assert classify(cards, CLASSIC.replace(flush_ties=ties), "7").rank == rank


def test_plays_of_other_rules_or_levels_do_not_compare():
    play = classify("3S", CLASSIC, "7")
    for other in (classify("3S", CLASSIC, "8"), classify("3S", HOUSE, "7")):
        with pytest.raises(ValueError, match="same rules and level"):
            play.beats(other)
        with pytest.raises(ValueError, match="other rules or at another level"):
            legal_plays("4S", CLASSIC, "7", to_beat=other)


def test_categories_are_ordered():
    """Clause 3.1."""
    names = (
        "single pair triple straight flush full_house four_and_one straight_flush five_of_a_kind"
    )
    assert [c.value for c in sorted(Category, key=lambda c: c.order)] == names.split()
    assert [c.size for c in Category] == [1, 2, 3, 5, 5, 5, 5, 5, 5]


def test_legal_plays_come_in_order_and_as_classify_makes_them():
    hand = "3S 3H 3H 4S 5S 6D 7S 7H LJ BJ BJ"
    plays = legal_plays(hand, CLASSIC, "7")
    assert plays == [classify(p.cards, CLASSIC, "7") for p in plays]
    assert [p.strength for p in plays] == [classify(p.cards, CLASSIC, "7").strength for p in plays]
    assert all(type(face) is Face for play in plays for face in play.cards)
    keys = [(p.category.order, p.value, p.cards) for p in plays]
    assert keys == sorted(keys)
    assert len(set(plays)) == len(plays)
    assert plays == legal_plays(reversed(parse_cards(hand)), CLASSIC, 5)


def test_answers_may_be_asked_for_with_cards_or_a_play():
    table = classify("8S 8H", CLASSIC, "7")
    answers = legal_plays("9S 9H 7S LJ 3S", CLASSIC, "7", to_beat="8S 8H")
    assert answers == legal_plays("9S 9H 7S LJ 3S", CLASSIC, "7", to_beat=table)
    assert [str(p) for p in answers] == ["9S 9H", "9S LJ", "9H LJ", "7S LJ"]
    assert all(p.beats(table) for p in answers)


def test_no_cards_have_no_plays():
    assert legal_plays("", CLASSIC, "2") == []
    assert legal_plays("3S", CLASSIC, "2", to_beat="BJ") == []


def test_bad_notation_is_told():
    with pytest.raises(NotationError):
        legal_plays("3X", CLASSIC, "2")
    with pytest.raises(NotationError):
        classify("3S", CLASSIC, "1")


def test_more_plays_than_there_was_room_for():
    rich = [*FACES[52:] * 3, *FACES[:24]]
    assert len(legal_plays(rich, CLASSIC, "2")) == len(set(legal_plays(rich, CLASSIC, "2"))) > 9000


def test_five_jokers_answer_any_size_where_the_option_says_so():
    """Clause 4.7."""
    jokers = "LJ LJ BJ BJ BJ"
    assert legal_plays(jokers, CLASSIC, "2", to_beat="BJ") == []
    rules = CLASSIC.replace(heavenly_bomb="any_size")
    assert [str(p) for p in legal_plays(jokers, rules, "2", to_beat="BJ")] == [jokers]
    assert classify(jokers, rules, "2").beats(classify("BJ BJ BJ", rules, "2"))
    assert not classify("BJ BJ BJ", rules, "2").beats(classify(jokers, rules, "2"))
    assert not unbeatable(classify("BJ", rules, "2"), rules)


def test_unbeatable_counts_what_was_seen():
    two = classify("2S 2H", CLASSIC, "2")
    assert not unbeatable(two, CLASSIC)
    # the other level cards can make no higher pair; jokers alone, or none with them, can
    jokers = parse_cards("LJ LJ LJ BJ BJ BJ")
    assert unbeatable(two, CLASSIC, jokers)
    assert not unbeatable(two, CLASSIC, jokers[:-2])
    assert unbeatable(classify("BJ BJ", CLASSIC, "2"), CLASSIC)


def test_can_beat_takes_cards_and_counts():
    table = classify("KS", CLASSIC, "2")
    for hand, expected in (("AS", True), ("KH", False), ("2S", True)):
        counts = counts_of(parse_cards(hand))
        frozen = counts.astype(np.int64)
        frozen.setflags(write=False)
        assert can_beat(hand, table) is can_beat(counts, table) is can_beat(frozen, table)
        assert can_beat(hand, table) is expected


def test_threads_do_not_share_what_they_write():
    hands = [[*FACES[52:], *FACES[i : i + 20]] for i in range(30)]
    alone = [legal_plays(hand, CLASSIC, "2") for hand in hands]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda hand: legal_plays(hand, CLASSIC, "2"), hands * 3))
    assert together == alone * 3


def run(code, **environment):
    import os

    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, check=True, env={**os.environ, **environment},
    )  # fmt: skip
    return done.stdout.strip()


JUDGE = """
import sys, daguai
daguai.classify("3S 3H", daguai.Rules.preset("classic"), level="2")
print("numba" in sys.modules)
"""


def test_judging_loads_no_compiler():
    assert run(JUDGE) == "False"


def test_without_the_compiler_everything_is_plain_python():
    code = JUDGE.replace("classify", "legal_plays")
    assert run(code, NUMBA_DISABLE_JIT="1") == "False"


def test_play_is_small():
    assert not hasattr(Play((), 0, 0, CLASSIC), "__dict__")
