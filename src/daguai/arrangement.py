"""Arranging a hand 理牌: the fewest turns, the strongest plays, and the hand's role (clause 13).

>>> from daguai.rules import Rules
>>> hand = "3S 3H 3D 4S 4H 7S 8H 9D TC JS BJ BJ"
>>> found = arrange(hand, Rules.preset("classic"), level="2")
>>> found.turns, [str(play) for play in found.plays], found.holds[-1]
(3, ['3S 3H 3D 4S 4H', '7S 8H 9D TC JS', 'BJ BJ'], 1.0)
>>> found.role, found.reason.words()
(<Role.STRONG: 'strong'>, 'BJ BJ should hold the lead, and every other turn is a five')
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from daguai import kernels
from daguai.cards import FACES, Cards, Face, counts_of, parse_cards, parse_level
from daguai.errors import CodedError
from daguai.kernels.grades import BEATEN, CERTAIN, GRADES, grade_of
from daguai.kernels.tables import tables_for
from daguai.messages import text
from daguai.plays import Play
from daguai.rules import Rules

if TYPE_CHECKING:
    import numpy.typing as npt

MOST_CARDS: Final = 30
"""The largest hand that can be arranged."""

WORLDS: Final = 256
"""How often the rivals' hands are dealt to see what they can beat."""

STARTS: Final = 6
"""How many beginnings are tried in search of a strong arrangement."""

_HOLDS: Final = 0.5
"""A play with at least this chance is one that holds the lead."""


class Role(enum.Enum):
    """What a hand is good for (clause 13.2)."""

    STRONG = "strong"  # 强牌: goes for first place
    MIDDLE = "middle"  # 中牌: stays to help a partner to it
    WEAK = "weak"  # 弱牌: in danger itself


class Reason(msgspec.Struct, frozen=True):
    """Why a hand has its role, for people in their language.

    Attributes:
        code: the message's key after ``role.``, stable for programs.
        details: what the message names.
    """

    code: str
    details: dict[str, str | int]

    def words(self, lang: str = "en") -> str:
        """Say it in a language.

        >>> Reason("few_turns", {"turns": 2}).words("zh")
        '只剩 2 手'
        """
        return text(f"role.{self.code}", lang, **self.details)


class ArrangementError(CodedError):
    """A hand that cannot be arranged.

    Attributes:
        code: ``"too_many_to_arrange"`` (more than 30 cards), ``"too_many_copies"`` (the hand and
            the unseen cards have more copies of a face than there are decks) or ``"slack"`` (there
            are no fewer turns than the fewest).
    """


class Arrangement(msgspec.Struct, frozen=True):
    """A hand as plays, every card in exactly one, the longest and strongest first.

    Attributes:
        plays: the plays.
        holds: of each play, the chance 0..1 that no opponent can beat it.
        turns: the fewest turns 手数 that empty the hand; exact. With ``slack`` the plays may be
            more.
        lost_leads: how often the lead will be lost while the hand is played out: the sum of what
            the plays lack of holding, without the one that leaves last, the weakest.
        role: what the hand is good for.
        reason: why.
    """

    plays: tuple[Play, ...]
    holds: tuple[float, ...]
    turns: int
    lost_leads: float
    role: Role
    reason: Reason


