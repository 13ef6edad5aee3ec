"""Every option of 大怪路子 as one frozen value, and the published presets (clause 11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from daguai.cards import RANKS
from daguai.kernels import flags

RULES_VERSION: Final = 1
"""Raised whenever the same actions would lead to another outcome; records name it."""

TEAMS: Final = 2
"""Teams sit alternately; a seat's team is its number modulo this (clause 1.1)."""
DECK_SIZE: Final = 54

PRESET_NAMES: Final = ("classic", "points", "house")

Value: TypeAlias = str | int | bool | None


class RulesError(ValueError):
    """An unknown preset, option or value; the message lists the known ones.

    Attributes:
        code: ``"unknown_preset"``, ``"unknown_option"`` or ``"unknown_value"``.
        details: what the message names, by key, for catalogues in other languages.
    """

    def __init__(self, code: str, message: str, **details: str) -> None:
        super().__init__(message)
        self.code = code
        self.details = details


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its name, the values it may take and the clause that defines it.

    Attributes:
        name: the field of ``Rules``.
        values: every value allowed.
        clause: the clause of the rules.
    """

    name: str
    values: tuple[Value, ...]
    clause: str

    def parse(self, value: object) -> Value:
        """Return the option's value that ``value`` names; texts such as ``"none"`` are read too.

        Raises:
            RulesError: ``value`` is not among ``values``.
        """
        text = self.text(value)
        for known in self.values:
            if self.text(known).lower() == text.strip().lower():
                return known
        raise RulesError(
            "unknown_value",
            f"option {self.name!r} cannot be {value!r}: expected {self._known()}",
            option=self.name,
            text=text,
            known=", ".join(self._parts("–")),
        )

    @staticmethod
    def text(value: object) -> str:
        """Write a value as records and the command line do: ``none``, ``true``, ``27``."""
        if value is None:
            return "none"
        return str(value).lower() if isinstance(value, bool) else str(value)

    def _known(self) -> str:
        words = self._parts(" to ", "a number from ")
        return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)

    def _parts(self, to: str, many: str = "") -> list[str]:
        """Return the values as texts, many numbers as their range."""
        numbers = [v for v in self.values if type(v) is int]
        words = [self.text(v) for v in self.values if type(v) is not int]
        if len(numbers) > 6:
            return [*words, f"{many}{min(numbers)}{to}{max(numbers)}"]
        return [*words, *map(str, numbers)]


_TABLES: Final = {6: 3}
"""Seats of a table and the decks it plays with (clause 1.1)."""
_HAND: Final = 27
_LIMIT: Final = 999

_OPTION_LIST: Final = (
    Option("seats", tuple(_TABLES), "1.1"),
    Option("decks", tuple(_TABLES.values()), "1.2"),
    Option("scoring", ("upgrade", "placement"), "9"),
    Option("around_the_corner", (True, False), "3.2"),
    Option("straight_fill", ("low", "high"), "4.4"),
    Option("joker_pair", ("mixed_is_little", "little_pair_over_mixed"), "4.6"),
    Option("heavenly_bomb", ("top_of_fives", "any_size"), "4.7"),
    Option("flush_ties", ("top", "descending"), "5.2"),
    Option("next_leader", ("first_finisher", "highest_tribute"), "6.1"),
    Option("pass_is_final", (False, True), "6.2"),
    Option("lead_after_out", ("next_seat", "next_teammate"), "6.3"),
    Option("counts_shown", tuple(range(_HAND + 1)), "6.5"),
    Option("tribute_card", ("system", "giver"), "7.1"),
    Option("tribute_pairing", ("largest_first", "adjacent", "last_to_first"), "7.2"),
    Option("return_card", ("receiver", "candidates"), "7.3"),
    Option("tribute_refusal", (None, *range(1, max(_TABLES.values()) + 1)), "7.4"),
    Option("level_gain", ("one", "by_caught"), "8.2"),
    Option("final_level", tuple(RANKS), "10.1"),
    Option("final_failures", (None, *range(1, _LIMIT + 1)), "10.2"),
    Option("max_deals", (None, *range(1, _LIMIT + 1)), "10.3"),
)

OPTIONS: Final[Mapping[str, Option]] = {option.name: option for option in _OPTION_LIST}
"""Every option by name, in the order of the rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One table's rules; start from a preset and replace options by name.

    >>> rules = Rules.preset("classic").replace(flush_ties="descending")
    >>> rules.flush_ties, rules.hand_size, rules.differences()
    ('descending', 27, {'flush_ties': 'descending'})
    >>> rules.replace(flush_ties="sideways")
    Traceback (most recent call last):
    daguai.rules.RulesError: option 'flush_ties' cannot be 'sideways': expected top or descending

    Raises:
        RulesError: an option or a value is unknown; the message lists the known ones.
    """

    preset_name: str = field(default="classic", compare=False)
    seats: int = 6
    decks: int = 3
    scoring: str = "upgrade"
    around_the_corner: bool = True
    straight_fill: str = "low"
    joker_pair: str = "mixed_is_little"
    heavenly_bomb: str = "top_of_fives"
    flush_ties: str = "top"
    next_leader: str = "first_finisher"
    pass_is_final: bool = False
    lead_after_out: str = "next_seat"
    counts_shown: int = _HAND
    tribute_card: str = "system"
    tribute_pairing: str = "largest_first"
    return_card: str = "receiver"
    tribute_refusal: int | None = None
    level_gain: str = "one"
    final_level: str = "A"
    final_failures: int | None = None
    max_deals: int | None = None
    flags: int = field(init=False, repr=False, compare=False)
    """The options that classify and play cards, as bits for the kernels."""

    def __post_init__(self) -> None:
        if self.preset_name not in PRESET_NAMES:
            raise _unknown_preset(self.preset_name)
        for name, option in OPTIONS.items():
            object.__setattr__(self, name, option.parse(getattr(self, name)))
        if _TABLES[self.seats] != self.decks:
            raise RulesError(
                "unknown_value",
                f"a table of {self.seats} plays with {_TABLES[self.seats]} decks, not {self.decks}",
            )
        bits = (
            (flags.AROUND, self.around_the_corner),
            (flags.FILL_HIGH, self.straight_fill == "high"),
            (flags.LITTLE_PAIR, self.joker_pair == "little_pair_over_mixed"),
            (flags.ANY_SIZE, self.heavenly_bomb == "any_size"),
            (flags.DESCENDING, self.flush_ties == "descending"),
            (flags.PASS_FINAL, self.pass_is_final),
            (flags.NEXT_TEAMMATE, self.lead_after_out == "next_teammate"),
        )
        object.__setattr__(self, "flags", sum(bit for bit, on in bits if on))

    @classmethod
    def preset(cls, name: str) -> Rules:
        """Return a published or customary set of rules: ``classic``, ``points`` or ``house``.

        Raises:
            RulesError: there is no such preset; the message lists them.
        """
        try:
            return PRESETS[name]
        except (KeyError, TypeError):
            raise _unknown_preset(name) from None

    def replace(self, **options: object) -> Rules:
        """Return these rules with some options changed.

        Raises:
            RulesError: an option or value is unknown; the message lists the known ones.
        """
        for name in options:
            if name not in OPTIONS:
                raise RulesError(
                    "unknown_option",
                    f"there is no option {name!r}: expected one of {', '.join(OPTIONS)}",
                    text=name,
                    known=", ".join(OPTIONS),
                )
        return replace(self, **options)  # type: ignore[arg-type]  # values are checked above

    def options(self) -> dict[str, Value]:
        """Return every option by name."""
        return {name: getattr(self, name) for name in OPTIONS}

    def differences(self) -> dict[str, Value]:
        """Return the options that differ from the preset these rules started from."""
        base = PRESETS[self.preset_name]
        return {
            name: value for name, value in self.options().items() if value != getattr(base, name)
        }

    @property
    def cards(self) -> int:
        """How many cards a deal has (clause 1.2)."""
        return self.decks * DECK_SIZE

    @property
    def hand_size(self) -> int:
        """How many cards each seat is dealt (clause 1.2)."""
        return self.cards // self.seats

    @property
    def shows_all_counts(self) -> bool:
        """Whether every remaining count is public (clause 6.5)."""
        return self.counts_shown >= self.hand_size

    @property
    def team_size(self) -> int:
        """How many seats a team has."""
        return self.seats // TEAMS

    def team_of(self, seat: int) -> int:
        """Return a seat's team (clause 1.1)."""
        return seat % TEAMS

    def team_seats(self, team: int) -> tuple[int, ...]:
        """Return a team's seats, ascending."""
        return tuple(range(team, self.seats, TEAMS))

    def seats_from(self, seat: int) -> tuple[int, ...]:
        """Return all seats in playing order, beginning with one.

        >>> Rules.preset("classic").seats_from(4)
        (4, 5, 0, 1, 2, 3)
        """
        return (*range(seat % self.seats, self.seats), *range(seat % self.seats))


def _unknown_preset(name: Any) -> RulesError:
    known = ", ".join(PRESET_NAMES)
    return RulesError(
        "unknown_preset",
        f"there is no preset {name!r}: expected one of {known}",
        text=str(name),
        known=known,
    )


PRESETS: Final[Mapping[str, Rules]] = {
    "classic": Rules(),
    "points": Rules(preset_name="points", scoring="placement"),
    "house": Rules(
        preset_name="house",
        scoring="placement",
        around_the_corner=False,
        straight_fill="high",
        flush_ties="descending",
        counts_shown=10,
        tribute_pairing="adjacent",
        final_level="5",
    ),
}
"""The presets by name: the published text with +3/-1, the published text with 0/1/3/5/8, and
what Shanghai tables mostly play (clause 11)."""
