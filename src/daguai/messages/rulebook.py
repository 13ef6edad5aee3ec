"""The rules in words: clauses, options, their values and the presets, in either language.

The rules document, ``daguai rules`` and the page's settings all say what this module says.
"""

from __future__ import annotations

from itertools import groupby
from typing import Final

from daguai.messages import catalogue, text
from daguai.rules import Option, Value

_CLAUSE: Final = "clause."


def clauses(lang: str) -> dict[str, str]:
    """Return every clause by number, in order.

    >>> clauses("en")["3.4"]
    'Cards that fit several kinds are the strongest of them.'
    """
    return {
        key.removeprefix(_CLAUSE): words
        for key, words in catalogue(lang).items()
        if key.startswith(_CLAUSE)
    }


def sections(lang: str) -> dict[str, dict[str, str]]:
    """Return the clauses under the title of each section, such as ``"2 Order of single cards"``."""
    return {
        f"{number} {text(f'section.{number}', lang)}": dict(group)
        for number, group in groupby(clauses(lang).items(), key=lambda item: item[0].split(".")[0])
    }


def clauses_of(option: Option, lang: str) -> dict[str, str]:
    """Return the clauses that define an option: one, or all of a section."""
    return {
        number: words
        for number, words in clauses(lang).items()
        if option.clause in (number, number.split(".")[0])
    }


def option_name(name: str, lang: str) -> str:
    """Return what an option is called.

    >>> option_name("lead_after_out", "zh")
    '出完后谁领出'
    """
    return text(f"option.{name}.name", lang)


def option_meaning(name: str, lang: str) -> str:
    """Return what an option decides."""
    return text(f"option.{name}.meaning", lang)


def value_meaning(name: str, value: Value, lang: str) -> str:
    """Return what a value of an option means.

    >>> value_meaning("counts_shown", 10, "en"), value_meaning("counts_shown", 27, "en")
    ('counts of 10 or fewer are public', 'every count is public')
    """
    word = Option.text(value)
    own = catalogue(lang).get(f"option.{name}.{word}")
    if own is not None:
        return own
    if type(value) is int:
        return text(f"option.{name}.number", lang, n=value)
    return text(f"option.{name}.word", lang, value=word)


def value_meanings(option: Option, lang: str) -> dict[str, str]:
    """Return the meaning of each value of an option; long ranges of numbers are one entry."""
    numbers = [value for value in option.values if type(value) is int]
    brief = option.values
    meanings: dict[str, str] = {}
    if len(numbers) > 6:
        low, high = min(numbers), max(numbers)
        spread = text("rules.number_range", lang, low=low, high=high)
        brief = tuple(
            value
            for value in option.values
            if type(value) is not int or f"option.{option.name}.{value}" in catalogue(lang)
        )
        meanings[spread] = text(f"option.{option.name}.number", lang, n="N")
    if option.name == "final_level":
        spread = text("rules.number_range", lang, low=option.values[0], high=option.values[-1])
        return {spread: text("option.final_level.word", lang, value="N")}
    return {
        Option.text(value): value_meaning(option.name, value, lang) for value in brief
    } | meanings


def preset_meaning(name: str, lang: str) -> str:
    """Return what a preset is."""
    return text(f"preset.{name}.meaning", lang)
