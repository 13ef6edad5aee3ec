"""What a seat observes of a position, as OpenSpiel asks for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyspiel

from daguai.cards import Face, format_cards
from daguai.research import layout, recall
from daguai.research.game import Game
from daguai.research.layout import FACES, SEATS
from daguai.research.openspiel.table import Table

if TYPE_CHECKING:
    import numpy.typing as npt

    from daguai.research.openspiel.game import DaguaiState

_PRIVATE: Final = ("hand", "unseen", "offer")
"""Sections of an observation that are not public."""


class Observer:
    """What a seat observes of a state, as OpenSpiel asks for it.

    Without perfect recall it is the observation of ``daguai.research.layout``, section by section;
    with it the information state of ``daguai.research.recall``, deal by deal.

    Attributes:
        tensor: ``float32``, filled by ``set_from``.
        dict: the same by name.
    """

    def __init__(self, deals: int, kind: Any) -> None:
        """Make room for observations.

        Args:
            deals: how many deals the game has at most.
            kind: an ``IIGObservationType``.
        """
        privacy = pyspiel.PrivateInfoType
        self._deals = deals
        self._recall = bool(kind.perfect_recall)
        self._public = bool(kind.public_info)
        self._private = kind.private_info == privacy.SINGLE_PLAYER
        self._everybody = kind.private_info == privacy.ALL_PLAYERS
        pieces = list(self._pieces(deals))
        sizes = [int(np.prod(shape)) for _, shape in pieces]
        self.tensor = np.zeros(sum(sizes), np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        start = 0
        for (name, shape), size in zip(pieces, sizes, strict=True):
            self.dict[name] = self.tensor[start : start + size].reshape(shape)
            start += size

    def _pieces(self, deals: int) -> Iterable[tuple[str, tuple[int, ...]]]:
        if self._everybody:
            yield "hands", (SEATS, FACES)
        if not self._recall:
            for section in layout.SECTIONS:
                if self._private if section.name in _PRIVATE else self._public:
                    yield section.name, section.shape
            return
        yield "player", (SEATS,)
        for deal in range(1, deals + 1):
            for name, (shape, _) in recall.PARTS.items():
                if self._private if name in recall.PRIVATE else self._public:
                    yield _named(name, deal, deals), shape

    def set_from(self, state: DaguaiState, player: int) -> None:
        """Fill ``tensor`` with what a player observes."""
        self.tensor.fill(0)
        table = state.table
        if self._everybody:
            for place in range(SEATS):
                for face in _hand(table, (player + place) % SEATS):
                    self.dict["hands"][place, face] += 1
        if self._recall:
            self._remember(table, player)
        else:
            self._observe(table, player)

    def _observe(self, table: Table, player: int) -> None:
        if table.game.awaits_cards:
            if self._private:
                for face in table.hand(player):
                    self.dict["hand"][face] += 1
            return
        observed = table.game.observe(player)
        if self._public and self._private:
            self.tensor[:] = observed
            return
        for name, part in layout.split(observed).items():
            if name in self.dict:
                self.dict[name][:] = part

    def _remember(self, table: Table, player: int) -> None:
        self.dict["player"][player] = 1
        deals = self._deals
        views = table.views(player)
        for deal, (view, chosen) in enumerate(views, 1):
            parts = {
                name: self.dict[_named(name, deal, deals)]
                for name in recall.PARTS
                if _named(name, deal, deals) in self.dict
            }
            recall.fill(parts, view, chosen)
        if table.game.awaits_cards and self._private:
            part = self.dict[_named("dealt", len(views) + 1, deals)]
            for face, copies in Counter(table.hand(player)).items():
                part[:copies, face] = 1

    def string_from(self, state: DaguaiState, player: int) -> str:
        """Return what a player observes as text."""
        table = state.table
        words = [f"seat {player}"] if self._private or self._recall else []
        if self._everybody:
            words += [format_cards(_hand(table, seat)) for seat in range(SEATS)]
        if self._recall:
            for view, chosen in table.views(player):
                words.append(
                    recall.tell(view, private=self._private, public=self._public, chosen=chosen)
                )
        if table.game.awaits_cards:
            if self._public:
                words.append(f"{len(table.cards)} cards dealt, first dealer {table.dealer}")
            if self._private:
                words.append(f"dealt {format_cards(table.hand(player))}")
        elif not self._recall:
            words += self._glance(table.game, player)
        return "\n".join(words)

    def _glance(self, game: Game, player: int) -> Iterable[str]:
        view = game.view(player)
        if self._private:
            yield f"hand {view.hand}"
            if game.chosen_by(player):
                yield f"naming {format_cards(game.chosen)}"
        if self._public:
            yield recall.situation(view)
            yield "left " + " ".join("?" if n is None else str(n) for n in view.counts)
            if view.finished:
                yield "out " + " ".join(map(str, view.finished))
            if view.tribute and view.phase != "play":
                yield recall.tell(view, private=False, public=True)
            moves = (f"{move.seat} {move.cards or '-'}" for move in view.trick.moves)
            yield f"trick {'; '.join(moves)}".rstrip()
            yield from (f"{seat} to act" for seat in view.to_act[:1])


def _hand(table: Table, seat: int) -> Sequence[Face]:
    deal = table.game.state.deal
    if table.game.awaits_cards or deal is None:
        return table.hand(seat)
    return deal.hands[seat]


def _named(name: str, deal: int, deals: int) -> str:
    return name if deals == 1 else f"{name}_{deal}"
