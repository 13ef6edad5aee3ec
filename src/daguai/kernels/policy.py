"""A quick and sensible way to play, for playouts; every hand is a plan (``policy_groups``).

A seat leads or answers with a group of its plan, with part of one, or, against fives, with a plan
made anew. It never looks at other hands, only at how many cards they have and which cards are
still out. Each option gets a score, linear in what is known about it; the best one is played, and
answering must score above 0, what a pass scores. The weights come from ``scripts/tune_policy.py``,
not from anybody's opinion.
"""

from __future__ import annotations

from typing import Final

from daguai.kernels._jit import jit
from daguai.kernels.holding import CARDS, Array
from daguai.kernels.judging import beats, size_of, strength_of
from daguai.kernels.playouts import OWNER, TEAMS, TO_BEAT
from daguai.kernels.policy_chances import NEAR, chance
from daguai.kernels.policy_groups import (
    FIRST,
    GROUPS,
    OWN,
    PLAN,
    VALUES,
    add_group,
    faces_in,
    kind_of,
    packed_faces,
    remove_group,
    replan,
)
from daguai.kernels.policy_weights import (
    LEAD_BACK,
    LEAD_DANGER,
    LEAD_FEW,
    LEAD_HELP,
    LEAD_HELP_LATE,
    LEAD_HOLD,
    LEAD_LAST,
    LEAD_LATE,
    LEAD_MORE,
    LEAD_RUN,
    LEAD_SIZE,
    LEAD_VALUE,
    TAKE_COST,
    TAKE_EARLY,
    TAKE_FEW,
    TAKE_GONE,
    TAKE_GROUPS,
    TAKE_HOLD,
    TAKE_JOKER,
    TAKE_LAST,
    TAKE_OPPONENT_HOLD,
    TAKE_OPPONENT_LAST,
    TAKE_OPPONENT_LATE,
    TAKE_OPPONENTS_BEHIND,
    TAKE_PARTNER,
    TAKE_PARTNER_FEW,
    TAKE_PARTNER_HOLD,
    TAKE_PARTNER_LAST,
    TAKE_PARTNER_LATE,
    TAKE_PARTNERS_BEHIND,
    TAKE_REBUILD,
    TAKE_RUN,
    TAKE_SIZE,
    TAKE_SPLIT,
    TAKE_STOP,
    TAKE_VALUE,
)
from daguai.kernels.ranking import FULL_HOUSE, ILLEGAL, JOKER_VALUE, PAIR, SHIFT, SINGLE, TRIPLE

_SURE: Final = 0.9
"""So good a chance to hold is as good as certain."""

PASS: Final = -1
_WHOLE_HAND: Final = -2
_SPLIT: Final = 64
"""``_SPLIT + group`` names the first cards of a group."""
_WITH_JOKERS: Final = 256
"""``_WITH_JOKERS + 32 * group + joker``: a group and a single joker, both of the plan."""


@jit()
def _by_size(size: int) -> int:
    return 3 if size == 5 else size - 1


@jit()
def _near(cards: int) -> float:
    return (NEAR - cards) / NEAR if 0 < cards < NEAR else 0.0


@jit()
def _whole_hand(
    to_beat: int, level: int, flags: int, tables: Array, faces: Array, plan: Array
) -> bool:
    """Return whether all cards together may be laid."""
    cards = plan[CARDS]
    if cards > 5 or cards == 4:
        return False
    at = 0
    for group in range(plan[GROUPS]):
        size = size_of(plan[FIRST + 2 * group])
        faces_in(plan[FIRST + 2 * group + 1], size, faces[at:])
        at += size
    strength = strength_of(faces, cards, level, flags, tables)
    return strength != ILLEGAL and (to_beat < 0 or beats(strength, to_beat, flags))


