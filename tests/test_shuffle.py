"""The verifiable shuffle: the document, the frozen vectors, uniformity, and proof."""

from __future__ import annotations

import hashlib
import hmac
import json
import math
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from daguai.cards import FACES, format_cards, parse_cards
from daguai.rules import Rules
from daguai.shuffle import (
    ENTROPY_BYTES,
    SeededDealing,
    Shuffle,
    ShuffleError,
    Stream,
    check_entropy,
    commitment_of,
    deal_secret,
    fresh_seed,
    parse_secret,
    verify_deal,
)

ROOT = Path(__file__).parent.parent
VECTORS: dict[str, Any] = json.loads((ROOT / "tests/vectors/shuffle.json").read_text("utf-8"))
DOCUMENT = (ROOT / "docs/shuffle.md").read_text("utf-8")
RULES = Rules.preset("classic")


def tribute(shuffle: Shuffle, giver: int, cards: str) -> str:
    """What a giver pays of equal cards (clause 7.1)."""
    return str(shuffle.deal().tribute(giver, sorted(parse_cards(cards))))


# --- docs/shuffle.md once more, from its text alone: nothing of daguai is used ----------------


def doc_secret(seed: str, n: int) -> bytes:
    k = hashlib.sha256(b"daguai/seed/1" + seed.encode("utf-8")).digest()
    return hmac.new(k, b"daguai/secret/1" + n.to_bytes(4, "big"), hashlib.sha256).digest()


def doc_deal_key(secret: bytes, seats: int, entropy: list[str]) -> bytes:
    message = b"daguai/deal/1" + seats.to_bytes(4, "big")
    for text in entropy or [""] * seats:
        raw = text.encode("utf-8")
        message += len(raw).to_bytes(4, "big") + raw
    return hmac.new(secret, message, hashlib.sha256).digest()


def doc_numbers(key: bytes, label: str, limits: list[int]) -> list[int]:
    stream_key = hmac.new(key, label.encode("ascii"), hashlib.sha256).digest()
    blocks = (hashlib.sha256(stream_key + i.to_bytes(8, "big")).digest() for i in range(1_000_000))
    words = (
        int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4)
    )
    return [next(x for x in words if x < 2**32 - 2**32 % n) % n for n in limits]


DOC_FACES = [r + s for r in "23456789TJQKA" for s in "SHDC"] + ["LJ", "BJ"]


def doc_hands(key: bytes, seats: int, decks: int) -> list[str]:
    size = 54 * decks
    pack = [p % 54 for p in range(size)]
    places = list(range(size - 1, 0, -1))
    for i, j in zip(places, doc_numbers(key, "cards", [i + 1 for i in places]), strict=True):
        pack[i], pack[j] = pack[j], pack[i]
    hands: list[list[int]] = [[] for _ in range(seats)]
    for p, face in enumerate(pack):
        hands[p % seats].append(face)
    return [" ".join(DOC_FACES[face] for face in sorted(hand)) for hand in hands]


def doc_tribute(key: bytes, giver: int, cards: str) -> str:
    ascending = sorted(cards.split(), key=DOC_FACES.index)
    return ascending[doc_numbers(key, f"tribute:{giver}", [len(ascending)])[0]]


# --- frozen vectors ---------------------------------------------------------------------------


@pytest.mark.parametrize("case", VECTORS["secrets"])
def test_secrets_are_as_frozen(case: dict[str, Any]) -> None:
    secret = deal_secret(case["seed"], case["deal"])
    assert secret == doc_secret(case["seed"], case["deal"])
    assert secret.hex() == case["secret"]
    assert commitment_of(secret) == case["commitment"]
    assert hashlib.sha256(secret).hexdigest() == case["commitment"]
    assert parse_secret(case["secret"]) == secret


@pytest.mark.parametrize("case", VECTORS["streams"])
def test_streams_are_as_frozen(case: dict[str, Any]) -> None:
    key = bytes.fromhex(case["key"])
    stream = Stream(key, case["label"])
    assert [stream.below(limit) for limit in case["limits"]] == case["numbers"]
    assert doc_numbers(key, case["label"], case["limits"]) == case["numbers"]


