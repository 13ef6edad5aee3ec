"""Clause 7: who pays which card to whom, and what comes back."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pytest

from daguai import IllegalAction, Lay, Offer, Pass, Return, Take, Tribute, parse_cards
from daguai.dealing import DealingError
from daguai.events import (
    PlayStarted,
    Returned,
    ReturnOffered,
    TributePaid,
    TributeRefused,
)
from daguai.legal import legal_actions
from daguai.observe import view_of
from daguai.state import advance, begin
from positions import CLASSIC, deal_with, ended, hand, of

GIVER = CLASSIC.replace(tribute_card="giver")
CANDIDATES = CLASSIC.replace(return_card="candidates")
ONE = ((2, 3, 1, 0, 4), (5,))  # seat 2 first, seat 5 caught
TWO = ((2, 3, 0, 4), (1, 5))
THREE = ((2, 0, 4), (5, 1, 3))


def start(previous, cards, rules=CLASSIC, **more):
    """The second deal, after a first that ended so."""
    return begin(ended(*previous, rules), deal_with(cards, rules=rules, **more))


def paid(events) -> dict[int, tuple[int, str]]:
    """What each giver paid to whom."""
    return {event.giver: (event.receiver, event.card) for event in of(TributePaid, events)}


def refused(state, seat, action) -> str:
    with pytest.raises(IllegalAction) as info:
        advance(state, seat, action)
    return info.value.code


class TestCard:
    """Clause 7.1."""

    @pytest.mark.parametrize(
        ("cards", "highest"),
        [
            ("BJ LJ AS", "BJ"),
            ("LJ 2S AS", "LJ"),
            ("2S AS KS", "2S"),  # the level rank
            ("AS KS KS", "AS"),
            ("TS", "TS"),
        ],
    )
    def test_it_is_the_highest_card(self, cards, highest):
        _, events = start(ONE, {5: cards})
        assert paid(events) == {5: (2, highest)}

    def test_at_the_level_of_this_deal(self):
        """The deal went over to the other team, so its level counts."""
        before = ended((3, 5, 1), (0, 2, 4))
        assert before.deal.dealer == 0
        before = at_levels(before, ("9", "T"))
        _, events = begin(before, deal_with({0: "9S TS", 2: "AS", 4: "KS TS"}, level="T"))
        assert {card for _, card in paid(events).values()} == {"TS", "AS"}

    @pytest.mark.parametrize("previous", [ONE, TWO, THREE])
    def test_every_caught_player_pays(self, previous):
        caught = previous[1]
        _, events = start(previous, dict.fromkeys(caught, "AS"))
        assert set(paid(events)) == set(caught)

    @pytest.mark.parametrize("previous", [((3, 0, 2, 4), (1, 5)), ((3, 0, 1, 2, 4), (5,))])
    def test_nobody_pays_after_a_drawn_deal(self, previous):
        """Clauses 8.3 and 8.4."""
        state, events = start(previous, {})
        assert paid(events) == {}
        assert isinstance(events[-1], PlayStarted)
        assert len(state.to_act) == 1

    def test_the_deal_draws_among_equal_cards(self):
        """Copies count: three aces of spades and one of hearts are four cards to draw from."""
        asked = []

        def draw(purpose, n):
            asked.append((purpose, n))
            return n - 1

        cards = {1: "AS AS AS AH", 5: "LJ"}
        _, events = start(TWO, cards, draw=draw)
        assert paid(events)[1][1] == "AH"
        assert asked == [("tribute:5", 1), ("tribute:1", 4)]

    def test_a_card_that_was_drawn_may_be_given(self):
        cards = {5: "AS AH AD"}
        _, events = start(ONE, cards, tributes={5: parse_cards("AH")[0]})
        assert paid(events) == {5: (2, "AH")}
        with pytest.raises(DealingError, match=r"seat 5 cannot pay KS: .* AS AH AD") as info:
            start(ONE, cards, tributes={5: parse_cards("KS")[0]})
        assert info.value.code == "wrong_tribute"

    def test_the_giver_may_choose(self):
        """Option tribute_card: the giver picks among the equal ones."""
        state, events = start(ONE, {5: "AS AS AH KS"}, GIVER)
        assert paid(events) == {}
        assert state.to_act == (5,)
        assert legal_actions(view_of(state, 5)) == [Tribute("AS"), Tribute("AH")]
        assert refused(state, 5, Tribute("KS")) == "not_equal"
        assert refused(state, 5, Tribute("AC")) == "not_equal"
        assert refused(state, 5, Return("AS")) == "wrong_action"
        assert refused(state, 2, Tribute("AS")) == "not_your_turn"
        state, events = advance(state, 5, Tribute("AH"))
        assert events == (TributePaid(5, 2, "AH"),)
        assert state.to_act == (2,)

    def test_copies_of_one_face_are_no_choice(self):
        """Only who can choose is asked; the others' tribute is paid at once."""
        state, events = start(TWO, {1: "AS AS AS", 5: "KS KH"}, GIVER)
        assert paid(events) == {1: (2, "AS")}
        assert state.to_act == (2, 5)


