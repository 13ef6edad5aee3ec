"""Bots by name: a level, a class of somebody's module, or a program of its own.

Three ways to name a bot, everywhere a bot can be named by the person at the machine:

- a level, ``beginner``; ``master@200`` is the master bot with 200 playouts a decision, however long
  they take, so that it plays the same on any machine;
- ``module:Class``, a class that is called with a seed and has ``name`` and ``act``;
- ``run:COMMAND``, a program that answers on its standard output (``daguai.bots.process``).
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from importlib import import_module
from shutil import which
from types import MappingProxyType
from typing import Final, cast

from daguai.bots.beginner import Beginner
from daguai.bots.bot import Bot
from daguai.bots.club import Club
from daguai.bots.process import ProcessBot
from daguai.bots.random_bot import RandomBot
from daguai.errors import CodedError


def _master(seed: int | str = 0, playouts: int | None = None) -> Bot:
    from daguai.bots.master import Master  # noqa: PLC0415  (no other level needs the search)

    if playouts is None:
        return Master(seed)
    return Master(seed, budget_ms=None, playouts=playouts)


BOTS: Final[Mapping[str, Callable[[int | str], Bot]]] = MappingProxyType(
    {"beginner": Beginner, "club": Club, "master": _master, "random": RandomBot}
)
"""Every level by name, as something that makes a bot from a seed."""

_PROGRAM: Final = "run:"
_STEADY: Final = "master@"
_DIGITS: Final = 10


class UnknownBot(CodedError):
    """There is no bot of that name.

    Attributes:
        code: ``unknown_bot`` (no level), ``bad_bot_class`` (the module or the class cannot be
            used) or ``no_program`` (the command names no program).
    """


def is_bot_name(text: str) -> bool:
    """Return whether a text is written like a bot's name; a class or a program need not exist.

    >>> [is_bot_name(text) for text in ("club", "master@9", "mine:Bot", "run:x", "mine", "run:")]
    [True, True, True, True, False, False]
    """
    if text.startswith(_PROGRAM):
        return bool(text.removeprefix(_PROGRAM).strip())
    module, colon, member = text.partition(":")
    if colon:
        return member.isidentifier() and all(map(str.isidentifier, module.split(".")))
    return text in BOTS or _steady(text) is not None


def bot_named(name: str, seed: int | str = 0) -> Bot:
    """Make a bot from its name.

    >>> bot_named("beginner", seed=7).name
    'beginner'
    >>> bot_named("daguai.bots.random_bot:RandomBot").name
    'random'
    >>> bot_named("master@200").name
    'master'

    Args:
        name: a level, ``master@PLAYOUTS``, ``module:Class`` or ``run:COMMAND``.
        seed: decides what the bot would leave to chance.

    Raises:
        UnknownBot: there is none of that name; the message lists the levels.
    """
    if name.startswith(_PROGRAM):
        return ProcessBot(_runnable(name.removeprefix(_PROGRAM).strip()), seed)
    if name in BOTS:
        return BOTS[name](seed)
    if playouts := _steady(name):
        return _master(seed, playouts)
    module, colon, member = name.partition(":")
    if colon:
        return _made(module, member, seed)
    known = ", ".join((*BOTS, f"{_STEADY}200"))
    message = f"there is no bot {name!r}: expected one of {known}"
    raise UnknownBot("unknown_bot", message, text=name, known=known)


def _steady(name: str) -> int | None:
    """Return the number of playouts that a name asks for."""
    playouts = name.removeprefix(_STEADY)
    written = playouts != name and playouts.isascii() and playouts.isdecimal()
    return int(playouts) or None if written and len(playouts) < _DIGITS else None


def _runnable(command: str) -> str:
    """Return a command whose program is there; how it answers is seen when it is asked."""
    try:
        there = which(shlex.split(command)[0])
    except (ValueError, IndexError):
        there = None
    if there is None:
        message = f"cannot start {command!r}: expected a program, as in run:python3 bot.py"
        raise UnknownBot("no_program", message, text=command)
    return command


def _made(module: str, member: str, seed: int | str) -> Bot:
    try:
        bot = getattr(import_module(module), member)(seed)
    except (Exception, SystemExit) as error:  # a file that runs as a program may exit
        reason = f"{type(error).__name__}: {error}".removesuffix(": ")
        raise _bad_class(f"{module}:{member}", reason) from error
    if not callable(getattr(bot, "act", None)) or not isinstance(getattr(bot, "name", None), str):
        raise _bad_class(f"{module}:{member}", "a bot has a name and a method act(view)")
    return cast(Bot, bot)


def _bad_class(name: str, reason: str) -> UnknownBot:
    return UnknownBot("bad_bot_class", f"{name} is no bot: {reason}", text=name, reason=reason)
