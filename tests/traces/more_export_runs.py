"""More runs written as tools for observability export them."""

from __future__ import annotations

import json
from typing import Any, Final

from tests.traces.runs import Format, Record, Run, as_lines, as_list, in_object

_BEGAN_MS: Final = 1767225600000


def honeyhive(run: Run) -> list[Record]:
    events: list[Record] = []

    def event(kind: str, name: str, given: Any, made: Any, **config: str) -> None:
        number = len(events)
        events.append(
            {
                "event_id": f"e{number}",
                "session_id": "s1",
                "parent_id": None if number == 0 else "e0",
                "event_type": kind,
                "event_name": name,
                "inputs": given,
                "outputs": made,
                "source": "otlp",
                "metadata": {"event_type": kind},
                "config": config,
                "start_time": _BEGAN_MS + number,
                "end_time": _BEGAN_MS + number,
            }
        )

    event("chain", "invoke_agent agent", {"chat_history": []}, {"content": "Done."})
    for turn in run:
        asked = [
            {"toolUse": {"toolUseId": one.id, "name": one.name, "input": one.arguments}}
            for one in turn
        ]
        said = {"role": "assistant", "content": asked, "finish_reason": "tool_use"}
        event("model", "chat", {"chat_history": []}, said)
        for one in turn:
            told = {"result": one.result, "tool_call_id": one.id}
            given = {"parameters": one.arguments}
            event("tool", f"execute_tool {one.name}", given, told, tool_name=one.name)
    return events


def deepeval_run(records: list[Record]) -> bytes:
    """Return a test run of DeepEval whose cases are these traces."""
    cases: list[Record] = [
        {"name": f"case {number}", "input": "go", "success": True, "trace": record}
        for number, record in enumerate(records)
    ]
    return json.dumps({"testCases": cases, "testPassed": len(cases), "testFailed": 0}).encode()


MORE_EXPORTS: Final[dict[str, Format]] = {
    "honeyhive": Format(
        honeyhive,
        {"list": as_list, "lines": as_lines, "api": in_object("events")},
    ),
}
