"""``daguai play``: a match in the terminal against bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from daguai.commands.parameters import (
    BadInput,
    Json,
    Lang,
    Options,
    Preset,
    check_writable,
    read_text,
    rules_from,
)


def play(
    bots: Annotated[
        str,
        typer.Option(
            "--bots", metavar="NAME[,…]", help="One bot for all seats, or one each. 机器人"
        ),
    ] = "",
    preset: Preset = "",
    option: Options = None,
    seed: Annotated[
        str, typer.Option("--seed", metavar="TEXT", help="Shuffle from this text. 洗牌种子")
    ] = "",
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="0-5", help="Your seat. 座位", show_default="0")
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save", metavar="FILE", help="Keep the record here. 存盘", show_default=False
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume", metavar="FILE", help="Go on with a record. 续局", show_default=False
        ),
    ] = None,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Play a match in the terminal against five bots. 在终端与五个机器人对局.

    Type cards (3S 3H), ranks (33, 45678, LJ), p to pass, ? for hints, q to save and quit.
    With --json every event and view is one line of JSON; answers are typed the same way.
    """
    from daguai.commands import game

    if resume is None:
        rules = rules_from(preset or "classic", option)
        opened = game.new_match(rules, seed, seat, bots, lang)
        if save is not None and save.exists():
            raise BadInput("exists", file=save)
    else:
        given = {"--preset": preset, "--option": option, "--seed": seed}
        if any(given.values()):
            raise BadInput("resume_rules", text=", ".join(k for k, v in given.items() if v))
        opened = game.resumed_match(read_text(resume), resume, seat, bots)
    kept = save or resume
    if kept is not None:
        check_writable(kept)
    return game.run(opened, kept, lang, as_json=as_json)
