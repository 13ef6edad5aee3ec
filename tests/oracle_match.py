"""A second judge of whole matches, from clauses 6 to 10 alone; it imports nothing of ``daguai``.

A :class:`Referee` is told every event of a match in turn, keeps its own books on hands, turns,
tributes, levels and points, and asserts that each event is the one the rules ask for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import oracle
import oracle_results

SEATS = 6


def team_of(seat: int) -> int:
    """Clause 1.1: even seats are one team, odd seats the other."""
    return seat % 2


def after(seat: int) -> list[int]:
    """The other seats in playing order from one."""
    return [(seat + step) % SEATS for step in range(1, SEATS)]


class Referee:
    """Follows one match; ``options`` are all of its options by name."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = options
        self.levels = ["2", "2"]  # clause 1.3
        self.points = [0, 0]
        self.deals = 0
        self.dealer: int | None = None
        self.last: Any = None  # the event that ended the deal before
        self.tried = [0, 0]  # clause 10.2: deals begun as dealer at the final level
        self.hands: list[Counter[str]] = []
        self.over = False
        self.tributes: dict[int, tuple[int, str]] = {}  # giver: receiver, card
        self.returned: set[int] = set()
        self.playing = False

    # Telling it what happened

    def see(self, event: Any) -> None:
        """Check one event and write it into the books."""
        assert not self.over, "nothing happens after the end"
        getattr(self, "_see_" + type(event).__name__)(event)

    @property
    def level(self) -> str:
        """Clause 1.3: the dealer team's level is the deal's level rank."""
        assert self.dealer is not None
        return self.levels[team_of(self.dealer)]

    def _see_DealStarted(self, event: Any) -> None:
        self.deals += 1
        assert event.number == self.deals
        if self.last is not None:  # clauses 1.4 and 8.5
            keeps = self.last.next_dealer_team == team_of(self.dealer)
            assert event.dealer == (self.dealer if keeps else after(self.dealer)[0])
        self.dealer = event.dealer
        assert list(event.levels) == self.levels
        if self.level == self.options["final_level"]:
            self.tried[team_of(self.dealer)] += 1

    def _see_Dealt(self, event: Any) -> None:
        self.hands = [Counter(hand.split()) for hand in event.hands]
        assert [hand.total() for hand in self.hands] == [27] * SEATS  # clause 1.2
        assert sum(self.hands, Counter()) == dict.fromkeys(oracle.DECK, 3)
        self.tributes, self.returned, self.finished = {}, set(), []
        self.playing = False
        self.refused = False
        self.givers = self.givers_owed()
        self.owed = self.tributes_owed()

    def _see_TributeRefused(self, event: Any) -> None:
        assert not self.tributes
        assert self.refusal_holds()
        assert sorted(event.givers) == sorted(self.givers)
        self.refused, self.owed = True, {}

    def _see_TributePaid(self, event: Any) -> None:
        assert not self.playing
        assert not self.refusal_holds()
        receiver, cards = self.owed[event.giver]
        assert event.giver not in self.tributes
        assert (event.receiver, event.card in cards) == (receiver, True), (event, cards)
        self.tributes[event.giver] = receiver, event.card
        self._move(event.card, event.giver, receiver)

    def _see_ReturnOffered(self, event: Any) -> None:
        cards = event.cards.split()
        card = self.tributes[event.giver][1]
        assert self.options["return_card"] == "candidates"
        assert len(cards) == {"LJ": 2, "BJ": 3}[card]  # clause 7.3
        assert len({each if each in oracle.JOKERS else each[0] for each in cards}) == len(cards)
        assert all(self.hands[event.receiver][each] for each in cards)

    def _see_Returned(self, event: Any) -> None:
        assert self.tributes[event.giver][0] == event.receiver
        assert event.giver not in self.returned
        self.returned.add(event.giver)
        self._move(event.card, event.receiver, event.giver)

    def _see_PlayStarted(self, event: Any) -> None:
        assert self.returned == set(self.tributes) == set(self.owed)
        assert event.leader == self.leader_owed(), event
        self.playing = True
        self._new_trick(event.leader)

    def _see_Laid(self, event: Any) -> None:
        cards = event.cards.split()
        reading = oracle.read(cards, self.options, self.level)
        assert self.turn == event.seat, "out of turn"
        assert reading is not None
        assert reading.category == event.category
        if self.best is not None:
            assert oracle.beats(cards, self.best[1], self.options, self.level), "not higher"
        assert Counter(cards) <= self.hands[event.seat], "not held"
        self.hands[event.seat] -= Counter(cards)
        left = self.hands[event.seat].total()
        if event.left is not None:  # what is hidden from whom is tested with the views
            assert event.left == left
        self.best = event.seat, cards
        if not self.options["pass_is_final"]:
            self.passed = set()
        if left == 0:
            self.finished.append(event.seat)
        self._next_turn(event.seat)

    def _see_Passed(self, event: Any) -> None:
        assert self.turn == event.seat, "out of turn"
        assert self.best is not None, "the leader must play"  # clause 6.2
        self.passed.add(event.seat)
        self._next_turn(event.seat)

    def _see_Finished(self, event: Any) -> None:
        assert self.finished[event.placement - 1] == event.seat
        assert len(self.finished) == event.placement

    def _see_TrickEnded(self, event: Any) -> None:
        assert self.turn is None, "somebody has yet to answer"
        assert not self.team_out()
        winner = self.best[0]
        assert (event.winner, event.leader) == (winner, self.next_lead(winner))
        self._new_trick(event.leader)

    def _see_DealEnded(self, event: Any) -> None:
        """Clauses 6.4, 8, 9 and 10.1."""
        assert self.team_out(), "no team is out"
        assert list(event.order[: event.finished]) == self.finished
        first = self.finished[0]
        seating = [first, *after(first)]
        still_in = [seat for seat in seating if seat not in self.finished]
        still_in.sort(key=lambda seat: self.hands[seat].total())  # equal ones in playing order
        assert list(event.order[event.finished :]) == still_in
        team = team_of(self.dealer)
        expected = oracle_results.settle(self.finished, team, self.options["scoring"])
        assert event.winner == expected.winner
        assert list(event.caught) == expected.caught
        assert event.next_dealer_team == expected.next_dealer_team
        assert list(event.points) == expected.points
        assert [Counter(hand.split()) for hand in event.hands] == self.hands
        won_at_final = self.level == self.options["final_level"] and event.winner == team
        if expected.level_up is not None and not won_at_final:
            gain = len(expected.caught) if self.options["level_gain"] == "by_caught" else 1
            ladder = oracle.RANKS[: oracle.RANKS.index(self.options["final_level"]) + 1]
            place = min(ladder.index(self.levels[team]) + gain, len(ladder) - 1)
            self.levels[team] = ladder[place]
        assert list(event.levels) == self.levels
        self.points = [a + b for a, b in zip(self.points, expected.points, strict=True)]
        self.last, self.last_dealer_won, self.playing = event, won_at_final, False

    def _see_MatchEnded(self, event: Any) -> None:
        assert (event.winner, event.clause) == self.end()
        self.over = True

    # What the rules ask for

    def team_out(self) -> bool:
        """Clause 6.4: whether one team is entirely out."""
        return any(
            all(seat in self.finished for seat in range(SEATS) if team_of(seat) == team)
            for team in (0, 1)
        )

    def _new_trick(self, leader: int) -> None:
        self.turn: int | None = leader
        self.best: tuple[int, Sequence[str]] | None = None
        self.passed: set[int] = set()

    def _next_turn(self, seat: int) -> None:
        """Clauses 6.2 and 6.3: the next of those still in that have not passed, if any."""
        assert self.best is not None
        self.turn = None
        if self.team_out():
            return
        for other in after(seat):
            if other == self.best[0]:
                return
            if other not in self.finished and other not in self.passed:
                self.turn = other
                return

    def next_lead(self, winner: int) -> int:
        """Clause 6.3: who leads after a trick."""
        if winner not in self.finished:
            return winner
        return next(
            seat
            for seat in after(winner)
            if seat not in self.finished
            and (self.options["lead_after_out"] == "next_seat" or team_of(seat) == team_of(winner))
        )

    def leader_owed(self) -> int:
        """Clause 6.1: who leads first."""
        if self.last is None:
            assert self.dealer is not None
            return self.dealer
        first = self.last.order[0]
        if self.options["next_leader"] == "first_finisher" or not self.tributes:
            return first
        order = oracle.single_order(self.level)
        seating = [first, *after(first)]
        return max(
            self.tributes,
            key=lambda giver: (place_of(self.tributes[giver][1], order), -seating.index(giver)),
        )

    def givers_owed(self) -> list[int]:
        """Clauses 7.1, 8.2 and 8.4: the caught, as clause 6.4 lists them."""
        if self.last is None:
            return []
        return [seat for seat in self.last.order if seat in self.last.caught]

    def refusal_holds(self) -> bool:
        """Clause 7.4."""
        limit = self.options["tribute_refusal"]
        held = sum(self.hands_dealt_big[giver] for giver in self.givers)
        return limit is not None and bool(self.givers) and held >= limit

    def tributes_owed(self) -> dict[int, tuple[int, list[str]]]:
        """Clauses 7.1 and 7.2: for each giver the receiver and the cards it may be."""
        self.hands_dealt_big = {seat: hand["BJ"] for seat, hand in enumerate(self.hands)}
        if not self.givers:
            return {}
        order = oracle.single_order(self.level)
        best = {
            giver: max(place_of(card, order) for card in self.hands[giver]) for giver in self.givers
        }
        first = self.last.order[0]
        seating = [first, *after(first)]
        receivers = [seat for seat in self.last.order if team_of(seat) == team_of(first)]
        receivers = receivers[: len(self.givers)]
        pairing = self.options["tribute_pairing"]
        if pairing == "largest_first":
            givers = sorted(self.givers, key=lambda seat: (-best[seat], seating.index(seat)))
            pairs = dict(zip(givers, receivers, strict=True))
        elif pairing == "last_to_first":
            pairs = dict(zip(reversed(self.givers), receivers, strict=True))
        else:
            pairs = {seat: after(seat)[-1] for seat in self.givers if after(seat)[-1] in receivers}
            rest = [seat for seat in seating if seat in self.givers and seat not in pairs]
            free = [seat for seat in seating if seat in receivers and seat not in pairs.values()]
            pairs.update(zip(rest, free, strict=True))
        return {
            giver: (
                pairs[giver],
                [card for card in self.hands[giver] if place_of(card, order) == best[giver]],
            )
            for giver in self.givers
        }

    def end(self) -> tuple[int | None, str] | None:
        """Clause 10: how the match ends after the last deal, if it does."""
        assert self.dealer is not None
        team = team_of(self.dealer)
        if self.last_dealer_won:
            return team, "10.1"
        limit = self.options["final_failures"]
        if limit is not None and self.tried[team] >= limit:
            return 1 - team, "10.2"
        if self.options["max_deals"] is not None and self.deals >= self.options["max_deals"]:
            heights = [(oracle.RANKS.index(self.levels[t]), self.points[t]) for t in (0, 1)]
            higher = None if heights[0] == heights[1] else heights.index(max(heights))
            return higher, "10.3"
        return None

    def _move(self, card: str, giver: int, receiver: int) -> None:
        assert self.hands[giver][card] > 0, "not held"
        self.hands[giver] -= Counter([card])
        self.hands[receiver] += Counter([card])


def place_of(card: str, order: Sequence[str]) -> int:
    """A single card's place in the order of clause 2.1."""
    return order.index(card if card in oracle.JOKERS else card[0])
