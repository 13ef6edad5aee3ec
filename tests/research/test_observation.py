"""Observations tell what a seat may know, all of it, and nothing else."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import numpy as np
import pytest
from walking import TABLES, started, walk

from daguai.cards import FACES, Face, format_cards
from daguai.exchange import owes
from daguai.kernels import holding
from daguai.research import recall
from daguai.research.batch import Batch
from daguai.research.layout import DECKS, RECENT, SECTIONS, SIZE, highest, split
from daguai.research.observation import observe
from daguai.rules import Rules
from daguai.shuffle import SeededDealing

hold = getattr(holding.hold, "py_func", holding.hold)


def others_shuffled(game, seat, dice):
    """The same game as far as a seat can know: all other hands mixed anew."""
    deal = game.state.deal
    hidden = [face for other, hand in enumerate(deal.hands) if other != seat for face in hand]
    mixed = [hidden[i] for i in dice.permutation(len(hidden))]
    hands, start = [], 0
    for other, hand in enumerate(deal.hands):
        if other == seat:
            hands.append(hand)
        else:
            hands.append(tuple(sorted(mixed[start : start + len(hand)])))
            start += len(hand)
    deal = msgspec.structs.replace(deal, hands=tuple(hands))
    return type(game)(msgspec.structs.replace(game.state, deal=deal), game.match, game.chosen)


def remembered(game, seat):
    parts = {name: np.zeros(shape, np.float32) for name, (shape, _) in recall.PARTS.items()}
    recall.fill(parts, game.view(seat), game.chosen_by(seat))
    return parts


@pytest.mark.parametrize("table", TABLES)
def test_hidden_cards_do_not_show(table):
    """Nor in the mask, nor in the information state."""
    dice = np.random.default_rng(1)
    for at, game in enumerate(walk(TABLES[table], "leak", match=True, deals=2)):
        if at % 11 and game.state.deal.leader is not None:
            continue
        for seat in {game.player, at % 6}:
            other = others_shuffled(game, seat, dice)
            assert np.array_equal(game.observe(seat), other.observe(seat))
            if seat == game.player:
                assert np.array_equal(game.legal_mask(), other.legal_mask())
            theirs = remembered(other, seat)
            for name, part in remembered(game, seat).items():
                assert np.array_equal(part, theirs[name]), name


def test_hidden_cards_do_not_show_in_a_batch():
    dice = np.random.default_rng(2)
    batch = Batch(24, Rules.preset("house"), seed=3, level=None)
    for _ in range(120):
        batch.step(batch.random_choices())
        before = batch.observations.copy(), batch.masks
        for place in range(batch.size):
            hands = batch.hands[place]
            others = [seat for seat in range(6) if seat != batch.seats[place]]
            hidden = np.repeat(np.arange(54), hands[others].sum(axis=0, dtype=np.int64))
            dice.shuffle(hidden)
            sizes = hands[others].sum(axis=1)
            for seat, cards in zip(others, np.split(hidden, np.cumsum(sizes)[:-1]), strict=True):
                counts = np.bincount(cards, minlength=54).astype(np.uint8)
                hold(counts, batch._hands[place, seat])
        batch._look()
        assert np.array_equal(before[0], batch.observations)
        assert np.array_equal(before[1], batch.masks)


@pytest.mark.parametrize("table", TABLES)
def test_every_number_is_within_its_bounds_and_cards_add_up(table):
    """Clause 1.2: every face as often as there are decks, wherever it is."""
    bounds = highest()
    for at, game in enumerate(walk(TABLES[table], "sums", match=True, level="5", deals=3)):
        if at % 5 and game.state.deal.leader is not None:
            continue
        seat = game.player
        observation = game.observe(seat)
        assert observation.dtype == np.uint8
        assert observation.shape == (SIZE,)
        assert (observation <= bounds).all()
        parts = split(observation)
        assert (parts["hand"] + parts["unseen"] + parts["played"].sum(axis=0) == DECKS).all()
        assert parts["turn"].tolist() == [1, 0, 0, 0, 0, 0]
        assert parts["left"][0].argmax() == parts["hand"].sum()
        assert parts["phase"].sum() == 1
        assert (parts["known"] <= parts["unseen"]).all(), "what others hold is unseen"
        deal = game.state.deal
        for place in range(1, 6):
            held = np.bincount(deal.hands[(seat + place) % 6], minlength=54)
            assert (parts["known"][place - 1] <= held).all()
        hidden = deal.rules.counts_shown < max(map(len, deal.hands))
        assert hidden or parts["left"].sum() == 6


def test_the_history_is_the_latest_moves():
    for at, game in enumerate(walk(Rules(), "history")):
        if at % 4:
            continue
        seat, deal = game.player, game.state.deal
        moves = [
            (move, place == 0)
            for trick in (*deal.tricks, deal.trick)
            for place, move in enumerate(trick.moves)
        ]
        rows = split(game.observe(seat))["history"]
        for row, (move, led) in zip(rows, reversed(moves[-RECENT:]), strict=False):
            assert row[:6].argmax() == (move.seat - seat) % 6
            assert row[6] == led
            laid = [Face(face) for face in range(54) for _ in range(row[7 + face])]
            assert format_cards(laid) == move.cards
        assert not rows[len(moves) :].any()


def test_tribute_is_observed():
    """Clause 7: what was paid and returned, and what that tells of hands."""
    seen = set()
    for game in walk(TABLES["choices in tribute"], "exchange", match=True, deals=4):
        deal = game.state.deal
        if deal.leader is not None or not deal.tributes:
            continue
        seat = game.player
        parts = split(game.observe(seat))
        entry = next(entry for entry in deal.tributes if owes(entry) == seat)
        phase = game.view(seat).phase
        seen.add(phase)
        assert parts["phase"].argmax() == ("tribute", "return", "take", "play").index(phase)
        if phase == "return":
            assert FACES[parts["received"].argmax()] == Face(entry.card)
            assert parts["received"].sum() == 1
            assert np.flatnonzero(parts["offer"]).tolist() == [int(face) for face in game.chosen]
            assert parts["left"][0].argmax() == 28
            if entry.giver != seat:
                ceiling = parts["ceiling"][(entry.giver - seat) % 6 - 1]
                assert ceiling.sum() == 1
        elif phase == "take":
            offered = [Face(int(face)) for face in np.flatnonzero(parts["offer"])]
            assert format_cards(offered) == entry.offered
    assert {"return"} <= seen


def test_only_a_seat_with_memory_observes():
    game = started(Rules())
    from daguai.observe import view_of

    for view in (view_of(game.state, None, memory=True), view_of(game.state, 0)):
        with pytest.raises(ValueError, match="with memory"):
            observe(view)


def test_sections_follow_each_other():
    assert SECTIONS[0].start == 0
    for before, after in pairwise(SECTIONS):
        assert before.stop == after.start
    assert SECTIONS[-1].stop == SIZE


def decoded(parts, seat, rules):
    """Every move of a deal, passes too, from one information state alone."""
    laid = parts["laid"]
    plays = []
    for row in laid[: int(laid[:, :6].sum())]:
        face, who = int(row[6:60].argmax()), (int(row[:6].argmax()) + seat) % 6
        if row[60]:
            plays.append((who, bool(row[61]), []))
        plays[-1][2].append(face)
    turn = (int(parts["turn"].argmax()) + seat) % 6
    left = np.full(6, rules.hand_size)
    moves, passed = [], set()
    for at, (who, led, cards) in enumerate(plays):
        if led:
            passed = set()
        moves.append((who, led, tuple(cards)))
        left[who] -= len(cards)
        following = plays[at + 1] if at + 1 < len(plays) else (turn, None, ())
        # until the next to lay: once more round the table where that play leads
        for other in rules.seats_from(who + 1):
            if other == who:
                break
            if other == following[0] and following[1] is False:
                break
            if following[1] is None and other == turn and not parts["leads"]:
                break
            if left[other] and other not in passed:
                moves.append((other, False, ()))
                if rules.pass_is_final:
                    passed.add(other)
    return moves


@pytest.mark.parametrize("table", ["classic", "jokers on anything"])
def test_information_states_recall_every_move(table):
    """Perfect recall: the whole deal can be read from one information state."""
    rules = TABLES[table]
    for at, game in enumerate(walk(rules, "recall")):
        if at % 6:
            continue
        deal, seat = game.state.deal, game.player
        parts = remembered(game, seat)
        moves = [
            (move.seat, place == 0, tuple(int(Face(card)) for card in move.cards.split()))
            for trick in (*deal.tricks, deal.trick)
            for place, move in enumerate(trick.moves)
        ]
        assert decoded(parts, seat, rules) == moves
        dealt = SeededDealing("recall").deal(1, rules, ()).hands[seat]
        assert parts["dealt"].sum(axis=0).tolist() == np.bincount(dealt, minlength=54).tolist()
