"""Tribute 进贡: who owes it, which cards it may be, and who gets it (clause 7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from daguai.cards import BIG_JOKER_RANK, BJ, LITTLE_JOKER_RANK, Face
from daguai.events import DealEnded
from daguai.rules import Rules

OFFER_SIZES: Final = {LITTLE_JOKER_RANK: 2, BIG_JOKER_RANK: 3}
"""How many cards are offered for a joker under ``return_card=candidates`` (clause 7.3)."""
_LEVEL_HEIGHT: Final = 13


def height(face: Face, level: int) -> int:
    """Return a single card's place in the order of clause 2.1, at a level rank.

    >>> [height(Face(card), level=5) for card in ("2S", "AS", "7S", "LJ", "BJ")]
    [0, 12, 13, 14, 15]
    """
    if face.is_joker:
        return face.rank + 1  # the level rank stands between the ace and the little joker
    return _LEVEL_HEIGHT if face.rank == level else face.rank


def highest(hand: Iterable[Face], level: int) -> tuple[Face, ...]:
    """Return the equal highest cards of a hand (clause 7.1), copies included, ascending.

    >>> from daguai.cards import format_cards, parse_cards
    >>> format_cards(highest(parse_cards("2S AH AS AS 9D"), level=3))
    'AS AS AH'
    """
    cards = sorted(hand)
    top = max(height(face, level) for face in cards)
    return tuple(face for face in cards if height(face, level) == top)


def offer_size(card: Face, rules: Rules) -> int | None:
    """Return how many cards are offered for a tribute, None for a plain return (clause 7.3)."""
    return OFFER_SIZES.get(card.rank) if rules.return_card == "candidates" else None


def givers_of(previous: DealEnded | None) -> tuple[int, ...]:
    """Return who owes tribute after a deal: the caught, as clause 6.4 lists them (7.1, 8.4)."""
    if previous is None:
        return ()
    return tuple(seat for seat in previous.order if seat in previous.caught)


def refused(hands: Sequence[Sequence[Face]], givers: Iterable[int], rules: Rules) -> int | None:
    """Return the big jokers that refuse tribute 抗贡, None when it is paid (clause 7.4)."""
    if rules.tribute_refusal is None:
        return None
    big = sum(hands[giver].count(BJ) for giver in givers)
    return big if big >= rules.tribute_refusal else None


def pairing(
    hands: Sequence[Sequence[Face]], level: int, previous: DealEnded, rules: Rules
) -> tuple[tuple[int, int], ...]:
    """Pair each giver with a receiver (clause 7.2), in playing order of givers.

    Only the ranks of the givers' highest cards matter, so the pairs are settled as soon as the
    cards are dealt, whichever of equal cards is paid.
    """
    seating = rules.seats_from(previous.order[0])
    givers = givers_of(previous)
    # All winners have run out: they stand in the order in the order of finishing.
    receivers = [seat for seat in previous.order if rules.team_of(seat) == previous.winner]
    receivers = receivers[: len(givers)]

    pairs: dict[int, int] = {}
    if rules.tribute_pairing == "last_to_first":
        givers = givers[::-1]
    elif rules.tribute_pairing == "largest_first":
        tops = {giver: height(highest(hands[giver], level)[0], level) for giver in givers}
        givers = tuple(sorted(givers, key=lambda giver: (-tops[giver], seating.index(giver))))
    else:
        before = {giver: (giver - 1) % rules.seats for giver in givers}
        pairs = {giver: seat for giver, seat in before.items() if seat in receivers}
        givers = tuple(sorted(set(givers) - set(pairs), key=seating.index))
        receivers = sorted(set(receivers) - set(pairs.values()), key=seating.index)
    pairs.update(zip(givers, receivers, strict=True))
    return tuple(sorted(pairs.items(), key=lambda pair: seating.index(pair[0])))


def highest_giver(paid: Iterable[tuple[int, Face]], level: int, first: int, rules: Rules) -> int:
    """Return who gave the highest tribute, of equals the earlier after ``first`` (clause 6.1)."""
    seating = rules.seats_from(first)
    return min(paid, key=lambda pair: (-height(pair[1], level), seating.index(pair[0])))[0]