def arrange(
    cards: Cards,
    rules: Rules,
    level: str | int,
    slack: int = 0,
    unseen: Cards | None = None,
    *,
    rival_cards: Sequence[int] | None = None,
) -> Arrangement:
    """Arrange a hand in the fewest turns, as strongly as is found (clause 13.1).

    The number of turns is exact. Among the arrangements with so few, and with ``slack`` more, one
    is searched for that loses the lead least often; the search is thorough, not exhaustive, and
    the same hand always gets the same answer. ``docs/arranging.md`` tells the model.

    Args:
        cards: the hand in notation or faces, at most 30 cards.
        rules: the options decide what is legal and how it compares.
        level: the deal's level rank 级牌.
        slack: how many turns more than the fewest are allowed where that is stronger.
        unseen: the cards that others may hold; all but the hand where not given.
        rival_cards: how many cards each opponent holds; where not given an equal share of the
            unseen cards, and no more than a fresh hand has.

    Raises:
        ArrangementError: the hand is too large, there are too many copies of a face, or slack is
            less than 0.
        NotationError: a card or the level is not in notation.
    """
    rank = parse_level(level)
    if slack < 0:
        message = f"slack must be 0 or more, not {slack}"
        raise ArrangementError("slack", message, slack=str(slack))
    faces = parse_cards(cards)
    if len(faces) > MOST_CARDS:
        raise ArrangementError(
            "too_many_to_arrange",
            f"a hand of {len(faces)} cards cannot be arranged, at most {MOST_CARDS}",
            count=str(len(faces)),
            most=str(MOST_CARDS),
        )
    hand = counts_of(faces)
    others = _unseen(hand, rules, unseen)
    if rival_cards is None:
        share = -(-int(others.sum()) // (rules.seats - 1))
        rival_cards = (min(share, rules.hand_size),) * rules.team_size
    chances = _chances(others.tobytes(), tuple(rival_cards), rank, rules.flags)
    room = len(faces) + 1
    rows = np.empty((room, 5), dtype=np.uint8)
    strengths = np.empty(room, dtype=np.int64)
    turns = kernels.arrange_counts(
        hand, rank, rules.flags, slack, STARTS, chances, tables_for(rules.flags), rows, strengths
    )
    plays = sorted(
        (
            Play(tuple(FACES[f] for f in row if f < len(FACES)), strength, rank, rules)
            for row, strength in zip(rows.tolist(), strengths.tolist(), strict=True)
            if strength >= 0
        ),
        key=lambda play: (-len(play), -play.strength, play.cards),
    )
    holds = tuple(_hold(play, chances) for play in plays)
    lost = sum(1 - hold for hold in holds) - (1 - min(holds, default=1.0))
    role, reason = _role(plays, holds, lost)
    return Arrangement(tuple(plays), holds, int(turns), round(lost, 3), role, reason)


def fewest_turns(cards: Cards, rules: Rules) -> int:
    """Return the fewest plays 手数 that empty a hand; exact, at any level.

    >>> fewest_turns("3S 4H 5D 6C 7S 9S 9H BJ", Rules.preset("classic"))
    2

    Raises:
        ArrangementError: the hand has more than 30 cards.
        NotationError: a card is not in notation.
    """
    faces = parse_cards(cards)
    turns = int(kernels.fewest_turns(counts_of(faces), tables_for(rules.flags)))
    if turns < 0:
        raise ArrangementError(
            "too_many_to_arrange",
            f"a hand of {len(faces)} cards cannot be arranged, at most {MOST_CARDS}",
            count=str(len(faces)),
            most=str(MOST_CARDS),
        )
    return turns


def _unseen(
    hand: npt.NDArray[np.uint8], rules: Rules, unseen: Cards | None
) -> npt.NDArray[np.uint8]:
    """Return the counts of the cards that others may hold."""
    others = np.zeros_like(hand) if unseen is None else counts_of(parse_cards(unseen))
    copies = hand.astype(np.int64) + others
    most = int(copies.argmax())
    if copies[most] > rules.decks:
        raise ArrangementError(
            "too_many_copies",
            f"{copies[most]} copies of {Face(most)}, but there are only {rules.decks} decks",
            card=str(Face(most)),
            copies=str(copies[most]),
            decks=str(rules.decks),
        )
    return (rules.decks - hand).astype(np.uint8) if unseen is None else others


@lru_cache(maxsize=32)
def _chances(
    unseen: bytes, rival_cards: tuple[int, ...], level: int, flags: int
) -> npt.NDArray[np.int64]:
    chances = np.zeros((2, GRADES), dtype=np.int64)
    kernels.hold_chances(
        np.frombuffer(bytearray(unseen), dtype=np.uint8),
        np.array(rival_cards, dtype=np.int64),
        level,
        flags,
        WORLDS,
        tables_for(flags),
        chances,
    )
    return chances


def _hold(play: Play, chances: npt.NDArray[np.int64]) -> float:
    """Return the chance that no opponent can beat a play."""
    grade = grade_of(play.strength, play.rules.flags)
    return 1 - int(chances[BEATEN, grade]) / CERTAIN


def _role(plays: Sequence[Play], holds: Sequence[float], lost: float) -> tuple[Role, Reason]:
    """Return what a hand is good for: can it win back the leads that it loses (clause 13.2)?

    A lead that is lost must be won back by a play that holds. What is then still lost, as a part of
    the turns, makes the role. The bounds are set so that about a quarter of fresh hands is strong,
    and somewhat more than a third weak: a role is a hand's place among others.
    """
    turns = len(plays)
    held = sum(holds)
    gap = lost - held
    details: dict[str, str | int] = {"turns": turns, "held": f"{held:.1f}"}
    if turns <= 2:
        return Role.STRONG, Reason("few_turns", {"turns": turns})
    if gap <= turns / 2:
        small = [play for play in plays if len(play) < 5]
        tops = [play for play, hold in zip(plays, holds, strict=True) if hold >= _HOLDS]
        if 0 < len(small) < turns and all(play in tops for play in small):
            cards = ", ".join(map(str, small))
            return Role.STRONG, Reason("tops_and_fives", {"cards": cards})
        return Role.STRONG, Reason("holds_more", details)
    if gap <= 3 * turns / 4:
        return Role.MIDDLE, Reason("holds_some", details)
    return Role.WEAK, Reason("holds_less" if held >= _HOLDS / 5 else "holds_none", details)
