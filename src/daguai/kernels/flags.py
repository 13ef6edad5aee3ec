"""The rules' options as bits of one integer, as the kernels read them."""

from __future__ import annotations

from typing import Final

AROUND: Final = 1
"""Straights may go around the corner: JQKA2, QKA23, KA234 (clause 3.2)."""
FILL_HIGH: Final = 2
"""Jokers in a straight take the highest run that holds the naturals (clause 4.4)."""
LITTLE_PAIR: Final = 4
"""A pair of little jokers beats a mixed pair (clause 4.6)."""
ANY_SIZE: Final = 8
"""Five jokers may be laid on a play of any size (clause 4.7)."""
DESCENDING: Final = 16
"""Flushes compare every natural card from the highest down (clause 5.2)."""
PASS_FINAL: Final = 32
"""Who passes is out until the trick ends (clause 6.2)."""
NEXT_TEAMMATE: Final = 64
"""The lead of a winner who is out goes to the nearest partner (clause 6.3)."""
