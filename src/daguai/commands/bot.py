"""``daguai bot``: a bot takes a seat at a server's table, over the ordinary socket."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Annotated

import typer

from daguai.commands.parameters import Json, Lang, print_json
from daguai.messages import text

if TYPE_CHECKING:
    from daguai.events import MatchEnded


def bot(
    server: Annotated[
        str,
        typer.Option(
            "--server",
            metavar="URL",
            help="The server, http://HOST:PORT. 服务器",
            show_default=False,
        ),
    ],
    table: Annotated[
        str,
        typer.Option("--table", metavar="CODE", help="The table's code. 桌号", show_default=False),
    ],
    level: Annotated[
        str,
        typer.Option(
            "--level",
            metavar="BOT",
            help="A level, master@PLAYOUTS, module:Class or run:COMMAND. 机器人",
        ),
    ] = "club",
    name: Annotated[
        str,
        typer.Option("--name", help="What others see. 显示的名字", show_default=False),
    ] = "",
    seed: Annotated[
        str,
        typer.Option(
            "--seed", metavar="TEXT", help="What the bot draws from. 种子", show_default=False
        ),
    ] = "",
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Let a bot play a match at a table whose host allows programs. 让机器人到牌桌上打一场.

    It reconnects by itself, and ends with the match. Ctrl-C leaves the table; a bot of the server
    plays on.
    """
    from daguai import client, kernels
    from daguai.bots import bot_named
    from daguai.bots.process import ProcessBot

    player = bot_named(level, seed or random.SystemRandom().getrandbits(64))
    kernels.warm_up()

    told: list[tuple[str, dict[str, str]]] = []

    def tell(key: str, details: dict[str, str]) -> None:
        told.append((key, details))
        if not as_json:
            print(text(f"bot_client.{key}", lang, **details), flush=True)

    async def match() -> MatchEnded:
        try:
            return await client.play(server, table, player, name=name, tell=tell)
        finally:  # asyncio waits for threads, and one may be waiting for the program
            if isinstance(player, ProcessBot):
                player.stop()

    end = asyncio.run(match())
    if as_json:
        seats = [int(details["seat"]) for key, details in told if key == "seated"]
        faults = [details["reason"] for key, details in told if key == "fault"]
        print_json(
            {"seat": seats[-1], "winner": end.winner, "clause": end.clause, "faults": faults}
        )
        return 0
    winner = "drawn" if end.winner is None else "won"
    team = "" if end.winner is None else text(f"team.{end.winner}", lang)
    tell(winner, {"team": team})
    return 0
