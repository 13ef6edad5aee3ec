"""Who sits where, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from daguai.bots import BOTS
from daguai.messages import text
from daguai.rules import Rules


@dataclass(frozen=True)
class Players:
    """The names of a table in a language.

    Attributes:
        rules: whose teams they are.
        names: a name for each seat, as the record has it; empty ones show the seat's number.
        lang: the language.
        seat: the seat of the person at this terminal, if one plays.
    """

    rules: Rules
    names: Sequence[str]
    lang: str
    seat: int | None = None

    def name(self, seat: int) -> str:
        """Return who sits at a seat, with the team: ``"B beginner 3"``."""
        return f"{self.team(self.rules.team_of(seat))} {self.bare_name(seat)}"

    def bare_name(self, seat: int) -> str:
        """Return who sits at a seat."""
        if seat == self.seat:
            return text("player.you", self.lang)
        kind = bot_kind(self.names[seat])
        if kind is None:
            return self.names[seat] or str(seat)
        return text("player.bot", self.lang, bot=text(f"bot.{kind}", self.lang), seat=seat)

    def team(self, team: int) -> str:
        """Return what a team is called."""
        return text(f"team.{team}", self.lang)

    def several(self, seats: Iterable[int]) -> str:
        """Return several seats as a list."""
        return " · ".join(map(self.name, seats))

    def by_team(self, values: Iterable[object], sign: str = "") -> str:
        """Return a value for each team: ``"A 3 · B 2"``."""
        return " · ".join(f"{self.team(team)} {value:{sign}}" for team, value in enumerate(values))


def bot_name(kind: str, seat: int) -> str:
    """Return what a record calls a bot: ``"beginner 3"``."""
    return f"{kind} {seat}"


def bot_kind(name: str) -> str | None:
    """Return which bot a name in a record stands for, None for anybody else."""
    kind = name.partition(" ")[0]
    return kind if kind in BOTS else None
