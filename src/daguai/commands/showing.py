"""Cards and tables as a terminal shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from daguai.cards import SUITS, Face, parse_cards, parse_level
from daguai.commands.players import Players
from daguai.messages import text
from daguai.tribute import height

if TYPE_CHECKING:
    from daguai.view import View

_STYLES: Final = {"S": "bold", "H": "bold red", "D": "red", "C": ""}
_JOKER: Final = "bold magenta"
_LEVEL: Final = "bold yellow"
_COLUMN: Final = 5


def by_height(faces: Iterable[Face], level: str) -> list[Face]:
    """Sort cards as a hand is held: the highest by clause 2.1 first, suits together."""
    rank = parse_level(level)
    return sorted(faces, key=lambda face: (-height(face, rank), face))


def columns(hand: str, level: str) -> Text:
    """Lay a hand out in columns of equal rank, the level rank marked with a star.

    >>> print(columns("3S 3S 3H 7D AC BJ", "7"))
     BJ  *7   A    3
     BJ  7D   AC   3S
                   3S
                   3H
    """
    stacks = [
        list(cards)
        for _, cards in groupby(by_height(parse_cards(hand), level), key=lambda face: face.rank)
    ]
    shown = Text()
    for cards in stacks:
        shown.append(f"{_heading(cards[0], level):{_COLUMN}}", style="dim")
    for row in range(max(map(len, stacks), default=0)):
        shown.append("\n")
        for cards in stacks:
            if row < len(cards):
                shown.append(f" {cards[row]}", style=_style(cards[row], level))
                shown.append(" " * (_COLUMN - 3))
            else:
                shown.append(" " * _COLUMN)
    lines = shown.split()
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)


def one_line(hand: str, level: str) -> Text:
    """Write a hand on one line, suits gathered behind each rank.

    >>> print(one_line("3S 3S 3H 7D BJ BJ", "7"))
    BJ×2 *7D 3SSH
    """
    parts = []
    for _, cards in groupby(by_height(parse_cards(hand), level), key=lambda face: face.rank):
        same = list(cards)
        if same[0].is_joker:
            parts.append(Text(f"{same[0]}×{len(same)}", _JOKER))
            continue
        mark = "*" if _is_level(same[0], level) else ""
        part = Text(f"{mark}{str(same[0])[0]}", _LEVEL if mark else "")
        for face in same:
            part.append(str(face)[1], style=_STYLES[SUITS[face.suit or 0]])
        parts.append(part)
    return Text(" ").join(parts)


def table(view: View, players: Players) -> Table:
    """Show who sits at the table, what they have left and what they did in this trick."""
    lang = players.lang
    headings = ("seat", "team", "player", "left", "trick", "place")
    shown = Table(*(text(f"play.{key}", lang) for key in headings), box=SIMPLE_HEAD, padding=(0, 1))
    latest = {move.seat: move for move in view.trick.moves}
    for seat, left in enumerate(view.counts):
        move = latest.get(seat)
        on_table = "bold" if seat == view.to_beat_seat else ""
        played = Text("" if move is None else move.cards or "—", on_table)
        name = players.bare_name(seat)
        if seat == view.dealer:
            name += f" ({text('play.dealer_mark', lang)})"
        place = str(view.finished.index(seat) + 1) if seat in view.finished else ""
        turn = ">" if seat in view.to_act else " "
        count = "?" if left is None else str(left)
        team = players.team(players.rules.team_of(seat))
        style = "bold" if seat == view.seat else ""
        shown.add_row(f"{turn}{seat}", team, name, count, played, place, style=style)
    return shown


def _heading(face: Face, level: str) -> str:
    if face.is_joker:
        return f" {face}"
    return f" *{str(face)[0]}" if _is_level(face, level) else f" {str(face)[0]}"


def _is_level(face: Face, level: str) -> bool:
    return face.rank == parse_level(level)


def _style(face: Face, level: str) -> str:
    if face.is_joker:
        return _JOKER
    return _LEVEL if _is_level(face, level) else _STYLES[SUITS[face.suit or 0]]


def hands_left(hands: Sequence[str], level: str, players: Players) -> Table:
    """Show every hand open, one line each."""
    shown = Table.grid(padding=(0, 1))
    for seat, hand in enumerate(hands):
        shown.add_row(players.name(seat), one_line(hand, level) if hand else "—")
    return shown
