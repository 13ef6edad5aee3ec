"""Clauses 1 to 5 and 11 of the rules, each by the examples its own text gives.

Unless a test says otherwise the rules are ``classic``. Cards are written by rank where suits do not
matter; ``mixed`` then deals them suits that make no flush.
"""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

import daguai
from daguai import Rules
from daguai.cards import FACES
from daguai.rules import OPTIONS

CLASSIC = Rules.preset("classic")
NOTATIONS = {str(face) for face in FACES}


def mixed(ranks: str) -> str:
    """Cards of these ranks in turning suits; ``l`` and ``b`` are the jokers."""
    jokers = {"l": "LJ", "b": "BJ"}
    return " ".join(jokers.get(rank, rank + "SHDC"[i % 4]) for i, rank in enumerate(ranks))


def play(cards: str, level: str = "2", **options: object) -> daguai.Play:
    """A play from notation, or from ranks alone."""
    notation = cards if " " in cards or cards in NOTATIONS else mixed(cards)
    return daguai.classify(notation, CLASSIC.replace(**options), level=level)


def category(cards: str, level: str = "2", **options: object) -> str:
    return play(cards, level, **options).category.value


def refused(cards: str, level: str = "2", **options: object) -> str:
    """The code with which cards are refused."""
    with pytest.raises(daguai.IllegalPlay) as error:
        play(cards, level, **options)
    assert isinstance(error.value, ValueError)
    return error.value.code


def higher(a: str, b: str, level: str = "2", **options: object) -> None:
    one, other = play(a, level, **options), play(b, level, **options)
    assert one.beats(other), f"{a} should beat {b}"
    assert not other.beats(one), f"{b} should not beat {a}"


def equal(a: str, b: str, level: str = "2", **options: object) -> None:
    one, other = play(a, level, **options), play(b, level, **options)
    assert not one.beats(other), f"{a} should not beat {b}"
    assert not other.beats(one), f"{b} should not beat {a}"


class TestTable:
    def test_partners_never_sit_side_by_side(self):
        """Clause 1.1."""
        assert CLASSIC.seats == 6
        assert CLASSIC.team_seats(0) == (0, 2, 4)
        assert CLASSIC.team_seats(1) == (1, 3, 5)
        for seat in range(CLASSIC.seats):
            assert CLASSIC.team_of(seat) != CLASSIC.team_of((seat + 1) % CLASSIC.seats)

    def test_three_decks_of_54(self):
        """Clause 1.2."""
        assert (CLASSIC.decks, CLASSIC.cards, CLASSIC.hand_size) == (3, 162, 27)
        assert len(FACES) == len({str(face) for face in FACES}) == 54

    def test_no_more_copies_than_decks(self):
        """Clause 1.2: a fourth copy of a face cannot be held, so it cannot be played."""
        assert category("9H 9H 9H 9S 4H") == "four_and_one"
        assert refused("9H 9H 9H 9H 4H") == "too_many_copies"
        assert refused("BJ BJ BJ BJ LJ") == "too_many_copies"

    def test_levels_from_2_to_ace(self):
        """Clause 1.3."""
        for level in "23456789TJQKA":
            assert category("3S", level) == "single"
        for level in ("1", "B", "", "LJ", "22", 13, -1):
            with pytest.raises(ValueError, match="level"):
                daguai.classify("3S", CLASSIC, level=level)


class TestSingles:
    @pytest.mark.parametrize("level", "23456789TJQKA")
    def test_order(self, level):
        """Clause 2.1: BJ > LJ > level rank > A > K > … > 2, the level out of its place."""
        ranks = [rank for rank in "23456789TJQKA" if rank != level]
        ladder = [*(rank + "S" for rank in ranks), level + "H", "LJ", "BJ"]
        for place, card in enumerate(ladder):
            for lower in ladder[:place]:
                higher(card, lower, level)

    def test_suits_never_count(self):
        """Clause 2.1: equal ranks are equal."""
        for suit in "SHDC":
            equal("TS", "T" + suit)
            equal("TS", "T" + suit, level="T")


