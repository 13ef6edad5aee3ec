"""A match's whole state as a fold over its events: levels, dealer, scoring, end (clauses 8-10).

``begin`` starts a deal, ``decide`` judges an action, ``evolve`` applies an event; all are pure.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import SupportsIndex

import msgspec

from daguai import deal as deals
from daguai import exchange
from daguai.actions import Action, IllegalAction, Lay, Offer, Pass, Return, Take, Tribute
from daguai.cards import RANKS, format_cards, parse_level
from daguai.deal import Deal
from daguai.dealing import DealtCards
from daguai.events import DealEnded, DealStarted, Dealt, Event, MatchEnded
from daguai.rules import Rules
from daguai.settlement import settle

ACTIONS = (Pass, Lay, Return, Tribute, Offer, Take)


class MatchState(msgspec.Struct, frozen=True):
    """The whole state of a match, hidden cards included.

    Attributes:
        rules: the table's rules.
        levels: each team's level 级, 0..12 (clause 1.3).
        points: points so far of each player of team 0 and of team 1 (clause 9).
        failures: deals each team has begun as dealer at the final level (clause 10.2); a team
            that wins such a deal has won the match.
        deal: the current deal, or between deals the last; None before the first.
        underway: whether that deal goes on.
        result: the last deal's result.
        end: how the match ended.
    """

    rules: Rules
    levels: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    failures: tuple[int, int] = (0, 0)
    deal: Deal | None = None
    underway: bool = False
    result: DealEnded | None = None
    end: MatchEnded | None = None

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe an action now, ascending."""
        return self.deal.to_act if self.deal is not None and self.underway else ()

    @property
    def deals_begun(self) -> int:
        """How many deals have begun."""
        return 0 if self.deal is None else self.deal.number


def level_names(levels: tuple[int, int]) -> tuple[str, str]:
    """Return both teams' levels in notation."""
    return RANKS[levels[0]], RANKS[levels[1]]


def fold(rules: Rules, events: Iterable[Event]) -> MatchState:
    """Return the state that events lead to, from the start of a match."""
    state = MatchState(rules)
    for event in events:
        state = evolve(state, event)
    return state


def begin(state: MatchState, cards: DealtCards) -> tuple[MatchState, tuple[Event, ...]]:
    """Start the next deal with these cards; return what happens up to the first choice.

    Raises:
        DealingError: the cards are not the decks, or not the tribute.
        ValueError: a deal is underway, or the match is over.
    """
    if state.underway or state.end is not None:
        raise ValueError("the next deal cannot start now")
    cards.check(state.rules)
    started = DealStarted(
        number=state.deals_begun + 1,
        dealer=_next_dealer(state, cards.first_dealer),
        levels=level_names(state.levels),
        commitment=cards.commitment,
    )
    dealt = Dealt(tuple(map(format_cards, cards.hands)), cards.secret, cards.entropy)
    state = evolve(evolve(state, started), dealt)
    deal = _current(state)
    paid = tuple(exchange.pay(deal.hands, deal.tributes, deal.level, deal.rules, cards))
    for event in paid:
        state = evolve(state, event)
    state, following = _follow(state)
    return state, (started, dealt, *paid, *following)


def decide(state: MatchState, seat: int, action: Action) -> tuple[Event, ...]:
    """Judge an action; return all it causes, in order.

    Raises:
        IllegalAction: the rules do not allow it, or it is no action or no seat at all.
    """
    return advance(state, seat, action)[1]


def advance(state: MatchState, seat: int, action: Action) -> tuple[MatchState, tuple[Event, ...]]:
    """Judge an action; return the state after it and all it causes, in order.

    Raises:
        IllegalAction: as ``decide``.
    """
    if not isinstance(action, ACTIONS):
        kinds = ", ".join(kind.__name__ for kind in ACTIONS)
        message = f"{action!r:.100} is no action: expected one of {kinds}"
        raise IllegalAction("unknown_action", message, expected=kinds)
    seat = _seat(state, seat)
    if state.end is not None:
        raise IllegalAction("match_over", "the match is over")
    if seat not in state.to_act:
        due = ", ".join(map(str, state.to_act))
        message = f"seat {seat} is not to act now: {due or 'nobody'} is"
        expected = {"expected": due} if due else {}
        raise IllegalAction("not_your_turn", message, seat=str(seat), **expected)
    event = deals.decide(_current(state), seat, action)
    state, following = _follow(evolve(state, event))
    return state, (event, *following)


