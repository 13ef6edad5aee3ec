"""The examples run: some seconds here, minutes in earnest."""

from __future__ import annotations

import importlib.util
import runpy
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from daguai import Match, Rules
from daguai.bots import bot_named
from daguai.legal import legal_actions
from daguai.research.batch import Batch

ROOT = Path(__file__).resolve().parents[2]


needs_train = pytest.mark.skipif(
    any(find_spec(name) is None for name in ("jax", "optax", "safetensors")),
    reason="needs the extra train: uv sync --extra train",
)


@pytest.fixture
def examples(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))


def test_random_rollout(examples, monkeypatch, capsys):
    from examples import random_rollout

    monkeypatch.setattr(sys, "argv", ["random_rollout.py", "--deals", "300"])
    random_rollout.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("one deal: {'seat_0': ")
    assert len(lines) == 7, "five outcomes"


@needs_train
def test_dmc_learns_and_its_bot_plays(examples, monkeypatch, tmp_path):
    from examples import dmc
    from safetensors.numpy import load_file, save_file

    learned = list(dmc.learn(minutes=0.02, size=16, samples=64))
    passed, _, _, weights = learned[-1]
    assert passed >= 1.2
    file = tmp_path / "dmc.safetensors"
    save_file({name: np.asarray(values) for name, values in weights.items()}, file)
    assert load_file(file).keys() == dmc.fresh(1).keys()
    monkeypatch.setenv("DMC_WEIGHTS", str(file))
    bot = bot_named("examples.dmc:Learned", seed=3)
    match = Match.new(Rules.preset("house"), seed="examples")
    while len(match.deals) < 3 and match.to_act:  # two deals, tribute and all
        seat = match.to_act[0]
        view = match.view(seat, memory=True)
        action = bot.act(view)
        assert action in legal_actions(view)
        match.act(seat, action)


@needs_train
def test_dmc_chooses_the_best_action_of_every_place(examples):
    from examples import dmc

    weights = dmc.fresh(4)
    batch = Batch(20, seed=4)
    for _ in range(30):
        choices = dmc.choose(weights, batch)
        for place in range(batch.size):
            listed = slice(batch.offsets[place], batch.offsets[place + 1])
            scores = dmc.score(weights, batch.observations[place][None], batch.features[listed])
            assert scores[choices[place]] >= scores.max() - 1e-4
        batch.step(choices)


def test_dmc_says_what_it_lacks(monkeypatch):
    """In one line, and how to get it."""
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "jax" else find_spec(name)
    )
    with pytest.raises(SystemExit, match=r"jax.* here: run `uv sync .*--extra train`"):
        runpy.run_path(str(ROOT / "examples/dmc.py"), run_name="__main__")


def test_dmc_is_short():
    """A learner that can be read at one sitting."""
    assert len((ROOT / "examples/dmc.py").read_text(encoding="utf-8").splitlines()) < 150
