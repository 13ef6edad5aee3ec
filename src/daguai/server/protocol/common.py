"""What both sides of the protocol share: its version and limits, phrases, settings."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

PROTOCOL_VERSION: Final = 1
"""Raised when an old page can no longer talk to a new server, or the other way round."""

MAX_MESSAGE_BYTES: Final = 8192
"""A client message longer than this is refused unread."""

MAX_HINTS: Final = 40
"""At most so many hints come in one answer."""

MAX_ENTROPY: Final = 64
"""A player's part in a shuffle has at most so many code points."""

Phrase: TypeAlias = Literal[
    "hello",
    "good_luck",
    "well_played",
    "nice_teamwork",
    "thanks",
    "sorry",
    "my_mistake",
    "hurry",
    "take_your_time",
    "so_close",
    "good_game",
    "once_more",
    "smile",
    "laugh",
    "cry",
    "wow",
    "think",
    "clap",
    "cool",
    "tea",
]
"""What players may say: twelve phrases, then eight emotes; there is no free text."""

BotLevel: TypeAlias = Literal["random", "beginner", "club", "master"]
"""A bot's strength; ``welcome`` lists those that this server has."""

HintReason: TypeAlias = Literal[
    "goes_out",
    "end_in_sight",
    "nothing_beats",
    "partner_near",
    "partner_holds",
    "partner_behind",
    "too_dear",
    "beats_partner",
    "lets_out",
    "breaks_hand",
    "spends_jokers",
    "stops",
    "holds",
    "helps_partner",
    "fits",
    "worth_it",
    "feeds_partner",
    "cannot_answer",
    "five_at_once",
    "low_first",
    "least_missed",
    "best_for_hand",
    "for_partner",
    "hard_to_answer",
    "better_kept",
    "possible",
]
"""What speaks for a hint, or against it: the texts' keys after ``why.`` in the catalogues."""

Role: TypeAlias = Literal["strong", "middle", "weak"]
"""What a hand is good for (clause 13.2)."""

RoleReason: TypeAlias = Literal[
    "few_turns", "tops_and_fives", "holds_more", "holds_some", "holds_less", "holds_none"
]
"""Why a hand has its role: the texts' keys after ``role.`` in the catalogues."""

LateSeats: TypeAlias = Literal["nobody", "invited", "anybody"]
"""Who may take a bot's seat while a match is played."""

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
"""Chosen by the client, repeated in the answer; for ``act`` also the idempotent action id."""

Seq: TypeAlias = Annotated[int, Meta(ge=0, le=1 << 53)]
Seat: TypeAlias = Annotated[int, Meta(ge=0, le=15)]
Notation: TypeAlias = Annotated[str, Meta(max_length=256)]
ShortText: TypeAlias = Annotated[str, Meta(max_length=64)]
Entropy: TypeAlias = Annotated[str, Meta(max_length=MAX_ENTROPY)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host of a table chooses.

    Attributes:
        preset: the rules to start from (clause 11).
        options: rules' options that differ from the preset.
        visibility: ``open`` tables are listed, ``private`` ones need their code or invitation.
        move_seconds: time for each move; 0 plays without a clock.
        reserve_seconds: shared reserve 备用时间 of a player for a whole match, used up after it.
        return_seconds: time for tribute and return 还贡 choices.
        bots: strength of the bots that fill empty seats.
        allow_bot_clients: whether programs may sit down as players.
        card_counter: whether the page may show which cards have been played 记牌器.
        spectators: whether others may watch.
        late_seats: who may take a bot's seat while a match is played: those who came by a private
            table's code or by an invitation, anybody who is at the table, or nobody. The seats of
            people, here or not, are never anybody else's.
    """

    preset: Annotated[str, Meta(max_length=32)] = "house"
    options: dict[ShortText, str | int | bool | None] = {}
    visibility: Literal["private", "open"] = "private"
    move_seconds: Annotated[int, Meta(ge=0, le=600)] = 30
    reserve_seconds: Annotated[int, Meta(ge=0, le=3600)] = 120
    return_seconds: Annotated[int, Meta(ge=5, le=600)] = 40
    bots: BotLevel = "club"
    allow_bot_clients: bool = False
    card_counter: bool = True
    spectators: bool = True
    late_seats: LateSeats = "invited"
