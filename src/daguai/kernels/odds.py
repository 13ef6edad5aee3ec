"""How likely plays are to win their trick, as the club bot judges it: in one go for all of them.

``chances`` deals the unseen cards many times and counts; here a formula does, at a hundredth of the
time, and its constants are tuned by what wins deals. What opponents *can* beat is one thing, what
they are *willing* to beat another; both are meant.
"""

from __future__ import annotations

import math
from typing import Final

from daguai.kernels import weights as w
from daguai.kernels._jit import jit
from daguai.kernels.holding import Array
from daguai.kernels.ranking import (
    FIVE_OF_A_KIND,
    JOKER_VALUE,
    LEVEL_VALUE,
    LITTLE,
    PAIR,
    SINGLE,
    STRAIGHT,
    TRIPLE,
)

CATEGORIES: Final = FIVE_OF_A_KIND + 1
VALUES: Final = 17
"""Odds and costs are ``float64[CATEGORIES, VALUES]``."""


@jit()
def _add_opponent(
    cards: int, unseen: Array, total: int, level: int, weights: Array, powers: Array, odds: Array
) -> None:
    """Add to the log-odds of singles, pairs and triples what one opponent may answer."""
    share = min(0.95, cards / max(1, total))  # the chance that it holds a given unseen card
    none = math.log(1.0 - share)
    powers[0] = 1.0
    for n in range(1, VALUES):
        powers[n] = powers[n - 1] * (1.0 - share)
    bigs = int(unseen[LITTLE + 1])
    jokers = int(unseen[LITTLE]) + bigs
    willing = weights[w.ANSWER_WITH_JOKER]
    helped = min(1.0, jokers * share * willing)  # a joker makes up what is missing
    singles = jokers * none * willing
    pairs = 0.0
    if jokers > 1:
        pairs = willing * jokers * (jokers - 1) / 2 * share * share
    triples = 0.0
    odds[SINGLE, JOKER_VALUE] += bigs * none * weights[w.ANSWER_SINGLE]
    if cards >= 2:
        both = bigs * (bigs - 1) / 2 * share * share
        odds[PAIR, JOKER_VALUE] -= weights[w.ANSWER_PAIR] * both
    for value in range(LEVEL_VALUE, -1, -1):
        if value == level:
            continue
        rank = level if value == LEVEL_VALUE else value
        odds[SINGLE, value] += singles * weights[w.ANSWER_SINGLE]
        if cards >= 2:
            odds[PAIR, value] -= min(pairs, 8.0) * weights[w.ANSWER_PAIR]
        if cards >= 3:
            odds[TRIPLE, value] -= min(triples, 8.0) * weights[w.ANSWER_TRIPLE]
        copies = 0
        for face in range(4 * rank, 4 * rank + 4):
            copies += int(unseen[face])
        singles += copies * none
        if copies:  # binomial: none, one or two of them
            of_none = powers[copies]
            of_one = copies * share * powers[copies - 1]
            of_two = copies * (copies - 1) / 2 * share * share * powers[max(0, copies - 2)]
            pairs += max(0.0, 1.0 - of_none - of_one) + of_one * helped
            triples += max(0.0, 1.0 - of_none - of_one - of_two) + of_two * helped


@jit()
def fill_odds(
    unseen: Array, level: int, hand_size: int, sizes: Array, weights: Array, odds: Array,
    costs: Array,
) -> None:  # fmt: skip
    """Fill in the odds of every play, by category and value, and what it costs in a plan.

    Args:
        unseen: ``uint8[54]``, the cards that others hold.
        level: the level rank.
        hand_size: how many cards a fresh hand has.
        sizes: ``int64[seats]``, cards left by seat, in turn order from the player; every other
            seat is an opponent.
        weights: see ``weights``.
        odds: filled with the chance that nobody beats the play.
        costs: filled with what the play costs: the turn, and the lead that may be lost by it.
    """
    total = 0
    for face in range(LITTLE + 2):
        total += int(unseen[face])
    odds[: TRIPLE + 1] = 0.0
    answers = 0.0  # opponents who can answer a five, fresh hands counting one
    for k in range(1, sizes.shape[0], 2):
        if sizes[k]:
            _add_opponent(sizes[k], unseen, total, level, weights, costs[0], odds)
        if sizes[k] >= 5:
            answers += (sizes[k] / hand_size) ** weights[w.FIVE_SHRINK]
    for category in range(TRIPLE + 1):
        for value in range(VALUES):
            if odds[category, value]:
                odds[category, value] = math.exp(min(0.0, odds[category, value]))
            else:
                odds[category, value] = 1.0
    for category in range(STRAIGHT, CATEGORIES):
        rate = max(0.0, weights[w.STRAIGHT + category - STRAIGHT])
        next_rate = 0.0  # of the lowest play of the next category, which the highest nears
        if category < FIVE_OF_A_KIND:
            next_rate = max(0.0, weights[w.STRAIGHT + category - STRAIGHT + 1])
        chance = math.exp(-answers * rate)
        step = math.exp(-answers * (next_rate - rate) / JOKER_VALUE)
        for value in range(VALUES):
            odds[category, value] = chance
            if value < JOKER_VALUE:
                chance *= step
    _fill_costs(weights, odds, costs)


@jit()
def _fill_costs(weights: Array, odds: Array, costs: Array) -> None:
    for category in range(CATEGORIES):
        size = min(category, STRAIGHT)
        lost = weights[w.LOST]
        if size:
            lost *= weights[w.LOST_PAIR + size - 1]
        easy = weights[w.HIGH_SINGLE + size]
        for value in range(VALUES):
            height = value / JOKER_VALUE
            if category >= STRAIGHT:
                height = (category - STRAIGHT + value / JOKER_VALUE) / 6.0
            cost = weights[w.TURN] + lost * (1.0 - odds[category, value])
            costs[category, value] = cost - easy * min(1.0, height)


@jit()
def nearness(cards: int) -> float:
    """Tell how near to running out a player with so many cards is: 1 where one play does it."""
    if cards == 0 or cards > 14:
        return 0.0
    if cards <= 5:
        return 0.7 if cards == 4 else 1.0
    return (15 - cards) / 16.0
