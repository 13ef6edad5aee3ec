"""``daguai legal``: every legal play of a hand."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer

from daguai.commands.judge import category_name, play_json
from daguai.commands.parameters import (
    BadInput,
    Json,
    Lang,
    Level,
    Options,
    Preset,
    print_json,
    rules_from,
    rules_json,
)
from daguai.messages import text


def legal(
    hand: Annotated[str, typer.Argument(help="The hand in notation. 手牌", show_default=False)],
    to_beat: Annotated[
        str, typer.Option("--to-beat", metavar="CARDS", help="The play to answer. 要管的牌")
    ] = "",
    level: Level = "2",
    preset: Preset = "classic",
    option: Options = None,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """List every legal play of a hand, each set of cards once. 列出能出的牌."""
    rules = rules_from(preset, option)
    from daguai import kernels
    from daguai.cards import RANKS, parse_cards, parse_level
    from daguai.moves import legal_plays

    with suppress(RuntimeError):  # compiled kernels that are loaded already serve as well
        kernels.configure(jit=False)  # one list is made sooner than the compiler is loaded

    if not parse_cards(hand):
        raise BadInput("empty_hand")
    plays = legal_plays(hand, rules, level, to_beat or None)
    if as_json:
        print_json(
            {
                "level": RANKS[parse_level(level)],
                "rules": rules_json(rules),
                "to_beat": to_beat or None,
                "plays": [play_json(play) for play in plays],
            }
        )
        return 0
    for play in plays:
        print(f"{play!s:16}{category_name(play.category.value, lang)}")
    print(text("legal.total", lang, n=len(plays)) if plays else text("legal.none", lang))
    return 0
