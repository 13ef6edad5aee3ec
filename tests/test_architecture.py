"""Imports point up the table of docs/architecture.md, and only there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src/daguai"
SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if path.name != "__main__.py")

EXCEPTIONS = {("match", "record")}
"""Arrows down that are followed only when a function asks for them; the document names them."""
IMPURE = {"time", "datetime", "random", "secrets", "socket", "threading", "asyncio", "os", "io"}
"""What the rules must not know of."""
PURE = (
    *("errors", "cards", "rules", "actions", "events", "plays", "view", "tribute", "settlement"),
    *("dealing", "exchange", "legal", "deal", "state", "observe", "invariants", "match"),
)


def table() -> list[list[str]]:
    """The modules of each row of the document, from the ground up."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[^|]+) \|", text, re.MULTILINE)
    return [re.findall(r"`(\w+)`", row) for row in rows]


HEIGHTS = {module: height for height, row in enumerate(table()) for module in row}


def unit_of(path: Path) -> str:
    """The module or package of a source file, as the table names it."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path, *, at_top: bool = False) -> Iterator[str]:
    """Dotted names that a file imports when it runs; ``TYPE_CHECKING`` blocks do not."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    pending: list[ast.AST] = list(tree.body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            pending += node.orelse
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif not (at_top and isinstance(node, ast.FunctionDef | ast.ClassDef)):
            pending += ast.iter_child_nodes(node)


def units(path: Path, *, at_top: bool = False) -> set[str]:
    """The modules and packages of daguai that a file imports, its own aside."""
    names = {name.split(".")[1] for name in imports(path, at_top=at_top) if "daguai." in name}
    return names & {unit_of(source) for source in SOURCES} - {unit_of(path), "__init__"}


def test_the_table_names_every_module_once():
    named = [module for row in table() for module in row]
    assert len(named) == len(set(named))
    assert set(named) == {unit_of(path) for path in SOURCES} - {"__init__"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_up_the_table(path):
    unit = unit_of(path)
    if unit == "__init__":
        return
    for other in units(path):
        allowed = HEIGHTS[other] < HEIGHTS[unit]
        if (unit, other) in EXCEPTIONS:
            assert other not in units(path, at_top=True)
            allowed = True
        assert allowed, f"{unit} imports {other}, which stands beside or below it"


def test_numba_stays_in_the_kernels():
    for path in SOURCES:
        if path.relative_to(PACKAGE).parts[0] != "kernels":
            assert not [name for name in imports(path) if name.startswith("numba")], path


@pytest.mark.parametrize("unit", PURE)
def test_the_rules_know_no_clock_no_chance_and_no_files(unit):
    for path in SOURCES:
        if unit_of(path) == unit:
            roots = {name.split(".")[0] for name in imports(path)}
            assert not roots & IMPURE, path
