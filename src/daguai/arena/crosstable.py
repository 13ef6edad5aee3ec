"""Several bots against one another: every pairing measured, and ratings from all deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from daguai.arena.lineups import LineUp
from daguai.arena.measuring import Measurement, measure
from daguai.arena.playing import Pair, Terms
from daguai.arena.statistics import Estimate


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's strength by openskill (Plackett-Luce), from the outcomes of deals.

    Attributes:
        bot: the line-up.
        mu: the estimate; everybody starts at 25. None if no deal of it counted.
        sigma: its uncertainty.
    """

    bot: str
    mu: float | None
    sigma: float | None


@dataclass(frozen=True, slots=True)
class CrossTable:
    """All pairings of several bots.

    Attributes:
        bots: the line-ups as written.
        games: a measurement for each pairing, the earlier bot as A.
        ratings: a rating for each bot, the strongest first.
    """

    bots: tuple[str, ...]
    games: tuple[Measurement, ...]
    ratings: tuple[Rating, ...]

    def points(self, a: str, b: str) -> Estimate | None:
        """Return the points a deal of one bot over another; None for itself."""
        for game in self.games:
            texts = (game.terms.sides[0].text, game.terms.sides[1].text)
            if texts == (a, b):
                return game.points
            if texts == (b, a):
                return -game.points
        return None

    def json(self) -> dict[str, Any]:
        """Return all of it as one JSON object."""
        return {
            "bots": list(self.bots),
            "games": [game.json() for game in self.games],
            "ratings": [
                {"bot": rating.bot, "mu": rating.mu, "sigma": rating.sigma}
                for rating in self.ratings
            ],
            "pairs": sum(len(game.pairs) for game in self.games),
            "faults": sum(len(game.faults) for game in self.games),
        }


def cross_table(
    line_ups: Sequence[LineUp],
    terms: Terms,
    pairs: int,
    *,
    jobs: int | None = None,
    stop_early: bool = False,
    progress: Callable[[Pair], None] | None = None,
) -> CrossTable:
    """Measure every pairing; all of them play the same cards.

    Args:
        line_ups: the bots, each once.
        terms: rules and seed; its sides do not matter.
        pairs: how many pairs each pairing plays.
        jobs: as in ``measure``.
        stop_early: as in ``measure``.
        progress: as in ``measure``.
    """
    games = tuple(
        measure(
            replace(terms, sides=sides),
            pairs,
            jobs=jobs,
            stop_early=stop_early,
            progress=progress,
        )
        for sides in combinations(line_ups, 2)
    )
    return CrossTable(tuple(line_up.text for line_up in line_ups), games, _ratings(games))


def _ratings(games: Sequence[Measurement]) -> tuple[Rating, ...]:
    """Rate by every deal, the pairings in turn, since what comes last counts most."""
    from openskill.models import PlackettLuce  # noqa: PLC0415  (wanted here only)

    model = PlackettLuce()
    ratings: dict[str, Any] = {
        side.text: model.rating(name=side.text) for game in games for side in game.terms.sides
    }
    longest = max((len(game.pairs) for game in games), default=0)
    for number in range(longest):
        for game in games:
            if number < len(game.pairs):
                a, b = (side.text for side in game.terms.sides)
                for points in game.pairs[number].points:
                    scores = [float(points), 0.0]
                    [[ratings[a]], [ratings[b]]] = model.rate(
                        [[ratings[a]], [ratings[b]]], scores=scores
                    )
    played = {side.text for game in games if game.pairs for side in game.terms.sides}
    return tuple(
        Rating(bot, ratings[bot].mu, ratings[bot].sigma)
        if bot in played
        else Rating(bot, None, None)
        for bot in sorted(ratings, key=lambda bot: (bot not in played, -ratings[bot].mu))
    )
