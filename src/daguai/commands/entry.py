"""What a player types, read as an action: notation, or ranks for which cards are picked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, islice, product
from typing import Final

from daguai.actions import Action, IllegalAction, Lay, Offer, Pass, Return, Take, Tribute
from daguai.cards import Face, NotationError, format_cards, parse_cards
from daguai.commands.parameters import BadInput
from daguai.plays import IllegalPlay, Play, classify
from daguai.view import View, rules_of

PASSES: Final = frozenset({"p", "pass", "-", "过"})
_TOKEN: Final = re.compile(r"LJ?|BJ?|(?:10|[2-9TJQKA])[SHDC]?")
_JOKERS: Final = {"L": "LJ", "B": "BJ", "LJ": "LJ", "BJ": "BJ"}
_CHINESE: Final = {"小怪": "LJ", "大怪": "BJ"}
_TRIED: Final = 5000
"""How many ways to pick suits are tried; five ranks of four suits are 1024."""


def read_action(typed: str, view: View) -> Action:
    """Read what the seat to act wants to do.

    Cards are notation, ``3S 3H``, or ranks alone, ``33`` or ``45678`` or ``333LJ4``: then the
    weakest play of these ranks that is legal here is meant, and of equal ones the cards of the
    suits that the hand holds fewest of.

    Raises:
        NotationError: the text is no cards.
        IllegalPlay: the cards, or any cards of these ranks, are no play.
        IllegalAction: they are not held or beat nothing.
        BadInput: one card is wanted.
    """
    words = typed.strip()
    if view.phase == "play" and words.lower() in PASSES:
        return Pass()
    wanted = _tokens(words)
    if view.phase == "play":
        return Lay(format_cards(_play(words, wanted, view)))
    if view.phase == "return" and len(wanted) > 1:
        return Offer(format_cards(_pick(wanted, view.hand, view)))
    if len(wanted) != 1:
        raise BadInput("not_one")
    if view.phase == "take":
        offered = next(entry.offered for entry in view.tribute if entry.giver == view.seat)
        return Take(format_cards(_pick(wanted, offered, view)))
    card = format_cards(_pick(wanted, view.hand, view))
    return Tribute(card) if view.phase == "tribute" else Return(card)


def _tokens(words: str) -> list[str]:
    """Split a text into cards, ``3S``, and ranks, ``3``."""
    text = words.upper()
    for chinese, joker in _CHINESE.items():
        text = text.replace(chinese, joker)
    tokens = []
    for word in text.replace(",", " ").replace("，", " ").split():
        found = _TOKEN.findall(word)
        if "".join(found) != word:
            raise _no_card(words)
        tokens += [_JOKERS.get(token, token.replace("10", "T")) for token in found]
    if not tokens:
        raise _no_card(words)
    return tokens


def _no_card(words: str) -> NotationError:
    try:
        parse_cards([words])
    except NotationError as error:
        return error
    return NotationError("unknown_card", words, f"{words!r} is not a card")


def _play(words: str, wanted: Iterable[str], view: View) -> tuple[Face, ...]:
    rules = rules_of(view)
    table = classify(view.to_beat, rules, view.level) if view.to_beat else None
    reason: Exception | None = None
    best: tuple[int, int] | None = None
    chosen: tuple[Face, ...] = ()
    for faces in _choices(wanted, view.hand):
        try:
            play = classify(faces, rules, view.level)
        except IllegalPlay as error:
            reason = reason or error
            continue
        if table is not None and not play.beats(table):
            reason = _not_higher(play, table)
            continue
        weight = play.strength, _rarity(faces, view.hand)
        if best is None or weight < best:
            best, chosen = weight, faces
    if best is None:
        raise reason or IllegalAction("not_held", f"you do not hold {words}", cards=words)
    return chosen


def _not_higher(play: Play, table: Play) -> IllegalAction:
    code = "not_higher" if len(play) == len(table) else "wrong_size"
    return IllegalAction(code, f"{play} does not beat {table}", cards=str(play))


def _pick(wanted: Iterable[str], hand: str, view: View) -> tuple[Face, ...]:
    """Pick cards that need not be a play."""
    choices = list(_choices(wanted, hand))
    if not choices:
        cards = " ".join(wanted)
        raise IllegalAction("not_held", f"{cards} is not among {hand}", cards=cards)
    return min(choices, key=lambda faces: _rarity(faces, view.hand))


def _choices(wanted: Iterable[str], hand: str) -> Iterator[tuple[Face, ...]]:
    """Yield every set of cards of a hand that the tokens may mean."""
    held = Counter(parse_cards(hand))
    tokens = list(wanted)
    named = Counter(Face(token) for token in tokens if len(token) == 2)
    if named - held:
        return
    left = held - named
    parts = []
    for rank, count in Counter(token for token in tokens if len(token) == 1).items():
        cards = sorted(face for face in left.elements() if str(face)[0] == rank)
        parts.append(list(dict.fromkeys(combinations(cards, count))))
    for picked in islice(product(*parts), _TRIED):
        yield (*named.elements(), *(face for part in picked for face in part))


def _rarity(faces: Iterable[Face], hand: str) -> int:
    """Count the cards of the suits that would be used; few of a suit make no flush."""
    suits = Counter(face.suit for face in parse_cards(hand))
    return sum(suits[face.suit] for face in faces)
