"""The OpenSpiel game: OpenSpiel's own tests, golden playthroughs, and the rules beside it."""

from __future__ import annotations

import random
import runpy
from functools import partial
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

import daguai.research.openspiel as registered
from daguai.cards import Face
from daguai.research import layout, recall, rewards
from daguai.research.actions import ACTIONS
from daguai.rules import Rules, RulesError

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/make_playthroughs.py"
GOLDEN = Path(__file__).parent / "playthroughs"

GAMES = [
    "python_daguai",
    "python_daguai(preset=house,level=14,deals=2)",
    "python_daguai(options=return_card:candidates;tribute_card:giver,deals=3,reward=points)",
]
RECALL = pyspiel.IIGObservationType(perfect_recall=True)


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_random_simulations(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_openspiels_simulation_with_serialization(name):
    np.random.seed(GAMES.index(name))  # what it draws from
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))


@pytest.mark.slow
def test_openspiels_playthroughs_replay(tmp_path):
    """OpenSpiel's own generator writes one, reads it and plays it again."""
    path = tmp_path / "playthrough.txt"
    path.write_text(generate_playthrough.playthrough(GAMES[0], None, seed=4), encoding="utf-8")
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    before, after = generate_playthrough.replay(str(path))
    assert before == after


class TestOpenSpielsAPI(api_test.EnforceAPIOnPartialTreeBase):
    game_name = registered.NAME
    game = pyspiel.load_game(registered.NAME)

    @classmethod
    def setUpClass(cls):
        random.seed(1)  # of which it draws its states
        super().setUpClass()


