"""What the files of a spec's `tools` lines say of a tool: its description and its arguments."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, cast

from toolspec.dsl.text.spec_text import value
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.tool_lists.schema import ToolSchema
from toolspec.engine.tool_lists.schema_facts import SchemaFacts
from toolspec.lsp.state.snapshot import Snapshot

VALUES_MAX = 50
"""Values of one argument that are offered."""

TYPES = {"string": "text", "array": "list"}
"""The types of JSON Schema that the language calls otherwise."""


class SchemaArgument(NamedTuple):
    """An argument that a tool's schema names; `values` are those it lists, as a spec has them."""

    key: str
    type: str
    description: str
    required: bool
    values: tuple[str, ...]

    @property
    def about(self) -> str:
        """Its type, and whether it has to be there."""
        return f"{self.type}, required" if self.required else self.type


def listed_tools(snapshot: Snapshot) -> tuple[ToolSchema, ...]:
    """Return the tools that the spec's `tools` lines list."""
    tools = snapshot.reading.tools
    return () if tools is None else tools.tools


def schema_of(snapshot: Snapshot, name: str) -> ToolSchema | None:
    """Return what the spec's `tools` lines say of a tool; None if they do not list it."""
    tools = snapshot.reading.tools
    return None if tools is None else tools.names.get(name)


def arguments_of_tools(
    snapshot: Snapshot, pattern: ToolPattern | None
) -> dict[str, SchemaArgument]:
    """Return the arguments of the listed tools that a pattern matches, by key."""
    by_key: dict[str, SchemaArgument] = {}
    for tool in listed_tools(snapshot) if pattern is not None else ():
        if pattern is not None and pattern.matches(tool.name):
            for argument in schema_arguments(tool):
                by_key.setdefault(argument.key, argument)
    return by_key


@lru_cache(maxsize=1000)
def schema_arguments(tool: ToolSchema) -> tuple[SchemaArgument, ...]:
    """Return the arguments that a tool's schema names, those that are required first."""
    facts = SchemaFacts(tool)
    needed = set(facts.required)
    listed = [_argument(key, facts.schema_of(key), key in needed) for key in facts.named]
    return tuple(sorted(listed, key=lambda key: not key.required))


def _items(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def _argument(key: str, schema: Mapping[str, Any], required: bool) -> SchemaArgument:
    types = schema.get("type") or [
        cast("dict[str, Any]", side).get("type")
        for side in _items(schema.get("anyOf"))
        if isinstance(side, dict)
    ]
    names = [types] if isinstance(types, str) else [str(item) for item in _items(types) if item]
    values = [schema["const"]] if "const" in schema else _items(schema.get("enum"))
    if not values and "boolean" in names:
        values = [True, False]
    elif not values:
        values = [schema["default"]] if "default" in schema else []
        values += _items(schema.get("examples"))
    description: Any = schema.get("description")
    return SchemaArgument(
        key,
        " or ".join(TYPES.get(name, name) for name in names) or "any",
        description if isinstance(description, str) else "",
        required,
        tuple(dict.fromkeys(map(value, values[:VALUES_MAX]))),
    )
