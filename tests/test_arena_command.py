"""``daguai arena``: what it tells people and programs, and what it refuses."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from daguai import Pass, Rules
from daguai.arena import LineUp, Terms, measure
from daguai.bots import RandomBot
from daguai.cli import main
from daguai.errors import CodedError
from daguai.legal import legal_actions
from daguai.messages import text


class Passer(RandomBot):
    """Passes even when it leads: illegal."""

    name = "passer"

    def act(self, view):
        return Pass()


class Idle:
    """The last action there is."""

    name = "idle"

    def __init__(self, seed):
        pass

    def act(self, view):
        return legal_actions(view)[-1]


def test_the_command(capsys):
    assert main(["arena", "beginner", "random", "--deals", "2", "--jobs", "1", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert {"pairs", "points_per_deal", "interval", "z", "faults"} <= answer.keys()
    assert answer["pairs"] == 2
    assert answer["faults"] == 0
    assert main(["arena", "random", "random", "--deals", "1", "--jobs", "1", "--lang", "zh"]) == 0
    assert "每副得分" in capsys.readouterr().out
    sides = "beginner,random,random:random"
    arguments = ["--deals", "1", "--jobs", "1", "--lang", "en"]
    assert main(["arena", "--lineup", sides, *arguments]) == 0
    assert "beginner,random,random against random" in capsys.readouterr().out


def test_the_command_shows_a_table_and_faults(capsys):
    bots = ["beginner", "random", f"{__name__}:Passer"]
    assert main(["arena", *bots, "--deals", "1", "--jobs", "1", "--lang", "en"]) == 1
    shown = capsys.readouterr().out
    assert f"{__name__}:Passer: illegal action: seat" in shown
    assert main(["arena", *bots, "--deals", "1", "--jobs", "1", "--lang", "zh"]) == 1
    shown = capsys.readouterr().out
    assert f"{__name__}:Passer: {text('arena.fault.illegal', 'zh')}: " in shown
    assert "seat" not in shown


def test_nothing_measured_does_not_look_like_equal(capsys):
    """And the status tells that no pair counted."""
    arguments = ["arena", "random", f"{__name__}:Passer", "--deals", "1", "--jobs", "1"]
    assert main([*arguments, "--lang", "en"]) == 1
    shown = capsys.readouterr().out
    assert "points a deal: –, z –\n" in shown
    assert "deals won: – to –, difference –\n" in shown
    assert "milliseconds a decision: – and –\n" in shown
    assert main([*arguments, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["points_per_deal"] is None


def test_a_table_shows_how_sure_it_is_and_what_is_missing(capsys, monkeypatch):
    """Status 1 as soon as one pairing has nothing to show."""
    monkeypatch.setenv("COLUMNS", "120")
    bots = ["beginner", "random", f"{__name__}:Passer"]
    arguments = ["--deals", "4", "--jobs", "1", "--lang", "en"]
    assert main(["arena", *bots, *arguments]) == 1
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("│")]
    cells = [[cell.strip() for cell in row.strip("│").split("│")] for row in rows]
    assert [row[0] for row in cells] == ["1 beginner", "2 random", f"3 {__name__}:Passer"]
    assert re.fullmatch(r"\+\d\.\d\d ±\d\.\d\d", cells[0][2])
    assert cells[1][1] == cells[0][2].replace("+", "-")
    assert cells[2][1:] == ["–", "–", "", "–"]
    assert main(["arena", "beginner", "random", f"{__name__}:Idle", *arguments]) == 0


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_names_are_shown_as_they_are(tmp_path, encoding):
    """With brackets and colons, which mean something elsewhere, and whatever the terminal has."""
    (tmp_path / "bot.py").write_text("", encoding="utf-8")
    name = f"run:{sys.executable} {tmp_path / 'bot.py'} [/fast] [red]x :heart: ü"
    bots = (name, "random", "beginner")
    options = ("--deals", "1", "--jobs", "1", "--lang", "zh")
    done = subprocess.run(
        [sys.executable, "-m", "daguai", "arena", *bots, *options],
        env={**os.environ, "COLUMNS": "400", "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    shown = done.stdout.decode(encoding)
    expected = name if encoding == "utf-8" else name.replace("ü", r"\u00fc")
    assert shown.count(expected) == 1 + 2  # in the table, and where its two faults are told
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["random"], "two bots"),
        (["random", "nobody"], "nobody"),
        (["random", "random", "random"], "once"),
        (["random", "random", "--deals", "0"], "--deals must be more than 0"),
        (["random", "random", "--jobs", "-1"], "'--jobs' must be 0 or more"),
        (["random", "random", "--jobs", "1000000"], "'--jobs' must be 1024 or less"),
        (["random", "random", "--timeout", "0"], "--timeout must be more than 0"),
        (["random", "random", "--timeout", "-inf"], "--timeout must be more than 0"),
        (["random", "random", "--timeout", "nan"], "--timeout must be more than 0"),
        (["--lineup", "club:beginner:random"], "give A and B as two arguments"),
        (["--lineup", "a:b:c"], "does not name two sides"),
        (["random,random", "random"], r"a comma within a name is written \,"),
    ],
)
def test_the_command_refuses(arguments, words, capsys):
    assert main(["arena", *arguments, "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("daguai: ")
    assert told.count("\n") == 1
    assert words in told


@pytest.mark.parametrize("timeout", ["inf", "1e300"])
def test_there_need_be_no_limit(timeout, capsys):
    arguments = ["--deals", "1", "--jobs", "1", "--timeout", timeout, "--json"]
    assert main(["arena", "random", "random", *arguments]) == 0
    assert json.loads(capsys.readouterr().out)["faults"] == 0


@pytest.mark.parametrize(("pairs", "jobs"), [(0, 1), (-1, 1), (1, 0), (1, -1)])
def test_the_library_refuses(pairs, jobs):
    rules = Rules.preset("points")
    side = LineUp.parse("random", rules)
    with pytest.raises(CodedError, match="more than 0"):
        measure(Terms((side, side), rules, "x"), pairs, jobs=jobs)
