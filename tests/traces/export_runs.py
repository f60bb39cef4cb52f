"""Runs written as observability tools export them."""

from __future__ import annotations

import base64
import json
from typing import Any, Final

from tests.traces.evaluation_runs import (
    asked_message,
    deepeval,
    deepeval_run,
    honeyhive,
    id_of,
    inspect,
    inspect_archive,
    inspect_events,
    inspect_log,
    inspect_messages,
    spread,
    time_of,
)
from tests.traces.runs import (
    Carrier,
    Format,
    Record,
    Run,
    as_lines,
    as_list,
    in_object,
    one_of,
)
from tests.traces.span_files import otlp_value
from tests.traces.span_runs import SPANS

_TRACE: Final = "ab" * 16


def langfuse(run: Run) -> list[Record]:
    def row(number: int, kind: str, name: str, given: Any, made: Any) -> Record:
        return {
            "id": id_of(number),
            "traceId": "t",
            "type": kind,
            "name": name,
            "parentObservationId": None if number == 1 else id_of(1),
            "startTime": time_of(number),
            "endTime": time_of(number),
            "level": "DEFAULT",
            "input": given,
            "output": made,
            "metadata": {},
        }

    rows = [row(1, "AGENT", "agent", "go", "Done.")]
    for number, turn, one in spread(run):
        if one is None:
            rows.append(row(number, "GENERATION", "chat", [], asked_message(turn)))
        else:
            rows.append(row(number, "TOOL", one.name, one.arguments, one.result))
    return rows


def _langfuse_trace(records: list[Record]) -> bytes:
    trace = {"id": "t", "projectId": "p", "name": "run", "input": "go", "output": "Done."}
    return json.dumps({"trace": trace, "observations": records}).encode()


def langsmith(run: Run) -> list[Record]:
    def row(number: int, kind: str, name: str, given: Any, made: Any) -> Record:
        return {
            "id": id_of(number),
            "trace_id": id_of(1),
            "parent_run_id": None if number == 1 else id_of(1),
            "run_type": kind,
            "name": name,
            "start_time": time_of(number),
            "end_time": time_of(number),
            "inputs": given,
            "outputs": made,
            "extra": {},
        }

    rows = [row(1, "chain", "agent", {"input": "go"}, {"output": "Done."})]
    for number, turn, one in spread(run):
        if one is None:
            made = {"choices": [{"message": asked_message(turn)}]}
            rows.append(row(number, "llm", "model", {"messages": []}, made))
        else:
            rows.append(row(number, "tool", one.name, one.arguments, {"output": one.result}))
    return rows


def agents_sdk(run: Run) -> list[Record]:
    def row(number: int, data: Record) -> Record:
        about = {"object": "trace.span", "id": f"span_{number}", "trace_id": "trace_1"}
        times = {"started_at": time_of(number), "ended_at": time_of(number), "error": None}
        parent = None if number == 1 else "span_1"
        return {**about, "parent_id": parent, **times, "span_data": data}

    rows: list[Record] = [{"object": "trace", "id": "trace_1", "workflow_name": "run"}]
    rows.append(row(1, {"type": "agent", "name": "agent", "tools": [], "handoffs": []}))
    for number, turn, one in spread(run):
        if one is None:
            data = {
                "type": "generation",
                "input": [],
                "output": [asked_message(turn)],
                "model": "m",
            }
        else:
            given = json.dumps(one.arguments)
            data = {"type": "function", "name": one.name, "input": given, "output": one.result}
        rows.append(row(number, data))
    return rows


def mlflow(run: Run) -> list[Record]:
    def row(number: int, kind: str, name: str, given: Any, made: Any) -> Record:
        held = {"spanType": kind, "spanInputs": given, "spanOutputs": made}
        parent = None if number == 1 else base64.b64encode(bytes(7) + b"\1").decode()
        return {
            "trace_id": base64.b64encode(bytes.fromhex(_TRACE)).decode(),
            "span_id": base64.b64encode(number.to_bytes(8, "big")).decode(),
            "parent_span_id": parent,
            "name": name,
            "start_time_unix_nano": 10**18 + number * 10**6,
            "end_time_unix_nano": 10**18 + number * 10**6 + 1,
            "status": {"code": "STATUS_CODE_OK"},
            "attributes": {f"mlflow.{key}": json.dumps(value) for key, value in held.items()},
        }

    rows = [row(1, "AGENT", "agent", "go", "Done.")]
    for number, turn, one in spread(run):
        if one is None:
            made = {"choices": [{"message": asked_message(turn)}]}
            rows.append(row(number, "CHAT_MODEL", "model", {"messages": []}, made))
        else:
            rows.append(row(number, "TOOL", one.name, one.arguments, one.result))
    return rows


def _mlflow_trace(records: list[Record]) -> bytes:
    return json.dumps({"info": {"trace_id": "tr-1"}, "data": {"spans": records}}).encode()


# Spans of OpenTelemetry, as other stores write them.


def _genai(run: Run) -> list[Record]:
    return SPANS["genai"].make(run)


