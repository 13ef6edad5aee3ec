"""The arena: duplicate pairs that cancel luck, honest intervals, faults counted apart."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from daguai import Match, Pass, Rules, parse_level
from daguai.arena import LineUp, LineUpError, Terms, cross_table, measure, play_pair, playing
from daguai.arena.lineups import two_sides
from daguai.arena.openings import opening
from daguai.bots import UnknownBot, bot_named
from daguai.bots.process import ProgramError
from daguai.legal import legal_actions

POINTS = Rules.preset("points")


def terms(a: str, b: str, *, matches: bool = False, timeout: float = 600) -> Terms:
    """What is measured; the machine may be busy, so a bot that answers may take its time."""
    sides = (LineUp.parse(a, POINTS), LineUp.parse(b, POINTS))
    return Terms(sides, POINTS, "test", matches, timeout)


class First:
    """The first legal action, so that a test need not wait long."""

    name = "first"

    def __init__(self, seed):
        pass

    def act(self, view):
        return legal_actions(view)[-1]


class Broken(First):
    """Never counts."""

    name = "broken"

    def act(self, view):
        raise RuntimeError("broken")


# --- deals ---


def test_deals_depend_on_seed_and_number_alone():
    for number in range(5):
        once, again = (opening("public", number, POINTS) for _ in range(2))
        assert once.events == again.events
        assert once.events != opening("other", number, POINTS).events


def test_three_in_five_deals_begin_with_tribute():
    """Clauses 7.1 and 8.1: every finishing order of the deal before is equally likely."""
    matches = [opening("public", number, POINTS) for number in range(400)]
    begun = [len(match.view(None).tribute) for match in matches]
    assert 0.5 < sum(n > 0 for n in begun) / len(begun) < 0.7
    assert {0, 1, 2, 3} == set(begun)
    for match in matches[:50]:
        match.validate()
        assert len({match.levels for match in matches}) > 50


def test_bots_are_not_told_the_text_that_the_cards_are_drawn_from(monkeypatch):
    """Else a bot could deal the cards itself, and see what is hidden."""
    seeds = []

    class Listening(First):
        def __init__(self, seed):
            seeds.append(seed)

    secret = "only the measurer knows"
    some = replace(terms(f"{__name__}:First", "random"), seed=secret)
    monkeypatch.setattr(f"{__name__}.First", Listening)
    for number in range(2):
        play_pair(some, number)
    told = set(seeds)
    assert len(told) == 2 * POINTS.seats  # by pair and seat, the same whichever side sits there
    for seed in told:
        assert secret not in seed
        assert re.fullmatch("[0-9a-f]{64}", seed)


# --- what is counted ---


@pytest.mark.parametrize("scoring", ["placement", "upgrade"])
@pytest.mark.parametrize("matches", [False, True])
def test_levels_are_those_the_teams_really_rose_by(monkeypatch, scoring, matches):
    """Clauses 8.2 and 10.1: nobody rises past the final level, here near, and often by several."""
    rules = POINTS.replace(
        scoring=scoring, level_gain="by_caught", final_level="3", max_deals=4 if matches else None
    )
    begun = []
    name = "whole_match" if matches else "opening"
    begin = getattr(playing, name)
    monkeypatch.setattr(playing, name, lambda *given: begun.append(begin(*given)) or begun[-1])
    some = replace(terms("beginner", "random", matches=matches), rules=rules)
    rose = [0, 0]
    total = 0
    for number in range(8):
        begun.clear()
        total += play_pair(some, number).levels
        for exchanged, match in enumerate(begun):
            for deal in match.deals:
                if deal.result is not None and len(deal.events) > 2:
                    for team in (0, 1):
                        before, after = deal.started.levels[team], deal.result.levels[team]
                        rose[team ^ exchanged] += parse_level(after) - parse_level(before)
    assert total == rose[0] - rose[1]
    assert rose[0] > 0


@pytest.mark.parametrize("matches", [False, True])
def test_a_bot_against_itself_comes_to_nothing(matches):
    """Same cards, teams exchanged, seeds by seat: the mean is exactly 0."""
    same = terms("random", "random", matches=matches)
    if matches:
        same = replace(same, rules=POINTS.replace(max_deals=2))
    found = measure(same, 4, jobs=1)
    assert found.points.value == 0
    assert found.points.z == 0
    assert found.levels.value == found.won.value == 0
    assert all(sum(pair.points) == 0 for pair in found.pairs)
    assert found.deals == (16 if matches else 8)


def test_the_answer_does_not_depend_on_the_processes():
    some = terms("random", f"{__name__}:First")
    one, two = (measure(some, 5, jobs=jobs).json() for jobs in (1, 2))
    del one["decision_ms"], two["decision_ms"]
    assert one == two


# --- line-ups and tables ---


def test_line_ups_turn_over_the_places():
    side = LineUp.parse("beginner,random,random", POINTS)
    placed = [
        [side.place(seat, turned, POINTS) for seat in POINTS.team_seats(1)] for turned in range(3)
    ]
    assert [bots.index("beginner") for bots in placed] == [0, 2, 1]


def test_line_ups_that_fit_nothing_are_refused():
    with pytest.raises(LineUpError, match="expected one, or 3"):
        LineUp.parse("random,random", POINTS)
    with pytest.raises(UnknownBot) as error:
        LineUp.parse("json:loads", POINTS)
    assert error.value.code == "bad_bot_class"


def test_a_comma_may_be_part_of_a_name():
    name = f"run:{sys.executable} -c pass 1,2"
    with pytest.raises(LineUpError, match="a comma within a name is written"):
        LineUp.parse(name, POINTS)
    written = name.replace(",", r"\,")
    assert LineUp.parse(written, POINTS).bots == (name,) * 3
    side = LineUp.parse(f"random, {written},random", POINTS)
    assert side.bots == ("random", name, "random")


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("club:beginner", ("club", "beginner")),
        ("club:nobody", ("club", "nobody")),
        ("mine:Bot:club", ("mine:Bot", "club")),
        ("master@9:mine.deep:Bot,club,club", ("master@9", "mine.deep:Bot,club,club")),
        ("a:B:c:D", ("a:B", "c:D")),
        (r"run:mine --at 1\,2:club", (r"run:mine --at 1\,2", "club")),
        ("club:run:mine", ("club", "run:mine")),
    ],
)
def test_sides_are_parted_where_both_name_bots(text, sides):
    assert two_sides(text) == sides


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("club", "arena_sides"),
        ("a:b:", "arena_sides"),
        ("club:beginner:random", "arena_sides_many"),
        ("run:mine:more:club", "arena_sides_many"),
    ],
)
def test_sides_that_are_not_clear_are_refused(text, code):
    with pytest.raises(LineUpError) as error:
        two_sides(text)
    assert error.value.code == code


def table_of(*names, **options):
    sides = [LineUp.parse(name, POINTS) for name in names]
    return cross_table(sides, terms("random", "random"), 3, jobs=1, **options)


def test_a_table_of_several_bots():
    table = table_of("random", "beginner", f"{__name__}:First")
    assert len(table.games) == 3
    assert table.ratings[0].bot == "beginner"
    one, other = table.points("beginner", "random"), table.points("random", "beginner")
    assert one is not None
    assert other == -one
    assert one.low is not None
    assert table.points("random", "random") is None


def test_a_bot_that_never_counted_has_no_rating():
    """It is not as strong as one that drew every deal."""
    broken = f"{__name__}:Broken"
    table = table_of(broken, "random", "beginner")
    assert [rating.bot for rating in table.ratings] == ["beginner", "random", broken]
    assert (table.ratings[-1].mu, table.ratings[-1].sigma) == (None, None)
    assert table.json()["ratings"][-1] == {"bot": broken, "mu": None, "sigma": None}
    points = table.points(broken, "random")
    assert points is not None
    assert points.value is None


# --- programs ---

PROGRAM = """
import json, sys
for line in sys.stdin:
    view = json.loads(line)["view"]
    print(json.dumps({"type": "legal"}), flush=True)
    actions = json.loads(sys.stdin.readline())["actions"]
    print(json.dumps(actions[0]), flush=True)
