"""Message formats leave each other's documents alone, and no document breaks them."""

from __future__ import annotations

import copy
import json
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from messages import (
    ANTHROPIC,
    CHAT,
    FORMATS,
    ITEMS,
    SESSION,
    knowing,
    made_of,
    read,
    step,
    trajectory,
)

from toolspec.engine.reading.format import Format, TraceError
from toolspec.engine.reading.formats import atif, claude_code, conversation, vally

OTHERS: list[Any] = [
    [],
    {},
    None,
    7,
    "messages",
    {"role": "user", "message": {"content": []}},
    [{"role": "user", "content": [{"text": "Bedrock names no type"}]}],
    [{"role": "user", "content": [{"type": "tool-result"}]}],
    {"role": "model", "parts": [{"text": "Gemini"}]},
    {"type": "human", "data": {"content": "LangChain"}},
    {"type": "response_item", "payload": ITEMS[2]},
    [{"task_id": 1, "traj": CHAT}],
    {"messages": [{"direction": "recv", "message": {"type": "assistant"}}]},
    {"input": CHAT, "baseSpans": []},
    {"history": CHAT},
    [{"role": "session_meta"}],
    {"schema_version": "1.0", "steps": []},
    {"type": "user", "content": "no session"},
]


@pytest.mark.parametrize("document", OTHERS)
def test_documents_of_other_formats_are_left_alone(document: Any) -> None:
    assert knowing(document) == []


VALLY = """{"stimulus": {"name": "s"}, "events": [
    {"type": "turn_start", "timestamp": "2025-01-15T10:30:00Z", "data": {"turnId": "t"}},
    {"type": "tool_call", "data": {"toolName": "a", "toolCallId": "c", "arguments": {}}},
    {"type": "tool_result", "data": {"toolCallId": "c", "success": true, "result": {"content": 1}}}
]}"""


SEEDS: list[tuple[Format, Any]] = [
    (vally.FORMAT, json.loads(VALLY)),
    (claude_code.FORMAT, SESSION),
    (atif.FORMAT, trajectory(step(("a", "1"), results=[{"source_call_id": "1", "content": "x"}]))),
    (conversation.FORMAT, {"model": "m", "input": ITEMS, "output": ITEMS[2:]}),
    (conversation.FORMAT, {"messages": ANTHROPIC}),
    (
        conversation.FORMAT,
        {"request": {"messages": CHAT}, "response": {"choices": [{"message": CHAT[2]}]}},
    ),
]


SCRAP = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)


def inside(value: Any) -> list[tuple[Any, Any]]:
    """Return the keys and values of an object or a list."""
    if isinstance(value, dict):
        return list(cast("dict[Any, Any]", value).items())
    return list(enumerate(cast("list[Any]", value))) if isinstance(value, list) else []


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to every value inside a document."""
    return [at, *(path for key, item in inside(value) for path in paths(item, (*at, key)))]


def changed(document: Any, data: st.DataObject) -> Any:
    """Return the document with one value replaced, left out or written twice."""
    way = data.draw(st.sampled_from(paths(document)))
    if not way:
        return data.draw(SCRAP)
    held: Any = document
    for key in way[:-1]:
        held = held[key]
    change = data.draw(st.sampled_from(["replace", "drop", "double"]))
    if change == "drop":
        del held[way[-1]]
    elif change == "double" and isinstance(held, list):
        listed = cast("list[Any]", held)
        listed.append(copy.deepcopy(listed[way[-1]]))
    else:
        held[way[-1]] = data.draw(SCRAP)
    return document


@settings(max_examples=600, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_no_document_raises_anything_but_a_trace_error(data: st.DataObject) -> None:
    document = copy.deepcopy(data.draw(st.sampled_from([seed for _, seed in SEEDS])))
    for _ in range(data.draw(st.integers(1, 4))):
        document = changed(document, data)
    one_a_line = data.draw(st.booleans())
    lines: list[Any] = [item for _, item in inside(document)] if one_a_line else [document]
    for known in FORMATS:
        known.claim(document)
        for trace in made_of(known, *lines):
            if isinstance(trace, TraceError):
                continue
            assert all(call.name in trace.by_name for call in trace.calls)


@pytest.mark.parametrize(("known", "seed"), SEEDS)
def test_each_mutated_document_was_of_its_format(known: Format, seed: Any) -> None:
    assert known.claim(seed)
    assert read(known, seed)[0].calls
