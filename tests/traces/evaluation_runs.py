"""Runs written as tools for evaluation export them: HoneyHive, DeepEval and Inspect."""

from __future__ import annotations

import io
import json
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from tests.traces.runs import Done, Record, Run

_BEGAN_MS: Final = 1767225600000


def time_of(number: int) -> str:
    return f"2026-01-01T00:00:{number // 20 % 60:02d}.{number % 20 * 50:03d}000Z"


def id_of(number: int) -> str:
    return f"{number:016x}"


def asked_message(turn: list[Done]) -> Record:
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


def spread(run: Run) -> list[tuple[int, list[Done], Done | None]]:
    """Return a number for each record of a run: each turn's response, and each of its calls."""
    rows: list[tuple[int, list[Done], Done | None]] = []
    for turn in run:
        rows.append((len(rows) + 2, turn, None))
        rows += [(len(rows) + 2 + at, turn, one) for at, one in enumerate(turn)]
    return rows


def deepeval(run: Run) -> list[Record]:
    def row(number: int, kind: str, name: str, given: Any, made: Any) -> Record:
        return {
            "uuid": id_of(number),
            "name": name,
            "status": "SUCCESS",
            "type": kind,
            "parentUuid": None if number == 1 else id_of(1),
            "startTime": time_of(number),
            "endTime": time_of(number),
            "input": given,
            "output": made,
        }

    agents = [row(1, "agent", "agent", "go", "Done.")]
    models: list[Record] = []
    tools: list[Record] = []
    for number, turn, one in spread(run):
        if one is None:
            models.append(row(number, "llm", "model", [], asked_message(turn)))
        else:
            tools.append(row(number, "tool", one.name, one.arguments, one.result))
    lists = {"baseSpans": [], "agentSpans": agents, "llmSpans": models, "retrieverSpans": []}
    about: Record = {
        "startTime": time_of(0),
        "endTime": time_of(99),
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
        about = {"uuid": id_of(number), "timestamp": time_of(number), "working_start": 0.0}
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


def inspect_log(records: list[Record]) -> bytes:
    log = {"version": 2, "status": "success", "eval": {"task": "x"}, "samples": records}
    return json.dumps(log).encode()


def inspect_archive(records: list[Record]) -> bytes:
    held = io.BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as archive:
        archive.writestr("header.json", json.dumps({"version": 2, "eval": {"task": "x"}}))
        for at, record in enumerate(records):
            archive.writestr(f"samples/{at}_epoch_1.json", json.dumps(record))
    return held.getvalue()


def inspect_events(records: list[Record]) -> bytes:
    return json.dumps(records[0]["events"]).encode()


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
