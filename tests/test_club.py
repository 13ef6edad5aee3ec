"""The club bot: the craft of clause 13, legal everywhere, from the view alone."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields, replace
from random import Random

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import daguai
import strategies
from daguai import Lay, Match, Offer, Pass, Return, Rules, Take, Tribute, View
from daguai.arena.openings import opening
from daguai.bots import Club
from daguai.bots.club_reading import read
from daguai.bots.club_weights import Weights
from daguai.cards import FACES, counts_of, parse_cards
from daguai.kernels import weights as places
from daguai.legal import legal_actions
from daguai.messages import LANGUAGES, catalogue
from daguai.view import Move, Trick
from test_bots import CLASSIC, asked

POINTS = Rules.preset("points")


def chosen(view: View) -> str:
    """The cards the club bot lays; empty for a pass."""
    return getattr(Club().act(view), "cards", "")


def left(*counts: int) -> tuple[int, ...]:
    """Cards left by seat, seat 0 being the asked one."""
    return counts


# --- legal, deterministic, and blind to what it cannot see ---


@pytest.mark.parametrize("seed", range(12))
def test_it_is_never_illegal(seed):
    """Whole deals with tribute under random options, and every candidate of an explanation too."""
    random = Random(seed)
    changes = {
        name: random.choice(option.values)
        for name, option in daguai.OPTIONS.items()
        if name not in ("seats", "decks", "final_failures", "max_deals")
    }
    match = opening("club", seed, POINTS.replace(**changes))
    bot = Club()
    while match.to_act:
        seat = match.to_act[0]
        view = match.view(seat, memory=True)
        if random.random() < 0.1:
            legal = set(legal_actions(view))
            explained = bot.explain(view)
            assert explained.action == bot.act(view)
            for candidate in explained.candidates:
                assert candidate.action in legal
        match.act(seat, bot.act(view))  # raises IllegalAction


def test_the_same_view_gives_the_same_action_whatever_the_seed():
    match = opening("club", 1, POINTS)
    while match.to_act:
        view = match.view(match.to_act[0], memory=True)
        copied = msgspec.json.decode(msgspec.json.encode(view), type=View)
        actions = {bot.act(seen) for bot in (Club(1), Club("x")) for seen in (view, copied)}
        assert len(actions) == 1
        match.act(match.to_act[0], actions.pop())


@pytest.mark.parametrize("seed", range(3))
def test_cards_it_cannot_see_do_not_matter(seed):
    """Deal the other hands anew at some point of a deal, and it does the same."""
    match = opening("unseen", seed, POINTS)
    random = Random(seed)
    for _ in range(random.randrange(20, 60)):
        seat = match.to_act[0]
        match.act(seat, Club().act(match.view(seat, memory=True)))
        if not match.to_act:
            return
    seat = match.to_act[0]
    view = match.view(seat, memory=True)
    state = match.state
    assert state.deal is not None
    hands = list(state.deal.hands)
    others = [card for owner, hand in enumerate(hands) if owner != seat for card in hand]
    random.shuffle(others)
    for owner, hand in enumerate(hands):
        if owner != seat:
            hands[owner] = tuple(sorted(others[: len(hand)]))
            del others[: len(hand)]
    deal = msgspec.structs.replace(state.deal, hands=tuple(hands))
    other = daguai.observe.view_of(msgspec.structs.replace(state, deal=deal), seat, memory=True)
    assert other == view
    assert Club().explain(other) == Club().explain(view)


# --- reading the table ---


def test_it_counts_cards_where_counts_are_hidden():
    """Clause 6.5: whoever watches knows how many cards are left."""
    house = opening("hidden", 3, Rules.preset("house"))
    for _ in range(60):
        seat = house.to_act[0]
        view = house.view(seat, memory=True)
        deal = house.state.deal
        assert deal is not None
        if view.phase == "play":
            reading = read(view)
            assert [len(deal.hands[(seat + k) % 6]) for k in range(6)] == reading.sizes.tolist()
            unseen = counts_of(
                face for owner, hand in enumerate(deal.hands) if owner != seat for face in hand
            )
            assert (reading.unseen == unseen).all()
        house.act(seat, Club().act(view))


def test_it_reads_first_answers():
    """Clause 13.3: a king or more promises something, a low card nothing; the last to act too."""
    moves = [Move(1, "3S", "single"), Move(2, "KS", "single"), Move(3),
             Move(4, "AS", "single")]  # fmt: skip
    view = asked("4S 5S", "AS", by=4, trick=Trick(tuple(moves)))
    readings = read(view).readings.tolist()
    assert readings == [0, 0, 0.5, 0, 0.5, 0]
    late = [*moves[:2], Move(3), Move(4), Move(5), Move(0),
            Move(1, "AH", "single")]  # fmt: skip
    view = asked("4S 5S", "AH", by=1, trick=Trick(tuple(late)))
    assert read(view).readings.tolist() == [0, 0, 0.5, 0, 0, 0]
    assert not read(view).first


# --- clause 13.5 ---

HAND = "4S 6D 9H 9D JD JC QS KH KD AS"


def test_it_never_beats_a_partner_who_is_about_to_go_out():
    """Clause 13.5: unless it goes out itself."""
    assert chosen(asked(HAND, "QD", by=2, counts=left(10, 12, 1, 12, 12, 12))) == ""
    assert chosen(asked(HAND, "TD TH", by=4, counts=left(10, 12, 12, 12, 2, 12))) == ""
    assert chosen(asked("AS", "QD", by=2, counts=left(1, 12, 1, 12, 12, 12))) == "AS"
    explained = Club().explain(asked(HAND, "QD", by=2, counts=left(10, 12, 1, 12, 12, 12)))
    assert explained.reason == "partner_near"
    assert explained.details == {"seat": 2, "cards": 1}


def test_it_does_not_lead_the_count_an_opponent_needs():
    """Clause 13.5: unless nothing beats it."""
    for count in (1, 2):
        counts = left(10, count, 12, 12, 12, 12)
        assert len(chosen(asked(HAND, counts=counts)).split()) != count
    sure = "3S 3H 3D BJ"
    assert chosen(asked(sure, counts=left(4, 1, 12, 12, 12, 12))) in ("BJ", "3S 3H 3D")


def test_it_leads_what_a_partner_can_take():
    """Clause 13.5: a partner with one card is led a low one, the opponents having many."""
    counts = left(9, 20, 1, 20, 20, 20)
    explained = Club().explain(asked("4S 6D 6C 9H 9D JD JC QS QD", counts=counts))
    assert explained.action == Lay("4S")
    assert explained.reason == "feeds_partner"


def test_it_stops_an_opponent_who_is_nearly_out():
    """At the price of a pair; else it leaves the trick, and a partner's ace too."""
    hand = "4S 4H 6D 6C 9H 9D JD JC 2S 2H"
    for cards in (1, 3):
        near = asked(hand, "AD", by=1, counts=left(10, cards, 12, 12, 12, 12))
        assert chosen(near) in ("2S", "2H")
        assert Club().explain(near).reason == "stops"
    for owner in (1, 4):
        assert chosen(asked(hand, "AD", by=owner, counts=left(10, 20, 20, 20, 20, 20))) == ""