class TestPairing:
    """Clause 7.2; the first finisher is seat 2, then 0 and 4 where there are more receivers."""

    @pytest.mark.parametrize(
        ("pairing", "previous", "cards", "receivers"),
        [
            ("largest_first", ONE, {5: "AS"}, {5: 2}),
            ("largest_first", TWO, {1: "AS", 5: "KS"}, {1: 2, 5: 0}),
            ("largest_first", TWO, {1: "KS", 5: "AS"}, {1: 0, 5: 2}),
            ("largest_first", TWO, {1: "AS", 5: "AH"}, {1: 0, 5: 2}),
            ("largest_first", THREE, {1: "LJ", 3: "BJ", 5: "2S"}, {1: 0, 3: 2, 5: 4}),
            ("largest_first", THREE, {1: "AS", 3: "AH", 5: "AD"}, {1: 4, 3: 2, 5: 0}),
            ("largest_first", THREE, {1: "AS", 3: "KH", 5: "KD"}, {1: 2, 3: 0, 5: 4}),
            ("adjacent", ONE, {5: "AS"}, {5: 2}),
            ("adjacent", TWO, {1: "AS", 5: "KS"}, {1: 0, 5: 2}),
            ("adjacent", ((2, 3, 4, 0), (1, 5)), {1: "KS", 5: "AS"}, {1: 2, 5: 4}),
            ("adjacent", THREE, {1: "AS", 3: "AS", 5: "AS"}, {1: 0, 3: 2, 5: 4}),
            ("last_to_first", ONE, {5: "AS"}, {5: 2}),
            ("last_to_first", TWO, {1: "KS", 5: "AS"}, {5: 2, 1: 0}),
            ("last_to_first", THREE, {1: "AS", 3: "KS", 5: "BJ"}, {3: 2, 1: 0, 5: 4}),
        ],
    )
    def test_who_receives(self, pairing, previous, cards, receivers):
        rules = CLASSIC.replace(tribute_pairing=pairing)
        _, events = start(previous, cards, rules)
        assert {giver: receiver for giver, (receiver, _) in paid(events).items()} == receivers

    def test_neighbours_first_then_the_rest_in_playing_order(self):
        """Option adjacent: nobody sits directly before both givers."""
        rules = CLASSIC.replace(tribute_pairing="adjacent")
        _, events = start(((1, 0, 3, 5), (4, 2)), {4: "AS", 2: "KS"}, rules)
        assert {giver: to for giver, (to, _) in paid(events).items()} == {2: 1, 4: 3}
        _, events = start(((1, 0, 5, 3), (4, 2)), {4: "AS", 2: "KS"}, rules)
        assert {giver: to for giver, (to, _) in paid(events).items()} == {2: 1, 4: 5}
        _, events = start(((3, 4, 5, 1), (0, 2)), {0: "AS", 2: "KS"}, rules)
        assert {giver: to for giver, (to, _) in paid(events).items()} == {0: 5, 2: 3}
        _, events = start(((3, 2, 5, 1), (0, 4)), {0: "AS", 4: "KS"}, rules)
        assert {giver: to for giver, (to, _) in paid(events).items()} == {4: 3, 0: 5}


