"""Messages that say there is more than the file holds: kept by the API, compacted, not yet over."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from tests.traces.messages import USER, asked, assistant
from tests.traces.test_strange_messages import says
from tests.traces.verdicts import FORBIDDEN, verdict

SAID: Final[dict[str, Any]] = {**assistant(), "type": "message", "status": "completed"}


def response(id: str, **more: Any) -> dict[str, Any]:
    """Return a response of OpenAI's Responses API that calls nothing."""
    return {"object": "response", "id": id, "status": "completed", "output": [SAID], **more}


ELSEWHERE: Final[dict[str, Any]] = {
    "the response before": response("r2", previous_response_id="r1"),
    "the response before, in the request": {
        "request": {"model": "m", "previous_response_id": "r1", "input": [USER]},
        "response": response("r2"),
    },
    "the response before, with one text as input": {
        "request": {"model": "m", "previous_response_id": "r1", "input": "Hi."},
        "response": response("r2"),
    },
    "a conversation": response("r2", conversation={"id": "conv_1"}),
    "a conversation, named only": response("r2", conversation="conv_1"),
    "a response still on its way": response("r2", status="in_progress"),
    "a response that waits for tools": response("r2", status="requires_action"),
    "a pause": says(stop_reason="pause_turn"),
    "a compaction after what was said": [
        USER,
        SAID,
        {"type": "compaction", "id": "c", "encrypted_content": "x"},
        SAID,
    ],
    "a compaction of a later kind": [{"type": "context_compaction_item", "id": "c"}, SAID],
    "a compaction block": [
        {"role": "assistant", "content": [{"type": "compaction", "content": "Before: much."}]},
        *says(),
    ],
    "a message to a tool": says(recipient=f"functions.{FORBIDDEN}", channel="commentary"),
    "calls in the usage": says(usage={"tool_calls": [{"name": FORBIDDEN, "args": {}}]}),
    "a part of an unknown type": says(content=[{"type": "custom_call", "name": FORBIDDEN}]),
    "a list of the tools used": {"messages": says(), "tools_used": [FORBIDDEN]},
    "steps that were done": {
        "messages": says(),
        "steps": [{"action": FORBIDDEN, "observation": "ok"}],
    },
    "calls with ids in a list of tools": {
        "messages": says(),
        "tools": [{"id": "1", "name": FORBIDDEN, "args": {"id": 1}}],
    },
}


@pytest.mark.parametrize("case", ELSEWHERE)
def test_what_a_file_says_is_elsewhere_leaves_rules_open(case: str) -> None:
    assert verdict(ELSEWHERE[case]) not in ("pass", "fail")


@pytest.mark.parametrize("key", ["finish_reason", "finishReason", "stop_reason", "stopReason"])
@pytest.mark.parametrize("reason", ["tool_calls", "tool_use", "TOOL_CALLS", "tool-calls"])
def test_a_response_that_ended_in_a_call_has_one_however_that_is_spelt(
    key: str, reason: str
) -> None:
    assert verdict(says(**{key: reason})) == "unknown"
    messages = [USER, {**assistant(asked("search", "1")), key: reason}]
    assert verdict(messages) == "pass"


def test_a_chain_of_responses_in_one_file_leaves_nothing_open() -> None:
    chain = [response("r1"), response("r2", previous_response_id="r1")]
    assert verdict(b"\n".join(json.dumps(one).encode() for one in chain)) == "pass"


def test_a_compaction_after_calls_that_are_there_leaves_nothing_open() -> None:
    call = {"type": "function_call", "call_id": "1", "name": "search", "arguments": "{}"}
    output = {"type": "function_call_output", "call_id": "1", "output": "ok"}
    items: list[Any] = [USER, call, output, {"type": "compaction", "id": "c"}, SAID]
    assert verdict(items) == "pass"


def test_searches_that_only_the_usage_counts_leave_their_rules_open() -> None:
    counted = says(usage={"server_tool_use": {"web_search_requests": 2}})
    assert verdict(counted, "forbid web_search") == "unknown"
    assert verdict(counted) == "pass"
    assert verdict(says(usage={"server_tool_use": {"web_search_requests": 0}})) == "pass"


TEXTS: Final = {
    "YAML": f"- role: assistant\n  tool_calls:\n  - name: {FORBIDDEN}",
    "YAML of parts": f"- content:\n  - type: tool_use\n    name: {FORBIDDEN}",
    "JavaScript": f"{{role: assistant, tool_calls: [{{name: {FORBIDDEN}}}]}}",
    "Python": f"{{'name': '{FORBIDDEN}', 'arguments': {{}}}}",
}


@pytest.mark.parametrize("way", TEXTS)
def test_text_between_records_that_is_like_a_call_leaves_rules_open(way: str) -> None:
    held = f"{json.dumps(says())}\n{TEXTS[way]}\n"
    assert verdict(held.encode()) == "unknown"


def test_a_line_of_a_log_between_records_leaves_nothing_open() -> None:
    held = f"{json.dumps(says())}\nINFO calls a tool: search, took 3 ms\n"
    assert verdict(held.encode()) == "pass"
