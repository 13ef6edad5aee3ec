"""The master bot: what it knows, what it tries, and that it only ever does what is legal."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import daguai
import strategies
from daguai import Lay, Match, Pass, Rules
from daguai.bots import bot_named
from daguai.bots.club import Club
from daguai.bots.master import Master
from daguai.bots.master.candidates import candidates_of
from daguai.bots.master.endgame import is_certain, solve
from daguai.bots.master.knowledge import knowledge_of
from daguai.bots.master.playing import WHATEVER, play_out
from daguai.bots.master.search import Effort, race
from daguai.bots.master.worlds import Worlds
from daguai.cards import counts_of, format_cards, parse_cards
from daguai.legal import legal_actions
from daguai.tribute import height

POINTS = Rules.preset("points")


def quick(seed=1, playouts=60):
    return Master(seed, budget_ms=None, playouts=playouts)


def played(rules, seed, turns, bot=None):
    """A match after some turns of a quick bot."""
    match = Match.new(rules, seed=seed)
    bot = bot or Club(seed)
    for _ in range(turns):
        if not match.to_act:
            break
        seat = match.to_act[0]
        match.act(seat, bot.act(match.view(seat, memory=True)))
    return match


def hands_of(match):
    return np.stack([counts_of(parse_cards(match.view(s).hand)) for s in range(match.rules.seats)])


# --- legal, determined, blind ---


@settings(max_examples=4)
@given(strategies.rules(), st.integers(0, 1000))
def test_it_is_never_illegal(rules, seed):
    """Deals and tribute under random options; every action is among those of its view."""
    match = Match.new(rules, seed=str(seed))
    bot = quick(seed, playouts=12)
    for _ in range(150):
        if not match.to_act:
            break
        seat = match.to_act[-1]
        match.act(seat, bot.act(match.view(seat, memory=True)))


@settings(max_examples=12)
@given(strategies.rules(), st.integers(0, 1000))
def test_it_plays_without_memory_too(rules, seed):
    """Clause 6.5: hidden counts and forgotten tricks leave worlds that do not quite fit."""
    match = played(rules, str(seed), 30)
    if match.to_act:
        seat = match.to_act[0]
        view = match.view(seat)
        assert quick().act(view) in legal_actions(view)


def test_the_same_view_and_seed_give_the_same_action():
    match = played(POINTS, "same", 6)
    view = match.view(match.to_act[0], memory=True)
    assert quick(3).explain(view) == quick(3).explain(view)


@given(st.integers(0, 500), st.randoms(use_true_random=False))
@settings(max_examples=8)
def test_unseen_cards_do_not_matter(seed, random):
    """Clause 1.2: deal the other seats' cards anew, and the leader does the same."""
    match = Match.new(POINTS, seed=str(seed))
    leader = match.to_act[0]
    hands = list(match.deals[0].dealt.hands)
    others = [card for seat, hand in enumerate(hands) if seat != leader for card in hand.split()]
    random.shuffle(others)
    for seat in range(POINTS.seats):
        if seat != leader:
            hands[seat] = " ".join(others[: POINTS.hand_size])
            del others[: POINTS.hand_size]
    dealing = daguai.GivenDealing(
        [daguai.DealtCards(tuple(map(parse_cards, hands)), first_dealer=leader)]
    )
    other = Match.new(POINTS, dealing=dealing)
    views = [m.view(leader, memory=True) for m in (match, other)]
    views[1] = msgspec.structs.replace(views[1], commitment=views[0].commitment)
    assert quick().act(views[0]) == quick().act(views[1])


def test_time_is_kept():
    match = Match.new(POINTS, seed="time")
    view = match.view(match.to_act[0], memory=True)
    hurried = Master(1, budget_ms=0, playouts=10**9)
    assert hurried.act(view) in legal_actions(view)


# --- what it knows ---


def in_tribute(seed, **changes):
    """A match in which some seat owes a return, or an offer."""
    rules = Rules.preset("points").replace(**changes)
    for number in range(60):
        match = played(rules, f"{seed}{number}", 0)
        bot = Club(seed)
        while match.to_act and len(match.deals) < 3:
            seat = match.to_act[0]
            view = match.view(seat, memory=True)
            if view.phase != "play":
                return match, seat
            match.act(seat, bot.act(view))
    raise AssertionError("no tribute in sixty deals")


