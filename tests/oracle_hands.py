"""Hands worth trying, for seeded bulk tests and for data; nothing here imports ``daguai``.

Uniform hands seldom hold what is hard (many jokers, one suit, few ranks), so hands are drawn from
pools: all three decks, or a part of them that makes one kind of play common.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import oracle

DECKS = 3
LADDER = "A" + oracle.RANKS


def _shoe(keep: Callable[[str], bool], jokers: bool = True) -> tuple[str, ...]:
    """The cards of three decks that ``keep`` lets through, with the jokers or without."""
    return tuple(
        card
        for card in oracle.DECK
        if (jokers if card in oracle.JOKERS else keep(card))
        for _ in range(DECKS)
    )


def _pools() -> dict[str, list[tuple[str, ...]]]:
    near = [LADDER[i : i + 6] for i in range(len(LADDER) - 5)] + ["QKA234"]
    few = ["2A7", "345", "9TJ", "K2A", "448", "555"]
    return {
        "any": [_shoe(lambda _: True)],
        "no_jokers": [_shoe(lambda _: True, jokers=False)],
        "one_suit": [_shoe(lambda card, suit=suit: card[1] == suit) for suit in oracle.SUITS],
        "few_ranks": [_shoe(lambda card, ranks=ranks: card[0] in ranks) for ranks in few],
        "near_run": [_shoe(lambda card, ranks=ranks: card[0] in ranks) for ranks in near],
        "short_suit": [
            _shoe(lambda card, ranks=ranks, suit=suit: card[0] in ranks and card[1] == suit)
            for ranks in near
            for suit in oracle.SUITS
        ],
    }


POOLS = _pools()
#: Every combination of the options that decide what a play is worth.
PLAY_OPTIONS = tuple(
    dict(zip(oracle.PLAY_OPTIONS, values, strict=True))
    for values in product(*oracle.PLAY_OPTIONS.values())
)


def sample_hand(random: Random, size: int, pool: str | None = None) -> list[str]:
    """Some cards of a pool (of all, when it has too few), joker-rich one time in three."""
    shoe = random.choice(POOLS[pool or random.choice(list(POOLS))])
    if random.random() < 1 / 3:
        wanted = random.randint(1, 2 * DECKS)
        shoe = (*shoe, *[joker for joker in oracle.JOKERS for _ in range(DECKS)] * wanted)
    hand: list[str] = []
    everything = POOLS["any"][0]
    for card in random.sample(shoe, len(shoe)) + random.sample(everything, len(everything)):
        if len(hand) == size:
            break
        if hand.count(card) < DECKS:
            hand.append(card)
    return hand
