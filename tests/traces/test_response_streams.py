"""Streams, whose calls arrive in pieces, are read as what they stream."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.traces.index_check import TRACES
from tests.traces.runs import Done, as_lines
from tests.traces.stream_runs import STREAMS
from toolspec.engine.reading.files import read_bytes, read_traces
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.formats import recorded
from toolspec.engine.trace import UNRECORDED, Trace

RUN = [
    [Done("search", {"q": "Rome"}, "found", "c1"), Done("read_file", {"p": 1}, "text", "c2")],
    [Done("ls", {}, "a b", "c3")],
]
WITH_RESULTS = (
    "Vercel AI SDK streams",
    "AG-UI events",
    "Vercel AI SDK data streams (version 4 and before)",
)
WAYS = [(title, carrier) for title, (_, carriers) in STREAMS.items() for carrier in carriers]


def one(data: bytes) -> Trace:
    (trace,) = read_bytes(data).traces
    return trace


@pytest.mark.parametrize(("title", "carrier"), WAYS)
def test_a_stream_is_read_as_the_run_that_it_tells(title: str, carrier: str) -> None:
    make, carriers = STREAMS[title]
    trace = one(carriers[carrier](make(RUN)))
    done = [call for turn in RUN for call in turn]
    assert [(call.name, call.arguments, call.id) for call in trace.calls] == [
        (call.name, call.arguments, call.id) for call in done
    ]
    assert [call.step for call in trace.calls] == [0, 0, 1]
    assert trace.steps == 3
    assert trace.messages[-1].text == "Done."
    assert not trace.gaps
    if title in WITH_RESULTS:
        results = [getattr(call.result, "recorded", None) for call in trace.calls]
        assert results == [call.result for call in done]
        assert all(call.completed for call in trace.calls)
    else:
        assert all(call.result is UNRECORDED for call in trace.calls)
        assert not any(call.completed is False for call in trace.calls[:2])


@pytest.mark.parametrize("title", STREAMS)
def test_a_stream_records_what_the_table_says(title: str) -> None:
    make, carriers = STREAMS[title]
    assert one(carriers["lines"](make(RUN))).records == dict(recorded())[title]


@pytest.mark.parametrize("title", STREAMS)
def test_what_a_cut_stream_holds_is_never_a_call_less(title: str) -> None:
    records = STREAMS[title].make(RUN)
    for end in range(2, len(records)):
        try:
            trace = one(STREAMS[title].carriers["lines"](records[:end]))
        except TraceError:
            continue
        told = json.dumps(records[:end])
        for done in (call for turn in RUN for call in turn):
            if f'"{done.name}"' in told:
                assert done.name in trace.names, end
        for call in trace.calls:
            whole = next(done for turn in RUN for done in turn if done.name == call.name)
            assert call.arguments in (whole.arguments, UNRECORDED, {}), end


@pytest.mark.parametrize("title", STREAMS)
def test_a_piece_without_its_beginning_leaves_the_rules_open(title: str) -> None:
    records = STREAMS[title].make([[Done("rm", {"path": "/"}, "x", "c9")]])
    at = next(at for at, record in enumerate(records) if '"rm"' in json.dumps(record))
    kept = [
        record
        for number, record in enumerate(records)
        if number != at and '"rm"' not in json.dumps(record)
    ]
    try:
        trace = one(STREAMS[title].carriers["lines"](kept))
    except TraceError:
        return
    assert trace.gaps


@pytest.mark.parametrize("title", STREAMS)
def test_a_key_that_looks_like_a_call_is_never_dropped(title: str) -> None:
    hidden = {"name": "rm", "arguments": {"path": "/"}}
    for at in range(len(STREAMS[title].make(RUN))):
        records = STREAMS[title].make(RUN)
        records[at] = {**records[at], "extra_tool_calls": [hidden]}
        try:
            trace = one(STREAMS[title].carriers["lines"](records))
        except TraceError:
            continue
        assert trace.gaps or "rm" in trace.names, records[at]


def test_real_streams_of_langchain_through_the_ai_sdk() -> None:
    folder = TRACES / "langchain-stream"
    if not folder.exists():
        pytest.skip(f"no real trace files in {TRACES}")
    (waiting,) = read_traces(folder / "vercel__langgraph-hitl-request-1.json").traces
    (call,) = waiting.calls
    assert (call.name, call.arguments) == ("delete_file", {"filename": "report.pdf"})
    assert (call.completed, call.id) == (False, "call_LOd3dMxgYxmNLWZVWXra9xWQ")
    (agent,) = read_traces(folder / "vercel__react-agent-tool-calling.json").traces
    assert [(call.name, call.arguments, call.status, call.step) for call in agent.calls] == [
        ("get_weather", {"city": "Tokyo", "units": "celsius"}, "ok", 0),
        ("get_datetime", {"timezone": "Asia/Tokyo", "format": "full"}, "ok", 0),
    ]
    assert getattr(agent.calls[0].result, "recorded", "").startswith("Weather in Tokyo: 20")
    assert agent.steps == 2


def test_a_second_choice_that_calls_is_never_dropped() -> None:
    (chunk, *rest) = STREAMS["OpenAI chat streams"].make(RUN)
    call = {"index": 0, "id": "x", "function": {"name": "rm", "arguments": "{}"}}
    other = {"index": 1, "delta": {"tool_calls": [call]}, "finish_reason": None}
    with pytest.raises(TraceError):
        read_bytes(as_lines([{**chunk, "choices": [*chunk["choices"], other]}, *rest]))


OTHERS: list[Any] = [
    {"type": "start"},
    {"type": "CUSTOMER"},
    {"type": "ping"},
    [{"type": "text-delta"}],
    {"type": "TOOL_CALL_START", "name": "drill"},
    {"object": "chat.completion.chunk"},
    {"type": "content_block_start"},
    {"type": "response.completed", "body": 1},
    {"type": "message_start", "message": "hello"},
]


@pytest.mark.parametrize("document", OTHERS)
def test_other_json_is_no_stream(document: Any) -> None:
    with pytest.raises(TraceError):
        read_bytes(json.dumps(document).encode())


def test_text_that_only_begins_like_events_is_no_stream() -> None:
    data = as_lines([{"role": "user", "content": "hi"}])
    reading = read_bytes(b"data: here it comes\nand more\n" + data)
    assert reading.skipped_lines == 2
