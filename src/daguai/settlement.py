"""What a deal's finishing order is worth: winner, caught, whose deal is next, levels and points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from daguai.errors import CodedError
from daguai.rules import TEAMS, Rules

_WON: Final = {1: 3, 2: 5, 3: 8}
"""Scoring ``placement``: points by players caught (clause 9.2)."""
_DRAWN: Final = {1: 1, 2: 0}
"""Scoring ``placement``: points of a drawn deal by players of F's team still in (clause 9.2)."""
_UPGRADE: Final = (3, -1)
"""Scoring ``upgrade``: for the dealer team that wins, and for its opponents (clause 9.1)."""
_OTHERWISE: Final = 1
"""Scoring ``upgrade``: for everybody after any other result (clause 9.1)."""


class SettlementError(CodedError):
    """An order in which no deal can have ended.

    Attributes:
        code: ``unknown_seat``, ``unknown_team``, ``repeated_seat``, ``deal_not_over`` (no team is
            out yet), ``deal_already_over`` (a team was out before the last of the order).
    """


@dataclass(frozen=True, slots=True)
class Result:
    """What a deal came to (clauses 8 and 9).

    Attributes:
        winner: the winning team, or None when the deal is drawn (8.1).
        caught: seats caught 被抓, ascending (8.1).
        next_dealer_team: whose deal it is next (8.2-8.4).
        level_up: the team that rises, or None.
        levels_gained: by how many levels, before the final level stops it (8.2, 10.1).
        points: of each player of team 0 and of team 1 (9).
        clause: the clause that decided: ``"8.2"``, ``"8.3"`` or ``"8.4"``.
    """

    winner: int | None
    caught: tuple[int, ...]
    next_dealer_team: int
    level_up: int | None
    levels_gained: int
    points: tuple[int, int]
    clause: str


def settle(order: Iterable[int], dealer_team: int, rules: Rules) -> Result:
    """Settle a deal 结算 from the seats that ran out, in order.

    The order stops with the seat whose going out put its whole team out (clause 6.4).

    >>> result = settle([2, 3, 0, 4], dealer_team=0, rules=Rules.preset("classic"))
    >>> result.winner, result.caught, result.level_up, result.points, result.clause
    (0, (1, 5), 0, (3, -1), '8.2')
    >>> settle([2, 3, 0], dealer_team=0, rules=Rules.preset("classic"))
    Traceback (most recent call last):
    daguai.settlement.SettlementError: the deal is not over: no team is entirely out after 2, 3, 0

    Raises:
        SettlementError: no deal ends with this order, or there is no such team.
    """
    order = tuple(order)
    _check(order, dealer_team, rules)
    first_team = rules.team_of(order[0])
    out = set(order)
    won = out.issuperset(rules.team_seats(first_team))
    # The other team is not entirely out when F's is, and the other way round.
    still_in = tuple(seat for seat in range(rules.seats) if seat not in out)
    keeps = first_team == dealer_team
    gains = won and keeps
    return Result(
        winner=first_team if won else None,
        caught=still_in if won else (),
        next_dealer_team=first_team,
        level_up=first_team if gains else None,
        levels_gained=0 if not gains else len(still_in) if rules.level_gain == "by_caught" else 1,
        points=_points(first_team, won, gains, len(still_in), rules),
        clause="8.2" if gains else "8.3" if keeps else "8.4",
    )


def _points(
    first_team: int, won: bool, gains: bool, still_in: int, rules: Rules
) -> tuple[int, int]:
    """Clause 9, for each player of team 0 and of team 1."""
    if rules.scoring == "upgrade":
        ours, theirs = _UPGRADE if gains else (_OTHERWISE, _OTHERWISE)
    else:
        ours, theirs = (_WON if won else _DRAWN)[still_in], 0
    return (ours, theirs) if first_team == 0 else (theirs, ours)


def _check(order: Sequence[int], dealer_team: int, rules: Rules) -> None:
    if dealer_team not in range(TEAMS):
        message = f"there is no team {dealer_team!r}: expected 0 or 1"
        raise SettlementError("unknown_team", message, team=repr(dealer_team))
    left = [rules.team_size] * TEAMS
    for place, seat in enumerate(order):
        before = ", ".join(map(str, order[:place]))
        if seat not in range(rules.seats):
            message = f"there is no seat {seat!r}: expected 0 to {rules.seats - 1}"
            raise SettlementError("unknown_seat", message, seat=repr(seat))
        if seat in order[:place]:
            message = f"seat {seat} runs out twice"
            raise SettlementError("repeated_seat", message, seat=str(seat))
        if 0 in left:
            message = f"the deal was over before seat {seat}: a team is entirely out after {before}"
            raise SettlementError("deal_already_over", message, seat=str(seat), before=before)
        left[rules.team_of(seat)] -= 1
    if 0 not in left:
        out = ", ".join(map(str, order)) or "nobody"
        message = f"the deal is not over: no team is entirely out after {out}"
        raise SettlementError("deal_not_over", message, before=out)
