"""How likely a play holds its trick, from what is still out."""

from __future__ import annotations

from math import exp
from typing import Final

from daguai.kernels._jit import jit
from daguai.kernels.holding import CARDS, Array
from daguai.kernels.playouts import TEAMS
from daguai.kernels.policy_groups import KINDS, VALUES, kind_of
from daguai.kernels.policy_weights import (
    CHANCE_FIVES,
    CHANCE_SMALL,
    CHANCE_VALUE,
    PLAN_FIVES,
    PLAN_HOLD,
)
from daguai.kernels.ranking import SHIFT, STRAIGHT, TRIPLE

NEAR: Final = 8
"""Who has fewer cards is near to going out."""
SHARES: Final = 4
"""How likely one card, two and three given cards lie with one opponent each; and how many of
three opponents may still have a five."""


@jit()
def fill_shares(seat: int, plans: Array, shares: Array) -> None:
    """Work out where the cards that a seat does not hold may lie, from the counts alone."""
    others = 0
    for other in range(plans.shape[0]):
        if other != seat:
            others += plans[other, CARDS]
    for i in range(SHARES):
        shares[i] = 0.0
    if others == 0:
        return
    for other in range(plans.shape[0]):
        cards = plans[other, CARDS]
        if (other - seat) % TEAMS and cards:
            share = cards / others
            shares[0] += share
            if cards >= 2:
                shares[1] += share * share
            if cards >= 3:
                shares[2] += share * share * share
            if cards >= 5:
                shares[3] += TEAMS / plans.shape[0]


@jit()
def chance(strength: int, out: int, flags: int, weights: Array, shares: Array) -> float:
    """Return how likely a play holds its trick.

    Args:
        strength: the play.
        out: the cards of others, four bits for the count of each value.
        flags: bits of ``kernels.flags``.
        weights: the parameters.
        shares: as ``fill_shares`` leaves them.
    """
    category = strength >> SHIFT
    value = kind_of(strength, flags) - category * VALUES
    if category > TRIPLE:
        base = weights[CHANCE_FIVES + category - STRAIGHT] + weights[CHANCE_VALUE] * value / 14.0
        return float(1.0 - (1.0 - min(base, 1.0)) * shares[3])
    better = 0
    higher = out >> (4 * (value + 1)) if value < 15 else 0
    while higher:
        count = higher & 15
        if category == 0:
            better += count
        elif category == 1:
            better += count * (count - 1) // 2
        else:
            better += count * (count - 1) * (count - 2) // 6
        higher >>= 4
    return exp(-weights[CHANCE_SMALL + category] * better * shares[category])


@jit()
def fill_costs(out: int, weights: Array, shares: Array, costs: Array) -> None:
    """Work out what groups cost in a plan, by category and value."""
    for kind in range(KINDS):
        category = kind // VALUES
        hold = chance(category << SHIFT | kind % VALUES, out, 0, weights, shares)
        fives = weights[PLAN_FIVES] if category > TRIPLE else 0.0
        costs[kind] = 1.0 - fives - weights[PLAN_HOLD] * hold
