"""Asking a bot, whatever it does instead of answering."""

from __future__ import annotations

import reprlib
from dataclasses import dataclass
from typing import Any

import msgspec

from daguai.actions import Action
from daguai.bots import Bot
from daguai.view import View


@dataclass(frozen=True, slots=True)
class Failure:
    """A bot that chose nothing.

    Attributes:
        reason: what went wrong, in English.
    """

    reason: str


def chosen(bot: Bot, view: View) -> Action | Failure:
    """Return what a bot chooses, or why it chooses nothing; nothing that it raises gets out.

    That is so for ``SystemExit`` too, by which a bot would end all that goes on around it, and for
    ``StopIteration``, which no future can carry out of a thread.

    >>> from types import SimpleNamespace
    >>> chosen(SimpleNamespace(act=lambda view: "pass"), None)
    Failure(reason="TypeError: expected an action, not 'pass'")
    """
    try:
        return _action(bot.act(view))
    except BaseException as error:
        return Failure(f"{type(error).__name__}: {error}")


def _action(answer: Any) -> Action:
    """Return an answer that can be sent.

    Raises:
        TypeError, ValueError: it is no action, or one with something else than cards.
    """
    if not isinstance(answer, Action):
        raise TypeError(f"expected an action, not {reprlib.repr(answer)}")
    action: Action = msgspec.convert(msgspec.to_builtins(answer), type(answer))
    return action
