"""The AEC environment: PettingZoo's own tests, and what they do not ask."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test.max_cycles_test import max_cycles_test
from walking import TABLES

from daguai import Match
from daguai.research import pettingzoo
from daguai.research.actions import ACTIONS, CARD, MOVES, PASS, ActionError, completions
from daguai.research.layout import PHASES, split
from daguai.research.pettingzoo import EnvError
from daguai.research.rewards import RewardError
from daguai.rules import Rules, RulesError

pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",  # it is a dictionary with the action mask
    "ignore:Observation space for each agent probably",
)

ENVIRONMENTS = {
    "deal": {},
    "house match": {"rules": "house", "match": True, "level": "4"},
    "choices": {"rules": TABLES["choices in tribute"], "match": True, "reward": "match"},
    "losing": {"illegal": "lose", "rules": "points", "reward": "points"},
}


def seeded(make, **options):
    """An environment whose deals and sampled actions are the same in every run of the tests."""
    env = make(**options)
    env.reset(seed=1)
    for place, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(place)
        env.observation_space(agent).seed(place)
    return env


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_pettingzoos_api_test(name, capsys):
    api_test(seeded(pettingzoo.env, **ENVIRONMENTS[name]), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_pettingzoos_seed_test(name):
    seed_test(partial(pettingzoo.env, **ENVIRONMENTS[name]), num_cycles=100)


def test_pettingzoos_max_cycles_test():
    """It takes no heed of masks, so illegal actions are replaced."""
    options = {"illegal": "replace"}
    max_cycles_test(
        SimpleNamespace(
            env=partial(seeded, pettingzoo.env, **options),
            parallel_env=partial(seeded, pettingzoo.parallel_env, **options),
        )
    )


def test_pettingzoos_render_test(capsys):
    render_test(partial(seeded, pettingzoo.env))
    assert "Deal 1" in capsys.readouterr().out


def test_pettingzoos_parallel_tests():
    made = partial(pettingzoo.parallel_env, illegal="replace", max_cycles=60)
    parallel_api_test(seeded(made), num_cycles=80)
    parallel_seed_test(made, num_cycles=10)


def played(env, dice, steps=100_000):
    """Play at random; yield what the acting agent is told, and the action it takes."""
    for agent in env.agent_iter(steps):
        observation, reward, terminated, truncated, _ = env.last()
        over = terminated or truncated
        action = None if over else int(dice.choice(np.flatnonzero(observation["action_mask"])))
        yield agent, observation, reward, over, action
        env.step(action)


def test_a_deal_pays_the_teams_difference_at_its_end():
    """Clause 9: the same for partners, nothing in all."""
    env = pettingzoo.env(rules="points")
    env.reset(seed=8)
    dice = np.random.default_rng(8)
    last = {}
    for agent, _, reward, over, _ in played(env, dice):
        if not over:
            assert reward == 0
        last[agent] = reward
    points = env.unwrapped.game.state.result.points
    assert len(last) == 6
    for agent, reward in last.items():
        team = int(agent[-1]) % 2
        assert reward == points[team] - points[1 - team]


def test_points_and_matches_can_be_rewarded_instead():
    env = pettingzoo.env(rules=Rules(final_level="2", max_deals=2), match=True, reward="match")
    env.reset(seed=1)
    last = {agent: reward for agent, _, reward, _, _ in played(env, np.random.default_rng(1))}
    end = env.unwrapped.game.state.end
    expected = [0.0] * 6
    if end.winner is not None:
        expected = [1.0 if seat % 2 == end.winner else -1.0 for seat in range(6)]
    assert [last[f"seat_{seat}"] for seat in range(6)] == expected


def test_who_has_run_out_is_not_asked_again():
    env = pettingzoo.env()
    env.reset(seed=4)
    for agent, observation, _, over, _ in played(env, np.random.default_rng(4)):
        if not over:
            assert observation["observation"][:54].any(), f"{agent} has no cards"


def test_tribute_is_taken_in_turns():
    """Clause 7.3: several seats owe at once; here they act ascending, cards by their numbers."""
    env = pettingzoo.env(rules=TABLES["choices in tribute"], match=True)
    phases = set()
    for seed in range(6):
        env.reset(seed=seed)
        for agent, observation, _, over, _ in played(env, np.random.default_rng(seed), 1500):
            if over:
                continue
            phase = PHASES[split(observation["observation"])["phase"].argmax()]
            phases.add(phase)
            allowed = np.flatnonzero(observation["action_mask"])
            assert (allowed > PASS).all() if phase != "play" else (allowed <= PASS).all()
            assert int(agent[-1]) == env.unwrapped.game.state.to_act[0]
    assert {"return", "take", "play"} <= phases


def test_observations_of_others_have_empty_masks():
    env = pettingzoo.env()
    env.reset(seed=2)
    for agent in env.agents:
        mask = env.observe(agent)["action_mask"]
        assert mask.any() == (agent == env.agent_selection)
        assert mask.shape == (ACTIONS,)


def test_what_is_not_allowed_is_refused_and_changes_nothing():
    env = pettingzoo.env()
    env.reset(seed=2)
    before = env.unwrapped.game
    for action in (PASS, CARD):
        with pytest.raises(ActionError, match="is not allowed to seat"):
            env.step(action)
    assert env.unwrapped.game == before
    assert env.agent_selection == f"seat_{before.player}"


def test_who_acts_illegally_may_lose():
    env = pettingzoo.env(illegal="lose", rules="points")
    env.reset(seed=2)
    env.observe(env.agent_selection)
    loser = env.agent_selection
    env.step(CARD)
    assert all(env.terminations.values())
    assert env.rewards[loser] == -8


def test_environments_share_nothing():
    """Each has a generator of its own; nobody's global one is touched."""
    np.random.seed(5)
    untouched = np.random.get_state()[1].copy()
    one, other = pettingzoo.env(), pettingzoo.env()
    one.reset(seed=1)
    other.reset(seed=1)
    other.reset()
    one.reset()
    assert one.unwrapped.deal_seed == other.unwrapped.deal_seed
    for env in (one, other):
        for _ in zip(played(env, np.random.default_rng(3)), range(40), strict=False):
            pass
    assert one.unwrapped.game.state == other.unwrapped.game.state
    assert np.array_equal(np.random.get_state()[1], untouched)


