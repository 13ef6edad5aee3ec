"""The abstract moves of a hand (``groups``): as masks, or as a list with cards."""

from __future__ import annotations

import numpy as np

from daguai.kernels._jit import jit
from daguai.kernels.abstract import fill_masks
from daguai.kernels.bits import lowest
from daguai.kernels.completing import complete
from daguai.kernels.groups import GROUPS
from daguai.kernels.holding import HOLDING, Array, hold
from daguai.kernels.judging import strength_of
from daguai.kernels.positions import NO_FACE


@jit()
def sort_faces(faces: Array, size: int) -> None:
    """Put the first few of ``faces`` in ascending order."""
    for i in range(1, size):
        face = faces[i]
        k = i
        while k > 0 and faces[k - 1] > face:
            faces[k] = faces[k - 1]
            k -= 1
        faces[k] = face


@jit("int64(uint8[::1], int64, int64, int64, int16[:, ::1], int64[::1])")
def move_masks(
    counts: Array, level: int, flags: int, to_beat: int, tables: Array, masks: Array
) -> int:
    """Fill ``masks``, ``int64[GROUPS]``, with the abstract moves of a hand.

    Args:
        counts: the hand, ``uint8[54]``.
        level: the level rank, 0..12.
        flags: bits of ``kernels.flags``.
        to_beat: the strength of the play to answer, or -1 to lead.
        tables: ``tables_for(flags)``.
        masks: bit ``value`` of ``masks[group]`` tells whether the move exists.

    Returns:
        How many moves there are; passing is not among them.
    """
    hand = np.empty(HOLDING, dtype=np.int64)
    hold(counts, hand)
    masks[:] = 0
    return fill_masks(level, flags, to_beat, hand, tables, masks)


@jit(
    "int64(uint8[::1], int64, int64, int64, int16[:, ::1], int64[:, ::1], uint8[:, ::1], "
    "int64[::1])"
)
def list_moves(
    counts: Array, level: int, flags: int, to_beat: int, tables: Array, moves: Array,
    plays: Array, strengths: Array,
) -> int:  # fmt: skip
    """List the abstract moves of a hand, each with the cards of one play it stands for.

    Args:
        counts: the hand, ``uint8[54]``.
        level: the level rank, 0..12.
        flags: bits of ``kernels.flags``.
        to_beat: the strength of the play to answer, or -1 to lead.
        tables: ``tables_for(flags)``.
        moves: ``int64[n, 2]``, filled with group and value, in that order ascending.
        plays: ``uint8[n, 5]``, filled with faces, ascending, and ``NO_FACE`` after them.
        strengths: ``int64[n]``, filled with the strength of each play.

    Returns:
        How many moves there are. Where that is more than ``n`` only the first ``n`` are stored.
    """
    hand = np.empty(HOLDING, dtype=np.int64)
    hold(counts, hand)
    masks = np.zeros(GROUPS, dtype=np.int64)
    count = fill_masks(level, flags, to_beat, hand, tables, masks)
    faces = np.empty(5, dtype=np.int64)
    found = 0
    for group in range(GROUPS):
        mask = masks[group]
        while mask and found < strengths.shape[0]:
            value = lowest(mask)
            mask &= mask - 1
            size = complete(group, value, level, flags, to_beat, hand, tables, faces)
            sort_faces(faces, size)
            moves[found, 0] = group
            moves[found, 1] = value
            strengths[found] = strength_of(faces, size, level, flags, tables)
            for i in range(5):
                plays[found, i] = faces[i] if i < size else NO_FACE
            found += 1
    return count
