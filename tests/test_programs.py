"""Bots that are programs: what they do wrong is named, and they never outlive who asks them."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from daguai import Match, Pass, Rules, client, kernels
from daguai.bots import process
from daguai.bots.child import LONGEST
from daguai.bots.process import ProcessBot, ProgramError
from daguai.cli import main
from daguai.client import ClientError
from daguai.messages import explain
from daguai.view import View
from processes import needs_proc, reached, runs

PASS = '{"type": "pass"}'


@pytest.fixture(scope="module")
def view() -> View:
    match = Match.new(Rules.preset("points"), seed="x")
    return match.view(match.to_act[0], memory=True)


@pytest.fixture
def command(tmp_path: Path) -> Callable[[str], str]:
    """Makes the command of a program from what it does."""

    def command(source: str) -> str:
        path = tmp_path / "bot.py"
        path.write_text("import os, subprocess, sys, time\n" + source, encoding="utf-8")
        return f"{sys.executable} {path}"

    return command


def fault(bot: ProcessBot, view: View, times: int = 1) -> ProgramError:
    """What goes wrong when a bot is asked so many times at most."""
    for _ in range(times):
        try:
            bot.act(view)
        except ProgramError as error:
            return error
    pytest.fail("nothing went wrong")


# --- lines ---


@pytest.mark.parametrize("end", ["\n", ""], ids=["long", "endless"])
def test_a_line_that_does_not_end_is_not_kept(
    command: Callable[[str], str], view: View, end: str
) -> None:
    source = f"""
input()
print("x" * {LONGEST + 1}, end={end!r}, flush=True)
time.sleep(600)
"""
    error = fault(ProcessBot(command(source)), view)
    assert error.code == "bot_long_line"
    assert str(LONGEST) in explain(error, "zh")


def test_the_longest_line_is_an_answer(command: Callable[[str], str], view: View) -> None:
    source = f"""
for line in sys.stdin:
    print('{PASS}'.ljust({LONGEST - 1}), flush=True)
"""
    bot = ProcessBot(command(source))
    assert [bot.act(view), bot.act(view)] == [Pass(), Pass()]
    bot.stop()


def test_a_program_that_answers_twice_is_told_so(command: Callable[[str], str], view: View) -> None:
    """Else it would be one answer behind from then on."""
    source = f"""
for line in sys.stdin:
    sys.stdout.write('{PASS}\\n' * 2)
    sys.stdout.flush()
"""
    # what comes in the same moment may be taken for the next answer, but not again and again
    error = fault(ProcessBot(command(source)), view, 10)
    assert error.code == "bot_unasked"
    assert PASS in str(error)
    assert PASS in explain(error, "zh")


def test_a_program_that_writes_on_and_on_is_not_listened_to(
    command: Callable[[str], str], view: View, tmp_path: Path
) -> None:
    """Else all of it would be kept."""
    source = f"""
try:
    for _ in range(100_000):
        print('{PASS}', flush=True)
    how = "wrote all"
except OSError:
    how = "closed"
with open("{tmp_path / "how.new"}", "w") as file:
    file.write(how)
os.rename("{tmp_path / "how.new"}", "{tmp_path / "how"}")
os._exit(0)
"""
    bot = ProcessBot(command(source))
    bot.act(view)
    assert reached((tmp_path / "how").exists)
    assert (tmp_path / "how").read_text(encoding="utf-8") == "closed"
    assert fault(bot, view).code == "bot_unasked"


def test_a_program_that_reads_nothing_is_given_up(
    command: Callable[[str], str], view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is said to it is longer than a pipe takes."""
    monkeypatch.setattr(process, "PATIENCE", 1.0)
    bot = ProcessBot(command("time.sleep(600)"), "x" * 1_000_000)
    assert fault(bot, view).code == "bot_silent"


def test_a_program_that_asks_for_ever_is_given_up(
    command: Callable[[str], str], view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "PATIENCE", 1.0)
    source = """
for line in sys.stdin:
    print('{"type": "legal"}', flush=True)
"""
    assert fault(ProcessBot(command(source)), view).code == "bot_silent"


