"""The command line: what each command answers, in both languages, and how it refuses."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

import daguai
from daguai import kernels
from daguai.cli import app, main
from daguai.rules import OPTIONS, PRESET_NAMES

HAND = "2S 2H 3S 3H 3D 4S 5S 6S 7S 7H 8D 9C TH TS JD QS QH KC KD AS AH 2D 9H 9S LJ LJ BJ"


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """English, 80 columns, nothing typed; kernels compiled, as other tests want them."""
    kernels.warm_up()
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdin", io.StringIO())


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    """Run a command and return what it prints; it must succeed and complain of nothing."""

    def run(*arguments: str, status: int = 0) -> str:
        assert main(arguments) == status
        captured = capsys.readouterr()
        assert not captured.err or "compiling" in captured.err
        return captured.out

    return run


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]):
    """Run a command that must end with status 2 and one line; return the line."""

    def refused(*arguments: str) -> str:
        assert main(arguments) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        lines = [line for line in captured.err.splitlines() if "compiling" not in line]
        assert len(lines) == 1
        assert lines[0].startswith("daguai: ")
        return lines[0]

    return refused


class Typist(io.StringIO):
    """Types a hint, a pass, every rank, and several ranks, until something can be done."""

    RANKS = (*"3456789TJQKA2", "LJ", "BJ")
    OFFERS = (*itertools.combinations(RANKS, 2), *itertools.combinations(RANKS, 3))
    WORDS = ("?1", "p", *RANKS, *map(" ".join, OFFERS))

    def __init__(self) -> None:
        super().__init__()
        self.words = itertools.cycle(self.WORDS)

    def readline(self, _size: int | None = -1, /) -> str:
        return next(self.words) + "\n"


# --- judge ---


def test_judge_names_the_category_and_what_it_compares(run):
    """Clause 4.2: 3S 3H 3D BJ 4C is four 3s and one."""
    assert run("judge", "3S 3H 3D BJ 4C") == "3S 3H 3D 4C BJ: four and one, 3\n"
    assert run("judge", "3S 3H 3D BJ 4C", "--lang", "zh") == "3S 3H 3D 4C BJ：四带一，3\n"


@pytest.mark.parametrize(
    ("cards", "compared"),
    [
        ("7S", "the level rank (7)"),
        ("LJ", "little joker"),
        ("BJ BJ", "big joker"),
        ("LJ BJ", "mixed jokers"),
        ("AS 2S 3H 4H 5H", "5 high"),
        ("2S 2H LJ LJ BJ", "2"),
        ("LJ LJ LJ BJ BJ", "five jokers"),
    ],
)
def test_judge_says_what_plays_compare_by(run, cards, compared):
    """Clauses 4.6, 4.7, 5.2."""
    assert run("judge", cards, "--level", "7").rstrip().endswith(f", {compared}")


def test_judge_compares(run):
    """Clause 5.3: four and one beats a full house; 5.1: a play of other size never answers."""
    answer = run("judge", "3S 3H 3D BJ 4C", "--against", "KS KH KD AS AH", "--level", "7")
    assert answer.splitlines()[1] == "beats KS KH KD AS AH (full house)"
    answer = run("judge", "3S", "--against", "2S 2H")
    assert answer.splitlines()[1] == "does not beat 2S 2H (pair)"


def test_judge_answers_programs(run):
    answer = json.loads(run("judge", "3s,3h", "--against", "LJ LJ", "--json", "--level", "q"))
    assert answer["legal"] is True
    assert answer["category"] == "pair"
    assert answer["cards"] == "3S 3H"
    assert answer["rank"] == "3"
    assert answer["level"] == "Q"
    assert answer["beats"] is False
    assert answer["against"]["category"] == "pair"


def test_an_illegal_play_is_an_answer(run):
    """Clause 3.1: cards that are no play are judged so, and the command has done its work."""
    assert run("judge", "3S 4H").startswith("3S 4H: not a legal play: ")
    assert run("judge", "3S 4H", "--lang", "zh").startswith("3S 4H：不能这样出：")
    answer = json.loads(run("judge", "3S 4S 5S 6S", "--against", "2S", "--json"))
    assert answer["legal"] is False
    assert answer["reason"] == "wrong_count"
    assert answer["beats"] is None
    assert "not a legal play" in run("judge", "3S", "--against", "3S 4S").splitlines()[1]


def test_judge_follows_options(run):
    """Clause 3.2: JQKA2 is a straight only where straights go around the corner."""
    cards = "JS QH KD AS 2H"
    assert "straight, A high" in run("judge", cards)
    assert "not a legal play" in run("judge", cards, "--option", "around_the_corner=false")
    assert "not a legal play" in run("judge", cards, "--preset", "house")
    options = ("--option", "around_the_corner=true", "--option", "scoring=upgrade")
    answer = json.loads(run("judge", cards, "--preset", "house", *options, "--json"))
    assert answer["rules"]["preset"] == "house"
    assert answer["rules"]["differences"] == {"around_the_corner": True, "scoring": "upgrade"}


# --- legal ---


def test_legal_lists_every_play(run):
    lines = run("legal", "3S 3H 4D BJ", "--to-beat", "2S 2H", "--level", "7").splitlines()
    assert lines[-1] == "4 in all"
    assert [line[:5] for line in lines[:-1]] == ["3S 3H", "3S BJ", "3H BJ", "4D BJ"]
    assert run("legal", "3S", "--to-beat", "4S") == "no legal play\n"


def test_legal_agrees_with_the_library(run):
    answer = json.loads(run("legal", HAND, "--level", "9", "--preset", "house", "--json"))
    plays = daguai.legal_plays(HAND, daguai.Rules.preset("house"), "9")
    assert [play["cards"] for play in answer["plays"]] == [str(play) for play in plays]
    assert {play["category"] for play in answer["plays"]} == {c.value for c in daguai.Category}


# --- rules ---


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_rules_explains_everything_in_80_columns(run, lang):
    outputs = [run("rules", "--lang", lang)]
    outputs += [run("rules", preset, "--lang", lang) for preset in PRESET_NAMES]
    outputs += [run("rules", "--option", name, "--lang", lang) for name in OPTIONS]
    for output in outputs:
        assert max(map(cell_len, output.splitlines())) <= 80
        assert "…" not in output
    for name in OPTIONS:
        assert all(name in output for output in outputs[:4])


def test_rules_answers_programs(run):
    answer = json.loads(run("rules", "house", "--json", "--lang", "zh"))
    assert [option["option"] for option in answer["options"]] == list(OPTIONS)
    by_name = {option["option"]: option for option in answer["options"]}
    assert by_name["tribute_refusal"]["presets"] == {"house": None}
    assert by_name["straight_fill"]["values"].keys() == {"low", "high"}
    assert "4.4" in by_name["straight_fill"]["clauses"]
    assert json.loads(run("rules", "--option", "scoring", "--json"))["options"][0][
        "clauses"
    ].keys() == {
        "9.1",
        "9.2",
        "9.3",
    }


# --- play ---


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch):
    """Say what will be typed."""

    def typed(*lines: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))

    return typed


def test_a_match_is_played_to_its_end(run, monkeypatch, tmp_path):
    file = tmp_path / "match.dg"
    monkeypatch.setattr("sys.stdin", Typist())
    output = run(
        *("play", "--seed", "whole", "--save", str(file), "--seat", "3"),
        *("--bots", "beginner,random,beginner,random,beginner", "--option", "max_deals=2"),
    )
    match = daguai.Match.from_record(file.read_text())
    assert match.over
    assert len(match.deals) == 2
    assert match.names[3] == "You"
    assert match.names[4] == "random 4"
    result = match.deals[0].result
    assert result is not None
    assert f"clause {result.clause}: " in output
    assert output.count("Result of deal") == 2
    assert "verified" not in run("verify", str(file))


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_the_table_fits_80_columns(run, monkeypatch, lang, preset):
    monkeypatch.setattr("sys.stdin", Typist())
    options = ("--option", "max_deals=1", "--lang", lang, "--preset", preset)
    output = run("play", "--seed", "wide", *options)
    assert max(map(cell_len, output.splitlines())) <= 80
    assert "\x1b" not in output


def test_hints_are_listed_and_played(run, typed):
    typed("?", "?1", "q")
    output = run("play", "--seed", "monday")
    hinted = next(line for line in output.splitlines() if line.startswith(" ?1  "))
    cards = hinted.removeprefix(" ?1  ").split("  ")[0]
    assert f"A You: {cards} (" in output


def test_ranks_stand_for_cards(run, typed):
    """``8886`` and a joker's name pick cards; mistakes are told and nothing is lost."""
    typed("3X", "77", "KA", "8888 6", "q")
    output = run("play", "--seed", "monday")
    assert "'3X' is not a card" in output
    assert "A You: 6D 8S 8H 8D 8C (four and one), 22 left" in output


