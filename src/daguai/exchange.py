"""Paying and returning 进贡还贡: judging what givers and receivers do (clause 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from daguai import tribute
from daguai.actions import Action, IllegalAction, Offer, Return, Take, Tribute
from daguai.cards import Face, format_cards
from daguai.dealing import DealtCards
from daguai.events import Event, Returned, ReturnOffered, TributePaid, TributeRefused
from daguai.rules import Rules
from daguai.view import TributeView

Hand: TypeAlias = tuple[Face, ...]
"""Cards held, ascending."""


def owes(entry: TributeView) -> int | None:
    """Return which of a tribute's two seats must act next, None when it is settled."""
    if entry.returned:
        return None
    return entry.receiver if entry.card and not entry.offered else entry.giver


def pay(
    hands: Sequence[Hand],
    entries: Sequence[TributeView],
    level: int,
    rules: Rules,
    chance: DealtCards,
) -> Iterator[Event]:
    """Yield what follows the dealing by itself: refusal, and tribute without a choice (7.1, 7.4).

    Under ``tribute_card=giver`` only copies of one face are no choice.
    """
    givers = tuple(entry.giver for entry in entries)
    big_jokers = tribute.refused(hands, givers, rules)
    if givers and big_jokers is not None:
        yield TributeRefused(givers, big_jokers)
        return
    for entry in entries:
        equal = tribute.highest(hands[entry.giver], level)
        if rules.tribute_card == "system":
            yield _paid(entry, chance.tribute(entry.giver, equal))
        elif len(set(equal)) == 1:
            yield _paid(entry, equal[0])


def decide(hand: Hand, entry: TributeView, level: int, rules: Rules, action: Action) -> Event:
    """Judge what the seat that owes does for one tribute, and return the event it is.

    Args:
        hand: the cards of the seat that owes.
        entry: the tribute.
        level: the deal's level rank, 0..12.
        rules: the table's rules.
        action: what the seat wants to do.

    Raises:
        IllegalAction: the rules do not allow it.
    """
    if entry.offered:
        return _take(entry, action)
    if not entry.card:
        return _pay(hand, entry, level, action)
    receiver = _receiver(entry)
    wanted = tribute.offer_size(Face(entry.card), rules)
    if wanted is not None:
        return _offer(hand, entry, wanted, action)
    if not isinstance(action, Return):
        raise wrong_action(receiver, action, "return")
    without(hand, (action.face,), receiver)
    return Returned(receiver, entry.giver, action.card)


def _pay(hand: Hand, entry: TributeView, level: int, action: Action) -> TributePaid:
    if not isinstance(action, Tribute):
        raise wrong_action(entry.giver, action, "tribute")
    equal = tribute.highest(hand, level)
    if action.face not in equal:
        known = format_cards(set(equal))
        raise IllegalAction(
            "not_equal",
            f"{action.card} cannot be paid: the highest cards are {known}",
            card=action.card,
            cards=known,
        )
    return _paid(entry, action.face)


def _offer(hand: Hand, entry: TributeView, wanted: int, action: Action) -> ReturnOffered:
    receiver = _receiver(entry)
    if not isinstance(action, Offer):
        raise wrong_action(receiver, action, "offer")
    faces = action.faces
    without(hand, faces, receiver)
    if len(faces) != wanted or len({face.rank for face in faces}) != wanted:
        raise IllegalAction(
            "wrong_offer",
            f"{action.cards}: for {entry.card} offer {wanted} cards of different ranks",
            cards=action.cards,
            card=entry.card,
            count=str(wanted),
        )
    return ReturnOffered(receiver, entry.giver, action.cards)


def _take(entry: TributeView, action: Action) -> Returned:
    if not isinstance(action, Take):
        raise wrong_action(entry.giver, action, "take")
    if action.card not in entry.offered.split():
        raise IllegalAction(
            "not_offered",
            f"{action.card} is not offered: take one of {entry.offered}",
            card=action.card,
            cards=entry.offered,
        )
    return Returned(_receiver(entry), entry.giver, action.card)


def wrong_action(seat: int, action: object, expected: str) -> IllegalAction:
    """Return the error for an action of another kind than is due."""
    kind = type(action).__name__.lower()
    return IllegalAction(
        "wrong_action",
        f"seat {seat} cannot {kind} now: expected to {expected}",
        seat=str(seat),
        action=kind,
        expected=expected,
    )


def without(hand: Hand, cards: Hand, seat: int) -> Hand:
    """Return a hand less some cards of it, one copy for each.

    Raises:
        IllegalAction: code ``not_held``; the message names the cards that are missing.
    """
    left = list(hand)
    missing = []
    for card in cards:
        try:
            left.remove(card)
        except ValueError:
            missing.append(card)
    if missing:
        text = format_cards(missing)
        raise IllegalAction(
            "not_held", f"seat {seat} does not hold {text}", seat=str(seat), cards=text
        )
    return tuple(left)


def _receiver(entry: TributeView) -> int:
    assert entry.receiver is not None  # settled in the state; only views hide it
    return entry.receiver


def _paid(entry: TributeView, card: Face) -> TributePaid:
    return TributePaid(entry.giver, _receiver(entry), str(card))
