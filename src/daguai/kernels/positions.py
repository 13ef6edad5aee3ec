"""How a deal under way is laid out in arrays, for playouts."""

from __future__ import annotations

from typing import Final

TEAMS: Final = 2
"""Teams sit alternately (clause 1.1)."""

TURN: Final = 0
"""Column of a position: the seat that acts."""
TO_BEAT: Final = 1
"""Column of a position: the strength of the play on the table, or -1 for a lead."""
OWNER: Final = 2
"""Column of a position: the seat that laid it; any number for a lead."""
PASSED: Final = 3
"""Column of a position: the seats that passed in this trick, as bits; matters only where a pass
is final (clause 6.2)."""
POSITION: Final = 4

NO_FACE: Final = 255
"""Fills the places of a row that a play of fewer than five cards leaves empty."""
OWN_CHOICE: Final = 254
"""The first face of a candidate that leaves the choice to the club bot."""
