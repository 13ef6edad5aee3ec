"""``daguai rules``: the presets and options in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from daguai.commands.parameters import Json, Lang, print_json
from daguai.commands.wrapping import wrap
from daguai.messages import rulebook, text
from daguai.rules import OPTIONS, PRESET_NAMES, PRESETS, RULES_VERSION, Option, Rules, RulesError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_WIDTH = 78


def rules(
    preset: Annotated[
        str,
        typer.Argument(metavar="[PRESET]", help="Explain one preset. 某套规则", show_default=False),
    ] = "",
    option: Annotated[
        str, typer.Option("--option", metavar="NAME", help="Explain one option. 某个选项")
    ] = "",
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Explain the presets and options. 解释成套规则与选项."""
    chosen = Rules.preset(preset) if preset else None
    if option and option not in OPTIONS:
        known = ", ".join(OPTIONS)
        message = f"there is no option {option!r}: expected one of {known}"
        raise RulesError("unknown_option", message, text=option, known=known)
    if as_json:
        print_json(_json([OPTIONS[option]] if option else list(OPTIONS.values()), chosen, lang))
        return 0
    from rich.console import Console

    console = Console(highlight=False)
    if option:
        _explain_option(OPTIONS[option], console, lang)
    elif chosen is not None:
        console.print(_preset_line(preset, lang))
        console.print(_values_of(chosen, lang))
    else:
        for name in PRESET_NAMES:
            console.print(_preset_line(name, lang))
        console.print(_overview(lang))
    return 0


def _json(options: list[Option], chosen: Rules | None, lang: str) -> dict[str, Any]:
    presets = {chosen.preset_name: chosen} if chosen else PRESETS
    return {
        "version": RULES_VERSION,
        "presets": {
            name: {
                "name": text(f"preset.{name}.name", lang),
                "meaning": rulebook.preset_meaning(name, lang),
            }
            for name in presets
        },
        "options": [
            {
                "option": option.name,
                "name": rulebook.option_name(option.name, lang),
                "meaning": rulebook.option_meaning(option.name, lang),
                "clause": option.clause,
                "values": rulebook.value_meanings(option, lang),
                "clauses": rulebook.clauses_of(option, lang),
                "presets": {name: getattr(preset, option.name) for name, preset in presets.items()},
            }
            for option in options
        ],
    }


def _preset_line(name: str, lang: str) -> str:
    title = text(f"preset.{name}.name", lang)
    shown = name if title == name else f"{name} {title}"
    return f"[bold]{shown}[/bold]\n{wrap(rulebook.preset_meaning(name, lang), _WIDTH)}\n"


def _table(*columns: str) -> Table:
    from rich.table import Table

    return Table(*columns, box=None, padding=(0, 2, 0, 0))


def _overview(lang: str) -> Table:
    table = _table(text("rules.option", lang), *PRESET_NAMES)
    for name in OPTIONS:
        values = [Option.text(getattr(PRESETS[preset], name)) for preset in PRESET_NAMES]
        if len(set(values)) > 1:
            values = [f"[bold]{value}[/bold]" for value in values]
        table.add_row(name, *values)
    return table


def _values_of(preset: Rules, lang: str) -> Table:
    table = _table(
        text("rules.option", lang),
        text("rules.value", lang),
        text("rules.meaning", lang),
        text("rules.clause", lang),
    )
    for name, option in OPTIONS.items():
        value = getattr(preset, name)
        title = rulebook.option_name(name, lang)
        meaning = wrap(f"{title} · {rulebook.value_meaning(name, value, lang)}", 32)
        table.add_row(name, Option.text(value), meaning, option.clause)
    return table


def _explain_option(option: Option, console: Console, lang: str) -> None:
    title = f"{rulebook.option_name(option.name, lang)} · "
    console.print(f"[bold]{option.name}[/bold]")
    console.print(wrap(title + rulebook.option_meaning(option.name, lang), _WIDTH) + "\n")
    table = _table(text("rules.value", lang), text("rules.meaning", lang))
    for value, meaning in rulebook.value_meanings(option, lang).items():
        table.add_row(value, wrap(meaning, 50))
    console.print(table, "")
    table = _table(text("rules.preset", lang), text("rules.value", lang))
    for preset in PRESET_NAMES:
        table.add_row(preset, Option.text(getattr(PRESETS[preset], option.name)))
    console.print(table, "")
    for number, words in rulebook.clauses_of(option, lang).items():
        console.print(wrap(f"{number} {words}", _WIDTH))
