"""How a decision of the club bot is laid out in arrays: table, moves and what they are worth."""

from __future__ import annotations

from typing import Final

STRENGTH: Final = 0
"""Column of a move, or of a play in a plan: its strength; its size and five faces follow."""
SIZE: Final = 1
CARDS: Final = 2
ROW: Final = 7

LEVEL: Final = 0
"""Column of a table: the level rank."""
FLAGS: Final = 1
"""Column of a table: bits of ``kernels.flags``."""
HAND_SIZE: Final = 2
"""Column of a table: how many cards a fresh hand has."""
TO_BEAT: Final = 3
"""Column of a table: the strength of the play to answer, or -1 to lead."""
OWNER: Final = 4
"""Column of a table: who laid it, in turn order from the player, who is 0."""
BEHIND: Final = 5
"""Column of a table: who else may answer it before it is the owner's turn, as bits."""
FIRST: Final = 6
"""Column of a table: whether an answer now is the player's first, and a signal (clause 13.3)."""
TABLE: Final = 7

PLAN: Final = 0
"""Part: how much better the plan of the hand is without the move's cards."""
CHANCE: Final = 1
"""Part: winning the trick, and the size of a lead."""
PARTNERS: Final = 2
"""Part: help to partners, or what is taken from them."""
OPPONENTS: Final = 3
"""Part: opponents stopped or let out."""
GOAL: Final = 4
"""Part: the end of the hand in sight."""
PARTS: Final = 5

MOVES: Final = 96
"""So many moves are weighed at most."""
