"""Arranging a hand: every card once, strongly, and what the hand is good for."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import daguai
import oracle
from daguai import cli, kernels
from daguai.arrangement import ArrangementError, Reason
from daguai.kernels.grades import BEATEN, CERTAIN, GRADES, RIVALS, STEPS, grade_of
from daguai.kernels.tables import tables_for
from daguai.messages import catalogue
from strategies import hands, levels, play_options, rules_of

CLASSIC = daguai.Rules.preset("classic")
HOUSE = daguai.Rules.preset("house")


def laid(arrangement):
    return [str(play) for play in arrangement.plays]


def lost_leads(holds):
    lost = [1 - hold for hold in holds]
    return sum(lost) - max(lost, default=0)


@given(hands(1, 30), levels(), play_options(), st.integers(0, 1))
def test_an_arrangement_has_every_card_once(hand, level, options, slack):
    """Clause 13.1."""
    rules = rules_of(options)
    found = daguai.arrange(hand, rules, level, slack)
    assert sum((Counter(play.cards) for play in found.plays), Counter()) == Counter(
        daguai.parse_cards(hand)
    )
    for play in found.plays:
        assert play == daguai.classify(play.cards, rules, level)
    assert found.turns <= len(found.plays) <= found.turns + slack
    assert found.lost_leads == pytest.approx(lost_leads(found.holds), abs=0.001)
    assert all(0 <= hold <= 1 for hold in found.holds)


@given(hands(1, 20), levels(), play_options())
def test_the_order_of_cards_does_not_matter(hand, level, options):
    rules = rules_of(options)
    assert daguai.arrange(hand, rules, level) == daguai.arrange(hand[::-1], rules, level)


def parted(cards, most):
    """Yield every way to part cards into at most so many plays."""
    if not cards:
        yield []
        return
    if most == 0:
        return
    for play in daguai.legal_plays(cards, CLASSIC, "2"):
        if play.cards[0] == min(cards):
            rest = list((Counter(cards) - Counter(play.cards)).elements())
            for others in parted(rest, most - 1):
                yield [play, *others]


@settings(max_examples=20)
@given(hands(5, 8, ("any", "near_run", "few_ranks")))
def test_small_hands_are_arranged_as_strongly_as_can_be(hand):
    """Against every arrangement of as many turns; a sixteenth of a lead counts as equal."""
    cards = daguai.parse_cards(hand)
    # others who hold few cards, so that much is decided
    unseen = [face for face in daguai.cards.FACES[::3] if face not in cards]
    found = daguai.arrange(cards, CLASSIC, "2", unseen=unseen)
    chances = kernel_chances(unseen, [4, 4, 4])
    best = min(
        lost_leads([1 - chances[BEATEN, grade_of(play.strength, 0)] / CERTAIN for play in plays])
        for plays in parted(cards, found.turns)
    )
    assert found.lost_leads <= best + 1 / 16
    assert daguai.arrange(cards, CLASSIC, "2", 1, unseen).lost_leads <= found.lost_leads


def kernel_chances(unseen, sizes, rules=CLASSIC, level="2", worlds=256):
    chances = np.zeros((2, GRADES), dtype=np.int64)
    kernels.hold_chances(
        daguai.counts_of(daguai.parse_cards(unseen)),
        np.array(sizes),
        daguai.parse_level(level),
        rules.flags,
        worlds,
        tables_for(rules.flags),
        chances,
    )
    return chances


def test_what_nothing_beats_always_holds():
    """Clauses 2.1 and 4.6: no card beats a big joker, no pair and triple those of big jokers."""
    found = daguai.arrange("BJ BJ BJ 3S 4S", CLASSIC, "7")
    chances = kernel_chances("3S 4S", [2])
    assert laid(found) == ["3S 4S BJ BJ BJ"]
    assert daguai.arrange("BJ", CLASSIC, "7").holds == (1.0,)
    assert daguai.arrange("BJ BJ BJ", CLASSIC, "7").holds == (1.0,)
    assert chances[BEATEN, oracle.CATEGORIES.index("single") * STEPS + 2] == 0


def test_what_every_opponent_beats_never_holds():
    """Clause 2.1: an opponent who holds an ace can beat a king."""
    found = daguai.arrange("KS", CLASSIC, "7", unseen="AS AH AD", rival_cards=[1, 1, 1])
    assert found.holds == (0.0,)
    found = daguai.arrange("KS", CLASSIC, "K", unseen="AS AH AD", rival_cards=[1, 1, 1])
    assert found.holds == (1.0,)


def test_the_chance_is_that_of_drawing_the_cards():
    """One higher card among ten, of which the opponents hold three: it holds in seven of ten."""
    unseen = "AS 3S 4H 5D 6C 7S 8H 3H 4D 5C"
    found = daguai.arrange("KS", CLASSIC, "2", unseen=unseen, rival_cards=[1, 1, 1])
    assert found.holds[0] == pytest.approx(0.7, abs=0.08)
    chances = kernel_chances(unseen, [1, 1, 1], worlds=20_000)
    king = oracle.RANKS.index("K")
    assert chances[BEATEN, king] / CERTAIN == pytest.approx(0.3, abs=0.015)
    assert chances[RIVALS, king] / CERTAIN == pytest.approx(0.3, abs=0.015)


def test_a_heavenly_bomb_beats_any_size_where_it_may():
    """Clause 4.7."""
    bomb = "LJ LJ LJ BJ BJ"
    options = {"unseen": bomb, "rival_cards": [5]}
    anywhere = CLASSIC.replace(heavenly_bomb="any_size")
    assert daguai.arrange("BJ", CLASSIC, "2", **options).holds == (1.0,)
    assert daguai.arrange("BJ", anywhere, "2", **options).holds == (0.0,)


def test_flexible_cards_stay_together():
    """Clause 13.1: of 344555667789 only the 9 is dead; it is left over, and one of three 5s."""
    hand = "3S 4H 4D 5C 5S 5H 6D 6C 7S 7H 8D 9C"
    found = daguai.arrange(hand, HOUSE, "2")
    assert found.turns == 4
    ranks = ["".join(str(face)[0] for face in play.cards) for play in found.plays]
    assert sorted(ranks) == ["34567", "45678", "5", "9"]


def test_small_cards_leave_as_the_small_part_of_fives():
    """Clause 13.1: two full houses wait for the jacks and a small pair; only the T is loose."""
    found = daguai.arrange("3S 3H 3D 8S 8H 8D JS JH 5S 5C TD", CLASSIC, "2")
    assert found.turns == 3
    assert sorted(len(play) for play in found.plays) == [1, 5, 5]
    assert laid(found)[-1] == "TD"


def test_a_turn_more_can_be_stronger():
    """Two jokers that hold alone are worth more than a triple that does not."""
    unseen = "KS KH KD AS AH AD"
    options = {"unseen": unseen, "rival_cards": [2, 2, 2]}
    tight = daguai.arrange("3S BJ 3H LJ 4D 4H", CLASSIC, "2", **options)
    loose = daguai.arrange("3S BJ 3H LJ 4D 4H", CLASSIC, "2", slack=1, **options)
    assert loose.lost_leads <= tight.lost_leads
    assert loose.turns == tight.turns


@pytest.mark.parametrize(
    ("hand", "role", "code"),
    [
        ("3S 3H 3D 4S 4H 7S 8H 9D TC JS BJ BJ", "strong", "tops_and_fives"),
        ("3S 4H", "strong", "few_turns"),
        ("3S 4H 6D 7C 9S TH QD KC", "weak", "holds_none"),
    ],
)
def test_roles(hand, role, code):
    """Clauses 13.2 and 13.4: the jokers and all the rest fives is complete."""
    found = daguai.arrange(hand, CLASSIC, "2")
    assert (found.role.value, found.reason.code) == (role, code)


def test_no_turns_are_spoken_of_that_are_not_there():
    """Three cards that nothing beats, and no five."""
    found = daguai.arrange("AS KH QD", CLASSIC, "2", unseen="3S 4H 5S")
    assert found.role.value == "strong"
    assert found.reason.code == "holds_more"
    assert "five" not in found.reason.words("en")
    assert "五张" not in found.reason.words("zh")


def test_every_reason_has_words():
    codes = {key.removeprefix("role.") for key in catalogue("en") if key.startswith("role.")} - {
        "strong",
        "middle",
        "weak",
    }
    for code in codes:
        details = {"turns": 6, "held": "1.2", "cards": "BJ"}
        assert Reason(code, details).words("en") != Reason(code, details).words("zh")


def test_roles_part_fresh_hands():
    """Clause 13.2: some hands go for first place, some are in danger."""
    roles = Counter()
    random = np.random.default_rng(7)
    for _ in range(60):
        cards = random.permutation(162)[:27] % 54
        roles[daguai.arrange(cards.tolist(), CLASSIC, "2").role] += 1
    assert min(roles[role] for role in daguai.Role) >= 5


def test_bad_hands_are_refused():
    with pytest.raises(ArrangementError, match="31 cards") as refused:
        daguai.arrange([*range(31)], CLASSIC, "2")
    assert refused.value.code == "too_many_to_arrange"
    with pytest.raises(ArrangementError, match="31 cards"):
        daguai.fewest_turns([*range(31)], CLASSIC)
    with pytest.raises(ArrangementError, match="4 copies of 3S") as refused:
        daguai.arrange("3S 3S", CLASSIC, "2", unseen="3S 3S")
    assert refused.value.code == "too_many_copies"


def test_there_are_no_fewer_turns_than_the_fewest():
    with pytest.raises(ArrangementError, match="slack must be 0 or more, not -1") as refused:
        daguai.arrange("3S 4S", CLASSIC, "2", slack=-1)
    assert refused.value.code == "slack"


def test_nothing_is_arranged_as_nothing():
    found = daguai.arrange("", CLASSIC, "2")
    assert (found.plays, found.turns, found.lost_leads) == ((), 0, 0)


# --- the command ---


def run(capsys, *arguments):
    assert cli.main(arguments) == 0
    return capsys.readouterr().out


def test_the_command_agrees_with_the_library(capsys):
    hand = "3S 3H 3D 4S 4H 7S 8H 9D TC JS BJ BJ"
    answer = json.loads(run(capsys, "arrange", hand, "--level", "7", "--json", "--lang", "en"))
    found = daguai.arrange(hand, CLASSIC, "7")
    assert answer["turns"] == found.turns
    assert [play["cards"] for play in answer["plays"]] == laid(found)
    assert answer["role"] == "strong"
    assert answer["words"] == found.reason.words("en")


@pytest.mark.parametrize("command", ["arrange", "judge", "legal"])
@pytest.mark.parametrize(("typed", "level"), [("10", "T"), ("t", "T"), (" a ", "A")])
def test_commands_name_the_level_in_notation(capsys, command, typed, level):
    answer = json.loads(run(capsys, command, "3S 3H", "--level", typed, "--json"))
    assert answer["level"] == level


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_command_tells_people(capsys, lang):
    told = run(capsys, "arrange", "3S 3H 3D 4S 4H BJ", "--lang", lang).splitlines()
    assert told[0].startswith("3S 3H 3D 4S 4H")
    assert len(told) == 2 + 3
    assert cli.main(("arrange", "", "--lang", lang)) == 2
