"""DeepEval's traces of frameworks that tell of one call in several spans."""

from __future__ import annotations

import json
from typing import Any

from toolspec.engine.reading.files import read_bytes
from toolspec.engine.trace import UNRECORDED, Call, Result, Trace

Record = dict[str, Any]


def _span(number: int, name: str, kind: str, parent: int | None = None, **more: Any) -> Record:
    at = {"startTime": f"2026-01-01T00:00:0{number}Z", "endTime": "2026-01-01T00:00:09Z"}
    inside = {} if parent is None else {"parentUuid": f"s{parent}"}
    return {"uuid": f"s{number}", "name": name, "type": kind, "status": "SUCCESS"} | {
        **at,
        **inside,
        **more,
    }


def _read(*spans: Record, **more: Any) -> Trace:
    lists: dict[str, Any] = {"uuid": "t1", **more}
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


SEARCH: Record = {"name": "search", "type": "FUNCTION", "inputParameters": {"q": "x"}}
ANSWERED: Record = {**SEARCH, "output": "found"}


def test_calls_that_only_a_span_lists_are_calls() -> None:
    for kind in ("agent", "base"):
        inner = _span(2, "main", kind, 1, toolsCalled=[ANSWERED, {"name": "pay"}])
        trace = _read(_span(1, "run", "agent", toolsCalled=[ANSWERED]), inner, _ANSWER)
        searched, paid = trace.calls
        assert _parts(searched) == ("search", {"q": "x"}, Result("found"), None, "ok")
        assert _parts(paid)[:3] == ("pay", UNRECORDED, UNRECORDED)
        assert trace.gaps == ()


_ANSWER = _span(5, "chat", "llm", 1, input=[{"role": "user", "content": "Hi"}], output="Done.")


def test_calls_that_only_the_trace_lists_are_calls() -> None:
    for spans in ([_span(1, "main", "base")], [_span(1, "main", "agent"), _ANSWER]):
        trace = _read(*spans, toolsCalled=[ANSWERED])
        expected = [("search", {"q": "x"}, Result("found"), None, "ok")]
        assert ([*map(_parts, trace.calls)], trace.gaps) == (expected, ())


def test_of_calls_with_spans_of_their_own_no_list_is_read() -> None:
    tool = _span(2, "search", "tool", 1, input={"q": "x"}, output="found")
    run = _span(1, "run", "agent", toolsCalled=[ANSWERED])
    assert [call.name for call in _read(run, tool, toolsCalled=[ANSWERED]).calls] == ["search"]
    missed = _read(run, tool, toolsCalled=[ANSWERED, {"name": "pay"}])
    assert [gap.call.name for gap in missed.gaps if gap.call] == ["pay"]


def test_a_response_that_is_a_list_of_calls_asks_for_them() -> None:
    asking = _span(2, "chat", "llm", 1, output=[SEARCH], toolsCalled=[SEARCH])
    trace = _read(_span(1, "run", "agent"), asking)
    assert [(call.name, call.arguments, call.step) for call in trace.calls] == [
        ("search", {"q": "x"}, 0)
    ]
    assert trace.gaps == ()


def test_a_list_of_calls_may_name_the_spans_of_the_openai_agents_sdk() -> None:
    listed = {**ANSWERED, "name": "Function tool: search"}
    tool = _span(2, "Function tool: search", "tool", 1, input={"q": "x"}, output="found")
    trace = _read(_span(1, "run", "agent", toolsCalled=[listed]), tool)
    assert ([call.name for call in trace.calls], trace.gaps) == (["search"], ())


def _turns(*texts: str) -> list[Record]:
    messages: list[Record] = []
    for number, text in enumerate(texts):
        asked: Record = {"name": f"tool{number}", "args": {}, "type": "tool_call"}
        asked["id"] = f"c{number}"
        messages += [
            {"type": "human", "content": text, "id": f"h{number}"},
            {"type": "ai", "content": "", "id": f"a{number}", "tool_calls": [asked]},
            {
                "type": "tool",
                "content": "ok",
                "name": f"tool{number}",
                "tool_call_id": f"c{number}",
            },
        ]
    return messages


def _last_turn(messages: list[Record], given: Record) -> Trace:
    run = _span(1, "LangGraph", "agent", input={"messages": [given]}, output={"messages": messages})
    node = _span(2, "agent", "base", 1, input={"messages": messages[:4]})
    return _read(run, node, _span(3, "tool1", "tool", 1, input={}, output=messages[5]))


def test_what_stands_before_the_message_of_a_run_was_called_before_it() -> None:
    messages = _turns("add", "pay")
    trace = _last_turn(messages, messages[3])
    assert ([call.name for call in trace.calls], trace.gaps) == (["tool1"], ())


def test_a_message_that_comes_twice_says_nothing_about_when_a_run_began() -> None:
    messages = _turns("yes", "yes")
    given = {"type": "human", "content": "yes"}
    for message in messages:
        message.pop("id", None)
    assert {gap.call.name for gap in _last_turn(messages, given).gaps if gap.call} == {"tool0"}