class TestPlays:
    @pytest.mark.parametrize(
        ("cards", "expected"),
        [
            ("9C", "single"),
            ("9C 9C", "pair"),
            ("9C 9D 9C", "triple"),
            ("34567", "straight"),
            ("2H 4H 7H JH KH", "flush"),
            ("33344", "full_house"),
            ("33334", "four_and_one"),
            ("3H 4H 5H 6H 7H", "straight_flush"),
            ("33333", "five_of_a_kind"),
        ],
    )
    def test_categories(self, cards, expected):
        """Clause 3.1: one, two, three or five cards; copies of a face may stand together."""
        assert category(cards) == expected

    @pytest.mark.parametrize("ranks", ["3333", "3344", "333333", "345678", ""])
    def test_counts(self, ranks):
        """Clause 3.1: no play has another number of cards."""
        with pytest.raises(daguai.IllegalPlay) as error:
            daguai.classify(mixed(ranks), CLASSIC, level="2")
        assert error.value.code == "wrong_count"

    def test_ranks_of_pairs_and_triples(self):
        """Clause 3.1."""
        assert refused("3S 4S") == "ranks_differ"
        assert refused("3S 3S 4S") == "ranks_differ"
        assert refused("3S 4S BJ") == "ranks_differ"

    def test_categories_from_the_weakest(self):
        """Clauses 3.1 and 5.3: the highest of each falls to the lowest of the next."""
        higher("2H 3H 4H 5H 7H", "TJQKA")
        higher("22233", "9H JH QH KH AH", level="3")
        higher("22223", "AAAKK", level="3")
        higher("AH 2H 3H 4H 5H", "AAAAK")
        higher("22222", "TH JH QH KH AH", level="3")
        order = [each for each in daguai.Category if each.order >= 3]
        assert [each.value for each in sorted(order, key=lambda each: each.order)] == [
            "straight",
            "flush",
            "full_house",
            "four_and_one",
            "straight_flush",
            "five_of_a_kind",
        ]

    @pytest.mark.parametrize("ranks", ["A2345", "23456", "56789", "9TJQK", "TJQKA"])
    def test_straights(self, ranks):
        """Clause 3.2: five consecutive ranks, ace high or low."""
        for level in "257A":
            assert category(ranks, level) == "straight"

    @pytest.mark.parametrize("ranks", ["5678Q", "34456", "23457", "TJQK2"])
    def test_no_straights(self, ranks):
        """Clause 3.2."""
        assert refused(ranks) == "no_category"

    @pytest.mark.parametrize("ranks", ["JQKA2", "QKA23", "KA234"])
    def test_around_the_corner(self, ranks):
        """Clause 3.2, option around_the_corner: the ace is their top; they equal TJQKA."""
        assert category(ranks) == "straight"
        equal(ranks, "TJQKA")
        equal(ranks, "JQKA2")
        higher(ranks, "9TJQK")
        assert refused(ranks, around_the_corner=False) == "no_category"

    def test_around_the_corner_in_one_suit(self):
        """Clauses 3.2 and 3.3: a straight flush where it is a straight, else a flush."""
        cards = "QH KH AH 2H 3H"
        assert category(cards) == "straight_flush"
        equal(cards, "TS JS QS KS AS")
        assert category(cards, around_the_corner=False) == "flush"

    def test_order_of_straights(self):
        """Clause 3.2: A2345 is the lowest, TJQKA the highest."""
        ladder = ["A2345", "23456", "34567", "45678", "56789", "6789T", "789TJ", "89TJQ"]
        ladder += ["9TJQK", "TJQKA"]
        for level in "2358A":
            for place, ranks in enumerate(ladder):
                for lower in ladder[:place]:
                    higher(ranks, lower, level)

    def test_level_in_straights(self):
        """Clause 3.2: the level rank has its ordinary place inside straights."""
        higher("6789T", "A2345", level="5")
        higher("23456", "A2345", level="2")
        higher("TJQKA", "9TJQK", level="K")

    def test_one_suit(self):
        """Clause 3.3."""
        assert category("5H 6H 7H 8H 9H") == "straight_flush"
        assert category("5H 6H 7H 8H TH") == "flush"
        assert category("5H 5H 7H 8H TH") == "flush"
        assert category("9H 9H 9H 4H 4H") == "full_house"
        assert category("9H 9H 9H 4H 8H") == "flush"
        assert category("3H 3H 3H 4H 4H", "3") == "full_house"

    def test_strongest_category(self):
        """Clause 3.4."""
        assert category("9H 9H 9H 9S 4H") == "four_and_one"
        assert category("AH 2H 3H 4H 5H") == "straight_flush"