def test_a_finished_input_saves_and_quits(run, typed, tmp_path):
    file = tmp_path / "match.dg"
    typed("p")
    output = run("play", "--seed", "monday", "--save", str(file))
    assert output.rstrip().endswith(f"saved to {file}")
    assert daguai.Match.from_record(file.read_text()).deals
    assert "nothing was saved" in run("play", "--seed", "monday")


def test_a_saved_match_goes_on(run, typed, monkeypatch, tmp_path):
    file = tmp_path / "match.dg"
    typed("p", "q")
    run("play", "--seed", "monday", "--save", str(file), "--option", "max_deals=1", "--seat", "2")
    before = daguai.Match.from_record(file.read_text()).events
    monkeypatch.setattr("sys.stdin", Typist())
    assert "resumed in deal 1" in run("play", "--resume", str(file))
    match = daguai.Match.from_record(file.read_text())
    assert match.over
    assert match.events[: len(before)] == before
    assert match.names[2] == "You"
    assert [path.name for path in tmp_path.iterdir()] == ["match.dg"]


def test_play_speaks_json(run, typed):
    typed("zz", "p", "q")
    lines = [json.loads(line) for line in run("play", "--seed", "monday", "--json").splitlines()]
    kinds = [line["type"] for line in lines]
    assert kinds[0] == "opened"
    assert kinds[-1] == "left"
    assert {"event", "view", "error"} <= set(kinds)
    dealt = next(line["event"] for line in lines if line.get("event", {}).get("type") == "dealt")
    assert [hand for hand in dealt["hands"] if hand] == [dealt["hands"][0]]  # one's own alone


