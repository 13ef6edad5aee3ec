"""Sensible plays 提示 from a view, the cheapest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final

from daguai.bots.grouping import Groups, group
from daguai.cards import Cards, Face, parse_cards
from daguai.plays import IllegalPlay, Play, classify
from daguai.view import View, rules_of

WHOLE: Final = 0
"""A play that the grouped hand has ready, or the whole hand at once."""
SPLIT: Final = 1
"""Part of a triple or pair, or a joker by itself."""
JOKERS: Final = 2
"""Jokers spent to make up the count."""


def hints(view: View) -> list[Play]:
    """List sensible leads or answers of the seat to act, the cheapest first.

    An answer that needs more than the groups of the hand, such as the breaking of a five, is
    listed only where nothing else answers; the list is empty when nothing does.
    """
    plays = [play for _, play in options(view)]
    if plays or not view.to_beat:
        return plays
    from daguai.moves import legal_plays  # noqa: PLC0415  (loads the compiled kernels)

    every = legal_plays(view.hand, rules_of(view), view.level, view.to_beat)
    return sorted(every, key=lambda play: (play.jokers, play.strength))[:8]


def options(view: View) -> list[tuple[int, Play]]:
    """List the plays the grouped hand offers, each with what it costs: ``WHOLE`` and so on."""
    rules = rules_of(view)
    groups = group(view.hand, rules, view.level)
    whole = _play(view.hand, view) if len(parse_cards(view.hand)) in (1, 2, 3, 5) else None
    if not view.to_beat:
        return _leads(groups, whole)
    table = classify(view.to_beat, rules, view.level)
    found: dict[tuple[Face, ...], tuple[int, Play]] = {}
    for cost, play in _answers(groups, whole, len(table), view):
        if play.beats(table) and play.cards not in found:
            found[play.cards] = (cost, play)
    return sorted(found.values(), key=lambda option: (option[0], option[1].strength))


def _leads(groups: Groups, whole: Play | None) -> list[tuple[int, Play]]:
    if whole is not None:
        return [(WHOLE, whole)]
    return [(WHOLE, play) for play in dict.fromkeys(sorted(groups, key=lead_weight))]


def lead_weight(play: Play) -> int:
    """Weigh a lead: the lower the sooner it goes; more cards weigh less, strong fives more."""
    if len(play) == 5:
        order = play.category.order
        return 12 * (order - 5) + _value(play) // 2 if order > 5 else 2 * order - 6
    return _value(play) - len(play)


def _value(play: Play) -> int:
    """The compared rank as a number: 0 for a 2 … 12 ace, 13 level rank, 14 and up jokers."""
    return min(play.value, 16)


def _answers(
    groups: Groups, whole: Play | None, size: int, view: View
) -> Iterator[tuple[int, Play]]:
    if whole is not None:
        yield WHOLE, whole
    jokers = [face for play in groups.jokers for face in play.cards]
    if len(jokers) >= 5:
        yield JOKERS, _must(jokers[:5], view)
    if size == 5:
        yield from ((WHOLE, play) for play in groups.fives)
        yield from _made_fives(groups, jokers, view)
        return
    ready = {1: groups.singles, 2: groups.pairs, 3: groups.triples}[size]
    yield from ((WHOLE, play) for play in ready)
    larger = (play for play in (*groups.pairs, *groups.triples) if len(play) > size)
    yield from ((SPLIT, _must(play.cards[:size], view)) for play in larger)
    if size == 1:
        yield from ((SPLIT, play) for play in groups.jokers)
        return
    for spent in range(1, min(size, len(jokers)) + 1):
        smaller = (*groups.singles, *groups.pairs)
        for play in smaller if spent < size else ():
            if len(play) == size - spent:
                yield JOKERS, _must((*play.cards, *jokers[:spent]), view)
        if spent == size:
            for chosen in (jokers[:size], jokers[-size:]):
                yield JOKERS, _must(chosen, view)


def _made_fives(groups: Groups, jokers: list[Face], view: View) -> Iterator[tuple[int, Play]]:
    """Make fives of loose triples and pairs with the help of jokers."""
    small = [play.cards[0] for play in groups.singles[:1]]
    for play in (*groups.triples, *groups.pairs):
        spent = 4 - len(play)
        if spent <= len(jokers) and small and small[0] not in play.cards:
            yield JOKERS, _must((*play.cards, *jokers[:spent], *small), view)
    for one, two in combinations(groups.pairs, 2):
        if jokers:
            yield JOKERS, _must((*one.cards, *two.cards, jokers[0]), view)
    for five in groups.fives:
        if five.category.value == "four_and_one" and jokers:
            four = [face for face in five.cards if str(face)[0] == five.rank]
            if len(four) == 4:
                yield JOKERS, _must((*four, jokers[0]), view)


def _play(cards: Cards, view: View) -> Play | None:
    try:
        return classify(cards, rules_of(view), view.level)
    except IllegalPlay:
        return None


def _must(cards: Iterable[Face], view: View) -> Play:
    return classify(tuple(cards), rules_of(view), view.level)
