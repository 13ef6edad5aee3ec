"""``daguai serve``: the server, and the page in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

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
    close_after: Annotated[
        float,
        typer.Option(
            "--close-after",
            metavar="HOURS",
            min=0,
            help="Close tables that everybody left so long ago; 0 never. 无人多久后关桌",
        ),
    ] = 24,
    keep_records: Annotated[
        float,
        typer.Option(
            "--keep-records",
            metavar="DAYS",
            min=0,
            help="Delete matches that ended so long ago; 0 never. 牌谱保留天数",
        ),
    ] = 0,
    lang: Lang = "",
) -> int:
    """Start the server and open the page. 启动服务器并打开网页.

    Without --data everything is kept in your user's data folder. Ctrl-C stops the server; matches
    go on where they were when it starts again.
    """
    if logs not in {"auto", "json", "text"}:
        raise BadInput("unknown_logs", text=logs)
    origins = tuple(map(_origin, origin or ()))
    from daguai.commands import hosting

    return hosting.run(
        hosting.Settings(
            host=host,
            port=port,
            data=data,
            open_page=not no_open,
            origins=origins,
            logs=logs,
            lang=lang,
            close_after=close_after,
            keep_records=keep_records,
        )
    )


def _origin(text: str) -> str:
    """Return an origin as browsers write it.

    Raises:
        BadInput: it has no scheme, or more than scheme, host and port.
    """
    try:
        parts = urlsplit(text)
        named = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        named = False
    if not named or parts.scheme not in {"http", "https"} or "@" in parts.netloc:
        raise BadInput("bad_origin", text=text)
    if parts.path not in {"", "/"} or parts.query or parts.fragment:
        raise BadInput("bad_origin", text=text)
    return f"{parts.scheme}://{parts.netloc.lower()}"
