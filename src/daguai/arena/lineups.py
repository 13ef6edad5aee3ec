"""Who plays for a side: one bot on all its seats, or one for each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from daguai.bots.registry import bot_named, is_bot_name
from daguai.errors import CodedError
from daguai.rules import Rules

_COMMA: Final = re.compile(r"(?<!\\),")


class LineUpError(CodedError):
    """A line-up that fits no team, or a text that does not name two of them.

    Attributes:
        code: ``line_up_size``, ``arena_sides`` (there are not two) or ``arena_sides_many`` (it can
            be read in several ways).
    """


@dataclass(frozen=True, slots=True)
class LineUp:
    """The bots of one team.

    Attributes:
        text: as it was written: ``"club"`` or ``"master,beginner,beginner"``.
        bots: the name of a bot for each place of the team.
    """

    text: str
    bots: tuple[str, ...]

    @classmethod
    def parse(cls, text: str, rules: Rules) -> LineUp:
        r"""Read a line-up, and check that its bots can be made.

        A comma parts bots; one that belongs to a bot's name is written with a stroke before it.

        >>> LineUp.parse("random", Rules.preset("points")).bots
        ('random', 'random', 'random')
        >>> LineUp.parse(r"run:sort -k 1\,2", Rules.preset("points")).bots[0]
        'run:sort -k 1,2'

        Raises:
            LineUpError: neither one bot nor one for each seat of a team.
            UnknownBot: a name stands for no bot.
        """
        bots = tuple(part.strip().replace(r"\,", ",") for part in _COMMA.split(text))
        if len(bots) == 1:
            bots *= rules.team_size
        if len(bots) != rules.team_size:
            raise LineUpError(
                "line_up_size",
                f"{text!r} names {len(bots)} bots: expected one, or {rules.team_size}; "
                rf"a comma within a name is written \,",
                text=text,
                count=str(len(bots)),
                expected=str(rules.team_size),
            )
        line_up = cls(text.strip(), bots)
        line_up.try_out()
        return line_up

    def try_out(self) -> None:
        """Make each bot once, which imports all that bots of their kind need.

        Raises:
            UnknownBot: a name stands for no bot.
        """
        for bot in dict.fromkeys(self.bots):
            bot_named(bot)

    def place(self, seat: int, turned: int, rules: Rules) -> str:
        """Return the bot of a seat when all places of the team are moved on by ``turned``."""
        return self.bots[
            (rules.team_seats(rules.team_of(seat)).index(seat) + turned) % len(self.bots)
        ]


def two_sides(text: str) -> tuple[str, str]:
    """Part ``A:B`` where a line-up stands on both sides of the colon; names have colons, too.

    >>> two_sides("club:beginner"), two_sides("mine:Bot:club,mine:Bot,club")
    (('club', 'beginner'), ('mine:Bot', 'club,mine:Bot,club'))

    Raises:
        LineUpError: it can be parted in no way, or in several.
    """
    parts = text.split(":")
    ways = [(":".join(parts[:n]), ":".join(parts[n:])) for n in range(1, len(parts))]
    if len(ways) > 1:
        ways = [way for way in ways if all(map(_looks_right, way))]
    if not ways:
        message = f"{text!r} does not name two sides: expected A:B, as in club:beginner"
        raise LineUpError("arena_sides", message, text=text)
    if len(ways) > 1:
        message = f"{text!r} names two sides in several ways: give A and B as two arguments"
        raise LineUpError("arena_sides_many", message, text=text)
    return ways[0]


def _looks_right(text: str) -> bool:
    return all(is_bot_name(part.strip()) for part in _COMMA.split(text))
