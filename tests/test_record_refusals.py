"""Records in which something does not follow are refused, on the right line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from daguai import RecordError, read_record, record_of
from daguai.record import (
    Record,
    json_schema,
    parse_text,
)
from daguai.rules import RULES_VERSION
from record_samples import (
    HOUSE,
    ROOT,
    SAMPLES,
    edited,
    finished,
    line,
    line_with,
    refused,
    without_shuffle,
)

# --- refusals ---------------------------------------------------------------------------------


def changed(start: str, old: str, new: str, nth: int = 0) -> tuple[str, int]:
    """HOUSE with a change in one line, and that line's number."""
    number = line_with(HOUSE, start, nth)
    assert old in line(HOUSE, number), line(HOUSE, number)
    return edited(HOUSE, number, line(HOUSE, number).replace(old, new, 1)), number


@pytest.mark.parametrize(
    ("start", "old", "new", "code"),
    [
        ("daguai", "daguai record 1", "a letter", "no_record"),
        ("daguai", "1", "2", "newer_format"),
        ("daguai", "1", "0", "unknown_version"),
        ("rules", "version 1", f"version {RULES_VERSION + 1}", "newer_rules"),
        ("rules", "version 1", "version 0", "unknown_version"),
        ("rules", "house", "home", "unknown_preset"),
        ("rules", ", version 1", "", "rules_form"),
        ("commitment", ":", " 3:", "no_arguments"),
        ("secret", "secret", "secrets", "unknown_key"),
        ("deal 2", "deal 2", "deal 3", "wrong_number"),
        ("deal 2", ", level 3", "", "deal_form"),
        ("deal 1", "dealer ", "dealer 7", "unknown_seat"),
        ("hand 1", "hand 1", "hand 0", "repeated"),
        ("hand 1", "hand 1", "hand 6", "unknown_seat"),
        ("trick 2", "trick 2", "trick 3", "wrong_number"),
        ("trick 2", "trick 2", "trick x", "no_number"),
        ("trick 2", ", ", ", , ", "empty_item"),
        ("trick 1", ", ", ", 3, ", "move_form"),
        ("trick 1", ", ", ", 3 XX, ", "unknown_card"),
        ("result", "order", "ordre", "unknown_item"),
        ("result", "won by team", "won by the team", "team_form"),
        ("result", ", won", ", drawn, won", "winner_form"),
        ("result", "|", "", "order_form"),
        ("end", "end:", "End:", "unknown_key"),
        ("end", ", clause 10.1", ", clause x", "clause_form"),
    ],
)
def test_lines_that_cannot_be_read_are_named(start: str, old: str, new: str, code: str) -> None:
    text, number = changed(start, old, new)
    error = refused(text)
    assert (error.code, error.line) == (code, number)
    assert str(error).startswith(f"line {number}: ")


@pytest.mark.parametrize(
    ("extra", "code"),
    [
        ("option seats: 4", "unknown_value"),
        ("option colour: red", "unknown_option"),
        ("option flush_ties: sideways", "unknown_value"),
        ("option flush_ties: top\noption flush_ties: top", "repeated"),
        ("title: a\ntitle: b", "repeated"),
        ("title: a\n  b", "one_line"),
        ("\n  b", "continues_nothing"),
        ('title: a "b" c', "half_quoted"),
        ('title: "a', "open_quotation"),
        ('title: "a" b', "bad_quotation"),
        ('title: "\\ud800"', "bad_quotation"),
        ("player 6: x", "unknown_seat"),
        ("player : x", "needs_seat"),
        ("trick 1: 0 2S", "before_deals"),
        ("anything", "unknown_key"),
        ("end: drawn, levels 2 2, points 0 0, clause 10.3\n# no more\ntitle: x", "after_end"),
    ],
)
def test_a_head_that_cannot_be_read_is_named(extra: str, code: str) -> None:
    head = "daguai record 1\nrules: classic, version 1\n"
    error = refused(head + extra)
    assert error.code == code
    assert error.line == 2 + len(extra.split("\n"))


def test_a_text_that_ends_too_early_is_refused() -> None:
    for text in ("", "# nothing\n", "daguai record 1\n"):
        assert refused(text).code == "ends_early"


def test_options_may_come_after_names() -> None:
    text = "daguai record 1\nrules: classic, version 1\nplayer 0: x\noption max_deals: 3\n"
    assert parse_text(text).options == {"max_deals": 3}


