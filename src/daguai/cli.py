"""The command line of ``daguai``."""

from __future__ import annotations

import codecs
import errno
import io
import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Final

import typer

import daguai
from daguai.commands import arena, arrange, bot, judge, legal, play, replay, rules, serve, verify
from daguai.commands.parameters import language
from daguai.commands.usage import asked_language, wrong_use
from daguai.messages import default_language, explain, system_reason, text

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_NO_OUTPUT: Final = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO))
"""What writing to standard output fails by, when whoever reads it is still there."""


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"daguai {daguai.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True, epilog="Example 例: daguai serve --port 8080")
def start(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version. 版本", callback=_show_version),
    ] = False,
) -> int:
    """大怪路子 Da Guai Lu Zi: without a command the page opens, served here. 直接运行即打开网页."""
    if context.invoked_subcommand is None:
        return serve.serve(lang=default_language())
    return 0


for command, example in (
    (serve.serve, "daguai serve --host 0.0.0.0 --port 8080 --data games --no-open"),
    (play.play, "daguai play --preset house --seed monday --save match.dg"),
    (judge.judge, 'daguai judge "3S 3H 3D BJ 4C" --against "KS KH KD AS AH" --level 7'),
    (legal.legal, 'daguai legal "3S 3H 4D BJ" --level 7 --to-beat "2S 2H"'),
    (arrange.arrange, 'daguai arrange "3S 3H 3D 4S 4H TC BJ" --level 7'),
    (rules.rules, "daguai rules house · daguai rules --option flush_ties"),
    (bot.bot, "daguai bot --server http://localhost:8000 --table ABC234 --level master"),
    (arena.arena, "daguai arena club beginner --deals 500 --stop-early"),
    (replay.replay, "daguai replay match.dg --deal 2"),
    (verify.verify, "daguai verify match.dg"),
):
    app.command(epilog=f"Example 例: {example}")(command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 done, 1 not verified, 2 bad input."""
    asked = asked_language(sys.argv[1:] if arguments is None else arguments)
    language.set(asked)
    _print_anything()
    try:
        status = app(args=arguments, prog_name="daguai", standalone_mode=False)
        if sys.stdout is not None:  # closed from the start
            sys.stdout.flush()
    except typer.TyperException as error:
        return _fail(wrong_use(getattr(error, "format_message", error.__str__)(), asked))
    except typer.Abort:
        return 130
    except BrokenPipeError:
        return _unheard()
    except SystemExit as left:
        if isinstance(left.__context__, BrokenPipeError):  # so typer tells it
            return _unheard()
        reason = f"SystemExit: {left}".removesuffix(": ")
        return _fail(text("error.exited", asked, reason=reason))
    except OSError as error:
        if error.filename is not None or error.errno not in _NO_OUTPUT:
            raise
        _unheard()
        reason = system_reason(str(error.strerror), asked)
        return _fail(text("error.no_output", asked, reason=reason))
    except ValueError as error:
        if not hasattr(error, "code"):  # ours to mend, not the user's
            raise
        return _fail(explain(error, asked))
    return status if isinstance(status, int) else 0


def _print_anything() -> None:
    """Let standard output take all texts: what its encoding lacks is escaped, as JSON does."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        codecs.register_error("daguai.escape", _escape)
        sys.stdout.reconfigure(errors="daguai.escape")


def _escape(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def _unheard() -> int:
    """Give up standard output; what is still to be written would fail again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _fail(message: str) -> int:
    with suppress(OSError):  # where standard error is as full
        print(f"daguai: {' '.join(message.split())}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
