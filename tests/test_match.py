"""Clauses 1.3, 1.4 and 8 to 10: from deal to deal, to the end; and the match as an object."""

from __future__ import annotations

import pickle
import subprocess
import sys

import msgspec
import pytest

import daguai
from daguai import (
    DealingError,
    GivenDealing,
    IllegalAction,
    Lay,
    Match,
    MatchError,
    Offer,
    Pass,
    Return,
    Rules,
)
from daguai.cards import FACES, parse_level
from daguai.events import DealEnded, DealStarted, Dealt, MatchEnded, PlayStarted
from daguai.shuffle import SeededDealing
from daguai.state import begin, fold
from positions import CLASSIC, deal_with, ended, of, play, position

WINS = {
    3: (("3S", "5S", "", "9S", "", "KS"), (2, 4)),
    2: (("3S", "5S", "", "", "", "KS"), (2, 3, 4)),
    1: (("3S", "", "", "", "", "KS"), (2, 1, 3, 4)),
}
"""By players caught: the dealer, seat 0, is about to win the deal with a 3 of spades."""
OTHERS_WIN = (("5S", "3S", "9S", "", "KS", ""), (3, 5))
FIRST_BUT_DRAWN = (("", "", "", "3S", "KS", ""), (0, 2, 1, 5))
OTHERS_FIRST_BUT_DRAWN = (("3S", "", "", "9S", "", ""), (1, 2, 4, 5))


def last_play(last, rules=CLASSIC, levels=("2", "2"), number=1, **state):
    """The deal's last play, in a match at these levels; what it causes."""
    hands, finished = last
    before = position(
        *hands, rules=rules, leader=hands.index("3S"), level=levels[0], finished=finished
    )
    deal = msgspec.structs.replace(before.deal, number=number)
    numbers = tuple(map(parse_level, levels))
    return play(msgspec.structs.replace(before, deal=deal, levels=numbers, **state), "3S")


class TestDealer:
    """Clauses 1.4 and 8.5."""

    @pytest.mark.parametrize(
        ("order", "listed", "dealer", "following"),
        [
            ((2, 4, 0), (1, 3, 5), 0, 0),  # 8.2
            ((2, 1, 3, 5), (0, 4), 0, 0),  # 8.3
            ((1, 3, 5), (0, 2, 4), 0, 1),  # 8.4
            ((1, 0, 2, 4), (3, 5), 0, 1),  # 8.4, drawn
            ((0, 2, 4), (1, 3, 5), 5, 0),
        ],
    )
    def test_the_dealer_stays_or_the_next_seat_becomes_dealer(
        self, order, listed, dealer, following
    ):
        before = ended(order, listed, dealer=dealer)
        _, events = begin(before, deal_with({}, first_dealer=3))
        assert events[0].dealer == following
        assert events[0].number == 2

    def test_the_dealer_teams_level_is_the_level_rank(self):
        """Clauses 1.3 and 8.4: the team that takes the deal plays its own level."""
        before = msgspec.structs.replace(ended((1, 0, 2, 4), (3, 5)), levels=(3, 8))
        state, events = begin(before, deal_with({}))
        assert events[0].levels == ("5", "T")
        assert state.deal.level == 8