def test_a_move_out_of_turn_is_refused() -> None:
    """Clause 6.2."""
    number = line_with(HOUSE, "trick 1")
    seat = int(line(HOUSE, number)[9])
    text = edited(HOUSE, number, line(HOUSE, number).replace(f": {seat} ", f": {(seat + 1) % 6} "))
    error = refused(text)
    assert (error.code, error.line) == ("not_your_turn", number)


def test_a_card_that_is_not_held_is_refused() -> None:
    error = refused(SAMPLES["by-hand"].replace("0 2S 3S 5S 8S TS", "0 2S 3S 5S 8S AS"))
    assert (error.code, error.line) == ("not_held", line_with(SAMPLES["by-hand"], "trick 1"))
    assert error.details == {"seat": "0", "cards": "AS"}


def test_a_play_that_does_not_beat_is_refused_on_its_own_line() -> None:
    """Clause 5.1; the move stands on a continued line."""
    error = refused(SAMPLES["by-hand"].replace("0 4C QH QH QD QC", "0 9D 9C 9C 2H 2D"))
    assert (error.code, error.line) == ("not_higher", line_with(SAMPLES["by-hand"], "  5 TH TD"))


def test_illegal_plays_and_passes_are_refused() -> None:
    """Clauses 3.1, 5.1 and 6.2."""
    by_hand = SAMPLES["by-hand"]
    for old, new, code in [
        ("0 2S 3S 5S 8S TS,", "0 2S 3S 5S 8S,", "wrong_count"),
        ("0 2S 3S 5S 8S TS,", "0 2S 3S 5S 8S TS JD,", "wrong_count"),
        ("0 2S 3S 5S 8S TS,", "0 2S 3S 5S 8S JD,", "no_category"),
        ("0 2S 3S 5S 8S TS,", "0 2S 3S,", "ranks_differ"),
        ("0 2S 3S 5S 8S TS,", "0 -,", "must_lead"),
        ("1 QS, 2 -", "1 TH TD, 2 -", "wrong_size"),
    ]:
        assert old in by_hand
        error = refused(by_hand.replace(old, new))
        assert error.code == code, str(error)
    assert error.line == line_with(by_hand, "trick 2")


def test_tricks_end_where_they_end() -> None:
    """Clause 6.3."""
    text = SAMPLES["by-hand"][: SAMPLES["by-hand"].index("trick 3")]
    joined = text.replace("5 -\ntrick 2: 0 6H", "5 -, 0 6H")
    error = refused(joined)
    assert (error.code, error.line) == ("trick_over", line_with(joined, "  5 TH TD"))
    cut = text.replace("4 -, 5 -\ntrick 2", "4 -\ntrick 2")
    error = refused(cut)
    assert (error.code, error.line) == ("trick_not_over", line_with(cut, "trick 2"))


def test_results_that_do_not_follow_are_refused() -> None:
    """Clauses 6.4, 8, 9 and 10: placements, levels, points and the end are checked."""
    result, end = line_with(HOUSE, "result"), line_with(HOUSE, "end")
    deal = parse_text(HOUSE).deals[0]
    assert deal.result is not None
    order = " ".join(map(str, deal.result.order[: deal.result.finished]))
    back = " ".join(map(str, deal.result.order[deal.result.finished :]))
    other = 1 - deal.result.next_dealer_team
    cases = [
        (result, f"order {order} | {back}", f"order {order} {back} |", "wrong_finished"),
        (result, f"order {order}", f"order {order[::-1]}", "wrong_order"),
        (result, f"deal to team {1 - other}", f"deal to team {other}", "wrong_next_team"),
        (result, f"won by team {deal.result.winner}", "drawn", "wrong_result"),
        (result, f"levels {' '.join(deal.result.levels)}", "levels 7 7", "wrong_levels"),
        (result, "points {} {}".format(*deal.result.points), "points -1 9", "wrong_points"),
        (result, f"clause {deal.result.clause}", "clause 8.9", "wrong_clause"),
        (end, "won by team 0", "won by team 1", "wrong_winner"),
        (end, "levels 5", "levels 6", "wrong_levels"),
        (end, "clause 10.1", "clause 10.3", "wrong_clause"),
        (end, "points ", "points 1", "wrong_points"),
    ]
    for number, old, new, code in cases:
        whole = HOUSE.split("\n")
        at = next(n for n in (number, number + 1) if old in whole[n - 1])
        error = refused(edited(HOUSE, at, whole[at - 1].replace(old, new)))
        assert (error.code, error.line) == (code, number), str(error)


