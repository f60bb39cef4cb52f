"""From spans to traces: order, steps, nesting, messages, several traces, streams."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from span_files import agent, llm, sdk, span, tool

from toolspec.engine.reading.files import read_bytes
from toolspec.engine.reading.format import TraceError
from toolspec.engine.trace import UNRECORDED, Call, Place, Result, Trace


def args(arguments: str | None = None, result: str | None = None, id: str | None = None) -> Any:
    """Return the attributes of a call's parts, those that are given."""
    held = {
        "gen_ai__tool__call__arguments": arguments,
        "gen_ai__tool__call__result": result,
        "gen_ai__tool__call__id": id,
    }
    return {key: value for key, value in held.items() if value is not None}


def read(*spans: dict[str, Any]) -> Trace:
    (trace,) = read_bytes(sdk(*spans)).traces
    return trace


def steps(*spans: dict[str, Any]) -> list[tuple[str, int | None]]:
    return [(call.name, call.step) for call in read(*spans).calls]


# Order


def test_calls_are_ordered_by_start_not_by_place() -> None:
    assert read(tool("late", 1, start=9), tool("early", 2, start=3)).names == ["early", "late"]


def test_calls_that_start_together_stand_as_in_the_file() -> None:
    assert read(tool("b", 2, start=5), tool("a", 1, start=5)).names == ["b", "a"]


def test_a_call_without_any_time_comes_last() -> None:
    timeless = tool("lost", 1)
    timeless["start_time"] = timeless["end_time"] = None
    assert read(timeless, tool("a", 2)).names == ["a", "lost"]


def test_a_span_that_began_and_never_ended_is_a_call_that_never_completed() -> None:
    crashed = tool("crash", 1)
    crashed["end_time"] = None
    (call,) = read(crashed).calls
    assert (call.end_ns, call.completed) == (None, False)


def test_a_span_without_any_time_may_well_have_ended() -> None:
    timeless = tool("lost", 1)
    timeless["start_time"] = timeless["end_time"] = None
    assert read(timeless, tool("a", 2)).calls[1].completed


@given(
    st.permutations(
        [llm(1), tool("a", 2, 1), agent(3), tool("b", 4, 3), llm(5, 3), tool("c", 6, 3)]
    )
)
def test_any_order_of_spans_makes_the_same_trace(spans: Sequence[dict[str, Any]]) -> None:
    made = [call._replace(place=Place()) for call in read(*spans).calls]
    assert [(call.name, call.step, call.agent) for call in made] == [
        ("a", 0, None),
        ("b", 0, "a"),
        ("c", 0, "a"),
    ]


# Steps


def test_a_call_belongs_to_the_response_before_it() -> None:
    assert steps(tool("x", 1), llm(2), tool("a", 3), tool("b", 4), llm(5), tool("c", 6)) == [
        ("x", 0),
        ("a", 0),
        ("b", 0),
        ("c", 1),
    ]


def test_a_trace_without_responses_has_no_steps() -> None:
    trace = read(tool("a", 1), tool("b", 2))
    assert (trace.steps, [call.step for call in trace.calls]) == (0, [None, None])


def test_each_agent_counts_its_own_responses() -> None:
    trace = read(
        agent(1, name="boss"),
        llm(2, 1),
        tool("plan", 3, 1),
        agent(4, 1, name="helper"),
        llm(5, 4),
        tool("look", 6, 4),
        llm(7, 4),
        tool("read", 8, 4),
        llm(9, 1),
        tool("send", 10, 1),
    )
    assert [(call.name, call.step) for call in trace.calls] == [
        ("plan", 0),
        ("look", 0),
        ("read", 1),
        ("send", 1),
    ]
    assert trace.steps == 2


def test_runs_of_one_agent_go_on_counting() -> None:
    turns = [agent(1, name="a"), llm(2, 1), agent(3, name="a"), llm(4, 3), tool("t", 5, 3)]
    assert steps(*turns) == [("t", 1)]


def test_an_agent_without_a_name_counts_with_the_one_around_it() -> None:
    nameless = agent(2, 1)
    nameless["attributes"].pop("gen_ai.agent.name", None)
    assert steps(agent(1, name="a"), llm(3, 1), nameless, llm(4, 2), tool("t", 5, 2)) == [("t", 1)]


def test_an_agent_whose_responses_are_not_recorded_has_no_steps() -> None:
    assert steps(
        agent(1, name="boss"),
        llm(2, 1),
        tool("ask", 3, 1),
        agent(4, 3, name="helper"),
        tool("look", 5, 4),
        agent(6, 1, name="other"),
        tool("read", 7, 6),
    ) == [("ask", 0), ("look", None), ("read", None)]


