"""What running agents of real frameworks (`python3 dev.py frameworks`) has found in their spans."""

from __future__ import annotations

from typing import Any

from tests.traces.span_files import sdk, span
from toolspec.engine.reading.files import read_bytes
from toolspec.engine.trace import Trace


def read(*spans: dict[str, Any]) -> Trace:
    (trace,) = read_bytes(sdk(*spans)).traces
    return trace


def litellm_response(scope: str) -> Trace:
    attributes: dict[str, Any] = {
        "llm.request.type": "completion",
        "gen_ai.operation.name": "chat",
        "gen_ai.output.messages": '[{"role": "assistant", "parts": []}]',
        "gen_ai.response.finish_reasons": '["tool_calls"]',
    }
    for at, city in enumerate(("Oslo", "Rome")):
        key = f"gen_ai.completion.{at}.function_call"
        attributes[f"{key}.name"] = "get_weather"
        attributes[f"{key}.arguments"] = f'{{"city": "{city}"}}'
    held = span("s", 1, **attributes)
    return read({**held, "instrumentation_scope": {"name": scope}})


def test_litellms_own_spans_number_the_calls_of_one_response_as_choices() -> None:
    trace = litellm_response("litellm")
    assert [call.arguments for call in trace.calls] == [{"city": "Oslo"}, {"city": "Rome"}]
    assert {call.step for call in trace.calls} == {0}
    assert trace.gaps == ()


def test_what_litellm_writes_on_anothers_span_is_of_several_responses_and_no_call() -> None:
    trace = litellm_response("app")
    assert trace.calls == ()
    assert {gap.call.name for gap in trace.gaps} >= {"get_weather"}


def chain_that_was_given(city: str) -> Trace:
    """Return a run whose chain repeats, among what it was given, a call of a tool's span."""
    tool: dict[str, Any] = {
        "openinference.span.kind": "TOOL",
        "tool.name": "get_weather",
        "tool.id": "c1",
        "input.value": '{"city": "Oslo"}',
        "output.value": "7",
    }
    messages = "llm.input_messages"
    asked = f"{messages}.1.message.tool_calls.0.tool_call"
    chain: dict[str, Any] = {
        "openinference.span.kind": "CHAIN",
        f"{messages}.0.message.role": "user",
        f"{messages}.1.message.role": "assistant",
        f"{asked}.id": "c1",
        f"{asked}.function.name": "get_weather",
        f"{asked}.function.arguments": f'{{"city": "{city}"}}',
        f"{messages}.2.message.role": "tool",
        f"{messages}.2.message.tool_call_id": "c1",
        f"{messages}.2.message.content": "7",
    }
    return read(span("t", 1, **tool), span("c", 2, **chain))


def test_a_call_that_a_chain_was_given_is_the_one_that_was_read() -> None:
    trace = chain_that_was_given("Oslo")
    assert [call.arguments for call in trace.calls] == [{"city": "Oslo"}]
    assert trace.gaps == ()


def test_a_call_that_a_chain_was_given_and_nothing_else_tells_of_is_a_gap() -> None:
    (gap,) = chain_that_was_given("Rome").gaps
    assert (gap.call.name, gap.call.arguments) == ("get_weather", {"city": "Rome"})
