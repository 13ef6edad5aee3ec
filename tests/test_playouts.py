"""Random playouts and samples of unseen cards."""

from __future__ import annotations

import numpy as np
import pytest

from daguai import kernels
from daguai.kernels.flags import NEXT_TEAMMATE, PASS_FINAL

SEATS = 6
DECKS = 3


def plain(kernel):
    return getattr(kernel, "py_func", kernel)


def deal(count, first_seed=0):
    hands = np.empty((count, SEATS, 54), dtype=np.uint8)
    kernels.deal_hands(np.arange(first_seed, first_seed + count), DECKS, hands)
    return hands


def play_out(hands, positions, level, flags, seeds, orders=None):
    if orders is None:
        orders = np.full((len(hands), hands.shape[1]), -1)
    results = np.empty((len(hands), 4), dtype=np.int64)
    tables = kernels.tables_for(flags)
    kernels.random_playouts(hands, positions, seeds, level, flags, tables, orders, results)
    return orders.tolist(), results.tolist()


class Reference:
    """A deal told as clause 6 tells it, with the passes counted."""

    def __init__(self, hands, turn, level, flags, seed):
        from daguai.kernels import generator

        self.hands, self.turn, self.level, self.flags = hands.copy(), turn, level, flags
        self.state = np.empty(4, dtype=np.int64)
        plain(generator.seed)(seed, self.state)
        self.draw = plain(generator.draw)
        self.order = []
        self.to_beat, self.last, self.answered = -1, None, set()
        self.refused = set()
        self.decisions = 0

    def still_in(self):
        return [seat for seat in range(SEATS) if self.hands[seat].any()]

    def over(self):
        return len({seat % 2 for seat in self.still_in()}) < 2

    def moves(self):
        moves = np.empty((700, 2), dtype=np.int64)
        plays = np.empty((700, 5), dtype=np.uint8)
        strengths = np.empty(700, dtype=np.int64)
        found = kernels.list_moves(
            self.hands[self.turn], self.level, self.flags, self.to_beat,
            kernels.tables_for(self.flags), moves, plays, strengths,
        )  # fmt: skip
        return plays[:found].tolist(), strengths[:found].tolist()

    def step(self):
        seat, (plays, strengths) = self.turn, self.moves()
        options = len(plays) + (self.to_beat >= 0)
        chosen = (self.draw(self.state) * options) >> 32 if options > 1 else 0
        self.decisions += 1
        if chosen == len(plays):
            self.answered.add(seat)
            self.refused.add(seat)
        else:
            for face in plays[chosen]:
                if face != 255:
                    self.hands[seat, face] -= 1
            self.to_beat, self.last, self.answered = strengths[chosen], seat, set()
            if not self.hands[seat].any():
                self.order.append(seat)
        if self.over():
            rest = self.still_in()
            first = self.order[0]
            rest.sort(key=lambda s: (self.hands[s].sum(), (s - first) % SEATS))
            self.order += rest
            return
        others = [s for s in self.still_in() if s != self.last]
        waiting = [s for s in others if s not in self.answered]
        if self.flags & PASS_FINAL:
            waiting = [s for s in waiting if s not in self.refused]
        after = [(self.turn + i) % SEATS for i in range(1, SEATS + 1)]
        if waiting:
            self.turn = next(s for s in after if s in waiting)
            return
        self.to_beat, self.answered, self.refused = -1, set(), set()
        follow = [(self.last + i) % SEATS for i in range(SEATS)]
        if self.flags & NEXT_TEAMMATE and not self.hands[self.last].any():
            follow = [s for s in follow if s % 2 == self.last % 2]
        self.turn = next(s for s in follow if self.hands[s].any())


@pytest.mark.parametrize("flags", [0, 1, 27, PASS_FINAL, NEXT_TEAMMATE, 31 + 32 + 64])
def test_playouts_follow_clause_6(flags):
    """Clause 6: turns, the end of a trick, who leads after going out, and the end of a deal."""
    count = 12
    hands = deal(count, 1000 * flags)
    positions = np.zeros((count, 4), dtype=np.int64)
    positions[:, 0] = np.arange(count) % SEATS
    positions[:, 1] = -1
    seeds = np.arange(count) + 7
    level = flags % 13
    orders, results = play_out(hands, positions, level, flags, seeds)
    for n in range(count):
        reference = Reference(hands[n], n % SEATS, level, flags, n + 7)
        while not reference.over():
            reference.step()
        assert orders[n] == reference.order
        placed = SEATS - len(reference.still_in())
        winners = [s for s in reference.still_in() if s % 2 == reference.order[0] % 2]
        outcome = -len(winners) if winners else len(reference.still_in())
        assert results[n][:3] == [outcome, placed, reference.decisions]


