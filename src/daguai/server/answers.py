"""The answer to what a selection of cards is worth."""

from __future__ import annotations

import msgspec

from daguai.actions import IllegalAction
from daguai.cards import NotationError, counts_of, parse_cards
from daguai.plays import IllegalPlay, Play, classify
from daguai.rules import Rules
from daguai.server.protocol import Judged
from daguai.view import View


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
