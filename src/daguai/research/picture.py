"""The table as a picture, drawn with Pillow: six hands around the trick.

Teams are told apart by colour and by shape (a dot or a square), the seat to act by its frame, level
cards by a golden edge. Seat 0 sits at the bottom in the middle, the others counter-clockwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from daguai.cards import Face, parse_cards
from daguai.research.game import Game
from daguai.tribute import height

if TYPE_CHECKING:
    import numpy.typing as npt

_WIDTH: Final = 1200
_HEIGHT: Final = 720
_CARD: Final = (34, 48)
_STEP: Final = 26
_ROW: Final = 14
"""Cards of a hand that fit beside each other."""
_BOX: Final = (384, 170)
_PLACES: Final = ((408, 530), (800, 530), (800, 20), (408, 20), (16, 20), (16, 530))
_TRICK: Final = ((600, 420), (920, 420), (920, 250), (600, 250), (280, 250), (280, 420))
_FELT: Final = (31, 92, 70)
_RIM: Final = (22, 68, 52)
_PAPER: Final = (252, 250, 244)
_INK: Final = (28, 30, 34)
_RED: Final = (190, 32, 40)
_GOLD: Final = (224, 170, 40)
_TEAMS: Final = ((126, 190, 255), (255, 170, 110))
_PALE: Final = (226, 238, 230)

Point = tuple[float, float]


def draw(game: Game) -> npt.NDArray[np.uint8]:
    """Draw the table, ``uint8[720, 1200, 3]``."""
    image = Image.new("RGB", (_WIDTH, _HEIGHT), _RIM)
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((8, 205, _WIDTH - 8, 515), 120, fill=_FELT)
    deal = game.state.deal
    if deal is not None:
        latest = {move.seat: move.cards or "-" for move in deal.trick.moves}
        levels = "deal {} · level {}".format(deal.number, "23456789TJQKA"[deal.level])
        pen.text((_WIDTH / 2, 360), levels, _PALE, _font(22), anchor="mm")
        for seat, hand in enumerate(deal.hands):
            _seat(pen, game, seat, hand)
            if seat in latest:
                _laid(pen, latest[seat], _TRICK[seat], seat == deal.to_beat_seat, deal.level)
    return np.asarray(image, dtype=np.uint8)


def _seat(pen: Any, game: Game, seat: int, hand: Sequence[Face]) -> None:
    deal = game.state.deal
    assert deal is not None
    x, y = _PLACES[seat]
    team = game.state.rules.team_of(seat)
    frame = _GOLD if seat == game.player else _FELT
    pen.rounded_rectangle((x, y, x + _BOX[0], y + _BOX[1]), 10, _FELT, frame, 3)
    mark = (x + 12, y + 12, x + 26, y + 26)
    if team:
        pen.rectangle(mark, _TEAMS[team])
    else:
        pen.ellipse(mark, _TEAMS[team])
    words = f"seat {seat}   {len(hand)} left"
    if seat in deal.finished:
        words = f"seat {seat}   place {deal.finished.index(seat) + 1}"
    if seat == deal.dealer:
        words += "   dealer"
    pen.text((x + 36, y + 8), words, _PALE, _font(18))
    ordered = sorted(hand, key=lambda face: (-height(face, deal.level), face))
    for place, face in enumerate(ordered):
        row, column = divmod(place, _ROW)
        _card(pen, face, x + 8 + column * _STEP, y + 40 + row * (_CARD[1] + 8), deal.level)


def _laid(pen: Any, cards: str, middle: tuple[int, int], best: bool, level: int) -> None:
    x, y = middle
    if cards == "-":
        pen.text(middle, "pass", _PALE, _font(20), anchor="mm")
        return
    faces = parse_cards(cards)
    step = _CARD[0] + 4
    left = x - len(faces) * step // 2
    if best:
        pen.rounded_rectangle(
            (left - 8, y - 34, left + len(faces) * step + 4, y + 34), 8, None, _GOLD, 3
        )
    for place, face in enumerate(faces):
        _card(pen, face, left + place * step, y - _CARD[1] // 2, level)


def _card(pen: Any, face: Face, x: int, y: int, level: int) -> None:
    width, tall = _CARD
    pen.rounded_rectangle((x, y, x + width, y + tall), 4, _PAPER, (120, 120, 110))
    if face.is_joker:
        colour = _RED if face.rank > 13 else _INK
        pen.text((x + 5, y + 2), "B" if face.rank > 13 else "L", colour, _font(18))
        pen.text((x + 5, y + 24), "J", colour, _font(18))
        return
    if face.rank == level:
        pen.rectangle((x + 2, y + tall - 4, x + width - 2, y + tall - 1), _GOLD)
    suit = face.suit or 0
    colour = _RED if suit in {1, 2} else _INK
    rank = str(face)[0].replace("T", "10")
    pen.text((x + 4, y + 2), rank, colour, _font(17))
    _pip(pen, suit, (x + 11, y + 34), colour)


def _pip(pen: Any, suit: int, middle: Point, colour: tuple[int, int, int]) -> None:
    """Draw a suit, some 14 pixels wide."""
    x, y = middle

    def disc(a: float, b: float, r: float) -> None:
        pen.ellipse((a - r, b - r, a + r, b + r), colour)

    if suit == 2:
        pen.polygon([(x, y - 8), (x + 6, y), (x, y + 8), (x - 6, y)], colour)
        return
    if suit == 1:
        disc(x - 3.2, y - 3, 3.6)
        disc(x + 3.2, y - 3, 3.6)
        pen.polygon([(x - 6.6, y - 1), (x + 6.6, y - 1), (x, y + 8)], colour)
        return
    if suit == 0:
        disc(x - 3.2, y + 2, 3.6)
        disc(x + 3.2, y + 2, 3.6)
        pen.polygon([(x - 6.6, y + 1), (x + 6.6, y + 1), (x, y - 8)], colour)
    else:
        disc(x, y - 4, 3.6)
        disc(x - 3.8, y + 2, 3.6)
        disc(x + 3.8, y + 2, 3.6)
    pen.polygon([(x, y), (x - 3, y + 8), (x + 3, y + 8)], colour)


@cache
def _font(size: int) -> Any:
    return ImageFont.load_default(size)
