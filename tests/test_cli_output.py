"""The command line where its answer cannot be written, and where something else ends it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from daguai.cli import main

HAND = "2S 2H 3S 3H 3D 4S 5S 6S 7S 7H 8D 9C TH TS JD QS QH KC KD AS AH 2D 9H 9S LJ LJ BJ"


def _program(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "daguai", *arguments]


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
@pytest.mark.parametrize("arguments", [("legal", HAND), ("legal", HAND, "--json"), ("rules",)])
def test_a_closed_pipe_ends_quietly(arguments):
    with subprocess.Popen(
        _program(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        complaints = process.stderr.read()
    assert [line for line in complaints.splitlines() if "compiling" not in line] == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("judge", "3S", "--lang", "en"), "cannot write the answer: no space is left"),
        (("rules", "--lang", "zh"), "结果写不出来：没有剩余空间"),
        (("legal", HAND, "--json", "--lang", "en"), "cannot write the answer: no space is left"),
    ],
)
def test_an_answer_that_cannot_be_written_is_told_in_one_line(arguments, words, unbuffered):
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            _program(*arguments),
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )
    told = [line for line in done.stderr.splitlines() if "compiling" not in line]
    assert told == [f"daguai: {words}"]
    assert done.returncode == 2


def test_what_an_encoding_lacks_is_escaped():
    """Programs read the same, as JSON escapes it."""
    outputs = [
        subprocess.run(
            _program("rules", "--option", "scoring", "--json", "--lang", "zh"),
            env={**os.environ, "PYTHONIOENCODING": encoding},
            capture_output=True,
            check=True,
        ).stdout.decode(encoding)
        for encoding in ("ascii", "utf-8")
    ]
    assert outputs[0].isascii()
    assert not outputs[1].isascii()
    assert json.loads(outputs[0]) == json.loads(outputs[1])


@pytest.mark.parametrize(
    ("code", "said"), [(3, "SystemExit: 3"), ("sorry", "SystemExit: sorry"), (None, "SystemExit")]
)
def test_nothing_ends_the_program_without_a_word(capsys, monkeypatch, code, said):
    """A bot that exits, as a script would, at the first of the moves that are typed."""

    def act(self, view):
        sys.exit(code)

    monkeypatch.setattr("daguai.bots.RandomBot.act", act)
    monkeypatch.setattr("sys.stdin", io.StringIO("p\n?1\n" * 9))
    assert main(["play", "--seed", "monday", "--bots", "random", "--lang", "en"]) == 2
    told = capsys.readouterr().err.splitlines()[-1]
    assert told == f"daguai: something called by the command ended the program ({said})"
