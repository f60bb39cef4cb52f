"""OTLP's values: attributes as lists of keys and values, each with its kind.

Written as in the specification or with the names of protobuf's fields; a value of no known kind is
kept, under UNREAD, so that what it could have been leaves rules open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from toolspec.engine.json_value import Json, as_object, same
from toolspec.engine.reading.span import NOTHING, UNREAD

_KINDS: Final = {
    "stringValue": "plain",
    "boolValue": "plain",
    "bytesValue": "plain",
    "intValue": "whole",
    "doubleValue": "real",
    "arrayValue": "list",
    "kvlistValue": "object",
    "string_value": "plain",
    "bool_value": "plain",
    "bytes_value": "plain",
    "int_value": "whole",
    "double_value": "real",
    "array_value": "list",
    "kvlist_value": "object",
}
_WITH_VALUES: Final = frozenset(kind for kind in _KINDS if _KINDS[kind] in ("list", "object"))
_OF: Final = frozenset({"key", "value"})
_VALUES: Final = frozenset({"values"})
_DEPTH_MAX: Final = 100


def attributes_of(pairs: Any, twice: list[str]) -> Mapping[str, Json]:
    """Return attributes as a plain object; see `_readable`.

    Most are written as they should be, each key once, with one value: these take one look.
    """
    attributes: dict[str, Json] = {}
    differing: list[str] = []
    try:
        for pair in pairs:
            value = pair["value"]
            if len(pair) != 2:
                return _readable(pairs, twice)
            if "stringValue" in value and len(value) == 1:
                text = value["stringValue"]
                if text.__class__ is not str:
                    return _readable(pairs, twice)
                attributes[pair["key"]] = text
            else:
                (kind,) = value
                if kind not in _KINDS or (kind in _WITH_VALUES and _is_strange(value)):
                    return _readable(pairs, twice)
                attributes[pair["key"]] = any_value(value, differing)
        "".join(attributes)  # raises TypeError unless all keys are text
    except (AttributeError, KeyError, TypeError, ValueError):
        return _readable(pairs, twice)
    if len(attributes) < len(pairs):
        return _readable(pairs, twice)
    twice += differing
    return attributes


def _readable(value: Json, twice: list[str]) -> Mapping[str, Json]:
    """Return attributes as a plain object; UNREAD holds what is not an attribute of OTLP's.

    Where one of them cannot be read, it may be the one that says what the span is.
    """
    pairs = value.get("values", value) if isinstance(value, dict) else value
    if not pairs:
        return NOTHING
    if isinstance(pairs, dict):
        odd = any(_holds_pairs(pair) for pair in pairs.values())
        return {UNREAD: pairs} if odd else pairs
    unread = pairs if not isinstance(pairs, list) else next(filter(is_unread, pairs), None)
    if unread is not None:
        return {UNREAD: unread}
    return plain_attributes(pairs, twice)


def is_unread(pair: Json, depth: int = 0) -> bool:
    """Tell whether something is not a key with a value, or one of which a part is unknown."""
    if not isinstance(pair, dict) or not isinstance(pair.get("key"), str) or not pair.keys() <= _OF:
        return True
    return _is_strange(pair.get("value"), depth)


def _is_strange(value: Json, depth: int = 0) -> bool:
    """Tell whether a value, or one inside of it, is of no kind that OTLP knows."""
    if isinstance(value, list):
        return bool(value)
    if isinstance(value, str):
        return value.lstrip()[:1] in ("{", "[") and any(kind in value for kind in _KINDS)
    if not isinstance(value, dict) or not value:
        return False
    if not value.keys() <= _KINDS.keys() or depth > _DEPTH_MAX:
        return True
    for kind, inner_value in value.items():
        if kind not in _WITH_VALUES:
            if isinstance(inner_value, dict | list):
                return True
            continue
        inner = as_object(inner_value)
        items = inner.get("values") or []
        if (
            (inner_value and not inner)
            or not inner.keys() <= _VALUES
            or not isinstance(items, list)
        ):
            return True
        if _KINDS[kind] == "list" and any(_is_strange(item, depth + 1) for item in items):
            return True
        if _KINDS[kind] == "object" and any(is_unread(item, depth + 1) for item in items):
            return True
    return False


def _holds_pairs(value: Json) -> bool:
    """Tell whether a value is OTLP's list of keys and values, or one of its values."""
    if isinstance(value, list):
        return any(isinstance(item, dict) and item.keys() >= _OF for item in value)
    return isinstance(value, dict) and (not value.keys().isdisjoint(_KINDS) or value.keys() >= _OF)


def plain_attributes(value: Json, twice: list[str] | None = None) -> Mapping[str, Json]:
    """Return OTLP's list of keys and values as a plain object.

    Of a key that is there more than once the last value counts; where the values differ, the key is
    appended to `twice`.
    """
    if not isinstance(value, list):
        return value if isinstance(value, dict) else NOTHING
    attributes: dict[str, Json] = {}
    for item in value:
        if isinstance(item, dict):
            key = item.get("key")
            if isinstance(key, str):
                read = any_value(item.get("value"), twice)
                if twice is not None and key in attributes and not same(attributes[key], read):
                    twice.append(key)
                attributes[key] = read
    return attributes


def any_value(value: Json, twice: list[str] | None = None) -> Json:
    """Return what an OTLP AnyValue holds. Bytes stay base64 text, the empty value is null.

    >>> any_value({"kvlistValue": {"values": [{"key": "n", "value": {"intValue": "7"}}]}})
    {'n': 7}
    """
    if not isinstance(value, dict):
        return value
    if twice is not None and len(value) > 1:
        twice.append("value")  # of several kinds at once, nobody knows which one is meant
    for kind, inner in value.items():
        match _KINDS.get(kind):
            case "plain":
                return inner
            case "whole" | "real" as number:
                return _number(inner, whole=number == "whole")
            case "list":
                items = as_object(inner).get("values")
                return [any_value(item, twice) for item in items] if isinstance(items, list) else []
            case "object":
                return dict(plain_attributes(as_object(inner).get("values"), twice))
            case _:
                continue
    return value or None  # of no known kind


def _number(written: Json, *, whole: bool) -> Json:
    """Return a number that may be written as text, as JSON's writers of 64-bit numbers do."""
    if not isinstance(written, str):
        return written
    try:
        return int(written) if whole else float(written)
    except ValueError:
        return written
