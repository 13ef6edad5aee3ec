"""Clause 12: faults that other programs for this game have; one test for each that is of the rules.

Those that concern tables, clocks and connections are tested with the server.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import pytest

import daguai
import oracle
from daguai import Lay, Match, Pass, Return, Rules, Tribute
from daguai.events import DealEnded, DealStarted, Dealt, Laid, PlayStarted, TributePaid, TrickEnded

CLASSIC = Rules.preset("classic")


def category(cards: str, level: str = "2", **options: object) -> str | None:
    try:
        rules = CLASSIC.replace(**options)
        return daguai.classify(cards, rules, level=level).category.value
    except daguai.IllegalPlay:
        return None


def beats(a: str, b: str, level: str = "2") -> bool:
    one, other = (daguai.classify(cards, CLASSIC, level=level) for cards in (a, b))
    return one.beats(other)


def hand_of(match: Match, seat: int) -> list[str]:
    return match.view(seat).hand.split()


def lowest(match: Match, seat: int) -> str:
    order = oracle.single_order(match.view(seat).level)
    return min(
        hand_of(match, seat),
        key=lambda card: order.index(card if card in oracle.JOKERS else card[0]),
    )


def turn(match: Match) -> int:
    (seat,) = match.to_act
    return seat


def lead_single(match: Match, card: str | None = None) -> int:
    """The leader lays a single, the lowest if none is named."""
    seat = turn(match)
    match.act(seat, Lay(card or lowest(match, seat)))
    return seat


def everybody_passes(match: Match) -> list[int]:
    """All who may answer pass; who they were, in order."""
    passed = []
    while turn(match) != match.view(None).leader or match.view(None).to_beat:
        passed.append(turn(match))
        match.act(passed[-1], Pass())
    return passed


def play_deal(match: Match, order: Sequence[int]) -> list[object]:
    """Play the deal so that seats run out in an order; the events of it, up to its end.

    One seat at a time does all the work: it leads and answers by its lowest singles; the others
    lead their lowest single when they must, and pass.
    """
    events: list[object] = []
    while not any(isinstance(event, DealEnded) for event in events):
        view = match.view(None)
        if view.phase == "return":
            for seat in match.to_act:
                events += match.act(seat, Return(lowest(match, seat)))
            continue
        seat = turn(match)
        worker = next(each for each in order if each not in view.finished)
        if not view.to_beat:
            events += match.act(seat, Lay(lowest(match, seat)))
            continue
        answers = [action for action in match.legal(seat) if isinstance(action, Lay)]
        if seat == worker and answers and view.to_beat_seat != seat:
            events += match.act(seat, answers[0])
        else:
            events += match.act(seat, Pass())
    return events


def of_kind(kind: type, events: Sequence[object]) -> list:
    return [event for event in events if isinstance(event, kind)]


class TestPlays:
    def test_a_four_card_play_is_accepted(self):
        """Clause 3.1: four of a rank, two pairs and four jokers are no play."""
        for cards in ("3S 3H 3D 3C", "3S 3H 4S 4H", "LJ LJ BJ BJ", "3S LJ BJ BJ"):
            with pytest.raises(daguai.IllegalPlay) as error:
                daguai.classify(cards, CLASSIC, level="3")
            assert error.value.code == "wrong_count"
            plays = daguai.legal_plays(cards, CLASSIC, level="3")
            assert {len(play) for play in plays} <= {1, 2, 3}

    @pytest.mark.parametrize(
        ("cards", "level"),
        [("2S 3H 4D 5C 6S", "6"), ("9S TH JD QC KS", "K"), ("AS 2H 3D 4C 5S", "5")],
    )
    def test_a_straight_ending_on_the_level_rank_beats_ace_high(self, cards, level):
        """Clause 3.2: the level rank has its ordinary place inside straights."""
        ace_high = "TS JH QD KC AS"
        assert not beats(cards, ace_high, level)
        assert beats(ace_high, cards, level)

    @pytest.mark.parametrize("level", oracle.RANKS)
    def test_two_big_jokers_fail_to_beat_two_little(self, level):
        """Clause 4.6."""
        assert beats("BJ BJ", "LJ LJ", level)
        assert beats("BJ BJ", "LJ BJ", level)

    @pytest.mark.parametrize(
        "cards",
        ["3S 3H 3D BJ 4C", "5H 6H 7H 9H LJ", "3S 3H 4D 4C LJ", "AS 2H LJ BJ BJ", "3S 3H 4S 4H 3D"],
    )
    def test_the_category_depends_on_the_order_of_clicks(self, cards):
        """Clause 4.2: a set of cards is what it is."""
        plays = {
            daguai.classify(" ".join(order), CLASSIC, level="4")
            for order in permutations(cards.split())
        }
        assert len(plays) == 1
        assert len({play.strength for play in plays}) == 1

    def test_the_level_card_is_ignored_in_a_flush(self):
        """Clause 4.5: it stands above the ace."""
        level_flush, ace_flush = "2H 4H 7H 9H JH", "3S 8S TS QS AS"
        assert beats(level_flush, ace_flush, level="7")
        assert beats(ace_flush, level_flush, level="6")

    def test_ace_to_five_is_refused(self):
        """Clause 3.2."""
        assert category("AS 2H 3D 4C 5S") == "straight"
        assert category("AH 2H 3H 4H 5H") == "straight_flush"

    @pytest.mark.parametrize("cards", ["5S 6H 7D 8C QS", "3S 4H 4D 5C 6S"])
    def test_broken_runs_are_accepted(self, cards):
        """Clause 3.2."""
        assert category(cards) is None
        assert category(cards, around_the_corner=False) is None

    @pytest.mark.parametrize("cards", ["JS QH KD AC 2S", "QS KH AD 2C 3S", "KS AH 2D 3C 4S"])
    def test_around_the_corner_where_the_option_is_off(self, cards):
        """Clause 3.2, with a joker in any place too; level 2 makes no difference."""
        assert category(cards, around_the_corner=False) is None
        assert category(cards, level="3", around_the_corner=False) is None
        one_suit = " ".join(card[0] + "H" for card in cards.split())
        assert category(one_suit, around_the_corner=False) == "flush"

    def test_one_suit_full_house_is_taken_for_a_straight_flush(self):
        """Clause 3.3."""
        assert category("3H 3H 3H 4H 4H") == "full_house"
        assert category("3H 3H 4H 4H LJ") == "full_house"

    def test_a_joker_and_a_three_beat_a_pair_of_aces(self):
        """Clauses 4.1 and 4.3: the pair is one of threes."""
        for joker in ("LJ", "BJ"):
            assert not beats(f"3S {joker}", "AS AH")
            assert beats("AS AH", f"3S {joker}")


class TestTricks:
    def test_the_lead_goes_to_the_seat_after_the_winner(self):
        """Clause 6.3: who played last leads."""
        match = Match.new(CLASSIC, seed="lead")
        leader = lead_single(match)
        assert len(everybody_passes(match)) == 5
        assert turn(match) == leader

    def test_the_lead_goes_to_the_one_who_answered(self):
        """Clause 6.3, and the one who led gets a turn of its own before."""
        match = Match.new(CLASSIC, seed="answer")
        leader = lead_single(match)
        match.act(turn(match), Pass())
        answerer = turn(match)
        match.act(answerer, next(each for each in match.legal(answerer) if isinstance(each, Lay)))
        passed = everybody_passes(match)
        assert passed == [(answerer + step) % 6 for step in range(1, 6)]
        assert leader in passed
        assert turn(match) == answerer

    def until_one_card_is_left(self, match: Match) -> int:
        """The first leader leads single after single, the lowest kept for last."""
        leader = turn(match)
        keep = lowest(match, leader)
        others = hand_of(match, leader)
        others.remove(keep)
        for card in others:
            lead_single(match, card)
            everybody_passes(match)
        assert hand_of(match, leader) == [keep]
        return leader

    def test_a_turn_is_lost_when_a_play_empties_a_hand(self):
        """Clause 6.3: after it every player still in gets a turn to answer."""
        match = Match.new(CLASSIC, seed="empty")
        leader = self.until_one_card_is_left(match)
        lead_single(match)
        seats = [(leader + step) % 6 for step in range(1, 6)]
        events: list[object] = []
        for seat in seats:
            assert not of_kind(TrickEnded, events)
            assert turn(match) == seat
            assert len(match.legal(seat)) > 1  # it could answer
            events += match.act(seat, Pass())
        (ended,) = of_kind(TrickEnded, events)
        assert (ended.winner, ended.leader) == (leader, seats[0])

    def test_a_turn_is_lost_when_the_emptied_hand_is_answered(self):
        """Clauses 6.2 and 6.3: those who passed before may still beat the answer."""
        match = Match.new(CLASSIC, seed="empty")
        leader = self.until_one_card_is_left(match)
        lead_single(match)
        seats = [(leader + step) % 6 for step in range(1, 6)]
        for seat in seats[:4]:
            match.act(seat, Pass())
        answerer = seats[4]
        match.act(answerer, next(each for each in match.legal(answerer) if isinstance(each, Lay)))
        assert everybody_passes(match) == seats[:4]  # the one who is out is skipped
        assert turn(match) == answerer

    @pytest.mark.parametrize(
        "order", [(0, 2, 4), (0, 1, 2, 4), (0, 1, 3, 5), (5, 0, 1, 2, 4), (3, 0, 1, 2, 5)]
    )
    def test_the_deal_runs_on_after_a_team_is_out(self, order):
        """Clause 6.4: it ends with the very play, though others have yet to answer."""
        match = Match.new(CLASSIC, seed="over", auto_deal=False)
        match = started(match)
        events = play_deal(match, order)
        (ended,) = of_kind(DealEnded, events)
        assert ended.order[: ended.finished] == order
        last_play = max(place for place, event in enumerate(events) if isinstance(event, Laid))
        assert not any(type(event).__name__ == "Passed" for event in events[last_play:])
        assert match.to_act == ()

    def test_a_timeout_passes_while_leading(self):
        """Clause 6.2: the leader must play, and nobody can make it pass."""
        match = Match.new(CLASSIC, seed="timeout")
        leader, before = turn(match), match.events
        assert Pass() not in match.legal(leader)
        with pytest.raises(daguai.IllegalAction) as error:
            match.act(leader, Pass())
        assert error.value.code == "must_lead"
        assert match.events == before

    def test_copies_of_a_face_are_confused(self):
        """Clause 3.1: laying two copies takes two, laying one of two leaves one."""
        match = Match.new(CLASSIC, seed="copies")
        seat = turn(match)
        before = Counter(hand_of(match, seat))
        face = next(face for face, copies in before.items() if copies == 2)
        with pytest.raises(daguai.IllegalAction) as error:
            match.act(seat, Lay([face] * 3))
        assert error.value.code == "not_held"
        for laid in (1, 2):
            match = Match.new(CLASSIC, seed="copies")
            match.act(seat, Lay([face] * laid))
            assert Counter(hand_of(match, seat)) == before - Counter({face: laid})
            assert match.view(None).counts[seat] == 27 - laid

    def test_a_deck_with_four_jokers(self):
        """Clause 1.2: three decks have six jokers, and three copies of every other face."""
        match = Match.new(CLASSIC, seed="deck")
        cards = Counter(card for seat in range(6) for card in hand_of(match, seat))
        assert cards == dict.fromkeys(oracle.DECK, 3)

    def test_a_selection_made_out_of_turn_is_played_later(self):
        """Clause 6.2: it is refused, and leaves no trace when the turn comes."""
        match = Match.new(CLASSIC, seed="early")
        early = (turn(match) + 1) % 6
        hand, before = hand_of(match, early), match.events
        with pytest.raises(daguai.IllegalAction) as error:
            match.act(early, Lay(hand[-1]))
        assert error.value.code == "not_your_turn"
        assert match.events == before
        lead_single(match)
        assert turn(match) == early
        assert hand_of(match, early) == hand

    def test_refreshing_deals_new_cards(self):
        """Looking changes nothing, and a match read back from its record is the same match."""
        match = Match.new(CLASSIC, seed="refresh")
        lead_single(match)
        views = [match.view(seat) for seat in (None, *range(6))]
        assert [match.view(seat) for seat in (None, *range(6))] == views
        again = Match.from_record(match.record())
        assert [again.view(seat).hand for seat in range(6)] == [view.hand for view in views[1:]]
        assert again.to_act == match.to_act


def started(match: Match) -> Match:
    """A match whose first deal has begun, whether it begins by itself or is begun."""
    if not match.to_act:
        match.start_deal()
    return match


class TestTribute:
    @pytest.mark.parametrize(
        ("order", "caught"),
        [((0, 2, 4), {1, 3, 5}), ((0, 1, 2, 4), {3, 5}), ((0, 1, 2, 3, 4), {5})],
    )
    def test_two_are_caught_and_one_pays(self, order, caught):
        """Clauses 7.1 and 7.2: each caught player pays, to as many winners."""
        match = Match.new(CLASSIC, seed="tribute")
        events = play_deal(match, order)
        paid = of_kind(TributePaid, match.events[-len(caught) - 1 :])
        assert {event.giver for event in paid} == caught
        assert {event.receiver for event in paid} == set(
            [seat for seat in order if seat % 2 == 0][: len(caught)]
        )
        assert set(of_kind(DealEnded, events)[0].caught) == caught

    def test_a_player_tributes_a_card_of_their_choice(self):
        """Clause 7.1: the highest card is taken, jokers included, and nobody is asked."""
        match = Match.new(CLASSIC, seed="choice")
        play_deal(match, (0, 2, 4))
        dealt = of_kind(Dealt, match.events)[-1]
        order = oracle.single_order(match.view(None).level)
        paid = of_kind(TributePaid, match.events)
        assert len(paid) == 3
        for event in paid:
            hand = dealt.hands[event.giver].split()
            assert event.card in hand
            heights = [order.index(c if c in oracle.JOKERS else c[0]) for c in (*hand, event.card)]
            assert heights[-1] == max(heights)
            with pytest.raises(daguai.IllegalAction):
                match.act(event.giver, Tribute(hand[0]))

    def test_a_giver_picks_a_lower_card(self):
        """Clause 7.1, option tribute_card=giver: the choice is among the equal highest ones."""
        rules = CLASSIC.replace(tribute_card="giver")
        for seed in range(20):
            match = Match.new(rules, seed=f"giver {seed}")
            play_deal(match, (0, 2, 4))
            givers = [seat for seat in match.to_act if seat % 2]
            for giver in givers:
                choices = {action.card for action in match.legal(giver)}
                assert len(choices) > 1
                before = match.events
                with pytest.raises(daguai.IllegalAction) as error:
                    match.act(giver, Tribute(lowest(match, giver)))
                assert error.value.code == "not_equal"
                assert match.events == before
            if givers:
                return
        pytest.fail("no seed gives a giver a choice")

    def test_the_table_waits_for_a_tribute(self):
        """Clause 7.1: the system pays at once; only receivers are asked, all at the same time."""
        match = Match.new(CLASSIC, seed="waits")
        play_deal(match, (0, 2, 4))
        assert match.view(None).phase == "return"
        assert set(match.to_act) == {0, 2, 4}
        for seat in (4, 0, 2):  # in any order
            assert seat in match.to_act
            match.act(seat, Return(lowest(match, seat)))
        assert match.view(None).phase == "play"
        assert match.to_act == (0,)

    def test_the_second_deal_freezes(self):
        """Clauses 6.1 and 7: with tribute or without, it is led and played to its end."""
        for first, second in [((0, 2, 4), (1, 3, 5)), ((0, 1, 3, 5), (2, 4, 0))]:
            match = Match.new(CLASSIC, seed="second")
            play_deal(match, first)
            events = play_deal(match, second)
            assert of_kind(PlayStarted, match.events)[1].leader == first[0]
            assert of_kind(DealEnded, events)[0].order[: len(second)] == second
            assert of_kind(DealStarted, match.events)[-1].number == 3
            assert match.to_act
