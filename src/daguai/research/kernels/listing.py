"""What may be done in every deal of a batch, one list after the other."""

from __future__ import annotations

from daguai.kernels.abstract import fill_masks, first_of
from daguai.kernels.bits import lowest
from daguai.kernels.completing import complete
from daguai.kernels.generator import below
from daguai.kernels.groups import GROUPS, VALUES
from daguai.kernels.holding import Array
from daguai.kernels.moves import sort_faces
from daguai.kernels.positions import NO_FACE
from daguai.kernels.ranking import SHIFT
from daguai.research.kernels.columns import LEVEL, TO_BEAT, TURN
from daguai.research.kernels.compiling import jit

PASS = GROUPS * VALUES


@jit()
def _list(
    hand: Array, level: int, flags: int, to_beat: int, tables: Array, masks: Array, faces: Array,
    at: int, indices: Array, plays: Array, features: Array,
) -> int:  # fmt: skip
    """Write the actions of one hand from ``at`` on, and return where they end."""
    moves = fill_masks(level, flags, to_beat, hand, tables, masks)
    end = at + moves + (to_beat >= 0)
    fits = end <= indices.shape[0]
    if moves:
        first = first_of(to_beat >> SHIFT)
        for group in range(first, GROUPS):
            mask = masks[group]
            masks[group] = 0
            while mask and fits:
                value = lowest(mask)
                mask &= mask - 1
                size = complete(group, value, level, flags, to_beat, hand, tables, faces)
                sort_faces(faces, size)
                indices[at] = group * VALUES + value
                features[at] = 0
                for i in range(size):
                    plays[at, i] = faces[i]
                    features[at, faces[i]] += 1
                for i in range(size, 5):
                    plays[at, i] = NO_FACE
                at += 1
    if to_beat >= 0 and fits:
        indices[at] = PASS
        plays[at] = NO_FACE
        features[at] = 0
    return end


@jit(
    "int64(int64[:, :, ::1], int64[:, ::1], int64, int16[:, ::1], int64[::1], int64[::1], "
    "int64[::1], int16[::1], uint8[:, ::1], uint8[:, ::1])"
)
def list_all(
    hands: Array, positions: Array, flags: int, tables: Array, masks: Array, faces: Array,
    offsets: Array, indices: Array, plays: Array, features: Array,
) -> int:  # fmt: skip
    """List what the acting seat of every deal may do, ascending by number.

    Args:
        hands: ``int64[n, seats, HOLDING]``.
        positions: ``int64[n, COLUMNS]``.
        flags: bits of ``kernels.flags``.
        tables: ``tables_for(flags)``.
        masks: room, ``int64[GROUPS]``, all zero before and after.
        faces: room, ``int64[5]``.
        offsets: ``int64[n + 1]``, filled: where the list of each deal begins, and the end.
        indices: ``int16[m]``, filled with the numbers of actions.
        plays: ``uint8[m, 5]``, filled with faces, ascending, then ``NO_FACE``.
        features: ``uint8[m, 54]``, filled with the copies of each face.

    Returns:
        How many actions there are. Where that is more than ``m`` the lists that do not fit are
        not written.
    """
    at = 0
    for n in range(hands.shape[0]):
        offsets[n] = at
        position = positions[n]
        at = _list(
            hands[n, position[TURN]], position[LEVEL], flags, position[TO_BEAT], tables, masks,
            faces, at, indices, plays, features,
        )  # fmt: skip
    offsets[hands.shape[0]] = at
    return at


@jit("void(int64[::1], int64[:, ::1], int64[::1])")
def choose_all(offsets: Array, dice: Array, choices: Array) -> None:
    """Choose one action of every list, each as likely as another.

    Args:
        offsets: as in ``list_all``.
        dice: ``int64[n, 4]``, a generator's state for each deal.
        choices: ``int64[n]``, filled with places within the lists.
    """
    for n in range(choices.shape[0]):
        choices[n] = below(offsets[n + 1] - offsets[n], dice[n])


@jit("int64(int64[::1], uint8[:, ::1], int64[::1], uint8[:, ::1])")
def pick_all(offsets: Array, plays: Array, choices: Array, picked: Array) -> int:
    """Copy the chosen plays.

    Args:
        offsets: as in ``list_all``.
        plays: as in ``list_all``.
        choices: ``int64[n]``, places within the lists.
        picked: ``uint8[n, 5]``, filled.

    Returns:
        The first deal whose list has no such place, or -1; then all are copied.
    """
    for n in range(choices.shape[0]):
        if choices[n] < 0 or choices[n] >= offsets[n + 1] - offsets[n]:
            return n
    for n in range(choices.shape[0]):
        for i in range(5):
            picked[n, i] = plays[offsets[n] + choices[n], i]
    return -1


@jit("int64(int64[::1], int16[::1], int64[::1], int64[::1])")
def find_all(offsets: Array, indices: Array, numbers: Array, choices: Array) -> int:
    """Find actions by their numbers.

    Args:
        offsets: as in ``list_all``.
        indices: as in ``list_all``.
        numbers: ``int64[n]``.
        choices: ``int64[n]``, filled with places within the lists.

    Returns:
        The first deal where that action is not allowed, or -1.
    """
    for n in range(numbers.shape[0]):
        low, high = offsets[n], offsets[n + 1]
        while low < high:
            middle = (low + high) >> 1
            if indices[middle] < numbers[n]:
                low = middle + 1
            else:
                high = middle
        if low == offsets[n + 1] or indices[low] != numbers[n]:
            return n
        choices[n] = low - offsets[n]
    return -1
