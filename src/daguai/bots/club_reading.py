"""Reading the table: what a view tells the club bot, as the kernels take it.

Everything is in turn order from the player, who is 0; so partners are even and opponents odd.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from daguai.cards import FACES, counts_of, parse_cards, parse_level
from daguai.kernels import decisions
from daguai.kernels.signals import signal_of
from daguai.kernels.tables import tables_for
from daguai.plays import Play, classify
from daguai.rules import Rules
from daguai.view import Move, View, rules_of

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[Any]


@dataclass(frozen=True)
class Reading:
    """What is known at the table.

    Attributes:
        rules: the table's rules.
        hand: own cards, ``uint8[54]``.
        unseen: the cards that others hold, ``uint8[54]``.
        to_beat: the play on the table, None to lead.
        owner: who laid it, in turn order.
        behind: who else may answer it before it is the owner's turn, in turn order.
        first: whether an answer now would be the player's first, with others behind: a signal.
        sizes: cards left by seat, in turn order; counted from the plays where they are hidden.
        readings: what each seat's first answer said (clause 13.3), in turn order.
        table: all of it that is a number, as the kernels take it.
    """

    rules: Rules
    hand: Numbers
    unseen: Numbers
    to_beat: Play | None
    owner: int
    behind: tuple[int, ...]
    first: bool
    sizes: Numbers
    readings: Numbers
    table: Numbers

    @property
    def tables(self) -> Numbers:
        """The kernels' tables of straights."""
        return tables_for(self.rules.flags)


def read(view: View) -> Reading:
    """Read a seat's view, its memory of the deal included."""
    rules = rules_of(view)
    assert view.seat is not None
    level = parse_level(view.level)
    hand = counts_of(parse_cards(view.hand))
    sizes = np.full(rules.seats, rules.hand_size, dtype=np.int64)
    readings = np.zeros(rules.seats)
    unseen = np.full(len(FACES), rules.decks, dtype=np.int64) - hand
    answered: set[int] = set()
    for move, play, signal in _moves(view, rules, level):
        place = (move.seat - view.seat) % rules.seats
        if play is not None:
            sizes[place] -= len(play)
            for face in play.cards:
                unseen[face] -= 1
        if signal and move.seat not in answered:
            answered.add(move.seat)
            if play is not None:
                readings[place] = signal_of(play.strength)
    for seat, count in enumerate(view.counts):
        if count is not None:
            sizes[(seat - view.seat) % rules.seats] = count
    to_beat = classify(view.to_beat, rules, level) if view.to_beat else None
    owner = 0 if view.to_beat_seat is None else (view.to_beat_seat - view.seat) % rules.seats
    behind = _behind(view, rules, owner, sizes)
    first = to_beat is not None and bool(behind) and view.seat not in answered
    table = np.zeros(decisions.TABLE, dtype=np.int64)
    table[decisions.LEVEL] = level
    table[decisions.FLAGS] = rules.flags
    table[decisions.HAND_SIZE] = rules.hand_size
    table[decisions.TO_BEAT] = -1 if to_beat is None else to_beat.strength
    table[decisions.OWNER] = owner
    table[decisions.BEHIND] = sum(1 << place for place in behind)
    table[decisions.FIRST] = first
    return Reading(
        rules=rules,
        hand=hand.copy(),
        unseen=np.clip(unseen, 0, rules.decks).astype(np.uint8),
        to_beat=to_beat,
        owner=owner,
        behind=behind,
        first=first,
        sizes=sizes,
        readings=readings,
        table=table,
    )


def _moves(view: View, rules: Rules, level: int) -> Iterator[tuple[Move, Play | None, bool]]:
    """Yield every move of the deal, its play, and whether it was an answer that could signal."""
    for trick in (*view.history, view.trick):
        owner: int | None = None
        for move in trick.moves:
            play = classify(move.cards, rules, level) if move.cards else None
            # whoever sits right before the owner is last to act and says nothing
            yield move, play, owner is not None and (move.seat + 1 - owner) % rules.seats != 0
            if play is not None:
                owner = move.seat


def _behind(view: View, rules: Rules, owner: int, sizes: Numbers) -> tuple[int, ...]:
    assert view.seat is not None
    gone = set()
    if rules.pass_is_final:
        gone = {
            (move.seat - view.seat) % rules.seats for move in view.trick.moves if not move.cards
        }
    return tuple(place for place in range(1, owner) if sizes[place] and place not in gone)
