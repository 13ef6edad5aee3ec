"""Write the tables of docs/research.md from the encodings.

Run ``python scripts/make_research_docs.py`` after changing one; a test compares. What stands
between ``<!-- NAME -->`` and ``<!-- end of NAME -->`` is written, all else is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from daguai.kernels import groups
from daguai.kernels.groups import GROUPS, VALUES
from daguai.plays import CATEGORIES
from daguai.research import actions, layout, recall

DOCUMENT = Path(__file__).resolve().parent.parent / "docs/research.md"
SUITS = ("spades", "hearts", "diamonds", "clubs")


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _ranges(numbers: tuple[int, ...]) -> str:
    """Write ascending numbers shortly: ``0-13, 15``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def action_table() -> Iterator[str]:
    """Every number of the action space, group by group."""
    yield _row("numbers", "category", "suit", "jokers", "compared value", "numbers in use")
    yield _row("---", "---", "---", "---", "---", "---")
    for group in range(GROUPS):
        first = group * VALUES
        values = actions.values_of(group)
        category = CATEGORIES[groups.category_of(group)].value
        suit = groups.suit_of(group)
        used = _ranges(tuple(first + value for value in values))
        where = f"{first}-{first + VALUES - 1}"
        name = SUITS[suit] if suit >= 0 else ""
        yield _row(where, f"`{category}`", name, groups.jokers_of(group), _ranges(values), used)
    yield _row(actions.PASS, "pass", "", "", "", actions.PASS)
    cards = f"{actions.CARD}-{actions.ACTIONS - 1}"
    yield _row(cards, "name a card", "", "", "its face, 0-53", cards)


def observation_table() -> Iterator[str]:
    """Every section of an observation."""
    yield _row("places", "section", "shape", "up to", "meaning")
    yield _row("---", "---", "---", "---", "---")
    for section in layout.SECTIONS:
        places = f"{section.start}-{section.stop - 1}"
        shape = " × ".join(map(str, section.shape))
        yield _row(places, f"`{section.name}`", shape, section.high, section.meaning)
    yield _row(f"**{layout.SIZE}**", "in all", "", "", "")


def recall_table() -> Iterator[str]:
    """Every part of an information state's block."""
    yield _row("part", "shape", "meaning")
    yield _row("---", "---", "---")
    for name, (shape, meaning) in recall.PARTS.items():
        yield _row(f"`{name}`", " × ".join(map(str, shape)), meaning)
    yield _row("in all", recall.BLOCK, "")


TABLES = {
    "actions": action_table,
    "observations": observation_table,
    "information states": recall_table,
}


def document(text: str) -> str:
    """Return the document with its tables written anew."""
    for name, table in TABLES.items():
        start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        rows = "\n".join((start, *table(), end))
        text, found = re.subn(f"{start}.*?{end}", lambda _, rows=rows: rows, text, flags=re.DOTALL)
        if found != 1:
            raise SystemExit(f"{DOCUMENT.name} has {found} places for the table of {name}")
    return text


def main() -> None:
    DOCUMENT.write_text(document(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
    print(DOCUMENT)


if __name__ == "__main__":
    main()
