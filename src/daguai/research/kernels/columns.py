"""The columns of a batch's arrays.

A position begins like one of ``daguai.kernels.positions``: ``TURN``, ``TO_BEAT``, ``OWNER``,
``PASSED``. Here ``PASSED`` has the seats without a say until the next play, or until the trick ends
where a pass is final (clause 6.2).
"""

from __future__ import annotations

from typing import Final

from daguai.kernels import positions

TURN: Final = positions.TURN
TO_BEAT: Final = positions.TO_BEAT
OWNER: Final = positions.OWNER
PASSED: Final = positions.PASSED
LEVEL: Final = positions.POSITION
DEALER: Final = LEVEL + 1
PLACED: Final = LEVEL + 2
"""How many seats have run out."""
MOVES: Final = LEVEL + 3
"""How many moves were made in the deal."""
DEALS: Final = LEVEL + 4
"""How many deals were dealt at this place of the batch."""
COLUMNS: Final = LEVEL + 5

WHO: Final = 0
LED: Final = 1
CARDS: Final = 2
ROW: Final = CARDS + 5
"""A row of recent moves: who, whether it led, five faces or ``NO_FACE``. Move ``m`` is in row
``m % RECENT``."""

OUTCOME: Final = 0
"""Of a deal that ended: how many are caught, or if drawn minus how many of the first finisher's
team still hold cards."""
LENGTH: Final = 1
"""How many moves it took."""
FIRST: Final = 2
"""Who ran out first."""
RESULT: Final = 3
