"""docs/research.md says what the code does; the extras say what it needs."""

from __future__ import annotations

import hashlib
import io
import re
import runpy
import tomllib
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from daguai.research import actions, layout

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "docs/research.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)


def test_tables_are_made_from_the_code():
    """Else run scripts/make_research_docs.py."""
    script = runpy.run_path(str(ROOT / "scripts/make_research_docs.py"))
    assert script["document"](DOCUMENT) == DOCUMENT


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_examples_run(block):
    with redirect_stdout(io.StringIO()):
        exec(block, {})


def test_numbers_in_the_text_are_those_of_the_code():
    for name, value in (
        ('uint8\\[(\\d+)\\], "action_mask"', layout.SIZE),
        ("int8\\[(\\d+)\\]}", actions.ACTIONS),
        ("There are (\\d+) numbers", actions.ACTIONS),
        ("uint8\\[256, (\\d+)\\]", layout.SIZE),
    ):
        assert re.search(name, DOCUMENT)[1] == str(value), name
    assert layout.RECENT == 12, "the text says twelve"


ENCODINGS = {0: "b077d99cabf6b318"}


def test_a_changed_encoding_has_another_version():
    """Networks trained with one version must fit it for good: add a version, change none."""
    script = runpy.run_path(str(ROOT / "scripts/make_research_docs.py"))
    shapes = [(s.name, s.shape, s.high, s.start) for s in layout.SECTIONS]
    rows = [*script["action_table"](), *map(str, shapes)]
    digest = hashlib.sha256("\n".join(rows).encode()).hexdigest()[:16]
    assert ENCODINGS[layout.VERSION] == digest
    assert f"`daguai_v{layout.VERSION}`" in DOCUMENT


def test_what_the_environments_need_is_installed_for_tests():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    assert {"research", "train"} <= extras.keys()
    assert set(extras["research"]) <= set(project["dependency-groups"]["dev"])
