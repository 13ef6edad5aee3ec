"""Match records: both forms, replay, saved matches and steps."""

from __future__ import annotations

import re
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strategies
from daguai import Match, RecordError, Rules, read_record, record_of
from daguai.dealing import GivenDealing
from daguai.events import DealEnded, MatchEnded, TributeRefused
from daguai.record import (
    parse,
    parse_json,
    parse_record,
    parse_text,
    steps,
    verify_record,
)
from daguai.record import replay as replaying
from daguai.record.writing import free_text
from record_samples import (
    GENERATED,
    HOUSE,
    ROOT,
    SAMPLES,
    finished,
    line_with,
    play_on,
    refused,
)

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
    assert verify_record(SAMPLES["by-hand"]).proofs[0].proved is False


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
    assert verify_record(text).proofs[0].proved
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


def test_what_is_parsed_once_keeps_its_lines() -> None:
    parsed = parse(HOUSE)
    assert list(steps(parsed)) == list(steps(HOUSE))
    assert verify_record(parsed) == verify_record(HOUSE)
    assert read_record(parsed).events == read_record(HOUSE).events
    assert parse(parsed) is parsed
    wrong = parse(HOUSE.replace("end: won by team 0", "end: won by team 1"))
    with pytest.raises(RecordError) as found:
        verify_record(wrong)
    ends = [n for n, text in enumerate(HOUSE.split("\n"), 1) if text.startswith("end:")]
    assert [found.value.line] == ends


def test_steps_come_before_what_is_wrong() -> None:
    wrong = HOUSE.replace("end: won by team 0", "end: won by team 1")
    trail: list[str] = []
    with pytest.raises(RecordError):
        trail.extend(type(step.event).__name__ for step in steps(wrong))
    assert trail[-1] == "DealEnded"


# --- the document -----------------------------------------------------------------------------


def test_the_example_of_the_document_is_a_sample() -> None:
    example = (ROOT / "docs/record.md").read_text("utf-8").split("```\n")[2]
    said = [text.partition("#")[0].rstrip() for text in example.split("\n")]
    assert [text for text in said if text != "…" and text not in HOUSE.split("\n")] == []
    assert said[0] == "daguai record 1"


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_verifying_counts_what_the_record_has(name: str) -> None:
    found, match = verify_record(SAMPLES[name]), read_record(SAMPLES[name])
    record = parse_text(SAMPLES[name])
    assert [proof.number for proof in found.proofs] == list(range(1, len(match.deals) + 1))
    assert found.over is match.over
    assert found.moves == sum(len(trick) for deal in record.deals for trick in deal.tricks)
    assert found.proved is all(proof.proved for proof in found.proofs) is (name != "by-hand")


def test_verifying_replays_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []
    whole = replaying.begin
    monkeypatch.setattr(replaying, "begin", lambda *given: begun.append(0) or whole(*given))
    assert len(verify_record(HOUSE).proofs) == len(begun)