def test_a_wrong_placement_of_one_seat_is_refused() -> None:
    """Clause 6.4."""
    number = next(n for n, text in enumerate(HOUSE.split("\n"), 1) if "(1)" in text)
    error = refused(edited(HOUSE, number, line(HOUSE, number).replace("(1)", "(2)")))
    assert (error.code, error.line) == ("wrong_placement", number)
    number = line_with(HOUSE, "trick 1")
    error = refused(edited(HOUSE, number, line(HOUSE, number).replace(",", " (1),", 1)))
    assert (error.code, error.line) == ("not_out", number)


def test_cards_left_are_checked() -> None:
    number = line_with(HOUSE, "left")
    error = refused(edited(HOUSE, number, line(HOUSE, number) + " 2S"))
    assert (error.code, error.line) == ("wrong_left", number)


def test_who_deals_at_which_level_is_checked() -> None:
    """Clauses 1.3, 1.4 and 8.5."""
    text, number = changed("deal 2", "levels ", "levels A 3 # ")
    assert (refused(text).code, refused(text).line) == ("wrong_levels", number)
    deal = parse_text(HOUSE).deals[1]
    text, number = changed("deal 2", f"dealer {deal.dealer}", f"dealer {(deal.dealer + 2) % 6}")
    assert (refused(text).code, refused(text).line) == ("wrong_dealer", number)
    text, number = changed("deal 2", f"level {deal.level},", "level K,")
    assert (refused(text).code, refused(text).line) == ("wrong_level", number)


def test_hands_must_be_the_decks_dealt_evenly() -> None:
    """Clause 1.2: a deck with four jokers, a card too few, a hand that is missing."""
    bare = without_shuffle(HOUSE)
    number = line_with(bare, "hand 5")
    hand = line(bare, number)
    error = refused(edited(bare, number, f"{hand[:8]}BJ{hand[10:]}"))
    assert (error.code, error.line) == ("wrong_copies", number)
    assert "BJ 4" in error.reason
    error = refused(edited(bare, number, hand[:-3]))
    assert (error.code, error.line) == ("wrong_hands", number)
    error = refused(edited(bare, number, None))
    assert (error.code, error.line) == ("missing_hand", line_with(bare, "deal 1"))


def test_a_commitment_without_its_secret_is_refused() -> None:
    error = refused(edited(HOUSE, line_with(HOUSE, "secret"), None))
    assert (error.code, error.line) == ("missing_secret", line_with(HOUSE, "commitment"))


def test_cards_and_secret_that_disagree_are_refused_with_both_named() -> None:
    number = line_with(HOUSE, "hand 4")
    swapped = HOUSE.replace("hand 4:", "hand x:", 1).replace("hand 5:", "hand 4:", 1)
    swapped = swapped.replace("hand x:", "hand 5:", 1)
    error = refused(swapped)
    assert (error.code, error.line) == ("hand", line_with(swapped, "hand 4"))
    assert line(HOUSE, number)[8:] == error.details["computed"]
    assert line(HOUSE, number + 1)[8:] == error.details["claimed"]
    assert all(error.details[side] in str(error) for side in ("wrong", "right"))
    secrets = re.findall("secret: (.*)", HOUSE)
    text, number = changed("secret", secrets[0], secrets[1])
    error = refused(text)
    assert (error.code, error.line) == ("commitment", number - 1)
    dealer = parse_text(HOUSE).deals[0].dealer
    text, number = changed("deal 1", f"dealer {dealer}", f"dealer {(dealer + 2) % 6}")
    assert (refused(text).code, refused(text).line) == ("first_dealer", number)


def test_seed_and_secret_that_disagree_are_refused() -> None:
    text = SAMPLES["saved"]
    error = refused(text.replace("seed: saved", "seed: spoilt"))
    assert (error.code, error.line) == ("seed", line_with(text, "secret"))


def test_tribute_that_does_not_follow_is_refused() -> None:
    """Clauses 7.1 to 7.4."""
    number = line_with(HOUSE, "tribute")
    tribute = line(HOUSE, number)
    error = refused(edited(HOUSE, number, tribute[:-2] + "2S"))
    assert (error.code, error.line) == ("tribute", number)
    bare = without_shuffle(HOUSE)
    error = refused(edited(bare, number, tribute[:-2] + "2S"))
    assert (error.code, error.line) == ("wrong_tribute", number)
    giver, receiver = tribute[8], tribute[13]
    error = refused(edited(bare, number, tribute.replace(f"to {receiver}", f"to {giver}")))
    assert (error.code, error.line) == ("tribute", number)
    number = line_with(HOUSE, "return")
    returned = line(HOUSE, number)
    text = edited(HOUSE, number, None)
    error = refused(text)
    assert (error.code, error.line) == ("not_your_turn", line_with(text, "trick 1:", 1))
    error = refused(edited(HOUSE, number, f"{returned}\n{returned}"))
    assert (error.code, error.line) == ("not_your_turn", number + 1)
    error = refused(edited(HOUSE, number, f"refused 1: 2 BJ\n{returned}"))
    assert (error.code, error.line) == ("not_refused", number)
    first = parse_text(HOUSE).deals[1].tricks[0][0].seat
    assert first == parse_text(HOUSE).deals[0].result.order[0]  # type: ignore[union-attr]