def test_a_tool_that_calls_a_tool_is_of_the_step_that_asked_for_it() -> None:
    assert steps(agent(1), llm(2, 1), llm(3, 1), tool("plan", 4, 1), tool("do", 5, 4)) == [
        ("plan", 1),
        ("do", 1),
    ]


def test_one_response_reported_by_two_spans_is_one_step() -> None:
    first, again = llm(2, 1), llm(3, 1)
    for reported in (first, again):
        reported["attributes"]["gen_ai.response.id"] = "resp_1"
    trace = read(agent(1), first, again, tool("t", 4, 1), llm(5, 1), tool("u", 6, 1))
    assert [call.step for call in trace.calls] == [0, 1]


def test_calls_of_agents_side_by_side_belong_to_their_own_agents_responses() -> None:
    assert steps(
        agent(1, name="left"),
        agent(2, name="right"),
        llm(3, 1),
        llm(4, 2),
        tool("of_left", 5, 1),
        tool("of_right", 6, 2),
    ) == [("of_left", 0), ("of_right", 0)]


def test_a_call_after_its_sub_agents_turns_belongs_to_its_own_agents_turn() -> None:
    assert steps(
        agent(1, name="boss"),
        llm(2, 1),
        tool("delegate", 3, 1),
        agent(4, 3, name="helper"),
        llm(5, 4),
        tool("look", 6, 4),
        tool("note", 7, 1),
    ) == [("delegate", 0), ("look", 0), ("note", 0)]


def test_what_a_model_answers_inside_a_tool_is_no_turn_of_the_agent_that_called_it() -> None:
    trace = read(
        agent(1, name="boss"),
        llm(2, 1),
        tool("summarise", 3, 1),
        llm(4, 3),
        tool("b", 5, 1),
        llm(6, 1),
        tool("c", 7, 1),
    )
    assert trace.steps == 2
    assert [(call.name, call.step) for call in trace.calls] == [
        ("summarise", 0),
        ("b", 0),
        ("c", 1),
    ]


def test_a_response_inside_a_response_is_one_turn() -> None:
    trace = read(llm(1), llm(2, 1), tool("a", 3, 2), llm(4), tool("b", 5))
    assert trace.steps == 2
    assert [call.step for call in trace.calls] == [0, 1]


def test_turns_inside_a_tool_are_numbered_on_their_own() -> None:
    trace = read(llm(1), tool("ask", 2, 1), llm(3, 2), llm(4, 2), tool("find", 5, 2))
    assert trace.steps == 1
    assert [(call.name, call.step) for call in trace.calls] == [("ask", 0), ("find", 1)]


def test_the_agent_of_a_call_is_the_nearest_around_it() -> None:
    trace = read(agent(1, name="boss"), agent(2, 1, name="helper"), tool("t", 3, 2))
    assert trace.calls[0].agent == "helper"


# Nested reports


def test_nested_spans_with_the_same_tool_and_arguments_are_one_call() -> None:
    inner = tool("get", 2, 1, **args(arguments='{"a": 1.0}', result="found"))
    (call,) = read(tool("get", 1, **args(arguments='{"a": 1}')), inner).calls
    assert call.span_id == f"{1:016x}"
    assert call.result == Result("found")


def test_nested_spans_with_the_same_call_id_are_one_call() -> None:
    inner = tool("get", 3, 2, **args(id="c1", arguments='{"a": 1}'))
    (call,) = read(tool("get", 1, **args(id="c1")), agent(2, 1), inner).calls
    assert (call.name, call.arguments) == ("get", {"a": 1})


def test_a_call_id_alone_makes_no_two_calls_one() -> None:
    outer = tool("plan", 1, **args(id="c1", arguments="{}"))
    assert len(read(outer, tool("delete", 2, 1, **args(id="c1", arguments="{}")))) == 2
    assert len(read(outer, tool("plan", 2, 1, **args(id="c1", arguments='{"a": 1}')))) == 2


def test_a_call_nested_three_deep_is_one_call_with_what_each_recorded() -> None:
    spans = [
        tool("t", 1),
        tool("t", 2, 1, **args(arguments="{}")),
        tool("t", 3, 2, **args(result="r")),
    ]
    (call,) = read(*spans).calls
    assert (call.arguments, call.result) == ({}, Result("r"))


