"""``daguai arrange``: a hand as plays, in the fewest turns and as strong as can be found."""

from __future__ import annotations

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


def arrange(
    hand: Annotated[str, typer.Argument(help="The hand in notation. 手牌", show_default=False)],
    level: Level = "2",
    slack: Annotated[
        int,
        typer.Option(
            "--slack",
            metavar="N",
            min=0,
            max=2,
            help="Turns more than the fewest, where that is stronger. 可多用几手",
        ),
    ] = 0,
    unseen: Annotated[
        str,
        typer.Option(
            "--unseen",
            metavar="CARDS",
            help="The cards others may hold; else all but the hand. 未见的牌",
            show_default=False,
        ),
    ] = "",
    preset: Preset = "classic",
    option: Options = None,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Arrange a hand in the fewest turns, strongly, and say what it is good for. 理牌."""
    rules = rules_from(preset, option)
    from daguai import arrangement
    from daguai.cards import RANKS, parse_cards, parse_level

    if not parse_cards(hand):
        raise BadInput("empty_hand")
    found = arrangement.arrange(hand, rules, level, slack, unseen or None)
    if as_json:
        print_json(
            {
                "level": RANKS[parse_level(level)],
                "rules": rules_json(rules),
                "turns": found.turns,
                "plays": [
                    play_json(play) | {"hold": round(hold, 3)}
                    for play, hold in zip(found.plays, found.holds, strict=True)
                ],
                "lost_leads": found.lost_leads,
                "role": found.role.value,
                "reason": found.reason.code,
                "words": found.reason.words(lang),
            }
        )
        return 0
    for play, hold in zip(found.plays, found.holds, strict=True):
        percent = text("arrange.holds", lang, percent=round(100 * hold))
        print(f"{play!s:16}{percent:>12}  {category_name(play.category.value, lang)}")
    print(text("arrange.turns", lang, n=found.turns))
    print(text("arrange.lost", lang, n=f"{found.lost_leads:.1f}"))
    reason = found.reason.words(lang)
    print(text("arrange.role", lang, role=text(f"role.{found.role.value}", lang), reason=reason))
    return 0
