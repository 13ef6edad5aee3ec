"""What the acting seat of every deal observes, laid out as ``daguai.research.layout`` says.

The same as ``daguai.research.observation.observe`` makes from a view; a test compares them move by
move. A single deal has no tribute, so the sections about it stay empty.
"""

from __future__ import annotations

from typing import Final

from daguai.kernels.flags import DESCENDING
from daguai.kernels.holding import CARDS as HELD
from daguai.kernels.holding import FACES, Array
from daguai.kernels.positions import NO_FACE
from daguai.kernels.ranking import FIELD, FLUSH, SHIFT
from daguai.research.kernels.columns import (
    CARDS,
    DEALER,
    LED,
    LEVEL,
    MOVES,
    OWNER,
    PASSED,
    PLACED,
    TO_BEAT,
    TURN,
    WHO,
)
from daguai.research.kernels.compiling import jit
from daguai.research.layout import DECKS, LARGEST_HAND, MOVE, PHASES, RECENT, SEATS, SECTION

_HAND: Final = SECTION["hand"].start
_UNSEEN: Final = SECTION["unseen"].start
_PLAYED: Final = SECTION["played"].start
_TABLE: Final = SECTION["table"].start
_CATEGORY: Final = SECTION["table_category"].start
_VALUE: Final = SECTION["table_value"].start
_OWNER: Final = SECTION["table_owner"].start
_PASSED: Final = SECTION["passed"].start
_TURN: Final = SECTION["turn"].start
_PLACEMENT: Final = SECTION["placement"].start
_LEFT: Final = SECTION["left"].start
_DEALER: Final = SECTION["dealer"].start
_LEVELS: Final = (
    SECTION["level"].start,
    SECTION["own_level"].start,
    SECTION["other_level"].start,
)
_PLAY: Final = SECTION["phase"].start + PHASES.index("play")
_HISTORY: Final = SECTION["history"].start


@jit()
def _observe(
    flags: int, shown: int, hands: Array, played: Array, position: Array, order: Array,
    recent: Array, row: Array,
) -> None:  # fmt: skip
    row[:] = 0
    me = position[TURN]
    hand = hands[me]
    for face in range(54):
        row[_HAND + face] = hand[FACES + face]
        row[_UNSEEN + face] = DECKS - hand[FACES + face]
    for i in range(SEATS):
        seat = me + i if me + i < SEATS else me + i - SEATS
        at = _PLAYED + 54 * i
        laid = played[seat]
        for face in range(54):
            row[at + face] = laid[face]
            row[_UNSEEN + face] -= laid[face]
        held = hands[seat, HELD]
        if held <= shown or i == 0:
            row[_LEFT + (LARGEST_HAND + 1) * i + held] = 1
        row[_PASSED + i] = position[PASSED] >> seat & 1
    for place in range(position[PLACED]):
        row[_PLACEMENT + SEATS * ((order[place] - me) % SEATS) + place] = 1
    row[_TURN] = 1
    row[_DEALER + (position[DEALER] - me) % SEATS] = 1
    for start in _LEVELS:
        row[start + position[LEVEL]] = 1
    row[_PLAY] = 1
    moves = position[MOVES]
    to_beat = position[TO_BEAT]
    if to_beat >= 0:
        category = to_beat >> SHIFT
        value = to_beat & ((1 << SHIFT) - 1)
        if category == FLUSH and flags & DESCENDING:
            value = (value >> (4 * FIELD)) - 1
        row[_CATEGORY + category] = 1
        row[_VALUE + value] = 1
        row[_OWNER + (position[OWNER] - me) % SEATS] = 1
    table = to_beat >= 0  # until the play on the table has been met in the history
    for i in range(min(moves, RECENT)):
        move = recent[(moves - 1 - i) % RECENT]
        at = _HISTORY + MOVE * i
        row[at + (move[WHO] - me) % SEATS] = 1
        row[at + SEATS] = move[LED]
        for k in range(CARDS, CARDS + 5):
            face = int(move[k])
            if face != NO_FACE:
                row[at + SEATS + 1 + face] += 1
                if table:
                    row[_TABLE + face] += 1
        if move[CARDS] != NO_FACE:
            table = False


@jit(
    "void(int64, int64, int64[:, :, ::1], uint8[:, :, ::1], int64[:, ::1], int64[:, ::1], "
    "uint8[:, :, ::1], uint8[:, ::1])"
)
def observe_all(
    flags: int, shown: int, hands: Array, played: Array, positions: Array, orders: Array,
    recent: Array, observations: Array,
) -> None:  # fmt: skip
    """Observe every deal of a batch from its acting seat.

    Args:
        flags: bits of ``kernels.flags``.
        shown: counts up to this are public (clause 6.5).
        hands: ``int64[n, seats, HOLDING]``.
        played: ``uint8[n, seats, 54]``.
        positions: ``int64[n, COLUMNS]``.
        orders: ``int64[n, seats]``.
        recent: ``uint8[n, RECENT, ROW]``.
        observations: ``uint8[n, SIZE]``, filled.
    """
    for n in range(hands.shape[0]):
        _observe(
            flags, shown, hands[n], played[n], positions[n], orders[n], recent[n], observations[n]
        )
