"""Trace files for tests, and what a run of the command line came to."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest


class Ran(NamedTuple):
    """What a run came to."""

    status: int
    out: str
    err: str

    @property
    def report(self) -> Any:
        return json.loads(self.out, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))


Run = Callable[..., Ran]


def events(*calls: Any) -> list[dict[str, Any]]:
    """Return the events of a trajectory: a call is a name, or (name, arguments[, result]).

    A bare name has no arguments and returns "ok"; a result of None never arrives.
    """
    made: list[dict[str, Any]] = [{"type": "turn_start", "data": {"turnId": "1"}}]
    for at, call in enumerate(calls):
        given: tuple[Any, ...] = (call,) if isinstance(call, str) else call
        name = given[0]
        arguments: Any = given[1] if len(given) > 1 else {}
        result: Any = given[2] if len(given) > 2 else "ok"
        data: dict[str, Any] = {"toolName": name, "toolCallId": f"c{at}", "turnId": "1"}
        made.append({"type": "tool_call", "data": {**data, "arguments": arguments}})
        if result is not None:
            done: dict[str, Any] = {"success": True, "result": result}
            made.append({"type": "tool_result", "data": {**data, **done}})
    return made


def trajectory(*calls: Any, name: str | None = None) -> str:
    """Return the text of a trace file that holds one trajectory."""
    head = {"stimulus": {"name": name}} if name else {}
    return json.dumps({**head, "events": events(*calls)}, indent=1)


def otlp_line(trace: int, *tools: str, value: str = "v") -> str:
    """Return one line of OTLP/JSON: a trace of calls of these tools, as OpenInference writes it."""
    spans = [
        {
            "traceId": f"{trace:032x}",
            "spanId": f"{trace * 100 + at + 1:016x}",
            "name": tool,
            "startTimeUnixNano": str(10**18 + at * 10**6),
            "endTimeUnixNano": str(10**18 + at * 10**6 + 1000),
            "attributes": [
                {"key": "openinference.span.kind", "value": {"stringValue": "TOOL"}},
                {"key": "tool.name", "value": {"stringValue": tool}},
                {"key": "input.value", "value": {"stringValue": json.dumps({"x": value})}},
                {"key": "output.value", "value": {"stringValue": "done"}},
            ],
        }
        for at, tool in enumerate(tools)
    ]
    scope = {"name": "openinference.instrumentation.langchain"}
    return json.dumps({"resourceSpans": [{"scopeSpans": [{"scope": scope, "spans": spans}]}]})


def write(path: str, text: str | bytes) -> Path:
    """Write a file, making its folder."""
    file = Path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return file
