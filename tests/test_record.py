"""Match records: both forms, replay, and the refusal of whatever does not follow."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strategies
from daguai import Match, Pass, RecordError, Rules, read_record, record_of
from daguai.dealing import GivenDealing
from daguai.events import DealEnded, MatchEnded, TributeRefused
from daguai.record import (
    Record,
    json_schema,
    parse_json,
    parse_record,
    parse_text,
    steps,
    verify_record,
)
from daguai.record.writing import free_text
from daguai.rules import RULES_VERSION

ROOT = Path(__file__).parent.parent
SAMPLES = {path.stem: path.read_text("utf-8") for path in ROOT.glob("tests/records/*.txt")}
GENERATED = sorted(set(SAMPLES) - {"by-hand"})
HOUSE = SAMPLES["house"]


def play_on(match: Match, random: Random, actions: int = 10**9) -> Match:
    """Act at random until nobody is to act; half the time the highest, so that deals end."""
    while match.to_act and actions > 0:
        actions -= 1
        seat = random.choice(match.to_act)
        legal = match.legal(seat)
        if Pass() in legal and random.random() < 1 / 3:
            match.act(seat, Pass())
        else:
            match.act(seat, legal[-1] if random.random() < 1 / 2 else random.choice(legal))
    return match


@cache
def finished(number: int, **options: Any) -> Match:
    """A short finished match."""
    names = ["王芳", "Li #2", "", '"', " ", "\u2028"]
    rules = Rules.preset(("classic", "points", "house")[number % 3])
    rules = rules.replace(**{"max_deals": 2, **options})
    return play_on(Match.new(rules, seed=f"finished {number}", names=names), Random(number))


def refused(text: str | Record) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read_record(text)
    return caught.value


def line_with(text: str, start: str, nth: int = 0) -> int:
    """The number of a line that starts so."""
    return [n for n, line in enumerate(text.split("\n"), 1) if line.startswith(start)][nth]


def edited(text: str, number: int, new: str | None) -> str:
    """The text with one line replaced, or taken out."""
    lines = text.split("\n")
    lines[number - 1 : number] = [] if new is None else [new]
    return "\n".join(lines)


def line(text: str, number: int) -> str:
    return text.split("\n")[number - 1]


# --- the two forms ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", GENERATED)
def test_golden_matches_replay_to_the_same_record(name: str) -> None:
    """Whole matches under each preset, and under unusual options: every event still follows."""
    text = SAMPLES[name]
    match = read_record(text)
    match.validate()
    again = record_of(match)
    tags = {tag: getattr(parse_text(text), tag) for tag in ("title", "date", "event")}
    assert msgspec.structs.replace(again, **tags).text() == text
    assert match.over == (name != "saved")


def test_the_samples_hold_what_is_rare() -> None:
    unusual = [step.event for step in steps(SAMPLES["unusual"])]
    assert any(isinstance(event, TributeRefused) for event in unusual)
    assert "offer " in SAMPLES["unusual"]
    assert "entropy " in SAMPLES["unusual"]
    assert [name for name in GENERATED if "\nresult: " not in SAMPLES[name]] == []


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_text_and_json_say_the_same(name: str) -> None:
    record = parse_text(SAMPLES[name])
    assert parse_json(record.json()) == record
    assert parse_text(record.text()) == record
    assert parse_record("\ufeff\n " + record.json()) == record
    assert parse_record(record.text().replace("\n", "\r\n").encode()) == record
    assert read_record(record.json()).events == read_record(record).events


@settings(max_examples=settings.default.max_examples // 4)
@given(rules=strategies.rules(), seed=st.integers(0, 10**6), cut=st.none() | st.integers(0, 150))
def test_print_and_parse_are_inverse_on_matches_under_any_rules(
    rules: Rules, seed: int, cut: int | None
) -> None:
    rules = rules.replace(max_deals=min(rules.max_deals or 2, 2))
    match = Match.new(rules, seed=f"{seed}")
    play_on(match, Random(seed), 10**9 if cut is None else cut)
    record = record_of(match)
    for again in (parse_text(record.text()), parse_json(record.json())):
        assert again == record
        assert again.text() == record.text()
    replayed = Match.from_record(match.record())
    assert replayed.events == match.events
    assert replayed.state == match.state
    assert replayed.to_act == match.to_act
    assert record_of(replayed) == record


@given(st.text())
def test_any_text_stands_on_one_line(text: str) -> None:
    record = msgspec.structs.replace(
        parse_text(SAMPLES["saved"]), title=text, players=("", text, "", "", "", "x")
    )
    written = record.text()
    assert parse_text(written) == record
    assert written.count("\n") in range(SAMPLES["saved"].count("\n") - 4, 99)
    assert "\n" not in free_text(text)
    assert free_text(text).replace("\u3000", "").isprintable()


def test_comments_blank_lines_and_any_order_of_cards_are_read() -> None:
    match = read_record(SAMPLES["by-hand"])
    assert match.names == ("王芳", "", "", "老张 #3", "", "")
    assert parse_text(SAMPLES["by-hand"]).title == "手写的一副"
    assert match.to_act == (3,)
    assert match.view(3).to_beat == "TH TD TC KD KC"
    assert verify_record(SAMPLES["by-hand"])[0].proved is False


def test_comments_are_for_readers_of_the_file_only() -> None:
    commented = "\n".join(f"{line}  # {n}\n  # {n}" for n, line in enumerate(HOUSE.split("\n")))
    assert parse_text(commented) == parse_text(HOUSE)


def test_what_follows_may_be_left_out() -> None:
    bare = re.sub(r"(?m)^(commitment|result|left|end)\b.*\n(  .*\n)*", "", HOUSE)
    bare = re.sub(r" \(\d\)", "", bare)
    assert bare.count("\n") < HOUSE.count("\n")
    assert record_of(read_record(bare)).text() == HOUSE


def test_a_record_without_a_shuffle_is_as_good() -> None:
    match = finished(0)
    hands = [deal.dealt.hands for deal in match.deals]
    given_match = Match.new(match.rules, dealing=GivenDealing(hands))
    play_on(given_match, Random(1))
    record = record_of(given_match)
    assert all(not deal.secret and not deal.commitment for deal in record.deals)
    assert read_record(record.text()).events == given_match.events


def test_equal_tributes_drawn_by_chance_need_no_shuffle() -> None:
    """Clause 7.1: which of equal cards was drawn is in the record."""
    bare = re.sub(r"(?m)^(commitment|secret): .*\n", "", SAMPLES["points"])
    match = read_record(bare)
    with_shuffle = read_record(SAMPLES["points"])
    paid = [event for event in match.events if type(event).__name__ == "TributePaid"]
    assert paid == [e for e in with_shuffle.events if type(e).__name__ == "TributePaid"]
    assert match.winner == with_shuffle.winner


# --- matches that go on -----------------------------------------------------------------------


def test_a_saved_match_goes_on_with_the_same_cards() -> None:
    rules = Rules.preset("house").replace(max_deals=3)
    match = play_on(Match.new(rules, seed="go on"), Random(3), 150)
    saved = match.record()
    resumed = read_record(saved)
    assert "seed: go on\n" in saved
    assert resumed.next_commitment == match.next_commitment
    play_on(match, Random(4))
    play_on(resumed, Random(4))
    assert resumed.events == match.events
    assert resumed.over
    assert "seed: " not in match.record()  # the secrets are all revealed


def test_without_a_seed_no_further_deal_begins() -> None:
    saved = re.sub("(?m)^seed: .*\n", "", SAMPLES["saved"])
    match = play_on(read_record(saved), Random(0))
    assert len(match.deals) == 3
    assert not match.over
    assert not match.to_act
    assert len(record_of(match).deals) == 3
    assert read_record(match.record()).events == match.events


def test_players_entropy_is_recorded_and_verified() -> None:
    rules = Rules.preset("points").replace(max_deals=1)
    match = Match.new(rules, seed="entropy", auto_deal=False)
    commitment = match.next_commitment
    match.start_deal({2: "mahogany", 5: "# \n"})
    play_on(match, Random(0))
    text = match.record()
    assert 'entropy 2: mahogany\nentropy 5: "# \\n"\n' in text
    assert f"commitment: {commitment}\n" in text
    assert read_record(text).events == match.events
    assert verify_record(text)[0].proved
    lying = text.replace("mahogany", "teak")
    error = refused(lying)
    assert (error.code, error.line) == ("hand", line_with(text, "hand 0"))


def test_a_record_may_have_no_deal_yet() -> None:
    match = Match.new(Rules.preset("classic"), seed="none", auto_deal=False)
    assert read_record(match.record(), auto_deal=False).events == ()
    assert read_record(match.record()).events == Match.new(match.rules, seed="none").events


# --- steps ------------------------------------------------------------------------------------


def test_steps_tell_the_line_of_every_event() -> None:
    lines = HOUSE.split("\n")
    trail = list(steps(HOUSE))
    assert tuple(step.event for step in trail) == read_record(HOUSE).events
    for step in trail:
        assert step.line is not None
        text = lines[step.line - 1]
        match type(step.event).__name__:
            case "DealStarted":
                assert text.startswith(f"deal {step.event.number}:")
            case "Dealt":
                assert text.startswith("hand 0:")
            case "TributePaid":
                assert text == (
                    f"tribute {step.event.giver} to {step.event.receiver}: {step.event.card}"
                )
            case "Laid":
                assert f"{step.event.seat} {step.event.cards}" in text
            case "Passed":
                assert f"{step.event.seat} -" in text
            case "DealEnded":
                assert text.startswith("result:")
            case "MatchEnded":
                assert text.startswith("end:")
    assert [step.line for step in trail] == sorted(step.line or 0 for step in trail)


def test_steps_carry_the_state_after_each_event() -> None:
    for step in steps(HOUSE):
        if isinstance(step.event, DealEnded):
            assert step.state.result == step.event
            assert not step.state.underway
    assert isinstance(step.event, MatchEnded)
    assert step.state == read_record(HOUSE).state


def test_steps_come_before_what_is_wrong() -> None:
    wrong = HOUSE.replace("end: won by team 0", "end: won by team 1")
    trail: list[str] = []
    with pytest.raises(RecordError):
        trail.extend(type(step.event).__name__ for step in steps(wrong))
    assert trail[-1] == "DealEnded"


# --- refusals ---------------------------------------------------------------------------------


def changed(start: str, old: str, new: str, nth: int = 0) -> tuple[str, int]:
    """HOUSE with a change in one line, and that line's number."""
    number = line_with(HOUSE, start, nth)
    assert old in line(HOUSE, number), line(HOUSE, number)
    return edited(HOUSE, number, line(HOUSE, number).replace(old, new, 1)), number


