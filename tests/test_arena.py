"""The arena: duplicate pairs that cancel luck, honest intervals, faults counted apart."""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import NormalDist

import pytest

from daguai import Match, Pass, Rules
from daguai.arena import LineUp, LineUpError, Terms, boundaries, cross_table, estimate, measure
from daguai.arena.openings import opening
from daguai.bots import RandomBot, UnknownBot, bot_named
from daguai.bots.process import ProgramError
from daguai.cli import main
from daguai.legal import legal_actions
from daguai.messages import text

POINTS = Rules.preset("points")


def terms(a: str, b: str, *, matches: bool = False, timeout: float = 600) -> Terms:
    """What is measured; the machine may be busy, so a bot that answers may take its time."""
    sides = (LineUp.parse(a, POINTS), LineUp.parse(b, POINTS))
    return Terms(sides, POINTS, "test", matches, timeout)


class Passer(RandomBot):
    """Passes even when it leads: illegal."""

    name = "passer"

    def act(self, view):
        return Pass()


class Crasher(RandomBot):
    """Plays until it has few cards."""

    name = "crasher"

    def act(self, view):
        if len(view.hand.split()) < 20:
            raise RuntimeError("no idea")
        return super().act(view)


class Sleeper(RandomBot):
    """Never answers."""

    name = "sleeper"

    def act(self, view):
        while True:
            pass


class First:
    """The first legal action, so that a test need not wait long."""

    name = "first"

    def __init__(self, seed):
        pass

    def act(self, view):
        return legal_actions(view)[-1]


# --- deals ---


def test_deals_depend_on_seed_and_number_alone():
    for number in range(5):
        once, again = (opening("public", number, POINTS) for _ in range(2))
        assert once.events == again.events
        assert once.events != opening("other", number, POINTS).events


def test_three_in_five_deals_begin_with_tribute():
    """Clauses 7.1 and 8.1: every finishing order of the deal before is equally likely."""
    matches = [opening("public", number, POINTS) for number in range(400)]
    begun = [len(match.view(None).tribute) for match in matches]
    assert 0.5 < sum(n > 0 for n in begun) / len(begun) < 0.7
    assert {0, 1, 2, 3} == set(begun)
    for match in matches[:50]:
        match.validate()
        assert len({match.levels for match in matches}) > 50


# --- statistics ---


@pytest.mark.parametrize("matches", [False, True])
def test_a_bot_against_itself_comes_to_nothing(matches):
    """Same cards, teams exchanged, seeds by seat: the mean is exactly 0."""
    same = terms("random", "random", matches=matches)
    if matches:
        same = replace(same, rules=POINTS.replace(max_deals=2))
    found = measure(same, 4, jobs=1)
    assert found.points.value == 0
    assert found.points.z == 0
    assert found.levels.value == found.won.value == 0
    assert all(sum(pair.points) == 0 for pair in found.pairs)
    assert found.deals == (16 if matches else 8)


def test_pairs_are_what_the_error_comes_from():
    """A difference in every pair by the same cards is no error at all."""
    assert estimate([2, 2, 2], [2, 2, 2]).z is None
    found = estimate([4, 0, 4, 0], [2, 2, 2, 2])
    assert found.value == 1
    assert found.low == pytest.approx(1 - 1.96 * math.sqrt(16 / 3) / 4, abs=0.01)


def test_intervals_hold_as_often_as_they_say():
    random = Random(5)
    hits = 0
    for _ in range(600):
        sums = [random.gauss(1, 3) for _ in range(40)]
        found = estimate(sums, [2] * 40)
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= 0.5 <= found.high
    assert 0.92 < hits / 600 < 0.975


def test_looking_often_is_paid_for():
    """Where nothing differs, one in twenty measurements finds something, however often it looks."""
    random = Random(11)
    looks = 5
    bounds = boundaries(looks)
    naive = NormalDist().inv_cdf(0.975)
    found = naively = 0
    for _ in range(2000):
        steps = [random.gauss(0, 1) for _ in range(looks)]
        z = [abs(sum(steps[:k])) / math.sqrt(k) for k in range(1, looks + 1)]
        found += any(value > bound for value, bound in zip(z, bounds, strict=True))
        naively += any(value > naive for value in z)
    assert 0.035 < found / 2000 < 0.065
    assert naively / 2000 > 0.1


def test_it_stops_early_when_all_is_clear():
    found = measure(terms("beginner", "random"), 40, jobs=1, stop_early=True)
    assert found.stopped
    assert found.points.excludes_zero
    assert len(found.pairs) < 40


def test_the_answer_does_not_depend_on_the_processes():
    some = terms("random", f"{__name__}:First")
    one, two = (measure(some, 5, jobs=jobs).json() for jobs in (1, 2))
    del one["decision_ms"], two["decision_ms"]
    assert one == two


