"""Actions as numbers of a fixed, small space, and as the cards they lay.

===================================  ===========================================================
``0`` to ``PASS - 1``                lay an abstract move: ``group * VALUES + value``
``PASS``                             pass
``CARD`` to ``CARD + 53``            name one card: pay it as tribute, return it, add it to an
                                     offer, take it
===================================  ===========================================================

An abstract move (``kernels.groups``) is all that matters for comparing: the category, the compared
value, the jokers spent, the suit of flushes. Which cards complete it is chosen afterwards:
``action_of`` takes the canonical ones, ``completions`` lists all. Faces of several decks are equal,
so no two actions differ only in the copy.

Whoever scores whole plays instead uses ``features_of``, the copies of each of 54 faces that an
action lays or names, and ``action_from`` to come back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from daguai import exchange, kernels, tribute
from daguai.actions import Action, Lay, Offer, Pass, Return, Take, Tribute
from daguai.cards import FACES, Face, format_cards, parse_cards, parse_level
from daguai.errors import CodedError
from daguai.kernels import groups, ranking
from daguai.kernels.flags import DESCENDING
from daguai.kernels.groups import GROUPS, VALUES
from daguai.legal import legal_actions
from daguai.moves import legal_plays
from daguai.plays import CATEGORIES, Play, classify
from daguai.rules import Rules
from daguai.view import TributeView, View, rules_of

if TYPE_CHECKING:
    import numpy.typing as npt

MOVES: Final = GROUPS * VALUES
PASS: Final = MOVES
CARD: Final = PASS + 1
ACTIONS: Final = CARD + len(FACES)
"""How many numbers there are; a mask has so many places."""

_INDEX: Final = {str(face): int(face) for face in FACES}
_LEAD: Final = -1
_BITS: Final = np.arange(VALUES)


class ActionError(CodedError):
    """A number or features that stand for no action here.

    Attributes:
        code: ``unknown_index`` (no such number), ``not_allowed`` (the rules do not allow it now),
            ``wrong_kind`` (an offer is several numbers: ask ``indices_of``).
    """


@lru_cache(maxsize=1 << 14)
def faces_in(notation: str) -> tuple[int, ...]:
    """Return the faces in notation that is known to be sound, as numbers; remembered."""
    return tuple([_INDEX[card] for card in notation.split()])


def counts_in(notation: str) -> npt.NDArray[np.uint8]:
    """Return the copies of each face in notation that is known to be sound.

    >>> int(counts_in("3S 3S BJ")[4]), int(counts_in("").sum())
    (2, 0)
    """
    return np.bincount(faces_in(notation), minlength=len(FACES)).astype(np.uint8)


@lru_cache(maxsize=4096)
def judged(cards: str, rules: Rules, level: str) -> Play:
    """Return the play that notation stands for; remembered."""
    return classify(cards, rules, level)


def index_of_play(play: Play) -> int:
    """Return the number of the abstract move that a play belongs to.

    >>> play = classify("3S 3H LJ", Rules(), level="7")
    >>> index_of_play(play), describe(index_of_play(play))
    (86, 'triple of 3, 1 joker')
    """
    category = play.category.order
    value = play.value
    jokers = 0 if category == ranking.SINGLE else play.jokers
    group = groups.first_of(category) + jokers
    if category in {ranking.FLUSH, ranking.STRAIGHT_FLUSH}:
        most = 3 if category == ranking.FLUSH else 4
        group += most * int(play.cards[0].suit or 0)
        if category == ranking.FLUSH and play.rules.flags & DESCENDING:
            value = (value >> 4 * ranking.FIELD) - 1
    return group * VALUES + value


def index_of(action: Action, view: View) -> int:
    """Return the number of an action.

    Raises:
        ActionError: code ``wrong_kind``: it is an offer, which is several numbers.
        IllegalPlay: the cards are no play.
    """
    found = indices_of(action, view)
    if len(found) != 1:
        raise ActionError("wrong_kind", f"an offer of {len(found)} cards is as many actions")
    return found[0]


def indices_of(action: Action, view: View) -> tuple[int, ...]:
    """Return the numbers that make an action, one but for offers: their cards, ascending."""
    match action:
        case Pass():
            return (PASS,)
        case Lay(cards=cards):
            return (index_of_play(judged(cards, rules_of(view), view.level)),)
        case Return(card=card) | Tribute(card=card) | Take(card=card):
            return (CARD + _INDEX[card],)
        case Offer(cards=cards):
            return tuple(CARD + _INDEX[card] for card in cards.split())


def legal_mask(view: View, chosen: Sequence[Face] = ()) -> npt.NDArray[np.int8]:
    """Return 1 for every number that is allowed to the viewing seat now, ``int8[ACTIONS]``.

    All are 0 when the seat owes nothing.

    Args:
        view: the seat's view.
        chosen: cards of an offer that the seat has named already.
    """
    mask = np.zeros(ACTIONS, dtype=np.int8)
    if view.seat is None or view.seat not in view.to_act:
        return mask
    if view.phase != "play":
        for face in _cards_to_name(view, chosen):
            mask[CARD + face] = 1
        return mask
    rules = rules_of(view)
    bar = _LEAD
    if view.to_beat:
        mask[PASS] = 1
        bar = judged(view.to_beat, rules, view.level).strength
    masks = np.empty(GROUPS, dtype=np.int64)
    tables = kernels.tables_for(rules.flags)
    level = parse_level(view.level)
    kernels.move_masks(counts_in(view.hand), level, rules.flags, bar, tables, masks)
    mask[:MOVES] = (masks[:, None] >> _BITS & 1).ravel()
    return mask


def action_of(index: int, view: View, chosen: Sequence[Face] = ()) -> Action | None:
    """Return the action that a number stands for, a move with its canonical cards.

    Returns:
        The action; None when a card joins an offer that needs more.

    Raises:
        ActionError: there is no such number, or the rules do not allow it now.
    """
    if not 0 <= index < ACTIONS:
        raise _unknown(index)
    if view.seat is None or view.seat not in view.to_act:
        raise _not_allowed(index, view)
    if view.phase == "play":
        if index == PASS and view.to_beat:
            return Pass()
        numbers, plays = _moves(view)
        at = int(np.searchsorted(numbers, index))
        if at == len(numbers) or numbers[at] != index:
            raise _not_allowed(index, view)
        return _lay(plays[at])
    face = Face(index - CARD) if index >= CARD else None
    if face is None or face not in _cards_to_name(view, chosen):
        raise _not_allowed(index, view)
    match view.phase:
        case "tribute":
            return Tribute(str(face))
        case "take":
            return Take(str(face))
    wanted = tribute.offer_size(Face(_owed(view).card), rules_of(view))
    if wanted is None:
        return Return(str(face))
    cards_named = (*chosen, face)
    return Offer(format_cards(cards_named)) if len(cards_named) == wanted else None


def listed(view: View) -> dict[int, Lay | Pass]:
    """Return every number that is allowed in play, ascending, with its action.

    The same as ``legal_mask`` and ``action_of``, at once; empty in tribute and when another seat
    acts.
    """
    if view.seat is None or view.seat not in view.to_act or view.phase != "play":
        return {}
    numbers, plays = _moves(view)
    found: dict[int, Lay | Pass] = {
        number: _lay(faces) for number, faces in zip(numbers.tolist(), plays, strict=True)
    }
    if view.to_beat:
        found[PASS] = Pass()
    return found


def completions(index: int, view: View) -> list[Lay]:
    """Return every way to lay an abstract move, each distinct set of faces once."""
    rules = rules_of(view)
    plays = legal_plays(view.hand, rules, view.level, view.to_beat or None)
    return [Lay.ascending(str(play)) for play in plays if index_of_play(play) == index]


def features_of(action: Action) -> npt.NDArray[np.uint8]:
    """Return the copies of each face that an action lays or names; nothing for a pass."""
    match action:
        case Pass():
            return np.zeros(len(FACES), dtype=np.uint8)
        case Lay(cards=cards) | Offer(cards=cards):
            return counts_in(cards)
    return counts_in(action.card)


def action_from(features: Iterable[int], view: View) -> Action:
    """Return the allowed action that has these features.

    Raises:
        ActionError: code ``not_allowed``: there is none.
    """
    counts = np.fromiter(features, dtype=np.int64)
    faces = [face for face in FACES for _ in range(int(counts[face]))]
    cards = " ".join(map(str, faces))
    action: Action
    if view.phase == "play":
        action = Lay.ascending(cards) if faces else Pass()
    elif view.phase == "return" and len(faces) > 1:
        action = Offer(cards)
    elif len(faces) == 1:
        kinds: dict[str, type[Return | Tribute | Take]] = {"tribute": Tribute, "take": Take}
        action = kinds.get(view.phase, Return)(cards)
    else:
        raise ActionError("not_allowed", f"{cards or 'nothing'} cannot be named now")
    if action not in legal_actions(view):
        raise ActionError("not_allowed", f"{cards or 'a pass'} is not allowed now")
    return action


def values_of(group: int) -> tuple[int, ...]:
    """Return the compared values that a group of moves has (``kernels.groups``).

    >>> values_of(groups.STRAIGHTS)[0], values_of(groups.TRIPLES + 3)
    (3, (14, 16))
    """
    category, jokers = groups.category_of(group), groups.jokers_of(group)
    if category in {ranking.STRAIGHT, ranking.STRAIGHT_FLUSH}:
        return tuple(range(3, ranking.LEVEL_VALUE))
    if category == ranking.FLUSH:
        return tuple(range(2, ranking.LEVEL_VALUE + 1))
    if category == ranking.SINGLE:
        return tuple(range(ranking.BIG_VALUE + 1))
    if jokers == ranking.size_of(category << ranking.SHIFT):  # nothing but jokers
        little = (ranking.LITTLE_PAIR_VALUE,) if category == ranking.PAIR else ()
        return (ranking.JOKER_VALUE, *little, ranking.ALL_BIG_VALUE)
    return tuple(range(ranking.LEVEL_VALUE + 1))


def describe(index: int) -> str:
    """Say what a number stands for, whatever the position.

    >>> describe(PASS), describe(CARD), describe(0)
    ('pass', 'card 2S', 'single of 2')
    """
    if not 0 <= index < ACTIONS:
        raise _unknown(index)
    if index == PASS:
        return "pass"
    if index > PASS:
        return f"card {FACES[index - CARD]}"
    group, value = divmod(index, VALUES)
    category = CATEGORIES[groups.category_of(group)]
    suit = groups.suit_of(group)
    name = category.value.replace("_", " ")
    if suit >= 0:
        name += " in " + ("spades", "hearts", "diamonds", "clubs")[suit]
    rank = _VALUE_NAMES[value]
    if value >= ranking.JOKER_VALUE:
        if category.order == ranking.SINGLE:
            return f"single {'LJ' if value == ranking.JOKER_VALUE else 'BJ'}"
        return f"{name} of jokers, {('mixed or little', 'little', 'big')[value - 14]}"
    jokers = groups.jokers_of(group)
    spent = f", {jokers} joker{'s' * (jokers > 1)}" if jokers else ""
    joint = "to" if "straight" in name else "of"
    return f"{name} {joint} {rank}{spent}"


_VALUE_NAMES: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "the level",
                       "LJ", "BJ", "BJ")  # fmt: skip


def _moves(view: View) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
    """Return the numbers of the abstract moves there are, ascending, and their canonical faces."""
    rules = rules_of(view)
    bar = judged(view.to_beat, rules, view.level).strength if view.to_beat else _LEAD
    moves = np.empty((_MOST_MOVES, 2), dtype=np.int64)
    plays = np.empty((_MOST_MOVES, 5), dtype=np.uint8)
    strengths = np.empty(_MOST_MOVES, dtype=np.int64)
    found = kernels.list_moves(
        counts_in(view.hand), parse_level(view.level), rules.flags, bar,
        kernels.tables_for(rules.flags), moves, plays, strengths,
    )  # fmt: skip
    return moves[:found, 0] * VALUES + moves[:found, 1], plays[:found]


def _lay(faces: npt.NDArray[np.uint8]) -> Lay:
    notation = [str(FACES[face]) for face in faces.tolist() if face < len(FACES)]
    return Lay.ascending(" ".join(notation))


_MOST_MOVES: Final = MOVES
"""No hand has more moves than there are numbers for them."""


def _cards_to_name(view: View, chosen: Sequence[Face]) -> list[Face]:
    """List the faces that may be named next in tribute and return.

    The cards of an offer are named ascending, so that each offer is named in one way only.
    """
    entry = _owed(view)
    if entry.offered:
        return list(dict.fromkeys(parse_cards(entry.offered)))
    hand = parse_cards(view.hand)
    if not entry.card:
        return list(dict.fromkeys(tribute.highest(hand, parse_level(view.level))))
    faces = sorted(set(hand))
    wanted = tribute.offer_size(Face(entry.card), rules_of(view))
    if wanted is None:
        return faces
    ranks = sorted({face.rank for face in faces if not chosen or face.rank > chosen[-1].rank})
    usable = ranks[: len(ranks) - (wanted - len(chosen)) + 1]  # leaving enough for the rest
    return [face for face in faces if face.rank in usable]


def _owed(view: View) -> TributeView:
    return next(entry for entry in view.tribute if exchange.owes(entry) == view.seat)


def _unknown(index: int) -> ActionError:
    message = f"there is no action {index}: expected 0 to {ACTIONS - 1}"
    return ActionError("unknown_index", message, index=str(index))


def _not_allowed(index: int, view: View) -> ActionError:
    message = f"action {index} ({describe(index)}) is not allowed to seat {view.seat} now"
    return ActionError("not_allowed", message, index=str(index), seat=str(view.seat))
