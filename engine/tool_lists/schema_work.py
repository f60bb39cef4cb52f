"""How many schemas are applied to one value: some that are short refer to others without end.

A schema that is applied twice to a part of a value, and in which the same goes for the parts of
that, is applied more often with each level by which the value is nested.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, cast
from urllib.parse import unquote

_LISTS: Final = ("allOf", "anyOf", "oneOf")
_SINGLE: Final = ("not", "if", "then", "else")
_OF_PARTS: Final = (
    *("additionalItems", "additionalProperties", "contains", "items", "propertyNames"),
    *("unevaluatedItems", "unevaluatedProperties"),
)
_REFERENCES: Final = ("$ref", "$dynamicRef")


class Work:
    """The schemas inside of one, each with how many are applied where it is."""

    def __init__(self, schema: Any) -> None:
        self._root = schema
        self._nodes = list(_objects(schema))
        self._anchors = {
            node[key]: node
            for node in self._nodes
            for key in ("$anchor", "$dynamicAnchor")
            if isinstance(node.get(key), str)
        }
        self._known: dict[int, int] = {}
        self._in_parts: dict[tuple[int, int], int] = {}

    def most(self) -> int:
        """Return how many schemas are applied at most to one value. May raise RecursionError."""
        return max((self._of(node) for node in self._nodes), default=1)

    def _of(self, node: Any) -> int:
        if not isinstance(node, dict):
            return 1
        known = self._known.get(id(cast("object", node)))
        if known is not None:
            return known
        self._known[id(cast("object", node))] = 1  # a circle goes no further in the same value
        count = 1 + sum(map(self._of, self._applied(cast("dict[str, Any]", node))))
        self._known[id(cast("object", node))] = count
        return count

    def for_depth(self, depth: int) -> int:
        """Return how many schemas are applied at most on the way to a part of a nested value.

        `depth` is by how many levels the value is nested. May raise RecursionError.
        """
        return self._on_the_way(self._root, depth)

    def _on_the_way(self, node: Any, depth: int) -> int:
        if not isinstance(node, dict):
            return 1
        key = id(cast("object", node)), depth
        known = self._in_parts.get(key)
        if known is not None:
            return known
        self._in_parts[key] = 1  # a circle goes no further in the same value
        members = cast("dict[str, Any]", node)
        count = 1 + sum([self._on_the_way(schema, depth) for schema in self._applied(members)])
        if depth:
            for schemas in _of_parts(members):
                count += max([self._on_the_way(schema, depth - 1) for schema in schemas], default=0)
        self._in_parts[key] = count
        return count

    def _applied(self, node: dict[str, Any]) -> Iterator[Any]:
        """Yield the schemas that are applied to the same value as this one."""
        for key in _LISTS:
            if isinstance(node.get(key), list):
                yield from node[key]
        for key in _SINGLE:
            if key in node:
                yield node[key]
        if isinstance(node.get("dependentSchemas"), dict):
            yield from node["dependentSchemas"].values()
        for key in _REFERENCES:
            if isinstance(node.get(key), str):
                yield self._at(node[key])

    def _at(self, reference: str) -> Any:
        if not reference.startswith("#/"):
            return self._anchors.get(reference.removeprefix("#"), self._root)
        value = self._root
        for part in unquote(reference[2:]).split("/"):
            key = part.replace("~1", "/").replace("~0", "~")
            if isinstance(value, list) and key.isdecimal():
                listed = cast("list[Any]", value)
                value = listed[int(key)] if int(key) < len(listed) else None
            elif isinstance(value, dict):
                value = cast("dict[str, Any]", value).get(key)
            else:
                return None
        return value


def _of_parts(node: dict[str, Any]) -> Iterator[list[Any]]:
    """Yield lists of schemas, of each of which one may be applied to a part of the value."""
    if isinstance(node.get("properties"), dict):
        yield list(node["properties"].values())
    if isinstance(node.get("prefixItems"), list):
        yield node["prefixItems"]
    if isinstance(node.get("patternProperties"), dict):
        for schema in node["patternProperties"].values():
            yield [schema]
    for key in _OF_PARTS:
        if key in node:
            yield node[key] if isinstance(node[key], list) else [node[key]]


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, dict):
            members = cast("dict[str, Any]", item)
            yield members
            pending.extend(members.values())
        elif isinstance(item, list):
            pending.extend(cast("list[Any]", item))
