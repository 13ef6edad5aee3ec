"""What the club bot weighs, by place in one array; ``daguai.bots.club_weights`` explains each."""

from __future__ import annotations

from typing import Final

NAMES: Final = (
    "turn",
    "lost",
    "lost_pair",
    "lost_triple",
    "lost_five",
    "high_single",
    "high_pair",
    "high_triple",
    "high_five",
    "keep_joker",
    "answer_single",
    "answer_pair",
    "answer_triple",
    "answer_with_joker",
    "straight",
    "flush",
    "full_house",
    "four_and_one",
    "straight_flush",
    "five_of_a_kind",
    "five_shrink",
    "win",
    "win_strong",
    "joker",
    "stop",
    "leave",
    "enemy_behind",
    "trust",
    "over",
    "over_sure",
    "over_near",
    "cover",
    "signal",
    "lead_sure",
    "lead_pair",
    "lead_triple",
    "lead_five",
    "early_five",
    "danger",
    "safe",
    "feed",
    "feed_low",
    "run",
    "one_left",
    "two_left",
    "role",
)
"""Every weight in its place."""

TURN: Final = 0
LOST: Final = 1
LOST_PAIR: Final = 2
LOST_TRIPLE: Final = 3
LOST_FIVE: Final = 4
HIGH_SINGLE: Final = 5
HIGH_PAIR: Final = 6
HIGH_TRIPLE: Final = 7
HIGH_FIVE: Final = 8
KEEP_JOKER: Final = 9
ANSWER_SINGLE: Final = 10
ANSWER_PAIR: Final = 11
ANSWER_TRIPLE: Final = 12
ANSWER_WITH_JOKER: Final = 13
STRAIGHT: Final = 14
FLUSH: Final = 15
FULL_HOUSE: Final = 16
FOUR_AND_ONE: Final = 17
STRAIGHT_FLUSH: Final = 18
FIVE_OF_A_KIND: Final = 19
FIVE_SHRINK: Final = 20
WIN: Final = 21
WIN_STRONG: Final = 22
JOKER: Final = 23
STOP: Final = 24
LEAVE: Final = 25
ENEMY_BEHIND: Final = 26
TRUST: Final = 27
OVER: Final = 28
OVER_SURE: Final = 29
OVER_NEAR: Final = 30
COVER: Final = 31
SIGNAL: Final = 32
LEAD_SURE: Final = 33
LEAD_PAIR: Final = 34
LEAD_TRIPLE: Final = 35
LEAD_FIVE: Final = 36
EARLY_FIVE: Final = 37
DANGER: Final = 38
SAFE: Final = 39
FEED: Final = 40
FEED_LOW: Final = 41
RUN: Final = 42
ONE_LEFT: Final = 43
TWO_LEFT: Final = 44
ROLE: Final = 45
