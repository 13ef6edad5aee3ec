"""The beginner bot 新手: greedy and sensible, from the view alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from daguai import exchange, tribute
from daguai.actions import Action, Lay, Offer, Pass, Return, Take, Tribute
from daguai.bots.bot import dice
from daguai.bots.grouping import group
from daguai.bots.hints import JOKERS, SPLIT, WHOLE, lead_weight, options
from daguai.cards import RANKS, Face, format_cards, parse_cards, parse_level
from daguai.moves import unbeatable
from daguai.plays import IllegalPlay, Play, classify
from daguai.view import Move, TributeView, View, rules_of

_NEARLY_OUT: Final = 6
"""An opponent with so few cards or fewer is worth stopping at any price."""
_LAST_TURNS: Final = 4
"""With so few plays left nothing is saved for later."""
_HIGH: Final = RANKS.index("A")
"""Pairs are split and jokers spent only on singles as high as this, unless in need."""


class Beginner:
    """Leads low and follows as cheaply as it can.

    It goes out when it can, now or with the play after one that nothing beats; else it never
    beats a partner. It breaks no five to answer fewer cards and returns its lowest useless card.
    """

    name = "beginner"

    def __init__(self, seed: int | str = 0) -> None:
        self._seed = seed

    def act(self, view: View) -> Action:
        """Choose an action from the view alone; equally good leads are drawn by the seed."""
        match view.phase:
            case "return":
                return self._return(view)
            case "tribute":
                equal = tribute.highest(parse_cards(view.hand), parse_level(view.level))
                return Tribute(str(equal[0]))
            case "take":
                return Take(str(_dearest(_owed(view).offered, view)))
            case _:
                return self._answer(view) if view.to_beat else self._lead(view)

    def _lead(self, view: View) -> Action:
        ready = [play for _, play in options(view)]
        if (finish := _finish(ready, view)) is not None:
            return _lay(finish)
        weights = [lead_weight(play) + self._danger(play, view) for play in ready]
        lightest = min(weights)
        best = [play for play, weight in zip(ready, weights, strict=True) if weight == lightest]
        return _lay(dice(self._seed, view).choice(best) if len(best) > 1 else best[0])

    @staticmethod
    def _danger(play: Play, view: View) -> int:
        """Weigh what an opponent could go out on, unless the play is high itself."""
        rules = rules_of(view)
        low = len(play) == 5 or play.value <= _HIGH
        takers = (
            low and rules.team_of(seat) != rules.team_of(view.seat or 0) and left == len(play)
            for seat, left in enumerate(view.counts)
        )
        return 20 if any(takers) else 0

    @staticmethod
    def _answer(view: View) -> Action:
        rules = rules_of(view)
        seat, other = view.seat, view.to_beat_seat
        assert seat is not None
        assert other is not None
        ready = options(view)
        if (finish := _finish([play for _, play in ready], view)) is not None:
            return _lay(finish)
        if rules.team_of(other) == rules.team_of(seat):
            return Pass()
        left = view.counts[other]
        turns = group(view.hand, rules, view.level).turns
        in_need = turns <= _LAST_TURNS or (left is not None and left <= _NEARLY_OUT)
        table = classify(view.to_beat, rules, view.level)
        worth_it = in_need or (len(table) == 1 and table.value >= _HIGH)
        for cost, play in ready:
            if cost == WHOLE or (cost == SPLIT and worth_it) or (cost == JOKERS and in_need):
                return _lay(play)
        return Pass()

    @staticmethod
    def _return(view: View) -> Action:
        rules = rules_of(view)
        useless = _useless(view)
        wanted = tribute.offer_size(Face(_owed(view).card), rules)
        if wanted is None:
            return Return(str(useless[0]))
        chosen: dict[int, Face] = {}
        for face in useless:
            chosen.setdefault(face.rank, face)
        return Offer(format_cards(list(chosen.values())[:wanted]))


def _finish(ready: Sequence[Play], view: View) -> Play | None:
    """Find the play that empties the hand, or that surely leads to the play that does."""
    hand = Counter(parse_cards(view.hand))
    for play in ready:
        if len(play) == hand.total():
            return play
    for play in ready:
        rest = hand - Counter(play.cards)
        # for fives the count of all answers in three decks takes too long
        if len(play) < 5 and rest.total() <= 5 and _is_play(rest, view):
            seen = [face for move in _moves(view) for face in parse_cards(move.cards)]
            if unbeatable(play, rules_of(view), [*seen, *rest.elements()]):
                return play
    return None


def _is_play(cards: Counter[Face], view: View) -> bool:
    try:
        classify(cards.elements(), rules_of(view), view.level)
    except IllegalPlay:
        return False
    return True


def _moves(view: View) -> Iterator[Move]:
    for trick in (*view.history, view.trick):
        yield from trick.moves


def _owed(view: View) -> TributeView:
    """Find the tribute in which this seat must act."""
    return next(entry for entry in view.tribute if exchange.owes(entry) == view.seat)


def _lay(play: Play) -> Lay:
    return Lay.ascending(str(play))


def _height(face: Face, view: View) -> int:
    return tribute.height(face, parse_level(view.level))


def _dearest(cards: str, view: View) -> Face:
    return max(parse_cards(cards), key=lambda face: _height(face, view))


def _useless(view: View) -> list[Face]:
    """List the whole hand, what is least missed first: low single cards, then low pairs."""
    groups = group(view.hand, rules_of(view), view.level)
    parts = (groups.singles, groups.pairs, groups.triples, groups.fives, groups.jokers)
    low = [face for plays in parts for play in plays for face in play.cards]
    return sorted(low, key=lambda face: _height(face, view) >= _HIGH)  # stable: aces and up last
