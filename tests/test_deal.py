"""Clause 6: leads, turns, passes, tricks and placements, from small positions."""

from __future__ import annotations

import pytest

from daguai import IllegalAction, Lay, Pass, Return
from daguai.events import (
    DealEnded,
    Finished,
    Laid,
    MatchEnded,
    Passed,
    PlayStarted,
    TrickEnded,
)
from daguai.state import MatchState, advance, begin
from positions import CLASSIC, deal_with, ended, of, play, position

LOW = ("3S 4S", "5S 6S", "7S 8S", "9S TS", "JS QS", "KS AS")
FINAL = CLASSIC.replace(pass_is_final=True)


def refused(state, action, seat=None) -> str:
    """The code with which an action is refused."""
    with pytest.raises(IllegalAction) as info:
        advance(state, state.to_act[0] if seat is None else seat, action)
    assert str(info.value)
    assert all(isinstance(value, str) for value in info.value.details.values())
    return info.value.code


class TestFirstLead:
    """Clause 6.1."""

    def test_the_dealer_leads_the_first_deal(self):
        state, events = begin(MatchState(CLASSIC), deal_with({}, first_dealer=4))
        assert of(PlayStarted, events) == [PlayStarted(4)]
        assert state.to_act == (4,)

    def test_the_first_finisher_leads_later_deals(self):
        """Drawn, so without tribute; the dealer is another seat."""
        state, _ = begin(ended((3, 0, 2, 4), (1, 5)), deal_with({}))
        assert state.deal.dealer == 1
        assert state.to_act == (3,)

    @pytest.mark.parametrize(
        ("highest", "leader"),
        [
            ({1: "AS", 5: "KS"}, 1),
            ({1: "AS", 5: "LJ"}, 5),
            ({1: "AS", 5: "AH"}, 5),  # equal: seat 5 comes before seat 1 after seat 2
        ],
    )
    def test_who_gave_the_highest_tribute_leads(self, highest, leader):
        """Option next_leader."""
        rules = CLASSIC.replace(next_leader="highest_tribute")
        state, _ = begin(ended((2, 3, 0, 4), (1, 5), rules), deal_with(highest, rules=rules))
        for seat in state.to_act:
            state, _ = advance(state, seat, Return(hand_of(state, seat)[0]))
        assert state.to_act == (leader,)

    def test_highest_tribute_without_tribute(self):
        """Option next_leader: refused or drawn, the first finisher leads."""
        rules = CLASSIC.replace(next_leader="highest_tribute", tribute_refusal=1)
        state, _ = begin(ended((2, 3, 0, 4), (1, 5), rules), deal_with({1: "BJ", 5: "KS"}))
        assert state.to_act == (2,)
        state, _ = begin(ended((3, 0, 2, 4), (1, 5), rules), deal_with({}))
        assert state.to_act == (3,)


