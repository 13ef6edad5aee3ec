"""The deals of the arena: drawn from a public seed, each on its own.

A deal follows a deal before it whose finishing order is drawn, every order being equally likely.
Three in five of those were won, so that three in five deals begin with tribute and return; in the
others the first finisher leads. The levels of both teams are drawn too.
"""

from __future__ import annotations

from daguai.cards import RANKS, parse_level
from daguai.events import DealEnded, DealStarted, Event
from daguai.match import Match
from daguai.rules import Rules
from daguai.settlement import settle
from daguai.shuffle import SeededDealing, Shuffle, deal_secret


def opening(seed: str, number: int, rules: Rules) -> Match:
    """Return a match in which the deal of this number has been dealt, and which ends with it.

    >>> match = opening("public", 1, Rules.preset("points"))
    >>> match.view(None).deal, len(match.view(match.to_act[0]).hand.split())
    (2, 27)
    """
    text = f"{seed}/{number}"
    match = Match(rules, SeededDealing(text), auto_deal=False, events=_deal_before(text, rules))
    match.start_deal()
    return match


def whole_match(seed: str, number: int, rules: Rules) -> Match:
    """Return a match of this number at its beginning."""
    return Match.new(rules, f"{seed}/{number}")


def _deal_before(text: str, rules: Rules) -> tuple[Event, ...]:
    """Draw the deal before: its levels, dealer and finishing order (clauses 6.4 and 8)."""
    stream = Shuffle(rules, deal_secret(text, 1)).stream("arena")
    final = parse_level(rules.final_level)
    levels = (RANKS[stream.below(final + 1)], RANKS[stream.below(final + 1)])
    dealer = stream.below(rules.seats)
    order = list(range(rules.seats))
    stream.shuffle(order)
    out = list(order)
    while rules.team_of(out[-1]) == rules.team_of(out[-2]):
        out.pop()  # these did not run out: the other team was out before them
    out.pop()
    result = settle(out, rules.team_of(dealer), rules)
    return (
        DealStarted(number=1, dealer=dealer, levels=levels, commitment=""),
        DealEnded(
            order=tuple(order),
            finished=len(out),
            winner=result.winner,
            caught=result.caught,
            next_dealer_team=result.next_dealer_team,
            levels_gained=0,
            levels=levels,
            points=(0, 0),
            clause=result.clause,
            hands=("",) * rules.seats,
            secret="",
            entropy=(),
        ),
    )
