"""What a seat may be advised: sensible things to do 提示, and its hand arranged 理牌.

Both come from the seat's own view with its memory of the deal, so they rest on nothing that an
attentive player does not know; and no answer has a count of cards that clause 6.5 hides.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, cast

import numpy as np

from daguai.actions import Action, Lay, Pass
from daguai.arrangement import arrange
from daguai.cards import counts_of, faces_of, parse_cards
from daguai.legal import legal_actions
from daguai.plays import classify
from daguai.rules import Rules
from daguai.server.protocol import Arranged, ArrangedPlay, HintItem, HintReason, RoleReason
from daguai.server.refusal import Refusal
from daguai.view import View, rules_of

if TYPE_CHECKING:
    from daguai.bots import Candidate, Club

_UNCOUNTED: Final[Mapping[str, HintReason]] = {
    "partner_near": "partner_holds",
    "partner_behind": "partner_behind",
    "beats_partner": "beats_partner",
    "lets_out": "better_kept",
    "stops": "worth_it",
    "feeds_partner": "for_partner",
    "cannot_answer": "hard_to_answer",
}
"""What is said in the place of a reason that names a count where clause 6.5 hides it.

The same is said of a partner who is out, with no cards to count.
"""


@cache
def _adviser() -> Club:
    """Return the club bot: hints are what it thinks of, whoever plays the other seats."""
    from daguai.bots import Club  # noqa: PLC0415  (bots come with the compiled core)

    return Club()


def hints_for(view: View) -> tuple[HintItem, ...]:
    """List sensible things to do, the most sensible first.

    In play they are given out of turn too, for the play on the table. In tribute the bot's choice
    comes first and all other choices after it.
    """
    advised = _adviser().hints(view)
    if view.phase == "play":
        return tuple(_play(candidate, view) for candidate in advised)
    best = [_choice(candidate.action, *_reason(candidate, view)) for candidate in advised[:1]]
    others = dict.fromkeys(candidate.action for candidate in advised) | dict.fromkeys(
        legal_actions(view)
    )
    rest = [_choice(action, "possible", {}) for action in others]
    return (*best, *(item for item in rest if item.cards not in {b.cards for b in best}))


def _play(candidate: Candidate, view: View) -> HintItem:
    reason, details = _reason(candidate, view)
    if not isinstance(candidate.action, Lay):
        return HintItem(candidate.action, "", "", reason, details, candidate.keeps_hand)
    play = classify(candidate.action.cards, rules_of(view), view.level)
    category = play.category.value
    return HintItem(candidate.action, str(play), category, reason, details, candidate.keeps_hand)


def _choice(action: Action, reason: HintReason, details: dict[str, str]) -> HintItem:
    assert not isinstance(action, Pass | Lay), "only choices of tribute come here"
    cards = str(getattr(action, "card", None) or getattr(action, "cards", ""))
    return HintItem(action, cards, "", reason, details)


def _reason(candidate: Candidate, view: View) -> tuple[HintReason, dict[str, str]]:
    """Return a candidate's reason for the wire, without a count that is hidden."""
    details = {key: str(value) for key, value in candidate.details.items()}
    seat = candidate.details.get("seat")
    if isinstance(seat, int) and not view.counts[seat]:
        reason = _UNCOUNTED.get(candidate.reason, "possible")
        return reason, {"seat": details["seat"]} if reason == candidate.reason else {}
    return cast("HintReason", candidate.reason), details


def arranged(request: str, view: View) -> Arranged:
    """Arrange a seat's hand against the cards that the seat has not seen.

    Raises:
        Refusal: ``no_hand``: the seat holds no cards.
    """
    if not view.hand:
        raise Refusal("no_hand", "there are no cards to arrange")
    rules = rules_of(view)
    unseen = _unseen(view, rules)
    found = arrange(
        view.hand,
        rules,
        view.level,
        unseen=faces_of(unseen),
        rival_cards=_rival_cards(view, rules, int(unseen.sum())),
    )
    return Arranged(
        id=request,
        turns=found.turns,
        plays=tuple(
            ArrangedPlay(str(play), play.category.value, round(hold, 3))
            for play, hold in zip(found.plays, found.holds, strict=True)
        ),
        lost_leads=found.lost_leads,
        role=found.role.value,
        reason=cast("RoleReason", found.reason.code),
        details={key: str(value) for key, value in found.reason.details.items()},
    )


def _unseen(view: View, rules: Rules) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """Count the cards that are neither in the hand nor laid in this deal."""
    seen = counts_of(parse_cards(view.hand)).astype(np.int64)
    for trick in (*view.history, view.trick):
        for move in trick.moves:
            seen += counts_of(parse_cards(move.cards))
    return (rules.decks - seen).astype(np.uint8)


def _rival_cards(view: View, rules: Rules, unseen: int) -> tuple[int, ...]:
    """Return how many cards each opponent holds; where hidden, an equal share of the rest."""
    counts = [count for seat, count in enumerate(view.counts) if seat != view.seat]
    hidden = counts.count(None)
    rest = unseen - sum(count for count in counts if count is not None)
    share = min(rules.hand_size, -(-rest // hidden)) if hidden else 0
    assert view.seat is not None
    own = rules.team_of(view.seat)
    return tuple(
        share if count is None else count
        for seat, count in enumerate(view.counts)
        if rules.team_of(seat) != own
    )