# --- replay and verify ---

RECORD_READERS = (("verify",), ("replay",), ("play", "--resume"))
ENGLISH = re.compile(r"(?<![-\w/.])[A-Za-z]{2,} [a-z]{2,}")
"""Two words of an English sentence."""


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a whole match between bots."""
    from daguai.bots import bot_named

    rules = daguai.Rules.preset("house").replace(max_deals=2)
    match = daguai.Match.new(rules, seed="replayed")
    bot = bot_named("beginner")
    while not match.over:
        for seat in match.to_act:
            match.act(seat, bot.act(match.view(seat, memory=True)))
    file = tmp_path_factory.mktemp("records") / "match.dg"
    file.write_text(match.record())
    return file


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_replay_prints_every_step(run, record, lang):
    match = daguai.Match.from_record(record.read_text())
    output = run("replay", str(record), "--lang", lang)
    assert max(map(cell_len, output.splitlines())) <= 80
    steps = [line[:5].strip() for line in output.splitlines() if line[:5].strip().isdecimal()]
    assert steps == [str(number) for number in range(1, len(match.events) + 1)]


def test_replay_of_one_deal_and_up_to_a_step(run, record):
    everything = json.loads(run("replay", str(record), "--json"))["steps"]
    second = json.loads(run("replay", str(record), "--json", "--deal", "2"))["steps"]
    assert everything[-len(second) :] == second
    assert second[0]["event"]["type"] == "deal_started"
    some = json.loads(run("replay", str(record), "--json", "--to", "7"))["steps"]
    assert some == everything[:7]
    assert some[0]["line"] is not None


def test_replay_follows_keys(run, record, monkeypatch):
    """n and b step on and back, d goes to the next deal, q leaves; other keys do nothing."""
    deals = [len(deal.events) for deal in daguai.Match.from_record(record.read_text()).deals]
    keys = iter(["n", " ", "b", "x", "\x1b[C", "d", "d", "n", "b", "q"])
    monkeypatch.setattr("daguai.commands.replay._at_a_terminal", lambda: True)
    monkeypatch.setattr("typer.getchar", lambda: next(keys))
    output = run("replay", str(record))
    last = sum(deals)
    steps = [int(step) for step in re.findall(r"step (\d+) of", output)]
    assert steps == [1, 2, 3, 2, 2, 3, deals[0] + 1, last, last, last - 1]
    keys = iter(["q"])
    assert "step 9 of" in run("replay", str(record), "--to", "9")


def test_verify_proves_the_shuffles(run, record):
    assert run("verify", str(record)).count("matches its commitment") == 2
    answer = json.loads(run("verify", str(record), "--json"))
    assert answer["verified"] is answer["proved"] is True
    assert len(answer["deals"]) == 2


def test_what_does_not_follow_is_named_with_its_line(record, refused, capsys, tmp_path):
    lines = record.read_text().splitlines()
    number = next(n for n, line in enumerate(lines, 1) if line.startswith("trick 1:"))
    lines[number - 1] = re.sub(r": (\d) [^,]*", r": \1 2S 3S 4S 5S 7S", lines[number - 1], count=1)
    wrong = tmp_path / "wrong.dg"
    wrong.write_text("\n".join(lines))
    assert f"line {number}: " in refused("replay", str(wrong))
    assert main(["verify", str(wrong)]) == 1
    assert f"line {number}: " in capsys.readouterr().err
    assert main(["verify", str(wrong), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["verified"] is False
    assert main(["verify", str(wrong), "--lang", "zh"]) == 1
    assert f"第 {number} 行：" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_record_without_deals_is_no_record_to_check(refused, tmp_path, command):
    file = tmp_path / "empty.dg"
    file.write_text('{"daguai_record": 1}')
    assert "rules_version" in refused(command, str(file))
    file.write_text('{"daguai_record": 1, "rules_version": 1, "preset": "classic"}')
    assert "has no deals" in refused(command, str(file))
    file.write_text("daguai record 1\nrules: classic, version 1\n")
    assert "一副牌也没有" in refused(command, str(file), "--lang", "zh")


def test_verify_claims_only_what_it_checked(run, record, tmp_path):
    text = record.read_text()
    file = tmp_path / "part.dg"
    file.write_text(re.sub("commitment: .*\n", "", text, count=1))
    told = run("verify", str(file))
    assert told.count("matches its commitment") == 1
    assert "deal 1: the secret deals these cards, but" in told
    assert "every shuffle" not in told
    file.write_text(re.sub("(commitment|secret): .*\n", "", text))
    told = run("verify", str(file))
    assert told.count("the cards were given") == 2
    assert "every shuffle" not in told
    match = daguai.Match.new(daguai.Rules.preset("classic"), seed="one")
    match.act(match.to_act[0], match.legal(match.to_act[0])[0])
    file.write_text(match.record())
    told = run("verify", str(file))
    assert "1 deal and 1 move replayed" in told
    assert "the match is not over: the record ends in deal 1" in told
    assert json.loads(run("verify", str(file), "--json"))["over"] is False
    told = run("verify", str(record))
    assert "every shuffle was fixed beforehand" in told
    assert "2 deals and" in told
    assert "not over" not in told


def test_records_are_told_of_in_chinese_alone(run, refused, record, tmp_path):
    text = record.read_text()
    part, wrong = tmp_path / "part.dg", tmp_path / "wrong.dg"
    part.write_text(re.sub("commitment: .*\n", "", text[: text.index("\nresult:")], count=1))
    wrong.write_text(text.replace("levels", "level", 1))
    outputs = [run("verify", str(file), "--lang", "zh") for file in (record, part)]
    outputs.append(run("replay", str(record), "--lang", "zh"))
    outputs += [refused(*command, str(wrong), "--lang", "zh") for command in RECORD_READERS]
    assert "牌谱停在第 1 副" in outputs[1]
    for output in outputs:
        assert not ENGLISH.search(output.replace(str(tmp_path), "")), output


def test_verify_names_a_secret_that_deals_other_cards(record, capsys, tmp_path):
    text = record.read_text()
    secret = next(line for line in text.splitlines() if line.startswith("secret: "))
    wrong = tmp_path / "wrong.dg"
    wrong.write_text(text.replace(secret, f"secret: {'0' * 64}"))
    assert main(["verify", str(wrong)]) == 1
    assert "SHA-256" in capsys.readouterr().err


# --- refusals ---


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("judge", "1S"), "'1S' is not a card"),
        (("judge", "3S", "--level", "1"), "is not a level"),
        (("judge", "3S", "--preset", "mine"), "expected one of classic, points, house"),
        (("judge", "3S", "--option", "flush_ties"), "write name=value"),
        (("judge", "3S", "--option", "flush=top"), "there is no option 'flush'"),
        (("judge", "3S", "--option", "flush_ties=up"), "expected top or descending"),
        (("judge", "3S", "--lang", "fr"), "expected zh or en"),
        (("judge",), "missing argument"),
        (("judge", "3S", "--colour"), "no such option"),
        (("deal",), "no such command"),
        (("judge", ""), "a play has at least one card"),
        (("arena", "--lineup", "club"), "'club' does not name two sides"),
        (("arena", "club", "--lineup", "club:random"), "leave out club"),
        (("arena", "club"), "two bots or more"),
        (("legal", ""), "a hand has at least one card"),
        (("legal", "3S", "--to-beat", "3S 4S"), "one rank"),
        (("rules", "mine"), "there is no preset"),
        (("rules", "--option", "flush"), "there is no option"),
        (("play", "--seat", "6"), "from 0 to 5"),
        (("play", "--seat", "first"), "--seat"),
        (("play", "--bots", "grandmaster"), "expected one of beginner"),
        (("play", "--bots", "random,random"), "expected one, or 5"),
        (("play", "--resume", "nowhere.dg"), "cannot read nowhere.dg"),
        (("play", "--seed", "x", "--save", "no/such/folder"), "cannot write no/such/folder"),
        (("replay", "nowhere.dg"), "cannot read nowhere.dg"),
        (("verify", "nowhere.dg"), "cannot read nowhere.dg"),
        (("verify", "-"), "'daguai record 1' must stand"),
    ],
)
def test_bad_input_is_one_line(capsys, arguments, words):
    assert main(arguments) == 2
    lines = [line for line in capsys.readouterr().err.splitlines() if "compiling" not in line]
    assert len(lines) == 1
    assert words in lines[0]


def test_refusals_are_in_the_language_asked_for(refused):
    assert "不是一张牌" in refused("judge", "1S", "--lang", "zh")
    assert "没有“mine”这套规则" in refused("rules", "mine", "--lang", "zh")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("judge",), "缺少参数“cards”"),
        (("nonsense",), "没有“nonsense”这个命令"),
        (("rplay",), "是不是"),
        (("judge", "3S", "--colour"), "没有“--colour”这个选项"),
        (("judge", "3S", "4S", "5S"), "多出了参数“4S 5S”"),
        (("judge", "3S", "--level"), "后面要有值"),
        (("judge", "3S", "--json=1"), "不带值"),
        (("arena", "club", "beginner", "--deals", "x"), "“--deals”应为整数"),
        (("arena", "club", "beginner", "--timeout", "x"), "“--timeout”应为数字"),
        (("arrange", "3S", "--slack", "9"), "“--slack”不能大于 2"),
        (("arrange", "3S", "--slack", "-1"), "“--slack”不能小于 0"),
        (("bot",), "缺少选项“--server”"),
        (("bot", "--server", "http://127.0.0.1:9", "--table", "A"), "连接被拒绝"),
        (("replay", "nowhere.dg"), "没有这个文件或文件夹"),
        (("replay", "."), "这是文件夹"),
        (("verify", "nowhere.dg/x"), "没有这个文件或文件夹"),
    ],
)
@pytest.mark.parametrize("asked", [True, False])
def test_nothing_is_refused_half_in_english(refused, monkeypatch, arguments, words, asked):
    """Also where the command line cannot be read as far as ``--lang``."""
    if not asked:
        monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    told = refused(*arguments[:1], *(("--lang", "zh") if asked else ()), *arguments[1:])
    assert words in told
    assert not ENGLISH.search(told), told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--save", "/nonexistent/x.dg"), "cannot write /nonexistent/x.dg"),
        (("--bots", "run:"), "cannot start '': expected a program"),
        (("--bots", "run:/nonexistent --fast"), "cannot start '/nonexistent --fast'"),
        (("--bots", "run:'"), "cannot start"),
    ],
)
def test_play_deals_nothing_to_who_asks_for_what_cannot_be(refused, arguments, words):
    assert words in refused("play", "--seed", "x", *arguments)
    assert "无法" in refused("play", "--seed", "x", *arguments, "--lang", "zh")


def test_records_that_cannot_be_used(refused, record, tmp_path):
    assert "is over" in refused("play", "--resume", str(record))
    assert "leave out --seed" in refused("play", "--resume", str(record), "--seed", "x")
    assert "exists already" in refused("play", "--save", str(record))
    assert "there is no deal 9" in refused("replay", str(record), "--deal", "9")
    assert "there is no step 0" in refused("replay", str(record), "--to", "0")
    noise = tmp_path / "noise"
    noise.write_bytes(b"\xff\xfe\x00")
    assert "not a text file" in refused("replay", str(noise))


# --- the program itself ---


def test_every_command_has_help_with_an_example(run):
    names = [command.name or command.callback.__name__ for command in app.registered_commands]
    assert {"play", "judge", "legal", "rules", "replay", "verify"} <= set(names)
    overview = run("--help")
    for name in names:
        output = run(name, "--help")
        assert f"daguai {name}" in output.partition("Example")[2]
        assert "--json" in output or name == "serve"
        assert "--lang" in output
        assert name in overview
    assert run("--version") == f"daguai {daguai.__version__}\n"


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "单张"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "single"),
        ({"LANG": "de_DE.UTF-8"}, "single"),
    ],
)
def test_the_language_follows_the_system(run, monkeypatch, environment, words):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert words in run("judge", "3S")


def test_one_judgement_loads_no_compiler():
    code = (
        "import sys; from daguai.cli import main; main(['judge', '3S 3H', '--against', '2S 2H']);"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def _program(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "daguai", *arguments]


# A run in the background may have been told to ignore it, and children inherit that.
_INTERRUPTIBLE = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""


class Screen:
    """A program in a terminal of its own: what it shows, and keys for it."""

    def __init__(self, *arguments: str) -> None:
        import pty

        self.seen = b""
        self._controller, terminal = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", "LANG": "zh_CN.UTF-8"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", _INTERRUPTIBLE, *_program(*arguments)],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env=environment,
            start_new_session=True,
        )
        os.close(terminal)

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._controller)

    def read_until(self, words: str) -> None:
        self.seen = b""
        while words.encode() not in self.seen:
            self.seen += self._read(words)

    def _read(self, words: str) -> bytes:
        """Read what comes next; nothing comes for so long only where nothing will."""
        ready, _, _ = select.select([self._controller], [], [], 600)
        assert ready, f"no {words} after {self.seen.decode(errors='replace')}"
        return os.read(self._controller, 1 << 16)

    def type(self, keys: str) -> None:
        os.write(self._controller, keys.encode())

    def read_to_the_end(self) -> int:
        with contextlib.suppress(OSError):  # how Linux tells that nobody is there any more
            while more := self._read("end"):
                self.seen += more
        return self.process.wait()


posix = pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")


@posix
def test_play_in_a_terminal_with_colours_until_ctrl_c(tmp_path):
    file = tmp_path / "match.dg"
    with Screen("play", "--seed", "monday", "--save", str(file)) as screen:
        screen.read_until("跟牌> ")
        screen.process.send_signal(signal.SIGINT)
        with contextlib.suppress(OSError):  # it may be gone by now
            screen.type("\n")  # a signal between prompt and reading is noticed at the next key
        assert screen.read_to_the_end() == 0
        assert b"\x1b[" in screen.seen
        assert b"Traceback" not in screen.seen
    assert daguai.Match.from_record(file.read_text()).deals


@posix
def test_a_match_that_is_not_kept_is_left_only_on_purpose():
    with Screen("play", "--seed", "monday") as screen:
        screen.read_until("跟牌> ")
        screen.type("q\n")
        screen.read_until("没有存盘")
        screen.type("\n")
        screen.read_until("跟牌> ")
        screen.type("q\nq\n")
        assert screen.read_to_the_end() == 0
