"""Views and events as seats see them: all that a seat may know, and nothing else (clause 6.5)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from daguai import (
    Match,
    MatchError,
    Rules,
    RulesError,
    Tribute,
    View,
    legal_actions,
    rules_of,
    visible,
)
from daguai.events import DealEnded, Dealt, Laid
from daguai.observe import view_of
from daguai.state import MatchState, advance, begin
from positions import CLASSIC, deal_with, ended, play, position

HOUSE = Rules.preset("house")
ENCODE = msgspec.json.encode


def states(rules: Rules, seed: str, every: int = 1) -> Iterator[MatchState]:
    """States that a match of random actions comes through."""
    random = Random(seed)
    match = Match.new(rules, seed=seed)
    step = 0
    while not match.over:
        if step % every == 0:
            yield match.state
        seat = random.choice(match.to_act)
        match.act(seat, random.choice(match.legal(seat)))
        step += 1
    yield match.state


def permuted(state: MatchState, seat: int | None, random: Random) -> MatchState:
    """The same state with all cards exchanged that the seat has not seen."""
    deal = state.deal
    others = [other for other in range(state.rules.seats) if other != seat]
    unseen = [card for other in others for card in deal.hands[other]]
    random.shuffle(unseen)
    hands = list(deal.hands)
    for other in others:
        count = len(hands[other])
        hands[other] = tuple(sorted(unseen[:count]))
        del unseen[:count]
    # Who receives tells whose tribute is higher, so it is unseen too until the card is paid.
    unpaid = [entry.receiver for entry in deal.tributes if not entry.card]
    random.shuffle(unpaid)
    tributes = tuple(
        entry if entry.card else msgspec.structs.replace(entry, receiver=unpaid.pop())
        for entry in deal.tributes
    )
    deal = msgspec.structs.replace(deal, hands=tuple(hands), tributes=tributes, secret="0" * 64)
    return msgspec.structs.replace(state, deal=deal)


@given(rules=strategies.rules(), seed=st.text("abc", max_size=4), memory=st.booleans())
def test_unseen_cards_leave_no_trace(rules, seed, memory):
    """Changing the cards a seat cannot see leaves its view the same, byte for byte."""
    random = Random(seed)
    for state in states(rules.replace(max_deals=2), seed, every=7):
        if not state.underway:
            continue
        for seat in (None, *range(rules.seats)):
            other = permuted(state, seat, random)
            seen, again = view_of(state, seat, memory), view_of(other, seat, memory)
            assert ENCODE(seen) == ENCODE(again)


@given(seed=st.text("abc", max_size=4), shown=st.integers(0, 20))
def test_hidden_counts_leave_no_trace(seed, shown):
    """Clause 6.5: where counts are hidden, neither they nor what they follow from are in views."""
    random = Random(seed)
    rules = CLASSIC.replace(counts_shown=shown, max_deals=1)
    for state in states(rules, seed, every=5):
        if not state.underway:
            continue
        deal = state.deal
        for seat in (None, *range(rules.seats)):
            hands = list(deal.hands)
            for other, hand in enumerate(hands):
                if other != seat and len(hand) > shown:
                    hands[other] = hand[: random.randint(shown + 1, len(hand))]
            changed = msgspec.structs.replace(deal, hands=tuple(hands), tricks=deal.tricks[-1:])
            other = msgspec.structs.replace(state, deal=changed)
            assert ENCODE(view_of(state, seat)) == ENCODE(view_of(other, seat))


@pytest.mark.parametrize("shown", [0, 1, 2, 27])
def test_counts_up_to_a_number_are_public(shown):
    """Clause 6.5."""
    rules = CLASSIC.replace(counts_shown=shown)
    state = position("3S", "3H 4H", "5S 6S 7S", "3D 4D", "3C", "9S", rules=rules)
    counts = (1, 2, 3, 2, 1, 1)
    assert view_of(state, None).counts == tuple(n if n <= shown else None for n in counts)
    assert view_of(state, 2).counts[2] == 3  # one's own


def test_views_hold_ones_own_hand_only():
    match = Match.new(CLASSIC, seed="hands")
    dealt = match.deals[0].dealt.hands
    assert match.view(None).hand == ""
    for seat, hand in enumerate(dealt):
        assert match.view(seat).hand == hand
        texts = ENCODE(match.view(seat)).decode()
        assert not any(other in texts for other in dealt if other != hand)
    assert not any(hand in ENCODE(match.view(None)).decode() for hand in dealt)


def test_unpaid_tributes_hide_their_receivers():
    """Clause 7.2: largest_first would tell whose card is higher."""
    rules = CLASSIC.replace(tribute_card="giver")
    state, _ = begin(ended((2, 3, 0, 4), (1, 5), rules), deal_with({1: "KS KH", 5: "AS AH"}))
    assert [entry.receiver for entry in view_of(state, 1).tribute] == [None, None]
    assert [entry.giver for entry in view_of(state, 1).tribute] == [5, 1]
    for viewer in (None, *range(rules.seats)):
        for random in map(Random, range(9)):
            view, other = view_of(state, viewer), view_of(permuted(state, viewer, random), viewer)
            assert ENCODE(view) == ENCODE(other)
    state, _ = advance(state, 5, Tribute("AH"))
    entries = view_of(state, None).tribute
    assert [(entry.giver, entry.receiver, entry.card) for entry in entries] == [
        (5, 2, "AH"),
        (1, None, ""),
    ]


@given(rules=strategies.rules(), seed=st.text("abc", max_size=3))
def test_views_say_all_that_is_needed(rules, seed):
    """A view travels as JSON, and what is legal follows from it alone."""
    for state in states(rules.replace(max_deals=1), seed, every=11):
        for seat in state.to_act:
            view = view_of(state, seat)
            again = msgspec.json.decode(ENCODE(view), type=View)
            assert again == view
            assert rules_of(again) == state.rules
            assert rules_of(again).preset_name == rules.preset_name
            actions = legal_actions(again)
            assert actions
            advance(state, seat, actions[-1])


def test_only_who_is_to_act_has_legal_actions():
    match = Match.new(CLASSIC, seed="turns")
    (turn,) = match.to_act
    for seat in range(CLASSIC.seats):
        assert bool(match.legal(seat)) == (seat == turn)
    assert legal_actions(match.view(None)) == []


def test_rules_of_another_version():
    view = Match.new(CLASSIC, seed="version").view(0)
    other = msgspec.structs.replace(view, rules={**view.rules, "version": 0})
    with pytest.raises(RulesError) as info:
        rules_of(other)
    assert info.value.code == "unknown_version"


def test_equal_rules_keep_their_presets():
    """Rules that are equal may have started from different presets."""
    same = CLASSIC.replace(scoring="placement")
    assert same == Rules.preset("points")
    for rules in (same, Rules.preset("points")):
        view = Match.new(rules, seed="a").view(0)
        assert view.rules["preset"] == rules_of(view).preset_name == rules.preset_name


def test_the_trick_on_the_table():
    state = position("3S 4S", "5S 6S", "7S 8S", "9S TS", "JS QS", "KS AS")
    view = view_of(state, 1)
    assert (view.leader, view.to_beat, view.to_beat_seat, view.last_trick) == (0, "", None, None)
    state, _ = play(state, "3S | - | 7S")
    view = view_of(state, 1)
    assert (view.leader, view.to_beat, view.to_beat_seat) == (0, "7S", 2)
    assert [(move.seat, move.cards, move.category) for move in view.trick.moves] == [
        (0, "3S", "single"),
        (1, "", ""),
        (2, "7S", "single"),
    ]
    state, _ = play(state, "- | - | - | - | -")
    view = view_of(state, 1)
    assert (view.leader, view.to_beat, view.to_beat_seat) == (2, "", None)
    assert view.trick.moves == ()
    assert view.last_trick.winner == 2
    assert len(view.last_trick.moves) == 8
    assert view.history == ()


def test_memory_is_every_finished_trick():
    for state in states(HOUSE.replace(max_deals=1), "memory", every=10):
        view = view_of(state, 0, memory=True)
        assert view.memory
        assert view.history == state.deal.tricks
        assert view.last_trick == (view.history[-1] if view.history else None)
        assert view_of(state, 0).history == ()
        assert not view_of(state, 0).memory


def test_events_as_a_seat_sees_them():
    """Other hands and the secret are blank; clause 6.5 for what is left after a play."""
    rules = HOUSE.replace(max_deals=1)
    match = Match.new(rules, seed="events")
    random = Random("events")
    while not match.over:
        seat = random.choice(match.to_act)
        match.act(seat, random.choice(match.legal(seat)))
    secret = match.deals[0].dealt.secret
    assert secret
    for viewer in (None, *range(rules.seats)):
        for event in match.events:
            seen = visible(event, viewer, rules)
            if isinstance(event, Dealt):
                assert seen.secret == ""
                for seat, hand in enumerate(seen.hands):
                    assert hand == (event.hands[seat] if seat == viewer else "")
            elif isinstance(event, Laid):
                shown = event.left <= rules.counts_shown or event.seat == viewer
                assert seen.left == (event.left if shown else None)
                assert msgspec.structs.replace(seen, left=event.left) == event
            else:
                assert seen == event
            if not isinstance(event, DealEnded):
                assert secret not in ENCODE(seen).decode()
    assert match.deals[0].result.secret == secret


def test_before_the_first_deal():
    match = Match.new(CLASSIC, seed="a", auto_deal=False)
    view = match.view(0)
    assert (view.phase, view.deal, view.dealer, view.hand) == ("waiting", 0, None, "")
    assert msgspec.json.decode(ENCODE(view), type=View) == view


@pytest.mark.parametrize("seat", [6, -1, "0", 1.5])
def test_views_of_no_seat(seat):
    with pytest.raises(MatchError) as info:
        Match.new(CLASSIC, seed="a").view(seat)
    assert info.value.code == "unknown_seat"