"""


@pytest.fixture
def program(tmp_path):
    def command(text):
        path = tmp_path / "bot.py"
        path.write_text(text)
        return f"run:{sys.executable} {path}"

    return command


def test_a_program_plays(program):
    found = measure(terms(program(PROGRAM), "random"), 1, jobs=1)
    assert found.faults == ()
    assert found.deals == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bot_ended"),
        ("input(); print('hello')", "bot_answer"),
        ('input(); print(\'{"type": "lay", "cards": "XX"}\')', "bot_answer"),
    ],
)
def test_programs_that_fail(program, text, code):
    bot = bot_named(program(text))
    match = Match.new(POINTS, seed="x")
    with pytest.raises(ProgramError) as error:
        bot.act(match.view(match.to_act[0], memory=True))
    assert error.value.code == code


def test_a_program_that_failed_is_started_anew(program):
    bot = bot_named(program('input(); print(\'{"type": "pass"}\')'))
    view = opening("x", 1, POINTS).view(0, memory=True)
    assert bot.act(view) == Pass()
    with pytest.raises(ValueError, match="has ended"):
        bot.act(view)
    assert bot.act(view) == Pass()


def test_programs_that_do_not_start():
    match = Match.new(POINTS, seed="x")
    with pytest.raises(ValueError, match="cannot start"):
        bot_named("run:/no/such/program").act(match.view(match.to_act[0], memory=True))


def test_the_bots_of_the_document_play(program, tmp_path, monkeypatch):
    """docs/bots.md: a class in twenty lines, and a program that knows nothing of daguai."""
    text = (Path(__file__).parent.parent / "docs/bots.md").read_text(encoding="utf-8")
    first, second, *_ = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (tmp_path / "mybot.py").write_text(first, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found = measure(terms("mybot:MyBot", program(second)), 1, jobs=1)
    assert found.faults == ()
    assert len(first.splitlines()) <= 25