def walk(game, seed, states=None):
    """Play at random; yield every state that is no chance node."""
    dice = np.random.default_rng(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(int(dice.choice(outcomes, p=chances)))
        else:
            yield state
            state.apply_action(int(dice.choice(state.legal_actions())))
    yield state


@pytest.mark.parametrize("name", GAMES)
def test_it_is_the_game_of_the_rules(name):
    """Tensors, masks and returns are those of every other environment."""
    game = pyspiel.load_game(name)
    observer, memory = make_observation(game), make_observation(game, RECALL)
    assert game.num_distinct_actions() == ACTIONS
    assert game.observation_tensor_shape() == [layout.SIZE]
    assert game.information_state_tensor_shape() == [layout.SEATS + recall.BLOCK * game.deals]
    for at, state in enumerate(walk(game, 7)):
        if state.is_terminal():
            break
        inner = state.table.game
        assert state.current_player() == inner.player
        if at % 9:
            continue
        seat = at % layout.SEATS
        observer.set_from(state, seat)
        assert np.array_equal(observer.tensor, inner.observe(seat))
        assert np.array_equal(observer.dict["played"], layout.split(inner.observe(seat))["played"])
        memory.set_from(state, seat)
        assert set(np.unique(memory.tensor)) <= {0, 1}
        assert state.legal_actions() == np.flatnonzero(inner.legal_mask()).tolist()
        assert state.legal_actions((inner.player + 1) % 6) == []
    assert game.min_utility() <= min(state.returns())
    assert max(state.returns()) <= game.max_utility()
    points = state.table.game.state.points
    assert state.returns()[:2] == list(rewards.of_teams(points, game.reward))
    if game.reward == "difference":
        assert sum(state.returns()) == 0


def test_chance_deals_what_is_left():
    """Clause 1.2: three of each face, the first dealer by lot."""
    state = pyspiel.load_game("python_daguai").new_initial_state()
    assert dict(state.chance_outcomes()) == pytest.approx(dict.fromkeys(range(6), 1 / 6))
    assert state.action_to_string(-1, 2) == "dealer 2"
    state.apply_action(2)
    for _ in range(3):
        state.apply_action(int(Face("BJ")))
    assert dict(state.chance_outcomes()) == pytest.approx(dict.fromkeys(range(53), 3 / 159))
    faces = [face for face in range(53) for _ in range(3)]
    for face in faces:
        state.apply_action(face)
    assert state.current_player() == 2
    assert state.table.game.state.deal.hands[0].count(Face("BJ")) == 1


def test_chance_draws_among_equal_tributes():
    """Clause 7.1, ``system``: by copies, and only where faces differ."""
    game = pyspiel.load_game("python_daguai(deals=4)")
    for seed in range(8):
        dice = np.random.default_rng(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                table = state.table
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                if len(table.cards) == 162:
                    giver, equal = table.draws()[0]
                    assert giver in table.game.state.result.caught
                    assert chances == tuple(equal.count(Face(n)) / len(equal) for n in outcomes)
                    assert len(outcomes) > 1
                    outcome = outcomes[-1]
                    assert state.action_to_string(-1, outcome).startswith("draw ")
                    state.apply_action(outcome)
                    while state.is_chance_node():
                        state.apply_action(state.legal_actions()[0])
                    paid = {t.giver: t.card for t in state.table.game.state.deal.tributes}
                    assert paid[giver] == str(Face(outcome))
                    return
                state.apply_action(int(dice.choice(outcomes, p=chances)))
            else:
                state.apply_action(int(dice.choice(state.legal_actions())))
    pytest.fail("no tribute was drawn")


def test_hidden_cards_show_to_nobody():
    """Two deals that differ in hidden cards alone look the same, as text too."""
    game = pyspiel.load_game("python_daguai")
    states = []
    faces = [face for face in range(54) for _ in range(3)]
    for swapped in (False, True):
        cards = list(faces)
        if swapped:
            cards[1], cards[100 + 4] = cards[100 + 4], cards[1]  # of seats 1 and 2
        state = game.new_initial_state()
        for action in (0, *cards):
            state.apply_action(action)
        states.append(state)
    one, other = states
    assert str(one) != str(other)
    kinds = [
        None,
        RECALL,
        pyspiel.IIGObservationType(
            public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE
        ),
    ]
    for kind in kinds:
        observer = make_observation(game, kind)
        for seat in (0, 3, 4, 5):
            assert observer.string_from(one, seat) == observer.string_from(other, seat)
            observer.set_from(one, seat)
            tensor = observer.tensor.copy()
            observer.set_from(other, seat)
            assert np.array_equal(tensor, observer.tensor)
    everybody = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    observer = make_observation(game, everybody)
    assert observer.string_from(one, 0) != observer.string_from(other, 0)
    observer.set_from(one, 0)
    assert observer.dict["hands"].sum() == 162


def test_information_states_tell_all_earlier_ones_apart():
    """Perfect recall: whatever differs once differs ever after."""
    game = pyspiel.load_game("python_daguai(deals=2)")
    memory = make_observation(game, RECALL)
    last = {}
    seen = set()
    for state in walk(game, 3):
        if state.is_terminal():
            break
        seat = state.current_player()
        memory.set_from(state, seat)
        tensor = memory.tensor.copy()
        assert tensor.tobytes() not in seen
        seen.add(tensor.tobytes())
        if seat in last:
            grown = [name for name in memory.dict if name.startswith(("laid", "dealt", "paid"))]
            for name in grown:
                assert (memory.dict[name] >= last[seat][name]).all(), "nothing is forgotten"
        last[seat] = {name: part.copy() for name, part in memory.dict.items()}


@pytest.mark.parametrize("name", GAMES)
def test_resampled_states_look_the_same_to_the_player(name):
    """What it observes and recalls; and all cards are still there (clause 1.2)."""
    game = pyspiel.load_game(name)
    observers = [make_observation(game), make_observation(game, RECALL)]
    dice = np.random.default_rng(1)
    for at, state in enumerate(walk(game, 5)):
        if at % 23:
            continue
        seat = (state.current_player() + at % 2) % 6
        other = state.resample_from_infostate(seat, dice.random)
        for observer in observers:
            observer.set_from(state, seat)
            tensor = observer.tensor.copy()
            observer.set_from(other, seat)
            assert np.array_equal(tensor, observer.tensor)
        hands, mixed = (s.table.game.state.deal.hands for s in (state, other))
        assert [len(hand) for hand in hands] == [len(hand) for hand in mixed]
        assert sorted(sum(hands, ())) == sorted(sum(mixed, ()))
        other.apply_action(other.legal_actions()[0])


def test_openspiels_searches_play(monkeypatch):
    """Search in sampled worlds, as OpenSpiel has it."""
    from open_spiel.python.algorithms import ismcts, mcts

    sampler = partial(pyspiel.UniformProbabilitySampler, 1)  # else its seed is the time
    monkeypatch.setattr(pyspiel, "UniformProbabilitySampler", sampler)
    game = pyspiel.load_game("python_daguai(preset=points)")
    state = next(walk(game, 2))
    dice = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), 2.0, 4, random_state=dice)
    assert bot.step(state) in state.legal_actions()


def test_parameters_are_options_of_the_rules():
    game = pyspiel.load_game("python_daguai(preset=house,options=flush_ties:top,level=11,deals=5)")
    assert game.rules == Rules.preset("house").replace(flush_ties="top", max_deals=5)
    assert game.start.state.levels == (9, 9)
    for wrong in ("preset=chess", "options=flush_ties:sideways", "options=nothing"):
        with pytest.raises(RulesError):
            pyspiel.load_game(f"python_daguai({wrong})")
    with pytest.raises(rewards.RewardError):
        pyspiel.load_game("python_daguai(reward=match)")
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"colour": 1})


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_playthroughs_are_as_they_were(path):
    """Else see what changed, and run scripts/make_playthroughs.py."""
    script = runpy.run_path(str(SCRIPT))
    game, seed = script["PLAYTHROUGHS"][path.stem]
    assert path.read_text(encoding="utf-8") == script["playthrough"](game, seed)


def test_there_are_playthroughs():
    script = runpy.run_path(str(SCRIPT))
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(script["PLAYTHROUGHS"])
