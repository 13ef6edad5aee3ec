"""Positions to start tests from: a few cards in each hand, or a deal after a given result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from daguai import Lay, Pass, Rules, parse_cards, parse_level, settle
from daguai.cards import FACES, Face, format_cards
from daguai.deal import Deal
from daguai.dealing import DealtCards
from daguai.events import DealEnded, Event
from daguai.state import MatchState, advance
from daguai.tribute import height

CLASSIC = Rules.preset("classic")


def position(
    *hands: str,
    leader: int = 0,
    rules: Rules = CLASSIC,
    level: str = "2",
    finished: Sequence[int] | None = None,
) -> MatchState:
    """A first deal of seat 0 in the midst of play: these hands by seat.

    Seats without cards are out, in the order of ``finished`` or else ascending.
    """
    faces = tuple(tuple(sorted(parse_cards(hand))) for hand in hands)
    deal = Deal(
        rules=rules,
        number=1,
        dealer=0,
        level=parse_level(level),
        hands=faces,
        leader=leader,
        finished=tuple(finished or (seat for seat, hand in enumerate(hands) if not hand)),
    )
    return MatchState(rules, deal=deal, underway=True)


def play(state: MatchState, script: str) -> tuple[MatchState, list[Event]]:
    """Act for whoever's turn it is: plays between bars, ``-`` for a pass."""
    events: list[Event] = []
    for step in script.split("|"):
        (seat,) = state.to_act
        action = Pass() if step.strip() == "-" else Lay(step)
        state, caused = advance(state, seat, action)
        events += caused
    return state, events


def ended(
    order: Sequence[int], listed: Sequence[int], rules: Rules = CLASSIC, dealer: int = 0
) -> MatchState:
    """A match between its first deal and its second: who ran out, then who is listed after."""
    result = settle(order, rules.team_of(dealer), rules)
    event = DealEnded(
        order=(*order, *listed),
        finished=len(order),
        winner=result.winner,
        caught=result.caught,
        next_dealer_team=result.next_dealer_team,
        levels_gained=0,
        levels=("2", "2"),
        points=result.points,
        clause=result.clause,
        hands=("",) * rules.seats,
        secret="",
        entropy=(),
    )
    deal = Deal(rules=rules, number=1, dealer=dealer, level=0, finished=tuple(order))
    return MatchState(rules, deal=deal, result=event)


def deal_with(
    cards: Mapping[int, str], level: str = "2", rules: Rules = CLASSIC, **more: object
) -> DealtCards:
    """All the decks, dealt so that these seats hold these cards and otherwise only low ones."""
    rank = parse_level(level)
    named = {seat: list(parse_cards(text)) for seat, text in cards.items()}
    rest = [face for face in FACES for _ in range(rules.decks)]
    for hand in named.values():
        for face in hand:
            rest.remove(face)
    rest.sort(key=lambda face: (height(face, rank), face))
    hands: dict[int, tuple[Face, ...]] = {}
    for seat in sorted(range(rules.seats), key=lambda seat: seat not in named):
        hand = named.get(seat, [])
        wanted = rules.hand_size - len(hand)
        hands[seat] = (*hand, *rest[:wanted])
        del rest[:wanted]
    return DealtCards(tuple(hands[seat] for seat in range(rules.seats)), **more)  # type: ignore[arg-type]


def hand(state: MatchState, seat: int) -> str:
    """A seat's cards."""
    assert state.deal is not None
    return format_cards(state.deal.hands[seat])


def of(kind: type, events: Sequence[Event]) -> list[Event]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]
