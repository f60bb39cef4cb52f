"""Lists of tools, as requests and tool servers write them.

The lists of OpenAI's two APIs, Anthropic, Gemini, the Model Context Protocol and the Vercel AI SDK
are read. They differ only in the names of their keys.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from toolspec.engine.dialogue import ToolDefinition
from toolspec.engine.json_value import Json
from toolspec.engine.tool_lists.gemini_schema import as_json_schema
from toolspec.engine.trace import UNRECORDED, Unrecorded

_GROUPS: Final = ("functionDeclarations", "function_declarations")
"""Keys under which Gemini lists several tools in one entry."""

_SCHEMAS: Final = (
    "parameters",
    "input_schema",
    "inputSchema",
    "parametersJsonSchema",
    "parameters_json_schema",
    "schema",
)


def tool_definitions(recorded: Json) -> list[ToolDefinition] | None:
    """Return the tools of a list, in its order; None where it is not a list of tools.

    The list may be JSON text, and so may each entry. An entry that is not a tool is left out, and a
    list of such entries only is not a list of tools.

    >>> tool_definitions([{"name": "ls", "input_schema": {"type": "object"}}])[0].schema
    {'type': 'object'}
    """
    value = _decoded(recorded)
    if isinstance(value, Mapping):
        # The answer of a tool server, or the one entry in which Gemini lists all tools.
        inner = value.get("result", value)
        tools = inner.get("tools") if isinstance(inner, Mapping) else None
        value = tools if isinstance(tools, list | tuple) else [value]
    if not isinstance(value, list | tuple):
        return None
    tools = list(_definitions(value))
    return tools if tools or not value else None


def united(lists: Iterable[list[ToolDefinition] | None]) -> tuple[ToolDefinition, ...] | None:
    """Return the tools of several requests: for each name, the latest definition.

    None if no list is recorded.
    """
    known: dict[str, ToolDefinition] = {}
    recorded = False
    for tools in lists:
        if tools is not None:
            recorded = True
            known.update((tool.name, tool) for tool in tools)
    return tuple(known.values()) if recorded else None


def _definitions(entries: Iterable[Json]) -> Iterator[ToolDefinition]:
    for written in entries:
        entry = _decoded(written)
        if not isinstance(entry, Mapping):
            continue
        groups = [group for key in _GROUPS if isinstance(group := entry.get(key), list | tuple)]
        for group in groups:
            yield from map(_of_gemini, _definitions(group))
        if groups:
            continue
        function = entry.get("function")
        definition = function if isinstance(function, Mapping) else entry
        # A tool that the provider runs has a type and no name.
        name = definition.get("name") or entry.get("type")
        if isinstance(name, str) and name:
            text = definition.get("description")
            yield ToolDefinition(name, text if isinstance(text, str) else "", _schema(definition))


def _of_gemini(tool: ToolDefinition) -> ToolDefinition:
    if isinstance(tool.schema, Unrecorded):
        return tool
    return tool._replace(schema=as_json_schema(tool.schema))


def _schema(definition: Mapping[str, Json]) -> Mapping[str, Json] | Unrecorded:
    for key in _SCHEMAS:
        schema = definition.get(key)
        if isinstance(schema, Mapping):
            # The Vercel AI SDK puts the schema into an object of its own.
            inner = schema.get("jsonSchema")
            return inner if isinstance(inner, Mapping) else schema
    return UNRECORDED


def _decoded(value: Json) -> Json:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)  # type: ignore[no-any-return]
    except (ValueError, RecursionError):
        return None