@jit()
def _unsure(out: int, flags: int, weights: Array, shares: Array, plan: Array) -> int:
    """Return how many groups of a plan may lose their trick."""
    count = 0
    for group in range(plan[GROUPS]):
        count += chance(plan[FIRST + 2 * group], out, flags, weights, shares) < _SURE
    return count


@jit()
def choose_lead(
    seat: int, out: int, level: int, flags: int, tables: Array, weights: Array, shares: Array,
    faces: Array, plans: Array,
) -> int:  # fmt: skip
    """Choose the group to lead, or the whole hand."""
    plan = plans[seat]
    groups = plan[GROUPS]
    if groups == 1:
        return 0
    if plan[CARDS] <= 5 and _whole_hand(-1, level, flags, tables, faces, plan):
        return _WHOLE_HAND
    late = 0.0
    partner_late = 0.0
    danger = 0  # sizes, as bits, that an opponent or a partner can go out on
    helped = 0
    for other in range(plans.shape[0]):
        cards = plans[other, CARDS]
        if cards == 0 or other == seat:
            continue
        if (other - seat) % TEAMS == 0:
            partner_late = max(partner_late, _near(cards))
            helped |= 1 << min(cards, 6)
        else:
            late = max(late, _near(cards))
            danger |= 1 << min(cards, 6)
    run = weights[LEAD_RUN] if _unsure(out, flags, weights, shares, plan) <= 1 else 0.0
    best = 0
    best_score = -1e9
    for group in range(groups):
        strength = plan[FIRST + 2 * group]
        size = size_of(strength)
        hold = chance(strength, out, flags, weights, shares)
        back = 0.0
        more = 0
        for other in range(groups):
            if other != group and size_of(plan[FIRST + 2 * other]) == size:
                back = max(back, chance(plan[FIRST + 2 * other], out, flags, weights, shares))
                more += 1
        by_size = _by_size(size)
        score = weights[LEAD_SIZE + by_size] + weights[LEAD_HOLD + by_size] * hold
        score += weights[LEAD_BACK] * back + weights[LEAD_MORE] * more
        score += (weights[LEAD_FEW] / groups + run) * hold
        if size < 5:
            score += weights[LEAD_VALUE] * (kind_of(strength, flags) % VALUES) / VALUES
        if danger >> size & 1:
            score += weights[LEAD_DANGER] * (1 - hold)
        if helped >> size & 1:
            score += weights[LEAD_HELP] * (1 - hold)
        if groups <= 3:
            score += weights[LEAD_LAST + groups - 2] * hold
        score += weights[LEAD_LATE] * hold * late
        score += weights[LEAD_HELP_LATE] * (1 - hold) * partner_late
        if score > best_score:
            best_score = score
            best = group
    return best


@jit()
def _situation(
    seat: int, position: Array, out: int, flags: int, weights: Array, shares: Array, plans: Array
) -> float:
    """Return the part of an answer's score that is the same for all answers."""
    owner = position[OWNER]
    cards = plans[owner, CARDS]
    groups = plans[seat, GROUPS]
    hold = chance(position[TO_BEAT], out, flags, weights, shares)
    score = weights[TAKE_GROUPS] * groups / 10.0
    if cards == 0:
        score += weights[TAKE_GONE]
    last = True
    after = seat
    while True:  # who may answer after this seat
        after = (after + 1) % plans.shape[0]
        if after == owner:
            break
        if plans[after, CARDS]:
            last = False
            partner = (after - seat) % TEAMS == 0
            score += weights[TAKE_PARTNERS_BEHIND if partner else TAKE_OPPONENTS_BEHIND]
    if (owner - seat) % TEAMS == 0:
        score += weights[TAKE_PARTNER] + weights[TAKE_PARTNER_HOLD] * hold
        score += weights[TAKE_PARTNER_LATE] * _near(cards) + weights[TAKE_PARTNER_FEW] / groups
        if last:
            score += weights[TAKE_PARTNER_LAST]
    else:
        score += weights[TAKE_OPPONENT_HOLD] * hold + weights[TAKE_OPPONENT_LATE] * _near(cards)
        if last:
            score += weights[TAKE_OPPONENT_LAST]
    if groups == 2:
        score += weights[TAKE_LAST]
    return float(score)


