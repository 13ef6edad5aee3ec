"""Play at random: single deals through PettingZoo's interface, then thousands in a batch.

python examples/random_rollout.py --deals 20000
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from daguai.research import pettingzoo
from daguai.research.batch import Batch
from daguai.rules import Rules


def one_deal(seed: int) -> dict[str, float]:
    """Play a deal; return what each agent got."""
    env = pettingzoo.env(rules="points")
    env.reset(seed=seed)
    for agent in env.agents:
        env.action_space(agent).seed(seed)
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        action = None
        if not (terminated or truncated):
            action = env.action_space(agent).sample(observation["action_mask"])
        env.step(action)
        rewards[agent] = reward
    return dict(sorted(rewards.items()))


def many_deals(deals: int, seed: int) -> tuple[Counter[int], int]:
    """Play deals in a batch; return how often each outcome came about, and the steps taken."""
    batch = Batch(256, Rules.preset("points"), seed=seed)
    outcomes: Counter[int] = Counter()
    steps = 0
    while batch.deals < deals:
        batch.step(batch.random_choices())
        outcomes.update(batch.results[batch.ended, 0].tolist())
        steps += batch.size
    return outcomes, steps


def main() -> None:
    """Run both and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("one deal:", one_deal(options.seed))
    start = time.perf_counter()
    outcomes, steps = many_deals(options.deals, options.seed)
    took = time.perf_counter() - start
    total = outcomes.total()
    print(f"{total} deals, {steps:,} steps, {steps / took:,.0f} a second")
    for outcome, count in sorted(outcomes.items(), reverse=True):
        words = f"{outcome} caught" if outcome > 0 else f"drawn, {-outcome} left"
        print(f"  {words:<16} {count / total:6.1%}")


if __name__ == "__main__":
    main()