def test_a_playout_goes_on_from_the_middle_of_a_trick():
    """Clauses 6.2, 6.3: whose turn it is, what must be beaten, and who was out already."""
    (hands,) = deal(1)
    begun = Reference(hands, 0, 3, 0, 5)
    while begun.to_beat < 0 or not begun.order:
        begun.step()
    position = np.array([[begun.turn, begun.to_beat, begun.last, 0]])
    orders = np.full((1, SEATS), -1)
    orders[0, : len(begun.order)] = begun.order
    ours, results = play_out(begun.hands[None].copy(), position, 3, 0, np.array([11]), orders)

    rest = Reference(begun.hands, begun.turn, 3, 0, 11)
    rest.order, rest.to_beat = begun.order, begun.to_beat
    rest.last, rest.answered = begun.last, begun.answered
    while not rest.over():
        rest.step()
    assert ours == [rest.order]
    assert results[0][2] == rest.decisions


def test_a_finished_deal_is_left_alone():
    hands = deal(1)
    hands[:, ::2] = 0
    orders = np.array([[4, 1, 0, 2, -1, -1]])
    hands[:, 1] = 0
    ours, results = play_out(hands, np.zeros((1, 4), dtype=np.int64), 0, 0, np.arange(1), orders)
    assert results[0] == [2, 4, 0, 0]
    assert ours == [[4, 1, 0, 2, 5, 3]]


def test_dealt_hands_are_whole_decks():
    hands = deal(50)
    assert (hands.sum(axis=1) == DECKS).all()
    assert (hands.sum(axis=2) == 54 * DECKS // SEATS).all()
    assert len({hand.tobytes() for hand in hands}) == 50


def sample(unseen, known, sizes, ceilings, level=0, count=1):
    hands = np.empty((count, len(sizes), 54), dtype=np.uint8)
    left = kernels.determinise(
        unseen, known, np.array(sizes), np.array(ceilings), level, np.arange(count), hands
    )
    return hands, left


def test_samples_of_unseen_cards_fit_what_is_known():
    (hands,) = deal(1)
    known = np.zeros((SEATS, 54), dtype=np.uint8)
    known[2] = hands[2]
    known[4, np.flatnonzero(hands[4])[:3]] = 1
    unseen = hands.sum(axis=0, dtype=np.uint8) - known.sum(axis=0, dtype=np.uint8)
    samples, left = sample(unseen, known, [27] * SEATS, [15] * SEATS, count=30)
    assert left == 0
    assert (samples.sum(axis=2) == 27).all()
    assert (samples.sum(axis=1) == DECKS).all()
    assert (samples >= known).all()
    assert (samples[:, 2] == hands[2]).all()


def test_who_gave_a_tribute_holds_nothing_higher():
    """Clause 7.1: the tribute is the highest card, so what is left is no higher."""
    (hands,) = deal(1, 3)
    level = 12
    known = np.zeros((SEATS, 54), dtype=np.uint8)
    unseen = hands.sum(axis=0, dtype=np.uint8)
    samples, left = sample(unseen, known, [27] * SEATS, [15, 11, 13, 15, 14, 15], level, 40)
    assert left == 0
    assert (samples.sum(axis=2) == 27).all()
    assert samples[:, 1, 48:].sum() == 0  # at most kings: no aces, which are the level, no jokers
    assert samples[:, 2, 52:].sum() == 0
    assert samples[:, 2, 48:52].sum() > 0
    assert samples[:, 4, 53].sum() == 0
    assert samples[:, 4, 52].sum() > 0


def test_samples_are_uniform():
    """Five cards over three seats, one of them limited: every way comes equally often."""
    unseen = np.zeros(54, dtype=np.uint8)
    unseen[[0, 4, 8, 52, 53]] = 1
    known = np.zeros((3, 54), dtype=np.uint8)
    count = 18_000
    samples, _ = sample(unseen, known, [2, 2, 1], [15, 14, 13], count=count)
    ways, times = np.unique(samples.reshape(count, -1), axis=0, return_counts=True)
    expected = count / len(ways)
    assert len(ways) == 3 + 6  # the little joker beside the big one, or with the second seat
    assert ((times - expected) ** 2 / expected).sum() < 3 * len(ways)


def test_contradictions_are_told():
    unseen = np.zeros(54, dtype=np.uint8)
    unseen[53] = 2
    _, left = sample(unseen, np.zeros((2, 54), dtype=np.uint8), [1, 1], [15, 3])
    assert left == 1
