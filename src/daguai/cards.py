"""Faces 牌, their notation, and hands as counts.

A face is one of the 54 kinds of card; a table plays with several decks, so a hand may hold
several copies of a face. Notation is rank first, then suit: ``TS`` ten of spades, ``2C`` two of
clubs, ``LJ`` little joker 小怪, ``BJ`` big joker 大怪.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Final, Self, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

RANKS: Final = "23456789TJQKA"
"""The natural ranks from lowest to highest; a rank's number is its place here."""
SUITS: Final = "SHDC"
"""Spades 黑桃, hearts 红桃, diamonds 方块, clubs 草花; suits never rank."""
FACE_COUNT: Final = 54
LITTLE_JOKER_RANK: Final = 13
BIG_JOKER_RANK: Final = 14

_NOTATIONS: Final = (*(r + s for r in RANKS for s in SUITS), "LJ", "BJ")
_INDEX: Final = {notation: index for index, notation in enumerate(_NOTATIONS)}


class NotationError(ValueError):
    """A text that is not cards or a level in notation.

    Attributes:
        code: ``"unknown_card"`` or ``"unknown_level"``.
        text: the offending part.
    """

    def __init__(self, code: str, text: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.text = text

    @property
    def details(self) -> dict[str, str]:
        """What the message names, by key, for catalogues in other languages."""
        return {"text": self.text}

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, str]]:
        return type(self), (self.code, self.text, str(self))


class Face(int):
    """One of the 54 kinds of card, an integer 0..53 (``4 * rank + suit``, then the jokers).

    >>> Face("TS"), int(Face("TS")), Face(53)
    (Face('TS'), 32, Face('BJ'))
    >>> Face("1S")
    Traceback (most recent call last):
    daguai.cards.NotationError: '1S' is not a card: write rank (2-9 T J Q K A), ...
    """

    _all: ClassVar[tuple[Face, ...]] = ()

    def __new__(cls, face: str | int) -> Face:
        """Return the face of a notation or number; faces are shared, never made anew."""
        if isinstance(face, str):
            index = _INDEX.get(face)
            if index is None:
                index = _INDEX.get(face.strip().upper())
            if index is None:
                raise _unknown_card(face)
        else:
            index = int(face)
            if not 0 <= index < FACE_COUNT:
                raise _unknown_card(str(face))
        return cls._all[index]

    @property
    def rank(self) -> int:
        """The rank's place in ``RANKS``; 13 for the little joker, 14 for the big one."""
        return int(self) // 4 if self < 52 else int(self) - 39

    @property
    def suit(self) -> int | None:
        """The suit's place in ``SUITS``, or None for a joker."""
        return int(self) % 4 if self < 52 else None

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker 怪."""
        return self >= 52

    def __str__(self) -> str:
        return _NOTATIONS[self]

    def __repr__(self) -> str:
        return f"Face({_NOTATIONS[self]!r})"

    def __reduce__(self) -> tuple[type[Face], tuple[int]]:
        return Face, (int(self),)


def _unknown_card(text: str) -> NotationError:
    return NotationError(
        "unknown_card",
        text,
        f"{text!r} is not a card: write rank (2-9 T J Q K A), then suit (S H D C), or LJ, BJ",
    )


Face._all = tuple(int.__new__(Face, index) for index in range(FACE_COUNT))

FACES: Final[tuple[Face, ...]] = Face._all
"""All 54 faces in order of their number."""
LJ: Final = Face("LJ")
BJ: Final = Face("BJ")

Cards: TypeAlias = str | Iterable[Face | str | int]
"""What every function that takes cards accepts: notation, or faces in any form."""


def parse_cards(cards: Cards) -> tuple[Face, ...]:
    """Read cards from notation or from a sequence of faces, keeping their order.

    Blanks and commas separate cards; case does not matter.

    >>> parse_cards("3s 3H, bj")
    (Face('3S'), Face('3H'), Face('BJ'))
    >>> parse_cards(["TD", 53])
    (Face('TD'), Face('BJ'))

    Raises:
        NotationError: a part is not a card.
    """
    if isinstance(cards, str):
        return tuple(map(Face, cards.replace(",", " ").split()))
    return tuple(map(Face, cards))


def format_cards(faces: Iterable[Face]) -> str:
    """Write faces in notation, in ascending order, separated by blanks.

    >>> format_cards(parse_cards("BJ 3H 3S"))
    '3S 3H BJ'
    """
    return " ".join(_NOTATIONS[face] for face in sorted(faces))


def parse_level(level: str | int) -> int:
    """Read a level (级) as the number of its rank.

    >>> parse_level("7"), parse_level("A"), parse_level(5)
    (5, 12, 5)

    Raises:
        NotationError: not one of 2 … 9 T J Q K A (``10`` is accepted for T).
    """
    if isinstance(level, str):
        text = level.strip().upper()
        rank = RANKS.find("T" if text == "10" else text) if text else -1
        if rank >= 0 and (len(text) == 1 or text == "10"):
            return rank
    elif 0 <= level < len(RANKS):
        return int(level)
    raise NotationError(
        "unknown_level", str(level), f"{level!r} is not a level: expected one of {' '.join(RANKS)}"
    )


def counts_of(faces: Iterable[int]) -> npt.NDArray[np.uint8]:
    """Count the copies of each face: an array ``uint8[54]``.

    >>> int(counts_of(parse_cards("3S 3S BJ"))[Face("3S")])
    2
    """
    import numpy as np  # noqa: PLC0415  (kept out of the import of the package)

    counts = bytearray(FACE_COUNT)
    for face in faces:
        counts[face] += 1
    return np.frombuffer(counts, dtype=np.uint8)


def faces_of(counts: Iterable[int]) -> tuple[Face, ...]:
    """List the cards of a count array (any 54 integers) in ascending order.

    >>> faces_of(counts_of(parse_cards("BJ 3S 3S")))
    (Face('3S'), Face('3S'), Face('BJ'))
    """
    return tuple(face for face, count in zip(FACES, counts, strict=True) for _ in range(count))