class TestTurns:
    """Clause 6.2."""

    def test_the_leader_must_play(self):
        assert refused(position(*LOW), Pass()) == "must_lead"

    def test_any_legal_play_may_be_led(self):
        hands = ("3S 3H 3D BJ 4C 5S", *LOW[1:])
        for cards in ("3S", "3S 3H", "3S 3H BJ", "3S 3H 3D BJ 4C"):
            _, events = play(position(*hands), cards)
            assert events[0].cards == Lay(cards).cards

    def test_turns_go_round_in_playing_order(self):
        _, events = play(position(*LOW, leader=4), "JS | KS | - | - | - | - | -")
        assert [event.seat for event in of(Laid, events)] == [4, 5]
        assert [event.seat for event in of(Passed, events)] == [0, 1, 2, 3, 4]

    def test_who_is_out_is_skipped(self):
        state, events = play(position("3S 4S", "", "7S 8S", "", "JS QS", "KS AS"), "3S | - | -")
        assert [event.seat for event in events] == [0, 2, 4]
        assert state.to_act == (5,)

    def test_a_pass_binds_for_that_turn_only(self):
        state, events = play(position(*LOW), "3S | - | 7S | - | - | - | -")
        assert state.to_act == (1,)
        _, events = play(state, "-")
        assert of(TrickEnded, events) == [TrickEnded(2, 2)]

    def test_a_pass_may_be_final(self):
        """Option pass_is_final: who passed has no say until the trick ends."""
        state, _ = play(position(*LOW, rules=FINAL), "3S | - | 7S | - | JS | - | -")
        assert state.to_act == (2,)
        state, events = play(state, "-")
        assert of(TrickEnded, events) == [TrickEnded(4, 4)]
        state, _ = play(state, "QS")
        assert state.to_act == (5,)

    def test_a_final_pass_ends_the_trick_at_a_play(self):
        """When nobody is left to answer, the trick ends with the play itself."""
        hands = ("3S 4S AS", "5S 6S", "7S 8S", "9S TS", "JS QS", "KS KH")
        state, _ = play(position(*hands, rules=FINAL), "3S | - | - | - | - | KS")
        _, events = play(state, "AS | -")
        assert events[-1] == TrickEnded(0, 0)
        hands = ("3S 4S AS", "5S 6S", "7S 8S", "9S TS", "JS QS", "KS")
        state, _ = play(position(*hands, rules=FINAL), "3S | - | - | - | - | KS")
        _, events = play(state, "AS")
        assert events == [Laid(0, "AS", "single", 1), TrickEnded(0, 0)]

    @pytest.mark.parametrize(
        ("cards", "code"),
        [
            ("5S 5H", "wrong_size"),
            ("2H", "not_held"),
            ("3H", "not_higher"),
            ("4H", "not_higher"),
            ("4H 5H", "ranks_differ"),
            ("4H 5H 5S 6S", "wrong_count"),
            ("3H 4H 5S 6S KD", "no_category"),
            ("5H 5H", "not_held"),
        ],
    )
    def test_answers_refused(self, cards, code):
        state, _ = play(position("4S 5S", "3H 4H 5S 5H 6S KD", *LOW[2:]), "4S")
        assert refused(state, Lay(cards)) == code

    def test_missing_cards_are_named(self):
        with pytest.raises(IllegalAction, match="seat 0 does not hold 3S 3S BJ") as info:
            advance(position(*LOW), 0, Lay("3S 3S 3S BJ 4S"))
        assert info.value.details == {"seat": "0", "cards": "3S 3S BJ"}

    def test_nobody_acts_out_of_turn(self):
        assert refused(position(*LOW), Lay("5S"), seat=1) == "not_your_turn"

    @pytest.mark.parametrize("action", [Return("3S")])
    def test_actions_of_another_phase(self, action):
        assert refused(position(*LOW), action) == "wrong_action"

    def test_five_jokers_on_any_size(self):
        """Clauses 4.7 and 5.1, option heavenly_bomb: the one answer of another size."""
        hands = ("3S 4S", "LJ LJ LJ BJ BJ 4S", "3H 3D 3C 3H 3D BJ", *LOW[3:])
        state, _ = play(position(*hands), "3S")
        assert refused(state, Lay("LJ LJ LJ BJ BJ")) == "wrong_size"
        rules = CLASSIC.replace(heavenly_bomb="any_size")
        state, _ = play(position(*hands, rules=rules), "3S | LJ LJ LJ BJ BJ")
        assert refused(state, Lay("3H 3H 3D 3D 3C")) == "not_higher"
        assert refused(state, Lay("BJ")) == "wrong_size"


