"""The description of the routes in OpenAPI, made from their declarations."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import msgspec

import daguai
from daguai.server.http.endpoint import JSON, STATUS, Endpoint, Problem
from daguai.server.http.routes import ENDPOINTS, PARAMETERS

_REF: Final = "#/components/schemas/{name}"
_ATTRIBUTE: Final = re.compile(r"^ {4}(\w+): (.*(?:\n {5,}.*)*)", re.MULTILINE)
_INTRODUCTION: Final = (
    "Players, tables seen from outside, records and replays of finished deals. Tables are played "
    "over the socket at `/ws`, whose messages `docs/protocol.md` describes."
)
_REASONS: Final = {
    400: "The request cannot be read",
    401: "There is no token, or nobody has it",
    403: "Wrong name or password",
    404: "There is no such thing, or it is not for you",
    405: "Another method is needed",
    409: "It is there already",
    413: "The body is too long",
    415: "The body must be JSON",
    422: "The request can be read and not be carried out",
    429: "Too many requests: `Retry-After` says how long to wait",
    503: "The server cannot do this now",
}


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    types = [
        wanted
        for endpoint in ENDPOINTS
        for wanted in (endpoint.body, endpoint.query, endpoint.answer)
        if wanted is not None
    ]
    _, components = msgspec.json.schema_components([*types, Problem], ref_template=_REF)
    for schema in components.values():
        _describe_fields(schema)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "daguai",
            "version": daguai.__version__,
            "description": _INTRODUCTION,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _describe_fields(schema: dict[str, Any]) -> None:
    """Move what a docstring says of its fields to the fields."""
    about, _, attributes = schema.get("description", "").partition("\n\nAttributes:\n")
    schema["description"] = _tidy(about)
    for name, words in _ATTRIBUTE.findall(attributes):
        if name in schema.get("properties", {}):
            schema["properties"][name]["description"] = _tidy(words)


def _tidy(text: str) -> str:
    return " ".join(text.split()).replace("``", "`")


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    handler = endpoint.handler
    operation: dict[str, Any] = {
        "operationId": handler.__name__,
        "summary": endpoint.summary,
        "description": (handler.__doc__ or "").strip(),
        "tags": [endpoint.tag],
        "parameters": [*_path_parameters(endpoint), *_query_parameters(endpoint)],
        "responses": _responses(endpoint),
    }
    if endpoint.body is not None:
        content = {JSON: {"schema": _schema(endpoint.body)}}
        operation["requestBody"] = {"required": True, "content": content}
    if endpoint.auth == "required":
        operation["security"] = [{"token": []}]
    elif endpoint.auth == "optional":
        operation["security"] = [{}, {"token": []}]
    return operation


def _path_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": PARAMETERS[name]}
        for name in re.findall(r"{(\w+)}", endpoint.path)
    ]


def _query_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    if endpoint.query is None:
        return []
    _, components = msgspec.json.schema_components([endpoint.query], ref_template=_REF)
    fields = components[endpoint.query.__name__]["properties"]
    return [
        {"name": name, "in": "query", "required": False, "schema": schema}
        for name, schema in fields.items()
    ]


def _responses(endpoint: Endpoint) -> dict[str, Any]:
    success: dict[str, Any] = {"description": endpoint.summary}
    if endpoint.answer is not None:
        schema = _schema(endpoint.answer)
        success["content"] = {endpoint.media.partition(";")[0]: {"schema": schema}}
    responses = {str(endpoint.status): success}
    codes: dict[int, list[str]] = {}
    for code in endpoint.all_errors:
        codes.setdefault(STATUS.get(code, 422), []).append(code)
    for status, reasons in sorted(codes.items()):
        named = ", ".join(f"`{reason}`" for reason in reasons)
        responses[str(status)] = {
            "description": f"{_REASONS[status]}: {named}",
            "content": {JSON: {"schema": _schema(Problem)}},
        }
    return responses


def _schema(wanted: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([wanted], ref_template=_REF)
    return schema