def without_shuffle(text: str) -> str:
    return re.sub(r"(?m)^(commitment|secret|entropy \d): .*$", "", text)


@pytest.mark.parametrize(
    ("start", "old", "new", "code"),
    [
        ("daguai", "daguai record 1", "a letter", "syntax"),
        ("daguai", "1", "2", "newer_format"),
        ("daguai", "1", "0", "unknown_version"),
        ("rules", "version 1", f"version {RULES_VERSION + 1}", "newer_rules"),
        ("rules", "version 1", "version 0", "unknown_version"),
        ("rules", "house", "home", "unknown_preset"),
        ("rules", ", version 1", "", "syntax"),
        ("commitment", ":", " 3:", "syntax"),
        ("secret", "secret", "secrets", "unknown_key"),
        ("deal 2", "deal 2", "deal 3", "wrong_number"),
        ("deal 2", ", level 3", "", "syntax"),
        ("deal 1", "dealer ", "dealer 7", "unknown_seat"),
        ("hand 1", "hand 1", "hand 0", "repeated"),
        ("hand 1", "hand 1", "hand 6", "unknown_seat"),
        ("trick 2", "trick 2", "trick 3", "wrong_number"),
        ("trick 2", "trick 2", "trick x", "syntax"),
        ("trick 2", ", ", ", , ", "syntax"),
        ("trick 1", ", ", ", 3, ", "syntax"),
        ("trick 1", ", ", ", 3 XX, ", "unknown_card"),
        ("result", "order", "ordre", "syntax"),
        ("result", "won by team", "won by the team", "syntax"),
        ("result", ", won", ", drawn, won", "syntax"),
        ("result", "|", "", "syntax"),
        ("end", "end:", "End:", "unknown_key"),
        ("end", ", clause 10.1", ", clause x", "syntax"),
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
        ("title: a\n  b", "syntax"),
        ("\n  b", "syntax"),
        ('title: a "b" c', "syntax"),
        ('title: "a', "syntax"),
        ('title: "a" b', "syntax"),
        ('title: "\\ud800"', "syntax"),
        ("player 6: x", "unknown_seat"),
        ("player : x", "syntax"),
        ("trick 1: 0 2S", "misplaced"),
        ("anything", "unknown_key"),
        ("end: drawn, levels 2 2, points 0 0, clause 10.3\n# no more\ntitle: x", "misplaced"),
    ],
)
def test_a_head_that_cannot_be_read_is_named(extra: str, code: str) -> None:
    head = "daguai record 1\nrules: classic, version 1\n"
    error = refused(head + extra)
    assert error.code == code
    assert error.line == 2 + len(extra.split("\n"))