class TestJokers:
    def test_a_single_joker_is_itself(self):
        """Clause 4.1."""
        assert category("LJ") == "single"
        higher("LJ", "7S", level="7")

    def test_a_joker_stands_for_any_natural_card(self):
        """Clause 4.1."""
        equal("3S LJ", "3H 3D")
        equal("3S BJ LJ", "3H 3D 3C")
        assert category("4568b") == "straight"
        assert refused("349Jb") == "no_category"

    @pytest.mark.parametrize(
        ("cards", "expected"),
        [
            ("3S 3H 3D BJ 4C", "four_and_one"),
            ("5H 6H 7H 9H LJ", "straight_flush"),
            ("4S BJ BJ LJ LJ", "five_of_a_kind"),
            ("3S 3H LJ BJ BJ", "five_of_a_kind"),
            ("3S 4H LJ BJ BJ", "four_and_one"),
            ("3H 4H LJ BJ BJ", "straight_flush"),
            ("3H 9H LJ BJ BJ", "four_and_one"),
            ("3S 3H 4S 4H LJ", "full_house"),
            ("3S 3H 4S LJ LJ", "four_and_one"),
            ("3S 4H 9S LJ LJ", None),
            ("3S 4S 9S LJ LJ", "flush"),
            ("3S 4H 6S LJ LJ", "straight"),
            ("3S 3S 9S TS LJ", "flush"),
        ],
    )
    def test_the_strongest_category(self, cards, expected):
        """Clause 4.2."""
        if expected is None:
            assert refused(cards) == "no_category"
        else:
            assert category(cards) == expected

    def test_the_highest_rank_within_it(self):
        """Clause 4.3: 3 3 4 4 and a joker is 444-33 (at level 3: 333-44)."""
        equal("3344b", "44433", level="2")
        equal("3344b", "33344", level="3")
        higher("3344b", "44455", level="3")

    def test_four_aces_and_one(self):
        """Clause 4.3: A 2 and three jokers is four aces and one."""
        assert category("A2lbb", "7") == "four_and_one"
        equal("A2lbb", "AAAAK", level="7")
        equal("A2lbb", "22223", level="2")

    def test_straights_count_low(self):
        """Clause 4.4: 6 7 8 9 and a joker is 5-9, 2 3 4 5 and a joker A-5."""
        equal("6789l", "56789")
        equal("2345b", "A2345")
        equal("JQKAb", "TJQKA")
        equal("JQKAb", "TJQKA", around_the_corner=False)
        equal("234lb", "A2345")

    def test_straights_count_high(self):
        """Clause 4.4, option straight_fill=high: the highest run that holds the cards."""
        equal("6789l", "6789T", straight_fill="high")
        equal("2345b", "23456", straight_fill="high")
        equal("JQKAb", "TJQKA", straight_fill="high")
        equal("234lb", "23456", straight_fill="high", around_the_corner=False)
        equal("234lb", "KA234", straight_fill="high")

    def test_straight_flushes_fill_as_straights_do(self):
        """Clause 4.4."""
        equal("6H 7H 8H 9H LJ", "5S 6S 7S 8S 9S")
        equal("6H 7H 8H 9H LJ", "6S 7S 8S 9S TS", straight_fill="high")
        equal("6H 7H LJ BJ BJ", "3S 4S 5S 6S 7S")
        equal("6H 7H LJ BJ BJ", "6S 7S 8S 9S TS", straight_fill="high")

    def test_a_joker_may_be_the_top_of_a_straight(self):
        """Clause 4.4 before 4.5: 2 3 4 A and a joker is A-5, though the joker is the five."""
        equal("A234b", "A2345")
        equal("5678b", "56789", straight_fill="high")

    def test_a_flush_compares_its_highest_natural_card(self):
        """Clause 4.5: 2H 7H JH KH and a joker is a king flush, a level flush at level 7."""
        for level in "349A":
            equal("2H 7H JH KH BJ", "5S 6S 8S TS KS", level)
            higher("5S 6S 8S TS AS", "2H 7H JH KH BJ", level)
        higher("2H 7H JH KH BJ", "5S 6S 8S TS AS", level="7")
        equal("2H 7H JH KH BJ", "5S 6S 7S TS AS", level="7")

    def test_jokers_alone(self):
        """Clause 4.6: pair, triple and five; all big is big, any other mix is little."""
        assert category("BJ LJ") == "pair"
        assert category("BJ LJ LJ") == "triple"
        assert category("BJ LJ LJ BJ BJ") == "five_of_a_kind"
        assert refused("BJ LJ LJ BJ") == "wrong_count"

    @pytest.mark.parametrize("level", "2A")
    def test_pairs_of_jokers(self, level):
        """Clause 4.6: BJ BJ > LJ BJ = LJ LJ."""
        higher("BJ BJ", "LJ BJ", level)
        higher("BJ BJ", "LJ LJ", level)
        equal("LJ BJ", "LJ LJ", level)
        higher("LJ BJ", f"{level}S {level}H", level)
        higher("LJ BJ", f"{level}S BJ", level)

    def test_little_pair_over_mixed(self):
        """Clause 4.6, option joker_pair=little_pair_over_mixed."""
        option = {"joker_pair": "little_pair_over_mixed"}
        higher("LJ LJ", "LJ BJ", **option)
        higher("BJ BJ", "LJ LJ", **option)
        higher("LJ BJ", "2S 2H", level="2", **option)
        equal("LJ LJ LJ", "LJ LJ BJ", **option)  # the option is about pairs

    @pytest.mark.parametrize("level", "2A")
    def test_triples_of_jokers(self, level):
        """Clause 4.6: three big beat every triple; the others equal, above the level rank."""
        little = ["LJ LJ BJ", "LJ BJ BJ", "LJ LJ LJ"]
        for cards in little:
            higher("BJ BJ BJ", cards, level)
            higher(cards, f"{level}S {level}H {level}D", level)
            higher(cards, f"{level}S BJ BJ", level)
            for other in little:
                equal(cards, other, level)

    def test_five_jokers(self):
        """Clause 4.7: above all other fives of a kind, whatever the mix."""
        for level in "2A":
            higher("LJ LJ LJ BJ BJ", f"{level}S LJ BJ BJ BJ", level)
            equal("LJ LJ LJ BJ BJ", "LJ LJ BJ BJ BJ", level)

    def test_five_jokers_top_of_fives(self):
        """Clause 4.7, option heavenly_bomb=top_of_fives: they answer five cards only."""
        bomb = play("LJ LJ LJ BJ BJ")
        for cards in ("3S", "3S 3H", "3S 3H 3D", "BJ"):
            assert not bomb.beats(play(cards))
        assert bomb.beats(play("22222"))

    def test_five_jokers_any_size(self):
        """Clause 4.7, option heavenly_bomb=any_size: then, and only then, counts may differ."""
        option = {"heavenly_bomb": "any_size"}
        for cards in ("3S", "BJ", "3S 3H", "BJ BJ", "BJ BJ BJ", "22222"):
            higher("LJ LJ LJ BJ BJ", cards, **option)
        equal("22222", "3S 3H", **option)
        equal("LJ LJ LJ BJ BJ", "LJ LJ BJ BJ BJ", **option)


