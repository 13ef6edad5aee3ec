"""Every text a person reads, from one catalogue per language.

A catalogue is a flat JSON object, ``{"key": "text with {name}"}``; both have the same keys and the
same names, which a test holds them to.
"""

from __future__ import annotations

import errno
import json
import locale
import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

LANGUAGES: Final = ("zh", "en")

_ERRNO: Final = re.compile(r"\[Errno -?\d+\] ")
_SYSTEM: Final[Mapping[str, str]] = {
    **{
        os.strerror(number).lower(): key
        for number, key in (
            (errno.ENOENT, "no_such_file"),
            (errno.EACCES, "denied"),
            (errno.EPERM, "denied"),
            (errno.EISDIR, "is_folder"),
            (errno.ENOTDIR, "not_folder"),
            (errno.EEXIST, "exists"),
            (errno.ENOSPC, "no_space"),
            (errno.EROFS, "read_only"),
            (errno.ENAMETOOLONG, "too_long"),
            (errno.ECONNREFUSED, "refused"),
            (errno.ETIMEDOUT, "timed_out"),
            (errno.ECONNRESET, "reset"),
            (errno.EHOSTUNREACH, "unreachable"),
            (errno.ENETUNREACH, "unreachable"),
            (errno.EADDRNOTAVAIL, "no_address"),
            (errno.EADDRINUSE, "in_use"),
        )
    },
    "timed out": "timed_out",
    "name or service not known": "no_host",  # the names of hosts have errors of their own
    "no address associated with hostname": "no_host",
    "temporary failure in name resolution": "no_host",
    "nodename nor servname provided, or not known": "no_host",
    "getaddrinfo failed": "no_host",
}
"""What systems say when something cannot be done, and the key of our own words for it."""


@cache
def catalogue(lang: str) -> Mapping[str, str]:
    """Return every text of a language by key.

    Raises:
        ValueError: there is no such language.
    """
    if lang not in LANGUAGES:
        raise ValueError(f"there is no language {lang!r}: expected one of {', '.join(LANGUAGES)}")
    texts: dict[str, str] = json.loads(
        Path(__file__).with_name(f"{lang}.json").read_text(encoding="utf-8")
    )
    return texts


def text(key: str, lang: str = "en", **args: object) -> str:
    """Return one text in a language, its names filled in.

    >>> text("category.full_house", "zh"), text("legal.total", n=3)
    ('三带两', '3 in all')

    Raises:
        KeyError: there is no such text, or one of its names is not given.
    """
    return catalogue(lang)[key].format_map(args)


def counted(things: str, number: int, lang: str = "en") -> str:
    """Say how many there are of something.

    >>> counted("deals", 1), counted("deals", 2), counted("deals", 2, "zh")
    ('1 deal', '2 deals', '2 副')
    """
    return text(f"count.{things}.{'one' if number == 1 else 'many'}", lang, n=number)


def system_reason(reason: str, lang: str) -> str:
    """Say why the system could not do something; what is not known here stays as it is.

    >>> system_reason("[Errno 111] Connection refused", "zh")
    '连接被拒绝'
    """
    reason = _ERRNO.sub("", reason)
    key = _SYSTEM.get(reason.lower())
    return reason if key is None else text(f"system.{key}", lang)


def explain(error: ValueError, lang: str = "en") -> str:
    """Say in one line what was wrong, in a language.

    Errors of this package carry a ``code`` and ``details``, which the catalogue puts into words
    under ``error.CODE``, or where it lacks a detail under ``error.CODE.plain``. ``{reason}`` is
    the error in its own English words; so is said what the catalogue cannot say.

    >>> from daguai.cards import NotationError, parse_cards
    >>> try:
    ...     parse_cards("1S")
    ... except NotationError as error:
    ...     print(explain(error, "zh"))
    “1S”不是一张牌：先写点数（2-9 T J Q K A），再写花色（S H D C），或 LJ、BJ
    """
    english = _ERRNO.sub("", " ".join(str(error).split()))
    if lang == "en":
        return english
    details = {"reason": getattr(error, "reason", english), **getattr(error, "details", {})}
    details["reason"] = system_reason(str(details["reason"]), lang)
    words = error_words(getattr(error, "code", ""), details, lang)
    if words is None:
        return english
    if (line := getattr(error, "line", None)) is not None:
        return text("error.on_line", lang, line=line, reason=words)
    if path := getattr(error, "path", ""):
        return text("error.at_path", lang, path=path, reason=words)
    return words


def error_words(code: str, details: Mapping[str, object], lang: str = "en") -> str | None:
    """Return what a catalogue says of a code, None where it lacks words or a detail for them.

    >>> error_words("unknown_seat", {"seat": "9", "last": "5"})
    'there is no seat 9: seats are 0 to 5'
    >>> error_words("unknown_seat", {"seat": "9"})
    'there is no seat 9'
    """
    key = f"error.{code}"
    for template in filter(None, map(catalogue(lang).get, (key, f"{key}.plain"))):
        try:
            return template.format_map(details)
        except KeyError:
            continue
    return None


def default_language(environ: Mapping[str, str] | None = None) -> str:
    """Return the language of the user's settings: Chinese where they ask for it, else English.

    >>> default_language({"LANG": "zh_CN.UTF-8"}), default_language({"LANG": "C"})
    ('zh', 'en')
    """
    environ = os.environ if environ is None else environ
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(name):
            return "zh" if value.lower().startswith("zh") else "en"
    if environ is os.environ and (locale.getlocale()[0] or "").lower().startswith(
        ("zh", "chinese")  # Windows names it in words
    ):
        return "zh"
    return "en"
