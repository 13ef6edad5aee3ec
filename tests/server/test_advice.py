"""Advice: hints with their reasons, and the hand arranged, from what a seat may know."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from harness import Robot, Server, gathered, play, serving

from daguai.bots import Club
from daguai.cards import parse_cards
from daguai.legal import legal_actions
from daguai.match import Match
from daguai.messages import LANGUAGES, catalogue, text
from daguai.rules import Rules
from daguai.server import protocol as p
from daguai.server.advice import arranged, hints_for
from daguai.server.refusal import Refusal
from daguai.view import Move, Trick, View

ROOT = Path(__file__).parents[2]
SETTINGS = p.Settings(options={"max_deals": 1}, move_seconds=0, bots="beginner")


def views(rules: Rules, deals: int = 2) -> list[View]:
    """Every view, with memory, that the club bot decides on in a match."""
    club = Club()
    match = Match.new(rules.replace(max_deals=deals), seed="advice")
    found = []
    while not match.over:
        view = match.view(match.to_act[0], memory=True)
        found.append(view)
        match.act(view.seat, club.act(view))
    return found


def test_the_hand_is_arranged_with_every_card_in_one_play() -> None:
    for view in views(Rules.preset("house"))[::7]:
        answer = arranged("a", view)
        laid = Counter(face for one in answer.plays for face in parse_cards(one.cards))
        assert laid == Counter(parse_cards(view.hand))
        assert answer.turns == len(answer.plays)
        assert all(0 <= one.hold <= 1 for one in answer.plays)
        for lang in LANGUAGES:
            assert text(f"role.{answer.reason}", lang, **answer.details)


def test_an_empty_hand_is_not_arranged() -> None:
    view = views(Rules.preset("house"))[0]
    with pytest.raises(Refusal) as refused:
        arranged("a", msgspec.structs.replace(view, hand=""))
    assert refused.value.code == "no_hand"


def test_cards_that_were_laid_beat_nothing_any_more() -> None:
    """The chance to hold counts the cards that the seat has seen in this deal."""
    view = msgspec.structs.replace(views(Rules.preset("classic"), 1)[0], hand="LJ")

    def hold(laid: int) -> float:
        trick = Trick(tuple(Move(seat, "BJ", "single") for seat in range(laid)), 1)
        plays = arranged("a", msgspec.structs.replace(view, history=(trick,))).plays
        return plays[0].hold

    assert hold(2) < 1
    assert hold(3) == 1


@pytest.mark.parametrize("shown", [0, 4, 10, 27])
def test_no_reason_names_a_count_that_is_hidden(shown: int) -> None:
    """Clause 6.5: a reason that rests on a hidden count is said in another way."""
    counted = set()
    for view in views(Rules.preset("house").replace(counts_shown=shown)):
        for item in hints_for(view):
            for lang in LANGUAGES:
                assert text(f"why.{item.reason}", lang, **item.details)
            if "cards" in item.details:
                count = view.counts[int(item.details["seat"])]
                assert str(count) == item.details["cards"]
                counted.add(count)
    assert bool(counted) == bool(shown)


def test_every_reason_of_the_protocol_has_a_text_and_the_other_way_round() -> None:
    for lang in LANGUAGES:
        keys = {key.partition(".")[2] for key in catalogue(lang) if key.startswith("why.")}
        assert keys - {"played_out"} == set(get_args(p.HintReason)), "master's alone is no hint's"
        roles = {key.partition(".")[2] for key in catalogue(lang) if key.startswith("role.")}
        assert roles == {*get_args(p.Role), *get_args(p.RoleReason)}


def test_every_reason_of_the_club_bot_is_in_the_protocol() -> None:
    named = set()
    for name in ("club_reasons.py", "club_tribute.py"):
        source = (ROOT / "src/daguai/bots" / name).read_text(encoding="utf-8")
        named |= set(re.findall(r'"([a-z]+(?:_[a-z]+)+|fits|holds|stops)"', source))
    assert {"goes_out", "stops", "best_for_hand"} <= named
    assert named <= set(get_args(p.HintReason))


def test_hints_of_tribute_name_every_choice_once() -> None:
    seen = set()
    rules = Rules.preset("house").replace(return_card="candidates", tribute_card="giver")
    for view in views(rules, deals=6):
        if view.phase == "play":
            continue
        items = hints_for(view)
        seen.add(view.phase)
        assert items[0].reason in ("least_missed", "best_for_hand")
        assert {item.reason for item in items[1:]} <= {"possible"}
        assert len({item.cards for item in items}) == len(items)
        assert {item.action for item in items} == set(legal_actions(view))
    assert seen >= {"return"}


def test_there_are_no_hints_for_a_seat_that_owes_nothing_in_tribute() -> None:
    """It may have asked while it still owed a card."""
    match = Match.new(Rules.preset("house").replace(max_deals=6), seed="advice")
    club, idle = Club(), 0
    while not match.over:
        seat = match.to_act[0]
        if match.view(seat).phase != "play":
            for other in set(range(match.rules.seats)) - set(match.to_act):
                assert hints_for(match.view(other, memory=True)) == ()
                idle += 1
        match.act(seat, club.act(match.view(seat, memory=True)))
    assert idle


def test_a_hint_is_an_action_as_it_can_be_sent() -> None:
    """Clause 7: what is owed need not be guessed from the phase of the public view."""
    for preset in ("house", "points"):
        rules = Rules.preset(preset).replace(return_card="candidates", tribute_card="giver")
        for view in views(rules, deals=3):
            for item in hints_for(view):
                assert item.action in legal_actions(view), (view.phase, item)
                carried = getattr(item.action, "card", getattr(item.action, "cards", ""))
                assert Counter(carried.split()) == Counter(item.cards.split())


def test_advice_over_the_socket(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        (ann,) = await gathered(server, 1, SETTINGS)
        await ann.until(lambda: ann.to_act)
        answer = await ann.ask(p.Arrange)
        assert isinstance(answer, p.Arranged)
        laid = Counter(face for one in answer.plays for face in parse_cards(one.cards))
        assert laid == Counter(parse_cards(ann.hand))
        hinted = await ann.ask(p.Hint)
        for item in hinted.hints:
            assert item.reason in get_args(p.HintReason)
        eve = Robot(server, server.guest("Eve"))
        await eve.open()
        await eve.ask(p.Join, code=ann.table.code)
        assert (await eve.ask(p.Arrange)).code == "not_seated"
        sent = [json.loads(text) for text in ann.texts]
        assert next(m for m in sent if m["type"] == "arranged")["details"]

    with serving(tmp_path) as server:
        play(test, server)


def test_a_seat_that_has_chosen_is_told_nothing_and_chooses_no_more(tmp_path: Path) -> None:
    """Clause 7: several choose at the same time, and what comes late changes nothing."""

    def several(robot: Robot) -> bool:
        return robot.view.phase == "return" and len(robot.view.to_act) > 1

    async def test(server: Server) -> None:
        endless = p.Settings(preset="points", options={"max_deals": 500}, move_seconds=0)
        robots = await gathered(server, 6, endless)
        await asyncio.gather(*(one.play_on(lambda one=one: several(one)) for one in robots))
        ann = next(robot for robot in robots if robot.to_act)
        seq, choice = ann.seq, await ann.choose()
        done = await ann.ask(p.Act, seq=seq, action=choice)
        await ann.until(lambda: ann.seq >= done.seq)
        hinted = await ann.ask(p.Hint)
        assert (hinted.hints, hinted.total) == ((), 0)
        for late in (seq, done.seq):
            answer = await ann.ask(p.Act, seq=late, action=choice)
            assert answer.code == "not_your_turn"
        assert ann.seq == done.seq
        await asyncio.gather(*(one.play_on(lambda one=one: not several(one)) for one in robots))

    with serving(tmp_path) as server:
        play(test, server)


def test_advice_is_limited(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        (ann,) = await gathered(server, 1, SETTINGS)
        await ann.until(lambda: ann.to_act)
        answers = [await ann.ask(kind) for kind in (p.Hint, p.Arrange, p.Hint, p.Arrange)]
        assert [getattr(answer, "code", None) for answer in answers] == [
            *(None, None, "rate_limited", "rate_limited")
        ]

    with serving(tmp_path, advice=(2, 0.001)) as server:
        play(test, server)
