"""Gemini's schemas as JSON Schema: types in capitals, `nullable`, and whole numbers as text.

Gemini's `parameters` are a `Schema` of its own API, which says `"type": "STRING"` where JSON Schema
says `"string"`. What is not in these lists means the same in both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from toolspec.engine.json_value import Json

_TYPES: Final = frozenset({"STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"})
_COUNTS: Final = (
    "minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties",
)  # fmt: skip
_ONE: Final = ("items", "additionalProperties")
_LISTS: Final = ("anyOf", "any_of", "prefixItems")


def as_json_schema(schema: Mapping[str, Json], depth: int = 0) -> Mapping[str, Json]:
    """Return the same schema in the words of JSON Schema.

    >>> as_json_schema({"type": "STRING", "nullable": True, "maxLength": "5"})
    {'type': ['string', 'null'], 'maxLength': 5}
    """
    if depth > 100:
        return schema
    plain: dict[str, Any] = dict(schema)
    kind = plain.get("type")
    if kind == "TYPE_UNSPECIFIED":
        del plain["type"]
    elif isinstance(kind, str) and kind in _TYPES:
        plain["type"] = kind.lower()
    for key in _COUNTS:
        if isinstance(plain.get(key), str) and plain[key].isdecimal():
            plain[key] = int(plain[key])
    for key in _ONE:
        if isinstance(plain.get(key), Mapping):
            plain[key] = as_json_schema(cast("Mapping[str, Json]", plain[key]), depth + 1)
    for key in _LISTS:
        if isinstance(plain.get(key), list | tuple):
            parts = cast("list[Any]", plain.pop(key))
            plain["anyOf" if key == "any_of" else key] = [_inner(part, depth + 1) for part in parts]
    members = plain.get("properties")
    if isinstance(members, Mapping):
        plain["properties"] = {
            key: _inner(part, depth + 1) for key, part in cast("Mapping[str, Any]", members).items()
        }
    return _with_null(plain) if plain.pop("nullable", None) is True else plain


def _inner(schema: Any, depth: int) -> Any:
    is_schema = isinstance(schema, Mapping)
    return as_json_schema(cast("Mapping[str, Json]", schema), depth) if is_schema else schema


def _with_null(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema that null conforms to as well."""
    if isinstance(schema.get("type"), str):
        schema["type"] = [schema["type"], "null"]
    if isinstance(schema.get("enum"), list | tuple):
        schema["enum"] = [*schema["enum"], None]
    if isinstance(schema.get("anyOf"), list):
        schema["anyOf"] = [*schema["anyOf"], {"type": "null"}]
    return schema
