"""What is true of every sound state; tests check it after every event."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from daguai.cards import FACES, parse_cards
from daguai.deal import Deal
from daguai.plays import classify
from daguai.state import MatchState


def check(state: MatchState) -> None:
    """Check a state: cards are conserved, and what is kept equals what can be recomputed.

    Raises:
        AssertionError: it is not sound; the message tells what is wrong.
    """
    assert all(0 <= level < 13 for level in state.levels), f"levels {state.levels}"
    deal = state.deal
    if deal is None or not deal.hands:
        return
    _check_cards(deal)
    _check_trick(deal)
    out = {seat for seat, hand in enumerate(deal.hands) if not hand}
    pending = {deal.to_beat_seat} & out  # laid its last cards; ``Finished`` comes next
    assert out - pending <= set(deal.finished) <= out, f"{deal.finished} finished, {out} are out"
    assert len(set(deal.finished)) == len(deal.finished), f"{deal.finished} repeats a seat"
    if state.underway and not deal.over:
        assert all(deal.hands[seat] for seat in state.to_act), f"{state.to_act} hold no cards"
    if not state.underway:
        assert deal.over, "the deal has a result but is not over"
        assert not state.to_act, f"{state.to_act} to act without a deal"


def _check_cards(deal: Deal) -> None:
    """Clause 1.2: every face as often as there are decks, wherever it is now."""
    laid = [
        card
        for trick in (*deal.tricks, deal.trick)
        for move in trick.moves
        for card in parse_cards(move.cards)
    ]
    copies = Counter(laid)
    for seat, hand in enumerate(deal.hands):
        assert list(hand) == sorted(hand), f"the hand of seat {seat} is not sorted"
        copies.update(hand)
    wrong = {str(face): copies[face] for face in FACES if copies[face] != deal.rules.decks}
    assert not wrong, f"copies of faces: {wrong}"
    assert copies.total() == deal.rules.cards, f"{copies.total()} cards"


def _check_trick(deal: Deal) -> None:
    """Clauses 6.2 and 6.3: the table shows the trick's last play; who passed is known."""
    plays = [place for place, move in enumerate(deal.trick.moves) if move.cards]
    if not plays:
        assert deal.to_beat is None, "a play to beat without a trick"
        assert not deal.trick.moves, "passes without a play"
        assert not deal.passed, f"{deal.passed} passed before the lead"
        return
    last = deal.trick.moves[plays[-1]]
    assert deal.trick.moves[0].seat == deal.leader, "the trick began with another seat"
    assert deal.to_beat == classify(last.cards, deal.rules, deal.level), "another play is on top"
    assert deal.to_beat_seat == last.seat, "another seat laid the top play"
    since = 0 if deal.rules.pass_is_final else plays[-1]
    passed = {move.seat for move in deal.trick.moves[since:] if not move.cards}
    assert deal.passed == passed, f"{deal.passed} passed, but the trick says {passed}"
    for earlier, later in pairwise(plays):
        low, high = (deal.trick.moves[place].cards for place in (earlier, later))
        assert classify(high, deal.rules, deal.level).beats(
            classify(low, deal.rules, deal.level)
        ), f"{high} does not beat {low}"
