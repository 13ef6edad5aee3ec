"""What several commands take: language, JSON, rules, files; and how bad input is told."""

from __future__ import annotations

import errno
import json
import os
import sys
import tempfile
from collections.abc import Iterable
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import typer

from daguai.messages import LANGUAGES, default_language, text
from daguai.rules import PRESET_NAMES, RULES_VERSION, Rules

if TYPE_CHECKING:
    from daguai.record import Parsed

language: Final[ContextVar[str]] = ContextVar("language")
"""The language chosen on the command line, for errors that end the command."""


class BadInput(ValueError):
    """Something on the command line, or a file it names, cannot be used.

    Attributes:
        code: the message's key after ``error.``.
        details: what the message names.
    """

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(text(f"error.{code}", "en", **details))
        self.code = code
        self.details = details


def _language(value: str) -> str:
    chosen = value or default_language()
    if chosen not in LANGUAGES:
        raise BadInput("unknown_language", text=chosen)
    language.set(chosen)
    return chosen


Lang: TypeAlias = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="zh|en",
        help="Language of the answer; by default your system's. 语言",
        callback=_language,
        is_eager=True,
        show_default=False,
    ),
]
Json: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Answer as one JSON object. 输出 JSON")
]
Preset: TypeAlias = Annotated[
    str,
    typer.Option("--preset", metavar="|".join(PRESET_NAMES), help="Rules to start from. 成套规则"),
]
Options: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="Change one option of the rules; may be repeated. 规则选项",
        show_default=False,
    ),
]
Level: TypeAlias = Annotated[
    str, typer.Option("--level", metavar="2…A", help="The deal's level rank. 级数")
]


def rules_from(preset: str, options: Iterable[str] | None) -> Rules:
    """Return the rules that ``--preset`` and every ``--option name=value`` name.

    >>> rules_from("house", ["flush_ties=top"]).differences()
    {'flush_ties': 'top'}

    Raises:
        BadInput: an option is not written ``name=value``.
        RulesError: a preset, an option or a value is unknown.
    """
    changes: dict[str, object] = {}
    for option in options or ():
        name, equals, value = option.partition("=")
        if not equals:
            raise BadInput("option_form", text=option)
        changes[name.strip()] = value.strip()
    return Rules.preset(preset).replace(**changes)


def rules_json(rules: Rules) -> dict[str, Any]:
    """Return rules as JSON answers name them."""
    return {
        "preset": rules.preset_name,
        "version": RULES_VERSION,
        "differences": rules.differences(),
    }


def print_json(answer: object) -> None:
    """Print one JSON object as the whole answer."""
    print(json.dumps(answer, ensure_ascii=False))


def read_text(file: Path) -> str:
    """Return what a file says; ``-`` is standard input.

    Raises:
        BadInput: it cannot be read, or is no text.
    """
    try:
        if str(file) == "-":
            return sys.stdin.read()
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput("no_file", file=file, reason=error.strerror) from None
    except UnicodeDecodeError:
        raise BadInput("not_text", file=file) from None


def read_match(file: Path) -> Parsed:
    """Return a record that is not replayed yet; ``-`` is standard input.

    Raises:
        BadInput: the file cannot be read, or no deal has begun.
        RecordError: it is no record.
    """
    from daguai.record import parse

    parsed = parse(read_text(file))
    if not parsed.record.deals:
        raise BadInput("no_deals", file=file)
    return parsed


def check_writable(file: Path) -> None:
    """Check that a file can be written, and leave nothing behind.

    Raises:
        BadInput: it cannot be.
    """
    try:
        if file.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with tempfile.TemporaryFile(dir=file.parent):
            pass
    except OSError as error:
        raise BadInput("cannot_write", file=file, reason=error.strerror) from None


def write_text(file: Path, contents: str) -> None:
    """Replace a file in one step, so that it is never half written.

    Raises:
        BadInput: it cannot be written; what was there stays.
    """
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        try:
            with open(handle, "w", encoding="utf-8") as temporary:
                temporary.write(contents)
            os.chmod(name, file.stat().st_mode if file.exists() else 0o644)
            os.replace(name, file)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise BadInput("cannot_write", file=file, reason=error.strerror) from None
