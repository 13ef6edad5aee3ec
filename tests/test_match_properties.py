"""Random matches under random options: sound after every event, and always over at last."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import daguai
import strategies
from daguai import IllegalAction, Lay, Match, Pass, Rules
from daguai.events import DealEnded, Event
from daguai.invariants import check
from daguai.state import MatchState, decide, evolve, fold

FEWER = settings(max_examples=settings.default.max_examples // 4)
MOST_ACTIONS = 5000
"""For one deal; a leader must play, so a deal of 162 cards has at most 162 tricks."""


def play_out(match: Match, random: Random, temper: float = 0.3) -> None:
    """Play random legal actions to the end, checking the state after every event."""
    state = fold(match.rules, match.events)
    assert state == match.state
    actions = 0
    while not match.over:
        seat = random.choice(match.to_act)
        legal = match.legal(seat)
        assert legal, "who is to act can act"
        assert len(set(legal)) == len(legal), "each action once"
        if legal[0] == Pass() and len(legal) > 1:
            action = Pass() if random.random() < temper else random.choice(legal[1:])
        else:
            action = random.choice(legal)
        before = match.state
        assert decide(before, seat, action) == decide(before, seat, action)
        for event in match.act(seat, action):
            state = evolve(state, event)
            check(state)
        assert state == match.state
        assert match.state is not before
        actions += 1
        assert actions < MOST_ACTIONS * len(match.deals), "the match goes on for ever"


@FEWER
@given(rules=strategies.rules(), seed=st.text("abc", max_size=4), temper=st.sampled_from((0, 0.5)))
def test_matches_are_sound_and_end(rules, seed, temper):
    """Clauses 1.2, 6 to 10: 162 cards are conserved; what is kept is what events lead to."""
    match = Match.new(rules, seed=seed)
    play_out(match, Random(seed), temper)
    match.validate()
    assert len(match.deals) <= rules.max_deals


@FEWER
@given(rules=strategies.rules(), seed=st.text("abc", max_size=4))
def test_results_are_what_settle_says(rules, seed):
    """Clauses 8 and 9: the deal and ``settle`` agree."""
    match = Match.new(rules, seed=seed)
    play_out(match, Random(seed), 0.1)
    for deal in match.deals:
        event = deal.result
        team = rules.team_of(deal.started.dealer)
        result = daguai.settle(event.order[: event.finished], team, rules)
        assert (event.winner, event.caught) == (result.winner, result.caught)
        assert event.points == result.points
        assert event.next_dealer_team == result.next_dealer_team
        assert event.levels_gained <= result.levels_gained
        assert sorted(event.order) == list(range(rules.seats))
    totals = zip(*(deal.result.points for deal in match.deals), strict=True)
    assert match.points == tuple(map(sum, totals))


@FEWER
@given(rules=strategies.rules(), seed=st.text("abc", max_size=4))
def test_the_same_actions_give_the_same_match(rules, seed):
    """Deterministic from the seed; and events survive JSON."""
    one, other = Match.new(rules, seed=seed), Match.new(rules, seed=seed)
    play_out(one, Random(seed))
    play_out(other, Random(seed))
    assert one.events == other.events
    decoder = msgspec.json.Decoder(tuple[Event, ...])
    assert decoder.decode(msgspec.json.encode(one.events)) == one.events
    assert fold(rules, one.events) == one.state


@FEWER
@given(
    rules=strategies.rules(),
    seed=st.text("abc", max_size=4),
    cards=st.lists(strategies.sets_of_cards(), min_size=1, max_size=10),
)
def test_what_is_not_legal_is_refused(rules, seed, cards):
    """Any cards whatever: allowed just when listed, and nothing changes when refused."""
    random = Random(seed)
    match = Match.new(rules.replace(max_deals=1), seed=seed)
    while not match.over:
        (seat,) = match.to_act
        legal = match.legal(seat)
        if random.random() < 0.2:
            for tried in (Pass(), *map(Lay, cards)):
                state = match.state
                if tried in legal:
                    decide(state, seat, tried)
                else:
                    with pytest.raises(IllegalAction):
                        match.act(seat, tried)
                assert match.state is state
        match.act(seat, random.choice(legal))


def test_what_is_known_of_a_match_is_a_value():
    """States are immutable and compare by value."""
    match = Match.new(Rules.preset("classic"), seed="value")
    state = match.state
    with pytest.raises(AttributeError):
        state.levels = (5, 5)
    with pytest.raises(AttributeError):
        state.deal.leader = 3
    assert isinstance(hash(state.deal), int)
    copy = MatchState(**{name: getattr(state, name) for name in MatchState.__struct_fields__})
    assert copy == state


@pytest.mark.parametrize("preset", ["classic", "points", "house"])
@pytest.mark.slow
def test_whole_matches_end(preset):
    """Clause 10.1: random play reaches the final level at last, without a limit of deals."""
    rules = Rules.preset(preset).replace(final_level="5")
    for seed in range(3):
        match = Match.new(rules, seed=f"{preset} {seed}")
        play_out(match, Random(seed), temper=0.2)
        assert match.winner in (0, 1)
        assert match.events[-1].clause == "10.1"
        assert isinstance(match.events[-2], DealEnded)
        match.validate()