def test_deals_and_matches_go_on_until_they_end() -> None:
    """Clauses 6.4 and 10."""
    tricks = [n for n, text in enumerate(HOUSE.split("\n"), 1) if re.match("trick|  ", text)]
    result = line_with(HOUSE, "result")
    last = max(n for n in tricks if n < result and line(HOUSE, n).startswith("trick"))
    cut = HOUSE.split("\n")[: last - 1] + HOUSE.split("\n")[result - 1 :]
    error = refused("\n".join(cut))
    assert (error.code, error.line) == ("deal_not_over", last)
    more = HOUSE.split("\n")
    more.insert(result - 1, f"trick {int(line(HOUSE, last).split()[1][:-1]) + 1}: 0 2S")
    error = refused("\n".join(more))
    assert (error.code, error.line) == ("deal_over", result)
    short = HOUSE[: HOUSE.index("\ndeal 5:")] + HOUSE[HOUSE.index("\nend:") :]
    error = refused(short)
    assert (error.code, error.line) == ("match_not_over", line_with(short, "end"))
    over = finished(0)
    record = record_of(over)
    again = msgspec.structs.replace(record, deals=(*record.deals, record.deals[-1]), end=None)
    assert refused(again).code == "match_over"
    assert refused(again).path == f"$.deals[{len(record.deals)}]"


# --- JSON -------------------------------------------------------------------------------------


def test_the_published_schema_is_the_structs() -> None:
    published = json.loads((ROOT / "docs/record.schema.json").read_text("utf-8"))
    assert published == json.loads(json.dumps(json_schema()))


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        (lambda r: r.update(daguai_record=2), "newer_format", ""),
        (lambda r: r.update(rules_version=9), "newer_rules", ""),
        (lambda r: r.update(surprise=1), "unknown_field", "$"),
        (lambda r: r.pop("daguai_record"), "missing_field", "$"),
        (lambda r: r.pop("rules_version"), "missing_field", "$"),
        (lambda r: r.pop("preset"), "missing_field", "$"),
        (lambda r: r.update(preset="home"), "unknown_preset", "$.preset"),
        (lambda r: r.update(options={"colour": 1}), "unknown_option", "$.options"),
        (lambda r: r.update(options={"max_deals": 0}), "unknown_value", "$.options.max_deals"),
        (lambda r: r.update(players=["x"]), "wrong_seats", "$.players"),
        (lambda r: r["deals"][0].update(dealer="5"), "wrong_type", "$.deals[0].dealer"),
        (lambda r: r["deals"][0].update(dealer=-1), "schema", "$.deals[0].dealer"),
        (lambda r: r["deals"][0].update(dealer=6), "unknown_seat", "$.deals[0].dealer"),
        (lambda r: r["deals"][0].update(secret="x"), "schema", "$.deals[0].secret"),
        (lambda r: r["deals"][0]["hands"].pop(), "wrong_seats", "$.deals[0].hands"),
        (lambda r: r["deals"][0]["tricks"].append([]), "no_lead", "$.deals[0].tricks[{tricks}]"),
        (lambda r: r["deals"][0]["tricks"][0][1].update(seat=9), "unknown_seat",
         "$.deals[0].tricks[0][1]"),
        (lambda r: r["deals"][0]["tricks"][0][0].update(cards="1S"), "unknown_card",
         "$.deals[0].tricks[0][0]"),
        (lambda r: r["deals"][1]["tribute"][0].update(card="1S"), "unknown_card", "$.deals[1]"),
        (lambda r: r["deals"][1]["tribute"][0].update(giver=77), "unknown_seat",
         "$.deals[1].tribute[0]"),
        (lambda r: r["deals"][0]["result"].update(points=[9, 9]), "wrong_points",
         "$.deals[0].result"),
        (lambda r: r["end"].update(winner=2), "schema", "$.end.winner"),
    ],
)  # fmt: skip
def test_json_that_is_wrong_is_refused_with_its_path(change: Any, code: str, path: str) -> None:
    builtins = json.loads(parse_text(HOUSE).json())
    tricks = len(builtins["deals"][0]["tricks"])
    change(builtins)
    error = refused(json.dumps(builtins))
    assert (error.code, error.path) == (code, path.format(tricks=tricks)), str(error)
    assert error.line is None


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ('{"daguai_record": 1,\n"deals": [}', "json", 2),
        ("{" * 100_000, "json", 1),
        ('{"a":' + "[" * 100_000, "json_depth", None),
        (b"daguai record 1\n\xff", "not_utf8", 2),
        ("daguai record 1\n\n\ud800", "not_utf8", 3),
    ],
)
def test_what_is_neither_form_is_refused(text: Any, code: str, line: int | None) -> None:
    error = refused(text)
    assert (error.code, error.line) == (code, line)


