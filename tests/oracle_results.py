"""A second judge of a deal's result, from clauses 8 and 9 alone, without ``daguai``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

SEATS = range(6)
TEAMS = (range(0, 6, 2), range(1, 6, 2))  # clause 1.1


class Outcome(NamedTuple):
    """A deal's result in the fields of ``cases/results.jsonl``."""

    winner: int | None
    caught: list[int]
    next_dealer_team: int
    level_up: int | None
    points: list[int]


def orders() -> Iterator[tuple[int, ...]]:
    """Clause 6.4: every order in which seats can run out, cut where one team is entirely out."""
    found: dict[tuple[int, ...], None] = {}
    for seats in permutations(SEATS):
        for length in range(1, len(seats) + 1):
            if any(set(team) <= set(seats[:length]) for team in TEAMS):
                found[seats[:length]] = None
                break
    yield from found


def settle(order: Sequence[int], dealer_team: int, scoring: str) -> Outcome:
    """Clauses 8.1–8.4 and 9.1–9.3, case by case."""
    first = 0 if order[0] in TEAMS[0] else 1
    other = 1 - first
    still_in = [seat for seat in SEATS if seat not in order]
    won = all(seat in order for seat in TEAMS[first])
    caught = [seat for seat in still_in if seat in TEAMS[other]] if won else []
    points = [0, 0]
    if scoring == "upgrade":  # 9.1
        if won and first == dealer_team:
            points[first], points[other] = 3, -1
        else:
            points = [1, 1]
    elif won:  # 9.2
        points[first] = {3: 8, 2: 5, 1: 3}[len(caught)]
    else:  # 9.2, 9.3
        points[first] = {1: 1, 2: 0}[len([seat for seat in still_in if seat in TEAMS[first]])]
    return Outcome(
        winner=first if won else None,
        caught=caught,
        next_dealer_team=dealer_team if first == dealer_team else first,  # 8.2, 8.3; 8.4
        level_up=first if won and first == dealer_team else None,  # 8.2
        points=points,
    )
