"""What spans say was left out of them, and calls that are told beside the spans of calls."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import TracesData

from tests.traces.span_files import agent, llm, otlp, sdk, span, tool
from tests.traces.span_runs import protobuf
from tests.traces.verdicts import FORBIDDEN, verdict
from toolspec.engine.reading.files import read_traces
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.spans import requests, span_tree
from toolspec.engine.reading.spans.classified_span import ClassifiedSpan

TRACES: Final = Path(__file__).resolve().parents[3] / "shared/traces"

OTHERS: Final = "forbid other_tool"
TEXT: Final[dict[str, Any]] = {"role": "assistant", "parts": [{"type": "text", "content": "Hi."}]}
CALL: Final[dict[str, Any]] = {
    "type": "tool_call",
    "id": "c9",
    "name": FORBIDDEN,
    "arguments": {"id": 9},
}
ANSWER: Final = {"type": "tool_call_response", "id": "c9", "response": "ok"}
USER: Final = {"role": "user", "parts": [{"type": "text", "content": "Do it."}]}
KINDS: Final[dict[str, Callable[..., dict[str, Any]]]] = {
    "model": lambda: chat(2),
    "agent": lambda: agent(2),
    "tool": lambda: tool("search", 2),
    "unknown": lambda: span("step", 2),
}


def chat(
    number: int, said: Any = TEXT, given: list[Any] | None = None, **more: Any
) -> dict[str, Any]:
    """Return a model's span; `given` are the messages of its request."""
    held = {} if given is None else {"gen_ai__input__messages": json.dumps(given)}
    return llm(number, gen_ai__output__messages=json.dumps([said]), **held, **more)


def said(*parts: Any, role: str = "assistant") -> dict[str, Any]:
    """Return a message."""
    return {"role": role, "parts": list(parts)}


IN_PROTOBUF: Final = {
    "droppedAttributesCount": "dropped_attributes_count",
    "droppedEventsCount": "dropped_events_count",
}


def with_dropped(held: dict[str, Any], **dropped: int | str) -> dict[str, Any]:
    """Return an OTLP object whose second span says that something was dropped."""
    held["resourceSpans"][0]["scopeSpans"][0]["spans"][1].update(dropped)
    return held


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("key", IN_PROTOBUF)
def test_what_was_dropped_from_a_span_leaves_rules_open(kind: str, key: str) -> None:
    spans = otlp(tool("search", 1), KINDS[kind]())
    assert verdict(with_dropped(spans, **{key: 0})) == "pass"
    assert verdict(with_dropped(spans, **{key: 1})) == "unknown"
    data = protobuf([tool("search", 1), KINDS[kind]()])
    made = TracesData.FromString(data)
    dropping = made.resource_spans[0].scope_spans[0].spans[1]
    setattr(dropping, IN_PROTOBUF[key], 1)
    assert verdict(made.SerializeToString()) == "unknown"


def test_what_was_dropped_counts_as_text_and_in_snake_case_too() -> None:
    for key, count in (("droppedEventsCount", "2"), ("dropped_attributes_count", 2)):
        spans = otlp(tool("search", 1), chat(2))
        assert verdict(with_dropped(spans, **{key: count})) == "unknown"


def test_what_was_dropped_from_an_event_leaves_rules_open() -> None:
    told = chat(2)
    told["events"] = [{"name": "gen_ai.choice", "attributes": {}}]
    spans = otlp(tool("search", 1), told)
    (event,) = spans["resourceSpans"][0]["scopeSpans"][0]["spans"][1]["events"]
    event["droppedAttributesCount"] = 3
    assert verdict(spans) == "unknown"


def test_what_was_dropped_from_a_request_to_a_server_leaves_nothing_open() -> None:
    served = span("GET /users", 2, http__request__method="GET")
    spans = with_dropped(otlp(tool("search", 1), served), droppedAttributesCount=2)
    assert verdict(spans) == "pass"


def test_dropped_links_leave_nothing_open() -> None:
    assert verdict(with_dropped(otlp(tool("search", 1), chat(2)), droppedLinksCount=4)) == "pass"


