"""What a seat may do, from its view alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from daguai import exchange, tribute
from daguai.actions import Action, Lay, Offer, Pass, Return, Take, Tribute
from daguai.cards import Face, format_cards, parse_cards, parse_level
from daguai.moves import legal_plays
from daguai.view import TributeView, View, rules_of


def legal_actions(view: View) -> list[Action]:
    """Return everything the viewing seat may do now, each action once; empty when it owes none.

    A pass comes first; plays are in the order of ``legal_plays``.
    """
    if view.seat is None or view.seat not in view.to_act:
        return []
    if view.phase != "play":
        entry = next(entry for entry in view.tribute if exchange.owes(entry) == view.seat)
        return list(_exchange(view, entry))
    plays = legal_plays(view.hand, rules_of(view), view.level, view.to_beat or None)
    actions: list[Action] = [Lay.ascending(str(play)) for play in plays]
    if view.to_beat:
        actions.insert(0, Pass())
    return actions


def _exchange(view: View, entry: TributeView) -> Iterator[Action]:
    hand = parse_cards(view.hand)
    if entry.offered:
        yield from map(Take, dict.fromkeys(entry.offered.split()))
        return
    if not entry.card:
        equal = tribute.highest(hand, parse_level(view.level))
        yield from map(Tribute, map(str, dict.fromkeys(equal)))
        return
    faces = dict.fromkeys(hand)
    wanted = tribute.offer_size(Face(entry.card), rules_of(view))
    if wanted is None:
        yield from map(Return, map(str, faces))
        return
    for cards in combinations(faces, wanted):
        if len({face.rank for face in cards}) == wanted:
            yield Offer(format_cards(cards))
