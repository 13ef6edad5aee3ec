"""``daguai serve``: the server, and the page in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from daguai.commands.parameters import BadInput, Lang


def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Where to listen. 监听地址")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="NUMBER", help="The port; 0 takes any. 端口")
    ] = 8000,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data", metavar="DIR", help="Where everything is kept. 数据目录", show_default=False
        ),
    ] = None,
    no_open: Annotated[
        bool, typer.Option("--no-open", help="Do not open the page. 不打开浏览器")
    ] = False,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            "--origin",
            metavar="URL",
            help="Whose pages may connect, too. 允许的来源",
            show_default=False,
        ),
    ] = None,
    logs: Annotated[
        str, typer.Option("--logs", metavar="auto|json|text", help="Form of the logs. 日志")
    ] = "auto",
    lang: Lang = "",
) -> int:
    """Start the server and open the page. 启动服务器并打开网页.

    Without --data everything is kept in your user's data folder. Ctrl-C stops the server; matches
    go on where they were when it starts again.
    """
    if logs not in {"auto", "json", "text"}:
        raise BadInput("unknown_logs", text=logs)
    from daguai.commands import hosting

    settings = hosting.Settings(host, port, data, not no_open, tuple(origin or ()), logs, lang)
    return hosting.run(settings)