@pytest.mark.parametrize("key", ["dropped_attributes", "droppedAttributesCount"])
def test_spans_of_an_sdk_say_what_was_dropped_too(key: str) -> None:
    assert verdict(sdk(tool("search", 1), {**chat(2), key: 1})) == "unknown"


FIRST: Final = [USER]
LATER: Final[dict[str, list[Any]]] = {
    "call and result": [USER, said(CALL), said(ANSWER, role="tool")],
    "call alone": [USER, said(CALL)],
    "result alone": [USER, said(ANSWER, role="tool")],
}


@pytest.mark.parametrize("case", LATER)
@pytest.mark.parametrize(
    "around", [[], [tool("search", 5, gen_ai__tool__call__id="c1")]], ids=["alone", "beside a tool"]
)
def test_a_call_that_only_a_later_request_tells_of_leaves_rules_open(
    case: str, around: list[Any]
) -> None:
    spans = [chat(1, given=FIRST), chat(3, given=LATER[case]), *around]
    assert verdict(sdk(*spans)) == "unknown"
    before = [chat(1, given=LATER[case]), chat(3, given=LATER[case]), *around]
    assert verdict(sdk(*before)) == "pass", "it was made before this run"


def test_a_lost_call_leaves_only_its_tool_open() -> None:
    spans = [chat(1, given=FIRST), chat(3, given=LATER["call and result"])]
    assert verdict(sdk(*spans), OTHERS) == "pass"


def test_a_call_whose_response_or_span_is_there_is_not_lost() -> None:
    search = {**CALL, "name": "search"}
    given = [USER, said(search), said(ANSWER, role="tool")]
    forbid = "count search = 1"
    asked = [chat(1, said(search), FIRST), chat(3, given=given)]
    made = tool("search", 2, gen_ai__tool__call__id="c9")
    assert verdict(sdk(*asked), forbid) == "pass"
    assert verdict(sdk(asked[0], made, asked[1]), forbid) == "pass"
    assert verdict(sdk(chat(1, given=FIRST), made, asked[1]), forbid) == "pass"
    nameless = tool("search", 2)
    assert verdict(sdk(chat(1, given=FIRST), nameless, asked[1]), forbid) == "pass"


def test_another_conversation_in_the_trace_brings_its_own_history() -> None:
    other = said({"type": "text", "content": "Another task."}, role="user")
    history = [other, said(CALL), said(ANSWER, role="tool")]
    assert verdict(sdk(chat(1, given=FIRST), chat(3, given=history))) == "pass"


def test_a_lost_call_is_seen_before_the_history_is_cut() -> None:
    more = said({"type": "text", "content": "Go on."}, role="user")
    whole = [*LATER["call and result"], said({"type": "text", "content": "Done."}), more]
    spans = [chat(1, given=FIRST), chat(3, given=whole), chat(5, given=[more])]
    assert verdict(sdk(*spans)) == "unknown"


