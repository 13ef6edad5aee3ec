"""One deal 一副: tribute, tricks and placements, as a fold over its events (clauses 6 and 7).

``decide`` judges an action, ``automatic`` tells what follows by itself, ``evolve`` applies either.
All three are pure; how a deal starts and what it comes to is the match's business.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from daguai import exchange, tribute
from daguai.actions import Action, IllegalAction, Lay, Pass
from daguai.cards import Face, parse_cards
from daguai.events import (
    DealEnded,
    Dealt,
    Event,
    Finished,
    Laid,
    Passed,
    PlayStarted,
    Returned,
    ReturnOffered,
    TributePaid,
    TributeRefused,
    TrickEnded,
)
from daguai.exchange import Hand, without, wrong_action
from daguai.plays import IllegalPlay, Play, classify
from daguai.rules import TEAMS, Rules
from daguai.view import Move, TributeView, Trick

_judge = lru_cache(maxsize=256)(classify)
"""``decide`` and ``evolve`` ask for the same play one after the other."""


class Deal(msgspec.Struct, frozen=True):
    """The whole state of one deal, hidden cards included.

    Attributes:
        rules: the table's rules.
        number: 1 for the match's first deal.
        dealer: seat of the dealer 庄家.
        level: the deal's level rank 将牌, 0..12 (clause 1.3).
        previous: the result of the deal before, None for the first.
        commitment: as in ``DealStarted``.
        secret: as in ``Dealt``.
        entropy: as in ``Dealt``.
        hands: cards held by seat, ascending; empty until they are dealt.
        tributes: tributes owed and paid, receivers settled, givers in playing order.
        refused: whether tribute was refused 抗贡 (clause 7.4).
        leader: who leads, or led, the current trick; None before play.
        trick: the current trick.
        to_beat: the play on the table, None before a lead.
        to_beat_seat: who laid it.
        passed: seats with no say until the next play, or the next trick (clause 6.2).
        tricks: the tricks before, oldest first.
        finished: seats that have run out, by placement.
    """

    rules: Rules
    number: int
    dealer: int
    level: int
    previous: DealEnded | None = None
    commitment: str = ""
    secret: str = ""
    entropy: tuple[str, ...] = ()
    hands: tuple[Hand, ...] = ()
    tributes: tuple[TributeView, ...] = ()
    refused: bool = False
    leader: int | None = None
    trick: Trick = Trick(())
    to_beat: Play | None = None
    to_beat_seat: int | None = None
    passed: frozenset[int] = frozenset()
    tricks: tuple[Trick, ...] = ()
    finished: tuple[int, ...] = ()

    @property
    def dealer_team(self) -> int:
        """The dealer's team."""
        return self.rules.team_of(self.dealer)

    @property
    def over(self) -> bool:
        """Whether one team is entirely out (clause 6.4)."""
        left = [self.rules.team_size] * TEAMS
        for seat in self.finished:
            left[self.rules.team_of(seat)] -= 1
        return 0 in left

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe an action now: one in play, any number in tribute (clause 7.3)."""
        if self.leader is None:
            return tuple(
                sorted(seat for seat in map(exchange.owes, self.tributes) if seat is not None)
            )
        turn = self.turn
        return () if turn is None or self.over else (turn,)

    @property
    def turn(self) -> int | None:
        """The seat that plays or passes next; None when the trick is over or play has not begun."""
        moves = self.trick.moves
        if not moves:
            return self.leader
        for seat in self.rules.seats_from(moves[-1].seat + 1):
            if self.hands[seat] and seat != self.to_beat_seat and seat not in self.passed:
                return seat
        return None

    @property
    def order(self) -> tuple[int, ...]:
        """All seats as clause 6.4 lists them: as they ran out, then by fewest cards."""
        start = self.finished[0] if self.finished else self.dealer
        rest = [seat for seat in self.rules.seats_from(start) if seat not in self.finished]
        return (*self.finished, *sorted(rest, key=lambda seat: len(self.hands[seat])))


def _next_leader(deal: Deal, winner: int) -> int:
    """Who leads after a trick (clause 6.3)."""
    if deal.hands[winner]:
        return winner
    seats = [seat for seat in deal.rules.seats_from(winner) if deal.hands[seat]]
    if deal.rules.lead_after_out == "next_teammate":
        team = deal.rules.team_of(winner)
        seats = [seat for seat in seats if deal.rules.team_of(seat) == team]
    return seats[0]


def _first_leader(deal: Deal) -> int:
    """Who leads the deal's first trick (clause 6.1)."""
    if deal.previous is None:
        return deal.dealer
    first = deal.previous.order[0]
    if deal.rules.next_leader == "highest_tribute" and deal.tributes:
        paid = ((entry.giver, Face(entry.card)) for entry in deal.tributes)
        return tribute.highest_giver(paid, deal.level, first, deal.rules)
    return first


def automatic(deal: Deal) -> Event | None:
    """Return what happens next without anybody acting, None when seats must act or all is over."""
    if deal.leader is None:
        if all(entry.returned for entry in deal.tributes):
            return PlayStarted(_first_leader(deal))
        return None
    winner = deal.to_beat_seat
    if winner is None or deal.over:
        return None
    if not deal.hands[winner] and winner not in deal.finished:
        return Finished(winner, len(deal.finished) + 1)
    if deal.turn is None:
        return TrickEnded(winner, _next_leader(deal, winner))
    return None