class TestLevels:
    """Clauses 1.3, 8.2 and 10.1."""

    @pytest.mark.parametrize(
        ("gain", "caught", "level", "expected"),
        [
            ("one", 3, "2", "3"),
            ("one", 1, "K", "A"),
            ("by_caught", 3, "2", "5"),
            ("by_caught", 2, "2", "4"),
            ("by_caught", 1, "2", "3"),
            ("by_caught", 3, "J", "A"),
            ("by_caught", 3, "K", "A"),
        ],
    )
    def test_the_dealer_team_rises(self, gain, caught, level, expected):
        rules = CLASSIC.replace(level_gain=gain)
        state, events = last_play(WINS[caught], rules, levels=(level, "7"))
        assert events[-1].clause == "8.2"
        assert events[-1].levels == (expected, "7")
        assert events[-1].levels_gained == parse_level(expected) - parse_level(level)
        assert state.levels == (parse_level(expected), 5)
        assert state.end is None

    def test_by_caught_never_skips_the_final_level(self):
        """Clause 10.1: whichever the final level is."""
        rules = CLASSIC.replace(level_gain="by_caught", final_level="5")
        _, events = last_play(WINS[3], rules, levels=("4", "2"))
        assert events[-1].levels == ("5", "2")
        assert events[-1].levels_gained == 1

    @pytest.mark.parametrize(
        ("last", "clause"),
        [(FIRST_BUT_DRAWN, "8.3"), (OTHERS_WIN, "8.4"), (OTHERS_FIRST_BUT_DRAWN, "8.4")],
    )
    def test_no_level_otherwise(self, last, clause):
        """Clauses 8.3 and 8.4."""
        _, events = last_play(last)
        assert events[-1].clause == clause
        assert events[-1].levels == ("2", "2")
        assert events[-1].levels_gained == 0

    @pytest.mark.parametrize(("preset", "expected"), [("classic", (13, 19)), ("points", (18, 20))])
    def test_points_add_up(self, preset, expected):
        """Clause 9: the points of each player of a team."""
        state, _ = last_play(WINS[3], Rules.preset(preset), points=(10, 20))
        assert state.points == expected


class TestEnd:
    """Clause 10."""

    @pytest.mark.parametrize("final", ["2", "5", "A"])
    def test_a_dealer_team_wins_at_the_final_level(self, final):
        """Clause 10.1."""
        rules = CLASSIC.replace(final_level=final)
        _, events = last_play(WINS[1], rules, levels=(final, "2"))
        assert events[-1] == MatchEnded(0, "10.1")
        assert of(DealEnded, events)[0].levels_gained == 0

    def test_winning_against_the_dealer_at_the_final_level_is_not_enough(self):
        """Clause 10.1: only the dealer team, at its own level."""
        state, events = last_play(OTHERS_WIN, levels=("7", "A"))
        assert isinstance(events[-1], DealEnded)
        assert state.end is None

    @pytest.mark.parametrize(("begun", "over"), [(1, False), (2, True)])
    @pytest.mark.parametrize("last", [OTHERS_WIN, FIRST_BUT_DRAWN])
    def test_final_failures(self, begun, over, last):
        """Clause 10.2: lost or drawn, it is a failure."""
        rules = CLASSIC.replace(final_failures=2)
        _, events = last_play(last, rules, levels=("A", "2"), failures=(begun, 0))
        assert (events[-1] == MatchEnded(1, "10.2")) == over

    def test_failures_count_deals_begun_as_dealer_at_the_final_level(self):
        """Clause 10.2."""
        rules = CLASSIC.replace(final_failures=2, final_level="3")
        before = msgspec.structs.replace(ended((2, 1, 3, 5), (0, 4), rules), levels=(1, 1))
        state, _ = begin(before, deal_with({}, level="3"))
        assert state.failures == (1, 0)
        before = msgspec.structs.replace(before, levels=(0, 1))
        assert begin(before, deal_with({}))[0].failures == (0, 0)

    def test_winning_at_last_is_no_failure(self):
        """Clauses 10.1 and 10.2: the Nth try may win."""
        rules = CLASSIC.replace(final_failures=1)
        _, events = last_play(WINS[1], rules, levels=("A", "2"), failures=(1, 0))
        assert events[-1] == MatchEnded(0, "10.1")

    @pytest.mark.parametrize(
        ("levels", "points", "winner"),
        [
            (("2", "7"), (0, 0), 1),
            (("7", "7"), (0, 99), 0),
            (("6", "7"), (0, 99), 1),  # team 0 rises to 7, so points decide
            (("6", "7"), (90, 0), 0),
            (("6", "7"), (0, 4), None),  # +3 and -1
        ],
    )
    def test_max_deals(self, levels, points, winner):
        """Clause 10.3: the higher level, then more points, else a draw."""
        rules = CLASSIC.replace(max_deals=3)
        _, events = last_play(WINS[1], rules, levels=levels, points=points, number=3)
        assert events[-1] == MatchEnded(winner, "10.3")
        state, _ = last_play(WINS[1], rules, levels=levels, points=points, number=2)
        assert state.end is None

    def test_winning_the_final_level_goes_before_the_last_deal(self):
        """Clauses 10.1 and 10.3 at once."""
        _, events = last_play(WINS[1], CLASSIC.replace(max_deals=1), levels=("A", "2"))
        assert events[-1] == MatchEnded(0, "10.1")