FLAT: Final[dict[str, dict[str, Any]]] = {
    "openinference": {
        "openinference.span.kind": "LLM",
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.content": "Do it.",
        "llm.output_messages.0.message.content": "Hi.",
    },
    "traceloop": {
        "llm.request.type": "chat",
        "gen_ai.prompt.0.role": "user",
        "gen_ai.prompt.0.content": "Do it.",
        "gen_ai.completion.0.content": "Hi.",
    },
    "vercel": {
        "ai.operationId": "ai.generateText.doGenerate",
        "ai.prompt.messages": json.dumps([{"role": "user", "content": "Do it."}]),
        "ai.response.text": "Hi.",
    },
    "adk": {
        "gen_ai.system": "gcp.vertex.agent",
        "gen_ai.operation.name": "generate_content",
        "gcp.vertex.agent.llm_request": json.dumps(
            {"contents": [{"role": "user", "parts": [{"text": "Do it."}]}]}
        ),
        "gcp.vertex.agent.llm_response": json.dumps(
            {"content": {"role": "model", "parts": [{"text": "Hi."}]}}
        ),
    },
}
_START: Final = "llm.input_messages.1.message.tool_calls.0.tool_call."
MORE: Final[dict[str, dict[str, Any]]] = {
    "openinference": {
        "llm.input_messages.1.message.role": "assistant",
        _START + "id": "c9",
        _START + "function.name": FORBIDDEN,
        _START + "function.arguments": '{"id": 9}',
    },
    "traceloop": {
        "gen_ai.prompt.1.role": "assistant",
        "gen_ai.prompt.1.tool_calls.0.id": "c9",
        "gen_ai.prompt.1.tool_calls.0.name": FORBIDDEN,
        "gen_ai.prompt.1.tool_calls.0.arguments": '{"id": 9}',
    },
    "vercel": {
        "ai.prompt.messages": json.dumps(
            [
                {"role": "user", "content": "Do it."},
                {
                    "role": "assistant",
                    "content": [
                        {
                            "type": "tool-call",
                            "toolCallId": "c9",
                            "toolName": FORBIDDEN,
                            "input": {"id": 9},
                        }
                    ],
                },
            ]
        )
    },
    "adk": {
        "gcp.vertex.agent.llm_request": json.dumps(
            {
                "contents": [
                    {"role": "user", "parts": [{"text": "Do it."}]},
                    {
                        "role": "model",
                        "parts": [{"function_call": {"name": FORBIDDEN, "args": {"id": 9}}}],
                    },
                ]
            }
        )
    },
}


@pytest.mark.parametrize("dialect", FLAT)
def test_a_lost_call_is_seen_in_the_requests_of_every_dialect(dialect: str) -> None:
    first, later = span("chat", 1), span("chat", 3)
    first["attributes"] = FLAT[dialect]
    later["attributes"] = {**FLAT[dialect], **MORE[dialect]}
    assert verdict(sdk(first, later)) == "unknown"
    assert verdict(sdk(first, later), OTHERS) == "pass"
    assert verdict(sdk(later, later | {"context": span("x", 5)["context"]})) == "pass"