def test_it_goes_out_when_it_can():
    assert chosen(asked("3S 3H 3D BJ 4C")) == "3S 3H 3D 4C BJ"
    assert chosen(asked("AS AH", "KS KH", by=2)) == "AS AH"
    assert chosen(asked("LJ LJ LJ BJ BJ", "3S 3H 4S 4H 4D")) == "LJ LJ LJ BJ BJ"
    assert Club().explain(asked("AS AH", "KS KH", by=2)).reason == "goes_out"


# --- tribute ---


def test_it_returns_what_neither_side_can_use():
    """Clause 7.3: the giver is always an opponent."""
    entry = daguai.view.TributeView(giver=3, receiver=0, card="AS")
    hand = "2S 3S 4H 5D 6C 7S TH QS QD KC KD AS LJ"
    view = asked(hand, level="2", phase="return", tribute=(entry,))
    action = Club().act(view)
    assert isinstance(action, Return)
    assert action.card in ("3S", "7S", "TH")
    worst = Club().explain(view).candidates[-1].action
    assert worst in (Return("LJ"), Return("2S"))


def test_it_offers_and_takes():
    """Clause 7.3, option ``return_card=candidates``."""
    rules = {**asked("3S").rules, "return_card": "candidates"}
    entry = daguai.view.TributeView(giver=3, receiver=0, card="BJ")
    hand = "4S 4H 6S 9D QS QD KS KH KD BJ"
    view = asked(hand, phase="return", tribute=(entry,), rules=rules, level="A")
    offer = Club().act(view)
    assert isinstance(offer, Offer)
    assert not {"BJ", "KS", "KH", "KD"} & set(offer.cards.split())
    offered = daguai.view.TributeView(giver=0, receiver=3, card="BJ", offered="3S 5D QC")
    view = asked(hand.replace(" BJ", ""), phase="take", tribute=(offered,), rules=rules)
    assert Club().act(view) == Take("QC")  # it makes a triple