@pytest.mark.parametrize("case", VECTORS["deals"])
def test_deals_are_as_frozen(case: dict[str, Any]) -> None:
    """Clauses 1.2, 1.4 and 7.1: hands, first dealer and drawn tribute follow from the secret."""
    shuffle = Shuffle(RULES, bytes.fromhex(case["secret"]), case["entropy"])
    key = doc_deal_key(bytes.fromhex(case["secret"]), case["seats"], case["entropy"])
    assert [format_cards(hand) for hand in shuffle.hands()] == case["hands"]
    assert doc_hands(key, case["seats"], case["decks"]) == case["hands"]
    assert shuffle.first_dealer() == case["first_dealer"]
    assert doc_numbers(key, "first-dealer", [case["seats"]]) == [case["first_dealer"]]
    for draw in case["tributes"]:
        giver, cards, paid = draw["giver"], draw["cards"], draw["paid"]
        assert tribute(shuffle, giver, cards) == paid
        assert doc_tribute(key, giver, cards) == paid


def test_the_worked_example_of_the_document_holds() -> None:
    example = DOCUMENT.partition("## 9 A worked example")[2]
    said = dict(re.findall(r"^ {4}(secret|commitment|deal_key|dealer) +(\w+)$", example, re.M))
    secret = doc_secret("any text", 1)
    key = doc_deal_key(secret, 6, [])
    places = [162, 161, 160, 159, 158]
    assert said == {
        "secret": secret.hex(),
        "commitment": hashlib.sha256(secret).hexdigest(),
        "deal_key": key.hex(),
        "dealer": str(doc_numbers(key, "first-dealer", [6])[0]),
    }
    assert ", ".join(map(str, doc_numbers(key, "cards", places))) in example
    hand = doc_hands(key, 6, 3)[0]
    assert hand in " ".join(example.split())
    assert hand == format_cards(Shuffle(RULES, secret).hands()[0])


@given(st.text(max_size=40), st.integers(1, 2**32 - 1), st.lists(st.text(max_size=9), max_size=6))
def test_the_document_gives_the_same_cards(seed: str, deal: int, texts: list[str]) -> None:
    entropy = texts + [""] * (RULES.seats - len(texts))
    shuffle = Shuffle(RULES, deal_secret(seed, deal), entropy)
    key = doc_deal_key(doc_secret(seed, deal), RULES.seats, entropy)
    assert [format_cards(hand) for hand in shuffle.hands()] == doc_hands(key, 6, 3)


def test_a_match_is_dealt_from_its_seed() -> None:
    dealing = SeededDealing("any text")
    for number in (1, 2):
        deal = dealing.deal(number, RULES, ("", "", "x", "", "", ""))
        deal.check(RULES)
        secret = bytes.fromhex(deal.secret)
        assert secret == doc_secret("any text", number)
        assert deal.commitment == dealing.commitment(number)
        assert deal.hands == Shuffle(RULES, secret, deal.entropy).hands()
        assert deal.entropy == ("", "", "x", "", "", "")


# --- properties -------------------------------------------------------------------------------


@given(st.binary(min_size=32, max_size=32))
def test_every_deal_has_the_whole_pack(secret: bytes) -> None:
    """Clause 1.2: three decks, 27 cards to each seat."""
    hands = Shuffle(RULES, secret).hands()
    assert [len(hand) for hand in hands] == [RULES.hand_size] * RULES.seats
    assert sorted(face for hand in hands for face in hand) == sorted(FACES * RULES.decks)


def test_what_is_drawn_first_never_matters() -> None:
    one, other = (Shuffle(RULES, deal_secret("order", 1)) for _ in range(2))
    tie = "9S 9H 9D 9C"
    drawn = (one.first_dealer(), tribute(one, 2, tie), one.hands(), tribute(one, 4, tie))
    assert (tribute(other, 4, tie), other.hands()) == drawn[:1:-1]
    assert (tribute(other, 2, tie), other.first_dealer()) == drawn[1::-1]


def test_each_text_each_seat_and_each_secret_changes_the_cards() -> None:
    entropies = [
        (),
        *(tuple("x" if seat == at else "" for seat in range(6)) for at in range(6)),
        ("ab", "", "", "", "", ""),
        ("a", "b", "", "", "", ""),
        ("", "ab", "", "", "", ""),
    ]
    hands = {Shuffle(RULES, bytes(32), texts).hands() for texts in entropies}
    hands |= {Shuffle(RULES, deal_secret("seed", number)).hands() for number in (1, 2, 3)}
    hands |= {Shuffle(RULES, deal_secret(seed, 1)).hands() for seed in ("seed ", "seed\0")}
    assert len(hands) == len(entropies) + 5


