"""What an observation consists of, section by section.

An observation is one row of small whole numbers, ``uint8[SIZE]``, from the eyes of one seat. Seats
are relative: 0 is the observer, 1 the next in playing order and so on, so even ones are partners.
docs/research.md shows ``SECTIONS`` as a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Final

import numpy as np

from daguai.kernels.groups import VALUES
from daguai.plays import CATEGORIES
from daguai.rules import Rules

if TYPE_CHECKING:
    import numpy.typing as npt

VERSION: Final = 0
"""Raised whenever a number of an observation or of an action comes to mean something else."""

_RULES: Final = Rules()
SEATS: Final = _RULES.seats
DECKS: Final = _RULES.decks
FACES: Final = 54
RANKS: Final = 13
HEIGHTS: Final = 16
"""Places of single cards in the order of clause 2.1."""
LARGEST_HAND: Final = _RULES.hand_size + 1
"""Cards of a receiver between tribute and return."""
RECENT: Final = 12
"""How many moves the history has: two rounds of the table."""
MOVE: Final = SEATS + 1 + FACES
"""Numbers of a move: who, whether it led, the cards."""

PHASES: Final = ("tribute", "return", "take", "play")


@dataclass(frozen=True)
class Section:
    """A run of numbers within an observation.

    Attributes:
        name: what OpenSpiel's observers and ``split`` call it.
        shape: how it reads; the last axis goes fastest.
        high: the largest number it may hold; the least is 0.
        meaning: one sentence for the table.
        start: where it begins.
    """

    name: str
    shape: tuple[int, ...]
    high: int
    meaning: str
    start: int

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)

    @property
    def stop(self) -> int:
        """The place after its last number."""
        return self.start + self.size

    @property
    def slice(self) -> slice:
        """Where it is."""
        return slice(self.start, self.stop)


def _sections() -> tuple[Section, ...]:
    others = SEATS - 1
    rows: tuple[tuple[str, tuple[int, ...], int, str], ...] = (
        ("hand", (FACES,), DECKS, "copies of each face in the observer's hand"),
        ("unseen", (FACES,), DECKS, "copies neither in the observer's hand nor laid yet"),
        ("played", (SEATS, FACES), DECKS, "copies laid in this deal, by seat"),
        ("table", (FACES,), DECKS, "the play to beat; nothing when the next move leads"),
        ("table_category", (len(CATEGORIES),), 1, "its category, in the order of clause 3.1"),
        ("table_value", (VALUES,), 1, "its compared value, as in the table of actions"),
        ("table_owner", (SEATS,), 1, "who laid it"),
        ("passed", (SEATS,), 1, "who has no say until the next play, or trick (clause 6.2)"),
        ("turn", (SEATS,), 1, "who acts"),
        ("placement", (SEATS, SEATS), 1, "who has run out, by seat, and as which"),
        (
            "left",
            (SEATS, LARGEST_HAND + 1),
            1,
            "cards left by seat, 0 to 28; nothing where clause 6.5 hides them",
        ),
        ("dealer", (SEATS,), 1, "the dealer"),
        ("level", (RANKS,), 1, "the deal's level rank, from the 2 to the ace"),
        ("own_level", (RANKS,), 1, "the level of the observer's team"),
        ("other_level", (RANKS,), 1, "the level of the other team"),
        ("phase", (len(PHASES),), 1, "tribute, return, take, play (clauses 6 and 7)"),
        ("received", (FACES,), 1, "the tribute for which the observer owes a return"),
        ("offer", (FACES,), 1, "cards offered so far by the observer, or to it"),
        (
            "known",
            (others, FACES),
            DECKS,
            "cards that seats 1 to 5 were given as tribute or return and have not laid",
        ),
        (
            "ceiling",
            (others, HEIGHTS),
            1,
            "the height (clause 2.1) of the tribute that seats 1 to 5 paid: 2 to ace as 0 to 12, "
            "level rank 13, jokers 14 and 15",
        ),
        (
            "history",
            (RECENT, MOVE),
            DECKS,
            "the latest moves of this deal, the last one first: who (6), whether it led (1), the "
            "cards laid (54), none for a pass",
        ),
    )
    found = []
    start = 0
    for name, shape, high, meaning in rows:
        found.append(Section(name, shape, high, meaning, start))
        start = found[-1].stop
    return tuple(found)


SECTIONS: Final = _sections()
"""Every section, in order."""
SIZE: Final = SECTIONS[-1].stop
"""How many numbers an observation has."""
SECTION: Final = {section.name: section for section in SECTIONS}
"""Every section by name."""


def split(observation: npt.NDArray[np.generic]) -> dict[str, npt.NDArray[np.generic]]:
    """Return the sections of an observation, or of many, by name, as views of the same memory.

    >>> split(np.zeros((3, SIZE)))["played"].shape
    (3, 6, 54)
    """
    return {
        section.name: observation[..., section.slice].reshape(
            *observation.shape[:-1], *section.shape
        )
        for section in SECTIONS
    }


def highest() -> npt.NDArray[np.uint8]:
    """Return the largest number each place may hold."""
    found = np.empty(SIZE, dtype=np.uint8)
    for section in SECTIONS:
        found[section.slice] = section.high
    return found
