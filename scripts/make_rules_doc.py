"""Write docs/rules.md and docs/rules.zh.md from the message catalogues and the options.

Run ``python scripts/make_rules_doc.py`` after changing a clause or an option; a test compares.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from daguai.messages import LANGUAGES, rulebook, text
from daguai.rules import OPTIONS, PRESET_NAMES, PRESETS, RULES_VERSION, Option

DOCS = Path(__file__).resolve().parent.parent / "docs"
NAMES = {"en": "rules.md", "zh": "rules.zh.md"}
OTHER = {"en": "[中文](rules.zh.md)", "zh": "[English](rules.md)"}


def document(lang: str) -> str:
    """Return the whole document in a language."""
    return "\n".join(_lines(lang)) + "\n"


def _lines(lang: str) -> Iterator[str]:
    yield f"# {text('rules.title', lang)}"
    yield f"\n{OTHER[lang]}\n\n{text('rules.intro', lang)}\n\n{text('rules.notation', lang)}"
    for title, clauses in rulebook.sections(lang).items():
        yield f"\n## {title}\n"
        yield "\n\n".join(f"**{number}** {words}" for number, words in clauses.items())
    yield f"\n## {text('rules.options_title', lang)}\n\n{text('rules.options_intro', lang)}"
    for option in OPTIONS.values():
        decides = text("rules.decides", lang, meaning=rulebook.option_meaning(option.name, lang))
        clause = text("rules.of_clause", lang, clause=option.clause)
        yield f"\n### `{option.name}` {rulebook.option_name(option.name, lang)}"
        yield f"\n{decides} {clause}\n"
        yield _row(text("rules.value", lang), text("rules.meaning", lang))
        yield _row("---", "---")
        for value, words in rulebook.value_meanings(option, lang).items():
            yield _row(f"`{value}`", words)
    yield f"\n## {text('rules.presets_title', lang)}\n"
    for preset in PRESET_NAMES:
        title = text(f"preset.{preset}.name", lang)
        shown = f"`{preset}`" if title == preset else f"`{preset}` {title}"
        yield f"- {shown}: {rulebook.preset_meaning(preset, lang)}"
    yield "\n" + _row(text("rules.option", lang), *(f"`{preset}`" for preset in PRESET_NAMES))
    yield _row(*["---"] * (1 + len(PRESET_NAMES)))
    for name in OPTIONS:
        values = [Option.text(getattr(PRESETS[preset], name)) for preset in PRESET_NAMES]
        if len(set(values)) > 1:
            values = [f"**{value}**" for value in values]
        yield _row(f"`{name}`", *values)
    yield f"\n{text('rules.version', lang, version=RULES_VERSION)}"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> None:
    for lang in LANGUAGES:
        (DOCS / NAMES[lang]).write_text(document(lang), encoding="utf-8")
        print(DOCS / NAMES[lang])


if __name__ == "__main__":
    main()