class TestMatch:
    """The match as an object."""

    def test_it_deals_by_itself(self):
        match = Match.new(CLASSIC, seed="a", names=list("abcdef"))
        assert [type(event) for event in match.events] == [DealStarted, Dealt, PlayStarted]
        assert match.names == tuple("abcdef")
        assert match.to_act == (match.events[0].dealer,)
        assert len(match.deals) == 1
        assert match.deals[0].started == match.events[0]
        assert match.deals[0].result is None
        assert not match.over
        match.validate()

    def test_the_seed_decides(self):
        one, same, other = (Match.new(CLASSIC, seed=seed) for seed in "aab")
        assert one.events == same.events
        assert one.events != other.events

    def test_the_next_deal_starts_after_a_result(self):
        """Clause 12: the second deal does not freeze."""
        match = random_match(CLASSIC.replace(max_deals=3), "second")
        assert len(match.deals) == 3
        assert [deal.started.number for deal in match.deals] == [1, 2, 3]
        assert all(deal.result for deal in match.deals)
        assert sum(len(deal.events) for deal in match.deals) == len(match.events)

    def test_deals_may_be_started_by_hand(self):
        match = Match.new(CLASSIC, seed="a", auto_deal=False)
        assert match.to_act == ()
        assert match.view(0).phase == "waiting"
        assert match.legal(0) == []
        commitment = match.next_commitment
        events = match.start_deal({1: "mahogany"})
        assert events[0].commitment == commitment
        assert events[1].entropy == ("", "mahogany", "", "", "", "")
        assert events[1].hands != Match.new(CLASSIC, seed="a").events[1].hands
        with pytest.raises(MatchError) as info:
            match.start_deal()
        assert info.value.code == "deal_underway"
        with pytest.raises(MatchError) as info:
            Match.new(CLASSIC, seed="a", auto_deal=False).start_deal({7: "x"})
        assert info.value.code == "unknown_seat"

    def test_no_entropy_is_the_same_as_empty_entropy(self):
        one, other = (Match.new(CLASSIC, seed="a", auto_deal=False) for _ in range(2))
        assert one.start_deal() == other.start_deal({0: "", 3: ""})

    def test_given_cards(self):
        cards = [face for face in FACES for _ in range(CLASSIC.decks)]
        hands = [cards[seat :: CLASSIC.seats] for seat in range(CLASSIC.seats)]
        match = Match.new(CLASSIC, dealing=GivenDealing([hands]))
        assert match.view(1).hand == daguai.format_cards(hands[1])
        assert match.view(1).commitment == ""
        play_on(match)
        assert match.to_act == ()
        assert not match.over
        with pytest.raises(DealingError) as info:
            match.start_deal()
        assert info.value.code == "no_more_deals"
        match.validate()

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            (lambda hands: hands[:5], "wrong_hands"),
            (lambda hands: [hands[0][1:], [*hands[1], hands[0][0]], *hands[2:]], "wrong_hands"),
            (lambda hands: [["BJ", *hands[0][1:]], *hands[1:]], "wrong_copies"),
        ],
    )
    def test_cards_that_are_not_the_decks(self, change, code):
        """Clause 1.2, and 12: a deck with four jokers."""
        cards = [face for face in FACES for _ in range(CLASSIC.decks)]
        hands = [cards[seat :: CLASSIC.seats] for seat in range(CLASSIC.seats)]
        with pytest.raises(DealingError) as info:
            Match.new(CLASSIC, dealing=GivenDealing([change(hands)]))
        assert info.value.code == code

    def test_going_on_from_events(self):
        match = Match.new(CLASSIC, seed="go on")
        for _ in range(30):
            match.act(match.to_act[0], match.legal(match.to_act[0])[-1])
        again = Match(CLASSIC, SeededDealing("go on"), events=match.events)
        assert again.state == match.state
        play_on(match)
        play_on(again)
        assert again.events == match.events

    def test_the_end(self):
        match = random_match(CLASSIC.replace(max_deals=1), "end")
        assert match.over
        assert match.to_act == ()
        assert match.view(0).phase == "over"
        assert match.winner == match.events[-1].winner
        with pytest.raises(IllegalAction) as info:
            match.act(0, Pass())
        assert info.value.code == "match_over"
        with pytest.raises(MatchError) as error:
            match.start_deal()
        assert error.value.code == "match_over"

    @pytest.mark.parametrize(
        ("seat", "action", "code"),
        [
            (6, Pass(), "unknown_seat"),
            (-1, Pass(), "unknown_seat"),
            (None, Pass(), "unknown_seat"),
            ("0", Pass(), "unknown_seat"),
            (0.5, Pass(), "unknown_seat"),
            (0, None, "unknown_action"),
            (0, "3S", "unknown_action"),
            (0, {"type": "pass"}, "unknown_action"),
            (0, Pass, "unknown_action"),
        ],
    )
    def test_absurd_input(self, seat, action, code):
        match = Match.new(CLASSIC, seed="absurd")
        before = match.events
        with pytest.raises(IllegalAction) as info:
            match.act(seat, action)
        assert info.value.code == code
        assert match.events == before

    def test_refused_actions_change_nothing(self):
        match = Match.new(CLASSIC, seed="refused")
        (seat,) = match.to_act
        before, state = match.events, match.state
        for who in range(CLASSIC.seats):
            for action in (Pass(), Lay("3S 4H"), Lay("BJ BJ BJ BJ BJ"), Return("3S"), Offer("3S")):
                with pytest.raises(IllegalAction):
                    match.act(who, action)
        assert match.events == before
        assert match.state is state
        assert match.to_act == (seat,)

    def test_errors_cross_processes(self):
        error = IllegalAction("not_held", "seat 0 does not hold 3S", seat="0", cards="3S")
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is IllegalAction
        assert (again.code, str(again), again.details) == (error.code, str(error), error.details)

    def test_matches_that_cannot_be_made(self):
        for arguments, code in (
            ({"seed": "a", "names": ["a"]}, "wrong_names"),
            ({}, "no_cards"),
            ({"seed": "a", "dealing": GivenDealing([])}, "no_cards"),
        ):
            with pytest.raises(MatchError) as info:
                Match.new(CLASSIC, **arguments)
            assert info.value.code == code

    def test_every_public_name_is_there(self):
        for name in daguai.__all__:
            assert getattr(daguai, name) is not None
        assert set(daguai.__all__) == set(daguai._HOMES)
        assert set(daguai.__all__) <= set(dir(daguai))
        with pytest.raises(AttributeError, match="no attribute 'nothing'"):
            _ = daguai.nothing


def test_importing_the_package_is_cheap():
    """Nothing heavy is loaded before it is used."""
    code = "import sys, daguai; assert not {'numpy', 'numba', 'msgspec'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def play_on(match: Match) -> None:
    """Play until nobody is to act: the highest that is legal, so that it takes few actions."""
    while match.to_act and len(match.events) < 2000:
        seat = match.to_act[0]
        match.act(seat, match.legal(seat)[-1])


def random_match(rules: Rules, seed: str) -> Match:
    match = Match.new(rules, seed=seed)
    play_on(match)
    match.validate()
    assert fold(rules, match.events) == match.state
    return match
