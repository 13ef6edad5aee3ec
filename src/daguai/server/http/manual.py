"""The routes as a page to read: plain HTML made here, with nothing loaded from elsewhere."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Any, Final

from daguai.server.http.openapi import document

STYLE: Final = """\
:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 56rem; padding: 1.5rem; }
h2 { border-bottom: 1px solid #8886; margin-top: 2.5rem; text-transform: capitalize; }
h3 { font-size: 1rem; margin: 1.6rem 0 .3rem; }
code { font: .92em ui-monospace, monospace; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 4.2em; font-weight: 700; color: #1a7f4f; }
table { border-collapse: collapse; margin: .5rem 0; width: 100%; }
td, th { border-top: 1px solid #8884; padding: .25rem .6rem .25rem 0; text-align: left;
  vertical-align: top; }
th { width: 10rem; }
td p { color: color-mix(in srgb, currentColor 70%, transparent); }
p { margin: .3rem 0; }
"""


@cache
def page() -> str:
    """Return the page."""
    api = document()
    tags = dict.fromkeys(op["tags"][0] for _, _, op in _operations(api))
    parts = [
        "<!doctype html><html lang=en><head><meta charset=utf-8>",
        '<meta name=viewport content="width=device-width, initial-scale=1">',
        "<title>daguai: HTTP routes</title>",
        "<link rel=icon href='data:,'><link rel=stylesheet href=/api/docs.css></head><body>",
        f"<h1>daguai {escape(api['info']['version'])}: HTTP routes</h1>",
        f"<p>{_prose(api['info']['description'])}</p>",
        "<p>Machine-readable: <a href=/api/openapi.json>openapi.json</a></p>",
    ]
    for tag in tags:
        parts.append(f"<h2>{escape(tag)}</h2>")
        parts += [_route(*route) for route in _operations(api) if route[2]["tags"] == [tag]]
    parts.append("<h2>Types</h2>")
    parts += [_type(*item) for item in sorted(api["components"]["schemas"].items())]
    parts.append("</body></html>")
    return "".join(parts)


def _operations(api: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (method, path, operation)
        for path, methods in api["paths"].items()
        for method, operation in methods.items()
    ]


def _route(method: str, path: str, operation: dict[str, Any]) -> str:
    security = operation.get("security")
    token = "needs a token" if security == [{"token": []}] else "token optional" if security else ""
    rows = [
        (f"{where['name']} <small>({where['in']})</small>", _kind(where["schema"]))
        for where in operation["parameters"]
    ]
    if "requestBody" in operation:
        rows.append(("body", _content(operation["requestBody"]["content"])))
    for status, answer in operation["responses"].items():
        words = _prose(answer["description"]) if status[0] in "45" else ""
        rows.append((status, words or _content(answer.get("content", {}))))
    cells = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in rows)
    return (
        f"<h3><span class=method>{method.upper()}</span> <code>{escape(path)}</code></h3>"
        f"<p>{_prose(operation['description'])} <i>{token}</i></p><table>{cells}</table>"
    )


def _type(name: str, schema: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><th><code>{escape(field)}</code></th><td>{_kind(kind)}"
        f"<p>{_prose(kind.get('description', ''))}</p></td></tr>"
        for field, kind in schema.get("properties", {}).items()
    )
    about = _prose(schema.get("description", ""))
    return f"<h3 id={name}><code>{name}</code></h3><p>{about}</p><table>{rows}</table>"


def _content(content: dict[str, Any]) -> str:
    return ", ".join(f"{escape(m)}: {_kind(c['schema'])}" for m, c in content.items()) or "nothing"


def _kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f"<a href=#{name}>{name}</a>"
    if "anyOf" in schema:
        return " or ".join(map(_kind, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    if schema.get("type") == "array":
        items = schema.get("items") or (schema.get("prefixItems") or [{}])[0]
        return f"list of {_kind(items)}"
    bounds = [
        f"{word} {schema[key]}"
        for key, word in (
            ("minimum", "≥"),
            ("maximum", "≤"),
            ("minLength", "length ≥"),
            ("maxLength", "length ≤"),
        )
        if key in schema
    ]
    return escape(" ".join([str(schema.get("type", "any")), *bounds]))


def _prose(text: str) -> str:
    """Return text as HTML, what stands between backquotes as code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{p}</code>" if place % 2 else p for place, p in enumerate(parts))