KILLED = """
import os, time
from pathlib import Path
from daguai import Rules
from daguai.arena import LineUp, Terms, measure

class Slow:
    name = "slow"
    def __init__(self, seed): pass
    def act(self, view):
        Path(os.environ["PIDS"], str(os.getpid())).touch()
        time.sleep(600)

if __name__ == "__main__":
    rules = Rules.preset("points")
    sides = (LineUp.parse("killed:Slow", rules), LineUp.parse("random", rules))
    measure(Terms(sides, rules, "killed", False, 600.0), 4, jobs=2)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks processes up in /proc")
def test_processes_end_with_a_measurement_that_is_killed(tmp_path):
    """Nothing goes on playing when the terminal is closed or the program killed."""
    (tmp_path / "killed.py").write_text(KILLED, encoding="utf-8")
    pids = tmp_path / "pids"
    pids.mkdir()
    path = os.pathsep.join([str(tmp_path), *sys.path])
    with subprocess.Popen(
        [sys.executable, str(tmp_path / "killed.py")],
        env={**os.environ, "PIDS": str(pids), "PYTHONPATH": path},
    ) as measuring:
        try:
            assert reached(lambda: len(list(pids.iterdir())) == 2)
        finally:
            measuring.kill()
    workers = [int(one.name) for one in pids.iterdir()]
    assert measuring.pid not in workers
    assert reached(lambda: not any(map(runs, workers)))


def runs(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def reached(true, seconds=300):
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


# --- faults ---


@pytest.mark.parametrize(
    ("bot", "kind", "limits"),
    [
        ("Passer", "illegal", {}),
        ("Crasher", "crash", {}),
        ("Sleeper", "timeout", {"timeout": 5}),  # far more than the other side needs
    ],
)
def test_faults_are_counted_apart(bot, kind, limits):
    """The pair does not count, for nobody."""
    found = measure(terms("random", f"{__name__}:{bot}", **limits), 1, jobs=1)
    answer = found.json()
    assert answer["pairs"] == 0
    assert answer["points_per_deal"] == 0
    assert answer["faults"] == 1
    assert answer["faults_by"]["b"][kind] == 1
    assert sum(answer["faults_by"]["a"].values()) == 0
    assert answer["interval"] is None


# --- line-ups and tables ---


def test_line_ups_turn_over_the_places():
    side = LineUp.parse("beginner,random,random", POINTS)
    placed = [
        [side.place(seat, turned, POINTS) for seat in POINTS.team_seats(1)] for turned in range(3)
    ]
    assert [bots.index("beginner") for bots in placed] == [0, 2, 1]


def test_line_ups_that_fit_nothing_are_refused():
    with pytest.raises(LineUpError, match="expected one, or 3"):
        LineUp.parse("random,random", POINTS)
    with pytest.raises(UnknownBot) as error:
        LineUp.parse("json:loads", POINTS)
    assert error.value.code == "bad_bot_class"


def test_a_table_of_several_bots():
    names = ["random", "beginner", f"{__name__}:First"]
    sides = [LineUp.parse(name, POINTS) for name in names]
    table = cross_table(sides, terms("random", "random"), 2, jobs=1)
    assert len(table.games) == 3
    assert table.ratings[0].bot == "beginner"
    assert table.points("beginner", "random") == -(table.points("random", "beginner") or 0)
    assert table.points("random", "random") is None


# --- programs ---

PROGRAM = """
import json, sys
for line in sys.stdin:
    view = json.loads(line)["view"]
    print(json.dumps({"type": "legal"}), flush=True)
    actions = json.loads(sys.stdin.readline())["actions"]
    print(json.dumps(actions[0]), flush=True)
"""


@pytest.fixture
def program(tmp_path):
    def command(text):
        path = tmp_path / "bot.py"
        path.write_text(text)
        return f"run:{sys.executable} {path}"

    return command


def test_a_program_plays(program):
    found = measure(terms(program(PROGRAM), "random"), 1, jobs=1)
    assert found.faults == ()
    assert found.deals == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bot_ended"),
        ("input(); print('hello')", "bot_answer"),
        ('input(); print(\'{"type": "lay", "cards": "XX"}\')', "bot_answer"),
    ],
)
def test_programs_that_fail(program, text, code):
    bot = bot_named(program(text))
    match = Match.new(POINTS, seed="x")
    with pytest.raises(ProgramError) as error:
        bot.act(match.view(match.to_act[0], memory=True))
    assert error.value.code == code


def test_a_program_that_failed_is_started_anew(program):
    bot = bot_named(program('input(); print(\'{"type": "pass"}\')'))
    view = opening("x", 1, POINTS).view(0, memory=True)
    assert bot.act(view) == Pass()
    with pytest.raises(ValueError, match="has ended"):
        bot.act(view)
    assert bot.act(view) == Pass()


def test_programs_that_do_not_start():
    match = Match.new(POINTS, seed="x")
    with pytest.raises(ValueError, match="cannot start"):
        bot_named("run:/no/such/program").act(match.view(match.to_act[0], memory=True))


def test_the_bots_of_the_document_play(program, tmp_path, monkeypatch):
    """docs/bots.md: a class in twenty lines, and a program that knows nothing of daguai."""
    text = (Path(__file__).parent.parent / "docs/bots.md").read_text(encoding="utf-8")
    first, second, *_ = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (tmp_path / "mybot.py").write_text(first, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found = measure(terms("mybot:MyBot", program(second)), 1, jobs=1)
    assert found.faults == ()
    assert len(first.splitlines()) <= 25


# --- the command ---


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


@pytest.mark.parametrize(
    "arguments", [["random"], ["random", "nobody"], ["random", "random", "random"],
                  ["random", "random", "--deals", "0"], ["--lineup", "a:b:c"]],
)  # fmt: skip
def test_the_command_refuses(arguments, capsys):
    assert main(["arena", *arguments]) == 2
    assert capsys.readouterr().err.startswith("daguai: ")