def decide(deal: Deal, seat: int, action: Action) -> Event:
    """Judge an action of a seat that is to act, and return the event it is.

    Raises:
        IllegalAction: the rules do not allow it.
    """
    if deal.leader is not None:
        if isinstance(action, Lay):
            return _lay(deal, seat, action)
        if not isinstance(action, Pass):
            raise wrong_action(seat, action, "lay" if deal.to_beat is None else "lay or pass")
        if deal.to_beat is None:
            raise IllegalAction("must_lead", f"seat {seat} leads and must play", seat=str(seat))
        return Passed(seat)
    entry = next(entry for entry in deal.tributes if exchange.owes(entry) == seat)
    return exchange.decide(deal.hands[seat], entry, deal.level, deal.rules, action)


def _lay(deal: Deal, seat: int, action: Lay) -> Laid:
    left = without(deal.hands[seat], action.faces, seat)
    try:
        play = _judge(action.cards, deal.rules, deal.level)
    except IllegalPlay as error:
        details = {key: str(value) for key, value in error.details.items()}
        raise IllegalAction(error.code, str(error), **details) from error
    if deal.to_beat is not None and not play.beats(deal.to_beat):
        table = str(deal.to_beat)
        if len(play) != len(deal.to_beat):
            raise IllegalAction(
                "wrong_size",
                f"{play}: {len(deal.to_beat)} cards are on the table, not {len(play)}",
                cards=action.cards,
                count=str(len(play)),
                expected=str(len(deal.to_beat)),
            )
        raise IllegalAction(
            "not_higher", f"{play} does not beat {table}", cards=action.cards, table=table
        )
    return Laid(seat, action.cards, play.category.value, len(left))


def evolve(deal: Deal, event: Event) -> Deal:
    """Return the deal after an event.

    Raises:
        IllegalAction: code ``not_held``: the event takes cards that are not there.
    """
    match event:
        case Laid(seat=seat, cards=cards):
            hands = list(deal.hands)
            hands[seat] = without(hands[seat], parse_cards(cards), seat)
            return msgspec.structs.replace(
                deal,
                hands=tuple(hands),
                trick=_moved(deal, Move(seat, cards, event.category)),
                to_beat=_judge(cards, deal.rules, deal.level),
                to_beat_seat=seat,
                passed=deal.passed if deal.rules.pass_is_final else frozenset(),
            )
        case Passed(seat=seat):
            return msgspec.structs.replace(
                deal, trick=_moved(deal, Move(seat)), passed=deal.passed | {seat}
            )
        case TrickEnded(winner=winner, leader=leader):
            return msgspec.structs.replace(
                deal,
                tricks=(*deal.tricks, Trick(deal.trick.moves, winner)),
                trick=Trick(()),
                leader=leader,
                to_beat=None,
                to_beat_seat=None,
                passed=frozenset(),
            )
        case Finished(seat=seat):
            return msgspec.structs.replace(deal, finished=(*deal.finished, seat))
        case Dealt():
            return _dealt(deal, event)
        case TributeRefused():
            return msgspec.structs.replace(deal, tributes=(), refused=True)
        case TributePaid(giver=giver, receiver=receiver, card=card):
            moved = _move_card(deal, giver, receiver, card)
            return _settle_entry(moved, giver, card=card)
        case ReturnOffered(giver=giver, cards=cards):
            return _settle_entry(deal, giver, offered=cards)
        case Returned(giver=giver, receiver=receiver, card=card):
            moved = _move_card(deal, receiver, giver, card)
            return _settle_entry(moved, giver, returned=card)
        case PlayStarted(leader=leader):
            return msgspec.structs.replace(deal, leader=leader)
    raise TypeError(f"{type(event).__name__} is no event within a deal")


def _moved(deal: Deal, move: Move) -> Trick:
    return Trick((*deal.trick.moves, move))


def _dealt(deal: Deal, event: Dealt) -> Deal:
    hands = tuple(tuple(sorted(parse_cards(hand))) for hand in event.hands)
    pairs: tuple[tuple[int, int], ...] = ()
    if deal.previous is not None and deal.previous.caught:
        pairs = tribute.pairing(hands, deal.level, deal.previous, deal.rules)
    return msgspec.structs.replace(
        deal,
        hands=hands,
        secret=event.secret,
        entropy=event.entropy,
        tributes=tuple(TributeView(giver, receiver) for giver, receiver in pairs),
    )


def _move_card(deal: Deal, source: int, target: int, card: str) -> Deal:
    face = Face(card)
    hands = list(deal.hands)
    hands[source] = without(hands[source], (face,), source)
    hands[target] = tuple(sorted((*hands[target], face)))
    return msgspec.structs.replace(deal, hands=tuple(hands))


def _settle_entry(deal: Deal, giver: int, **changes: str) -> Deal:
    tributes = tuple(
        msgspec.structs.replace(entry, **changes) if entry.giver == giver else entry
        for entry in deal.tributes
    )
    return msgspec.structs.replace(deal, tributes=tributes)