BESIDE: Final[dict[str, Any]] = {
    "the output of a chain": span(
        "chain",
        3,
        openinference__span__kind="CHAIN",
        output__value=json.dumps({"messages": [{"tool_calls": [{**CALL, "args": {}}]}]}),
    ),
    "the output of an agent": agent(
        3, output__value=json.dumps({"tool_calls": [{"name": FORBIDDEN, "args": {"id": 1}}]})
    ),
    "the output of a workflow": span(
        "workflow",
        3,
        traceloop__span__kind="workflow",
        traceloop__entity__output=json.dumps({"tool_calls": [CALL]}),
    ),
    "what a server answered": span(
        "POST",
        3,
        http__request__method="POST",
        http__response__body=json.dumps(
            {"choices": [{"message": {"tool_calls": [{"id": "c9", "function": CALL}]}}]}
        ),
    ),
    "what a server was asked": span(
        "POST",
        3,
        http__request__method="POST",
        http__request__body=json.dumps(
            {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": FORBIDDEN}}
        ),
    ),
    "the argument of a request to a tool server": span(
        "send_request",
        3,
        mcp__request__argument=json.dumps({"name": FORBIDDEN, "arguments": {}}),
    ),
    "an event on a tool": {
        **tool("search", 3),
        "events": [
            {"name": "tool_call", "attributes": {"tool.name": FORBIDDEN, "arguments": "{}"}}
        ],
    },
    "a message on a tool": {
        **tool("search", 3),
        "events": [{"name": "log", "attributes": {"tool_calls": json.dumps([CALL])}}],
    },
    "a part of an unknown type": chat(3, said({"type": "shell", "command": "rm"})),
    "a tool's span that is named otherwise": {
        **tool("search", 3),
        "name": f"execute_tool {FORBIDDEN}",
    },
    "a task of the tool's name": span(
        f"{FORBIDDEN}.task",
        3,
        traceloop__span__kind="task",
        traceloop__entity__name=FORBIDDEN,
    ),
    "a chain of the tool's name": span(FORBIDDEN, 3, openinference__span__kind="CHAIN"),
    "a span of the tool's name": span(FORBIDDEN, 3),
    "an agent of the tool's name": agent(3, name=FORBIDDEN),
}


@pytest.mark.parametrize("case", BESIDE)
def test_a_call_told_beside_those_that_are_read_leaves_rules_open(case: str) -> None:
    assert verdict(sdk(tool("search", 1), chat(2), BESIDE[case])) == "unknown"


NAMED: Final = [case for case in BESIDE if "name" in case]


@pytest.mark.parametrize("case", NAMED)
def test_a_name_leaves_only_rules_that_name_it_open(case: str) -> None:
    spans = sdk(tool("search", 1), chat(2), BESIDE[case])
    assert verdict(spans, OTHERS) == "pass"
    assert verdict(spans, "count * <= 3") == "pass"
    assert verdict(spans, f"require {FORBIDDEN}") == "fail"


def test_a_name_of_a_call_that_is_read_leaves_nothing_open() -> None:
    spans = sdk(span("search", 3), tool("search", 1), chat(2))
    assert verdict(spans, "count search = 1") == "pass"


def test_one_call_without_arguments_is_not_taken_for_several_others() -> None:
    calls = [{"name": "search", "args": {"id": number}} for number in (1, 2)]
    chain = span("chain", 3, openinference__span__kind="CHAIN")
    for told, expected in ((calls[:1], "pass"), (calls, "unknown"), (calls[:1] * 2, "pass")):
        chain["attributes"]["output.value"] = json.dumps({"tool_calls": told})
        held = sdk(tool("search", 1), chat(2), chain)
        assert verdict(held, "count search = 1") == expected
    twice = sdk(tool("search", 1), tool("search", 4), chat(2), chain)
    assert verdict(twice, "count search = 2") == "pass"


def test_a_trace_of_chains_that_hold_calls_is_not_judged_beside_others() -> None:
    other = span("chain", 5, trace="0x" + "cd" * 16, openinference__span__kind="CHAIN")
    assert verdict(sdk(tool("search", 1), other)) == "pass"
    other["attributes"]["output.value"] = json.dumps({"messages": [{"tool_calls": [CALL]}]})
    assert verdict(sdk(tool("search", 1), other)) == "not judged"


def test_a_lost_call_is_seen_in_the_request_of_the_agent_after_it() -> None:
    first, later = chat(2, given=FIRST), chat(4, given=LATER["call and result"])
    first["parent_id"], later["parent_id"] = f"0x{1:016x}", f"0x{3:016x}"
    agents = agent(1, name="a"), agent(3, name="b")
    assert verdict(sdk(agents[0], first, agents[1], later)) == "unknown"


@pytest.mark.parametrize("key", ["mcp__tool__name", "traceloop__entity__name"])
def test_a_second_name_on_a_tools_span_leaves_its_rules_open(key: str) -> None:
    assert verdict(sdk(tool("search", 1, **dict[str, Any]({key: FORBIDDEN})), chat(2))) == "unknown"


@pytest.mark.parametrize("kind", ["text", "reasoning"])
def test_a_call_in_the_words_of_a_response_leaves_its_tool_open(kind: str) -> None:
    words = f'<tool_call>{{"name": "{FORBIDDEN}"}}</tool_call>'
    spans = sdk(tool("search", 1), chat(2, said({"type": kind, "content": words})))
    assert verdict(spans) == "unknown"
    assert verdict(spans, OTHERS) == "pass"


def test_a_request_that_is_not_looked_through_tells_of_no_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    passed_over: list[ClassifiedSpan] = []

    def noted(spans: Iterable[ClassifiedSpan]) -> bool:
        sent = list(spans)
        tells = requests.any_may_tell(sent)
        if not tells:
            passed_over.extend(sent)
        return tells

    monkeypatch.setattr(span_tree, "any_may_tell", noted)
    for path in sorted(TRACES.rglob("*.json*")):
        with suppress(TraceError):
            read_traces(path)
    assert len(passed_over) > 10
    for seen in passed_over:
        assert all(one.id is None and not one.name for one in requests.sent_in(seen).sightings)
