"""Runs written as observability tools export them."""

from __future__ import annotations

import base64
import io
import json
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from tests.traces.more_export_runs import MORE_EXPORTS, deepeval_run
from tests.traces.runs import (
    Carrier,
    Done,
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


def _at(number: int) -> str:
    return f"2026-01-01T00:00:{number // 20 % 60:02d}.{number % 20 * 50:03d}000Z"


def _id(number: int) -> str:
    return f"{number:016x}"


def _asked(turn: list[Done]) -> Record:
    """Return a response in OpenAI's shape."""
    calls = [
        {
            "id": one.id,
            "type": "function",
            "function": {"name": one.name, "arguments": json.dumps(one.arguments)},
        }
        for one in turn
    ]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def _spread(run: Run) -> list[tuple[int, list[Done], Done | None]]:
    """Return a number for each record of a run: each turn's response, and each of its calls."""
    rows: list[tuple[int, list[Done], Done | None]] = []
    for turn in run:
        rows.append((len(rows) + 2, turn, None))
        rows += [(len(rows) + 2 + at, turn, one) for at, one in enumerate(turn)]
    return rows


def langfuse(run: Run) -> list[Record]:
    def row(number: int, kind: str, name: str, given: Any, made: Any) -> Record:
        return {
            "id": _id(number),
            "traceId": "t",
            "type": kind,
            "name": name,
            "parentObservationId": None if number == 1 else _id(1),
            "startTime": _at(number),
            "endTime": _at(number),
            "level": "DEFAULT",
            "input": given,
            "output": made,
            "metadata": {},
        }

    rows = [row(1, "AGENT", "agent", "go", "Done.")]
    for number, turn, one in _spread(run):
        if one is None:
            rows.append(row(number, "GENERATION", "chat", [], _asked(turn)))
        else:
            rows.append(row(number, "TOOL", one.name, one.arguments, one.result))
    return rows


def _langfuse_trace(records: list[Record]) -> bytes:
    trace = {"id": "t", "projectId": "p", "name": "run", "input": "go", "output": "Done."}
    return json.dumps({"trace": trace, "observations": records}).encode()


def langsmith(run: Run) -> list[Record]:
    def row(number: int, kind: str, name: str, given: Any, made: Any) -> Record:
        return {
            "id": _id(number),
            "trace_id": _id(1),
            "parent_run_id": None if number == 1 else _id(1),
            "run_type": kind,
            "name": name,
            "start_time": _at(number),
            "end_time": _at(number),
            "inputs": given,
            "outputs": made,
            "extra": {},
        }

    rows = [row(1, "chain", "agent", {"input": "go"}, {"output": "Done."})]
    for number, turn, one in _spread(run):
        if one is None:
            made = {"choices": [{"message": _asked(turn)}]}
            rows.append(row(number, "llm", "model", {"messages": []}, made))
        else:
            rows.append(row(number, "tool", one.name, one.arguments, {"output": one.result}))
    return rows


def deepeval(run: Run) -> list[Record]:
    def row(number: int, kind: str, name: str, given: Any, made: Any) -> Record:
        return {
            "uuid": _id(number),
            "name": name,
            "status": "SUCCESS",
            "type": kind,
            "parentUuid": None if number == 1 else _id(1),
            "startTime": _at(number),
            "endTime": _at(number),
            "input": given,
            "output": made,
        }

    agents = [row(1, "agent", "agent", "go", "Done.")]
    models: list[Record] = []
    tools: list[Record] = []
    for number, turn, one in _spread(run):
        if one is None:
            models.append(row(number, "llm", "model", [], _asked(turn)))
        else:
            tools.append(row(number, "tool", one.name, one.arguments, one.result))
    lists = {"baseSpans": [], "agentSpans": agents, "llmSpans": models, "retrieverSpans": []}
    about: Record = {
        "startTime": _at(0),
        "endTime": _at(99),
        "name": "run",
        "input": "go",
        "tags": [],
    }
    return [{"uuid": "t", **lists, "toolSpans": tools, **about}]


def inspect(run: Run) -> list[Record]:
    """Return a sample of Inspect with its events."""
    messages: list[Record] = [{"role": "user", "content": "go"}]
    events: list[Record] = []

    def event(kind: str, **more: Any) -> None:
        number = len(events) + 1
        about = {"uuid": _id(number), "timestamp": _at(number), "working_start": 0.0}
        events.append({"event": kind, **about, **more})

    event("span_begin", id="main", name="main", type="agent", parent_id=None)
    for turn in run:
        calls = [{"id": one.id, "function": one.name, "arguments": one.arguments} for one in turn]
        message = {"role": "assistant", "content": "", "tool_calls": calls}
        choices = [{"message": message, "stop_reason": "tool_calls"}]
        event("model", span_id="main", model="m", input=[], tools=[], output={"choices": choices})
        messages.append(message)
        for one in turn:
            told = {"id": one.id, "function": one.name, "arguments": one.arguments}
            event("tool", span_id="main", type="function", **told, result=one.result)
            answer = {"role": "tool", "tool_call_id": one.id, "function": one.name}
            messages.append({**answer, "content": one.result})
    event("span_end", span_id="main", id="main")
    sample: Record = {"id": 1, "epoch": 1, "input": "go", "target": "", "scores": {}, "store": {}}
    return [{**sample, "output": {}, "messages": messages, "events": events}]


def inspect_messages(run: Run) -> list[Record]:
    """Return a sample that holds messages alone."""
    (sample,) = inspect(run)
    return [{key: value for key, value in sample.items() if key != "events"}]


def _log(records: list[Record]) -> bytes:
    log = {"version": 2, "status": "success", "eval": {"task": "x"}, "samples": records}
    return json.dumps(log).encode()


def _archive(records: list[Record]) -> bytes:
    held = io.BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as archive:
        archive.writestr("header.json", json.dumps({"version": 2, "eval": {"task": "x"}}))
        for at, record in enumerate(records):
            archive.writestr(f"samples/{at}_epoch_1.json", json.dumps(record))
    return held.getvalue()


def _events(records: list[Record]) -> bytes:
    return json.dumps(records[0]["events"]).encode()


def agents_sdk(run: Run) -> list[Record]:
    def row(number: int, data: Record) -> Record:
        about = {"object": "trace.span", "id": f"span_{number}", "trace_id": "trace_1"}
        times = {"started_at": _at(number), "ended_at": _at(number), "error": None}
        parent = None if number == 1 else "span_1"
        return {**about, "parent_id": parent, **times, "span_data": data}

    rows: list[Record] = [{"object": "trace", "id": "trace_1", "workflow_name": "run"}]
    rows.append(row(1, {"type": "agent", "name": "agent", "tools": [], "handoffs": []}))
    for number, turn, one in _spread(run):
        if one is None:
            data = {"type": "generation", "input": [], "output": [_asked(turn)], "model": "m"}
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
    for number, turn, one in _spread(run):
        if one is None:
            made = {"choices": [{"message": _asked(turn)}]}
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
        message = {"role": "assistant", "tool_calls": _asked(turn)["tool_calls"]}
        body = {"index": 0, "finish_reason": "tool_calls", "message": message}
        records.append(
            {
                "body": body,
                "severity_number": 9,
                "trace_id": f"0x{_TRACE}",
                "span_id": f"0x{_id(number)}",
                "timestamp": _at(number),
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
    "inspect": Format(inspect, {"sample": one_of, "log": _log, "zip": _archive, "events": _events}),
    "inspect, messages": Format(inspect_messages, {"sample": one_of, "log": _log, "zip": _archive}),
    "openai-agents": Format(agents_sdk, _ROWS),
    "mlflow": Format(mlflow, {"trace": _mlflow_trace}),
    "jaeger": Format(jaeger, {"file": _jaeger_file}),
    "zipkin": Format(zipkin, {"list": as_list}),
    "span-table": Format(span_table, _ROWS),
    "stored-spans": Format(stored_spans, {**_ROWS, "api": in_object("data")}),
    "otel-logs": Format(otel_logs, {**_ROWS, "OTLP": _otlp_logs}),
    **MORE_EXPORTS,
}
"""The exports of each tool."""