@jit()
def _rebuilt(
    to_beat: int, out: int, level: int, flags: int, per_hold: float, tables: Array,
    weights: Array, costs: Array, shares: Array, faces: Array, room: Array, reals: Array,
    plan: Array, spare: Array,
) -> float:  # fmt: skip
    """Make another plan in ``spare`` with a five that beats the play on the table.

    Returns:
        What is won by it; the group is the first of the plan. Very little if there is none.
    """
    replan(to_beat, level, flags, plan, tables, costs, faces, room, reals, spare)
    cheapest = -1
    gain = 0.0
    for group in range(plan[GROUPS]):
        gain += costs[kind_of(plan[FIRST + 2 * group], flags)]
    for group in range(spare[GROUPS]):
        strength = spare[FIRST + 2 * group]
        lower = cheapest < 0 or strength < spare[FIRST + 2 * cheapest]
        if lower and strength >> SHIFT > TRIPLE and beats(strength, to_beat, flags):
            cheapest = group
        gain -= costs[kind_of(strength, flags)]
    if cheapest < 0:
        return -1e9
    at = FIRST + 2 * cheapest
    for i in range(2):
        spare[FIRST + i], spare[at + i] = spare[at + i], spare[FIRST + i]
    gain += costs[kind_of(spare[FIRST], flags)]
    gain *= weights[TAKE_COST]
    return float(gain + per_hold * chance(spare[FIRST], out, flags, weights, shares))


@jit()
def choose_answer(
    seat: int, position: Array, out: int, level: int, flags: int, tables: Array, weights: Array,
    costs: Array, shares: Array, faces: Array, room: Array, reals: Array, plans: Array,
    spare: Array,
) -> int:  # fmt: skip
    """Choose an answer, or ``PASS``."""
    plan = plans[seat]
    to_beat = position[TO_BEAT]
    size = size_of(to_beat)
    if plan[CARDS] < size:
        return PASS
    if plan[CARDS] <= 5 and _whole_hand(to_beat, level, flags, tables, faces, plan):
        return _WHOLE_HAND
    groups = plan[GROUPS]
    late = 0.0
    for other in range(plans.shape[0]):
        if (other - seat) % TEAMS:
            late = max(late, _near(plans[other, CARDS]))
    by_size = _by_size(size)
    base = _situation(seat, position, out, flags, weights, shares, plans)
    base += weights[TAKE_SIZE + by_size]
    per_hold = weights[TAKE_HOLD + by_size] + weights[TAKE_FEW] / groups
    per_hold += weights[TAKE_STOP] * late + weights[TAKE_EARLY] * plan[CARDS] / 27.0
    if groups == 2:
        per_hold += weights[TAKE_LAST + 1]
    unsure = _unsure(out, flags, weights, shares, plan)
    best = PASS
    best_score = 0.0
    category = size - 1  # of plays of fewer than five cards
    beating = 0
    for group in range(groups):
        strength = plan[FIRST + 2 * group]
        kind = kind_of(strength, flags)
        score = base
        option = group
        result = strength
        if beats(strength, to_beat, flags):
            beating += 1
            score += weights[TAKE_COST] * costs[kind]
            hold = chance(strength, out, flags, weights, shares)
            if unsure - (hold < _SURE) <= 1:
                score += weights[TAKE_RUN] * hold
        elif size == 5 or strength >> SHIFT == category:
            continue
        else:
            value = kind % VALUES
            whole = size_of(strength)
            left = 0.0
            if value >= JOKER_VALUE:
                continue
            if size < whole < 5:  # a pair or triple, split
                left = costs[(whole - size - 1) * VALUES + value]
            elif strength >> SHIFT == FULL_HOUSE and size == 3:
                left = costs[PAIR * VALUES + 6]
            else:
                continue
            option = _SPLIT + group
            result = category << SHIFT | value
            if not beats(result, to_beat, flags):
                continue
            score += weights[TAKE_SPLIT] + weights[TAKE_COST] * (costs[kind] - left)
        score += per_hold * chance(result, out, flags, weights, shares)
        if size < 5:
            score += weights[TAKE_VALUE] * (kind_of(result, flags) % VALUES) / VALUES
        if score > best_score:
            best_score = score
            best = option
    if category in (PAIR, TRIPLE):
        for joker in range(groups):
            strength = plan[FIRST + 2 * joker]
            if strength >> SHIFT != SINGLE or strength < JOKER_VALUE:
                continue
            spent = weights[TAKE_JOKER] + weights[TAKE_COST] * costs[strength]
            for group in range(groups):
                smaller = plan[FIRST + 2 * group]
                result = smaller + (1 << SHIFT)
                if smaller >> SHIFT != category - 1 or not beats(result, to_beat, flags):
                    continue
                if kind_of(smaller, flags) % VALUES >= JOKER_VALUE:
                    continue
                score = base + spent + weights[TAKE_COST] * costs[kind_of(smaller, flags)]
                score += per_hold * chance(result, out, flags, weights, shares)
                if score > best_score:
                    best_score = score
                    best = _WITH_JOKERS + 32 * group + joker
    if size == 5 and beating == 0:
        base += weights[TAKE_REBUILD]
        if base + weights[TAKE_COST] + max(0.0, per_hold) > 0:
            score = base + _rebuilt(
                to_beat, out, level, flags, per_hold, tables, weights, costs, shares, faces, room,
                reals, plan, spare,
            )  # fmt: skip
            if score > 0:
                own = plan[OWN]
                for i in range(PLAN):
                    plan[i] = spare[i]
                plan[OWN] = own
                return 0
    return best


