"""Write ``docs/protocol.schema.json`` and ``web/src/lib/protocol.ts`` from the server's messages.

``python scripts/make_protocol.py`` writes them; with ``--check`` it only says whether they are
what would be written, and exits 1 if not.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from daguai.actions import Action
from daguai.server import protocol

ROOT: Final = Path(__file__).resolve().parents[1]
SCHEMA_PATH: Final = ROOT / "docs" / "protocol.schema.json"
TYPES_PATH: Final = ROOT / "web" / "src" / "lib" / "protocol.ts"
WIDTH: Final = 100
NAMED: Final = ("PublicEvent", "BotLevel", "HintReason", "LateSeats", "Role", "RoleReason")
"""Unions that have names in TypeScript, too."""

Schema = dict[str, Any]


def schema() -> Schema:
    """Return the JSON Schema of both unions, with every named type under ``$defs``."""
    unions = {"ClientMessage": protocol.ClientMessage, "ServerMessage": protocol.ServerMessage}
    roots, definitions = msgspec.json.schema_components(
        unions.values(), ref_template="#/$defs/{name}"
    )
    named = dict(zip(unions, roots, strict=True))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The protocol of daguai's game server",
        "version": protocol.PROTOCOL_VERSION,
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in named],
        "$defs": {**named, **dict(sorted(definitions.items()))},
    }


def type_of(node: Schema) -> str:
    """Return the TypeScript type that a node of the schema describes."""
    if "$ref" in node:
        return str(node["$ref"]).rsplit("/", 1)[1]
    if "const" in node:
        return json.dumps(node["const"])
    if "enum" in node:
        return " | ".join(json.dumps(value) for value in node["enum"])
    if "anyOf" in node:
        return " | ".join(type_of(option) for option in node["anyOf"])
    match node.get("type"):
        case "array" if "prefixItems" in node:
            return f"[{', '.join(map(type_of, node['prefixItems']))}]"
        case "array":
            item = type_of(node["items"])
            return f"({item})[]" if " | " in item else f"{item}[]"
        case "object":
            values = node.get("additionalProperties")
            inner = type_of(values) if isinstance(values, dict) else "unknown"
            return f"Record<string, {inner}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as name:
            return str(name)
    return "unknown"


def declaration(name: str, node: Schema) -> Iterator[str]:
    """Yield the lines that declare one named type."""
    text, fields = described(node.get("description", ""))
    yield from comment(text, "")
    if "properties" not in node:
        yield alias(name, type_of(node))
        return
    required = set(node.get("required", ()))
    yield f"export interface {name} {{"
    for key, value in node["properties"].items():
        yield from comment(fields.get(key.rstrip("_"), ""), "  ")
        optional = "" if key in required else "?"
        yield f"  {key}{optional}: {type_of(value)};"
    yield "}"


def alias(name: str, union: str) -> str:
    """Return the declaration of a union, on one line where it fits."""
    line = f"export type {name} = {union};"
    if len(line) <= WIDTH:
        return line
    return f"export type {name} =" + "".join(f"\n  | {kind}" for kind in union.split(" | ")) + ";"


def described(docstring: str) -> tuple[str, dict[str, str]]:
    """Split a docstring into its text and what it says of each attribute."""
    text, _, attributes = docstring.partition("\n\nAttributes:\n")
    entries = re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", attributes, re.MULTILINE)
    return flat(text), {name: flat(meaning) for name, meaning in entries}


def flat(text: str) -> str:
    """Return prose on one line, without examples in Python, as TypeScript would say it."""
    prose = " ".join(text.partition(">>>")[0].split())
    return re.sub(r"\bNone\b", "null", prose.replace("``", "`"))


def comment(text: str, indent: str) -> Iterator[str]:
    """Yield a documentation comment, on one line where it fits."""
    if not text:
        return
    if len(indent) + len(text) + 7 <= WIDTH:
        yield f"{indent}/** {text} */"
        return
    yield f"{indent}/**"
    yield from (f"{indent} * {line}" for line in textwrap.wrap(text, WIDTH - len(indent) - 3))
    yield f"{indent} */"


def always_sent(definitions: Schema) -> Schema:
    """Require, in what the server sends, every field that it never leaves out.

    What both sides send, the settings, the page sends whole too.
    """
    for name in reachable("ServerMessage", definitions):
        node = definitions[name]
        kind = getattr(protocol, name, None)
        if "properties" in node and not (kind and kind.__struct_config__.omit_defaults):
            node["required"] = list(node["properties"])
    return definitions


def reachable(name: str, definitions: Schema) -> set[str]:
    """Return the names of the types that a type mentions, directly or not."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        current = waiting.pop()
        if current not in found:
            found.add(current)
            waiting += re.findall(r"#/\$defs/(\w+)", json.dumps(definitions[current]))
    return found - {name}


def longest(node: Schema, field: str) -> int:
    """Return how many characters a field that is a text, or left out, may have."""
    kinds = node["properties"][field]["anyOf"]
    return int(next(kind["maxLength"] for kind in kinds if "maxLength" in kind))


def types() -> str:
    """Return the TypeScript module."""
    definitions = always_sent(schema()["$defs"])
    phrases = get_args(protocol.Phrase)
    names = {"Action": Action} | {name: getattr(protocol, name) for name in NAMED}
    unions = {name: type_of(msgspec.json.schema_components([u])[0][0]) for name, u in names.items()}
    blocks = [
        "// Generated by scripts/make_protocol.py from the server's messages: do not edit.",
        f"export const PROTOCOL_VERSION = {protocol.PROTOCOL_VERSION};",
        "/** Twelve phrases, then eight emotes. */\nexport const PHRASES = [\n"
        + "".join(f'  "{phrase}",\n' for phrase in phrases)
        + "] as const;\nexport type Phrase = (typeof PHRASES)[number];",
        "/** The most characters that a player's part in a shuffle has, each a code point. */\n"
        f"export const ENTROPY_LENGTH = {longest(definitions['NextDeal'], 'entropy')};",
        *("\n".join(declaration(name, node)) for name, node in definitions.items()),
    ]
    text = "\n\n".join(blocks)
    unions["Phrase"] = " | ".join(json.dumps(phrase) for phrase in sorted(phrases))
    for name, union in unions.items():
        text = text.replace(f"({union})[]", f"{name}[]").replace(union, name)
    declared = (alias(name, union) for name, union in unions.items() if name != "Phrase")
    return "\n\n".join([text, *declared]) + "\n"


def main(arguments: list[str]) -> int:
    wanted = {
        SCHEMA_PATH: json.dumps(schema(), indent=2, ensure_ascii=False) + "\n",
        TYPES_PATH: types(),
    }
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]
    if "--check" in arguments:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is stale: run scripts/make_protocol.py")
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[path])
        print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