def jaeger(run: Run) -> list[Record]:
    rows: list[Record] = []
    for number, held in enumerate(_genai(run), 1):
        tags = [
            {"key": key, "type": "string", "value": value}
            for key, value in held["attributes"].items()
        ]
        rows.append(
            {
                "traceID": _TRACE,
                "spanID": held["context"]["span_id"][2:],
                "operationName": held["name"],
                "references": [],
                "startTime": 10**15 + number * 1000,
                "duration": 9,
                "tags": tags,
                "logs": [],
                "processID": "p1",
            }
        )
    return rows


def _jaeger_file(records: list[Record]) -> bytes:
    processes: Record = {"p1": {"serviceName": "agent", "tags": []}}
    trace: Record = {"traceID": _TRACE, "spans": records, "processes": processes}
    return json.dumps({"data": [trace]}).encode()


def zipkin(run: Run) -> list[Record]:
    return [
        {
            "traceId": _TRACE,
            "id": held["context"]["span_id"][2:],
            "name": held["name"],
            "timestamp": 10**15 + number * 1000,
            "duration": 9,
            "localEndpoint": {"serviceName": "agent"},
            "tags": held["attributes"],
        }
        for number, held in enumerate(_genai(run), 1)
    ]


def span_table(run: Run) -> list[Record]:
    """Return the rows of a table of spans as Phoenix exports it."""
    rows: list[Record] = []
    for number, held in enumerate(SPANS["openinference"].make(run), 1):
        attributes = {f"attributes.{key}": value for key, value in held["attributes"].items()}
        kind = attributes.pop("attributes.openinference.span.kind")
        ids = {"context.trace_id": _TRACE, "context.span_id": held["context"]["span_id"][2:]}
        times = {"start_time": 10**12 + number, "end_time": 10**12 + number + 1}
        about = {"name": held["name"], "span_kind": kind, "parent_id": None, "status_code": "OK"}
        rows.append({**about, **ids, **times, **attributes})
    return rows


def stored_spans(run: Run) -> list[Record]:
    """Return the rows of the table that the Collector's ClickHouse exporter makes."""
    rows: list[Record] = []
    for number, row in enumerate(span_table(run)):
        attributes = {
            key.removeprefix("attributes."): value
            for key, value in row.items()
            if key.startswith("attributes.")
        }
        attributes["openinference.span.kind"] = row["span_kind"]
        rows.append(
            {
                "Timestamp": f"2026-01-01 00:00:00.{number:09d}",
                "TraceId": row["context.trace_id"],
                "SpanId": row["context.span_id"],
                "ParentSpanId": "",
                "SpanName": row["name"],
                "SpanAttributes": attributes,
                "Duration": 1,
                "StatusCode": "STATUS_CODE_OK",
            }
        )
    return rows


def otel_logs(run: Run) -> list[Record]:
    """Return log records, as Python's SDK writes them: each response is one."""
    records: list[Record] = []
    for number, turn in enumerate(run, 1):
        message = {"role": "assistant", "tool_calls": asked_message(turn)["tool_calls"]}
        body = {"index": 0, "finish_reason": "tool_calls", "message": message}
        records.append(
            {
                "body": body,
                "severity_number": 9,
                "trace_id": f"0x{_TRACE}",
                "span_id": f"0x{id_of(number)}",
                "timestamp": time_of(number),
                "event_name": "gen_ai.choice",
                "attributes": {"event.name": "gen_ai.choice", "gen_ai.system": "openai"},
            }
        )
    return records


def _otlp_logs(records: list[Record]) -> bytes:
    """Return the log records as OTLP writes them."""
    rows: list[Record] = [
        {
            "timeUnixNano": str(10**18 + at),
            "traceId": record["trace_id"][2:],
            "spanId": record["span_id"][2:],
            "eventName": record["event_name"],
            "body": otlp_value(record["body"]),
            "attributes": [],
        }
        for at, record in enumerate(records)
    ]
    scope: Record = {"scope": {"name": "test"}, "logRecords": rows}
    return json.dumps({"resourceLogs": [{"resource": {}, "scopeLogs": [scope]}]}).encode()


_ROWS: Final[dict[str, Carrier]] = {"list": as_list, "lines": as_lines}

EXPORTS: Final[dict[str, Format]] = {
    "langfuse": Format(langfuse, {**_ROWS, "api": in_object("data"), "trace": _langfuse_trace}),
    "langsmith": Format(langsmith, _ROWS),
    "deepeval": Format(
        deepeval, {"object": one_of, "list": as_list, "lines": as_lines, "run": deepeval_run}
    ),
    "inspect": Format(
        inspect,
        {"sample": one_of, "log": inspect_log, "zip": inspect_archive, "events": inspect_events},
    ),
    "inspect, messages": Format(
        inspect_messages, {"sample": one_of, "log": inspect_log, "zip": inspect_archive}
    ),
    "openai-agents": Format(agents_sdk, _ROWS),
    "mlflow": Format(mlflow, {"trace": _mlflow_trace}),
    "jaeger": Format(jaeger, {"file": _jaeger_file}),
    "zipkin": Format(zipkin, {"list": as_list}),
    "span-table": Format(span_table, _ROWS),
    "stored-spans": Format(stored_spans, {**_ROWS, "api": in_object("data")}),
    "otel-logs": Format(otel_logs, {**_ROWS, "OTLP": _otlp_logs}),
    "honeyhive": Format(honeyhive, {**_ROWS, "api": in_object("events")}),
}
"""The exports of each tool."""
