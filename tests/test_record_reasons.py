"""Every reason to refuse a record: it can happen, and is said in the reader's language."""

from __future__ import annotations

import ast
import json
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from daguai import kernels, record
from daguai.cli import main
from daguai.messages import LANGUAGES, catalogue, explain
from daguai.record import RecordError, parse_text
from record_samples import HOUSE, ROOT, SAMPLES, edited, line, line_with, refused, without_shuffle

HEAD = "daguai record 1\nrules: classic, version 1\n"
DEAL = HEAD + "deal 1: dealer 0, level 2, levels 2 2\n"
RESULT = "order 0 | 1, drawn, deal to team 0, levels 2 2, points 0 0, clause 8.2"
BARE = without_shuffle(HOUSE)
BY_HAND = SAMPLES["by-hand"]


def swap(text: str, old: str, new: str, start: str = "", nth: int = 0) -> str:
    """A text with something else in one of its lines: the first that begins so and has it."""
    fitting = [
        number
        for number, whole in enumerate(text.split("\n"), 1)
        if whole.startswith(start) and old in whole
    ]
    number = fitting[nth]
    return edited(text, number, line(text, number).replace(old, new, 1))


def result(old: str, new: str) -> str:
    return f"{DEAL}result: {RESULT.replace(old, new)}"


def as_json(**changes: Any) -> str:
    return json.dumps({"daguai_record": 1, "rules_version": 1, "preset": "classic", **changes})


def last_deal_twice() -> str:
    builtins = json.loads(parse_text(HOUSE).json())
    del builtins["end"]
    builtins["deals"].append(builtins["deals"][-1])
    return json.dumps(builtins)


def without_tricks(text: str, deal: int, *, result: bool) -> str:
    """A text whose deal has none of its tricks, and perhaps no result."""
    builtins = json.loads(parse_text(text).json())
    del builtins["deals"][deal]["tricks"]
    if not result:
        del builtins["deals"][deal]["result"]
    return json.dumps(builtins)


