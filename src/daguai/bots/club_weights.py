"""The club bot's weights, tuned by play: ``scripts/tune_club.py``."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True)
class Weights:
    """What the club bot weighs; the unit is the cost of a lead lost by a low single card.

    The kernels read them as one array in this order (``daguai.kernels.weights``).

    Attributes:
        turn: a play of the plan, for the turn it takes.
        lost: the lead being lost by a single card.
        lost_pair: the same for a pair, as a multiple.
        lost_triple: for a triple.
        lost_five: for a five.
        high_single: how much easier than the lowest the highest single card leaves by answering.
        high_pair: the same for pairs.
        high_triple: for triples.
        high_five: for fives.
        keep_joker: what a joker is worth beyond the turn it is.
        answer_single: how surely an unseen higher card answers a single one.
        answer_pair: the same for pairs.
        answer_triple: for triples.
        answer_with_joker: how willingly jokers are spent on that.
        straight: how often fresh hands answer the lowest straight, as a rate per opponent.
        flush: the same for the lowest flush.
        full_house: for full houses.
        four_and_one: for fours.
        straight_flush: for straight flushes.
        five_of_a_kind: for fives of a kind.
        five_shrink: how fast that falls with the cards they have left.
        win: winning the trick by an answer.
        win_strong: the same for each unit of the hand's strength.
        joker: spending a joker on an answer.
        stop: keeping the lead from an opponent who is nearly out.
        leave: leaving an answer to a partner who acts later.
        enemy_behind: each opponent who may still answer.
        trust: leaving it to a partner whose first answer promised something.
        over: beating a partner's play.
        over_sure: the same where nobody else would beat it.
        over_near: the same for a partner who is nearly out.
        cover: beating a partner's weak play when an opponent is nearly out.
        signal: a first answer that promises more than a poor hand holds.
        lead_sure: leading what nobody beats.
        lead_pair: leading a pair.
        lead_triple: leading a triple.
        lead_five: leading a five.
        early_five: leading a five from a strong fresh hand.
        danger: playing as many cards as an opponent has left.
        safe: playing more cards than an opponent has who is nearly out.
        feed: leading as many cards as a partner has left.
        feed_low: leading what a partner can take who is nearly out.
        run: seeing that all but one play of the rest wins its trick.
        one_left: having one play left.
        two_left: having two plays left.
        role: what a fresh hand's plan costs that is neither strong nor weak.
    """

    turn: float = 0.018
    lost: float = 0.962
    lost_pair: float = 1.010
    lost_triple: float = 0.796
    lost_five: float = 1.559
    high_single: float = 0.173
    high_pair: float = 0.092
    high_triple: float = 0.068
    high_five: float = 0.226
    keep_joker: float = 0.428
    answer_single: float = 0.256
    answer_pair: float = 0.727
    answer_triple: float = 1.002
    answer_with_joker: float = 0.260
    straight: float = 1.264
    flush: float = 1.457
    full_house: float = 0.764
    four_and_one: float = 0.144
    straight_flush: float = 0.022
    five_of_a_kind: float = 0.010
    five_shrink: float = 0.488
    win: float = 0.274
    win_strong: float = 0.560
    joker: float = 0.174
    stop: float = 1.446
    leave: float = 0.239
    enemy_behind: float = 0.029
    trust: float = 0.163
    over: float = 0.638
    over_sure: float = 1.240
    over_near: float = 0.718
    cover: float = 0.637
    signal: float = 0.151
    lead_sure: float = -0.048
    lead_pair: float = 0.073
    lead_triple: float = 0.136
    lead_five: float = -0.008
    early_five: float = 0.116
    danger: float = 0.875
    safe: float = 0.156
    feed: float = 0.630
    feed_low: float = 0.046
    run: float = 1.425
    one_left: float = 0.135
    two_left: float = 0.069
    role: float = 2.989

    @cached_property
    def array(self) -> npt.NDArray[np.float64]:
        """The weights as the kernels read them."""
        import numpy as np  # noqa: PLC0415  (kept out of the import of the package)

        return np.array(astuple(self), dtype=np.float64)