class TestTricks:
    """Clause 6.3."""

    def test_the_trick_ends_when_all_others_have_passed(self):
        state, events = play(position(*LOW), "3S | 5S | - | - | - | -")
        assert of(TrickEnded, events) == []
        state, events = play(state, "-")
        assert events == [Passed(0), TrickEnded(1, 1)]
        assert state.to_act == (1,)

    def test_everybody_answers_a_play_that_empties_a_hand(self):
        """All five others get a turn, the seat before the one that went out included."""
        hands = ("3S", *LOW[1:])
        state, events = play(position(*hands), "3S | - | - | - | -")
        assert events[1] == Finished(0, 1)
        assert of(TrickEnded, events) == []
        assert state.to_act == (5,)
        state, events = play(state, "KS | - | - | - | -")
        assert events[-1] == TrickEnded(5, 5)

    def test_the_one_beaten_may_answer_a_hand_that_went_out(self):
        hands = ("3S AH 4S", "5S", *LOW[2:])
        state, _ = play(position(*hands), "3S | 5S | - | - | - | -")
        assert state.to_act == (0,)
        _, events = play(state, "AH")
        assert events[0].seat == 0

    def test_the_next_seat_still_in_leads_for_a_winner_who_is_out(self):
        hands = ("3S", "", "7S 8S", *LOW[3:])
        _, events = play(position(*hands), "3S | - | - | - | -")
        assert events[-1] == TrickEnded(0, 2)

    @pytest.mark.parametrize(
        ("hands", "leader"),
        [
            (("3S", *LOW[1:]), 2),
            (("3S", LOW[1], "", *LOW[3:]), 4),
        ],
    )
    def test_the_nearest_partner_may_lead_instead(self, hands, leader):
        """Option lead_after_out: next_teammate."""
        rules = CLASSIC.replace(lead_after_out="next_teammate")
        seats = sum(map(bool, hands))
        _, events = play(position(*hands, rules=rules), "3S" + " | -" * (seats - 1))
        assert events[-1] == TrickEnded(0, leader)


class TestEnd:
    """Clause 6.4."""

    def test_players_are_placed_as_they_run_out(self):
        hands = ("3S", "5S", "7S 8S", *LOW[3:])
        _, events = play(position(*hands), "3S | 5S")
        assert of(Finished, events) == [Finished(0, 1), Finished(1, 2)]

    def test_the_deal_ends_the_moment_a_team_is_out(self):
        """Nobody answers the last play any more, and no trick ends."""
        hands = ("3S", LOW[1], "", LOW[3], "", LOW[5])
        state, events = play(position(*hands), "3S")
        assert [type(event) for event in events] == [Laid, Finished, DealEnded]
        assert state.to_act == ()
        assert refused(state, Lay("5S"), seat=1) == "not_your_turn"

    def test_it_ends_with_an_answer_too(self):
        hands = ("3S 4S", "5S", LOW[2], "", LOW[4], "")
        _, events = play(position(*hands), "3S | 5S")
        assert isinstance(events[-1], DealEnded)

    def test_those_still_in_are_listed_by_fewest_cards(self):
        hands = ("3S", "5S 6S 6H", "", "9S TS", "", "KS")
        _, events = play(position(*hands), "3S")
        assert events[-1].order == (2, 4, 0, 5, 3, 1)
        assert events[-1].finished == 3
        assert events[-1].caught == (1, 3, 5)
        assert events[-1].hands == ("", "5S 6S 6H", "", "9S TS", "", "KS")

    def test_equal_numbers_are_listed_in_playing_order(self):
        """From the first finisher: 3 and 5 come before 1 after seat 2."""
        hands = ("3S", "5S 6S", "", "9S TS", "", "KS AS")
        _, events = play(position(*hands), "3S")
        assert events[-1].order == (2, 4, 0, 3, 5, 1)

    def test_a_match_may_end_with_it(self):
        rules = CLASSIC.replace(max_deals=1)
        hands = ("3S", LOW[1], "", LOW[3], "", LOW[5])
        state, events = play(position(*hands, rules=rules), "3S")
        assert isinstance(events[-1], MatchEnded)
        assert refused(state, Lay("5S"), seat=1) == "match_over"


def hand_of(state, seat) -> list[str]:
    return [str(face) for face in state.deal.hands[seat]]
