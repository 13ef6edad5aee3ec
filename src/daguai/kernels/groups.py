"""Abstract moves: plays told apart only by what matters for comparing and for the jokers spent.

A move is a pair (group, value). A group is a category with the number of jokers in it, and the
suit where the category has one; the value is what is compared (``ranking``): a rank's place with
the level rank as 13, a straight's top, 14 and up for jokers alone; for a flush the value of its
highest natural card, whatever the option ``flush_ties``. A move exists if and only if some legal
play has its group and value. All moves of a group are one mask of values, so a hand's moves are
``int64[GROUPS]``:

===================  ==============================  ================  ==================
category             group                           jokers            values
===================  ==============================  ================  ==================
single               ``SINGLES``                     0                 0..13, 14, 15
pair                 ``PAIRS + jokers``              0, 1; 2           0..13; 14..16
triple               ``TRIPLES + jokers``            0, 1, 2; 3        0..13; 14, 16
straight             ``STRAIGHTS + jokers``          0..2              3..12
flush                ``FLUSHES + 3 suit + jokers``   0..2              2..13
full house           ``FULL_HOUSES + jokers``        0, 1              0..13
four and one         ``FOURS + jokers``              0..3              0..13
straight flush       ``STRAIGHT_FLUSHES + 4 suit +   0..3              3..12
                     jokers``
five of a kind       ``FIVES + jokers``              0..4; 5           0..13; 14, 16
===================  ==============================  ================  ==================

``group * VALUES + value`` numbers all moves in a space of fixed size.
"""

from __future__ import annotations

from typing import Final

from daguai.kernels.ranking import (
    FIVE_OF_A_KIND,
    FLUSH,
    FOUR_AND_ONE,
    FULL_HOUSE,
    PAIR,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPLE,
)

SINGLES: Final = 0
PAIRS: Final = 1
TRIPLES: Final = 4
STRAIGHTS: Final = 8
FLUSHES: Final = 11
FULL_HOUSES: Final = 23
FOURS: Final = 25
STRAIGHT_FLUSHES: Final = 29
FIVES: Final = 45
GROUPS: Final = 51
VALUES: Final = 17


def category_of(group: int) -> int:
    """Return the category of a group."""
    if group < STRAIGHTS:
        return SINGLE if group < PAIRS else PAIR if group < TRIPLES else TRIPLE
    if group < FULL_HOUSES:
        return STRAIGHT if group < FLUSHES else FLUSH
    if group < STRAIGHT_FLUSHES:
        return FULL_HOUSE if group < FOURS else FOUR_AND_ONE
    return STRAIGHT_FLUSH if group < FIVES else FIVE_OF_A_KIND


def first_of(category: int) -> int:
    """Return the first group of a category; of one past the last category, ``GROUPS``."""
    if category <= TRIPLE:
        return SINGLES if category < PAIR else PAIRS if category < TRIPLE else TRIPLES
    if category <= FLUSH:
        return STRAIGHTS if category < FLUSH else FLUSHES
    if category <= FOUR_AND_ONE:
        return FULL_HOUSES if category < FOUR_AND_ONE else FOURS
    if category <= FIVE_OF_A_KIND:
        return STRAIGHT_FLUSHES if category < FIVE_OF_A_KIND else FIVES
    return GROUPS


def jokers_of(group: int) -> int:
    """Return how many jokers the moves of a group spend; a single joker counts as none."""
    if group < STRAIGHTS:
        return 0 if group < PAIRS else group - (PAIRS if group < TRIPLES else TRIPLES)
    if group < FULL_HOUSES:
        return group - STRAIGHTS if group < FLUSHES else (group - FLUSHES) % 3
    if group < STRAIGHT_FLUSHES:
        return group - (FULL_HOUSES if group < FOURS else FOURS)
    return (group - STRAIGHT_FLUSHES) % 4 if group < FIVES else group - FIVES


def suit_of(group: int) -> int:
    """Return the suit of a flush's or straight flush's group, or -1."""
    if FLUSHES <= group < FULL_HOUSES:
        return (group - FLUSHES) // 3
    if STRAIGHT_FLUSHES <= group < FIVES:
        return (group - STRAIGHT_FLUSHES) // 4
    return -1
