"""Inspect's logs: what each real file holds was written down by hand."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tests.traces.exported import TRACES, made, one, real, told
from toolspec.engine.reading.files import read_bytes, read_traces
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.limits import Limits


@real
def test_a_sample_of_inspect_with_a_pool_of_messages() -> None:
    reading = read_traces(TRACES / "inspect/UKGovernmentBEIS__log_message_deduplication.eval")
    (trace,) = reading.traces
    assert (reading.format, reading.container, reading.compression) == ("inspect", "zip", "zip")
    assert (trace.id, trace.name) == ("5XJAqKPKGtzrXUZ3UhthJM", "0")
    assert [told(call) for call in trace.calls] == [
        ("bash", {"cmd": "ls"}, "ok", f"hardcoded_{at}", at, None) for at in range(5)
    ]
    assert trace.calls[0].result
    assert str(trace.calls[0].result.value).startswith("bin\nboot\n")
    assert (trace.calls[0].place.file or "").endswith("!samples/0_epoch_1.json")
    assert [message.role for message in trace.messages] == ["user"] + ["agent"] * 6
    assert trace.messages[-1].text == "done"
    assert trace.steps == 6
    assert not trace.gaps


@real
def test_each_sample_of_an_inspect_log_is_a_trace_for_its_case() -> None:
    name = "inspect/UKGovernmentBEIS__2025-02-11T15-18-04-05-00_popularity_mj7khqpMM4GBCfVQozKgzB"
    reading = read_traces(TRACES / f"{name}.eval")
    assert [trace.name for trace in reading.traces] == [str(number) for number in range(1, 11)]
    assert {trace.steps for trace in reading.traces} == {1}


@real
def test_what_a_scorer_asks_a_model_is_no_response_of_the_agent() -> None:
    name = "inspect/UKGovernmentBEIS__2024-11-05T13-32-37-05-00_input-task_hxs4q9azL3ySGkjJirypKZ"
    (trace,) = read_traces(TRACES / f"{name}.eval").traces
    assert [message.role for message in trace.messages] == ["user", "user", "agent"]
    assert trace.steps == 1


@real
def test_events_of_inspect_with_calls_side_by_side_and_an_agent_inside_a_call() -> None:
    trace = one("inspect-events/meridianlabs-ai__parallel_tool_calls.json")
    assert [(call.name, call.id, call.step) for call in trace.calls] == [
        ("search_web", "call-1", 0),
        ("search_docs", "call-2", 0),
        ("search_code", "call-3", 0),
    ]
    trace = one("inspect-events/meridianlabs-ai__multiple_tool_calls.json")
    assert trace.names == ["web_search", "delegate_to_agent", "read_file"]


SAMPLE: Final[dict[str, Any]] = {
    "id": "case 7",
    "epoch": 1,
    "target": "",
    "scores": {},
    "output": {},
    "store": {},
    "messages": [
        {"role": "user", "content": "Go"},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [
                {"id": "c1", "function": "bash", "arguments": {"cmd": "attachment://x"}},
                {"id": "c2", "function": "python", "arguments": {}},
            ],
        },
        {
            "role": "tool",
            "tool_call_id": "c1",
            "content": "no",
            "error": {"type": "timeout", "message": "late"},
        },
    ],
    "attachments": {"x": "rm -r /"},
}


def test_a_sample_of_inspect_without_events_is_read_from_its_messages() -> None:
    (trace,) = made({"version": 2, "status": "success", "eval": {}, "samples": [SAMPLE]}).traces
    assert trace.name == "case 7"
    assert [(call.name, call.arguments, call.status) for call in trace.calls] == [
        ("bash", {"cmd": "rm -r /"}, "error")
    ]
    assert [gap.call.name for gap in trace.gaps] == ["python"]


def archive(method: int = ZIP_DEFLATED, **files: bytes) -> bytes:
    """Return a zip archive."""
    held = BytesIO()
    with ZipFile(held, "w", method) as made_of:
        for name, data in files.items():
            made_of.writestr(name.replace("__", "/") + ".json", data)
    return held.getvalue()


def test_a_tools_message_of_inspect_whose_call_was_not_kept_is_a_call() -> None:
    message = {"role": "tool", "tool_call_id": "c1", "function": "bash", "content": "x"}
    failed = {**message, "tool_call_id": "c2", "error": {"type": "timeout", "message": "slow"}}
    log: dict[str, Any] = {"version": 2, "eval": {"task": "t"}}
    log["samples"] = [{"id": 1, "epoch": 1, "input": "x", "messages": [message, failed]}]
    (trace,) = read_bytes(json.dumps(log).encode()).traces
    assert [(call.name, call.id, call.status) for call in trace.calls] == [
        ("bash", "c1", "ok"),
        ("bash", "c2", "error"),
    ]


@pytest.mark.parametrize("id", ["c1", 1, None])
def test_a_tools_message_of_inspect_under_the_id_of_another_tool_is_a_call(id: Any) -> None:
    asked: dict[str, Any] = {"id": str(id), "function": "search", "arguments": {}}
    asking: dict[str, Any] = {"role": "assistant", "content": "", "tool_calls": [asked]}
    answers = [
        {"role": "tool", "tool_call_id": id, "function": name, "content": name}
        for name in ("search", "delete_user")
    ]
    log: dict[str, Any] = {"version": 2, "eval": {"task": "t"}}
    log["samples"] = [{"id": 1, "epoch": 1, "input": "x", "messages": [asking, *answers]}]
    (trace,) = read_bytes(json.dumps(log).encode()).traces
    assert "delete_user" in [call.name for call in trace.calls]


def test_an_archive_that_unpacks_to_too_much_is_refused() -> None:
    first, second = ({**SAMPLE, "id": id, "more": " " * 5_000_000} for id in "ab")
    data = archive(samples__a=json.dumps(first).encode(), samples__b=json.dumps(second).encode())
    assert len(read_bytes(data).traces) == 2
    with pytest.raises(TraceError, match="more than 3 MB"):
        read_bytes(data, limits=Limits(unpacked_bytes_max=9_000_000))


def test_broken_archives_are_refused_in_words() -> None:
    data = archive(samples__a=json.dumps(SAMPLE).encode())
    for broken in (data[:-30], data[:60] + b"x" * 40 + data[100:]):
        with pytest.raises(TraceError, match="archive"):
            read_bytes(broken)
    with pytest.raises(TraceError, match="breaks off"):
        read_bytes(archive(samples__a=b'{"id": 1, '))
    with pytest.raises(TraceError, match="zip archive"):
        read_bytes(archive(notes=b"{}"))
