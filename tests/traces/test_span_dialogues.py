"""What was said in runs that are recorded as spans: each message once, between the right calls."""

from __future__ import annotations

import json
from typing import Any

import pytest

from toolspec.engine.dialogue import ToolDefinition
from toolspec.engine.reading.files import read_bytes
from toolspec.engine.reading.spans.span_dialogue import new_messages
from toolspec.engine.trace import UNRECORDED, Trace

USER, ROOT = "user", "0x0000000000000001"


class Spans:
    """Spans as an SDK writes them, each a tenth of a second long and after the one before."""

    def __init__(self, **run: Any) -> None:
        self.written: list[dict[str, Any]] = []
        self.add("invoke_agent", {"gen_ai.agent.name": "main", **run}, parent=None)

    def add(
        self,
        operation: str | None,
        attributes: dict[str, Any],
        parent: str | None = ROOT,
        **more: Any,
    ) -> str:
        number = len(self.written) + 1
        named = {} if operation is None else {"gen_ai.operation.name": operation}
        span = {
            "name": operation or "span",
            "context": {"trace_id": "0x" + "ab" * 16, "span_id": f"0x{number:016x}"},
            "parent_id": parent,
            "start_time": f"2026-01-01T00:{number // 60:02}:{number % 60:02}.000Z",
            "end_time": f"2026-01-01T00:{number // 60:02}:{number % 60:02}.100Z",
            "status": {"status_code": "UNSET"},
            "attributes": {**named, **attributes},
            **more,
        }
        self.written.append(span)
        return f"0x{number:016x}"

    def ask(self, history: list[Any], *said: Any, **more: Any) -> str:
        """Add a response to a whole conversation, in the conventions' names."""
        answer = {"role": "assistant", "parts": [_part(one) for one in said]}
        messages = {"gen_ai.input.messages": json.dumps([_message(*one) for one in history])}
        output = {"gen_ai.output.messages": json.dumps([answer])}
        return self.add("chat", {**messages, **output, **more})

    def tool(self, name: str, parent: str | None = ROOT, **more: Any) -> str:
        return self.add("execute_tool", {"gen_ai.tool.name": name}, parent, **more)

    @property
    def trace(self) -> Trace:
        (trace,) = read_bytes(json.dumps(self.written).encode()).traces
        return trace


def _part(said: Any) -> Any:
    return {"type": "text", "content": said} if isinstance(said, str) else said


def _message(role: str, *said: Any) -> dict[str, Any]:
    return {"role": role, "parts": [_part(one) for one in said]}


def call(name: str, id: str = "1") -> dict[str, Any]:
    return {"type": "tool_call", "id": id, "name": name, "arguments": {}}


def answer(id: str = "1") -> dict[str, Any]:
    return {"type": "tool_call_response", "id": id, "response": "x"}


def told(trace: Trace) -> list[tuple[str, Any, int, int | None, int | None]]:
    return [(one.role, one.text, one.before, one.step, one.turn) for one in trace.messages]


def test_messages_repeated_in_every_request_count_once() -> None:
    spans = Spans()
    history: list[Any] = [("system", "Help."), (USER, "refund A-1")]
    spans.ask(history, "I look.", call("get"))
    spans.tool("get")
    history += [("assistant", "I look.", call("get")), ("tool", answer()), (USER, "yes")]
    spans.ask(history, call("refund", "2"))
    spans.tool("refund")
    history += [("assistant", call("refund", "2")), ("tool", answer("2"))]
    spans.ask(history, "Done.")
    trace = spans.trace
    assert told(trace) == [
        (USER, "refund A-1", 0, None, 0),
        ("agent", "I look.", 0, 0, 0),
        (USER, "yes", 1, None, 1),
        ("agent", None, 1, 1, 1),
        ("agent", "Done.", 2, 2, 1),
    ]
    assert (trace.call_turns, trace.turns, trace.steps) == ((0, 1), 2, 3)
    assert trace.last_response is not None
    assert (trace.last_response.text, trace.last_response.agent) == ("Done.", "main")


def test_the_same_words_said_twice_are_two_turns() -> None:
    spans = Spans()
    spans.ask([(USER, "yes")], "Sure?")
    spans.ask([(USER, "yes"), ("assistant", "Sure?"), (USER, "yes")], "Done.")
    assert spans.trace.turns == 2


def test_a_message_of_the_user_comes_before_the_answers_that_follow_it_in_a_later_request() -> None:
    spans = Spans()
    spans.add("chat", {"gen_ai.usage.input_tokens": 1})
    spans.tool("a")
    history: list[Any] = [(USER, "go"), ("assistant", call("a")), ("tool", answer())]
    spans.ask(history, "Done.")
    trace = spans.trace
    assert told(trace) == [
        (USER, "go", 0, None, 0),
        ("agent", UNRECORDED, 0, 0, 0),
        ("agent", "Done.", 1, 1, 0),
    ]
    assert trace.call_turns == (0,)


