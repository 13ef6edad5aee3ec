"""大怪路子 (Da Guai Lu Zi): rules, matches, records and bots for Shanghai's climbing game."""

from __future__ import annotations

__version__ = "0.1.0"
