"""What a tool's JSON Schema says of single arguments: which there are, and what they may be.

Only what is plain is read off the schema: its properties, also through `$ref`, `allOf`, `anyOf` and
`oneOf`. Where a schema says it in another way, nothing is said.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import Any, Final, cast

from toolspec.engine.json_value import Json
from toolspec.engine.tool_lists.schema import ToolSchema

_SCHEMAS_MAX: Final = 200
"""How many schemas inside one are looked at: they may refer to each other in circles."""

_TYPES: Final = {
    "string": "text", "number": "number", "integer": "number", "boolean": "boolean",
    "null": "null", "array": "list", "object": "object",
}  # fmt: skip
"""The types of JSON Schema, in the words of the language."""

_BESIDE: Final = ("patternProperties", "propertyNames", "if", "dependentSchemas", "$dynamicRef")
"""Words with which a schema says more of its keys than is read here."""

_OTHERS: Final = ("additionalProperties", "unevaluatedProperties")

Schema = Mapping[str, Any]


class SchemaFacts:
    """What one tool's schema says of its arguments."""

    def __init__(self, tool: ToolSchema) -> None:
        self.tool = tool
        value: Any = json.loads(tool.schema) if tool.schema else {}
        self._root: Schema = cast("Schema", value) if type(value) is dict else {}

    @cached_property
    def keys(self) -> tuple[str, ...] | None:
        """The arguments there are; None where the schema leaves room for others, or does not say.

        A schema that lists its properties and does not speak of others is taken at its word.
        """
        named: dict[str, None] = {}
        for part in self._conjoined(self._root, alternatives=True):
            if any(word in part for word in _BESIDE):
                return None
            if any(part.get(word, False) is not False for word in _OTHERS):
                return None
            named.update(dict.fromkeys(_members(part)))
        closed = any(part.get(word) is False for part in [self._root] for word in _OTHERS)
        return tuple(named) if named or closed else None

    @cached_property
    def named(self) -> tuple[str, ...]:
        """The arguments that the schema names, whether or not there may be others."""
        parts = self._conjoined(self._root, alternatives=True)
        return tuple(dict.fromkeys([key for part in parts for key in _members(part)]))

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The arguments that every call has to have."""
        listed: dict[str, None] = {}
        for part in self._conjoined(self._root, alternatives=False):
            required = part.get("required")
            if isinstance(required, list):
                names = cast("list[object]", required)
                listed.update(dict.fromkeys([name for name in names if isinstance(name, str)]))
        return tuple(listed)

    def types(self, key: str) -> frozenset[str] | None:
        """Return the types that an argument may have, None where the schema does not say."""
        schema = self._of(key)
        return None if schema is None else self._types(schema, [_SCHEMAS_MAX])

    def values(self, key: str) -> tuple[Json, ...] | None:
        """Return the values that an argument may have, None where they are not listed."""
        schema = self._of(key)
        for part in self._conjoined(schema, alternatives=False) if schema is not None else ():
            if "const" in part:
                return (part["const"],)
            if isinstance(part.get("enum"), list):
                return tuple(cast("list[Json]", part["enum"]))
        return None

    def range(self, key: str) -> tuple[float, float]:
        """Return the least and the most that an argument may be, infinite where that is open."""
        least, most = -inf, inf
        schema = self._of(key)
        for part in self._conjoined(schema, alternatives=False) if schema is not None else ():
            least = max(least, _number(part.get("minimum"), -inf))
            most = min(most, _number(part.get("maximum"), inf))
        return least, most

    def description(self, key: str) -> str:
        """Return what the schema says that an argument is for; "" where it does not."""
        schema = self._of(key)
        text = schema.get("description") if schema is not None else None
        return text if isinstance(text, str) else ""

    def schema_of(self, key: str) -> Schema:
        """Return the first schema of an argument, or the one it refers to; empty for none."""
        parts = self._conjoined(self._root, alternatives=True)
        schemas = [_members(part)[key] for part in parts if key in _members(part)]
        if not schemas or type(schemas[0]) is not dict:
            return {}
        schema = cast("Schema", schemas[0])
        target = self._target(schema) if "$ref" in schema else schema
        return cast("Schema", target) if type(target) is dict else {}

    def refuses(self, key: str, value: Json) -> bool:
        """Tell whether no call may have this value under a key."""
        return self.tool.refuses(key, value)

    def _of(self, key: str) -> Schema | None:
        """Return the one schema of an argument; None where there is none, or more than one."""
        schemas = [
            _members(part)[key]
            for part in self._conjoined(self._root, alternatives=True)
            if key in _members(part)
        ]
        if len(schemas) != 1 or type(schemas[0]) is not dict:
            return None
        return cast("Schema", schemas[0])

    def _conjoined(self, schema: Schema, *, alternatives: bool) -> Iterator[Schema]:
        """Yield a schema and those that hold as well; with `alternatives`, or may hold."""
        words = ("allOf", "anyOf", "oneOf") if alternatives else ("allOf",)
        pending, visited = [schema], set[int]()
        while pending and len(visited) < _SCHEMAS_MAX:
            part = pending.pop()
            if id(part) in visited:
                continue
            visited.add(id(part))
            yield part
            inner = [self._target(part)] if "$ref" in part else []
            for word in words:
                inner += _listed(part.get(word))
            pending += [cast("Schema", schema) for schema in inner if type(schema) is dict]

    def _target(self, schema: Schema) -> Any:
        """Return what a `$ref` inside the schema leads to; None where it leads nowhere."""
        target: Any = self._root
        for step in str(schema["$ref"]).removeprefix("#").split("/")[1:]:
            name = step.replace("~1", "/").replace("~0", "~")
            target = cast("Schema", target).get(name) if type(target) is dict else None
        return target

    def _types(self, schema: Any, left: list[int]) -> frozenset[str] | None:
        """Return the types that a schema allows, None where it does not say.

        `left` holds how many more schemas are looked at.
        """
        left[0] -= 1
        if left[0] < 0 or type(schema) is not dict:
            return None
        known = cast("Schema", schema)
        types: list[frozenset[str]] = []
        written = known.get("type")
        names = [written] if isinstance(written, str) else _listed(written)
        if names:
            types.append(frozenset([_TYPES[str(name)] for name in names if str(name) in _TYPES]))
        if "$ref" in known:
            types += _said(self._types(self._target(known), left))
        for part in _listed(known.get("allOf")):
            types += _said(self._types(part, left))
        for word in ("anyOf", "oneOf"):
            sides = [self._types(part, left) for part in _listed(known.get(word))]
            if sides and None not in sides:
                types.append(frozenset[str]().union(*[side for side in sides if side is not None]))
        if not types:
            return None
        return frozenset[str](types[0]).intersection(*types[1:])


def _said(types: frozenset[str] | None) -> list[frozenset[str]]:
    return [] if types is None else [types]


def _listed(value: object) -> Sequence[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else ()


def _members(schema: Schema) -> Mapping[str, Any]:
    members = schema.get("properties")
    return cast("Mapping[str, Any]", members) if type(members) is dict else {}


def _number(value: object, default: float) -> float:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else default
