"""Records with a call of the forbidden tool in every kind of place that they have."""

# pyright: basic
from __future__ import annotations

import json
from collections.abc import Container, Iterator
from typing import Any, Final, TypeAlias, cast

from tests.traces.verdicts import FORBIDDEN

Way: TypeAlias = "tuple[str | int, ...]"

_WRITTEN: Final[tuple[Any, ...]] = (
    {"type": "tool_use", "id": "q", "name": FORBIDDEN, "input": {"a": 1}},
    {"id": "q", "type": "function", "function": {"name": FORBIDDEN, "arguments": "{}"}},
    {"tool": FORBIDDEN, "arguments": {"x": 1}},
    {"toolName": FORBIDDEN, "toolCallId": "q", "args": []},
    {"functionCall": {"name": FORBIDDEN, "args": {}}},
    {"message": {"tool_calls": [{"name": FORBIDDEN, "arguments": "{broken"}]}},
)
"""One call as different writers write it."""


def hidden_in(records: list[Any], data: Container[str]) -> Iterator[tuple[list[Any], str]]:
    """Yield records with a call in each kind of place, but not below keys of data of a tool's."""
    shapes: set[tuple[str, ...]] = set()
    for way in holders(records, data):
        first = cast("dict[str, Any]", records[cast("int", way[0])])
        shape = (str(first.get("type")), str(first.get("role")), *map(shape_of, way[1:]))
        if shape in shapes:
            continue
        shapes.add(shape)
        for number, written in enumerate(_WRITTEN, len(shapes)):
            key = ("tool_calls", "more", "toolCalls")[number % 3]
            copied = json.loads(json.dumps(records))
            held: Any = copied
            for part in way:
                held = held[part]
            if isinstance(held, list):
                held.append(written)
            else:
                held[key] = written if key == "more" else [written]
            yield copied, f"{json.dumps(written)} under `{key}` of {way}"


def shape_of(key: str | int) -> str:
    return key if isinstance(key, str) else "*"


def holders(held: Any, data: Container[str], way: Way = ()) -> Iterator[Way]:
    if way:
        yield way
    pairs: Any = held.items() if isinstance(held, dict) else enumerate(held)
    answers = isinstance(held, dict) and ("tool_use_id" in held or held.get("role") == "tool")
    for key, value in pairs:
        if (
            isinstance(value, dict | list)
            and key not in data
            and not (answers and key == "content")
        ):
            yield from holders(value, data, (*way, key))
