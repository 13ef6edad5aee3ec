"""Lines of a terminal: Chinese breaks between characters, other scripts between words."""

from __future__ import annotations

import re
from typing import Final

from rich.cells import cell_len

_PIECE: Final = re.compile(
    r"[\u3000-\u9fff\uff00-\uffef…][，。；：、）”！？…]*\s*|[^\u3000-\u9fff\uff00-\uffef\s…]+[，。；：、）”！？…]*\s*|\s+"
)
"""What stays together: one Chinese character or one word, with the punctuation that ends it."""


def wrap(words: str, width: int) -> str:
    """Break a paragraph into lines of at most ``width`` columns.

    >>> print(wrap("打 5 时 6789T 仍管 A2345。", 12))
    打 5 时
    6789T 仍管
    A2345。
    """
    lines, line = [], ""
    for piece in _PIECE.findall(words):
        if line and cell_len(line + piece.rstrip()) > width:
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return "\n".join([*lines, line.rstrip()])
