"""All of a position of the OpenSpiel game as one value, chance included."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Final

from daguai import tribute
from daguai.cards import Face
from daguai.dealing import DealtCards
from daguai.research.game import Game
from daguai.research.layout import DECKS, FACES, SEATS
from daguai.view import View

CARDS: Final = DECKS * FACES
"""Cards of a deal."""


@dataclass(frozen=True)
class Table:
    """All of a state; a value, so copies are shared.

    Attributes:
        game: the game so far.
        past: the game as each finished deal ended.
        dealer: the first dealer, once drawn.
        cards: faces dealt so far for the next deal.
        paid: tributes drawn for it, by giver.
    """

    game: Game
    past: tuple[Game, ...] = ()
    dealer: int | None = None
    cards: tuple[int, ...] = ()
    paid: dict[int, Face] = field(default_factory=dict)

    def __deepcopy__(self, _: object) -> Table:
        return self

    def hand(self, seat: int) -> list[Face]:
        """Return what a seat was dealt of the next deal."""
        return sorted(map(Face, self.cards[seat::SEATS]))

    def draws(self) -> list[tuple[int, list[Face]]]:
        """List the givers whose tribute is still to be drawn, with their equal highest cards."""
        state = self.game.state
        result, rules = state.result, state.rules
        if result is None or rules.tribute_card != "system":
            return []
        givers = tribute.givers_of(result)
        hands = [self.hand(seat) for seat in range(SEATS)]
        if tribute.refused(hands, givers, rules) is not None:
            return []
        level = state.levels[result.next_dealer_team]
        equal = {giver: list(tribute.highest(hands[giver], level)) for giver in givers}
        return [
            (giver, faces)
            for giver, faces in equal.items()
            if giver not in self.paid and len(set(faces)) > 1
        ]

    def outcomes(self) -> list[tuple[int, float]]:
        """List what chance may do next, with probabilities."""
        if self.dealer is None:
            return [(seat, 1 / SEATS) for seat in range(SEATS)]
        total = CARDS
        if len(self.cards) < total:
            dealt = Counter(self.cards)
            left = total - len(self.cards)
            return [
                (face, (DECKS - dealt[face]) / left) for face in range(FACES) if dealt[face] < DECKS
            ]
        faces = self.draws()[0][1]
        return [(int(face), faces.count(face) / len(faces)) for face in dict.fromkeys(faces)]

    def chance(self, outcome: int) -> Table:
        """Let chance do something."""
        if self.dealer is None:
            return replace(self, dealer=outcome)
        if len(self.cards) < CARDS:
            return replace(self, cards=(*self.cards, outcome))._ready()
        giver = self.draws()[0][0]
        return replace(self, paid={**self.paid, giver: Face(outcome)})._ready()

    def _ready(self) -> Table:
        """Start the deal once nothing is left to chance."""
        if len(self.cards) < CARDS or self.draws():
            return self
        assert self.dealer is not None
        hands = tuple(tuple(self.hand(seat)) for seat in range(SEATS))
        cards = DealtCards(hands, first_dealer=self.dealer, tributes=self.paid)
        return replace(self, game=self.game.deal(cards), cards=(), paid={})

    def act(self, index: int) -> Table:
        """Let the acting seat do something."""
        game = self.game.step(index)
        past = (*self.past, game) if game.awaits_cards else self.past
        return replace(self, game=game, past=past)

    def views(self, seat: int) -> list[tuple[View, tuple[Face, ...]]]:
        """Return a seat's view of every deal begun, and what it has named for an offer."""
        games = [*self.past]
        if self.game.state.deal is not None and not self.game.awaits_cards:
            games.append(self.game)
        return [(game.view(seat), game.chosen_by(seat)) for game in games]