class TestReturn:
    """Clause 7.3."""

    def test_the_tribute_joins_the_receivers_hand(self):
        state, _ = start(ONE, {5: "BJ"})
        assert hand(state, 2).endswith("BJ")
        assert len(state.deal.hands[2]) == 28
        assert len(state.deal.hands[5]) == 26

    def test_the_receiver_returns_any_card(self):
        state, _ = start(ONE, {5: "BJ", 2: "KS AS"})
        held = dict.fromkeys(hand(state, 2).split())
        assert legal_actions(view_of(state, 2)) == [Return(card) for card in held]
        state, events = advance(state, 2, Return("KS"))
        assert events == (Returned(2, 5, "KS"), PlayStarted(2))
        assert "KS" in hand(state, 5)
        assert "KS" not in hand(state, 2)
        assert state.to_act == (2,)

    def test_the_tribute_itself_may_be_returned(self):
        state, _ = start(ONE, {5: "BJ"})
        before = hand(state, 5)
        state, _ = advance(state, 2, Return("BJ"))
        assert hand(state, 5) == f"{before} BJ"

    def test_returns_refused(self):
        state, _ = start(ONE, {5: "BJ", 2: "KS"})
        assert refused(state, 2, Return("AS")) == "not_held"
        assert refused(state, 2, Pass()) == "wrong_action"
        assert refused(state, 2, Lay("KS")) == "wrong_action"
        assert refused(state, 2, Offer("KS BJ")) == "wrong_action"
        assert refused(state, 5, Return("3S")) == "not_your_turn"
        state, _ = start(TWO, {5: "BJ", 1: "AS"})
        state, _ = advance(state, 2, Return("BJ"))
        assert refused(state, 2, Return("BJ")) == "not_your_turn"

    def test_a_receiver_returns_while_another_giver_still_chooses(self):
        state, _ = start(TWO, {1: "AS", 5: "KS KH"}, GIVER)
        assert state.to_act == (2, 5)
        assert view_of(state, 2).phase == "return"
        assert view_of(state, 5).phase == "tribute"
        assert view_of(state, 0).phase == "tribute"
        state, _ = advance(state, 2, Return("AS"))
        assert state.to_act == (5,)

    @pytest.mark.parametrize("previous", [TWO, THREE])
    def test_the_order_of_acting_makes_no_difference(self, previous):
        rules = GIVER.replace(return_card="candidates")
        cards = {1: "BJ", 3: "2S 2H", 5: "LJ"} if previous is THREE else {1: "LJ", 5: "AS AH"}
        begun, _ = start(previous, cards, rules)
        ends = set()
        for order in permutations(range(rules.seats)):
            state = begun
            while state.deal.leader is None:
                seat = min(state.to_act, key=order.index)
                state, _ = advance(state, seat, action_of(state, seat))
            ends.add(state.deal)
        assert len(ends) == 1