def test_a_bot_says_whether_its_program_is_starting(
    command: Callable[[str], str], view: View
) -> None:
    source = f"""
for line in sys.stdin:
    print('{PASS}' if '"good"' in line else "rubbish", flush=True)
"""
    words = command(source)
    good, bad = ProcessBot(words, "good"), ProcessBot(words, "bad")
    assert good.starting
    good.act(view)
    assert not good.starting
    assert not bad.starting, "it is the same program"
    assert fault(bad, view).code == "bot_answer"
    assert good.starting, "it has failed, so it is started anew"
    good.act(view)
    good.stop()
    assert good.starting


# --- the end ---

HELPED = """
helper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
with open("PIDS", "w") as file:
    print(os.getpid(), helper.pid, file=file)
os.rename("PIDS", "PIDS.done")
"""
"""A program that has started another, which holds the same pipes."""


def with_helper(folder: Path, source: str) -> tuple[str, Path]:
    """What a program does that has a helper, and the file where both their numbers are."""
    return HELPED.replace("PIDS", str(folder / "pids")) + source, folder / "pids.done"


def numbers(file: Path) -> list[int]:
    first, second = map(int, file.read_text(encoding="utf-8").split())
    return [first, second]


@needs_proc
def test_what_a_program_started_ends_with_it(
    command: Callable[[str], str], view: View, tmp_path: Path
) -> None:
    """Nobody waits for a helper that holds the program's pipes."""
    source, file = with_helper(tmp_path, "print('rubbish', flush=True)\ntime.sleep(600)")
    assert fault(ProcessBot(command(source)), view).code == "bot_answer"
    assert reached(lambda: not any(map(runs, numbers(file))), 60)


ASKING = """
import signal, sys
from daguai import Match, Rules
from daguai.bots import bot_named
# a run in the background may have been told to ignore it, and children inherit that
signal.signal(signal.SIGINT, signal.default_int_handler)
match = Match.new(Rules.preset("points"), seed="x")
bot_named(sys.argv[1]).act(match.view(match.to_act[0], memory=True))
"""


@needs_proc
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_program_that_hangs_ends_with_who_asks_it(
    command: Callable[[str], str], tmp_path: Path, how: signal.Signals
) -> None:
    """However that is ended, and though the program sees no end of its input."""
    source, file = with_helper(tmp_path, "time.sleep(600)")
    path = os.pathsep.join(sys.path)
    with subprocess.Popen(
        [sys.executable, "-c", ASKING, f"run:{command(source)}"],
        env={**os.environ, "PYTHONPATH": path},
        stderr=subprocess.DEVNULL,
    ) as asking:
        try:
            assert reached(file.exists)
            asking.send_signal(how)
            assert asking.wait(300) != 0
        finally:
            asking.kill()
    assert reached(lambda: not any(map(runs, numbers(file))), 60)


def test_a_client_that_ends_does_not_wait_for_its_program(
    command: Callable[[str], str],
    view: View,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """``daguai bot`` ends its program, else the thread that asks it would be waited for."""
    monkeypatch.setattr(process, "PATIENCE", 30.0)
    monkeypatch.setattr(kernels, "warm_up", lambda: None)
    source, file = with_helper(tmp_path, "time.sleep(600)")
    codes: list[str] = []

    def asked(bot: Any) -> None:
        codes.append(fault(bot, view).code)

    async def play(_: str, __: str, bot: Any, **___: Any) -> None:
        thought = asyncio.create_task(asyncio.to_thread(asked, bot))
        while not file.exists():
            await asyncio.sleep(0.05)
        thought.cancel()
        raise ClientError("seat_lost", "the host has given the seat to somebody else")

    monkeypatch.setattr(client, "play", play)
    where = ["--server", "http://127.0.0.1:9", "--table", "ABC234"]
    assert main(["bot", *where, "--level", f"run:{command(source)}", "--lang", "en"]) == 2
    assert codes == ["bot_ended"]
    assert "given the seat" in capsys.readouterr().err
