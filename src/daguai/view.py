"""What one seat may know of a match, or what everybody may."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, TypeAlias

import msgspec

from daguai.events import DealEnded, MatchEnded
from daguai.rules import RULES_VERSION, Rules, RulesError

Phase: TypeAlias = Literal["waiting", "tribute", "return", "take", "play", "over"]
"""``waiting`` between deals; ``tribute``, ``return``, ``take`` as in clause 7: what the viewing
seat owes, or else what is earliest due from others; ``over`` at the end of the match."""


class Move(msgspec.Struct, frozen=True):
    """A play or a pass within a trick.

    Attributes:
        seat: who moved.
        cards: notation, empty for a pass.
        category: the category's value, empty for a pass.
    """

    seat: int
    cards: str = ""
    category: str = ""


class Trick(msgspec.Struct, frozen=True):
    """A trick 一轮 as far as it has gone.

    Attributes:
        moves: every play and pass since the lead, in order.
        winner: who laid its last play, None while it goes on.
    """

    moves: tuple[Move, ...]
    winner: int | None = None


class TributeView(msgspec.Struct, frozen=True):
    """One tribute and its return; all public (clause 7.3).

    Attributes:
        giver: the caught player.
        receiver: who gets it; in views None until the card is paid.
        card: the tribute, empty until it is paid.
        returned: the card returned, empty until then.
        offered: cards offered instead (option ``candidates``), empty otherwise.
    """

    giver: int
    receiver: int | None = None
    card: str = ""
    returned: str = ""
    offered: str = ""


class View(msgspec.Struct, frozen=True):
    """All that one seat may know; with ``seat`` None what is public.

    Attributes:
        seat: whose view it is, or None.
        rules: every option by name, with ``preset`` and ``version``; ``rules_of`` reads it.
        phase: what the match waits for.
        deal: number of the deal, from 1 (0 before the first).
        dealer: seat of the dealer 庄家, None before the first deal.
        level: the deal's level rank 将牌 (clause 1.3).
        levels: each team's level.
        points: points so far of each player of team 0 and of team 1.
        commitment: the shuffle's commitment for this deal.
        hand: own cards, ascending; empty in the public view.
        counts: cards left by seat; None where clause 6.5 hides them.
        to_act: seats that owe an action, in order.
        tribute: this deal's tributes (clause 7).
        refused: whether tribute was refused (clause 7.4).
        leader: who led, or leads, the current trick; None before play.
        to_beat: the play on the table, empty when the next seat leads.
        to_beat_seat: who laid it, or None.
        trick: the current trick.
        last_trick: the trick before it, None at the deal's first.
        finished: seats that have run out, by placement.
        result: the last deal's result, or None.
        end: how the match ended, or None.
        history: with ``memory`` only: this deal's finished tricks, oldest first.
        memory: whether ``history`` is given.
    """

    seat: int | None
    rules: dict[str, Any]
    phase: Phase
    deal: int
    dealer: int | None
    level: str
    levels: tuple[str, str]
    points: tuple[int, int]
    commitment: str
    hand: str
    counts: tuple[int | None, ...]
    to_act: tuple[int, ...]
    tribute: tuple[TributeView, ...]
    refused: bool
    leader: int | None
    to_beat: str
    to_beat_seat: int | None
    trick: Trick
    last_trick: Trick | None
    finished: tuple[int, ...]
    result: DealEnded | None
    end: MatchEnded | None
    memory: bool = False
    history: tuple[Trick, ...] = ()


def options_of(rules: Rules) -> dict[str, Any]:
    """Return rules as views carry them; shared, not to be changed."""
    return _options(rules.preset_name, rules)


@lru_cache(maxsize=256)
def _options(preset: str, rules: Rules) -> dict[str, Any]:
    # Equal rules may have started from different presets, so the name is part of the key.
    return {"preset": preset, "version": RULES_VERSION, **rules.options()}


def rules_of(view: View) -> Rules:
    """Return the rules a view was made under.

    Raises:
        RulesError: they are of another version, or no rules at all.
    """
    return _rules(tuple(view.rules.items()))


@lru_cache(maxsize=256)
def _rules(items: tuple[tuple[str, Any], ...]) -> Rules:
    options = dict(items)
    version = options.pop("version", None)
    if version != RULES_VERSION:
        raise RulesError("unknown_version", f"rules version {version}: expected {RULES_VERSION}")
    return Rules.preset(options.pop("preset", "")).replace(**options)
