"""An observation made from a seat's view, laid out as ``layout`` says.

A view has only what its seat may know, so an observation cannot tell more.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from daguai import exchange
from daguai.cards import Face, parse_level
from daguai.kernels.groups import VALUES
from daguai.research.actions import counts_in, faces_in, index_of_play, judged
from daguai.research.layout import DECKS, FACES, PHASES, RECENT, SEATS, SECTION, SIZE
from daguai.rules import Rules
from daguai.tribute import height
from daguai.view import Trick, View, rules_of

if TYPE_CHECKING:
    import numpy.typing as npt

_SLICES: Final = {name: (section.slice, section.shape) for name, section in SECTION.items()}


def observe(view: View, chosen: Sequence[Face] = ()) -> npt.NDArray[np.uint8]:
    """Return what a seat observes, ``uint8[SIZE]``.

    Args:
        view: the seat's view, with memory: ``match.view(seat, memory=True)``.
        chosen: cards of an offer that the seat has named already.

    Raises:
        ValueError: the view is nobody's, or without memory.
    """
    if view.seat is None or not view.memory:
        raise ValueError("expected the view of a seat, with memory")
    found = np.zeros(SIZE, dtype=np.uint8)
    parts = {name: found[where].reshape(shape) for name, (where, shape) in _SLICES.items()}
    seat, rules = view.seat, rules_of(view)
    _cards(parts, view, seat)
    _table(parts, view, seat, rules)
    for other in range(SEATS):
        count = view.counts[other]
        if count is not None:
            parts["left"][(other - seat) % SEATS, count] = 1
    for place, other in enumerate(view.finished):
        parts["placement"][(other - seat) % SEATS, place] = 1
    if view.to_act:
        parts["turn"][(view.to_act[0] - seat) % SEATS] = 1
    if view.dealer is not None:
        parts["dealer"][(view.dealer - seat) % SEATS] = 1
    team = rules.team_of(seat)
    parts["level"][parse_level(view.level)] = 1
    parts["own_level"][parse_level(view.levels[team])] = 1
    parts["other_level"][parse_level(view.levels[1 - team])] = 1
    if view.phase in PHASES:
        parts["phase"][PHASES.index(view.phase)] = 1
    if view.tribute:
        _tribute(parts, view, seat)
    for face in chosen:
        parts["offer"][face] = 1
    _history(parts["history"], [*view.history, view.trick], seat)
    return found


Parts = dict[str, "npt.NDArray[np.uint8]"]


def _cards(parts: Parts, view: View, seat: int) -> None:
    laid: list[int] = []
    for trick in (*view.history, view.trick):
        for move in trick.moves:
            if move.cards:
                laid += _places(move.cards, (move.seat - seat) % SEATS)
    if laid:
        parts["played"][:] = np.bincount(laid, minlength=SEATS * FACES).reshape(SEATS, FACES)
    hand = counts_in(view.hand)
    parts["hand"][:] = hand
    if view.deal:
        parts["unseen"][:] = DECKS - hand - parts["played"].sum(axis=0, dtype=np.uint8)


@lru_cache(maxsize=1 << 14)
def _places(cards: str, seat: int) -> tuple[int, ...]:
    return tuple([FACES * seat + face for face in faces_in(cards)])


def _table(parts: Parts, view: View, seat: int, rules: Rules) -> None:
    if not view.to_beat or view.to_beat_seat is None:
        return
    play = judged(view.to_beat, rules, view.level)
    parts["table"][:] = counts_in(view.to_beat)
    parts["table_category"][play.category.order] = 1
    parts["table_value"][index_of_play(play) % VALUES] = 1
    parts["table_owner"][(view.to_beat_seat - seat) % SEATS] = 1
    for move in reversed(view.trick.moves):
        if not move.cards:
            parts["passed"][(move.seat - seat) % SEATS] = 1
        elif not rules.pass_is_final:
            break


def _tribute(parts: Parts, view: View, seat: int) -> None:
    level = parse_level(view.level)
    given = np.zeros((SEATS, FACES), dtype=np.int64)
    for entry in view.tribute:
        if not entry.card or entry.receiver is None:
            continue
        giver, receiver = (entry.giver - seat) % SEATS, (entry.receiver - seat) % SEATS
        card = Face(entry.card)
        given[receiver, card] += 1
        if giver:
            parts["ceiling"][giver - 1, height(card, level)] = 1
        if entry.returned:
            back = Face(entry.returned)
            given[receiver, back] = max(0, given[receiver, back] - 1)
            given[giver, back] += 1
        owing = exchange.owes(entry)
        if owing == seat and not entry.offered:
            parts["received"][card] = 1
        if owing == seat and entry.offered:
            parts["offer"] |= counts_in(entry.offered)
    parts["known"][:] = np.maximum(0, given - parts["played"])[1:]


def _history(rows: npt.NDArray[np.uint8], tricks: Sequence[Trick], seat: int) -> None:
    at = 0
    for trick in reversed(tricks):
        for place in range(len(trick.moves) - 1, -1, -1):
            if at == RECENT:
                return
            move = trick.moves[place]
            rows[at, (move.seat - seat) % SEATS] = 1
            rows[at, SEATS] = place == 0
            for face in faces_in(move.cards):
                rows[at, SEATS + 1 + face] += 1
            at += 1
