"""Learn the game by deep Monte Carlo, and play by what was learned.

Every allowed action is scored by a small network from the observation and the cards it lays. The
best is taken, now and then a random one, and its score is pulled towards what the deal brought.

    uv sync --extra research --extra train
    uv run examples/dmc.py --minutes 8 --weights dmc.safetensors
    DMC_WEIGHTS=dmc.safetensors PYTHONPATH=. uv run daguai arena examples.dmc:Learned random
"""

import argparse
import os
import time
from functools import cache
from importlib.util import find_spec

import numpy as np

from daguai import legal_actions
from daguai.research.actions import features_of, listed
from daguai.research.batch import Batch
from daguai.research.layout import SIZE
from daguai.research.observation import observe
from daguai.rules import Rules

lacking = [name for name in ("safetensors", "jax", "optax") if find_spec(name) is None]
if lacking and __name__ == "__main__":
    raise SystemExit(f"no {', '.join(lacking)} here: run `uv sync --extra research --extra train`")
from safetensors.numpy import load_file, save_file  # noqa: E402

WIDTH = 256
SCALE = 8.0  # the most that a deal of the preset `points` brings
LEAST = 512  # actions that are scored together, at least
read = cache(load_file)


def fresh(seed):
    """Make a network's weights: of He's size, the last layer small."""
    dice = np.random.default_rng(seed)
    shapes = {"state": (SIZE, WIDTH), "action": (54, WIDTH), "hidden": (WIDTH, WIDTH)}
    weights = {name: dice.normal(0, (2 / shape[0]) ** 0.5, shape) for name, shape in shapes.items()}
    weights |= {"bias": np.zeros(WIDTH), "bias2": np.zeros(WIDTH), "bias3": np.zeros(1)}
    weights["last"] = dice.normal(0, 0.01, (WIDTH, 1))
    return {name: values.astype(np.float32) for name, values in weights.items()}


def score(weights, observations, features, of=slice(None)):
    """Score actions in what is observed: operators alone, so that numpy and JAX both can."""
    x = (observations.astype(np.float32) @ weights["state"])[of]
    x = x + features.astype(np.float32) @ weights["action"] + weights["bias"]
    x = (x * (x > 0)) @ weights["hidden"] + weights["bias2"]
    return ((x * (x > 0)) @ weights["last"] + weights["bias3"])[..., 0]


@cache
def compiled():
    """Return ``score`` as JAX compiles it."""
    import jax

    return jax.jit(score)


def choose(weights, batch):
    """Choose the best action at every place."""
    total, starts, counts = batch.offsets[-1], batch.offsets[:-1], np.diff(batch.offsets)
    room = max(LEAST, 1 << int(total - 1).bit_length())  # few sizes: each is compiled
    features, of = np.zeros((room, 54), np.uint8), np.zeros(room, np.int32)
    features[:total], of[:total] = batch.features, np.repeat(np.arange(batch.size), counts)
    scores = np.asarray(compiled()(weights, batch.observations, features, of))[:total]
    best = np.flatnonzero(scores == np.maximum.reduceat(scores, starts)[of[:total]])
    return best[np.searchsorted(best, starts)] - starts


def against_random(weights, deals=300, seed=999):
    """Let even seats play by the network, odd ones at random: points of a deal, on average."""
    batch, won = Batch(100, Rules.preset("points"), seed=seed), []
    while len(won) < deals:
        batch.step(np.where(batch.seats % 2 == 0, choose(weights, batch), batch.random_choices()))
        won += batch.rewards[batch.ended, 0].tolist()
    return float(np.mean(won))


def learn(minutes, seed=1, size=256, samples=4096, rate=1e-3, explore=0.03):
    """Play and learn for some minutes; yield how it goes twice a minute, and at the end."""
    import jax
    import optax

    def loss(weights, observations, features, paid):
        return ((score(weights, observations, features) - paid) ** 2).mean()

    @jax.jit
    def update(weights, state, *sample):
        value, slope = jax.value_and_grad(loss)(weights, *sample)
        change, state = optimizer.update(slope, state)
        return optax.apply_updates(weights, change), state, value

    optimizer, weights, dice = optax.adam(rate), fresh(seed), np.random.default_rng(seed)
    state, value = optimizer.init(weights), np.nan
    batch = Batch(size, Rules.preset("points"), seed=seed, level=None)
    going = [[] for _ in range(size)]  # by place: what was seen and done, and by whom
    done, start, told = [], time.monotonic(), 0
    while (passed := time.monotonic() - start) < 60 * minutes:
        strays = dice.random(size) < explore
        choices = np.where(strays, batch.random_choices(), choose(weights, batch))
        rows = np.flatnonzero(np.diff(batch.offsets) > 1)  # where there was a choice
        acts = batch.features[batch.offsets[rows] + choices[rows]]
        steps = zip(batch.observations[rows], acts, batch.seats[rows].tolist(), strict=True)
        for row, step in zip(rows.tolist(), steps, strict=True):
            going[row].append(step)
        batch.step(choices)
        for place in np.flatnonzero(batch.ended).tolist():
            paid = batch.rewards[place] / SCALE
            done += [(seen, act, paid[seat]) for seen, act, seat in going[place]]
            going[place] = []
        while len(done) >= samples:
            sample, done = done[:samples], done[samples:]
            arrays = [np.stack(column) for column in zip(*sample, strict=True)]
            weights, state, value = update(weights, state, *arrays)
        if passed // 30 > told:
            told = passed // 30
            yield passed, batch.deals, float(value), weights
    yield passed, batch.deals, float(value), weights


class Learned:
    """A bot that plays by weights on disk: those that DMC_WEIGHTS names."""

    name = "dmc"

    def __init__(self, seed=0):
        self._weights = read(os.environ.get("DMC_WEIGHTS", "dmc.safetensors"))

    def act(self, view):
        """Take the action with the best score; of tribute it learned nothing: the first there."""
        actions = list(listed(view).values()) or legal_actions(view)[:1]
        features = np.stack([features_of(action) for action in actions])
        return actions[int(score(self._weights, observe(view)[None], features).argmax())]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", default="dmc.safetensors")
    options = parser.parse_args()
    for passed, deals, value, weights in learn(options.minutes, options.seed):
        save_file({name: np.asarray(values) for name, values in weights.items()}, options.weights)
        points = against_random(weights)
        print(f"{passed:5.0f}s {deals:7} deals, loss {value:.4f}, random {points:+.2f}", flush=True)
