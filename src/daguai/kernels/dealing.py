"""Random hands: of a fresh deal, and of what a player has not seen."""

from __future__ import annotations

import numpy as np

from daguai.kernels._jit import jit
from daguai.kernels.generator import below, seed
from daguai.kernels.holding import Array, rank_of
from daguai.kernels.ranking import BIG_VALUE, JOKER_VALUE, LITTLE


@jit()
def _deal_all(seeds: Array, cards: Array, state: Array, hands: Array) -> None:
    size = cards.shape[0] // hands.shape[1]
    for n in range(seeds.shape[0]):
        seed(seeds[n], state)
        for i in range(cards.shape[0]):
            cards[i] = i % 54
        for i in range(size * hands.shape[1]):
            k = i + below(cards.shape[0] - i, state)
            cards[i], cards[k] = cards[k], cards[i]
            hands[n, i // size, cards[i]] += 1


@jit("void(int64[::1], int64, uint8[:, :, ::1])")
def deal_hands(seeds: Array, decks: int, hands: Array) -> None:
    """Shuffle and deal whole decks, for simulations; matches use ``daguai.shuffle``.

    Args:
        seeds: ``int64[n]``, one number per deal.
        decks: how many decks of 54 are shuffled together.
        hands: ``uint8[n, seats, 54]``, filled with counts; the cards left over by an uneven
            number of seats are not dealt.
    """
    hands[:] = 0
    cards = np.empty(decks * 54, dtype=np.int64)
    _deal_all(seeds, cards, np.empty(4, dtype=np.int64), hands)


@jit()
def _place(
    unseen: Array, known: Array, sizes: Array, ceilings: Array, level: int, free: Array,
    state: Array, hands: Array,
) -> int:  # fmt: skip
    """Deal the unseen cards once and return how many found no place.

    ``free`` is room for the seat of each place that may be filled.
    """
    places = 0
    left_over = 0
    # From the highest value down: whoever may hold a card may hold every lower one, so each
    # card has the same number of places whatever those before it took, and all ways are
    # equally likely.
    for value in range(BIG_VALUE, -1, -1):
        for seat in range(known.shape[0]):
            if ceilings[seat] == value:
                held = 0
                for face in range(54):
                    held += int(known[seat, face])
                for _ in range(sizes[seat] - held):
                    free[places] = seat
                    places += 1
        if value >= JOKER_VALUE:
            first = last = LITTLE + value - JOKER_VALUE
        elif value == level:
            continue
        else:
            first = 4 * rank_of(value, level)
            last = first + 3
        for face in range(first, last + 1):
            for _ in range(unseen[face]):
                if places == 0:
                    left_over += 1
                    continue
                k = below(places, state)
                hands[free[k], face] += 1
                places -= 1
                free[k] = free[places]
    return left_over


@jit()
def _place_all(
    unseen: Array, known: Array, sizes: Array, ceilings: Array, level: int, seeds: Array,
    free: Array, state: Array, hands: Array,
) -> int:  # fmt: skip
    left_over = 0
    for n in range(seeds.shape[0]):
        seed(seeds[n], state)
        for seat in range(known.shape[0]):
            for face in range(54):
                hands[n, seat, face] = known[seat, face]
        left_over += _place(unseen, known, sizes, ceilings, level, free, state, hands[n])
    return left_over


@jit(
    "int64(uint8[::1], uint8[:, ::1], int64[::1], int64[::1], int64, int64[::1], uint8[:, :, ::1])"
)
def determinise(
    unseen: Array, known: Array, sizes: Array, ceilings: Array, level: int, seeds: Array,
    hands: Array,
) -> int:  # fmt: skip
    """Deal the cards a player has not seen, uniformly over all ways that fit what they know.

    Args:
        unseen: ``uint8[54]``, the cards whose holders are not known.
        known: ``uint8[seats, 54]``, the cards each seat is known to hold: a player's own hand,
            and tributes and returns 进贡还贡 that were not played yet.
        sizes: ``int64[seats]``, how many cards each seat holds, the known ones among them.
        ceilings: ``int64[seats]``, the highest value (0..15, ``ranking``) of an unseen card that a
            seat can hold, because it gave its highest card as tribute; 15 where nothing is known.
        level: the level rank, 0..12.
        seeds: ``int64[n]``, one number per sample.
        hands: ``uint8[n, seats, 54]``, filled with whole hands.

    Returns:
        How many unseen cards found no place, in all samples; 0 unless what is known contradicts
        itself or more cards are unseen than the seats hold.
    """
    total = 0
    for seat in range(known.shape[0]):
        total += max(0, sizes[seat])
    free = np.empty(total, dtype=np.int64)
    state = np.empty(4, dtype=np.int64)
    return _place_all(unseen, known, sizes, ceilings, level, seeds, free, state, hands)