def test_a_text_that_ends_too_early_is_refused() -> None:
    for text in ("", "# nothing\n", "daguai record 1\n"):
        assert refused(text).code == "syntax"


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
        (result, f"order {order} | {back}", f"order {order} {back} |", "wrong_placement"),
        (result, f"order {order}", f"order {order[::-1]}", "wrong_placement"),
        (result, f"deal to team {1 - other}", f"deal to team {other}", "wrong_result"),
        (result, f"won by team {deal.result.winner}", "drawn", "wrong_result"),
        (result, f"levels {' '.join(deal.result.levels)}", "levels 7 7", "wrong_levels"),
        (result, "points {} {}".format(*deal.result.points), "points -1 9", "wrong_points"),
        (result, f"clause {deal.result.clause}", "clause 8.9", "wrong_result"),
        (end, "won by team 0", "won by team 1", "wrong_winner"),
        (end, "levels 5", "levels 6", "wrong_levels"),
        (end, "clause 10.1", "clause 10.3", "wrong_winner"),
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
    assert (error.code, error.line) == ("wrong_placement", number)


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
    assert all(error.details[side] in str(error) for side in ("claimed", "computed"))
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
        (lambda r: r.update(surprise=1), "schema", "$"),
        (lambda r: r.update(preset="home"), "unknown_preset", "$.preset"),
        (lambda r: r.update(options={"colour": 1}), "unknown_option", "$.options"),
        (lambda r: r.update(options={"max_deals": 0}), "unknown_value", "$.options.max_deals"),
        (lambda r: r.update(players=["x"]), "wrong_seats", "$.players"),
        (lambda r: r["deals"][0].update(dealer="5"), "schema", "$.deals[0].dealer"),
        (lambda r: r["deals"][0].update(dealer=-1), "schema", "$.deals[0].dealer"),
        (lambda r: r["deals"][0].update(dealer=6), "unknown_seat", "$.deals[0].dealer"),
        (lambda r: r["deals"][0].update(secret="x"), "schema", "$.deals[0].secret"),
        (lambda r: r["deals"][0]["hands"].pop(), "wrong_seats", "$.deals[0].hands"),
        (lambda r: r["deals"][0]["tricks"].append([]), "syntax", "$.deals[0].tricks[{tricks}]"),
        (lambda r: r["deals"][0]["tricks"][0][1].update(seat=9), "unknown_seat",
         "$.deals[0].tricks[0][1]"),
        (lambda r: r["deals"][0]["tricks"][0][0].update(cards="1S"), "schema",
         "$.deals[0].tricks[0][0]"),
        (lambda r: r["deals"][1]["tribute"][0].update(card="1S"), "schema", "$.deals[1]"),
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
        ('{"a":' + "[" * 100_000, "json", None),
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
    assert {"same", "syntax", "not_held"} <= codes


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
