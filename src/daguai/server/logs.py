"""Logs: one JSON object a line, or words for a person at a terminal; never a secret.

Whatever is logged passes ``without_secrets``: fields that are named like secrets are blanked, and
so is everything in a text that has the form of a token, an invitation, a seed or a password's
hash. Hands and messages are never logged at all.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, Final, Literal, TextIO

import structlog
from structlog.typing import Processor

BLANK: Final = "…"
_NAMES: Final = re.compile(
    r"token|password|authori[sz]ation|secret|invite|seed|hand", re.IGNORECASE
)
_FORMS: Final = re.compile(
    r"\$argon2[^\s\"']*"  # what is kept of a password
    r"|(?<![\w-])[\w-]{43}(?![\w-])"  # a token
    r"|\b[0-9a-f]{64}\b"  # an invitation, a seed, a deal's secret
    r"|(?i:bearer\s+)\S+"
)


def without_secrets(
    _logger: Any, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Blank what could be a secret.

    >>> without_secrets(None, "", {"event": "x", "token": "abc", "error": "seed " + "0f" * 32})
    {'event': 'x', 'token': '…', 'error': 'seed …'}
    """
    event.pop("color_message", None)  # uvicorn's line once more, in colours
    for name, value in event.items():
        if _NAMES.search(name):
            event[name] = BLANK
        elif isinstance(value, str):
            event[name] = _FORMS.sub(BLANK, value)
        elif isinstance(value, (list, tuple, dict)):
            event[name] = _FORMS.sub(BLANK, repr(value))
    return event


def configure(
    form: Literal["json", "text"], level: str = "info", stream: TextIO | None = None
) -> None:
    """Let everything the process logs, uvicorn's lines included, go one way.

    Args:
        form: JSON for programs, text for people.
        level: the least important level that is logged.
        stream: where to; by default standard error.
    """
    stream = stream or sys.stderr
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
        without_secrets,
    ]
    last: Processor = structlog.processors.JSONRenderer(ensure_ascii=False)
    if form == "text":
        last = structlog.dev.ConsoleRenderer(colors=stream.isatty())
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for noisy in ("aiosqlite", "alembic", "numba", "sqlalchemy", "uvicorn.access", "websockets"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
