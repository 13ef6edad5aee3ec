"""What may be seen: views of a state and events as they are told to a seat (clauses 6.5, 7.3)."""

from __future__ import annotations

import msgspec

from daguai import exchange
from daguai.cards import RANKS, Face
from daguai.deal import Deal
from daguai.events import Dealt, Event, Laid
from daguai.rules import Rules
from daguai.state import MatchState, level_names
from daguai.view import Phase, TributeView, Trick, View, options_of

_NOTATIONS = tuple(str(Face(face)) for face in range(54))


def visible(event: Event, seat: int | None, rules: Rules) -> Event:
    """Return an event as a seat may see it; with None as everybody may.

    >>> visible(Laid(2, "3S", "single", left=26), 0, Rules.preset("house")).left is None
    True
    """
    match event:
        case Dealt(hands=hands):
            seen = tuple(hand if owner == seat else "" for owner, hand in enumerate(hands))
            return msgspec.structs.replace(event, hands=seen, secret="")
        case Laid(left=left) if event.seat != seat and left is not None:
            if left > rules.counts_shown:
                return msgspec.structs.replace(event, left=None)
    return event


def view_of(state: MatchState, seat: int | None, memory: bool = False) -> View:
    """Return all that a seat may know; with None what is public.

    Only the current trick and the one before are shown, for all the cards played would tell the
    counts that clause 6.5 hides. ``memory`` adds the deal's other tricks: what an attentive player
    remembers.
    """
    rules, deal = state.rules, state.deal
    if deal is None:
        return View(
            seat=seat,
            rules=options_of(rules),
            phase="waiting",
            deal=0,
            dealer=None,
            level=RANKS[0],
            levels=level_names(state.levels),
            points=state.points,
            commitment="",
            hand="",
            counts=(0,) * rules.seats,
            to_act=(),
            tribute=(),
            refused=False,
            leader=None,
            to_beat="",
            to_beat_seat=None,
            trick=Trick(()),
            last_trick=None,
            finished=(),
            result=None,
            end=None,
            memory=memory,
        )
    return View(
        seat=seat,
        rules=options_of(rules),
        phase=_phase(state, deal, seat),
        deal=deal.number,
        dealer=deal.dealer,
        level=RANKS[deal.level],
        levels=level_names(state.levels),
        points=state.points,
        commitment=deal.commitment,
        hand="" if seat is None else " ".join([_NOTATIONS[face] for face in deal.hands[seat]]),
        counts=_counts(deal, seat),
        to_act=state.to_act,
        tribute=tuple(map(_public, deal.tributes)),
        refused=deal.refused,
        leader=deal.leader,
        to_beat="" if deal.to_beat is None else str(deal.to_beat),
        to_beat_seat=deal.to_beat_seat,
        trick=deal.trick,
        last_trick=deal.tricks[-1] if deal.tricks else None,
        finished=deal.finished,
        result=state.result,
        end=state.end,
        memory=memory,
        history=deal.tricks if memory else (),
    )


def _phase(state: MatchState, deal: Deal, seat: int | None) -> Phase:
    if state.end is not None:
        return "over"
    if not state.underway:
        return "waiting"
    if deal.leader is not None:
        return "play"
    due: set[Phase] = set()
    for entry in deal.tributes:
        owing = exchange.owes(entry)
        if owing is not None:
            stage: Phase = "take" if entry.offered else "return" if entry.card else "tribute"
            if owing == seat:
                return stage
            due.add(stage)
    order: tuple[Phase, ...] = ("tribute", "return", "take")
    # between two events of a replay nothing may be owed, though play has not begun
    return next((stage for stage in order if stage in due), "play")


def _counts(deal: Deal, seat: int | None) -> tuple[int | None, ...]:
    """Clause 6.5; one's own cards can always be counted."""
    limit = deal.rules.counts_shown
    return tuple(
        [
            count if count <= limit or owner == seat else None
            for owner, count in enumerate(map(len, deal.hands))
        ]
    )


def _public(entry: TributeView) -> TributeView:
    """A tribute without its receiver until it is paid, for that tells whose card is higher."""
    return entry if entry.card else msgspec.structs.replace(entry, receiver=None)
