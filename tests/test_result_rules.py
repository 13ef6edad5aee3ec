"""Clauses 6.4, 8 and 9: what a deal's order of running out decides."""

from __future__ import annotations

import pytest

import daguai
import oracle_results

CLASSIC, POINTS = daguai.Rules.preset("classic"), daguai.Rules.preset("points")


def outcome(order, dealer_team: int, rules: daguai.Rules) -> oracle_results.Outcome:
    result = daguai.settle(order, dealer_team, rules)
    return oracle_results.Outcome(
        result.winner,
        list(result.caught),
        result.next_dealer_team,
        result.level_up,
        list(result.points),
    )


@pytest.mark.parametrize("preset", ["classic", "points", "house"])
@pytest.mark.parametrize("dealer_team", [0, 1])
def test_every_order_there_is(preset, dealer_team):
    """Clauses 8.1–8.4 and 9.1–9.3: all 552 orders, against the oracle."""
    rules = daguai.Rules.preset(preset)
    orders = list(oracle_results.orders())
    assert len(orders) == 552
    for order in orders:
        expected = oracle_results.settle(order, dealer_team, rules.scoring)
        assert outcome(order, dealer_team, rules) == expected, order


@pytest.mark.parametrize(
    ("order", "caught"),
    [((0, 2, 4), [1, 3, 5]), ((0, 2, 1, 4), [3, 5]), ((0, 1, 2, 3, 4), [5])],
)
def test_the_first_finishers_team_wins(order, caught):
    """Clause 8.1: entirely out first, it wins; who still holds cards is caught."""
    result = outcome(order, 0, CLASSIC)
    assert (result.winner, result.caught) == (0, caught)


@pytest.mark.parametrize("order", [(0, 1, 3, 5), (0, 1, 2, 3, 5)])
def test_drawn(order):
    """Clause 8.1: the other team is out first, nobody is caught."""
    result = outcome(order, 0, CLASSIC)
    assert (result.winner, result.caught) == (None, [])


def test_the_dealer_team_wins():
    """Clause 8.2: a level, and the deal stays."""
    result = outcome((0, 2, 4), 0, CLASSIC)
    assert (result.level_up, result.next_dealer_team) == (0, 0)


@pytest.mark.parametrize("gain", ["one", "by_caught"])
def test_level_gain_names_the_same_team(gain):
    """Clause 8.2, option level_gain: how many levels is the match's matter, which team is not."""
    rules = CLASSIC.replace(level_gain=gain)
    assert outcome((0, 2, 4), 0, rules).level_up == 0
    assert outcome((0, 2, 4), 1, rules).level_up is None


def test_the_dealer_team_draws_from_the_first_place():
    """Clause 8.3: it keeps the deal, no level."""
    result = outcome((0, 1, 3, 5), 0, CLASSIC)
    assert (result.level_up, result.next_dealer_team) == (None, 0)


@pytest.mark.parametrize("order", [(1, 3, 5), (1, 0, 3, 5), (1, 0, 2, 4)])
def test_the_other_team_takes_the_deal(order):
    """Clause 8.4: won, 换打权 or drawn, it takes the deal and no level."""
    result = outcome(order, 0, CLASSIC)
    assert (result.level_up, result.next_dealer_team) == (None, 1)


def test_places_one_two_three_against_the_dealer():
    """Clause 8.4: all three are caught, so all three pay."""
    assert outcome((1, 3, 5), 0, CLASSIC).caught == [0, 2, 4]


@pytest.mark.parametrize(
    ("order", "dealer_team", "points"),
    [
        ((0, 2, 4), 0, [3, -1]),
        ((0, 1, 2, 3, 4), 0, [3, -1]),
        ((1, 3, 5), 1, [-1, 3]),
        ((0, 2, 4), 1, [1, 1]),
        ((0, 1, 3, 5), 0, [1, 1]),
        ((0, 1, 3, 5), 1, [1, 1]),
    ],
)
def test_upgrade_points(order, dealer_team, points):
    """Clause 9.1: +3 and -1 when the dealer team wins, else +1 for everybody."""
    assert outcome(order, dealer_team, CLASSIC).points == points


@pytest.mark.parametrize(
    ("order", "points"),
    [
        ((0, 2, 4), [8, 0]),
        ((0, 2, 1, 4), [5, 0]),
        ((0, 2, 1, 3, 4), [3, 0]),
        ((0, 1, 2, 3, 5), [1, 0]),
        ((0, 1, 3, 2, 5), [1, 0]),
        ((0, 1, 3, 5), [0, 0]),
        ((1, 3, 5), [0, 8]),
    ],
)
def test_placement_points(order, points):
    """Clauses 9.2 and 9.3: 8, 5, 3; drawn with one still in 1, with two 0; the dealer no matter."""
    for dealer_team in (0, 1):
        assert outcome(order, dealer_team, POINTS).points == points


@pytest.mark.parametrize(
    "order",
    [
        (),
        (0,),
        (0, 2),
        (0, 1, 2, 3),  # nobody's team is out
        (0, 2, 4, 1),  # clause 6.4: the deal had ended
        (0, 1, 2, 3, 4, 5),
        (0, 0, 2, 4),
        (0, 2, 2),
        (0, 2, 6),
        (-1, 1, 3),
        (0, 2, "4"),
        (0, 2, None),
    ],
)
def test_orders_that_no_deal_ends_with(order):
    """Clause 6.4: a deal ends the moment one team is entirely out, neither before nor after."""
    with pytest.raises(ValueError, match=r"\w"):
        daguai.settle(order, 0, CLASSIC)


@pytest.mark.parametrize("dealer_team", [2, -1, None])
def test_teams_that_do_not_exist(dealer_team):
    """Clause 1.1."""
    with pytest.raises(ValueError, match=r"team"):
        daguai.settle((0, 2, 4), dealer_team, CLASSIC)