@pytest.mark.parametrize(
    ("known", "sent", "new"),
    [
        ([], ["a"], [0]),
        (["a"], ["a"], []),
        (["a", "b"], ["a"], []),
        (["a", "b"], ["b", "c"], [1]),
        (["a"], ["b"], [0]),
        (["a", "b"], ["c", "b"], [0]),
        (["a", "b"], [], []),
    ],
)
def test_a_request_may_repeat_all_or_some_of_what_was_sent(
    known: list[str], sent: list[str], new: list[int]
) -> None:
    assert new_messages(known, sent) == new


def test_a_prompt_of_a_sub_agent_is_no_turn_of_the_top_agent() -> None:
    spans = Spans()
    spans.ask([(USER, "go")], call("delegate"))
    tool = spans.tool("delegate")
    run = spans.add("invoke_agent", {"gen_ai.agent.name": "helper"}, tool)
    messages = json.dumps([_message(USER, "Say yes.")])
    spans.add("chat", {"gen_ai.input.messages": messages}, run)
    spans.tool("inner", run)
    trace = spans.trace
    assert [one.text for one in trace.messages if one.role == USER] == ["go"]
    assert (trace.turns, trace.call_turns) == (1, (0, 0))
    assert trace.last_response is not None
    assert trace.last_response.agent == "main"


def test_without_spans_of_agents_another_conversation_is_a_sub_agents() -> None:
    spans = Spans()
    first: list[Any] = [(USER, "do it")]
    spans.ask(first, call("delegate"))
    spans.ask([(USER, "2*3")], "6")
    spans.tool("delegate")
    spans.ask([*first, ("assistant", call("delegate")), ("tool", answer())], "Done.")
    trace = spans.trace
    assert [one.text for one in trace.messages if one.role == USER] == ["do it"]
    assert trace.turns == 1


def test_results_in_the_users_name_are_no_messages_of_the_user() -> None:
    spans = Spans()
    history: list[Any] = [(USER, "go"), ("assistant", call("a")), (USER, answer())]
    spans.ask(history, "Done.")
    assert spans.trace.turns == 1


def test_where_no_content_is_recorded_nobody_knows_what_was_said() -> None:
    spans = Spans()
    spans.add("chat", {})
    spans.tool("a")
    trace = spans.trace
    assert told(trace) == [("agent", UNRECORDED, 0, 0, None)]
    assert (trace.turns, trace.call_turns) == (None, (None,))
    assert trace.records == {"agents", "status", "steps", "times"}


def test_content_that_an_instrumentation_leaves_out_is_not_recorded() -> None:
    spans = Spans()
    hidden = {"role": "user", "parts": [{"type": "text"}]}
    answer = {"role": "assistant", "parts": [{"type": "text"}]}
    spans.add(
        "chat",
        {
            "gen_ai.input.messages": json.dumps([hidden]),
            "gen_ai.output.messages": json.dumps([answer]),
        },
    )
    assert told(spans.trace) == [(USER, UNRECORDED, 0, None, 0), ("agent", UNRECORDED, 0, 0, 0)]
    assert not {"responses", "user_messages"} & spans.trace.records


def test_messages_that_an_exporter_cut_are_not_recorded() -> None:
    spans = Spans()
    spans.ask([(USER, "go")], "Done.")
    attributes = spans.written[-1]["attributes"]
    spans.tool("a")
    attributes["gen_ai.output.messages"] = attributes["gen_ai.output.messages"][:-12]
    assert told(spans.trace)[1] == ("agent", UNRECORDED, 0, 0, 0)


FLAT = {
    "openinference.span.kind": "LLM",
    "llm.input_messages.0.message.role": "system",
    "llm.input_messages.0.message.content": "Help.",
    "llm.input_messages.1.message.role": "user",
    "llm.input_messages.1.message.contents.0.message_content.type": "text",
    "llm.input_messages.1.message.contents.0.message_content.text": "go",
    "llm.output_messages.0.message.role": "assistant",
    "llm.output_messages.0.message.content": "Done.",
    "llm.token_count.prompt": 10,
    "llm.token_count.completion": 2,
    "llm.tools.0.tool.json_schema": json.dumps({"name": "ls", "input_schema": {}}),
}
PROMPTS = {
    "llm.request.type": "chat",
    "gen_ai.prompt.0.role": "user",
    "gen_ai.prompt.0.content": "go",
    "gen_ai.completion.0.role": "assistant",
    "gen_ai.completion.0.content": "Done.",
    "llm.usage.total_tokens": 12,
    "gen_ai.tool.definitions": json.dumps([{"type": "function", "name": "ls", "parameters": {}}]),
}
VERCEL = {
    "ai.operationId": "ai.generateText.doGenerate",
    "ai.prompt.messages": json.dumps(
        [{"role": "user", "content": [{"type": "text", "text": "go"}]}]
    ),
    "ai.response.text": "Done.",
    "ai.usage.inputTokens": 10,
    "ai.usage.outputTokens": 2,
    "ai.prompt.tools": [json.dumps({"type": "function", "name": "ls", "inputSchema": {}})],
}
ADK = {
    "gen_ai.operation.name": "generate_content",
    "gcp.vertex.agent.llm_request": json.dumps(
        {
            "contents": [{"role": "user", "parts": [{"text": "go"}]}],
            "config": {"tools": [{"function_declarations": [{"name": "ls", "parameters": {}}]}]},
        }
    ),
    "gcp.vertex.agent.llm_response": json.dumps(
        {
            "content": {"role": "model", "parts": [{"text": "Done."}]},
            "usage_metadata": {"prompt_token_count": 10, "candidates_token_count": 2},
        }
    ),
}


