"""The catalogues: the same texts in both languages, and none that is missing."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

import daguai
from daguai.bots import BOTS
from daguai.messages import LANGUAGES, catalogue, default_language, explain, rulebook, text
from daguai.rules import OPTIONS, PRESET_NAMES, TEAMS

SOURCES = Path(daguai.__file__).parent


def names(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_both_languages_say_the_same_things():
    """The same keys in the same order, with the same names in each text."""
    chinese, english = (catalogue(lang) for lang in LANGUAGES)
    assert list(chinese) == list(english)
    for key, template in english.items():
        assert names(chinese[key]) == names(template), key
        assert template.strip()
        assert chinese[key].strip()


def test_every_text_is_in_its_language():
    """Chinese texts hold Chinese, unless they are only names to be filled in; English ones none."""
    han = re.compile("[\u4e00-\u9fff]")
    for key, template in catalogue("en").items():
        assert not han.search(template) or key == "rules.title", key
    for key, template in catalogue("zh").items():
        letters = re.sub(r"\{\w+\}", "", template)
        assert han.search(template) or not re.search("[a-z]{3}", letters), key


def test_every_key_the_sources_name_is_there():
    sources = "".join(path.read_text() for path in SOURCES.rglob("*.py"))
    named = set(re.findall(r"""\btext\(\s*["']([a-z_0-9.]+)["']""", sources))
    named |= {f"error.{code}" for code in re.findall(r"""BadInput\(\s*"([a-z_]+)""", sources)}
    assert len(named) > 60
    assert named <= catalogue("en").keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whatever_has_a_name_has_words(lang):
    for category in daguai.Category:
        assert text(f"category.{category.value}", lang)
    for team in range(TEAMS):
        assert text(f"team.{team}", lang)
    for bot in BOTS:
        assert text(f"bot.{bot}", lang)
    for preset in PRESET_NAMES:
        assert text(f"preset.{preset}.name", lang)
        assert rulebook.preset_meaning(preset, lang)
    for option in OPTIONS.values():
        assert rulebook.option_name(option.name, lang)
        assert rulebook.option_meaning(option.name, lang)
        assert rulebook.clauses_of(option, lang)
        for value in option.values:
            assert rulebook.value_meaning(option.name, value, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_clause_stands_in_its_section(lang):
    numbers = list(rulebook.clauses(lang))
    assert numbers == sorted(numbers, key=lambda n: tuple(map(int, n.split("."))))
    sections = rulebook.sections(lang)
    assert [title.split()[0] for title in sections] == [str(n) for n in range(1, 11)]
    assert sum(map(len, sections.values())) == len(numbers)


@pytest.mark.parametrize(
    "code",
    re.findall(r"``([a-z_]+)``", (daguai.IllegalAction.__doc__ or "").partition("details:")[0])
    + re.findall(r'``"([a-z_]+)"``', daguai.IllegalPlay.__doc__ or "")
    + re.findall(r'``"([a-z_]+)"``', daguai.NotationError.__doc__ or "")
    + re.findall(r'``"([a-z_]+)"``', daguai.RulesError.__doc__ or ""),
)
def test_every_documented_code_has_words(code):
    assert f"error.{code}" in catalogue("zh")


def test_errors_are_explained_in_chinese():
    with pytest.raises(daguai.IllegalPlay) as error:
        daguai.classify("3S 4S", daguai.Rules.preset("classic"), "2")
    assert explain(error.value, "zh").startswith("对子和三张必须点数相同")
    assert explain(error.value, "en") == str(error.value)


def test_what_has_no_words_is_said_in_english():
    assert explain(ValueError("two\nlines"), "zh") == "two lines"


def test_unknown_languages_are_refused():
    with pytest.raises(ValueError, match="expected one of zh, en"):
        text("game", "fr")


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({"LANG": "zh_TW.UTF-8"}, "zh"),
        ({"LANG": "en_US", "LC_MESSAGES": "zh_CN"}, "zh"),
        ({"LANG": "zh_CN", "LC_ALL": "C.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_comes_from_the_environment(environment, lang):
    assert default_language(environment) == lang
