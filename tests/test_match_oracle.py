"""Whole matches under random rules, every event checked by a referee that shares no code."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import daguai
import oracle
import strategies
from daguai import Lay, Match, Pass
from daguai.rules import OPTIONS
from oracle_match import Referee


def referee_of(match: Match) -> Referee:
    return Referee(match.rules.options())


def play_match(rules: daguai.Rules, seed: str, temper: float, check_legal: bool = True) -> Match:
    """Play a match to its end by random legal actions; ``temper`` is how often a seat passes.

    Before each action of a trick the referee must agree whose turn it is, and for small hands what
    the seat may do; after it, with every event it caused.
    """
    random = Random(seed)
    match = Match.new(rules, seed=seed)
    referee = referee_of(match)
    seen = 0
    while True:
        for event in match.events[seen:]:
            referee.see(event)
        seen = len(match.events)
        if match.over:
            break
        assert match.to_act, "a match that is not over waits for somebody"
        seat = random.choice(match.to_act)
        if referee.playing:
            assert match.to_act == (referee.turn,)
        actions = match.legal(seat)
        if check_legal and referee.playing and referee.hands[seat].total() <= 9:
            check_actions(referee, seat, actions)
        lays = [action for action in actions if isinstance(action, Lay)]
        if Pass() in actions and (not lays or random.random() < temper):
            action = Pass()
        else:
            action = random.choice(lays or actions)
        match.act(seat, action)
    assert referee.over
    assert match.winner == match.events[-1].winner
    assert tuple(match.levels) == tuple(referee.levels)
    assert tuple(match.points) == tuple(referee.points)
    assert len(match.deals) == referee.deals
    match.validate()
    return match


def check_actions(referee: Referee, seat: int, actions) -> None:
    """Clause 6.2: what a seat may do in a trick is what the oracle finds in its hand."""
    hand = list(referee.hands[seat].elements())
    if referee.best is None:
        plays = oracle.legal_leads(hand, referee.options, referee.level)
    else:
        plays = oracle.legal_answers(hand, referee.best[1], referee.options, referee.level)
    expected = [Lay(" ".join(cards)) for cards in plays]
    assert (Pass() in actions) == (referee.best is not None)
    found = [action for action in actions if isinstance(action, Lay)]
    assert sorted(found, key=str) == sorted(expected, key=str)


@pytest.mark.parametrize("preset", ["classic", "points", "house"])
def test_matches_of_each_preset(preset):
    """Clauses 6 to 10, by the presets, for two deals."""
    play_match(daguai.Rules.preset(preset).replace(max_deals=2), f"preset {preset}", temper=0.3)


@settings(max_examples=settings.default.max_examples // 8)
@given(rules=strategies.rules(), seed=st.text("abc", max_size=4), temper=st.sampled_from((0, 0.5)))
def test_matches_under_any_rules(rules, seed, temper):
    """Clauses 6 to 10, under any options."""
    play_match(rules, seed, temper)


@pytest.mark.parametrize(
    "seed", [*range(12), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(12, 60))]
)
def test_many_matches_under_any_options(seed):
    """Clauses 6 to 10: every option value in turn, several deals, with and without passing."""
    random = Random(seed)
    changes = {
        name: random.choice(option.values)
        for name, option in OPTIONS.items()
        if name not in ("seats", "decks", "final_level", "final_failures", "max_deals")
    }
    changes["final_level"] = random.choice("2234A")
    changes["final_failures"] = random.choice((None, 1, 2))
    changes["max_deals"] = 6
    rules = daguai.Rules.preset("classic").replace(**changes)
    play_match(
        rules, f"many {seed}", temper=random.choice((0, 0.3, 0.7)), check_legal=seed % 4 == 0
    )
