"""Whatever is refused anywhere can be said in both languages."""

from __future__ import annotations

import ast
import re
import string
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import daguai
from daguai.errors import CodedError
from daguai.messages import LANGUAGES, catalogue, explain

SOURCES = sorted(Path(daguai.__file__).parent.rglob("*.py"))
TREES = [ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES]
CODE = re.compile(r"[a-z][a-z0-9_]*")


def nodes() -> Iterator[ast.AST]:
    for tree in TREES:
        yield from ast.walk(tree)


def functions() -> Iterator[tuple[str, list[str]]]:
    """What can be called, by the name it is called by, and the names of what it is given."""
    methods: set[ast.AST] = set()
    for node in nodes():
        if isinstance(node, ast.ClassDef):
            fields = [ast.unparse(p.target) for p in node.body if isinstance(p, ast.AnnAssign)]
            if "CodedError" in map(ast.unparse, node.bases):
                fields = ["code", "message"]
            yield node.name, fields
            for part in node.body:
                if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                    methods.add(part)
                    first = 0 if "staticmethod" in map(ast.unparse, part.decorator_list) else 1
                    name = node.name if part.name == "__init__" else part.name
                    yield name, [parameter.arg for parameter in part.args.args][first:]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node not in methods:
            yield node.name, [parameter.arg for parameter in node.args.args]


def takers() -> dict[str, int]:
    """Where those that take a code take it, by name."""
    found = {name: given.index("code") for name, given in functions() if "code" in given}
    del found["Reason"]  # why a hand has its role
    return found


def constants(node: ast.AST) -> Iterator[str]:
    """The texts that an expression may be: a constant, or one or the other."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)


def assigned(target: ast.AST, value: ast.AST) -> Iterator[str]:
    """The texts that something called ``code`` is set to."""
    if isinstance(target, ast.Name | ast.Attribute):
        if ast.unparse(target).rpartition(".")[2] == "code":
            yield from constants(value)
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, its in zip(target.elts, value.elts, strict=False):
            yield from assigned(one, its)


def codes() -> dict[str, list[frozenset[str] | None]]:
    """Every code in the sources, and with what details each is given; None where that is open."""
    where = takers()
    found: dict[str, list[frozenset[str] | None]] = defaultdict(list)
    for node in nodes():
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func).rpartition(".")[2]
            given = [keyword.value for keyword in node.keywords if keyword.arg == "code"]
            place = where.get(name, -1)
            if 0 <= place < len(node.args):
                given.append(node.args[place])
            details = {keyword.arg for keyword in node.keywords} - {"code", "line", "path"}
            plain = name in ERRORS and None not in details
            for argument in given:
                for code in constants(argument):
                    found[code].append(frozenset(map(str, details)) if plain else None)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                for code in assigned(target, node.value):
                    found[code].append(None)
        elif isinstance(node, ast.For) and isinstance(node.iter, ast.Tuple):
            for value in node.iter.elts:
                for code in assigned(node.target, value):
                    found[code].append(None)
    return {code: given for code, given in found.items() if CODE.fullmatch(code)}


ERRORS = {"BadInput", "Refusal", "RecordError", "Wrong", "wrong"} | {
    node.name
    for node in nodes()
    if isinstance(node, ast.ClassDef) and "CodedError" in map(ast.unparse, node.bases)
}
CODES = codes()


def names(template: str) -> set[str]:
    """What a text names beside the English words, which are always there."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name} - {"reason"}


def test_the_codes_are_found() -> None:
    assert len(CODES) > 120
    for code in (
        "wrong_count",
        "deal_not_over",
        "store",
        "no_programs",
        "seat_taken",
        "hello_first",
    ):
        assert code in CODES


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_has_words_that_its_details_fill(code: str) -> None:
    for lang in LANGUAGES:
        texts = catalogue(lang)
        assert f"error.{code}" in texts
        wanted = [names(texts[key]) for key in keys(code) if key in texts]
        for given in CODES[code]:
            if given is not None:
                assert any(one <= given for one in wanted), (code, given)


def keys(code: str) -> tuple[str, str]:
    return f"error.{code}", f"error.{code}.plain"


def test_where_a_detail_is_missing_the_plain_words_are_said() -> None:
    full = CodedError("wrong_dealer", "english", claimed="3", computed="4")
    assert explain(full, "zh") == "庄家不是 3，而是 4"
    assert (
        explain(CodedError("wrong_dealer", "english", seat="9"), "zh")
        == "没有这个座位可以当首副庄家"
    )
    assert explain(CodedError("wrong_points", "english"), "zh") == "english"