@pytest.mark.parametrize("turns", [0, 3, 40, 90])
def test_worlds_fit_what_is_known(turns):
    match = played(POINTS, f"worlds {turns}", turns)
    seat = match.to_act[0]
    view = match.view(seat, memory=True)
    knowledge = knowledge_of(view)
    worlds = Worlds(knowledge, view, Random(1)).draw(20)
    hands = hands_of(match)
    assert (worlds[:, seat] == hands[seat]).all()
    assert (worlds.sum(axis=2) == hands.sum(axis=1)).all()
    assert (worlds.sum(axis=1) == hands.sum(axis=0)).all()


def test_tribute_and_return_are_remembered():
    """Clauses 7.1, 7.3: a giver holds nothing higher than the tribute, the rest is public."""
    match, _ = in_tribute("known")
    while match.to_act and match.view(None).phase != "play":
        seat = match.to_act[0]
        match.act(seat, quick().act(match.view(seat, memory=True)))
    (entry, *_) = match.view(None).tribute
    seat = match.to_act[0]
    view = match.view(seat, memory=True)
    knowledge = knowledge_of(view)
    paid, returned = daguai.Face(entry.card), daguai.Face(entry.returned)
    for owner, face in ((entry.receiver, paid), (entry.giver, returned)):
        if owner != seat and paid != returned:
            assert knowledge.known[owner, face] >= 1
    if entry.giver != seat:
        assert knowledge.ceilings[entry.giver] == height(paid, knowledge.level)
        worlds = Worlds(knowledge, view, Random(1)).draw(10)
        for world in worlds:
            rest = world[entry.giver].astype(int)
            rest[returned] -= 1
            top = max(height(daguai.Face(f), knowledge.level) for f in np.flatnonzero(rest > 0))
            assert top <= height(paid, knowledge.level)


def test_passes_are_evidence():
    """Clause 13.3: a world in which somebody passed with many loose pairs explains little."""
    match = Match.new(POINTS, seed="evidence")
    leader = match.to_act[0]
    hand = parse_cards(match.view(leader).hand)
    pair = next((a, b) for a, b in pairwise(hand) if 0 < a.rank == b.rank < 7)
    match.act(leader, Lay(pair))
    for _ in range(2):
        match.act(match.to_act[0], Pass())
    view = match.view(match.to_act[0], memory=True)
    knowledge = knowledge_of(view)
    worlds = Worlds(knowledge, view, Random(2))
    dealt = worlds.deal(200)
    by_rank = dealt[:, (leader + 1) % POINTS.seats, :52].reshape(200, 13, 4).sum(axis=2)
    ranks = [r for r in range(pair[0].rank + 1, 11) if r != knowledge.level]
    loose = (by_rank[:, ranks] == 2).sum(axis=1)
    weights = worlds.weights(dealt)
    assert weights[loose >= 3].mean() < weights[loose <= 1].mean()


# --- what it tries ---


def test_candidates_are_legal_and_hold_the_strongest():
    for turns in range(0, 60, 7):
        match = played(POINTS, "candidates", turns)
        view = match.view(match.to_act[0], memory=True)
        knowledge = knowledge_of(view)
        found = candidates_of(view, knowledge)
        rows = [format_cards(face for face in row if face != 255) for row in found.plays.tolist()]
        legal = legal_actions(view)
        for text in rows:
            assert (Lay(text) if text else Pass()) in legal
        assert len(set(rows)) == len(rows) <= 24
        assert found.prior[0] == 0
        assert (found.prior <= 0).all()
        plays = [
            daguai.classify(action.cards, POINTS, view.level)
            for action in legal
            if isinstance(action, Lay)
        ]
        tried = [daguai.classify(text, POINTS, view.level) for text in rows if text]
        for size in {len(play) for play in plays}:
            best = max(play.strength for play in plays if len(play) == size)
            assert best in [play.strength for play in tried if len(play) == size]


def test_the_race_finds_the_best():
    random = np.random.default_rng(1)
    truth = np.array([0.0, 0.3, -1.0, 0.9, 0.2])

    def trial(alive, count):
        luck = random.normal(size=(count, 1)) * 3
        noise = random.normal(size=(count, len(alive))) * 3
        return np.round(truth[alive] + luck + noise).astype(np.int64)

    outcome = race([0, -0.2, -0.2, -0.2, -0.2], trial, Effort(3000, float("inf")))
    assert outcome.order[0] == 3
    assert sorted(outcome.order) == [0, 1, 2, 3, 4]
    assert outcome.worlds[3] > outcome.worlds[2]