def test_fresh_seeds_differ() -> None:
    assert len({fresh_seed() for _ in range(100)}) == 100


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: commitment_of(b"short"), "bad_secret"),
        (lambda: Shuffle(RULES, bytes(33)), "bad_secret"),
        (lambda: parse_secret("AB" * 32), "bad_secret"),
        (lambda: parse_secret("0" * 63), "bad_secret"),
        (lambda: parse_secret("٣" * 64), "bad_secret"),
        (lambda: deal_secret("\ud800", 1), "bad_seed"),
        (lambda: deal_secret("seed", 0), "bad_deal"),
        (lambda: deal_secret("seed", 2**32), "bad_deal"),
        (lambda: check_entropy(["a"], RULES), "bad_entropy"),
        (lambda: check_entropy({6: "a"}, RULES), "bad_entropy"),
        (lambda: check_entropy({-1: "a"}, RULES), "bad_entropy"),
        (lambda: check_entropy({0: "\udfff"}, RULES), "bad_entropy"),
        (lambda: check_entropy({0: "王" * (ENTROPY_BYTES // 3 + 1)}, RULES), "bad_entropy"),
    ],
)
def test_bad_input_is_refused_with_a_code(make: Any, code: str) -> None:
    with pytest.raises(ShuffleError) as refused:
        make()
    assert refused.value.code == code


# --- proof ------------------------------------------------------------------------------------


def claim(**changes: Any) -> dict[str, Any]:
    """A true claim about one deal, with some parts replaced."""
    shuffle = Shuffle(RULES, deal_secret("proof", 1), ["", "mahogany", "", "", "", ""])
    tie = "9S 9H 9D"
    true = {
        "rules": RULES,
        "secret": shuffle.secret.hex(),
        "commitment": shuffle.commitment,
        "hands": [format_cards(hand) for hand in shuffle.hands()],
        "entropy": shuffle.entropy,
        "first_dealer": shuffle.first_dealer(),
        "tributes": {1: (tie, tribute(shuffle, 1, tie))},
    }
    return true | changes


def test_a_fair_deal_is_proved() -> None:
    shuffle = verify_deal(**claim())
    assert format_cards(shuffle.hands()[0]) == claim()["hands"][0]
    verify_deal(**claim(first_dealer=None, tributes=None))


def swapped(hands: list[str]) -> list[str]:
    return [hands[1], hands[0], *hands[2:]]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"secret": "11" * 32}, "commitment"),
        ({"commitment": "22" * 32}, "commitment"),
        ({"hands": swapped(claim()["hands"])}, "hand"),
        ({"hands": claim()["hands"][:5]}, "hand"),
        ({"entropy": ()}, "hand"),
        ({"entropy": ("mahogany", "", "", "", "", "")}, "hand"),
        ({"first_dealer": (claim()["first_dealer"] + 1) % 6}, "first_dealer"),
        ({"tributes": {1: ("9S 9H 9D", "9C")}}, "tribute"),
    ],
)
def test_what_the_secret_does_not_give_is_refused(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(ShuffleError) as refused:
        verify_deal(**claim(**changes))
    assert refused.value.code == code


def test_a_disagreement_names_both_sides() -> None:
    true = claim()
    with pytest.raises(ShuffleError) as refused:
        verify_deal(**claim(hands=swapped(true["hands"])))
    details = refused.value.details
    assert (details["seat"], details["claimed"]) == ("0", true["hands"][1])
    assert details["computed"] == true["hands"][0]
    assert f"dealt {details['wrong']}, where the secret deals {details['right']}" in str(
        refused.value
    )
    dealt, given = (Counter(true["hands"][place].split()) for place in (0, 1))
    assert Counter(details["wrong"].split()) == given - dealt
    assert Counter(details["right"].split()) == dealt - given


# --- uniformity -------------------------------------------------------------------------------


def z_score(statistic: float, freedom: int) -> float:
    """A chi-square statistic as a standard normal score (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)


def chi_square(counts: np.ndarray, expected: np.ndarray | float) -> float:
    return float((((counts - expected) ** 2) / expected).sum())


def packs(seed: str, deals: int) -> np.ndarray:
    """Shuffled packs, one a row, before they are dealt out."""
    rows = np.empty((deals, RULES.cards), dtype=np.int64)
    for row in range(deals):
        pack = list(range(len(FACES))) * RULES.decks
        Shuffle(RULES, deal_secret(seed, row + 1)).stream("cards").shuffle(pack)
        rows[row] = pack
    return rows


def check_uniform(seed: str, deals: int) -> None:
    """No face prefers a position, a seat or a neighbour.

    Within a deal the margins are fixed, which makes a table's statistic a chi-square one times
    cards / (cards - 1); neighbours are looked at in one place a deal, so that pairs of places
    are independent.
    """
    table = packs(seed, deals)
    faces, cards, seats = len(FACES), RULES.cards, RULES.seats
    by_position = np.zeros((faces, cards))
    for position in range(cards):
        by_position[:, position] = np.bincount(table[:, position], minlength=faces)
    by_seat = np.stack([by_position[:, seat::seats].sum(axis=1) for seat in range(seats)], axis=1)
    fixed = (cards - 1) / cards
    scores = {
        "face x position": z_score(
            chi_square(by_position, deals / faces) * fixed, (faces - 1) * (cards - 1)
        ),
        "face x seat": z_score(
            chi_square(by_seat, deals * RULES.decks / seats) * fixed, (faces - 1) * (seats - 1)
        ),
    }
    at = np.arange(deals) * 7 % (cards - 1)
    rows = np.arange(deals)
    pairs = np.bincount(
        table[rows, at] * faces + table[rows, at + 1], minlength=faces * faces
    ).reshape(faces, faces)
    chance = np.full((faces, faces), RULES.decks**2 / (cards * (cards - 1)))
    np.fill_diagonal(chance, RULES.decks * (RULES.decks - 1) / (cards * (cards - 1)))
    scores["neighbours"] = z_score(chi_square(pairs, deals * chance), faces * faces - 1)
    copies = (table[:, :-1] == table[:, 1:]).sum(axis=1)
    mean = (cards - 1) * (RULES.decks - 1) / (cards - 1)
    scores["copies side by side"] = (copies.mean() - mean) / (copies.std() / math.sqrt(deals))
    assert {name: score for name, score in scores.items() if abs(score) > 4} == {}


def test_cards_are_uniform_over_seats_positions_and_neighbours() -> None:
    """Clause 1.2: every arrangement of the pack is as likely as another."""
    check_uniform("uniform", 15_000)


@pytest.mark.slow
def test_cards_are_uniform_over_many_more_deals() -> None:
    check_uniform("uniform, longer", 200_000)


def test_a_biased_shuffle_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The statistics see the commonest mistake: swapping with any place, not one not yet fixed."""

    def biased(self: Stream, items: list[Any]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = self.below(len(items))
            items[last], items[other] = items[other], items[last]

    monkeypatch.setattr(Stream, "shuffle", biased)
    with pytest.raises(AssertionError, match="face x position"):
        check_uniform("uniform", 2_000)


def test_draws_are_uniform() -> None:
    """Clauses 1.4 and 7.1: dealers and tributes are drawn without preference."""
    tie = "9S 9S 9H 9D 9C"
    shuffles = [Shuffle(RULES, deal_secret("draws", number)) for number in range(1, 6001)]
    dealers = np.bincount([shuffle.first_dealer() for shuffle in shuffles], minlength=6)
    paid = [tie.split().index(tribute(shuffle, 3, tie)) for shuffle in shuffles]
    places = np.bincount(paid, minlength=5)
    assert places[1] == 0  # index() finds the first of the two nines of spades
    tributes = np.array([places[0], *places[2:]])
    assert abs(z_score(chi_square(dealers, 1000), 5)) < 4
    assert abs(z_score(chi_square(tributes, np.array([2400, 1200, 1200, 1200])), 3)) < 4


def test_numbers_are_unbiased_where_a_remainder_would_not_be() -> None:
    """Taking the remainder alone would make the lower third of these twice as likely."""
    limit = 3 << 30
    stream = Stream(bytes(32), "bias")
    low = sum(stream.below(limit) < limit // 3 for _ in range(3000))
    assert abs(low - 1000) < 4 * math.sqrt(3000 * 2 / 9)
