"""Which plays a hand may lay, as a lead or as an answer (clauses 3 to 5)."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import numpy as np

from daguai import kernels
from daguai.cards import FACES, Cards, counts_of, parse_cards, parse_level
from daguai.kernels.groups import GROUPS
from daguai.kernels.tables import tables_for
from daguai.plays import Play, classify
from daguai.rules import Rules

if TYPE_CHECKING:
    import numpy.typing as npt

_LEAD: Final = -1
_FACE_OBJECTS: Final = np.array(FACES, dtype=object)
_PLACES: Final = 64 ** np.arange(4, -1, -1, dtype=np.int64)


class _Buffers(threading.local):
    """Where the kernel writes; grows to the largest list a thread has asked for."""

    def __init__(self) -> None:
        self.resize(2048)

    def resize(self, size: int) -> None:
        self.plays = np.empty((size, 5), dtype=np.uint8)
        self.strengths = np.empty(size, dtype=np.int64)


_buffers = _Buffers()


def legal_plays(
    hand: Cards, rules: Rules, level: str | int, to_beat: Play | Cards | None = None
) -> list[Play]:
    """Return every play that may be laid from a hand, each distinct set of faces once.

    They are ordered by category, within it from the weakest, and by faces where equal.

    >>> from daguai.rules import Rules
    >>> [str(p) for p in legal_plays("3S 3H 3H LJ", Rules.preset("classic"), "7", to_beat="2S 2H")]
    ['3S 3H', '3S LJ', '3H 3H', '3H LJ']

    Args:
        hand: notation or faces.
        rules: the options decide what is legal and how it compares.
        level: the deal's level rank 级牌.
        to_beat: the play to answer, as a play or its cards; None for a lead.

    Raises:
        IllegalPlay: ``to_beat`` is cards that are no play.
        ValueError: ``to_beat`` was judged by other rules or at another level.
        NotationError: a card or the level is not in notation.
    """
    rank = parse_level(level)
    bar = _LEAD if to_beat is None else _judged(to_beat, rules, rank).strength
    faces, strengths = _listed(counts_of(parse_cards(hand)), rules, rank, bar)
    sizes = np.count_nonzero(faces < len(FACES), axis=1)
    plays: list[Play] = []
    for size in (1, 2, 3, 5):  # categories are in order of size
        these = sizes == size
        rows = _FACE_OBJECTS[faces[these, :size]].tolist()
        plays += [
            Play(tuple(cards), strength, rank, rules)
            for cards, strength in zip(rows, strengths[these].tolist(), strict=True)
        ]
    return plays


def _judged(play: Play | Cards, rules: Rules, level: int) -> Play:
    if not isinstance(play, Play):
        return classify(play, rules, level)
    if play.level != level or play.rules != rules:
        raise ValueError("the play to beat was judged by other rules or at another level")
    return play


def _listed(
    counts: npt.NDArray[np.uint8], rules: Rules, level: int, to_beat: int
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Return the faces and strengths of all legal plays, in order."""
    flags = rules.flags
    tables = tables_for(flags)
    buffers = _buffers
    while True:
        found = kernels.list_plays(
            counts, level, flags, to_beat, tables, buffers.plays, buffers.strengths
        )
        if found <= len(buffers.strengths):
            break
        buffers.resize(2 * found)
    faces = buffers.plays[:found]
    strengths = buffers.strengths[:found]
    order = np.argsort(strengths << 30 | faces @ _PLACES)
    return faces[order], strengths[order]


def can_beat(hand: Cards | npt.NDArray[np.uint8], play: Play) -> bool:
    """Return whether a hand holds a play that may be laid on this one.

    >>> from daguai.rules import Rules
    >>> can_beat("3S 3H LJ", classify("AS AH", Rules.preset("classic"), level="7"))
    False

    Args:
        hand: notation, faces, or the copies of each of the 54 faces as an array.
        play: the play on the table; its rules and level apply.
    """
    if isinstance(hand, np.ndarray):
        counts = np.require(hand, np.uint8, ["C", "W"])
    else:
        counts = counts_of(parse_cards(hand))
    flags = play.rules.flags
    masks = np.empty(GROUPS, dtype=np.int64)
    tables = tables_for(flags)
    return bool(kernels.move_masks(counts, play.level, flags, play.strength, tables, masks))


def unbeatable(play: Play, rules: Rules, seen: Iterable[int] = ()) -> bool:
    """Return whether no play of the cards left in all decks beats this one.

    >>> from daguai.rules import Rules
    >>> rules = Rules.preset("classic")
    >>> unbeatable(classify("BJ", rules, level="7"), rules)
    True

    Args:
        play: the play; its own cards cannot answer it.
        rules: whose decks the cards come from.
        seen: cards besides the play's own that cannot answer it: those played before, and the
            rest of the asker's hand.
    """
    counts = np.full(len(FACES), rules.decks, dtype=np.int64)
    for face in (*play.cards, *seen):
        counts[face] -= 1
    return not can_beat(np.maximum(counts, 0).astype(np.uint8), play)
