"""The moves that the club bot thinks of: tens, where thousands are legal."""

from __future__ import annotations

from typing import Final

from daguai.kernels import groups
from daguai.kernels._jit import jit
from daguai.kernels.abstract import fill_masks
from daguai.kernels.bits import lowest
from daguai.kernels.completing import complete
from daguai.kernels.decisions import CARDS, SIZE, STRENGTH
from daguai.kernels.groups import GROUPS, PAIRS
from daguai.kernels.holding import CARDS as CARDS_HELD
from daguai.kernels.holding import FACES, Array
from daguai.kernels.judging import beats, strength_of
from daguai.kernels.moves import sort_faces
from daguai.kernels.ranking import ILLEGAL, LITTLE, SHIFT, SINGLE, STRAIGHT, TRIPLE

jokers_of = jit()(groups.jokers_of)
category_of = jit()(groups.category_of)

_LEAD: Final = -1


@jit()
def _add(
    size: int, level: int, flags: int, to_beat: int, tables: Array, faces: Array, found: int,
    moves: Array,
) -> int:  # fmt: skip
    """Note the move in ``faces`` if it may be made and is not there yet."""
    if found == moves.shape[0]:
        return found
    sort_faces(faces, size)
    for n in range(found):
        if moves[n, SIZE] == size:
            i = 0
            while i < size and moves[n, CARDS + i] == faces[i]:
                i += 1
            if i == size:
                return found
    strength = strength_of(faces, size, level, flags, tables)
    if strength == ILLEGAL or (to_beat != _LEAD and not beats(strength, to_beat, flags)):
        return found
    moves[found, STRENGTH] = strength
    moves[found, SIZE] = size
    for i in range(size):
        moves[found, CARDS + i] = faces[i]
    return found + 1


@jit()
def list_candidates(
    level: int, flags: int, to_beat: int, late: bool, turns: int, plan: Array, hand: Array,
    tables: Array, masks: Array, faces: Array, moves: Array,
) -> int:  # fmt: skip
    """List a pass, what the plan has ready, the whole hand, and abstract moves.

    Leads are the plan's plays; ``late``, when counts begin to matter, also single cards, pairs and
    triples out of it. Of the fives of one group the lowest two and the highest are listed.
    """
    found = 0
    if to_beat != _LEAD:
        moves[0] = 0
        moves[0, STRENGTH] = ILLEGAL
        found = 1
    for n in range(turns):
        for i in range(plan[n, SIZE]):
            faces[i] = plan[n, CARDS + i]
        found = _add(plan[n, SIZE], level, flags, to_beat, tables, faces, found, moves)
    if hand[CARDS_HELD] <= 5:
        size = 0
        for face in range(LITTLE + 2):
            for _ in range(hand[FACES + face]):
                faces[size] = face
                size += 1
        found = _add(size, level, flags, to_beat, tables, faces, found, moves)
    if to_beat == _LEAD and not late:
        return found
    if to_beat >> SHIFT <= SINGLE:  # single cards suit by suit: one may be part of a flush
        for face in range(LITTLE + 2):
            if hand[FACES + face]:
                faces[0] = face
                found = _add(1, level, flags, to_beat, tables, faces, found, moves)
    masks[:] = 0
    fill_masks(level, flags, to_beat, hand, tables, masks)
    for group in range(PAIRS, GROUPS):
        category = category_of(group)
        if to_beat == _LEAD and (category > TRIPLE or jokers_of(group)):
            continue
        mask = masks[group]
        listed = 0
        while mask:
            value = lowest(mask)
            mask &= mask - 1
            listed += 1
            if category < STRAIGHT or listed < 3 or mask == 0:
                size = complete(group, value, level, flags, to_beat, hand, tables, faces)
                found = _add(size, level, flags, to_beat, tables, faces, found, moves)
    return found