class TestComparison:
    def test_equal_counts_only(self):
        """Clause 5.1."""
        equal("AAA", "3S")
        equal("22222", "3S 3H")

    def test_strictly_higher(self):
        """Clause 5.1."""
        for cards in ("7S", "7S 7H", "777", "56789", "77733", "77773", "77777"):
            equal(cards, cards)

    def test_ranks_with_the_level_above_the_ace(self):
        """Clause 5.2: pair, triple and five of a kind, in the order of 2.1."""
        for size in (2, 3, 5):
            higher("A" * size, "K" * size)
            higher("5" * size, "A" * size, level="5")
            higher("6" * size, "4" * size, level="5")

    def test_full_house_compares_the_triple(self):
        """Clause 5.2."""
        higher("44422", "333AA", level="7")
        equal("44422", "444AA", level="7")
        higher("77722", "AAAKK", level="7")

    def test_four_and_one_compares_the_four(self):
        """Clause 5.2."""
        higher("44442", "3333A", level="7")
        equal("44442", "4444A", level="7")
        higher("77772", "AAAAK", level="7")

    def test_flushes_with_equal_tops(self):
        """Clause 5.2, option flush_ties=top: equal tops are equal."""
        equal("2H 4H 7H JH KH", "2S 3S 4S 5S KS", level="9")
        equal("2H 4H 7H JH KH", "3S 5S 8S LJ KS", level="9")

    def test_flushes_to_the_last_card(self):
        """Clause 5.2, option flush_ties=descending: from the highest natural card down."""
        option = {"flush_ties": "descending", "level": "9"}
        higher("2H 4H 7H JH KH", "2S 3S 7S JS KS", **option)
        higher("3H 4H 7H JH KH", "2S 4S 7S JS KS", **option)
        higher("2H 4H 7H 9H KH", "QS JS TS AS 3S", **option)  # the level card is the highest
        higher("2H 4H 9H KH KH", "2S 4S 9S KS QS", **option)
        equal("2H 4H 7H JH KH", "2S 4S 7S JS KS", **option)

    def test_fewer_natural_cards_are_lower(self):
        """Clause 5.2, option flush_ties=descending: all equal so far."""
        option = {"flush_ties": "descending", "level": "9"}
        higher("2H 4H 7H JH KH", "4S 7S JS KS BJ", **option)
        higher("4H 7H JH KH BJ", "7S JS KS BJ BJ", **option)
        higher("5H QH KH BJ BJ", "2S 4S 7S JS KS", **option)

    def test_different_categories(self):
        """Clause 5.3."""
        higher("33344", "2H 4H 7H JH AH")
        higher("33334", "AAAKK")


