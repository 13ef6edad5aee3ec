"""The bots: always legal, the same from the same view, and sensible as they promise."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import daguai
import strategies
from daguai import IllegalPlay, Lay, Match, Offer, Pass, Return, Rules, View
from daguai.bots import BOTS, Beginner, UnknownBot, bot_named
from daguai.bots.grouping import group
from daguai.bots.hints import hints
from daguai.bots.master import Master
from daguai.cards import FACES, parse_cards

CLASSIC = Rules.preset("classic")
QUICK = sorted(set(BOTS) - {"master"})
"""The master takes longer, and has its own tests."""


def asked(
    hand: str, to_beat: str = "", by: int = 1, level: str = "2", left: int = 20, **changes: object
) -> View:
    """What seat 0 sees with this hand, its turn, a play of seat ``by`` on the table."""
    match = Match.new(CLASSIC, seed="bots")
    counts = [left] * CLASSIC.seats
    counts[0] = len(hand.split())
    fields: dict[str, object] = {
        "hand": daguai.format_cards(parse_cards(hand)),
        "to_beat": to_beat,
        "to_beat_seat": by if to_beat else None,
        "level": level,
        "counts": tuple(counts),
        "to_act": (0,),
        "phase": "play",
    }
    return msgspec.structs.replace(match.view(0, memory=True), **fields | changes)


def laid(view: View) -> str:
    """What the beginner lays there; empty for a pass."""
    action = Beginner("seed").act(view)
    return action.cards if isinstance(action, Lay) else ""


def play_match(rules: Rules, seed: str, kinds: list[str]) -> Match:
    """Play a whole match, and check that nothing is illegal and every choice can be repeated."""
    match = Match.new(rules, seed=seed)
    bots = [bot_named(kind, f"{seed} {seat}") for seat, kind in enumerate(kinds)]
    while not match.over:
        for seat in match.to_act:
            view = match.view(seat, memory=True)
            action = bots[seat].act(view)
            copied = msgspec.json.decode(msgspec.json.encode(view), type=View)
            assert bot_named(kinds[seat], f"{seed} {seat}").act(copied) == action
            match.act(seat, action)  # raises IllegalAction
    return match


# --- every bot ---


@settings(max_examples=25)
@given(strategies.rules(), st.integers(0, 1000), st.data())
def test_no_bot_is_ever_illegal(rules, seed, data):
    """Whole matches under random options; a bot acts on its view alone."""
    kinds = [data.draw(st.sampled_from(QUICK)) for _ in range(rules.seats)]
    assert play_match(rules, str(seed), kinds).over


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_no_bot_is_ever_illegal_in_many_matches(seed):
    from random import Random

    random = Random(seed)
    changes = {
        name: random.choice(option.values)
        for name, option in daguai.OPTIONS.items()
        if name not in ("seats", "decks", "final_failures", "max_deals")
    }
    rules = CLASSIC.replace(**changes, max_deals=4)
    play_match(rules, str(seed), random.choices(QUICK, k=rules.seats))


@given(st.integers(0, 10_000), st.randoms(use_true_random=False))
def test_unseen_cards_do_not_matter(seed, random):
    """Clause 1.2: deal the other seats' cards anew, and the leader does the same."""
    match = Match.new(CLASSIC, seed=str(seed))
    leader = match.to_act[0]
    hands = list(match.deals[0].dealt.hands)
    others = [card for seat, hand in enumerate(hands) if seat != leader for card in hand.split()]
    random.shuffle(others)
    size = CLASSIC.hand_size
    for seat in range(CLASSIC.seats):
        if seat != leader:
            hands[seat] = " ".join(others[:size])
            del others[:size]
    dealing = daguai.GivenDealing(
        [daguai.DealtCards(tuple(map(parse_cards, hands)), first_dealer=leader)]
    )
    other = Match.new(CLASSIC, dealing=dealing)
    for name in QUICK:
        views = [m.view(leader, memory=True) for m in (match, other)]
        views[1] = msgspec.structs.replace(views[1], commitment=views[0].commitment)
        assert views[0] == views[1]
        bot = bot_named(name, "seed")
        assert bot.act(views[0]) == bot.act(views[1])


def test_the_seed_decides():
    view = asked(" ".join(map(str, FACES[:27])))
    choices = {bot_named("random", seed).act(view) for seed in range(30)}
    assert len(choices) > 20
    assert len({bot_named("random", 7).act(view) for _ in range(5)}) == 1


@pytest.mark.parametrize("name", ["grandmaster", "master@", "master@0", "master@-5", "club@200"])
def test_unknown_bots_are_refused(name):
    with pytest.raises(UnknownBot, match=r"expected one of beginner, .*random, master@200"):
        bot_named(name)


def test_the_master_bot_with_so_many_playouts():
    """It is the same whatever the machine's speed, as its time has no limit."""
    view = asked("4S 5S 6H JD QC AS AH KS 2C", "8S")
    steady = bot_named("master@24", "seed").explain(view)
    assert steady == Master("seed", budget_ms=None, playouts=24).explain(view)
    assert steady != Master("seed", budget_ms=None, playouts=96).explain(view)


def test_the_beginner_beats_the_random_bot():
    firsts: Counter[str] = Counter()
    for seed in range(6):
        kinds = ["beginner", "random"] * 3 if seed % 2 else ["random", "beginner"] * 3
        match = play_match(CLASSIC.replace(max_deals=1), str(seed), kinds)
        result = match.deals[0].result
        assert result is not None
        firsts[kinds[result.order[0]]] += 1
    assert firsts["beginner"] >= 5


# --- what the beginner promises ---


