"""A quick, sensible grouping of a hand into plays 理牌, without jokers in the groups.

Not the fewest turns that exist, only what a player sees at a glance: fives first where they save
turns, then triples, pairs and single cards. Jokers stay single, to be used where they help.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from daguai.cards import RANKS, SUITS, Face, parse_cards
from daguai.plays import Play, classify
from daguai.rules import Rules

_ACE: Final = len(RANKS) - 1
_RUNS: Final = ((_ACE, 0, 1, 2, 3), *(tuple(range(low, low + 5)) for low in range(_ACE - 3)))
"""The ranks of every straight that does not go around the corner (clause 3.2)."""


@dataclass(frozen=True, slots=True)
class Groups:
    """A hand's cards, each in exactly one play.

    Attributes:
        fives: plays of five cards, without jokers.
        triples: triples, without jokers.
        pairs: pairs, without jokers.
        singles: single natural cards, lowest first.
        jokers: the jokers, each a single, little ones first.
    """

    fives: tuple[Play, ...]
    triples: tuple[Play, ...]
    pairs: tuple[Play, ...]
    singles: tuple[Play, ...]
    jokers: tuple[Play, ...]

    def __iter__(self) -> Iterator[Play]:
        for plays in (self.fives, self.triples, self.pairs, self.singles, self.jokers):
            yield from plays

    @property
    def turns(self) -> int:
        """How many plays 手数 empty the hand in this grouping."""
        return sum(map(len, (self.fives, self.triples, self.pairs, self.singles, self.jokers)))


@lru_cache(maxsize=4096)
def group(hand: str, rules: Rules, level: str) -> Groups:
    """Group a hand, given in notation.

    >>> groups = group("3S 3H 3D 4S 4H 7S 8H 9D TC JS QH BJ", Rules.preset("classic"), "2")
    >>> [str(play) for play in groups]
    ['7S 8H 9D TC JS', '3S 3H 3D 4S 4H', 'QH', 'BJ']
    """
    loose: list[list[Face]] = [[] for _ in RANKS]
    jokers: list[Face] = []
    for face in sorted(parse_cards(hand)):
        (jokers if face.is_joker else loose[face.rank]).append(face)
    fives = _take_runs_and_flushes(loose, level)
    fours: list[list[Face]] = []
    for cards in loose:
        while len(cards) >= 5:
            fives.append(_take(cards, 5))
        if len(cards) == 4:
            fours.append(_take(cards, 4))

    def low_first(size: int) -> list[list[Face]]:
        ranks = sorted(range(len(RANKS)), key=lambda rank: (RANKS[rank] == level, rank))
        return [loose[rank] for rank in ranks if len(loose[rank]) == size]

    for four in fours:
        small = next(iter(low_first(1) or low_first(2)), None)
        if small is None:  # nothing to go with it: a triple and a single card
            loose[four[0].rank].extend(four)
        else:
            fives.append(four + _take(small, 1))
    triples, pairs = low_first(3), low_first(2)
    for triple, pair in zip(triples, pairs, strict=False):
        fives.append(_take(triple, 3) + _take(pair, 2))
    left: dict[int, list[Play]] = {1: [], 2: [], 3: []}
    for cards in loose:
        if len(cards) == 4:
            left[1].append(classify(_take(cards, 1), rules, level))
        if cards:
            left[len(cards)].append(classify(cards, rules, level))
    for plays in left.values():
        plays.sort(key=lambda play: play.strength)
    return Groups(
        fives=tuple(classify(cards, rules, level) for cards in fives),
        triples=tuple(left[3]),
        pairs=tuple(left[2]),
        singles=tuple(left[1]),
        jokers=tuple(classify([joker], rules, level) for joker in jokers),
    )


def _take(cards: list[Face], count: int) -> list[Face]:
    taken = cards[:count]
    del cards[:count]
    return taken


def _take_runs_and_flushes(loose: Sequence[list[Face]], level: str) -> list[list[Face]]:
    """Take straights and flushes out of a hand as long as each saves a turn."""
    taken: list[list[Face]] = []
    high = {RANKS.index(level), _ACE}
    while True:
        best: list[Face] = []
        least = _turns(loose), 0
        for cards in _candidates(loose):
            # of equally good ones that which spends the fewest high cards
            cost = 1 + _turns_without(loose, cards), sum(face.rank in high for face in cards)
            if cost < least and cost[0] < _turns(loose):
                best, least = cards, cost
        if not best:
            return taken
        for face in best:
            loose[face.rank].remove(face)
        taken.append(best)


def _candidates(loose: Sequence[list[Face]]) -> Iterator[list[Face]]:
    """Find straight flushes, straights and flushes; the first of equally good ones is taken."""
    for run in _RUNS:
        if all(loose[rank] for rank in run):
            for suit in range(len(SUITS)):
                flush = [Face(len(SUITS) * rank + suit) for rank in run]
                if all(face in loose[face.rank] for face in flush):
                    yield flush
    for suit in range(len(SUITS)):
        suited = {face for cards in loose for face in cards if face.suit == suit}
        if len(suited) >= 5:
            # cards that stand alone leave first, low ones before high ones
            yield sorted(suited, key=lambda face: (len(loose[face.rank]), face))[:5]
    for run in _RUNS:
        if all(loose[rank] for rank in run):
            yield [loose[rank][0] for rank in run]


def _turns_without(loose: Sequence[list[Face]], cards: Iterable[Face]) -> int:
    counts = [len(faces) for faces in loose]
    for face in cards:
        counts[face.rank] -= 1
    return _count_turns(counts)


def _turns(loose: Sequence[list[Face]]) -> int:
    return _count_turns([len(faces) for faces in loose])


def _count_turns(counts: Iterable[int]) -> int:
    kinds = [0] * 5
    fives = 0
    for count in counts:
        fives += count // 5
        kinds[count % 5] += 1
    _, singles, pairs, triples, fours = kinds
    return fives + fours + triples + max(0, pairs - triples) + max(0, singles - fours)