def test_the_seed_alone_decides_the_cards():
    env = pettingzoo.env()
    env.reset(seed=1)
    first = env.state()
    env.reset(seed=2)
    assert not np.array_equal(first, env.state())
    env.reset(seed=1)
    assert np.array_equal(first, env.state())
    assert env.state_space.contains(first)


def test_a_match_can_be_dealt_the_same_cards():
    env = pettingzoo.env(rules="house", match=True)
    env.reset(seed=12)
    match = Match.new(Rules.preset("house"), seed=env.unwrapped.deal_seed)
    assert match.state.deal.hands == env.unwrapped.game.state.deal.hands
    assert match.to_act == (env.unwrapped.game.player,)


def test_a_policy_may_choose_the_cards():
    chosen = []

    def dearest(index, view):
        ways = completions(index, view)
        chosen.append(len(ways))
        return ways[-1]

    env = pettingzoo.env(completion=dearest)
    env.reset(seed=3)
    for _, _, _, over, action in played(env, np.random.default_rng(3)):
        assert over or action <= MOVES
    assert max(chosen) > 1


def test_texts_and_pictures_show_the_table():
    env = pettingzoo.env(render_mode="ansi", lang="zh", rules="house")
    env.reset(seed=1)
    for _ in zip(played(env, np.random.default_rng(1)), range(30), strict=False):
        pass
    text = env.render()
    assert "第 1 副" in text
    assert len([line for line in text.splitlines() if line.startswith(("甲", "乙"))]) == 6
    picture = pettingzoo.env(render_mode="rgb_array", rules="house")
    picture.reset(seed=1)
    first = picture.render()
    picture.step(int(np.flatnonzero(picture.last()[0]["action_mask"])[0]))
    assert first.shape == (720, 1200, 3)
    assert not np.array_equal(first, picture.render())


@pytest.mark.parametrize(
    ("options", "error", "code"),
    [
        ({"illegal": "ignore"}, EnvError, "unknown_handling"),
        ({"render_mode": "smell"}, EnvError, "unknown_mode"),
        ({"rules": "chess"}, RulesError, "unknown_preset"),
        ({"reward": "money"}, RewardError, "unknown_reward"),
        ({"reward": "match"}, RewardError, "no_match"),
    ],
)
def test_what_cannot_be_made_is_refused(options, error, code):
    with pytest.raises(error) as caught:
        pettingzoo.env(**options)
    assert caught.value.code == code
