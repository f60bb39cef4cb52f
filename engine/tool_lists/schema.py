"""Lists of tools, and whether arguments conform to a tool's JSON Schema.

Schemas are of JSON Schema 2020-12, or draft 7 where they say so. Nothing is fetched: a schema that
refers to anything outside itself is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Final, cast

from toolspec.engine.dialogue import ToolDefinition
from toolspec.engine.effort import TooMuchError
from toolspec.engine.json_value import Json, compact
from toolspec.engine.tool_lists.schema_work import Work
from toolspec.engine.trace import Trace, Unrecorded
from toolspec.engine.values import Value
from toolspec.engine.verdict import SHOWN, Shown, shorten

_SCHEMA_MAX: Final = 1_000_000
"""Characters of one tool's schema at most."""


_APPLIED_MAX: Final = 100_000
"""So many schemas may be applied to one value, each counted as often as others refer to it."""


_WORK_MAX: Final = 5_000_000
"""So many schemas may be applied to the parts of one value, by how deep it is nested."""


class SchemaError(ValueError):
    """A schema that cannot be used: `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class ToolSchema(Value):
    """A tool and the schema of its arguments as JSON text; "" where the list gives none.

    `is_open` says that a trace's own list leaves the schema out, or has one that cannot be used.
    """

    name: str
    schema: str = ""
    description: str = ""
    is_open: bool = False

    @cached_property
    def _validator(self) -> Any:
        return validator(self.schema)

    @cached_property
    def _work(self) -> Work:
        return Work(json.loads(self.schema))

    def _needed(self, arguments: Mapping[str, Json]) -> int:
        """Return how many schemas are applied at most to the parts of arguments."""
        parts, depth = _extent(arguments)
        try:
            return parts * self._work.for_depth(depth)
        except RecursionError:
            return _WORK_MAX + 1

    def fault(self, arguments: Mapping[str, Json], shown: Shown) -> str:
        """Say the first thing in which arguments do not conform; "" where they do.

        Raises TooMuchError where a schema is applied too often to the parts of deep arguments.
        """
        if not self.schema:
            return ""
        needed = self._needed(arguments)
        if needed > _WORK_MAX:
            raise TooMuchError(needed, _WORK_MAX)
        check = self._validator
        if check.is_valid(_plain(arguments)):
            return ""
        error = next(iter(check.iter_errors(_plain(arguments))))
        path = "".join(
            f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.instance_path
        )
        where = f"`{path.removeprefix('.')}`" if path else "its arguments"
        if not shown.values:
            return f"{where} not as the schema says"
        return f"{where}: {shorten(error.message)}"

    def refuses(self, key: str, value: Json) -> bool:
        """Tell whether the schema refuses a value under a key, whatever the other arguments are."""
        if not self.schema or self._needed({key: value}) > _WORK_MAX:
            return False
        errors = self._validator.iter_errors({key: _plain(value)})
        return any(list(error.instance_path)[:1] == [key] for error in errors)


class ToolList(Value):
    """The tools there are."""

    tools: tuple[ToolSchema, ...]

    @cached_property
    def names(self) -> Mapping[str, ToolSchema]:
        """The tools by their names."""
        return {tool.name: tool for tool in self.tools}

    def asks_of(self, name: str) -> bool:
        """Tell whether a tool's schema asks anything of the arguments."""
        return self.names[name].schema not in ("", "{}", "true", '{"type":"object"}')

    def fault(self, name: str, arguments: Mapping[str, Json], shown: Shown = SHOWN) -> str:
        """Say in what the arguments of a call do not conform; "" where they do.

        Raises TooMuchError: see `ToolSchema.fault`.
        """
        return self.names[name].fault(arguments, shown)


def tools_of(trace: Trace) -> ToolList | None:
    """Return the list of tools that a trace records, None where it has none."""
    tools = trace.tools
    return None if tools is None else _listed(tuple(map(_as_text, tools)))


def _as_text(tool: ToolDefinition) -> tuple[str, str, str]:
    schema = tool.schema
    text = "" if isinstance(schema, Unrecorded) else compact(schema)
    return tool.name, text, tool.description


@lru_cache(maxsize=16)
def _listed(tools: tuple[tuple[str, str, str], ...]) -> ToolList:
    schemas: list[ToolSchema] = []
    for name, schema, description in tools:
        try:
            validator(schema) if schema else None
        except SchemaError:
            schema = ""
        schemas.append(ToolSchema(name, schema, description, is_open=not schema))
    return ToolList(tuple(schemas))


@lru_cache(maxsize=256)
def validator(schema: str) -> Any:
    """Return what checks values against a schema. Raises SchemaError where it cannot be used."""
    import jsonschema_rs

    if len(schema) > _SCHEMA_MAX:
        raise SchemaError(f"it has more than {_SCHEMA_MAX:,} characters")
    value: Any = json.loads(schema)
    for reference in _references(value):
        if not reference.startswith("#"):
            raise SchemaError(f"it refers to `{shorten(reference, 60)}`, and nothing is fetched")
    if _applied(value) > _APPLIED_MAX:
        raise SchemaError(f"it applies more than {_APPLIED_MAX:,} schemas to one value")
    draft = jsonschema_rs.Draft202012Validator
    if "draft-07" in _named(value):
        draft = jsonschema_rs.Draft7Validator
    try:
        return draft(value, retriever=_refuse, pattern_options=jsonschema_rs.RegexOptions())
    except ValueError as error:
        try:
            limited = jsonschema_rs.FancyRegexOptions(backtrack_limit=100_000)
            return draft(value, retriever=_refuse, pattern_options=limited)
        except ValueError:
            raise SchemaError(shorten(str(error).partition("\n")[0])) from None


def _applied(schema: Any) -> int:
    """Return how many schemas are applied to one value, more than any bound if that is endless."""
    try:
        return Work(schema).most()
    except RecursionError:
        return _APPLIED_MAX + 1


def _named(schema: Any) -> str:
    """Return which draft a schema says that it is of."""
    return str(cast("dict[str, Any]", schema).get("$schema", "")) if type(schema) is dict else ""


def _refuse(uri: str) -> Any:
    raise ValueError(f"{uri} is not fetched")


def _references(value: Any) -> Iterator[str]:
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, dict):
            members = cast("dict[str, Any]", item)
            for key in ("$ref", "$dynamicRef"):
                if isinstance(members.get(key), str):
                    yield members[key]
            pending.extend(members.values())
        elif isinstance(item, list):
            pending.extend(cast("list[Any]", item))


def _extent(value: Any) -> tuple[int, int]:
    """Return how many parts a value has, itself among them, and by how many levels it is nested."""
    parts, depth, level = 0, -1, [value]
    while level:
        parts, depth = parts + len(level), depth + 1
        inner: list[Any] = []
        for item in level:
            if isinstance(item, Mapping):
                inner.extend(cast("Mapping[str, Any]", item).values())
            elif isinstance(item, list | tuple):
                inner.extend(cast("Iterable[Any]", item))
        level = inner
    return parts, depth


def _plain(value: Any) -> Any:
    """Return a value of plain dictionaries and lists, as the validator takes it."""
    if isinstance(value, Mapping):
        members = cast("Mapping[str, Any]", value)
        return {key: _plain(item) for key, item in members.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(item) for item in cast("Iterable[Any]", value)]
    return value
