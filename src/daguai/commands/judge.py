"""``daguai judge``: what cards are, and whether they beat others."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from daguai.cards import RANKS, parse_level
from daguai.commands.parameters import (
    BadInput,
    Json,
    Lang,
    Level,
    Options,
    Preset,
    print_json,
    rules_from,
    rules_json,
)
from daguai.messages import explain, text
from daguai.plays import Category, IllegalPlay, Play, classify

_RUNS = (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH)


def judge(
    cards: Annotated[str, typer.Argument(help="The cards in notation. 牌", show_default=False)],
    against: Annotated[
        str, typer.Option("--against", metavar="CARDS", help="The play to beat. 要管的牌")
    ] = "",
    level: Level = "2",
    preset: Preset = "classic",
    option: Options = None,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Say what cards are worth, and whether they beat others. 判断牌型与大小.

    Cards that are no play are an answer like any other; only what cannot be read is an error.
    """
    rules = rules_from(preset, option)
    if not _shown(cards):
        raise BadInput("empty_play")
    answer: dict[str, Any] = {"level": RANKS[parse_level(level)], "rules": rules_json(rules)}
    play = _judged(cards, rules, level)
    answer |= play_json(play, cards)
    other = _judged(against, rules, level) if against else None
    beats = None
    if other is not None:
        answer["against"] = play_json(other, against)
        if isinstance(play, Play) and isinstance(other, Play):
            beats = play.beats(other)
        answer["beats"] = beats
    if as_json:
        print_json(answer)
        return 0
    print(_sentence(play, cards, lang))
    if isinstance(other, IllegalPlay):
        reason = explain(other, lang)
        print(text("judge.against_illegal", lang, cards=_shown(against), reason=reason))
    elif other is not None and beats is not None:
        key = "judge.beats" if beats else "judge.beats_not"
        print(text(key, lang, cards=other, category=category_name(other.category.value, lang)))
    return 0


def play_json(play: Play | IllegalPlay, cards: str = "") -> dict[str, Any]:
    """Return a play, or why cards are none, as JSON answers show it."""
    if isinstance(play, IllegalPlay):
        return {"cards": _shown(cards), "legal": False, "reason": play.code}
    return {
        "cards": str(play),
        "legal": True,
        "category": play.category.value,
        "rank": play.rank,
        "strength": play.strength,
    }


def category_name(category: str, lang: str) -> str:
    """Return a category in words."""
    return text(f"category.{category}", lang)


def compared(play: Play, lang: str) -> str:
    """Say by what a play compares (clause 5.2).

    >>> from daguai.rules import Rules
    >>> rules = Rules.preset("classic")
    >>> [compared(classify(c, rules, "7"), "en") for c in ("7S 7H", "2S 3S 4S 5S AS", "LJ BJ")]
    ['the level rank (7)', '5 high', 'mixed jokers']
    """
    if play.rank is None:
        return text("compared.five_jokers", lang)
    if play.rank == "LJ":
        little = len(set(play.cards)) == 1
        return text("compared.little_joker" if little else "compared.mixed_jokers", lang)
    if play.rank == "BJ":
        return text("compared.big_joker", lang)
    if play.category in _RUNS:
        return text("compared.top", lang, rank=play.rank)
    is_level = classify(play.rank + "S", play.rules, play.level).value > 12
    return text("compared.level" if is_level else "compared.natural", lang, rank=play.rank)


def _judged(cards: str, rules: Any, level: str) -> Play | IllegalPlay:
    try:
        return classify(cards, rules, level)
    except IllegalPlay as error:
        return error


def _sentence(play: Play | IllegalPlay, cards: str, lang: str) -> str:
    if isinstance(play, IllegalPlay):
        return text("judge.illegal", lang, cards=_shown(cards), reason=explain(play, lang))
    category = category_name(play.category.value, lang)
    return text(
        "judge.is_compared", lang, cards=play, category=category, compared=compared(play, lang)
    )


def _shown(cards: str) -> str:
    return " ".join(cards.upper().replace(",", " ").split())
