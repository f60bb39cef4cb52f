"""Runs as spans that an agent writes itself, in shapes of its own."""

from __future__ import annotations

from tests.traces.runs import Record, Run, arguments_text
from tests.traces.span_files import span

_APART = 100
"""Numbers of spans between the beginnings of two turns."""


def claude_code_spans(run: Run) -> list[Record]:
    """Return a span for each request to the model, and two for each call: one is inside."""
    more: Record = {"scope": {"name": "com.anthropic.claude_code.tracing"}}
    spans: list[Record] = []

    def add(name: str, number: int, parent: int | None, **attributes: object) -> Record:
        begun = {**span(f"claude_code.{name}", number, parent), **more}
        begun["attributes"] = {"span.type": name, **attributes}
        spans.append(begun)
        return begun

    for number, turn in enumerate(run):
        first = 1 + number * _APART
        reason = {"gen_ai.response.finish_reasons": ["tool_use"], "stop_reason": "tool_use"}
        asking = add("llm_request", first, None, **reason)
        asking["end_time"] = asking["start_time"]
        for at, call in enumerate(turn):
            own = first + 1 + 2 * at
            named = {"tool_name": call.name, "tool_use_id": call.id}
            made = add("tool", own, None, **named, tool_input=arguments_text(call))
            made["events"] = [{"name": "tool.output", "attributes": {"output": call.result}}]
            add("tool.execution", own + 1, own, tool_use_id=call.id, success=True)
    return spans