def test_little_evidence_does_not_outdo_the_favourite():
    def trial(alive, count):
        scores = np.zeros((count, len(alive)), dtype=np.int64)
        scores[0] = np.where(alive == 1, 8, 0)
        return scores

    outcome = race([0, -0.5], trial, Effort(16, float("inf")))
    assert outcome.order[0] == 0


def test_it_goes_out_when_it_can():
    match = played(POINTS, "out", 0)
    seat = match.to_act[0]
    view = match.view(seat, memory=True)
    counts = tuple(2 if s == seat else 9 for s in range(POINTS.seats))
    view = msgspec.structs.replace(view, hand="9S 9H", counts=counts)
    assert quick(playouts=300).act(view) == Lay("9S 9H")


def test_it_returns_no_joker():
    """Clause 7.3."""
    match, seat = in_tribute("return")
    action = quick(playouts=200).act(match.view(seat, memory=True))
    assert "J" not in action.card[1:] or action.card[0] not in "LB"


@pytest.mark.parametrize("changes", [{"return_card": "candidates"}, {"tribute_card": "giver"}])
def test_tribute_under_other_options(changes):
    """Clauses 7.1, 7.3: the giver's choice, offers and what is taken of them."""
    match, _ = in_tribute("options", **changes)
    while match.to_act and match.view(None).phase != "play":
        seat = match.to_act[0]
        view = match.view(seat, memory=True)
        action = quick().act(view)
        assert action in legal_actions(view)
        match.act(seat, action)


def test_it_explains_itself():
    match = played(POINTS, "why", 4)
    view = match.view(match.to_act[0], memory=True)
    bot = quick()
    found = bot.explain(view)
    assert found.action == bot.act(view)
    for candidate in found.candidates:
        assert candidate.words("en")
        assert candidate.words("zh")
        assert -8 <= candidate.value <= 8


# --- playouts ---


@pytest.mark.parametrize("preset", ["points", "house"])
def test_a_playout_is_a_deal_by_the_rules(preset):
    """Clauses 6, 9.2: from anywhere in a deal, what the engine and club bots come to."""
    rules = Rules.preset(preset).replace(max_deals=1, scoring="placement")
    bot = Club()
    for turns in (0, 9, 30, 55):
        match = played(rules, f"playout {turns}", turns)
        knowledge = knowledge_of(match.view(match.to_act[0], memory=True))
        value = play_out(hands_of(match)[None], WHATEVER, knowledge)[0, 0]
        action = bot.act(match.view(knowledge.seat, memory=True))
        faces = action.faces if isinstance(action, Lay) else ()
        play = np.full((1, 5), 255, dtype=np.uint8)
        play[0, : len(faces)] = faces
        assert play_out(hands_of(match)[None], play, knowledge)[0, 0] == value
        while match.to_act:
            seat = match.to_act[0]
            match.act(seat, bot.act(match.view(seat, memory=True)))
        points = match.deals[0].result.points
        team = rules.team_of(knowledge.seat)
        assert points[team] - points[1 - team] == value


# --- the last cards ---


def brute(match, depth=0):
    """The value for team 0 by trying everything."""
    if not match.to_act:
        points = match.deals[-1].result.points
        return points[0] - points[1]
    seat = match.to_act[0]
    values = []
    for action in match.legal(seat):
        other = Match(match.rules, None, auto_deal=False, events=match.events)
        other.act(seat, action)
        values.append(brute(other, depth + 1))
    return max(values) if POINTS.team_of(seat) == 0 else min(values)


def late(rules, seed, cards):
    """A deal with so few cards left."""
    match = Match.new(rules.replace(max_deals=1), seed=seed)
    bot = Club(seed)
    while match.to_act:
        if sum(len(match.view(s).hand.split()) for s in range(rules.seats)) <= cards:
            return match
        seat = match.to_act[0]
        match.act(seat, bot.act(match.view(seat, memory=True)))
    return None


def test_the_solver_agrees_with_trying_everything():
    checked = 0
    for seed in range(60):
        match = late(POINTS, f"late {seed}", 8)
        if match is None:
            continue
        view = match.view(match.to_act[0], memory=True)
        solution = solve(hands_of(match), knowledge_of(view), view.finished)
        sign = 1 - 2 * POINTS.team_of(view.seat)
        assert solution is not None
        assert solution.value == sign * brute(match)
        checked += 1
        if checked == 3:
            break
    assert checked


def test_what_is_certain():
    match = Match.new(POINTS, seed="certain")
    assert not is_certain(knowledge_of(match.view(match.to_act[0], memory=True)))
    assert bot_named("master", 1).name == "master"
