"""Frameworks that count calls in their own way: spans and messages have other ids of one call."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.traces.span_files import agent, answering, asking, read, span, tool
from toolspec.engine.trace import UNRECORDED, Call, Result


def _adk(**attributes: Any) -> Call:
    (call,) = read(
        agent(1),
        span(
            "execute_tool search",
            2,
            gen_ai__system="gcp.vertex.agent",
            gen_ai__operation__name="execute_tool",
            gen_ai__tool__name="search",
            **attributes,
        ),
    ).calls
    return call


def test_a_span_with_another_id_is_of_the_call_like_it_that_its_response_asked_for() -> None:
    trace = read(
        agent(1),
        asking(2, ("search_0", "search", {"q": "x"})),
        tool("search", 3, 1, gen_ai__tool__call__id="own-1"),
        answering(4, search_0="found"),
    )
    (call,) = trace.calls
    assert (call.id, call.arguments, call.result) == ("own-1", {"q": "x"}, Result("found"))
    assert trace.gaps == ()


def test_a_call_with_other_arguments_than_the_span_has_none() -> None:
    (gap,) = read(
        agent(1),
        asking(2, ("search_0", "search", {"q": "x"})),
        tool(
            "search", 3, 1, gen_ai__tool__call__id="own-1", **{"gen_ai.tool.call.arguments": "{}"}
        ),
    ).gaps
    assert gap.call.name == "search"


def test_of_two_calls_under_other_ids_nobody_knows_which_span_is_which() -> None:
    calls = read(
        agent(1),
        asking(2, ("search_0", "search", {"q": "x"}), ("search_1", "search", {"q": "y"})),
        tool("search", 3, 1, gen_ai__tool__call__id="own-1"),
        tool("search", 4, 1, gen_ai__tool__call__id="own-2"),
    ).calls
    assert [call.arguments for call in calls] == [UNRECORDED] * 2


def test_the_number_of_a_part_in_an_id_may_be_another_in_the_answer() -> None:
    trace = read(
        agent(1),
        asking(2, ("search_1", "search", {"q": "x"})),
        tool("search", 3, 1, gen_ai__tool__call__id="own-1"),
        answering(4, search_0="found"),
    )
    assert ([call.result for call in trace.calls], trace.gaps) == ([Result("found")], ())


@pytest.mark.parametrize("empty", ["{}", {}])
def test_googles_kit_writes_braces_where_content_is_not_captured(empty: Any) -> None:
    given = {"gcp.vertex.agent.tool_call_args": empty, "gcp.vertex.agent.tool_response": empty}
    call = _adk(**given)
    assert (call.arguments, call.result) == (UNRECORDED, UNRECORDED)


def test_googles_kit_writes_braces_for_a_call_without_arguments() -> None:
    response = {"gcp.vertex.agent.tool_response": json.dumps({"result": "r"})}
    call = _adk(**{"gcp.vertex.agent.tool_call_args": "{}"}, **response)
    assert (call.arguments, call.result) == ({}, Result("r"))


@pytest.mark.parametrize("written", ["<not specified>", '{"result": "<not specified>"}'])
def test_googles_kit_says_that_a_tool_gave_nothing_back(written: str) -> None:
    call = _adk(
        gen_ai__tool__call__id="<not specified>",
        **{
            "gcp.vertex.agent.tool_call_args": '{"q": "x"}',
            "gcp.vertex.agent.tool_response": written,
        },
    )
    assert (call.id, call.arguments, call.result) == (None, {"q": "x"}, UNRECORDED)