class TestRules:
    def test_unknown_preset(self):
        """Clause 11: the error lists the known ones."""
        with pytest.raises(ValueError, match=r"'poker'.*classic.*points.*house"):
            Rules.preset("poker")

    def test_unknown_option(self):
        """Clause 11."""
        with pytest.raises(ValueError, match="'jokers'") as error:
            CLASSIC.replace(jokers="wild")
        for name in OPTIONS:
            assert name in str(error.value)

    @pytest.mark.parametrize("name", OPTIONS)
    def test_unknown_value(self, name):
        """Clause 11: the error names the option and lists its values."""
        for wrong in ("sideways", 1.5, -1, 10**6, ["low"], ""):
            with pytest.raises(ValueError, match=name) as error:
                CLASSIC.replace(**{name: wrong})
            assert repr(wrong) in str(error.value)
            for value in OPTIONS[name].values[:6]:  # of a long row of numbers the ends are named
                if type(value) is not int or len(OPTIONS[name].values) <= 6:
                    assert OPTIONS[name].text(value) in str(error.value)

    def test_nothing_is_half_replaced(self):
        """A frozen value: a refused change leaves no trace."""
        with pytest.raises(ValueError, match="flush_ties"):
            CLASSIC.replace(straight_fill="high", flush_ties="sideways")
        assert Rules.preset("classic") == CLASSIC
        with pytest.raises(FrozenInstanceError):
            CLASSIC.straight_fill = "high"

    @pytest.mark.parametrize(
        ("option", "classic", "points", "house"),
        [
            ("scoring", "upgrade", "placement", "placement"),
            ("around_the_corner", True, True, False),
            ("straight_fill", "low", "low", "high"),
            ("joker_pair", "mixed_is_little", "mixed_is_little", "mixed_is_little"),
            ("heavenly_bomb", "top_of_fives", "top_of_fives", "top_of_fives"),
            ("flush_ties", "top", "top", "descending"),
            ("next_leader", "first_finisher", "first_finisher", "first_finisher"),
            ("pass_is_final", False, False, False),
            ("lead_after_out", "next_seat", "next_seat", "next_seat"),
            ("counts_shown", 27, 27, 10),
            ("tribute_card", "system", "system", "system"),
            ("tribute_pairing", "largest_first", "largest_first", "adjacent"),
            ("return_card", "receiver", "receiver", "receiver"),
            ("tribute_refusal", None, None, None),
            ("level_gain", "one", "one", "one"),
            ("final_level", "A", "A", "5"),
            ("final_failures", None, None, None),
            ("max_deals", None, None, None),
            ("seats", 6, 6, 6),
            ("decks", 3, 3, 3),
        ],
    )
    def test_presets(self, option, classic, points, house):
        """Clause 11, the table value by value."""
        found = [getattr(Rules.preset(name), option) for name in ("classic", "points", "house")]
        assert found == [classic, points, house]
        assert [type(value) for value in found] == [type(classic), type(points), type(house)]

    def test_the_table_of_presets_is_whole(self):
        """Clause 11: no option is left out of the test above."""
        (mark,) = (mark for mark in TestRules.test_presets.pytestmark if mark.name == "parametrize")
        assert {row[0] for row in mark.args[1]} == set(OPTIONS)

    @pytest.mark.parametrize("name", OPTIONS)
    def test_every_value_is_accepted(self, name):
        """Clauses 3 to 10: every value of every option, and the texts records write."""
        values = OPTIONS[name].values
        for value in (*values[:30], *values[-2:]):
            rules = CLASSIC.replace(**{name: value})
            assert getattr(rules, name) == value
            assert getattr(CLASSIC.replace(**{name: OPTIONS[name].text(value)}), name) == value

    def test_what_a_record_names(self):
        """Clause 11: the preset and every option that differs."""
        house = Rules.preset("house")
        assert house.differences() == {}
        changed = house.replace(straight_fill="low", tribute_refusal=3)
        assert changed.preset_name == "house"
        assert changed.differences() == {"straight_fill": "low", "tribute_refusal": 3}
