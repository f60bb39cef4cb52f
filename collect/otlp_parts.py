"""What requests of OTLP share: groups of items, their lines, ids, attributes and values."""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple, TypeAlias, cast

import msgspec

Group: TypeAlias = "tuple[dict[str, Any], dict[str, Any], Iterable[dict[str, Any]]]"
"""A resource and a scope as OTLP/JSON has them around their items, and the items."""

ID_DIGITS: Final = 32
SPAN_ID_DIGITS: Final = 16


class MalformedError(Exception):
    """The body is not a request of OTLP."""


class Export(NamedTuple):
    """What a request holds: a line for each trace id, and what could not be taken.

    `ended` are the traces whose root span is among the spans; `rejected` counts spans without the
    ids that OTLP asks for.
    """

    lines: dict[str, bytes]
    ended: frozenset[str] = frozenset()
    spans: int = 0
    rejected: int = 0


class ItemKeys(NamedTuple):
    """The keys of OTLP/JSON around one kind of items: `resourceSpans`, `scopeSpans`, `spans`."""

    resources: str
    scopes: str
    items: str


def decoded_json(body: bytes) -> Any:
    """Return a body of JSON. Raises MalformedError."""
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise MalformedError(f"the body is no JSON: {error}") from None


def decoded_protobuf(message: Any, body: bytes) -> Any:
    """Return a body as the message of a class of protobuf. Raises MalformedError."""
    from google.protobuf.message import DecodeError

    try:
        return message.FromString(body)
    except DecodeError as error:
        raise MalformedError(f"the body is no OTLP protobuf: {error}") from None


def lines_of(
    kind: ItemKeys, groups: Iterable[Group], redact: Callable[[Any], Any] | None
) -> dict[str, bytes]:
    """Return a line of OTLP/JSON for each trace id that the items name."""
    traces: dict[str, list[dict[str, Any]]] = {}
    for resource, scope, items in groups:
        begun: dict[str, list[Any]] = {}
        for item in items:
            trace_id = item["traceId"]
            listed = begun.get(trace_id)
            if listed is None:
                listed = begun[trace_id] = []
                entry = {**resource, kind.scopes: [{**scope, kind.items: listed}]}
                traces.setdefault(trace_id, []).append(entry)
            listed.append(item)
    lines: dict[str, bytes] = {}
    for trace_id, entries in traces.items():
        request: Any = {kind.resources: entries}
        lines[trace_id] = msgspec.json.encode(redact(request) if redact else request) + b"\n"
    return lines


# Protobuf.


def resource_of(of_resource: Any) -> dict[str, Any]:
    """Return a resource as OTLP/JSON has it, with its schema."""
    resource: dict[str, Any] = {
        "resource": {"attributes": attribute_pairs(of_resource.resource.attributes)}
    }
    if of_resource.schema_url:
        resource["schemaUrl"] = of_resource.schema_url
    return resource


def scope_of(of_scope: Any) -> dict[str, Any]:
    """Return an instrumentation scope as OTLP/JSON has it, with its schema."""
    written: dict[str, Any] = {"name": of_scope.scope.name, "version": of_scope.scope.version}
    if of_scope.scope.attributes:
        written["attributes"] = attribute_pairs(of_scope.scope.attributes)
    scope: dict[str, Any] = {"scope": written}
    if of_scope.schema_url:
        scope["schemaUrl"] = of_scope.schema_url
    return scope


def id_in_hex(raw: bytes) -> str:
    """Return an id in hex, "" for one of zeros."""
    return raw.hex() if any(raw) else ""


def attribute_pairs(attributes: Any) -> list[dict[str, Any]]:
    """Return attributes as OTLP/JSON has them."""
    return [{"key": pair.key, "value": value_of(pair.value)} for pair in attributes]


def value_of(value: Any) -> dict[str, Any]:
    """Return an `AnyValue` as OTLP/JSON has it."""
    kind = value.WhichOneof("value")
    match kind:
        case "string_value":
            return {"stringValue": value.string_value}
        case "int_value":
            return {"intValue": str(value.int_value)}
        case "bool_value":
            return {"boolValue": value.bool_value}
        case "double_value":
            number = value.double_value
            return {"doubleValue": number if math.isfinite(number) else _NOT_FINITE[str(number)]}
        case "array_value":
            return {"arrayValue": {"values": [value_of(item) for item in value.array_value.values]}}
        case "kvlist_value":
            return {"kvlistValue": {"values": attribute_pairs(value.kvlist_value.values)}}
        case "bytes_value":
            return {"bytesValue": base64.b64encode(value.bytes_value).decode()}
        case _:
            return {}


_NOT_FINITE: Final = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}


# JSON.


def json_groups(kind: ItemKeys, request: Any, checked: Callable[[Any], Any]) -> Iterator[Group]:
    """Yield the groups of a request of JSON, each item as `checked` returns it.

    Raises MalformedError.
    """
    for of_resource in list_at(request, kind.resources):
        resource = {key: value for key, value in of_resource.items() if key != kind.scopes}
        for of_scope in list_at(of_resource, kind.scopes):
            scope = {key: value for key, value in of_scope.items() if key != kind.items}
            yield resource, scope, [checked(item) for item in list_at(of_scope, kind.items)]


def list_at(value: Any, key: str) -> list[dict[str, Any]]:
    """Return the list of objects at a key. Raises MalformedError where it is none."""
    listed: Any = cast("Any", value).get(key, []) if isinstance(value, dict) else None
    items: list[Any] = cast("list[Any]", listed) if isinstance(listed, list) else [None]
    if not all(isinstance(item, dict) for item in items):
        raise MalformedError(f"`{key}` is not a list of objects, as OTLP/JSON has it")
    return items


def hex_id(value: Any, digits: int) -> str:
    """Return an id in lower-case hex, "" for none; protobuf's own JSON has base64."""
    if not isinstance(value, str) or not value.strip("0"):
        return ""
    try:
        raw = bytes.fromhex(value) if len(value) == digits else base64.b64decode(value, None, True)
    except ValueError:
        return ""
    return raw.hex() if len(raw) * 2 == digits and any(raw) else ""
