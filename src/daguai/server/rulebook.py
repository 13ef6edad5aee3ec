"""The rules as the page shows them: presets, options with every value explained, and clauses."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from daguai.messages import LANGUAGES, catalogue, rulebook
from daguai.rules import OPTIONS, PRESETS, RULES_VERSION, Option

_MANY: Final = 13
"""An option with more numbers than this is asked for as a number from a range."""


@cache
def document() -> dict[str, Any]:
    """Return everything about the rules in words, in every language.

    >>> option = next(o for o in document()["options"] if o["option"] == "flush_ties")
    >>> option["values"][0]
    {'value': 'top', 'meaning': {'zh': '算相等', 'en': 'they are equal'}}
    """
    return {
        "version": RULES_VERSION,
        "presets": [
            {
                "preset": name,
                "name": _catalogued(f"preset.{name}.name"),
                "meaning": _catalogued(f"preset.{name}.meaning"),
                "options": preset.options(),
            }
            for name, preset in PRESETS.items()
        ],
        "options": [_option(option) for option in OPTIONS.values()],
        "sections": _sections(),
    }


def _option(option: Option) -> dict[str, Any]:
    numbers = [value for value in option.values if type(value) is int]
    ranged = len(numbers) > _MANY
    named = [
        value
        for value in option.values
        if not ranged
        or type(value) is not int
        or f"option.{option.name}.{value}" in catalogue(LANGUAGES[0])
    ]
    meanings = [
        {lang: rulebook.value_meaning(option.name, value, lang) for lang in LANGUAGES}
        for value in named
    ]
    spread: dict[str, Any] | None = {"low": min(numbers), "high": max(numbers)} if ranged else None
    if spread is not None:
        spread["meaning"] = _catalogued(f"option.{option.name}.number")
    return {
        "option": option.name,
        "clause": option.clause,
        "name": _catalogued(f"option.{option.name}.name"),
        "meaning": _catalogued(f"option.{option.name}.meaning"),
        "values": [
            {"value": value, "meaning": meaning}
            for value, meaning in zip(named, meanings, strict=True)
        ],
        "range": spread,
    }


def _sections() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for number in rulebook.clauses(LANGUAGES[0]):
        section = number.partition(".")[0]
        if not found or found[-1]["section"] != section:
            title = _catalogued(f"section.{section}")
            found.append({"section": section, "title": title, "clauses": []})
        words = _catalogued(f"clause.{number}")
        found[-1]["clauses"].append({"clause": number, "text": words})
    return found


def _catalogued(key: str) -> dict[str, str]:
    return {lang: catalogue(lang)[key] for lang in LANGUAGES}