def evolve(state: MatchState, event: Event) -> MatchState:
    """Return the state after an event."""
    match event:
        case DealStarted():
            return _started(state, event)
        case DealEnded(levels=levels, points=points):
            return msgspec.structs.replace(
                state,
                levels=(parse_level(levels[0]), parse_level(levels[1])),
                points=(state.points[0] + points[0], state.points[1] + points[1]),
                underway=False,
                result=event,
            )
        case MatchEnded():
            return msgspec.structs.replace(state, end=event)
    return msgspec.structs.replace(state, deal=deals.evolve(_current(state), event))


def automatic(state: MatchState) -> Event | None:
    """Return what happens next without anybody acting, None when somebody must."""
    if state.end is not None or state.deal is None:
        return None
    if not state.underway:
        return _match_ended(state)
    if state.deal.over:
        return _deal_ended(state)
    return deals.automatic(state.deal)


def _follow(state: MatchState) -> tuple[MatchState, list[Event]]:
    events: list[Event] = []
    while (event := automatic(state)) is not None:
        state = evolve(state, event)
        events.append(event)
    return state, events


def _current(state: MatchState) -> Deal:
    if state.deal is None:
        raise ValueError("no deal has begun")
    return state.deal


def _seat(state: MatchState, seat: SupportsIndex) -> int:
    try:
        index = operator.index(seat)
    except TypeError:
        index = -1
    if index not in range(state.rules.seats):
        message = f"there is no seat {seat!r:.100}: expected 0 to {state.rules.seats - 1}"
        raise IllegalAction("unknown_seat", message, seat=f"{seat!r:.100}")
    return index


def _next_dealer(state: MatchState, first_dealer: int) -> int:
    """Clauses 1.4 and 8.5."""
    if state.deal is None or state.result is None:
        return first_dealer
    if state.result.next_dealer_team == state.deal.dealer_team:
        return state.deal.dealer
    return (state.deal.dealer + 1) % state.rules.seats


def _started(state: MatchState, event: DealStarted) -> MatchState:
    team = state.rules.team_of(event.dealer)
    failures = list(state.failures)
    failures[team] += event.levels[team] == state.rules.final_level
    deal = Deal(
        rules=state.rules,
        number=event.number,
        dealer=event.dealer,
        level=parse_level(event.levels[team]),
        previous=state.result,
        commitment=event.commitment,
    )
    return msgspec.structs.replace(
        state, failures=(failures[0], failures[1]), deal=deal, underway=True
    )


def _deal_ended(state: MatchState) -> DealEnded:
    """Clauses 8 and 9; a level never goes past the final one (10.1)."""
    deal = _current(state)
    result = settle(deal.finished, deal.dealer_team, state.rules)
    levels = list(state.levels)
    if result.level_up is not None:
        final = parse_level(state.rules.final_level)
        levels[result.level_up] = min(final, levels[result.level_up] + result.levels_gained)
    return DealEnded(
        order=deal.order,
        finished=len(deal.finished),
        winner=result.winner,
        caught=result.caught,
        next_dealer_team=result.next_dealer_team,
        levels_gained=sum(levels) - sum(state.levels),
        levels=level_names((levels[0], levels[1])),
        points=result.points,
        clause=result.clause,
        hands=tuple(map(format_cards, deal.hands)),
        secret=deal.secret,
        entropy=deal.entropy,
    )


def _match_ended(state: MatchState) -> MatchEnded | None:
    """Clause 10, after a deal's result."""
    rules, deal, result = state.rules, _current(state), state.result
    if result is None:
        return None
    team = deal.dealer_team
    if deal.level == parse_level(rules.final_level):
        if result.winner == team:
            return MatchEnded(team, "10.1")
        if rules.final_failures is not None and state.failures[team] >= rules.final_failures:
            return MatchEnded(1 - team, "10.2")
    if rules.max_deals is not None and deal.number >= rules.max_deals:
        ranking = [(state.levels[team], state.points[team]) for team in (0, 1)]
        winner = None if ranking[0] == ranking[1] else int(ranking[1] > ranking[0])
        return MatchEnded(winner, "10.3")
    return None
