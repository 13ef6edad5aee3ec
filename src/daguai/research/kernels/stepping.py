"""Dealing and acting, in all deals of a batch."""

from __future__ import annotations

from typing import Final

from daguai.kernels.flags import PASS_FINAL
from daguai.kernels.generator import below, seed
from daguai.kernels.holding import CARDS as HELD
from daguai.kernels.holding import FACES, Array, drop, hold
from daguai.kernels.judging import beats, strength_of
from daguai.kernels.playouts import next_turn, still_in
from daguai.kernels.positions import NO_FACE, TEAMS
from daguai.research.kernels.columns import (
    CARDS,
    DEALER,
    DEALS,
    FIRST,
    LED,
    LENGTH,
    LEVEL,
    MOVES,
    OUTCOME,
    OWNER,
    PASSED,
    PLACED,
    TO_BEAT,
    TURN,
    WHO,
)
from daguai.research.kernels.compiling import jit

_WORD: Final = 0xFFFFFFFF
_RANKS: Final = 13
KINDS: Final = 54


@jit()
def _deal(
    n: int, size: int, number: int, level: int, hands: Array, played: Array, position: Array,
    order: Array, recent: Array, cards: Array, counts: Array, dice: Array,
) -> None:  # fmt: skip
    """Deal one deal anew; ``number`` is the batch's seed, ``level`` -1 for any."""
    serial = position[DEALS] * size + n
    seed((number & _WORD) << 32 | serial & _WORD, dice)
    total = cards.shape[0]
    each = total // hands.shape[0]
    for i in range(total):
        cards[i] = i % KINDS
    counts[:] = 0
    for i in range(total - 1):
        k = i + below(total - i, dice)
        cards[i], cards[k] = cards[k], cards[i]
    for i in range(total):
        counts[i // each, cards[i]] += 1
    for seat in range(hands.shape[0]):
        hold(counts[seat], hands[seat])
        order[seat] = -1
    played[:] = 0
    recent[:] = NO_FACE
    dealer = below(hands.shape[0], dice)
    position[TURN] = dealer
    position[DEALER] = dealer
    position[TO_BEAT] = -1
    position[OWNER] = dealer
    position[PASSED] = 0
    position[LEVEL] = level if level >= 0 else below(_RANKS, dice)
    position[PLACED] = 0
    position[MOVES] = 0
    position[DEALS] += 1


@jit(
    "void(int64, int64, int64[:, :, ::1], uint8[:, :, ::1], int64[:, ::1], int64[:, ::1], "
    "uint8[:, :, ::1], int64[::1], uint8[:, ::1], int64[::1])"
)
def deal_all(
    number: int, level: int, hands: Array, played: Array, positions: Array, orders: Array,
    recent: Array, cards: Array, counts: Array, dice: Array,
) -> None:  # fmt: skip
    """Deal every deal of a batch anew.

    Args:
        number: the batch's seed.
        level: the level rank of all deals, 0..12, or -1 to draw one for each.
        hands: ``int64[n, seats, HOLDING]``.
        played: ``uint8[n, seats, 54]``, what each seat has laid.
        positions: ``int64[n, COLUMNS]``.
        orders: ``int64[n, seats]``, seats as they ran out, then -1.
        recent: ``uint8[n, RECENT, ROW]``.
        cards: room, ``int64[cards of the decks]``.
        counts: room, ``uint8[seats, 54]``.
        dice: room, ``int64[4]``.
    """
    size = hands.shape[0]
    for n in range(size):
        _deal(
            n, size, number, level, hands[n], played[n], positions[n], orders[n], recent[n], cards,
            counts, dice,
        )  # fmt: skip


@jit()
def _act(
    play: Array, flags: int, tables: Array, hands: Array, played: Array, position: Array,
    order: Array, recent: Array, faces: Array,
) -> bool:  # fmt: skip
    """Lay a play, or pass where it has no cards; return whether the deal is over."""
    seat = position[TURN]
    row = recent[position[MOVES] % recent.shape[0]]
    row[WHO] = seat
    row[LED] = position[TO_BEAT] < 0
    position[MOVES] += 1
    count = 0
    for i in range(5):
        face = int(play[i])
        row[CARDS + i] = face
        if face != NO_FACE:
            faces[i] = face
            count += 1
            drop(hands[seat], face)
            played[seat, face] += 1
    over = False
    if count == 0:
        position[PASSED] |= 1 << seat
    else:
        position[TO_BEAT] = strength_of(faces, count, position[LEVEL], flags, tables)
        position[OWNER] = seat
        if flags & PASS_FINAL == 0:
            position[PASSED] = 0
        if hands[seat, HELD] == 0:
            order[position[PLACED]] = seat
            position[PLACED] += 1
            over = still_in(seat % TEAMS, hands) == 0
    if not over:
        next_turn(position, flags, hands)
    return over


@jit()
def _repeated(faces: Array, i: int) -> int:
    """Return how many of the faces up to ``i`` are the same as that one."""
    count = 0
    for k in range(i + 1):
        count += faces[k] == faces[i]
    return count


@jit()
def _allowed(
    play: Array, flags: int, tables: Array, hand: Array, position: Array, faces: Array
) -> bool:
    """Return whether the acting seat may lay a play, or pass where it has no cards."""
    to_beat = position[TO_BEAT]
    count = 0
    for i in range(5):
        if play[i] != NO_FACE:
            if play[i] >= KINDS or count < i or (i and play[i] < play[i - 1]):
                return False  # no face, or not ascending from the first place on
            faces[i] = play[i]
            count += 1
            if hand[FACES + faces[i]] < _repeated(faces, i):
                return False
    if count == 0:
        return bool(to_beat >= 0)
    if count == 4:
        return False
    strength = strength_of(faces, count, position[LEVEL], flags, tables)
    return bool(strength >= 0 and (to_beat < 0 or beats(strength, to_beat, flags)))


@jit("int64(uint8[:, ::1], int64, int16[:, ::1], int64[:, :, ::1], int64[:, ::1], int64[::1])")
def check_all(
    plays: Array, flags: int, tables: Array, hands: Array, positions: Array, faces: Array
) -> int:
    """Check plays that a policy chose itself.

    Args:
        plays: ``uint8[n, 5]``: faces, ascending, then ``NO_FACE``; that alone for a pass.
        flags: bits of ``kernels.flags``.
        tables: ``tables_for(flags)``.
        hands: as in ``deal_all``.
        positions: as in ``deal_all``.
        faces: room, ``int64[5]``.

    Returns:
        The first deal whose play is not allowed, or -1.
    """
    for n in range(plays.shape[0]):
        position = positions[n]
        if not _allowed(plays[n], flags, tables, hands[n, position[TURN]], position, faces):
            return n
    return -1


@jit(
    "void(uint8[:, ::1], int64, int64, int64, int16[:, ::1], float32[:, :, ::1], "
    "int64[:, :, ::1], uint8[:, :, ::1], int64[:, ::1], int64[:, ::1], uint8[:, :, ::1], "
    "float32[:, ::1], boolean[::1], int64[:, ::1], int64[::1], uint8[:, ::1], int64[::1], "
    "int64[::1])"
)
def step_all(
    plays: Array, number: int, level: int, flags: int, tables: Array, payoffs: Array,
    hands: Array, played: Array, positions: Array, orders: Array, recent: Array,
    rewards: Array, ended: Array, results: Array, cards: Array, counts: Array, dice: Array,
    faces: Array,
) -> None:  # fmt: skip
    """Act in every deal of a batch; deals that end are paid and dealt anew.

    Args:
        plays: ``uint8[n, 5]``, legal plays, or ``NO_FACE`` alone for a pass.
        number: as in ``deal_all``.
        level: as in ``deal_all``.
        flags: bits of ``kernels.flags``.
        tables: ``tables_for(flags)``.
        payoffs: ``float32[2, 7, 2]``: whether the first finisher is of the dealer team, its
            outcome plus 3; for its team and for the other.
        hands: as in ``deal_all``, like all that follow up to ``recent``.
        played: see there.
        positions: see there.
        orders: see there.
        recent: see there.
        rewards: ``float32[n, seats]``, filled.
        ended: ``bool[n]``, filled.
        results: ``int64[n, RESULT]``, filled where a deal ended.
        cards: as in ``deal_all``.
        counts: as in ``deal_all``.
        dice: as in ``deal_all``.
        faces: room, ``int64[5]``.
    """
    size = hands.shape[0]
    seats = hands.shape[1]
    for n in range(size):
        ended[n] = _act(
            plays[n], flags, tables, hands[n], played[n], positions[n], orders[n], recent[n], faces
        )
        rewards[n] = 0
        if not ended[n]:
            continue
        first = orders[n, 0]
        left = still_in(first % TEAMS, hands[n])
        outcome = -left if left else still_in(1 - first % TEAMS, hands[n])
        results[n, OUTCOME] = outcome
        results[n, LENGTH] = positions[n, MOVES]
        results[n, FIRST] = first
        dealers = int(first % TEAMS == positions[n, DEALER] % TEAMS)
        for seat in range(seats):
            rewards[n, seat] = payoffs[dealers, outcome + 3, int(seat % TEAMS != first % TEAMS)]
        _deal(
            n, size, number, level, hands[n], played[n], positions[n], orders[n], recent[n], cards,
            counts, dice,
        )  # fmt: skip
