"""Numbers and features of actions: every action has one, and both lead back."""

from __future__ import annotations

import numpy as np
import pytest
from walking import TABLES, started, walk

from daguai.actions import Lay, Offer, Pass, Return, Take, Tribute
from daguai.kernels.groups import GROUPS, VALUES
from daguai.legal import legal_actions
from daguai.research import actions
from daguai.research.actions import ACTIONS, CARD, MOVES, PASS, ActionError
from daguai.rules import Rules
from daguai.view import View


def check(game, deep: bool) -> set[str]:
    """Hold one position's encoding against the rules; return what kinds of action it had."""
    view = game.view(game.player)
    mask = actions.legal_mask(view, game.chosen)
    numbers = np.flatnonzero(mask).tolist()
    assert mask.shape == (ACTIONS,)
    kinds = set()
    if not game.chosen:
        allowed = legal_actions(view)
        kinds = {type(action).__name__ for action in allowed}
        if deep or len(allowed) < 200:
            by_number = {}
            for action in allowed:
                found = actions.indices_of(action, view)
                assert mask[found[0]], "the first number of a legal action is allowed"
                by_number.setdefault(found[0], []).append(action)
            assert sorted(by_number) == numbers
    for number in numbers:
        action = actions.action_of(number, view, game.chosen)
        if action is None:
            continue
        assert actions.indices_of(action, view) == (
            (number,)
            if not isinstance(action, Offer)
            else (*(CARD + face for face in game.chosen), number)
        )
        features = actions.features_of(action)
        assert features.sum() == (0 if isinstance(action, Pass) else len(cards_of(action)))
        if deep or number % 7 == 0:
            assert actions.action_from(features, view) == action
    return kinds


def cards_of(action) -> list[str]:
    return (action.cards if isinstance(action, Lay | Offer) else action.card).split()


@pytest.mark.parametrize("table", TABLES)
def test_numbers_and_features_lead_back(table):
    kinds = set()
    for at, game in enumerate(walk(TABLES[table], "back", match=True, deals=2)):
        if at % 3 == 0 or game.state.deal.leader is None:
            kinds |= check(game, deep=False)
    assert {"Lay", "Pass"} <= kinds


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_numbers_and_features_lead_back_in_thousands_of_positions(table):
    kinds = set()
    positions = 0
    for seed in ("one", "three", "eleven"):
        for game in walk(TABLES[table], seed, match=True, deals=4):
            kinds |= check(game, deep=positions % 10 == 0)
            positions += 1
    assert positions > 2000
    if table == "choices in tribute":
        assert {"Offer", "Take"} <= kinds
    elif table == "house":
        assert "Return" in kinds


def position(hand: str, to_beat: str = "", rules: Rules | None = None, level: str = "2") -> View:
    """A view in which seat 0 holds some cards."""
    import msgspec

    game = started(rules or Rules(), level=level)
    view = game.view(0)
    return msgspec.structs.replace(
        view, hand=hand, to_beat=to_beat, to_beat_seat=1 if to_beat else None, to_act=(0,)
    )


def test_copies_are_one_action():
    """Clause 1.2: three copies of a face are three equal cards."""
    one, three = position("3S KH"), position("3S 3S 3S KH")
    singles = actions.legal_mask(one)
    assert singles.sum() == 2
    assert (actions.legal_mask(three)[:17] == singles[:17]).all()


def test_completions_are_all_ways_to_lay_a_move():
    view = position("3S 3H 3D 4C LJ", "2S 2H", level="7")
    number = actions.index_of(Lay("3S 3H"), view)
    ways = actions.completions(number, view)
    assert ways == [Lay("3S 3H"), Lay("3S 3D"), Lay("3H 3D")]
    assert actions.action_of(number, view) in ways


def test_a_flush_has_one_number_however_ties_compare():
    """Clause 5.2: ``descending`` refines strengths, not numbers."""
    for ties in ("top", "descending"):
        rules = Rules(flush_ties=ties)
        view = position("2H 4H 6H 8H KH", rules=rules, level="7")
        number = actions.index_of(Lay("2H 4H 6H 8H KH"), view)
        assert actions.describe(number) == "flush in hearts of K"


