"""Runs written as results of runs, as cases of eval sets, and as a plugin's telemetry."""

from __future__ import annotations

from typing import Final

from tests.traces.runs import (
    Format,
    Record,
    Run,
    as_lines,
    as_list,
    in_object,
    one_of,
    responses,
    responses_of_javascript,
)


def agents_result(run: Run) -> list[Record]:
    """Return the result of a run of the OpenAI Agents SDK."""
    held: list[Record] = []
    new: list[Record] = []
    for turn in run:
        _, _, *items = responses([turn])
        calls = [item for item in items if item["type"] == "function_call"]
        answers = [item for item in items if item["type"] == "function_call_output"]
        held.append({"output": calls, "usage": {}, "response_id": f"r{len(held)}"})
        new += [{"type": "tool_call_item", "raw_item": call} for call in calls]
        new += [{"type": "tool_call_output_item", "raw_item": answer} for answer in answers]
    return [{"input": "go", "raw_responses": held, "new_items": new, "final_output": "Done."}]


def agents_state(run: Run) -> list[Record]:
    """Return the state of a run of the OpenAI Agents SDK for JavaScript."""
    held: list[Record] = []
    new: list[Record] = []
    for turn in run:
        _, _, *made, _ = responses_of_javascript([turn])
        calls = [item for item in made if item["type"] == "function_call"]
        answers = [item for item in made if item["type"] == "function_call_result"]
        held.append({"output": calls, "usage": {}, "responseId": f"r{len(held)}"})
        new += [{"type": "tool_call_item", "rawItem": call} for call in calls]
        new += [{"type": "tool_call_output_item", "rawItem": answer} for answer in answers]
    return [{"originalInput": "go", "modelResponses": held, "generatedItems": new}]


def adk_eval_set(run: Run) -> list[Record]:
    """Return a case of an eval set of Google's ADK."""
    conversation: list[Record] = []
    for number, turn in enumerate(run):
        uses = [{"id": one.id, "name": one.name, "args": one.arguments} for one in turn]
        answers = [
            {"id": one.id, "name": one.name, "response": {"result": one.result}} for one in turn
        ]
        between = {"tool_uses": uses, "tool_responses": answers, "intermediate_responses": []}
        conversation.append(
            {
                "invocation_id": f"i{number}",
                "user_content": {"role": "user", "parts": [{"text": "go"}]},
                "final_response": {"role": "model", "parts": [{"text": "Done."}]},
                "intermediate_data": between,
            }
        )
    return [{"eval_id": "e", "conversation": conversation}]


def openclaw_telemetry(run: Run) -> list[Record]:
    """Return the events of OpenClaw's telemetry."""
    session = {"sessionKey": "agent:main:main", "agentId": "main"}
    events: list[Record] = [{"type": "message.in", "channel": "x", "content": "go"}]
    for one in (one for turn in run for one in turn):
        named = {"toolName": one.name, **session}
        events.append({"type": "tool.start", "params": one.arguments, **named})
        events.append({"type": "tool.end", "success": True, "result": one.result, **named})
    return events


RESULTS: Final[dict[str, Format]] = {
    "openai-agents-result": Format(agents_result, {"object": one_of, "list": as_list}),
    "openai-agents-result, JavaScript": Format(agents_state, {"object": one_of, "list": as_list}),
    "google-adk-eval-set": Format(
        adk_eval_set, {"object": one_of, "list": as_list, "set": in_object("eval_cases")}
    ),
    "openclaw-telemetry": Format(openclaw_telemetry, {"lines": as_lines, "list": as_list}),
}
"""Each with the ways it may be written."""
