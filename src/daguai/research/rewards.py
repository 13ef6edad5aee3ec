"""What the end of a deal is worth to each seat.

===============  ================================================================================
``difference``   the default: points of the own team less the other's (clause 9), the same for all
                 partners, so all seats together get 0
``points``       the points of clause 9 as they are; all may get some
``match``        1 for the team that wins the match, -1 for the other, 0 when it is drawn and
                 whenever it goes on
===============  ================================================================================
"""

from __future__ import annotations

from typing import Final

from daguai.errors import CodedError
from daguai.rules import Rules
from daguai.settlement import settle
from daguai.state import MatchState

REWARDS: Final = ("difference", "points", "match")
DEFAULT: Final = "difference"


class RewardError(CodedError):
    """A reward that does not exist, or not here.

    Attributes:
        code: ``unknown_reward``, or ``no_match`` (``match`` for single deals).
    """


def check(kind: str, match: bool) -> None:
    """Check that there is such a reward.

    Raises:
        RewardError: there is none, or it asks for a match where single deals are played.
    """
    if kind not in REWARDS:
        known = ", ".join(REWARDS)
        message = f"there is no reward {kind!r}: expected one of {known}"
        raise RewardError("unknown_reward", message, text=kind, known=known)
    if kind == "match" and not match:
        raise RewardError("no_match", "reward 'match' needs whole matches: single deals are played")


def of_teams(points: tuple[int, int], kind: str) -> tuple[float, float]:
    """Return what each team gets for the points of a deal.

    >>> of_teams((3, -1), "difference"), of_teams((3, -1), "points")
    ((4.0, -4.0), (3.0, -1.0))
    """
    if kind == "points":
        return float(points[0]), float(points[1])
    difference = float(points[0] - points[1]) if kind == "difference" else 0.0
    return difference, 0.0 - difference  # never -0.0


def of_step(before: MatchState, after: MatchState, kind: str) -> tuple[float, ...]:
    """Return what each seat gets for all that happened between two states of a match."""
    points = after.points[0] - before.points[0], after.points[1] - before.points[1]
    teams = of_teams(points, kind)
    if kind == "match" and before.end is None and after.end is not None:
        winner = after.end.winner
        teams = (0.0, 0.0) if winner is None else (1.0 - 2 * winner, 2.0 * winner - 1)
    return tuple(teams[after.rules.team_of(seat)] for seat in range(after.rules.seats))


def outcomes(rules: Rules) -> dict[tuple[bool, int], tuple[int, int]]:
    """Return the points of every outcome of a deal.

    The key is whether the first finisher is of the dealer team, and how many opponents are caught,
    or if drawn minus how many of the first finisher's team still hold cards; the value is the
    points of the first finisher's team and of the other (clauses 8 and 9).
    """
    size = rules.team_size
    ours, theirs = rules.team_seats(0), rules.team_seats(1)
    orders = {left: [ours[0], *theirs[: size - left], *ours[1:]] for left in range(1, size + 1)}
    orders |= {-left: [*ours[: size - left], *theirs] for left in range(1, size)}
    found = {}
    for dealers in (True, False):
        for outcome, order in orders.items():
            result = settle(order, 0 if dealers else 1, rules)
            found[dealers, outcome] = result.points
    return found


def bounds(rules: Rules, kind: str) -> tuple[float, float]:
    """Return the least and the most that a seat can get for one deal, or for the whole match.

    >>> bounds(Rules.preset("classic"), "difference"), bounds(Rules.preset("points"), "points")
    ((-4.0, 4.0), (0.0, 8.0))
    """
    if kind == "match":
        return -1.0, 1.0
    each = [value for points in outcomes(rules).values() for value in of_teams(points, kind)]
    return min(each), max(each)
