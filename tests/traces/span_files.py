"""Small span files for the tests of reading, written as the carriers write them."""

from __future__ import annotations

import json
from typing import Any, cast

from toolspec.engine.reading.files import read_bytes
from toolspec.engine.trace import Trace

TRACE = "0x" + "ab" * 16


def span(
    name: str,
    number: int,
    parent: int | None = None,
    *,
    start: int | None = None,
    end: int | None = None,
    trace: str = TRACE,
    **attributes: Any,
) -> dict[str, Any]:
    """Return a span as Python's SDK prints it; times are milliseconds, ids are small numbers.

    Attribute names are given with `__` for `.`: `tool__name="search"`.
    """
    begins = number if start is None else start
    return {
        "name": name,
        "context": {"trace_id": trace, "span_id": f"0x{number:016x}", "trace_state": "[]"},
        "kind": "SpanKind.INTERNAL",
        "parent_id": None if parent is None else f"0x{parent:016x}",
        "start_time": f"2026-01-01T00:00:{begins // 1000:02d}.{begins % 1000:03d}000Z",
        "end_time": f"2026-01-01T00:00:59.{(end or 999):03d}000Z",
        "status": {"status_code": "UNSET"},
        "attributes": {key.replace("__", "."): value for key, value in attributes.items()},
        "events": [],
        "links": [],
        "resource": {"attributes": {"service.name": "agent"}, "schema_url": ""},
    }


def tool(name: str, number: int, parent: int | None = None, **more: Any) -> dict[str, Any]:
    """Return a span of a tool call in the GenAI conventions."""
    named = {"gen_ai__operation__name": "execute_tool", "gen_ai__tool__name": name}
    return span(f"execute_tool {name}", number, parent, **named, **more)


def llm(number: int, parent: int | None = None, **more: Any) -> dict[str, Any]:
    """Return a span of a model's response in the GenAI conventions."""
    return span("chat m", number, parent, gen_ai__operation__name="chat", **more)


def agent(number: int, parent: int | None = None, name: str = "a", **more: Any) -> dict[str, Any]:
    """Return a span of an agent's run in the GenAI conventions."""
    named = {"gen_ai__operation__name": "invoke_agent", "gen_ai__agent__name": name}
    return span(f"invoke_agent {name}", number, parent, **named, **more)


def sdk(*spans: dict[str, Any]) -> bytes:
    """Return the file of a list of spans."""
    return json.dumps(spans).encode()


def otlp_value(value: Any) -> dict[str, Any]:
    """Return a value as OTLP/JSON writes it."""
    match value:
        case bool():
            return {"boolValue": value}
        case int():
            return {"intValue": str(value)}
        case float():
            return {"doubleValue": value}
        case str():
            return {"stringValue": value}
        case list():
            items = cast("list[Any]", value)
            return {"arrayValue": {"values": [otlp_value(item) for item in items]}}
        case dict():
            return {"kvlistValue": {"values": otlp_pairs(cast("dict[str, Any]", value))}}
        case _:
            return {}


def otlp_pairs(held: dict[str, Any]) -> list[Any]:
    """Return attributes as OTLP/JSON writes them."""
    return [{"key": key, "value": otlp_value(value)} for key, value in held.items()]


def otlp(*spans: dict[str, Any]) -> dict[str, Any]:
    """Return the same spans as one OTLP/JSON object; a `scope` of theirs is kept."""
    import datetime

    def nanoseconds(text: str) -> str:
        moment = datetime.datetime.fromisoformat(text)
        return str(int(moment.timestamp()) * 10**9 + moment.microsecond * 1000)

    by_scope: dict[str, list[dict[str, Any]]] = {}
    for held in spans:
        one: dict[str, Any] = {
            "traceId": held["context"]["trace_id"][2:],
            "spanId": held["context"]["span_id"][2:],
            "name": held["name"],
            "kind": 1,
            "startTimeUnixNano": nanoseconds(held["start_time"]),
            "endTimeUnixNano": nanoseconds(held["end_time"]),
            "attributes": otlp_pairs(held["attributes"]),
            "status": {},
        }
        if held["parent_id"]:
            one["parentSpanId"] = held["parent_id"][2:]
        if held["events"]:
            one["events"] = [
                {**event, "attributes": otlp_pairs(event["attributes"])} for event in held["events"]
            ]
        by_scope.setdefault(held.get("scope", {}).get("name", "test"), []).append(one)
    resource = {"attributes": [{"key": "service.name", "value": {"stringValue": "agent"}}]}
    scopes = [{"scope": {"name": name}, "spans": inner} for name, inner in by_scope.items()]
    return {"resourceSpans": [{"resource": resource, "scopeSpans": scopes}]}


def read(*spans: dict[str, Any]) -> Trace:
    (trace,) = read_bytes(sdk(*spans)).traces
    return trace


def asks(*calls: tuple[str, str, dict[str, Any]]) -> str:
    parts = [
        {"type": "tool_call", "id": id, "name": name, "arguments": arguments}
        for id, name, arguments in calls
    ]
    return json.dumps([{"role": "assistant", "parts": parts, "finish_reason": "tool_call"}])


def answers(**results: Any) -> str:
    parts = [
        {"type": "tool_call_response", "id": id, "response": result}
        for id, result in results.items()
    ]
    return json.dumps([{"role": "tool", "parts": parts}])


def asking(number: int, *calls: tuple[str, str, dict[str, Any]]) -> dict[str, Any]:
    return llm(number, 1, gen_ai__output__messages=asks(*calls))


def answering(number: int, **results: Any) -> dict[str, Any]:
    said = '[{"role":"assistant","parts":[{"type":"text","content":"ok"}]}]'
    return llm(number, 1, gen_ai__input__messages=answers(**results), gen_ai__output__messages=said)
