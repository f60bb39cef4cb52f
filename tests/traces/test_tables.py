"""Parquet and Arrow tables of spans are read like the same rows as JSON."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import pytest

from toolspec.engine.reading.files import FileReading, read_bytes
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.limits import DEFAULT

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

TRACE = "ab" * 16
AT_NS = 1767225600_000_000_001


def row(number: int, kind: str, **attributes: Any) -> dict[str, Any]:
    return {
        "name": attributes.get("tool.name", "llm"),
        "span_kind": kind,
        "context.trace_id": TRACE,
        "context.span_id": f"{number:016x}",
        "parent_id": None,
        "start_time": AT_NS + number * 1_000_000,
        "end_time": AT_NS + (number + 1) * 1_000_000,
        "status_code": "ERROR" if attributes.get("tool.name") == "refund" else "OK",
        "events": [],
        **{f"attributes.{key}": value for key, value in attributes.items()},
    }


CALLED = {"tool_call.function.name": "search", "tool_call.function.arguments": '{"q": 1}'}
ROWS = [
    row(
        1,
        "LLM",
        **{
            "llm.output_messages": [
                {"message.role": "assistant", "message.tool_calls": [CALLED]},
            ]
        },
    ),
    row(2, "TOOL", **{"tool.name": "search", "input.value": '{"q": 1}', "output.value": "found"}),
    row(3, "TOOL", **{"tool.name": "refund", "input.value": '{"id": 7}', "output.value": None}),
]


def table() -> Any:
    """Return the rows as a table, with the types that pandas gives them."""
    columns = dict.fromkeys(key for one in ROWS for key in one)
    held = {key: [one.get(key) for one in ROWS] for key in columns}
    made = pa.table({key: value for key, value in held.items() if not key.endswith("_time")})
    for key in ("start_time", "end_time"):
        made = made.append_column(key, pa.array(held[key], pa.timestamp("ns", "UTC")))
    return made


def as_parquet(held: Any, **options: Any) -> bytes:
    out = io.BytesIO()
    parquet.write_table(held, out, **options)
    return out.getvalue()


def as_arrow(held: Any) -> bytes:
    out = io.BytesIO()
    with pa.ipc.new_file(out, held.schema) as writer:
        writer.write_table(held)
    return out.getvalue()


def told(reading: FileReading) -> list[Any]:
    (trace,) = reading.traces
    return [
        (call.name, call.arguments, getattr(call.result, "recorded", None), call.status, call.step)
        for call in trace.calls
    ]


CALLS = [
    ("search", {"q": 1}, "found", "ok", 0),
    ("refund", {"id": 7}, None, "error", 0),
]


@pytest.mark.parametrize("write", [as_parquet, as_arrow])
def test_a_table_of_spans_has_its_calls(write: Any) -> None:
    reading = read_bytes(write(table()))
    assert told(reading) == CALLS
    assert reading.traces[0].calls[0].start_ns == AT_NS + 2_000_000
    assert (reading.container, reading.format) == ("table", "span-table")
    assert reading.traces[0].calls[1].place.line == 3


@pytest.mark.parametrize("compression", ["none", "snappy", "gzip", "zstd"])
def test_a_table_is_read_however_it_is_packed(compression: str) -> None:
    assert told(read_bytes(as_parquet(table(), compression=compression))) == CALLS


def test_a_table_is_read_like_its_rows_as_json() -> None:
    assert told(read_bytes(json.dumps(ROWS).encode())) == CALLS


def test_times_inside_of_a_cell_are_no_obstacle() -> None:
    event = {"name": "exception", "timestamp": AT_NS, "attributes": {"exception.message": "no"}}
    kind = pa.list_(
        pa.struct(
            [
                ("name", pa.string()),
                ("timestamp", pa.timestamp("ns")),
                ("attributes", pa.struct([("exception.message", pa.string())])),
            ]
        )
    )
    events = pa.array([[], [], [event]], kind)
    held = table().drop_columns(["events"]).append_column("events", events)
    assert told(read_bytes(as_parquet(held))) == CALLS


def test_a_table_of_conversations_is_one_trace_each() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": "go", "tool_calls": None, "tool_call_id": None},
        {"role": "assistant", "content": None, "tool_calls": [call], "tool_call_id": None},
        {"role": "tool", "content": "x", "tool_calls": None, "tool_call_id": "c1"},
    ]
    held = pa.table({"messages": [messages, messages[:2]]})
    traces = read_bytes(as_parquet(held)).traces
    assert [[(call.name, call.completed) for call in trace.calls] for trace in traces] == [
        [("ls", True)],
        [("ls", False)],
    ]


def test_a_table_of_something_else_is_no_trace() -> None:
    with pytest.raises(TraceError, match="not a format I know"):
        read_bytes(as_parquet(pa.table({"city": ["Rome"], "people": [3]})))


@pytest.mark.parametrize("write", [as_parquet, as_arrow])
def test_a_cut_or_broken_table_is_refused_with_a_message(write: Any) -> None:
    data = write(table())
    for end in range(9, len(data) - 1, 97):
        with pytest.raises(TraceError):
            read_bytes(data[:end])
    for at in range(10, len(data), 211):
        broken = bytes([*data[:at], data[at] ^ 0xFF, *data[at + 1 :]])
        try:
            read_bytes(broken)
        except TraceError as error:
            assert "mistake of toolspec" not in error.message


def test_a_small_table_that_unpacks_to_much_is_refused() -> None:
    held = pa.table({"text": pa.array(["x" * 2_000_000] * 300).dictionary_encode()})
    data = as_parquet(held)
    assert len(data) < 3_000_000
    limits = DEFAULT._replace(unpacked_bytes_max=8 * 1024 * 1024)
    with pytest.raises(TraceError, match="unpacks to more than 8 MB"):
        read_bytes(data, limits=limits)


def test_a_table_of_too_many_rows_is_refused() -> None:
    data = as_parquet(pa.table({"name": ["x"] * 500}))
    with pytest.raises(TraceError, match="more than 100 rows"):
        read_bytes(data, limits=DEFAULT._replace(open_spans_max=100))


def test_without_pyarrow_a_table_is_refused_with_what_makes_it_readable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(TraceError, match=r"toolspec-lang\[arrow\]"):
        read_bytes(b"PAR1" + b"\xff\x00\x01" * 50)
