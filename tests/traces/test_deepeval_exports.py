"""DeepEval's traces of frameworks that tell of one call in several spans."""

from __future__ import annotations

import json
from typing import Any

from toolspec.engine.reading.files import read_bytes
from toolspec.engine.trace import Call, Result, Trace

Record = dict[str, Any]


def _span(number: int, name: str, kind: str, parent: int | None = None, **more: Any) -> Record:
    at = {"startTime": f"2026-01-01T00:00:0{number}Z", "endTime": "2026-01-01T00:00:09Z"}
    inside = {} if parent is None else {"parentUuid": f"s{parent}"}
    return {"uuid": f"s{number}", "name": name, "type": kind, "status": "SUCCESS"} | {
        **at,
        **inside,
        **more,
    }


def _read(*spans: Record) -> Trace:
    lists: dict[str, Any] = {"uuid": "t1"}
    for kind in ("base", "agent", "llm", "retriever", "tool"):
        lists[f"{kind}Spans"] = [span for span in spans if span["type"] == kind]
    (trace,) = read_bytes(json.dumps(lists).encode()).traces
    return trace


def _parts(call: Call) -> tuple[object, ...]:
    return (call.name, call.arguments, call.result, call.id, call.status)


EVENT: Record = {"tool_id": "c1", "tool_name": "search", "tool_kwargs": {"q": "x"}}
OUTPUT: Record = {
    "blocks": [{"block_type": "text", "text": "found"}],
    "tool_name": "search",
    "raw_input": {"args": [], "kwargs": {"q": "x"}},
    "raw_output": "found",
    "is_error": False,
}
FUNCTION = _span(4, "search", "tool", 3, input={"kwargs": {"q": "x"}}, output=OUTPUT)


def _step(name: str, kind: str) -> Record:
    returned = {**EVENT, "tool_output": OUTPUT, "return_direct": False}
    return _span(3, name, kind, 1, input={"ctx": "<circular>", "ev": EVENT}, output=returned)


def test_a_step_of_llama_index_and_the_function_in_it_are_one_call() -> None:
    for step in (_step("search", "tool"), _step("call_tool", "base")):
        trace = _read(_span(1, "Agent", "agent"), step, FUNCTION)
        assert [*map(_parts, trace.calls)] == [("search", {"q": "x"}, Result("found"), "c1", "ok")]
        assert trace.gaps == ()


def test_a_step_of_llama_index_without_the_function_is_a_call() -> None:
    (call,) = _read(_span(1, "Agent", "agent"), _step("call_tool", "base")).calls
    assert _parts(call) == ("search", {"q": "x"}, Result("found"), "c1", "ok")


def test_a_tool_whose_only_argument_is_called_kwargs_was_given_it() -> None:
    odd = _span(4, "search", "tool", 1, input={"kwargs": {"q": "x"}}, output="found")
    (call,) = _read(_span(1, "Agent", "agent"), odd).calls
    assert call.arguments == {"kwargs": {"q": "x"}}


def test_googles_kit_writes_one_more_span_for_parallel_calls_which_is_none() -> None:
    response = json.dumps({"id": "adk-1", "name": "search", "response": {"hits": 2}})
    trace = _read(
        _span(1, "Agent", "agent"),
        _span(2, "call_llm", "llm", 1, input="Find x.", output="Found."),
        _span(3, "search", "tool", 2, input='{"q": "x"}', output=response),
        _span(4, "(merged tools)", "tool", 2),
    )
    assert [*map(_parts, trace.calls)] == [
        ("search", {"q": "x"}, Result({"hits": 2}), "adk-1", "ok")
    ]
    assert trace.gaps == ()


def test_a_tool_that_answers_of_another_tool_is_not_opened() -> None:
    other = {"id": "adk-1", "name": "find", "response": {"hits": 2}}
    (call,) = _read(_span(3, "search", "tool", input={"q": "x"}, output=other)).calls
    assert (call.result, call.id) == (Result(other), None)