@pytest.mark.parametrize("attributes", [FLAT, PROMPTS, VERCEL, ADK])
def test_every_dialect_records_both_sides_the_tokens_and_the_tools(attributes: Any) -> None:
    spans = Spans()
    spans.add(None, attributes)
    trace = spans.trace
    assert told(trace) == [(USER, "go", 0, None, 0), ("agent", "Done.", 0, 0, 0)]
    assert trace.tokens == 12
    assert trace.tools == (ToolDefinition("ls", "", {}),)


def test_the_events_that_older_conventions_write_are_messages() -> None:
    spans = Spans()
    events = [
        {"name": "gen_ai.system.message", "attributes": {"content": "Help."}},
        {"name": "gen_ai.user.message", "attributes": {"content": '[{"text": "go"}]'}},
        {"name": "gen_ai.choice", "attributes": {"message": '[{"text": "Done."}]'}},
    ]
    spans.add("chat", {}, events=events)
    assert told(spans.trace) == [(USER, "go", 0, None, 0), ("agent", "Done.", 0, 0, 0)]


def test_a_run_without_spans_of_responses_may_record_its_prompt_and_its_answer() -> None:
    spans = Spans(**{"gen_ai.input.messages": json.dumps([_message(USER, "go")])})
    run = spans.written[0]
    run["attributes"]["gen_ai.output.messages"] = json.dumps([_message("assistant", "Done.")])
    run["end_time"] = "2026-01-01T00:01:00.000Z"
    spans.tool("a")
    trace = spans.trace
    assert told(trace) == [(USER, "go", 0, None, 0), ("agent", "Done.", 1, None, 0)]
    assert trace.steps == 0


def test_tokens_of_a_response_that_two_spans_report_count_once() -> None:
    spans = Spans()
    usage = {"gen_ai.usage.input_tokens": 10, "gen_ai.usage.output_tokens": 2}
    outer = spans.add("chat", usage)
    spans.add("chat", usage, outer)
    assert spans.trace.tokens == 12
    spans.add("chat", {})
    assert spans.trace.tokens is None


FAILED = {"name": "exception", "attributes": {"exception.type": "Boom"}}


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({}, "ok"),
        ({"status": {"status_code": "ERROR"}}, "error"),
        ({"events": [FAILED]}, "error"),
        ({"events": [FAILED], "status": {"status_code": "OK"}}, "ok"),
        ({"end_time": None}, None),
    ],
)
def test_a_span_is_marked_failed_by_its_status_or_an_exception(more: Any, status: Any) -> None:
    spans = Spans()
    spans.tool("a", **more)
    assert spans.trace.calls[0].status == status


def test_a_result_that_says_it_is_an_error_marks_a_failure() -> None:
    spans = Spans()
    result = {"gen_ai.tool.call.result": '{"isError": true, "content": []}'}
    spans.add("execute_tool", {"gen_ai.tool.name": "a", **result})
    assert spans.trace.calls[0].status == "error"


def test_a_failure_inside_a_span_of_the_same_call_counts() -> None:
    spans = Spans()
    outer = spans.tool("a")
    spans.tool("a", outer, status={"status_code": "ERROR"})
    assert [one.status for one in spans.trace.calls] == ["error"]


def test_a_run_lasts_from_its_first_start_to_its_last_end() -> None:
    spans = Spans()
    spans.tool("a")
    trace = spans.trace
    assert trace.start_ns is not None
    assert trace.end_ns is not None
    assert trace.end_ns - trace.start_ns == 1_100_000_000


def test_each_message_of_a_long_conversation_is_read_once() -> None:
    spans = Spans()
    history: list[Any] = []
    for number in range(60):
        history += [(USER, f"message {number}")]
        spans.ask(history, "ok")
        history += [("assistant", "ok")]
    trace = spans.trace
    assert (trace.turns, len(trace.messages)) == (60, 120)
    assert [one.turn for one in trace.messages if one.role == USER] == list(range(60))
