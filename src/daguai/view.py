"""What one seat may know of a match, or what everybody may."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from daguai.events import DealEnded, MatchEnded

Phase: TypeAlias = Literal["waiting", "tribute", "return", "take", "play", "over"]
"""``waiting`` between deals; ``tribute``, ``return``, ``take``: clause 7; ``over``: the end."""


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
        receiver: who gets it, None until that is settled.
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
        rules: every option by name.
        phase: what the match waits for.
        deal: number of the deal, from 1 (0 before the first).
        dealer: seat of the dealer 庄家.
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
    dealer: int
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