class TestCandidates:
    """Clause 7.3, option return_card: candidates."""

    @pytest.mark.parametrize(("joker", "offer"), [("LJ", "KS 3S"), ("BJ", "KS 3S BJ")])
    def test_the_giver_takes_one_of_the_cards_offered(self, joker, offer):
        state, _ = start(ONE, {5: joker, 2: "KS KH 3S"}, CANDIDATES)
        state, events = advance(state, 2, Offer(offer))
        assert events == (ReturnOffered(2, 5, Offer(offer).cards),)
        assert state.to_act == (5,)
        assert view_of(state, None).phase == "take"
        assert legal_actions(view_of(state, 5)) == [Take(card) for card in events[0].cards.split()]
        assert refused(state, 5, Take("KH")) == "not_offered"
        assert refused(state, 5, Return("KS")) == "wrong_action"
        state, events = advance(state, 5, Take("KS"))
        assert events == (Returned(2, 5, "KS"), PlayStarted(2))

    @pytest.mark.parametrize(
        ("joker", "offer", "code"),
        [
            ("LJ", "KS KH", "wrong_offer"),
            ("LJ", "KS", "wrong_offer"),
            ("LJ", "KS 3S LJ", "wrong_offer"),
            ("BJ", "KS 3S", "wrong_offer"),
            ("BJ", "KS KH 3S", "wrong_offer"),
            ("LJ", "KS AS", "not_held"),
        ],
    )
    def test_offers_refused(self, joker, offer, code):
        state, _ = start(ONE, {5: joker, 2: "KS KH 3S"}, CANDIDATES)
        assert refused(state, 2, Offer(offer)) == code
        assert refused(state, 2, Return("KS")) == "wrong_action"

    def test_other_tributes_are_simply_returned(self):
        state, _ = start(ONE, {5: "2S", 2: "KS"}, CANDIDATES)
        assert refused(state, 2, Offer("KS 3S")) == "wrong_action"
        _, events = advance(state, 2, Return("KS"))
        assert isinstance(events[-1], PlayStarted)

    def test_every_offer_is_listed_once(self):
        state, _ = start(ONE, {5: "BJ", 2: "KS KH AS"}, CANDIDATES)
        actions = legal_actions(view_of(state, 2))
        assert len(set(actions)) == len(actions)
        for action in actions:
            advance(state, 2, action)
        assert Offer("KS AS BJ") in actions
        assert Offer("KS KH BJ") not in actions


class TestRefusal:
    """Clause 7.4, option tribute_refusal."""

    @pytest.mark.parametrize(
        ("limit", "cards", "big"),
        [
            (None, {1: "BJ BJ", 5: "BJ"}, None),
            (1, {1: "BJ", 5: "AS"}, 1),
            (1, {1: "LJ LJ", 5: "LJ"}, None),
            (2, {1: "BJ", 5: "BJ"}, 2),
            (2, {1: "BJ BJ", 5: "AS"}, 2),
            (2, {1: "BJ", 5: "LJ", 2: "BJ"}, None),
            (3, {1: "BJ BJ", 5: "BJ"}, 3),
            (3, {1: "BJ BJ", 5: "AS"}, None),
        ],
    )
    def test_the_givers_count_their_big_jokers_together(self, limit, cards, big):
        state, events = start(TWO, cards, CLASSIC.replace(tribute_refusal=limit))
        if big is None:
            assert len(paid(events)) == 2
            assert not view_of(state, 0).refused
        else:
            assert of(TributeRefused, events) == [TributeRefused((5, 1), big)]
            assert paid(events) == {}
            assert view_of(state, 0).refused
            assert view_of(state, 0).tribute == ()
            assert events[-1] == PlayStarted(2)

    def test_there_is_nothing_to_refuse_after_a_drawn_deal(self):
        rules = CLASSIC.replace(tribute_refusal=1)
        _, events = start(((3, 0, 2, 4), (1, 5)), {1: "BJ BJ BJ"}, rules)
        assert of(TributeRefused, events) == []


def at_levels(state, levels):
    """The same match at other levels."""
    numbers = tuple("23456789TJQKA".index(level) for level in levels)
    return msgspec.structs.replace(state, levels=numbers)


def action_of(state, seat):
    """One action of a seat that depends on nothing but what it must decide."""
    actions = legal_actions(view_of(state, seat))
    return actions[len(actions) // 2]
