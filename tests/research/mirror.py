"""A batch and the rules side by side: the same deals, the same actions."""

from __future__ import annotations

import numpy as np

from daguai.actions import Lay, Pass
from daguai.cards import FACES, RANKS, faces_of
from daguai.dealing import DealtCards
from daguai.research import rewards
from daguai.research.actions import PASS
from daguai.research.batch import Batch
from daguai.research.game import Game


class Mirror:
    """Every deal of a batch played a second time, by the rules."""

    def __init__(self, batch: Batch, reward: str = rewards.DEFAULT) -> None:
        self.batch = batch
        self.reward = reward
        self.games = [self._dealt(place) for place in range(batch.size)]

    def _dealt(self, place: int) -> Game:
        batch = self.batch
        hands = tuple(faces_of(counts) for counts in batch.hands[place])
        level = RANKS[batch.levels[place]]
        cards = DealtCards(hands, first_dealer=int(batch.dealers[place]))
        return Game.new(batch.rules, level=level).deal(cards)

    def compare(self) -> int:
        """Hold every position of the batch against the rules; return how many there are."""
        batch = self.batch
        for place, game in enumerate(self.games):
            seat = game.player
            assert seat == batch.seats[place]
            mask = game.legal_mask()
            listed = slice(batch.offsets[place], batch.offsets[place + 1])
            assert np.array_equal(np.flatnonzero(mask), batch.indices[listed])
            assert np.array_equal(game.observe(seat), batch.observations[place])
        return batch.size

    def cards_of(self, place: int, choice: int) -> Lay | Pass:
        """The cards that the batch completes an action with."""
        at = self.batch.offsets[place] + choice
        faces = [face for face in self.batch.plays[at].tolist() if face < len(FACES)]
        counts = np.bincount(faces, minlength=len(FACES))
        assert np.array_equal(counts, self.batch.features[at])
        assert faces == sorted(faces)
        return Lay([FACES[face] for face in faces]) if faces else Pass()

    def step(self, choices: np.ndarray) -> None:
        """Act in both, and compare what it led to."""
        batch = self.batch
        before = list(self.games)
        for place, game in enumerate(self.games):
            index = int(batch.indices[batch.offsets[place] + choices[place]])
            cards = self.cards_of(place, int(choices[place]))
            assert game.action(index) == cards
            assert isinstance(cards, Pass) == (index == PASS)
            self.games[place] = game.step(index)
        batch.step(choices)
        for place, game in enumerate(self.games):
            assert batch.ended[place] == game.over
            paid = rewards.of_step(before[place].state, game.state, self.reward)
            assert batch.rewards[place].tolist() == list(paid)
            if game.over:
                result = game.state.result
                outcome, _, first = batch.results[place].tolist()
                assert first == result.order[0]
                left = game.state.rules.seats - result.finished
                assert outcome == (left if result.winner is not None else outcome)
                assert (outcome > 0) == (result.winner is not None)
                self.games[place] = self._dealt(place)