def test_offers_are_named_card_by_card_ascending():
    """Clause 7.3, ``candidates``: one way to name each offer, and never a dead end."""
    import msgspec

    from daguai.cards import Face
    from daguai.view import TributeView

    view = position("3S 3H KH AS", rules=TABLES["choices in tribute"])
    entry = TributeView(giver=1, receiver=0, card="BJ")
    view = msgspec.structs.replace(view, phase="return", tribute=(entry,))
    first = np.flatnonzero(actions.legal_mask(view)) - CARD
    assert [str(Face(int(face))) for face in first] == ["3S", "3H"]
    chosen = (Face("3H"),)
    assert actions.action_of(CARD + Face("3H"), view) is None
    second = np.flatnonzero(actions.legal_mask(view, chosen)) - CARD
    assert [str(Face(int(face))) for face in second] == ["KH"]
    offer = actions.action_of(CARD + Face("AS"), view, (*chosen, Face("KH")))
    assert offer == Offer("3H KH AS")
    assert [actions.describe(n) for n in actions.indices_of(offer, view)] == [
        "card 3H", "card KH", "card AS",
    ]  # fmt: skip
    with pytest.raises(ActionError, match="as many actions") as caught:
        actions.index_of(offer, view)
    assert caught.value.code == "wrong_kind"


def test_tribute_is_a_choice_among_equal_cards():
    """Clause 7.1, ``giver``: the highest by clause 2.1, each face once."""
    import msgspec

    from daguai.view import TributeView

    view = position("3S AS AH AH KD", rules=TABLES["choices in tribute"], level="3")
    for hand, allowed in (("AS AH AH KD", ["AS", "AH"]), ("3S 3D AH", ["3S", "3D"])):
        owing = msgspec.structs.replace(
            view, hand=hand, phase="tribute", tribute=(TributeView(giver=0),)
        )
        numbers = np.flatnonzero(actions.legal_mask(owing)).tolist()
        assert [actions.describe(n) for n in numbers] == [f"card {card}" for card in allowed]
        assert actions.action_of(numbers[0], owing) == Tribute(allowed[0])
        assert actions.action_from(actions.features_of(Tribute(allowed[1])), owing) == Tribute(
            allowed[1]
        )


@pytest.mark.parametrize("action", [Return("3S"), Tribute("3S"), Take("3S")])
def test_a_named_card_is_one_number_whatever_it_is_named_for(action):
    assert actions.index_of(action, position("3S")) == CARD + 4


def test_what_is_not_allowed_is_refused():
    view = position("3S KH", "AS")
    assert np.flatnonzero(actions.legal_mask(view)).tolist() == [PASS]
    for number, code in ((-1, "unknown_index"), (ACTIONS, "unknown_index"), (1, "not_allowed"),
                         (CARD, "not_allowed")):  # fmt: skip
        with pytest.raises(ActionError) as caught:
            actions.action_of(number, view)
        assert caught.value.code == code
    with pytest.raises(ActionError, match="not allowed now"):
        actions.action_from(actions.features_of(Lay("3S")), view)
    with pytest.raises(ActionError, match="not allowed"):
        actions.action_of(PASS, position("3S KH"))


def test_who_does_not_act_has_an_empty_mask():
    game = started(Rules())
    other = (game.player + 1) % 6
    assert not actions.legal_mask(game.view(other)).any()
    with pytest.raises(ActionError, match="not allowed"):
        actions.action_of(0, game.view(other))


def test_every_number_has_a_description_of_its_own():
    numbers = [g * VALUES + value for g in range(GROUPS) for value in actions.values_of(g)]
    assert len({actions.describe(number) for number in numbers}) == len(numbers)
    with pytest.raises(ActionError, match="no action 922"):
        actions.describe(ACTIONS)


def test_no_move_has_a_number_outside_the_table():
    for game in walk(TABLES["jokers on anything"], "table"):
        for number in np.flatnonzero(game.legal_mask()[:MOVES]):
            group, value = divmod(int(number), VALUES)
            assert value in actions.values_of(group)