EXAMPLES: dict[str, list[str | bytes]] = {
    # lines and lists
    "no_record": ["a letter", "daguai record one"],
    "ends_early": ["", "daguai record 1"],
    "rules_form": ["daguai record 1\nrules: classic", "daguai record 1\ntitle: x"],
    "newer_format": ["daguai record 9", as_json(daguai_record=9)],
    "newer_rules": [HEAD.replace("version 1", "version 9"), as_json(rules_version=9)],
    "unknown_version": ["daguai record 0", HEAD.replace("version 1", "version 0")],
    "unknown_preset": [HEAD.replace("classic", "home"), as_json(preset="home")],
    "unknown_option": [HEAD + "option colour: red", as_json(options={"colour": 1})],
    "unknown_value": [
        *(HEAD + f"option {rest}" for rest in ("max_deals: 0", "seats: 4", "flush_ties: up")),
        as_json(options={"max_deals": 0}),
    ],
    "unknown_key": [HEAD + "anything", HEAD + "colour: red"],
    "after_deals": [DEAL + "title: x"],
    "before_deals": [HEAD + "trick 1: 0 2S"],
    "too_late": [DEAL + "tribute 1 to 2: BJ\nhand 1: 2S", DEAL + "trick 1: 0 2S\nrefused 1: 2 BJ"],
    "no_result": [DEAL + "left 0: 2S"],
    "after_end": [HEAD + "end: drawn, levels 2 2, points 0 0, clause 10.3\ntitle: x"],
    "needs_seat": [HEAD + "player: x", DEAL + "hand: 2S"],
    "needs_number": [HEAD + "deal: dealer 0", DEAL + "trick: 0 2S"],
    "needs_name": [HEAD + "option: x"],
    "no_arguments": [HEAD + "title 3: x", DEAL + "secret 1: x", HEAD + "end 1: drawn"],
    "no_number": [DEAL + "hand x: 2S", HEAD.replace("version 1", "version one")],
    "no_cards_here": [DEAL + "hand 0:", DEAL + "offer 1 to 2:"],
    "unknown_seat": [DEAL + "hand 6: 2S", swap(BY_HAND, "hand 2", "hand 9")],
    "unknown_card": [
        *(DEAL + wrong for wrong in ("hand 0: 1S", "trick 1: 0 XX", "tribute 1 to 2: XX")),
        swap(parse_text(BY_HAND).json(), '"2S ', '"1S '),
    ],
    "deal_form": [HEAD + "deal 1: dealer 0, level 2"],
    "unknown_level": [DEAL.replace("level 2", "level 1"), DEAL.replace("levels 2 2", "levels 2 Z")],
    "levels_form": [DEAL.replace("levels 2 2", "levels 2"), result("levels 2 2", "levels 2 2 2")],
    "unknown_item": [HEAD + "deal 1: player 0", result("order", "ordre"), HEAD + "end: lost"],
    "repeated_item": [HEAD + "deal 1: dealer 0, dealer 0"],
    "refused_form": [DEAL + "refused: 2 BJ", DEAL + "refused 1: 2 LJ"],
    "step_form": [DEAL + "tribute 1: BJ", DEAL + "return 1 from 2: BJ"],
    "wrong_number": [DEAL + "trick 2: 0 2S", swap(HOUSE, "deal 2", "deal 3")],
    "move_form": [DEAL + "trick 1: 2S"],
    "no_lead": [DEAL + "trick 1:", swap(parse_text(HOUSE).json(), '"tricks":[[', '"tricks":[[],[')],
    "result_lacks": [DEAL + "result: drawn"],
    "order_form": [result("|", "")],
    "winner_form": [result("drawn", "drawn, won by team 0"), result("drawn, ", "")],
    "team_form": [result("to team 0", "to 0"), result("to team 0", "to team 2")],
    "points_form": [result("points 0 0", "points 0")],
    "clause_form": [result("clause 8.2", "clause x")],
    "end_lacks": [HEAD + "end: drawn"],
    "repeated": [HEAD + "title: a\ntitle: b", DEAL + "hand 0: 2S\nhand 0: 2S"],
    "one_line": [HEAD + "title: a\n  b"],
    "continues_nothing": [HEAD + "\n  b"],
    "no_comma": [DEAL + "trick 1: 0 2S\n  1 3S"],
    "empty_item": [DEAL + "trick 1: 0 2S, , 1 3S"],
    "open_quotation": [HEAD + 'title: "a'],
    "half_quoted": [HEAD + 'title: a "b" c'],
    "bad_quotation": [HEAD + 'title: "a" b', HEAD + 'title: "\\ud800"'],
    "missing_hand": [DEAL, DEAL + "hand 0: 2S"],
    # JSON, and what no text is
    "not_utf8": [b"daguai record 1\n\xff"],
    "json": ["{", '{"daguai_record": 1,\n]'],
    "json_depth": ['{"a":' + "[" * 100_000],
    "missing_field": ["{}", '{"daguai_record": 1}', as_json(deals=[{}])],
    "unknown_field": [as_json(surprise=1)],
    "wrong_type": [as_json(title=1), as_json(players="x"), as_json(options={"seats": []})],
    "schema": [as_json(deals=[{"number": -1}]), as_json(deals=[{"number": 1, "dealer": 100}])],
    "wrong_seats": [as_json(players=["x"])],
    # what is dealt
    "wrong_hands": [swap(BARE, " AD", "", "hand 0")],
    "wrong_copies": [swap(BARE, "hand 0: 2H", "hand 0: 2S", "hand 0")],
    "bad_secret": [DEAL + "secret: x"],
    "bad_commitment": [DEAL + "commitment: x"],
    "bad_entropy": [swap(HOUSE, "hand 0:", f"entropy 0: {'x' * 5000}\nhand 0:")],
    "bad_deal": [swap(SAMPLES["saved"], "deal 1:", "deal 0:")],
    "missing_secret": [swap(HOUSE, line(HOUSE, line_with(HOUSE, "secret")), "")],
    "commitment": [swap(HOUSE, "secret: ", f"secret: {'0' * 64}#")],
    "hand": [swap(HOUSE, "2H 2D", "2S 2D", "hand 0")],
    "first_dealer": [swap(HOUSE, "dealer 0", "dealer 1")],
    "seed": [swap(SAMPLES["saved"], "seed: saved", "seed: spoilt")],
    # tribute
    "tribute": [swap(HOUSE, "BJ", "2S", "tribute")],
    "wrong_tribute": [swap(BARE, "BJ", "2S", "tribute")],
    "missing_tribute": [
        swap(swap(HOUSE, "tribute 1 to 0: LJ", ""), "return", "# return", "return")
        .replace("\nreturn 2", "\n# return 2", 1)
        .replace("\nreturn 0", "\n# return 0", 1)
    ],
    "not_refused": [swap(HOUSE, "return", "refused 1: 2 BJ\nreturn", "return")],
    # play; the other codes of IllegalAction are in test_record_refusals.py
    "not_your_turn": [swap(HOUSE, "trick 1: 0", "trick 1: 1")],
    "not_held": [swap(BY_HAND, "2S 3S 5S 8S TS", "2S 3S 5S 8S AS")],
    "not_higher": [swap(BY_HAND, "0 4C QH QH QD QC", "0 9D 9C 9C 2H 2D")],
    "wrong_count": [swap(BY_HAND, "0 2S 3S 5S 8S TS,", "0 2S 3S 5S 8S,")],
    "must_lead": [swap(BY_HAND, "0 2S 3S 5S 8S TS,", "0 -,")],
    "wrong_size": [swap(BY_HAND, "1 QS, 2 -", "1 TH TD, 2 -")],
    "trick_over": [BY_HAND[: BY_HAND.index("trick 3")].replace("5 -\ntrick 2: 0 6H", "5 -, 0 6H")],
    "trick_not_over": [BY_HAND.replace("4 -, 5 -\ntrick 2", "4 -\ntrick 2")],
    "deal_over": [swap(HOUSE, "result", "trick 16: 0 2S\nresult", "result")],
    "deal_not_over": [
        without_tricks(HOUSE, 0, result=True),
        without_tricks(HOUSE, 0, result=False),
    ],
    "match_over": [last_deal_twice()],
    "match_not_over": [
        HOUSE[: HOUSE.index("\ndeal 5:")] + HOUSE[HOUSE.index("\nend:") :],
        BY_HAND + "end: drawn, levels 2 2, points 0 0, clause 10.3\n",
    ],
    # what follows from the play
    "wrong_dealer": [swap(HOUSE, "dealer 0", "dealer 2", "deal 2")],
    "wrong_level": [swap(HOUSE, "level 3,", "level K,", "deal 2")],
    "wrong_levels": [
        swap(HOUSE, "levels 3 2", "levels A 2", "deal 2"),
        swap(HOUSE, "levels 3 2", "levels 7 2", "result"),
    ],
    "wrong_placement": [swap(HOUSE, "(1)", "(2)")],
    "not_out": [swap(HOUSE, ",", " (1),", "trick 1")],
    "wrong_order": [swap(HOUSE, "order 2 0 4", "order 4 0 2")],
    "wrong_finished": [swap(HOUSE, "order 2 0 4 | 5", "order 2 0 4 5 |")],
    "wrong_result": [swap(HOUSE, "won by team 0", "drawn", "result")],
    "wrong_caught": [
        swap(HOUSE, "caught 1 3 5", "caught 1 3"),
        swap(HOUSE, "caught 1 3 5, ", ""),
    ],
    "wrong_next_team": [swap(HOUSE, "deal to team 0", "deal to team 1")],
    "wrong_points": [swap(HOUSE, "points 8 0", "points -1 9")],
    "wrong_clause": [
        swap(HOUSE, "clause 8.2", "clause 8.9"),
        swap(HOUSE, "clause 10.1", "clause 10.3"),
    ],
    "wrong_left": [swap(HOUSE, "left 5: AS", "left 5: 2S"), swap(HOUSE, "left 5", "left 4")],
    "wrong_winner": [swap(HOUSE, "won by team 0", "won by team 1", "end")],
}  # fmt: skip

