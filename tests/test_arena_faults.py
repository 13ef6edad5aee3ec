"""What bots do wrong in the arena: it costs them the pair, and nobody the measurement."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

from daguai import Pass, Rules
from daguai.arena import LineUp, Terms, measure, play_pair, playing
from daguai.arena.faults import died
from daguai.bots import RandomBot, UnknownBot, bot_named
from daguai.bots.process import ProcessBot
from daguai.cli import main
from daguai.errors import CodedError
from daguai.legal import legal_actions
from daguai.messages import explain
from processes import needs_proc, reached, runs

POINTS = Rules.preset("points")
FOREVER = 600
"""Seconds that a bot which answers may take; the machine may be busy."""
LONG = 5
"""Seconds after which a bot that never answers is given up, more than others need."""

needs_alarm = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="the system cannot interrupt"
)


def terms(a: str, b: str, timeout: float = FOREVER) -> Terms:
    sides = (LineUp.parse(a, POINTS), LineUp.parse(b, POINTS))
    return Terms(sides, POINTS, "faults", timeout=timeout)


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


class Exiter(RandomBot):
    """Ends the program, as a script would."""

    name = "exiter"

    def act(self, view):
        sys.exit(3)


class Stranger(RandomBot):
    """Raises what is no ``Exception``."""

    name = "stranger"

    def act(self, view):
        raise GeneratorExit


class Sleeper(RandomBot):
    """Never answers."""

    name = "sleeper"

    def act(self, view):
        while True:
            pass


class Steady:
    """The first legal action, so that a test need not wait long."""

    name = "steady"

    def __init__(self, seed):
        pass

    def act(self, view):
        return legal_actions(view)[-1]


class Stubborn(Steady):
    """Is never ready, and catches whatever it can."""

    name = "stubborn"
    made = 0

    def __init__(self, seed):
        type(self).made += 1
        while type(self).made > 1:  # the first is made to see whether there is such a bot
            with contextlib.suppress(Exception):
                while True:
                    pass


class Leaver(Steady):
    """Ends its process in about half of the pairs."""

    name = "leaver"

    def __init__(self, seed):
        self._leaves = str(seed)[:1] in "01"

    def act(self, view):
        if self._leaves:
            os._exit(3)
        return super().act(view)


class Unready(Steady):
    """Cannot be made again."""

    name = "unready"
    made = 0

    def __init__(self, seed):
        type(self).made += 1
        if type(self).made > 1:
            raise LookupError("no weights")


@pytest.mark.parametrize(
    ("bot", "kind", "text"),
    [
        ("Passer", "illegal", "leads and must play"),
        ("Crasher", "crash", "RuntimeError: no idea"),
        ("Exiter", "crash", "SystemExit: 3"),
        ("Stranger", "crash", "GeneratorExit"),
        ("Unready", "crash", "is no bot: LookupError: no weights"),
    ],
)
def test_faults_are_counted_apart(bot, kind, text):
    """The pair does not count, for nobody, and nothing was measured."""
    Unready.made = 0
    found = measure(terms("random", f"{__name__}:{bot}"), 1, jobs=1)
    answer = found.json()
    assert answer["faults"] == 1
    assert answer["faults_by"]["b"][kind] == 1
    assert sum(answer["faults_by"]["a"].values()) == 0
    assert text in answer["first_fault"]
    assert answer["pairs"] == 0
    for key in ("points_per_deal", "interval", "z", "levels_per_deal", "won_difference"):
        assert answer[key] is None
    assert answer["won"] == {"a": None, "b": None, "drawn": None}
    assert answer["decision_ms"] == {"a": None, "b": None}


def test_ctrl_c_is_nobodys_fault(monkeypatch):
    def interrupted(self, view):
        raise KeyboardInterrupt

    monkeypatch.setattr(Passer, "act", interrupted)
    with pytest.raises(KeyboardInterrupt):
        measure(terms("random", f"{__name__}:Passer"), 1, jobs=1)


# --- time ---


@needs_alarm
def test_a_bot_that_does_not_answer_is_late():
    found = measure(terms("random", f"{__name__}:Sleeper", LONG), 1, jobs=1)
    assert found.blamed(1)["timeout"] == 1
    assert found.faults[0].text == f"no answer in {LONG} s"


@needs_alarm
def test_a_bot_that_is_never_ready_is_late(monkeypatch):
    """However much it catches, and whatever is said of classes that cannot be made."""
    monkeypatch.setattr(playing, "START", LONG)
    Stubborn.made = 0
    found = measure(terms("random", f"{__name__}:Stubborn", LONG), 1, jobs=1)
    assert found.blamed(1)["timeout"] == 1
    assert found.faults[0].text == f"not ready in {LONG} s"
    assert found.faults[0].error is not None
    assert explain(found.faults[0].error, "zh") == f"{LONG} 秒内没有准备好"


@needs_alarm
def test_the_time_to_get_ready_is_not_that_of_a_decision(monkeypatch):
    """What is left on the system's timer tells how much was allowed."""
    left = {"made": [], "asked": []}

    class Watched(Steady):
        def __init__(self, seed):
            left["made"].append(signal.getitimer(signal.ITIMER_REAL)[0])

        def act(self, view):
            left["asked"].append(signal.getitimer(signal.ITIMER_REAL)[0])
            return super().act(view)

    some = terms(f"{__name__}:Steady", f"{__name__}:Steady", 30)
    monkeypatch.setattr(f"{__name__}.Steady", Watched)
    assert play_pair(some, 1).fault is None
    assert min(left["made"]) > 30
    assert 0 < min(left["asked"]) <= max(left["asked"]) <= 30
    left["asked"].clear()
    play_pair(replace(some, timeout=float("inf")), 1)
    assert min(left["asked"]) > 1e6


