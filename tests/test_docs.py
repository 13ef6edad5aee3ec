"""The documents say what the program does."""

from __future__ import annotations

import io
import re
import runpy
import shlex
import tomllib
from contextlib import redirect_stdout
from pathlib import Path

import pytest

import daguai
from daguai import kernels
from daguai.cli import app, main
from daguai.rules import OPTIONS

ROOT = Path(__file__).resolve().parent.parent
READMES = ("README.md", "README.zh.md")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", READMES)
def test_the_readme_example_prints_what_it_says(name):
    blocks = re.findall(r"```python\n(.*?)```", read(name), re.DOTALL)
    printed = io.StringIO()
    namespace: dict[str, object] = {}
    with redirect_stdout(printed):
        for block in blocks:
            exec(block, namespace)
    promised = re.findall(r"^print\(.*\)\s+# (.*)$", "".join(blocks), re.MULTILINE)
    assert len(promised) == 4
    for line, promise in zip(printed.getvalue().splitlines(), promised, strict=True):
        assert promise.startswith(line)


@pytest.mark.parametrize("name", READMES)
def test_the_readme_names_every_command(name, capsys):
    """And what it shows of them works, but for those that need a match or go on."""
    kernels.warm_up()  # else `legal` would switch the compiler off for tests that follow
    shown = re.findall(r"`daguai ([^`]+)`", read(name))
    for command in app.registered_commands:
        assert command.callback is not None
        assert any(line.split()[0] == command.callback.__name__ for line in shown)
    for line in shown:
        if not {"match.dg", "--help", "serve", "bot", "arena"} & set(line.split()):
            assert main(shlex.split(line)) == 0
            assert capsys.readouterr().out


@pytest.mark.parametrize("name", READMES)
def test_the_readme_has_the_two_commands(name):
    assert "pip install uv && uv run daguai\n" in read(name)
    assert "pip install uv && uv run pytest\n" in read(name)


def test_the_rules_are_written_from_the_catalogues():
    """Else run scripts/make_rules_doc.py."""
    script = runpy.run_path(str(ROOT / "scripts/make_rules_doc.py"))
    for lang, name in script["NAMES"].items():
        assert read(f"docs/{name}") == script["document"](lang), name


def test_every_option_and_clause_is_in_the_rules():
    for name in ("docs/rules.md", "docs/rules.zh.md"):
        document = read(name)
        for option in OPTIONS.values():
            assert f"### `{option.name}`" in document
            assert f"**{option.clause}" in document


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path):
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), target


def test_uv_and_pip_are_held_to_the_same_versions():
    """Else run scripts/make_constraints.py."""
    table = tomllib.loads(read("pyproject.toml"))["tool"]["uv"]["constraint-dependencies"]
    assert read("constraints.txt").splitlines() == table


def test_every_dependency_is_pinned():
    project = tomllib.loads(read("pyproject.toml"))
    wanted = [
        *project["project"]["dependencies"],
        *(line for group in project["dependency-groups"].values() for line in group),
    ]
    pinned = {re.split("[=<> ;]", line)[0].lower() for line in read("constraints.txt").splitlines()}
    for requirement in wanted:
        name = re.split(r"[\[=<>! ;]", requirement)[0].lower()
        assert name.replace("_", "-") in pinned, f"{name}: run scripts/make_constraints.py"


def test_the_changelog_knows_this_version():
    text = read("CHANGELOG.md")
    assert "## Unreleased" in text or f"## {daguai.__version__}" in text
