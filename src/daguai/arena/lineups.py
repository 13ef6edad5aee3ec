"""Who plays for a side: one bot on all its seats, or one for each."""

from __future__ import annotations

from dataclasses import dataclass

from daguai.bots import bot_named
from daguai.errors import CodedError
from daguai.rules import Rules


class LineUpError(CodedError):
    """A line-up that fits no team.

    Attributes:
        code: ``line_up_size``.
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
        """Read a line-up, and check that its bots can be made.

        >>> LineUp.parse("random", Rules.preset("points")).bots
        ('random', 'random', 'random')

        Raises:
            LineUpError: neither one bot nor one for each seat of a team.
            UnknownBot: a name stands for no bot.
        """
        bots = tuple(part.strip() for part in text.split(","))
        if len(bots) == 1:
            bots *= rules.team_size
        if len(bots) != rules.team_size:
            raise LineUpError(
                "line_up_size",
                f"{text!r} names {len(bots)} bots: expected one, or {rules.team_size}",
                text=text,
                count=str(len(bots)),
                expected=str(rules.team_size),
            )
        for bot in set(bots):
            bot_named(bot)
        return cls(text.strip(), bots)

    def place(self, seat: int, turned: int, rules: Rules) -> str:
        """Return the bot of a seat when all places of the team are moved on by ``turned``."""
        return self.bots[
            (rules.team_seats(rules.team_of(seat)).index(seat) + turned) % len(self.bots)
        ]
