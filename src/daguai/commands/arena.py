"""``daguai arena``: how much stronger one bot is than another."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

import typer

from daguai.commands.parameters import (
    BadInput,
    Json,
    Lang,
    Options,
    Preset,
    print_json,
    rules_from,
    rules_json,
)
from daguai.messages import explain, text

if TYPE_CHECKING:
    from daguai.arena import CrossTable, Estimate, Measurement, Pair

_SEED: Final = "daguai arena"
_JOBS: Final = 1024
_NOTHING: Final = "–"
"""Shown where nothing was measured, which is not the same as 0."""


def arena(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="A B [C…]",
            help="Bots: a level, module:Class, run:COMMAND, or one for each seat of a team, "
            "master,beginner,beginner. 机器人",
            show_default=False,
        ),
    ] = None,
    deals: Annotated[
        int,
        typer.Option("--deals", metavar="N", help="Duplicate deals, each played twice. 复式副数"),
    ] = 200,
    line_up: Annotated[
        str,
        typer.Option("--lineup", metavar="A:B", help="Both sides in one text. 双方阵容"),
    ] = "",
    seed: Annotated[
        str, typer.Option("--seed", metavar="TEXT", help="Draw the deals from this text. 种子")
    ] = _SEED,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs", metavar="N", min=0, max=_JOBS, help="Processes; 0 is one per core. 进程数"
        ),
    ] = 0,
    match: Annotated[
        bool, typer.Option("--match", help="Play whole matches instead of deals. 整场比赛")
    ] = False,
    stop_early: Annotated[
        bool,
        typer.Option("--stop-early", help="Stop when the difference is certain. 分出高下即停"),
    ] = False,
    timeout: Annotated[
        float,
        typer.Option(
            "--timeout", metavar="S", help="Seconds per decision; inf is no limit. 每步限时"
        ),
    ] = 10.0,
    preset: Preset = "points",
    option: Options = None,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Measure bots by duplicate deals, teams exchanged. 以复式牌局衡量机器人强弱.

    Same cards, so luck cancels; points a deal of A over B, with a 95 % interval.
    Exit status 1 when no pair could be counted, with several bots in any pairing.
    """
    from daguai.arena import LineUp, Terms, cross_table, measure
    from daguai.arena.lineups import two_sides

    rules = rules_from(preset, option)
    if line_up and bots:
        raise BadInput("arena_both", text=" ".join(bots))
    names = two_sides(line_up) if line_up else bots or ()
    if len(names) < 2:
        raise BadInput("arena_bots")
    for value, what in ((deals, "--deals"), (timeout, "--timeout")):
        if not value > 0:
            raise BadInput("not_positive", what=what)
    sides = [LineUp.parse(name, rules) for name in names]
    terms = Terms((sides[0], sides[1]), rules, seed, match, timeout)
    several = len(sides) > 2
    if several and len({side.text for side in sides}) < len(sides):
        raise BadInput("arena_twice")
    total = deals * len(sides) * (len(sides) - 1) // 2
    with _progress(total, lang) as progress:
        if several:
            table = cross_table(
                sides, terms, deals, jobs=jobs or None, stop_early=stop_early, progress=progress
            )
            games = list(table.games)
        else:
            games = [
                measure(terms, deals, jobs=jobs or None, stop_early=stop_early, progress=progress)
            ]
    if as_json:
        answer = table.json() if several else games[0].json()
        print_json({**answer, "rules": rules_json(rules)})
    elif several:
        _show_table(table, lang)
    else:
        _show(games[0], lang)
    return 0 if all(game.pairs for game in games) else 1


@contextmanager
def _progress(total: int, lang: str) -> Iterator[Callable[[Pair], None] | None]:
    """Show a bar on a terminal, with what is known so far."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Remaining()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(text("arena.pairs", lang), total=total)
        yield lambda _: bar.advance(task)


def _show(game: Measurement, lang: str) -> None:
    a, b = (side.text for side in game.terms.sides)
    print(text("arena.title", lang, a=a, b=b, pairs=len(game.pairs), deals=game.deals))
    z = _NOTHING if game.points.z is None else f"{game.points.z:+.1f}"
    print(text("arena.points", lang, value=_with_ends(game.points), z=z))
    print(text("arena.levels", lang, value=_with_ends(game.levels)))
    shares = [f"{share:.1%}" for share in game.shares or ()] or [_NOTHING, _NOTHING]
    print(text("arena.won", lang, a=shares[0], b=shares[1], value=_with_ends(game.won)))
    if game.terms.matches:
        print(text("arena.matches", lang, a=game.matches[0], b=game.matches[1]))
    times = [game.milliseconds(side) for side in (0, 1)]
    shown = [_NOTHING if time is None else f"{time:.2f}" for time in times]
    print(text("arena.times", lang, a=shown[0], b=shown[1]))
    if game.stopped:
        print(text("arena.stopped", lang))
    _show_faults(game, lang)


def _show_faults(game: Measurement, lang: str) -> None:
    if not game.faults:
        return
    print(text("arena.faults", lang, n=len(game.faults)))
    for fault in {(fault.bot, fault.text): fault for fault in game.faults[:5]}.values():
        kind = text(f"arena.fault.{fault.kind}", lang)
        reason = explain(fault.error, lang) if fault.error else fault.text
        print(f"  {fault.bot}: {kind}: {reason}")


def _show_table(table: CrossTable, lang: str) -> None:
    from rich.console import Console
    from rich.table import Table

    grid = Table(title=text("arena.table", lang))
    grid.add_column(text("arena.bot", lang))
    for number in range(1, len(table.bots) + 1):
        grid.add_column(str(number), justify="right")
    grid.add_column(text("arena.rating", lang), justify="right")
    for number, rating in enumerate(table.ratings, 1):
        row = [table.points(rating.bot, other.bot) for other in table.ratings]
        cells = ["" if points is None else _with_error(points) for points in row]
        strength = _NOTHING if rating.mu is None else f"{rating.mu:.1f} ± {rating.sigma:.1f}"
        grid.add_row(f"{number} {rating.bot}", *cells, strength)
    Console(highlight=False, markup=False, emoji=False).print(grid)
    for game in table.games:
        _show_faults(game, lang)


def _with_ends(points: Estimate) -> str:
    if points.value is None:
        return _NOTHING
    if points.low is None or points.high is None:
        return f"{points.value:+.3f}"
    return f"{points.value:+.3f} [{points.low:+.3f}, {points.high:+.3f}]"


def _with_error(points: Estimate) -> str:
    if points.value is None:
        return _NOTHING
    if points.low is None or points.high is None:
        return f"{points.value:+.2f}"
    return f"{points.value:+.2f} ±{(points.high - points.low) / 2:.2f}"