def test_it_leads_low():
    assert laid(asked("4S 9H AD 2C BJ BJ", level="2")) == "4S"
    assert laid(asked("3S 3H 8D AC AD 2S BJ")) == "3S 3H"


def test_it_follows_as_cheaply_as_it_can():
    hand = "4S 9H JD QC AS AH KS 2C BJ"
    assert laid(asked(hand, "8S")) == "9H"
    assert laid(asked(hand, "9S")) == "JD"
    assert laid(asked(hand, "QS QH")) == "AS AH"


def test_it_never_beats_a_partner_without_cause():
    hand = "4S 9H JD QC AS AH KS KH KD 2C BJ"
    assert laid(asked(hand, "8S", by=2)) == ""
    assert laid(asked(hand, "3S 3H", by=4)) == ""
    assert laid(asked("9H", "8S", by=2)) == "9H"  # it goes out
    assert laid(asked("3S 3H BJ", "8S", by=2)) == "BJ"  # nothing beats BJ, then it goes out


@pytest.mark.parametrize(
    ("hand", "to_beat"),
    [
        ("3S 4H 5D 6C 7S 3C 3D", "9D"),
        ("3S 4H 5D 6C 7S KS KH KD 9C 9S", "6S"),
        ("TS TH TD JS JH 3C 3D 3H 4S 4D", "9S"),
        ("KS KH KD KC 5S QS QH QD QC 4S", "2S 2H 2D"),
        ("9H 9H 9D 9S 9C TS TS TS TH TC", "3S 3H"),
        ("2H 5H 7H 9H KH 3S 3D", "QS"),
    ],
)
def test_it_breaks_no_five_to_answer_fewer_cards(hand, to_beat):
    assert laid(asked(hand, to_beat, level="8")) == ""


@given(st.data())
def test_the_fives_of_a_hand_stay_whole(data):
    """An answer of fewer cards leaves as many fives as before, unless the bot goes out by it."""
    hand = data.draw(strategies.hands(6, 27))
    level = data.draw(strategies.levels())
    size = data.draw(st.sampled_from((1, 2, 3)))
    to_beat = data.draw(strategies.plays(CLASSIC, level, sizes=(size,)))
    view = asked(" ".join(hand), str(to_beat), level=level, left=data.draw(st.integers(1, 27)))
    cards = laid(view)
    left = Counter(parse_cards(view.hand)) - Counter(parse_cards(cards))
    if cards and left.total() not in (1, 2, 3, 5):
        before = group(view.hand, CLASSIC, level).fives
        needed = Counter(face for five in before for face in five.cards)
        assert not needed - left


def test_it_goes_out_when_it_can():
    assert laid(asked("3S 3H 3D BJ 4C")) == "3S 3H 3D 4C BJ"  # clause 4.2: one play
    assert laid(asked("AS AH", "KS KH", by=2)) == "AS AH"
    assert laid(asked("4S 4H 4D BJ")) == "BJ"  # surely comes back to the lead
    assert laid(asked("LJ LJ LJ BJ BJ", "3S 3H 4S 4H 4D")) == "LJ LJ LJ BJ BJ"


def test_it_does_not_lead_what_an_opponent_goes_out_on():
    """An opponent with one card is not led a low single."""
    hand = "4S 9H 9D JD JC 3C 3H"
    assert len(laid(asked(hand, left=1)).split()) == 2
    assert laid(asked(hand, left=20)) in ("4S", "3H 3C")


def test_it_returns_its_lowest_useless_card():
    """Clause 7.3: no card of a five, no joker, no level card."""
    entry = daguai.view.TributeView(giver=3, receiver=0, card="AS")
    hand = "2S 3S 4H 5D 6C 7S TH QS QD AS LJ"
    view = asked(hand, level="2", phase="return", tribute=(entry,))
    assert Beginner().act(view) == Return("TH")


def test_it_offers_different_ranks_for_a_joker():
    """Clause 7.3, option ``return_card=candidates``."""
    entry = daguai.view.TributeView(giver=3, receiver=0, card="BJ")
    rules = {**asked("3S").rules, "return_card": "candidates"}
    view = asked(
        "4S 4H 6S 9D QS QD KS BJ", phase="return", tribute=(entry,), rules=rules, level="K"
    )
    assert Beginner().act(view) == Offer("4S 6S 9D")


# --- grouping and hints ---


@given(strategies.hands(1, 27), strategies.levels(), strategies.play_rules())
def test_groups_hold_every_card_once(hand, level, rules):
    groups = group(" ".join(hand), rules, level)
    cards = Counter(face for play in groups for face in play.cards)
    assert cards == Counter(parse_cards(hand))
    assert groups.turns == len(list(groups))
    for play in groups:
        assert daguai.classify(play.cards, rules, level) == play


@given(st.data())
def test_hints_are_legal_and_found_whenever_something_answers(data):
    hand = " ".join(data.draw(strategies.hands(1, 14)))
    level = data.draw(strategies.levels())
    to_beat = data.draw(st.one_of(st.none(), strategies.plays(CLASSIC, level)))
    view = asked(hand, "" if to_beat is None else str(to_beat), level=level)
    legal = daguai.legal_plays(hand, CLASSIC, level, to_beat)
    found = hints(view)
    assert set(found) <= set(legal)
    assert len(set(found)) == len(found)
    assert bool(found) == bool(legal)


def test_a_pass_is_the_answer_to_what_nothing_beats():
    assert Beginner().act(asked("3S 4S", "BJ")) == Pass()
    assert hints(asked("3S 4S", "BJ")) == []
    with pytest.raises(IllegalPlay):
        hints(asked("3S 4S", "3S 4S"))
