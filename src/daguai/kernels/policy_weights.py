"""The playout policy's parameters by name: places in one ``float64[PARAMETERS]``.

Those *by size* are four in a row, for plays of 1, 2, 3 and 5 cards. *Holding* is to win the trick;
*near* is how near somebody is to going out, from 0 to 1.
"""

from __future__ import annotations

from typing import Final

LEAD_SIZE: Final = 0
"""By size: what it is worth to be rid of so many cards."""
LEAD_HOLD: Final = 4
"""By size: times the chance to hold."""
LEAD_BACK: Final = 8
"""Times the best chance among other groups of that size to win the lead back."""
LEAD_MORE: Final = 9
"""Times the number of other groups of that size."""
LEAD_DANGER: Final = 10
"""Times the chance not to hold, where an opponent has as many cards left."""
LEAD_HELP: Final = 11
"""The same where a partner has."""
LEAD_LAST: Final = 12
"""Times the chance to hold, with two groups left; the next one with three."""
LEAD_LATE: Final = 14
"""Times the chance to hold and how near an opponent is."""
LEAD_HELP_LATE: Final = 15
"""Times the chance not to hold and how near a partner is."""
LEAD_FEW: Final = 16
"""Times the chance to hold, divided by the number of groups."""

TAKE_SIZE: Final = 17
"""By size: what answering is worth."""
TAKE_HOLD: Final = 21
"""By size: times the chance to hold."""
TAKE_COST: Final = 25
"""Times by how much the rest of the plan gets cheaper."""
TAKE_PARTNER: Final = 26
"""The play on the table is a partner's."""
TAKE_PARTNER_HOLD: Final = 27
"""... times the chance that it holds."""
TAKE_PARTNER_LATE: Final = 28
"""... times how near that partner is."""
TAKE_PARTNER_LAST: Final = 29
"""... and nobody is to answer after this seat."""
TAKE_PARTNER_FEW: Final = 30
"""... divided by the number of groups."""
TAKE_OPPONENT_HOLD: Final = 31
"""The play on the table is an opponent's: times the chance that it holds."""
TAKE_OPPONENT_LATE: Final = 32
"""... times how near that opponent is."""
TAKE_OPPONENT_LAST: Final = 33
"""... and nobody is to answer after this seat."""
TAKE_GONE: Final = 34
"""Who laid the play on the table is out."""
TAKE_LAST: Final = 35
"""Two groups are left; the next one: times the chance to hold."""
TAKE_FEW: Final = 37
"""Times the chance to hold, divided by the number of groups."""
TAKE_STOP: Final = 38
"""Times the chance to hold and how near any opponent is."""
TAKE_SPLIT: Final = 39
"""A group is split."""
TAKE_JOKER: Final = 40
"""A single joker is spent to make up the count."""
TAKE_EARLY: Final = 41
"""Times the chance to hold and how full the own hand is."""
TAKE_REBUILD: Final = 42
"""The whole hand is grouped anew to answer a five."""

PLAN_HOLD: Final = 43
"""How many turns a group saves that is sure to hold the trick."""
PLAN_FIVES: Final = 44
"""What a five costs less than a turn."""

CHANCE_SMALL: Final = 45
"""For 1, 2 and 3 cards: how much each better play that opponents may have lowers the chance."""
CHANCE_FIVES: Final = 48
"""For the six categories of fives: the chance to hold with the lowest value."""
CHANCE_VALUE: Final = 54
"""What the highest value of a category adds to that."""

LEAD_RUN: Final = 55
"""Times the chance to hold, where all groups but one are sure to hold."""
LEAD_VALUE: Final = 56
"""Of fewer than five cards: times the value."""
TAKE_VALUE: Final = 57
"""The same for an answer."""
TAKE_RUN: Final = 58
"""Times the chance to hold, where all groups but one of the rest are sure to hold."""
TAKE_OPPONENTS_BEHIND: Final = 59
"""Times how many opponents may still answer."""
TAKE_PARTNERS_BEHIND: Final = 60
"""Times how many partners may still answer."""
TAKE_GROUPS: Final = 61
"""Times the number of groups, in tens."""

PARAMETERS: Final = 62
