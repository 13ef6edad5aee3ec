"""The table as text, in Chinese or English, and as a picture; for environments.

A spectator's look: all hands are open.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

import msgspec
from rich.console import Console

from daguai.cards import format_cards
from daguai.commands import telling
from daguai.commands.players import Players
from daguai.commands.showing import hands_left, table
from daguai.events import DealStarted
from daguai.observe import view_of
from daguai.research.game import Game

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MODES: Final = ("human", "ansi", "rgb_array")


def render(game: Game, mode: str, lang: str = "en") -> str | npt.NDArray[np.uint8] | None:
    """Show a game: print it, or return it as text or as a picture ``uint8[height, width, 3]``."""
    if mode == "rgb_array":
        from daguai.research.picture import draw  # noqa: PLC0415  (Pillow is an extra)

        return draw(game)
    words = tell(game, lang)
    if mode == "ansi":
        return words
    print(words)
    return None


def tell(game: Game, lang: str = "en") -> str:
    """Return the table as text: who has what left, the trick, every hand."""
    state = game.state
    players = Players(state.rules, [""] * state.rules.seats, lang)
    view = view_of(state, None)
    if state.deal is not None:  # whoever sees all hands may see all counts
        view = msgspec.structs.replace(view, counts=tuple(map(len, state.deal.hands)))
    output = Console(file=io.StringIO(), width=100, color_system=None)
    if state.deal is not None:
        deal = state.deal
        started = DealStarted(deal.number, deal.dealer, view.levels, deal.commitment)
        for line in telling.tell(started, players):
            output.print(line, highlight=False)
        output.print(table(view, players))
        output.print(hands_left([format_cards(hand) for hand in deal.hands], view.level, players))
    if state.result is not None and not state.underway:
        for line in telling.tell(state.result, players):
            output.print(line, highlight=False)
    assert isinstance(output.file, io.StringIO)
    lines = output.file.getvalue().splitlines()
    return "\n".join(line.rstrip() for line in lines)