def test_it_pays_the_card_that_it_misses_least():
    """Clause 7.1, option ``tribute_card=giver``: the ace that is in no straight flush."""
    rules = {**asked("3S").rules, "tribute_card": "giver"}
    entry = daguai.view.TributeView(giver=0, receiver=3)
    view = asked(
        "TS JS QS KS AS AH 3D 3C", phase="tribute", tribute=(entry,), rules=rules, level="2"
    )
    assert Club().act(view) == Tribute("AH")


# --- explanations and hints ---


@given(st.data())
def test_hints_are_legal_and_found_whenever_something_answers(data):
    hand = " ".join(data.draw(strategies.hands(1, 14)))
    level = data.draw(strategies.levels())
    to_beat = data.draw(st.one_of(st.none(), strategies.plays(CLASSIC, level)))
    view = asked(hand, "" if to_beat is None else str(to_beat), level=level)
    legal = set(legal_actions(view))
    found = Club().hints(view)
    assert {hint.action for hint in found} <= legal
    assert len({hint.action for hint in found}) == len(found)
    assert any(hint.action != Pass() for hint in found) == (legal != {Pass()})
    for hint in found:
        assert all(hint.words(lang) for lang in LANGUAGES)
    assert Club().hints(view, 1) == found[:1]


def test_every_reason_has_words():
    from pathlib import Path

    folder = Path(daguai.__file__).parent / "bots"
    sources = "".join(path.read_text() for path in folder.glob("club*.py"))
    named = {key.removeprefix("why.") for key in catalogue("en") if key.startswith("why.")}
    told = set(re.findall(r'return \(?"([a-z_]+)"', sources))
    told |= set(re.findall(r' if .* else "([a-z_]+)"\), {}', sources))
    told |= set(re.findall(r'_candidate\(.*"([a-z_]+)"\)', sources))
    assert len(told) > 20
    assert told <= named


def test_there_are_no_hints_for_who_has_nothing_to_do():
    assert Club().hints(asked("")) == []
    assert Club().hints(asked("3S", phase="return", to_act=(1,))) == []


# --- weights and the compiled core ---


def test_weights_stand_where_the_kernels_read_them():
    assert tuple(field.name for field in fields(Weights)) == places.NAMES
    for place, name in enumerate(places.NAMES):
        assert getattr(places, name.upper()) == place
        assert Weights().array[place] == getattr(Weights(), name)


def test_deals_in_the_core_are_those_of_the_arena():
    """The same deal by views and in the kernels; a bot against itself comes to nothing."""
    from daguai.bots.club_duel import duel

    changed = replace(Weights(), stop=0.0, over=-1.0, lost_five=0.5)
    for preset in ("points", "house"):
        rules = Rules.preset(preset)
        match = Match.new(rules, seed=preset, auto_deal=False)
        match.start_deal()
        deal = match.state.deal
        assert deal is not None
        hands = np.stack([counts_of(hand) for hand in deal.hands])[None]
        starts = np.array(match.to_act, dtype=np.int64)
        levels = np.zeros(1, dtype=np.int64)
        for sides in ((Weights(), Weights()), (Weights(), changed)):
            arrays = np.stack([side.array for side in sides])
            points = duel(hands, starts, levels, rules, arrays)
            assert sides[0] != sides[1] or points.sum() == 0
        played = Match.new(rules, seed=preset, auto_deal=False)
        played.start_deal()
        bots = [Club(weights=sides[seat % 2]) for seat in range(rules.seats)]
        while played.to_act:
            seat = played.to_act[0]
            played.act(seat, bots[seat].act(played.view(seat, memory=True)))
        result = played.deals[0].result
        assert result is not None
        settled = daguai.settle(
            result.order[: result.finished],
            rules.team_of(played.deals[0].started.dealer),
            rules.replace(scoring="placement"),
        )
        assert settled.points[0] - settled.points[1] == points[0, 0]


def test_the_plan_of_a_fresh_hand_holds_every_card_once():
    """Its plays are what a fresh hand thinks of leading; equal plays are listed once."""
    random = Random(3)
    pack = [face for face in FACES for _ in range(CLASSIC.decks)]
    whole = 0
    for _ in range(20):
        cards = sorted(random.sample(pack, CLASSIC.hand_size))
        found = Club().hints(asked(" ".join(map(str, cards)), left=27))
        laid = [face for hint in found for face in parse_cards(hint.action.cards)]
        assert not Counter(laid) - Counter(cards)
        whole += len(laid) == len(cards)
    assert whole > 15