def test_nested_spans_that_differ_are_two_calls() -> None:
    assert (
        len(
            read(
                tool("t", 1, **args(arguments='{"a": 1}')),
                tool("t", 2, 1, **args(arguments='{"a": 2}')),
            )
        )
        == 2
    )
    assert len(read(tool("t", 1), tool("u", 2, 1))) == 2


def test_a_sub_agents_call_inside_its_callers_is_a_second_call() -> None:
    outer, inner = tool("ask", 1, **args(arguments="{}")), tool("ask", 3, 2, **args(arguments="{}"))
    assert read(outer, agent(2, 1), inner).names == ["ask", "ask"]


def test_siblings_with_the_same_arguments_are_two_calls() -> None:
    assert (
        len(
            read(
                agent(1),
                tool("t", 2, 1, **args(arguments="{}")),
                tool("t", 3, 1, **args(arguments="{}")),
            )
        )
        == 2
    )


def test_spans_that_are_each_others_parents_do_not_hang_reading() -> None:
    assert read(tool("a", 1, 2), tool("b", 2, 1), tool("c", 3, 3)).names == ["a", "b", "c"]


def test_ten_thousand_nested_spans_are_read() -> None:
    spans = [tool(f"t{at}", at + 1, at or None, start=0) for at in range(10_000)]
    assert len(read(*spans)) == 10_000


# Messages

ASKED = json.dumps(
    [
        {
            "role": "assistant",
            "parts": [
                {"type": "tool_call", "id": "c1", "name": "a", "arguments": {"x": 1}},
                {"type": "tool_call", "id": "c2", "name": "b", "arguments": '{"y": 2}'},
            ],
        }
    ]
)
ANSWERED = json.dumps(
    [{"role": "tool", "parts": [{"type": "tool_call_response", "id": "c1", "response": "ok"}]}]
)


def test_calls_in_messages_count_where_no_span_is_a_tool_call() -> None:
    trace = read(
        llm(1, gen_ai__output__messages=ASKED),
        llm(2, gen_ai__input__messages=ANSWERED, gen_ai__output__messages=ASKED),
    )
    assert [call._replace(place=Place(), start_ns=None) for call in trace.calls] == [
        Call("a", {"x": 1}, Result("ok"), 0, True, None, "c1", f"{1:016x}"),
        Call("b", {"y": 2}, UNRECORDED, 0, False, None, "c2", f"{1:016x}"),
    ]


def test_tool_spans_win_over_messages() -> None:
    assert read(llm(1, gen_ai__output__messages=ASKED), tool("only", 2)).names == ["only"]


def test_a_history_in_the_input_is_not_asked_again() -> None:
    assert read(llm(1, gen_ai__input__messages=ASKED)).names == []


# Traces


def test_several_traces_are_ordered_by_their_first_start() -> None:
    late, early = tool("late", 1, start=9, trace="0x" + "aa" * 16), tool("early", 2, start=1)
    assert [trace.names for trace in read_bytes(sdk(late, early)).traces] == [["early"], ["late"]]


def test_a_trace_that_only_creates_an_agent_is_skipped_with_a_note() -> None:
    made = span("create_agent x", 1, trace="0x" + "aa" * 16, gen_ai__operation__name="create_agent")
    reading = read_bytes(sdk(made, tool("t", 2)))
    assert [trace.names for trace in reading.traces] == [["t"]]
    assert "creation" in reading.notes[0].text
    alone = read_bytes(sdk(made))
    assert alone.traces == () and "creation" in alone.notes[0].text


def test_an_agent_that_called_nothing_is_a_trace_without_calls() -> None:
    assert read(agent(1), llm(2, 1)).calls == ()


def test_spans_of_no_dialect_are_refused() -> None:
    with pytest.raises(TraceError, match="known dialect"):
        read_bytes(sdk(span("GET /", 1, http__method="GET")))


@pytest.mark.parametrize("id", ["run-1", "recreation-7"])
def test_what_a_trace_is_called_decides_nothing(id: str) -> None:
    with pytest.raises(TraceError, match="known dialect"):
        read_bytes(sdk(span("GET /", 1, trace=id, http__method="GET")))


def test_the_case_is_named_by_any_span_or_resource() -> None:
    assert read(tool("t", 1), span("root", 2, test__case__name="tokyo")).name == "tokyo"
    held = tool("t", 1)
    held["resource"]["attributes"]["test.case.name"] = "rome"
    assert read(held).name == "rome"


def test_two_case_names_in_one_trace_are_said() -> None:
    trace = read(tool("t", 2, test__case__name="b"), span("root", 1, test__case__name="a"))
    assert trace.name == "a"
    assert "several case names" in trace.notes[0].text
