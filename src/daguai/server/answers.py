"""Answers to questions about cards: what a selection is worth, and what could be done."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from daguai.actions import IllegalAction, Lay, Pass
from daguai.bots import Candidate, Club
from daguai.cards import NotationError, counts_of, parse_cards
from daguai.legal import legal_actions
from daguai.plays import IllegalPlay, Play, classify
from daguai.rules import Rules
from daguai.server.protocol import HintItem, Judged
from daguai.view import View, rules_of


def judged(request: str, cards: str, view: View, rules: Rules) -> Judged:
    """Say what cards are worth at this table now, whosever turn it is.

    With a seat's view the cards must be in its hand.
    """
    try:
        faces = parse_cards(cards)
        if view.seat is not None:
            _check_held(view, cards)
        play = classify(faces, rules, view.level)
    except (NotationError, IllegalPlay, IllegalAction) as error:
        details = {key: str(value) for key, value in error.details.items()}
        return Judged(request, legal=False, code=error.code, message=str(error), details=details)
    judgement = Judged(request, legal=True, category=play.category.value, rank=play.rank)
    if not view.to_beat:
        return judgement
    table = classify(view.to_beat, rules, view.level)
    if play.beats(table):
        return msgspec.structs.replace(judgement, beats=True)
    return _does_not_beat(judgement, play, table)


def _does_not_beat(judgement: Judged, play: Play, table: Play) -> Judged:
    details = {"cards": str(play), "table": str(table)}
    if len(play) != len(table):
        code, message = "wrong_size", f"{len(table)} cards are on the table, not {len(play)}"
        details |= {"count": str(len(play)), "expected": str(len(table))}
    else:
        code, message = "not_higher", f"{play} does not beat {table}"
    return msgspec.structs.replace(
        judgement, beats=False, code=code, message=message, details=details
    )


def _check_held(view: View, cards: str) -> None:
    held, asked = counts_of(parse_cards(view.hand)), counts_of(parse_cards(cards))
    if (asked > held).any():
        raise IllegalAction("not_held", "these cards are not all in the hand", cards=cards)


_adviser: Final = Club()
"""Hints are what the club bot thinks of, whoever plays the other seats."""


def hints_for(view: View) -> tuple[HintItem, ...]:
    """List sensible things to do, the most sensible first.

    In play they are given out of turn too, for the play on the table. In tribute the bot's choice
    comes first and all other choices after it.
    """
    if view.phase == "play":
        return tuple(_item(candidate, view) for candidate in _adviser.hints(view))
    advised = [candidate.action for candidate in _adviser.hints(view)]
    ordered = dict.fromkeys((*advised, *legal_actions(view)))
    return tuple(
        HintItem(_cards(action), "", "best" if place == 0 else "possible")
        for place, action in enumerate(ordered)
    )


def _cards(action: object) -> str:
    assert not isinstance(action, Pass | Lay), "only choices of tribute come here"
    return str(getattr(action, "card", None) or getattr(action, "cards", ""))


def _item(candidate: Candidate, view: View) -> HintItem:
    if not isinstance(candidate.action, Lay):
        return HintItem("", "", "pass")
    play = classify(candidate.action.cards, rules_of(view), view.level)
    return HintItem(str(play), play.category.value, _reason(play, candidate, view))


def _reason(
    play: Play, candidate: Candidate, view: View
) -> Literal["last_cards", "keeps_hand", "breaks_hand", "spends_jokers"]:
    if len(play) == len(view.hand.split()):
        return "last_cards"
    if 0 < play.jokers < len(play):
        return "spends_jokers"
    return "keeps_hand" if candidate.keeps_hand else "breaks_hand"
