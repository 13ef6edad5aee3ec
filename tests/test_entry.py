"""What a player types: notation, ranks, and what is asked for in tribute."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import daguai
from daguai import Lay, Offer, Pass, Return, Take, Tribute, View
from daguai.bots import bot_named
from daguai.commands.entry import read_action
from daguai.commands.game import TextTerminal
from daguai.commands.parameters import BadInput
from daguai.commands.players import Players

HAND = "3S 3H 3D 4S 5S 6S 7C 8S TH LJ LJ BJ"


def view(hand: str = HAND, to_beat: str = "", level: str = "2") -> View:
    """What seat 0 sees with this hand, a play of seat 1 on the table."""
    match = daguai.Match.new(daguai.Rules.preset("classic"), seed="entry")
    fields = {"hand": hand, "to_beat": to_beat, "to_beat_seat": 1, "level": level, "phase": "play"}
    import msgspec

    return msgspec.structs.replace(match.view(0), **fields)


@pytest.mark.parametrize("typed", ["3S 3H", "3s3h", "3S,3H", " 3h  3s ", "3H，3S"])
def test_notation(typed):
    assert read_action(typed, view()) == Lay("3S 3H")


@pytest.mark.parametrize("typed", ["p", "P", "pass", "-", "过"])
def test_pass(typed):
    assert read_action(typed, view(to_beat="2S")) == Pass()


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("T", "TH"),
        ("10", "TH"),
        ("q", None),
        ("lj", "LJ"),
        ("LJBJ", "LJ BJ"),
        ("LB", "LJ BJ"),
        ("大怪", "BJ"),
        ("小怪 小怪", "LJ LJ"),
        ("333", "3S 3H 3D"),
        ("3 3S", "3S 3D"),  # the named card, and the suit the hand has fewest of
        ("45678", "4S 5S 6S 7C 8S"),
        ("4568LJ", "4S 5S 6S 8S LJ"),
    ],
)
def test_ranks_pick_cards(typed, cards):
    if cards is None:
        with pytest.raises(daguai.IllegalAction) as error:
            read_action(typed, view())
        assert error.value.code == "not_held"
    else:
        assert read_action(typed, view()) == Lay(cards)


def test_ranks_pick_the_weakest_play_that_answers():
    """45678 is a plain straight where that is enough, and a straight flush where it must be."""
    hand = "4S 4D 5S 6S 7S 8S"
    assert read_action("45678", view(hand)) == Lay("4D 5S 6S 7S 8S")
    assert read_action("45678", view(hand, to_beat="2S 2H 2D 2C 9S")) == Lay("4S 5S 6S 7S 8S")


@pytest.mark.parametrize(
    ("typed", "to_beat", "code"),
    [
        ("3X", "", "unknown_card"),
        ("hello", "", "unknown_card"),
        ("9", "", "not_held"),
        ("4S 4S", "", "not_held"),
        ("3 4", "", "ranks_differ"),
        ("3 3 3 4", "", "wrong_count"),
        ("3 3 5 6 8", "", "no_category"),
        ("T", "JS", "not_higher"),
        ("33", "2S", "wrong_size"),
    ],
)
def test_mistakes_have_codes(typed, to_beat, code):
    mistakes = (daguai.NotationError, daguai.IllegalPlay, daguai.IllegalAction)
    with pytest.raises(mistakes) as error:
        read_action(typed, view(to_beat=to_beat))
    assert error.value.code == code


def _asked(seed: str, phases: set[str]) -> Iterator[tuple[daguai.Match, int]]:
    """Play a match of bots and stop where a seat owes something of these phases."""
    rules = daguai.Rules.preset("classic").replace(
        tribute_card="giver", return_card="candidates", max_deals=5
    )
    match = daguai.Match.new(rules, seed=seed)
    bots = [bot_named("beginner" if seat % 2 else "random", seed) for seat in range(rules.seats)]
    while not match.over:
        for seat in match.to_act:
            seen = match.view(seat, memory=True)
            if seen.phase in phases:
                yield match, seat
            match.act(seat, bots[seat].act(seen))


def test_tribute_is_asked_for_and_typed_as_cards(monkeypatch, capsys):
    """Clauses 7.1, 7.3: every tribute, return, offer and card taken can be typed."""
    prompts = {Tribute: "tribute> ", Return: "return a card> ", Offer: "offer> ", Take: "take> "}
    kinds = set()
    for seed in range(100):
        if kinds == prompts.keys():
            break
        for match, seat in _asked(f"entry {seed}", {"tribute", "return", "take"}):
            seen = match.view(seat)
            for action in match.legal(seat)[:12]:
                cards = action.cards if isinstance(action, Offer | Lay) else action.card
                assert read_action(cards, seen) == action
            if seen.phase != "return":
                with pytest.raises(BadInput):
                    read_action("3 4", seen)
            if type(action) not in kinds:
                kinds.add(type(action))
                monkeypatch.setattr("sys.stdin", io.StringIO(f"?1\n\n{cards}\n"))
                players = Players(match.rules, match.names, "en", seat)
                assert TextTerminal(players, kept=True).ask(seen) == action
                output = capsys.readouterr().out
                assert output.count(prompts[type(action)]) == 3
                assert "there is no hint 1" in output
    assert kinds == prompts.keys()


@given(st.data())
def test_every_legal_play_can_be_typed(data):
    """Both as cards and as ranks, which then mean a play that is legal too."""
    import strategies

    hand = " ".join(data.draw(strategies.hands(1, 12)))
    level = data.draw(strategies.levels())
    seen = view(hand, level=level)
    play = data.draw(st.sampled_from(daguai.legal_plays(hand, daguai.rules_of(seen), level)))
    assert read_action(str(play), seen) == Lay(str(play))
    ranks = "".join(str(face) if face.is_joker else str(face)[0] for face in play.cards)
    action = read_action(ranks, seen)
    assert isinstance(action, Lay)
    picked = daguai.classify(action.cards, daguai.rules_of(seen), level)
    assert picked.strength <= play.strength
    assert sorted(face.rank for face in picked.cards) == sorted(face.rank for face in play.cards)
