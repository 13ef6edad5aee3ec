"""What is wrong with how a command was called, in either language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from daguai.messages import LANGUAGES, default_language, text

_SAID: Final = (
    (r"Missing argument '(?P<name>[^']+)'.*", "missing_argument"),
    (r"Missing option '(?P<name>[^']+)'.*", "missing_option"),
    (r"No such option: (?P<name>\S+)", "no_option"),
    (r"No such option: (?P<name>\S+) \(Possible options: (?P<near>.+)\)", "no_option_near"),
    (r"No such command '(?P<name>.*)'\.", "no_command"),
    (r"No such command '(?P<name>.*)'\. Did you mean (?P<near>.+)\?", "no_command_near"),
    (r"Option '(?P<name>[^']+)' requires .*", "no_value"),
    (r"Option '(?P<name>[^']+)' does not take a value\.", "takes_no_value"),
    (r"Got unexpected extra arguments?(?:\(s\))? \((?P<name>.*)\)", "extra"),
    (r"Invalid value for '(?P<name>[^']+)': Input should be a valid integer.*", "not_integer"),
    (r"Invalid value for '(?P<name>[^']+)': Input should be a valid number.*", "not_number"),
    (
        r"Invalid value for '(?P<name>[^']+)': Input should be greater than or equal to (?P<n>.+)",
        "too_small",
    ),
    (
        r"Invalid value for '(?P<name>[^']+)': Input should be less than or equal to (?P<n>.+)",
        "too_great",
    ),
)
"""What typer says, which has no codes, and the key of our own words for it."""


def wrong_use(said: str, lang: str) -> str:
    """Say in a language what typer says in English; what is not known here stays as it is.

    >>> wrong_use("Missing argument 'cards'.", "zh")
    '缺少参数“cards”'
    """
    said = " ".join(said.split())
    for pattern, key in _SAID:
        if found := re.fullmatch(pattern, said):
            words = {name: re.sub(r"['\"]", "", value) for name, value in found.groupdict().items()}
            return text(f"usage.{key}", lang, **words)
    return text("usage.other", lang, reason=said)


def asked_language(arguments: Sequence[str]) -> str:
    """Return the language that ``--lang`` names, wherever it stands, or the system's.

    Typer reads it only where nothing is wrong before; what is wrong is told in it, too.

    >>> asked_language(["deal", "--lang", "zh"]), asked_language(["deal", "--lang=en"])
    ('zh', 'en')
    """
    asked = default_language()
    for place, argument in enumerate(arguments):
        if argument == "--":
            break
        name, equals, value = argument.partition("=")
        if name == "--lang":
            value = value if equals else "".join(arguments[place + 1 : place + 2])
            asked = value if value in LANGUAGES else asked
    return asked
