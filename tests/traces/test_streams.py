"""Streams and spans in memory make the traces that whole files make."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from span_files import agent, llm, otlp, sdk, span, tool

from toolspec.engine.reading.files import read_bytes, read_traces
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.in_memory import trace_from_spans
from toolspec.engine.reading.limits import Limits
from toolspec.engine.reading.stream import stream_traces
from toolspec.engine.trace import Note, Trace

ASKED = json.dumps(
    [
        {
            "role": "assistant",
            "parts": [
                {"type": "tool_call", "id": "c1", "name": "a", "arguments": {"x": 1}},
                {"type": "tool_call", "id": "c2", "name": "b", "arguments": '{"y": 2}'},
            ],
        }
    ]
)
# Streams


@st.composite
def any_span(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a span of one of three traces, of any role, with colliding ids and parents."""
    number, parent = draw(st.integers(1, 9)), draw(st.none() | st.integers(1, 9))
    made = draw(
        st.sampled_from(
            [
                tool("t", number, parent, gen_ai__tool__call__arguments='{"a": 1}'),
                tool("t", number, parent, gen_ai__tool__call__result="r"),
                llm(number, parent),
                agent(number, parent),
                span("x", number, parent, test__case__name="one"),
                span("x", number, parent, test__case__name="two"),
                llm(number, parent, gen_ai__output__messages=ASKED),
            ]
        )
    )
    trace, start = draw(st.integers(1, 3) | st.integers(1, 20)), draw(st.integers(0, 59))
    return {
        **made,
        "context": {"trace_id": f"0x{trace:032x}", "span_id": f"0x{number:016x}"},
        "start_time": f"2026-01-01T00:00:{start:02d}.000000Z",
    }


def _told(trace: Trace) -> tuple[object, ...]:
    return (trace.id, trace.name, trace.steps, trace.start_ns, trace.calls, trace.notes)


@settings(max_examples=150)
@given(
    st.lists(st.lists(any_span(), min_size=1, max_size=4), min_size=1, max_size=12),
    st.sampled_from([(",", ":"), (", ", ": ")]),
)
def test_a_stream_has_the_traces_of_the_whole_file(
    tmp_path_factory: pytest.TempPathFactory,
    lines: list[list[dict[str, Any]]],
    separators: tuple[str, str],
) -> None:
    path = tmp_path_factory.mktemp("stream") / "file.jsonl"
    path.write_text(
        "".join(json.dumps(otlp(*held), separators=separators) + "\n" for held in lines)
    )
    try:
        whole = read_traces(path)
    except TraceError as error:
        with pytest.raises(TraceError) as streamed:
            list(stream_traces(path))
        assert streamed.value.message == error.message
        return
    traces = list(stream_traces(path))
    assert sorted(map(_told, traces), key=repr) == sorted(map(_told, whole.traces), key=repr)


def test_a_span_after_its_root_still_belongs_to_its_trace(tmp_path: Path) -> None:
    path = tmp_path / "late.jsonl"
    rows = [[agent(1)], [tool("other", 5, trace="0x" + "cd" * 16)], [tool("late", 2, 1)]]
    path.write_text("".join(json.dumps(otlp(*row)) + "\n" for row in rows))
    assert sorted(trace.names for trace in stream_traces(path)) == [["late"], ["other"]]


def _one_each(count: int) -> list[str]:
    """Return lines of which each is a trace of one call, named after its place."""
    made = [tool(f"t{at}", 1, trace=f"0x{at + 1:032x}") for at in range(count)]
    return [json.dumps(otlp(one)) + "\n" for one in made]


def test_traces_come_in_the_order_they_end(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text("".join(_one_each(40)))
    assert [trace.names for trace in stream_traces(path)] == [[f"t{at}"] for at in range(40)]


@pytest.mark.parametrize("good", [0, 1, 8, 23])
def test_what_ended_before_a_line_that_cannot_be_read_stands(tmp_path: Path, good: int) -> None:
    path = tmp_path / "broken.jsonl"
    rows = _one_each(good + 2)
    rows[good] = rows[good].replace('"spanId"', '"spanId" 7', 1)
    path.write_text("".join(rows))
    names: list[str] = []
    with pytest.raises(TraceError) as refused:
        names.extend(name for trace in stream_traces(path) for name in trace.names)
    assert names == [f"t{at}" for at in range(good)]
    assert refused.value.line == good + 1


def test_a_stream_notes_duplicate_keys_and_nan(tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    line = json.dumps(otlp(tool("t", 1)))
    path.write_text(line.replace('"kind": 1', '"kind": 1, "kind": NaN') + "\n" + line + "\n")
    notes: list[Note] = []
    (trace,) = stream_traces(path, notes=notes)
    assert trace.names == ["t"]
    assert {note.text for note in notes} == {
        "the key `kind` stands twice in one object, the last one counts",
        "`NaN` is no JSON, read as a number all the same",
    }


def test_a_stream_that_holds_too_much_open_stops_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "open.jsonl"
    row = json.dumps(otlp(tool("t", 1), tool("t", 2))) + "\n"
    path.write_text(row * 3)
    with pytest.raises(TraceError, match="open at once are over"):
        list(stream_traces(path, limits=Limits(open_spans_max=3)))


def test_files_that_are_no_otlp_lines_stream_too(tmp_path: Path) -> None:
    path = tmp_path / "sdk.json"
    path.write_bytes(sdk(tool("a", 1)))
    assert [trace.names for trace in stream_traces(path)] == [["a"]]


# In memory


def test_spans_in_memory_make_the_trace_their_json_makes() -> None:
    from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    tracer = provider.get_tracer("agent")
    with tracer.start_as_current_span("run") as root:
        root.set_attribute("gen_ai.operation.name", "invoke_agent")
        with tracer.start_as_current_span("execute_tool search") as held:
            held.set_attribute("gen_ai.operation.name", "execute_tool")
            held.set_attribute("gen_ai.tool.name", "search")
            held.set_attribute("gen_ai.tool.call.arguments", '{"q": "x"}')
    spans: tuple[ReadableSpan, ...] = exporter.get_finished_spans()
    trace = trace_from_spans(spans)
    (same,) = read_bytes("".join(one.to_json() for one in spans).encode()).traces
    assert (trace.id, trace.names, trace.calls[0].arguments) == (same.id, ["search"], {"q": "x"})
    with tracer.start_as_current_span("another") as other:
        other.set_attribute("gen_ai.operation.name", "invoke_agent")
    with pytest.raises(TraceError, match="2 traces"):
        trace_from_spans(exporter.get_finished_spans())


def test_what_is_no_span_is_refused() -> None:
    with pytest.raises(TraceError, match="item 0 is not a span"):
        trace_from_spans([object()])
    with pytest.raises(TraceError, match="holds no spans"):
        trace_from_spans([])