# --- any corruption ---------------------------------------------------------------------------


def corruptions(text: str, random: Random) -> Iterator[tuple[int, str]]:
    """The text with one character or one line changed, and the number of that line."""
    alphabet = '0123456789TJQKASHDCLB -:,|#"()\t\u3000éabceilnrst\n\\'
    lines = text.split("\n")
    while True:
        number = random.randrange(len(lines))
        old = lines[number]
        match random.randrange(6):
            case 0:
                new = [] if random.random() < 0.5 else [old, old]
            case 1:
                new = [random.choice(lines)]
            case 2 if old:
                at = random.randrange(len(old))
                new = [old[:at] + old[at + 1 :]]
            case 3:
                at = random.randint(0, len(old))
                new = [old[:at] + random.choice(alphabet) + old[at:]]
            case _ if old:
                at = random.randrange(len(old))
                new = [old[:at] + random.choice(alphabet) + old[at + 1 :]]
            case _:
                continue
        yield number + 1, "\n".join(lines[:number] + new + lines[number + 1 :])


FREE = re.compile(r"title|date|event|player|option|rules|$")


def check_place(error: RecordError, text: str, number: int, corrupt: str) -> str:
    """Within the file, and at the corrupted line or later; for cards, in the same deal."""
    assert error.line is not None
    deal = max((n for n in range(1, number + 1) if line(text, n).startswith("deal ")), default=1)
    assert min(deal, number) <= error.line <= corrupt.count("\n") + 1, str(error)
    return error.code


def check_corruption(text: str, record: Record, number: int, corrupt: str) -> str:
    """Refused no earlier than the line (or than the deal it is in), or the same match after all."""
    try:
        again = record_of(read_record(corrupt))
    except RecordError as error:
        return check_place(error, text, number, corrupt)
    if FREE.match(line(text, number)) is None:
        bare = {"title": "", "date": "", "event": "", "players": (), "options": record.options}
        assert msgspec.structs.replace(again, **bare) == msgspec.structs.replace(record, **bare)
    assert parse_text(again.text()) == again
    return "same"


def corrupt_often(text: str, seed: int, times: int) -> set[str]:
    record = record_of(read_record(text))
    found = corruptions(text, Random(seed))
    return {check_corruption(text, record, *next(found)) for _ in range(times)}


def test_any_corruption_of_a_finished_match_is_refused_or_harmless() -> None:
    codes = corrupt_often(finished(2).record(), 1, 250)
    assert {"same", "not_held"} <= codes


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
def test_many_corruptions_are_refused_or_harmless(number: int) -> None:
    options = {"return_card": "candidates", "tribute_card": "giver"} if number % 2 else {}
    text = finished(number, **options).record()
    corrupt_often(text, number, 1000)
    corrupt_often(without_shuffle(text), number, 1000)


def refusal(text: str) -> str:
    """The code with which a record is refused, empty if it is not; nothing else is raised."""
    try:
        read_record(text)
    except RecordError as error:
        return error.code
    return ""


@given(st.data())
def test_any_corruption_of_json_is_refused_or_readable(data: st.DataObject) -> None:
    text = parse_text(SAMPLES["saved"]).json()
    at = data.draw(st.integers(0, len(text) - 1))
    new = data.draw(st.sampled_from(["", "0", '"', "}", ",", "[", "A", "-", "\\", "\ud800"]))
    refusal(text[:at] + new + text[at + 1 :])


@given(st.text() | st.text('daguai record 1\nrules:classic,version#"\\ '))
def test_any_text_at_all_is_refused_as_a_record(text: str) -> None:
    assert refusal(text)
    assert refusal("{" + text)
    refusal("daguai record 1\nrules: house, version 1\n" + text)
