"""Tribute and return 进贡还贡 as the club bot sees them (clause 7).

Whoever gives and whoever receives are always opponents. So a return is the card that is missed
least in the own plan and is of least use to the giver: low ones first.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

import numpy as np

from daguai import exchange, kernels, tribute
from daguai.actions import Action, Offer, Return, Take, Tribute
from daguai.bots.club_reading import Reading, read
from daguai.bots.club_weights import Weights
from daguai.bots.explanation import Candidate
from daguai.cards import FACES, Face, format_cards, parse_cards, parse_level
from daguai.view import TributeView, View

_USE: Final = 0.03
"""What a card is worth to an opponent for each step it is higher than the lowest."""
_OFFERED: Final = 6
"""So many of the least useful cards are thought of for an offer."""


def exchanges(view: View, weights: Weights) -> list[Candidate]:
    """List what the seat may do in tribute, the best first."""
    entry = next(entry for entry in view.tribute if exchange.owes(entry) == view.seat)
    reading = read(view)
    level = parse_level(view.level)
    hand = parse_cards(view.hand)
    if entry.offered:
        gain = _without(reading, weights, 1)
        found = [
            _candidate(Take(str(face)), -gain[face], "best_for_hand")
            for face in dict.fromkeys(parse_cards(entry.offered))
        ]
    elif not entry.card:
        loss = _without(reading, weights, -1)
        found = [
            _candidate(Tribute(str(face)), -loss[face], "least_missed")
            for face in dict.fromkeys(tribute.highest(hand, level))
        ]
    else:
        found = _returns(entry, reading, weights, level)
    return sorted(found, key=lambda candidate: -candidate.value)


def _returns(entry: TributeView, reading: Reading, weights: Weights, level: int) -> list[Candidate]:
    loss = _without(reading, weights, -1)
    worth = {
        face: -loss[face] - _USE * tribute.height(face, level)
        for face in FACES
        if reading.hand[face]
    }
    wanted = tribute.offer_size(Face(entry.card), reading.rules)
    if wanted is None:
        return [
            _candidate(Return(str(face)), value, "least_missed") for face, value in worth.items()
        ]
    # of each rank the card that is missed least; the giver takes the best of what is offered
    best: dict[int, Face] = {}
    for face in sorted(worth, key=lambda face: -worth[face]):
        best.setdefault(face.rank, face)
    few = list(best.values())[: max(_OFFERED, wanted)]
    return [
        _candidate(Offer(format_cards(cards)), sum(worth[face] for face in cards), "least_missed")
        for cards in combinations(few, wanted)
    ]


def _candidate(action: Action, value: float, reason: str) -> Candidate:
    return Candidate(action, round(float(value), 4), reason)


def _without(reading: Reading, weights: Weights, change: int) -> list[float]:
    """Return what the plan costs with one card more or less, by face."""
    costs = np.empty(len(FACES))
    kernels.weigh_cards(
        reading.hand,
        reading.unseen,
        reading.table,
        reading.sizes,
        weights.array,
        reading.tables,
        change,
        costs,
    )
    found: list[float] = costs.tolist()
    return found