KEYS = re.compile("won by|deal to|“.*?”|『.*?』")
"""Words of the format, which no language changes."""
ENGLISH = re.compile(r"(?<![-\w/.])[A-Za-z]{2,} [a-z]{2,}")


def constants() -> Iterator[str]:
    """Every text in the sources of ``record``."""
    for path in Path(record.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


CASES = [
    pytest.param(code, source, id=f"{code}-{number}")
    for code, sources in EXAMPLES.items()
    for number, source in enumerate(sources)
]


def test_every_reason_in_the_sources_can_happen() -> None:
    codes = {text for text in constants() if f"error.{text}" in catalogue("en")}
    assert len(codes) > 80
    fields = {"seat", "left"}
    others = {*fields, "no_more_deals"}  # what a match says that plays on without a seed
    assert codes - others == codes & EXAMPLES.keys()


def test_every_reason_is_in_the_table_of_the_document() -> None:
    told = set(re.findall(r"`(\w+)`", (ROOT / "docs/record.md").read_text("utf-8")))
    passed_on = {"wrong_count", "wrong_size"}  # those of plays, which the table names together
    assert EXAMPLES.keys() - passed_on <= told


@pytest.mark.parametrize(("code", "source"), CASES)
def test_a_reason_is_said_in_the_readers_language(code: str, source: str | bytes) -> None:
    error = refused(source)
    assert error.code == code, str(error)
    assert error.reason != code
    assert str(error) == explain(error, "en")
    assert error.reason in str(error)
    chinese = explain(error, "zh")
    if error.line is None:
        assert str(error).startswith(error.path)
        assert chinese.startswith(error.path)
    else:
        assert str(error).startswith(f"line {error.line}: ")
        assert chinese.startswith(f"第 {error.line} 行：")
    assert re.search("[\u4e00-\u9fff]", chinese.partition("：")[2]), chinese
    assert not ENGLISH.search(KEYS.sub("", chinese)), chinese
    for lang in LANGUAGES:
        assert not re.search(r"\{|“”|''", explain(error, lang)), code


@pytest.mark.parametrize("code", EXAMPLES)
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_the_commands_name_the_place_and_the_reason(
    command: str, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = EXAMPLES[code][0]
    kernels.warm_up()
    capsys.readouterr()  # what compiling says
    file = tmp_path / "wrong.dg"
    file.write_bytes(source if isinstance(source, bytes) else source.encode())
    assert main([command, str(file), "--lang", "zh"]) in (1, 2)
    told = capsys.readouterr()
    assert told.out == ""
    if code != "not_utf8":  # the file is no text: nothing in it has a place
        assert explain(refused(source), "zh") in told.err
    assert not ENGLISH.search(KEYS.sub("", told.err.replace(str(file), ""))), told.err


def test_a_reason_crosses_processes_whole() -> None:
    error = refused(EXAMPLES["wrong_dealer"][0])
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, RecordError)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