PROGRAM = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"type": "legal"}), flush=True)
    actions = json.loads(sys.stdin.readline())["actions"]
    print(json.dumps(actions[0]), flush=True)
"""


@needs_alarm
def test_a_program_that_starts_has_the_same_time_to_get_ready(tmp_path, monkeypatch):
    """Its first answer is that late, and says nothing of how fast it decides."""
    (tmp_path / "bot.py").write_text(PROGRAM, encoding="utf-8")
    command = f"run:{sys.executable} {tmp_path / 'bot.py'}"
    left = []
    ask = ProcessBot.act

    def act(self, view):
        left.append((self.starting, signal.getitimer(signal.ITIMER_REAL)[0]))
        return ask(self, view)

    monkeypatch.setattr(ProcessBot, "act", act)
    pair = play_pair(terms(command, "random", 30), 1)
    assert pair.fault is None
    assert [starting for starting, _ in left] == [True] + [False] * (len(left) - 1)
    assert left[0][1] > 30
    assert max(seconds for _, seconds in left[1:]) <= 30
    assert pair.times[0][1] == len(left) - 1


@pytest.mark.parametrize("timeout", [0, -1, float("nan")])
def test_a_timeout_is_a_number_of_seconds(timeout):
    with pytest.raises(CodedError, match="more than 0"):
        terms("random", "random", timeout)


# --- bots that end what they play in ---


def test_a_class_that_exits_is_no_bot(tmp_path, monkeypatch, capsys):
    """A file made to be run as a program, such as one that reads arguments."""
    (tmp_path / "runs_at_import.py").write_text("import sys\nsys.exit(2)\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnknownBot, match="is no bot: SystemExit: 2"):
        bot_named("runs_at_import:Bot")
    assert main(["arena", "runs_at_import:Bot", "random", "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert told == "daguai: runs_at_import:Bot is no bot: SystemExit: 2\n"


def test_a_bot_that_ends_its_process_loses_its_pairs_alone():
    """Whatever ends it, as a crash of compiled code does; the other pairs count."""
    found = measure(terms(f"{__name__}:Steady", f"{__name__}:Leaver"), 4, jobs=2)
    assert len(found.pairs) + len(found.faults) == 4
    assert found.pairs
    assert {fault.text for fault in found.faults} == {"its process ended with status 3"}
    assert found.blamed(1)["crash"] == len(found.faults)
    assert [pair.number for pair in found.pairs] == sorted(pair.number for pair in found.pairs)


def test_what_ended_a_process_is_named():
    fault = died(0, "mine", -signal.SIGABRT)
    assert "SIGABRT" in fault.text
    assert fault.error is not None
    assert "SIGABRT" in explain(fault.error, "zh")


ELSEWHERE = """
import multiprocessing, os
if multiprocessing.parent_process() is not None:
    os._exit(7)
from daguai.bots import RandomBot as Bot
"""


def test_processes_that_cannot_begin_are_told_in_one_line(tmp_path, monkeypatch, capsys):
    """No bot was asked, so none is blamed, and no others are started for ever."""
    (tmp_path / "not_elsewhere.py").write_text(ELSEWHERE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    arguments = ["arena", "not_elsewhere:Bot", "random", "--jobs", "2", "--lang"]
    for lang, words in (("en", "status 7 before any bot was asked"), ("zh", "状态 7")):
        assert main([*arguments, lang]) == 2
        told = capsys.readouterr().err
        assert words in told
        assert told.count("\n") == 1


# --- measurements that are given up ---

SLOW = """
import os, time
from pathlib import Path

class Slow:
    name = "slow"
    def __init__(self, seed): pass
    def act(self, view):
        Path(os.environ["PIDS"], str(os.getpid())).touch()
        while True:
            time.sleep(600)
"""
INTERRUPTIBLE = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where this runs behind others
from daguai.cli import main
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
"""


@needs_proc
@pytest.mark.parametrize("how", ["killed", "interrupted", "interrupted at the terminal"])
def test_processes_end_with_a_measurement(tmp_path, how):
    """Nothing goes on playing when the program is killed; Ctrl-C ends it at once."""
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    (tmp_path / "run.py").write_text(INTERRUPTIBLE, encoding="utf-8")
    pids = tmp_path / "pids"
    pids.mkdir()
    path = os.pathsep.join([str(tmp_path), *sys.path])
    arguments = ["arena", "slow:Slow", "random", "--jobs", "2", "--timeout", str(FOREVER)]
    with subprocess.Popen(
        [sys.executable, str(tmp_path / "run.py"), *arguments],
        env={**os.environ, "PIDS": str(pids), "PYTHONPATH": path},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as measuring:
        try:
            assert reached(lambda: len(list(pids.iterdir())) == 2)
            if how == "interrupted":
                measuring.send_signal(signal.SIGINT)
            elif how != "killed":
                os.killpg(measuring.pid, signal.SIGINT)
            if how != "killed":
                assert measuring.wait(FOREVER / 2) == 130
        finally:
            measuring.kill()
        workers = [int(one.name) for one in pids.iterdir()]
        assert measuring.pid not in workers
        if how == "killed":
            assert reached(lambda: not any(map(runs, workers)))
        else:
            assert not any(map(runs, workers))
        assert measuring.stderr is not None
        assert "Traceback" not in measuring.stderr.read()
