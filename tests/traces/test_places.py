"""A call can be found again in the text it was read from."""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from span_files import llm, tool

import toolspec
from toolspec.engine.reading.files import read_bytes
from toolspec.engine.reading.locate import Position, locate
from toolspec.engine.trace import Place

# Places


def test_a_call_can_be_found_in_the_text_again() -> None:
    text = "log\n" + json.dumps([llm(1), tool("t", 2)], indent=1)
    (trace,) = read_bytes(text.encode()).traces
    place = trace.calls[0].place
    assert place == Place(2, (1,))
    found = locate(text, place)
    assert found is not None
    line = text.split("\n")[found.line - 1]
    assert line[found.column - 1 :] == "{"
    named = locate(text, Place(2, (1, "attributes", "gen_ai.tool.name")))
    assert named is not None
    assert text.split("\n")[named.line - 1][named.column - 1 :] == '"t"'


def test_locating_takes_the_last_of_a_key_that_stands_twice() -> None:
    assert locate('{"a": 1,\n "a": [2]}', Place(1, ("a", 0))) == Position(2, 8)


@pytest.mark.parametrize("pointer", [("b",), (0,), ("a", 5), ("a", "x")])
def test_locating_what_is_not_there_finds_nothing(pointer: tuple[str | int, ...]) -> None:
    assert locate('{"a": [1, 2]}', Place(1, pointer)) is None


@given(
    st.recursive(
        st.integers() | st.text(max_size=4),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
        ),
        max_leaves=12,
    ).filter(lambda value: isinstance(value, (dict, list))),
    st.sampled_from([None, 1]),
    st.booleans(),
)
def test_every_value_is_located_where_it_begins(
    value: Any, indent: int | None, ascii_only: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    pending: list[tuple[Any, tuple[Any, ...]]] = [(value, ())]
    while pending:
        held, pointer = pending.pop()
        found = locate(text, Place(1, pointer))
        assert found is not None
        rest = text.split("\n")[found.line - 1 :]
        begun = "\n".join(rest)[found.column - 1 :]
        assert json.JSONDecoder().raw_decode(begun)[0] == held
        if isinstance(held, dict):
            keyed = cast("dict[str, Any]", held)
            pending.extend((item, (*pointer, key)) for key, item in keyed.items())
        elif isinstance(held, list):
            listed = cast("list[Any]", held)
            pending.extend((item, (*pointer, at)) for at, item in enumerate(listed))


def test_of_several_hidden_calls_the_first_in_the_file_is_named() -> None:
    """Each time the same one: sets of keys have an order that differs from process to process."""
    span = {
        "name": "chat",
        "context": {"trace_id": "0x1", "span_id": "0x2"},
        "start_time": "2026-01-01T00:00:00Z",
        "end_time": "2026-01-01T00:00:01Z",
        "attributes": {"gen_ai.operation.name": "chat"},
    }
    hidden = {
        "resource": "toolCall",
        "status": "function_call",
        "instrumentation_scope": "tool_use",
        "instrumentation_info": "tool_request",
    }
    for order in permutations(hidden):
        around: dict[str, Any] = {
            key: {hidden[key]: {"name": "rm", "arguments": {}}} for key in order
        }
        with pytest.raises(toolspec.TraceError, match=f"the key `{hidden[order[0]]}`"):
            read_bytes(json.dumps(span | around).encode())
