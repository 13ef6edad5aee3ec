"""Where the server keeps players, tables and the log of every match.

``seam`` says what a store can do; ``sqlite`` is the embedded one. Nothing else in the server knows
which database it talks to.
"""

from daguai.server.store.seam import (
    AccountRow,
    Conflict,
    LogEntry,
    MatchRow,
    NameTaken,
    PlayedMatch,
    PlayerRow,
    SeatRow,
    Store,
    StoreError,
    TableRow,
)
from daguai.server.store.sqlite import SqliteStore

__all__ = [
    "AccountRow",
    "Conflict",
    "LogEntry",
    "MatchRow",
    "NameTaken",
    "PlayedMatch",
    "PlayerRow",
    "SeatRow",
    "SqliteStore",
    "Store",
    "StoreError",
    "TableRow",
]