@jit()
def lay(
    option: int, to_beat: int, level: int, flags: int, tables: Array, faces: Array, plan: Array
) -> int:
    """Take what was chosen out of a plan and into ``faces``; return its strength."""
    if option == _WHOLE_HAND:
        at = 0
        while plan[GROUPS]:
            group = plan[GROUPS] - 1
            size = size_of(plan[FIRST + 2 * group])
            faces_in(plan[FIRST + 2 * group + 1], size, faces[at:])
            remove_group(group, plan)
            at += size
        return strength_of(faces, at, level, flags, tables)
    if option < _SPLIT:
        strength = plan[FIRST + 2 * option]
        faces_in(plan[FIRST + 2 * option + 1], size_of(strength), faces)
        remove_group(option, plan)
        return int(strength)
    if option < _WITH_JOKERS:
        group = option - _SPLIT
        whole = size_of(plan[FIRST + 2 * group])
        size = size_of(to_beat)
        faces_in(plan[FIRST + 2 * group + 1], whole, faces)
        remove_group(group, plan)
        if whole == 5 and faces[4] >= 52:  # two pairs and a joker, which makes the triple
            faces[2], faces[3], faces[4] = faces[4], faces[2], faces[3]
        left = strength_of(faces[size:], whole - size, level, flags, tables)
        add_group(left, packed_faces(faces[size:], whole - size), plan)
        return strength_of(faces, size, level, flags, tables)
    group, joker = (option - _WITH_JOKERS) // 32, (option - _WITH_JOKERS) % 32
    size = size_of(plan[FIRST + 2 * group])
    faces_in(plan[FIRST + 2 * group + 1], size, faces)
    faces_in(plan[FIRST + 2 * joker + 1], size_of(SINGLE), faces[size:])
    remove_group(max(group, joker), plan)
    remove_group(min(group, joker), plan)
    return strength_of(faces, size + 1, level, flags, tables)
