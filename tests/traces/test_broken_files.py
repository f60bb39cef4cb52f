"""Whatever a file holds, reading it ends in traces or in a TraceError that helps."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st
from span_files import llm, otlp, sdk, tool

from toolspec.engine.reading.files import read_bytes, read_traces
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.limits import Limits
from toolspec.engine.reading.stream import stream_traces

GOOD = sdk(llm(1), tool("search", 2), tool("read", 3), tool("write", 4))


def _refused(data: bytes, **options: object) -> TraceError:
    with pytest.raises(TraceError) as refused:
        read_bytes(data, path="run.json", **options)  # pyright: ignore[reportArgumentType]
    assert refused.value.path == "run.json"
    return refused.value


@given(st.binary(max_size=400))
def test_random_bytes_raise_nothing_but_trace_errors(data: bytes) -> None:
    try:
        read_bytes(data)
    except TraceError as error:
        assert error.message and error.__cause__ is None


@given(
    prefix=st.sampled_from(
        [b"", b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\n", b"\xff\xfe", b"\x00\x00\x00\x05"]
    ),
    at=st.integers(0, len(GOOD)),
    junk=st.binary(max_size=12),
    salvage=st.booleans(),
)
def test_damaged_files_raise_nothing_but_trace_errors(
    prefix: bytes, at: int, junk: bytes, salvage: bool
) -> None:
    for data in (prefix + GOOD[:at] + junk + GOOD[at + 1 :], gzip.compress(GOOD)[:at] + junk):
        try:
            read_bytes(data, salvage=salvage)
        except TraceError as error:
            assert error.message and error.__cause__ is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "name", "attributes", "context", "trace_id", "span_id", "parent_id", "spans",
                    "start_time", "end_time", "events", "status", "resourceSpans", "scopeSpans",
                    "resource", "scope", "traceId", "spanId", "key", "value", "stringValue",
                    "arrayValue", "values", "kvlistValue", "Id", "TraceId", "Name", "Attributes",
                    "tool.name", "input.value", "gen_ai.operation.name", "gen_ai.output.messages",
                    "openinference.span.kind", "traceloop.span.kind", "ai.operationId", "role",
                    "messages", "content", "type", "tool_calls", "events", "steps",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)  # fmt: skip


@given(JSON)
def test_any_json_with_the_words_of_the_formats_raises_nothing_but_trace_errors(
    value: object,
) -> None:
    try:
        read_bytes(json.dumps(value).encode())
    except TraceError as error:
        assert error.message and error.__cause__ is None


ATTRIBUTE = st.sampled_from([
    "gen_ai.operation.name", "gen_ai.tool.name", "gen_ai.output.messages", "gen_ai.input.messages",
    "gen_ai.tool.call.arguments", "gen_ai.tool.call.result", "gen_ai.tool.call.id", "tool.name",
    "input.value", "output.value", "openinference.span.kind", "traceloop.span.kind", "span_type",
    "ai.operationId", "ai.toolCall.name", "ai.response.toolCalls", "ai.prompt.messages",
    "gcp.vertex.agent.llm_response", "gcp.vertex.agent.llm_request", "pydantic_ai.all_messages",
    "any_agent.version", "gen_ai.output", "test.case.name", "tool.synthesized", "span.type",
])  # fmt: skip
WORD = st.sampled_from(["TOOL", "LLM", "AGENT", "chat", "execute_tool", "call_llm"])


@given(st.dictionaries(ATTRIBUTE, JSON | WORD))
def test_any_attribute_values_raise_nothing_but_trace_errors(
    attributes: dict[str, object],
) -> None:
    held = llm(1)
    held["attributes"] = attributes
    try:
        read_bytes(sdk(held))
    except TraceError as error:
        assert error.message and error.__cause__ is None


@pytest.mark.parametrize("data", [b"", b" \n\r\n"])
def test_an_empty_file_is_said_to_be_empty(data: bytes) -> None:
    assert "empty file" in _refused(data).message


@pytest.mark.parametrize(
    "data", [b"[]", b"{}", b"null", b"7", b'"text"', b"hello world", b'{"a": 1}', b'[{"b": 2}]']
)
def test_other_content_is_not_a_format_i_know(data: bytes) -> None:
    error = _refused(data)
    assert "not a format I know" in error.message
    assert "toolspec traces --formats" in (error.hint or "")


def test_an_unknown_object_is_described_by_its_keys() -> None:
    assert "`apples`, `pears`" in _refused(b'{"apples": 1, "pears": 2}').message


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"null", "a JSON null"),
        (b" 7.5\n", "a JSON number"),
        (b'"text"', "a JSON string"),
        (b"true", "a JSON true or false"),
        (b"[null]", "a JSON list of 1, the first a JSON null"),
    ],
)
def test_json_that_is_no_document_is_named_by_its_kind(data: bytes, said: str) -> None:
    assert _refused(data).message == f"not a format I know: {said}"


def test_a_container_without_spans_is_refused() -> None:
    assert "holds no spans" in _refused(b'{"resourceSpans": []}').message


def test_a_missing_file_a_folder_and_a_forbidden_file_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="no such file"):
        read_traces(tmp_path / "none.json")
    with pytest.raises(TraceError, match="a folder"):
        read_traces(tmp_path)
    with pytest.raises(TraceError, match="no file can have this name"):
        read_traces("a\0b")
    closed = tmp_path / "closed.json"
    closed.write_bytes(GOOD)
    closed.chmod(0)
    if not os.access(closed, os.R_OK):
        with pytest.raises(TraceError, match="permission denied"):
            read_traces(closed)


def test_a_truncated_list_tells_how_far_it_was_good() -> None:
    cut = GOOD[: GOOD.index(b"execute_tool write") + 5]
    error = _refused(cut)
    assert "breaks off" in error.message
    assert "3 complete spans of 1 trace" in error.message
    assert (error.line, error.column) == (1, len(cut) + 1)


def test_salvage_reads_the_complete_spans_of_a_truncated_list() -> None:
    cut = GOOD[: GOOD.index(b"execute_tool write") + 5]
    reading = read_bytes(cut, salvage=True)
    assert [trace.names for trace in reading.traces] == [["search", "read"]]
    assert "breaks off" in reading.notes[0].text


def test_of_a_file_that_is_cut_no_switch_is_named_that_would_record_more() -> None:
    asks = llm(1, gen_ai__response__finish_reasons=["tool_calls"])
    (trace,) = read_bytes(json.dumps([asks]).encode()).traces
    assert [bool(gap.hint) for gap in trace.gaps] == [True]
    cut = json.dumps([asks, tool("a", 2)]).encode()[:-40]
    (trace,) = read_bytes(cut, salvage=True).traces
    assert [bool(gap.hint) for gap in trace.gaps] == [False]


def test_salvage_never_takes_half_a_span_of_otlp_for_a_whole_one() -> None:
    whole = json.dumps(otlp(tool("a", 1), tool("b", 2, gen_ai__tool__call__id="x"))).encode()
    for size in range(whole.index(b'"name": "execute_tool b"'), len(whole) - 20):
        reading = read_bytes(whole[:size], salvage=True)
        for call in reading.traces[0].calls:
            assert call.name == "a" or call.id == "x"


def test_a_truncated_last_line_leaves_the_lines_before() -> None:
    lines = b"".join(
        json.dumps(otlp(tool(name, at))).encode() + b"\n" for at, name in enumerate("ab")
    )
    assert "1 complete document before it" in _refused(lines[:-60]).message
    reading = read_bytes(lines[:-60], salvage=True)
    assert [trace.names for trace in reading.traces] == [["a"]]


def test_a_broken_line_is_an_error_and_not_a_log_line() -> None:
    data = json.dumps(otlp(tool("a", 1))).encode() + b'\n{"resourceSpans": [}]}\n'
    error = _refused(data)
    assert (error.line, error.column) == (2, 20)
    reading = read_bytes(data, salvage=True)
    assert [trace.names for trace in reading.traces] == [["a"]]
    assert reading.notes[0].place.line == 2


def test_truncated_gzip_and_zstd_are_said_to_end_too_early() -> None:
    for packed in (gzip.compress(GOOD), zstandard.ZstdCompressor().compress(GOOD)):
        assert "too early" in _refused(packed[: len(packed) // 2]).message
        assert "damaged" in _refused(packed[:40] + b"\xff" * 40 + packed[80:]).message


def test_salvage_reads_what_a_truncated_gzip_still_gives() -> None:
    data = b"\n".join(
        json.dumps(tool(f"t{at}", at, note=os.urandom(99).hex())).encode() for at in range(1, 99)
    )
    packed = gzip.compress(data)
    reading = read_bytes(packed[: len(packed) // 2], salvage=True)
    assert reading.traces[0].names[0] == "t1"
    assert "too early" in reading.notes[0].text


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_a_hundred_thousand_levels_are_refused_with_a_line(opening: bytes) -> None:
    closing = b"]" if opening == b"[" else b"}"
    error = _refused(opening * 100_000 + b"1" + closing * 100_000)
    assert "nested too deep" in error.message
    assert error.line == 1


@pytest.mark.parametrize("levels", [300, 100_000])
def test_arguments_nested_too_deep_are_not_recorded(levels: int) -> None:
    deep = '{"a": ' + "[" * levels + "]" * levels + "}"
    (trace,) = read_bytes(sdk(tool("t", 1, gen_ai__tool__call__arguments=deep))).traces
    assert not trace.calls[0].arguments
    assert "nested" in trace.notes[0].text


def test_decompression_bombs_meet_the_limit() -> None:
    limits = Limits(unpacked_bytes_max=2 * 1024 * 1024)
    bomb = b" " * (20 * 1024 * 1024)
    zstd = zstandard.ZstdCompressor().compress(bomb)
    for packed in (gzip.compress(bomb), zstd, len(zstd).to_bytes(4, "big") + zstd):
        assert "more than 2 MB" in _refused(packed, limits=limits).message


def test_layers_of_gzip_meet_the_limit() -> None:
    packed = GOOD
    for _ in range(5):
        packed = gzip.compress(packed)
    assert "times over" in _refused(packed).message


def test_a_file_over_the_limit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "big.json"
    path.write_bytes(GOOD)
    with pytest.raises(TraceError, match="larger than"):
        read_traces(path, limits=Limits(file_bytes_max=10))


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (b'{"x": NaN, ', "`NaN`"),
        (b'{"x": -Infinity, ', "`-Infinity`"),
        (b'{"x": 1e400, ', "infinity"),
        (b'{"x": ' + b"9" * 400 + b".0, ", "infinity"),
        (b'{"x": 1, "x": 2, ', "`x` stands twice"),
        (b'{"x": ' + b"9" * 5000 + b", ", "5000 digits"),
    ],
)
def test_what_strict_json_forbids_is_read_with_a_note(written: bytes, said: str) -> None:
    data = GOOD.replace(b"{", written, 1)
    reading = read_bytes(data)
    assert reading.traces[0].names == ["search", "read", "write"]
    assert said in reading.notes[0].text


def test_lone_surrogates_and_large_whole_numbers_are_read() -> None:
    arguments = '{"a": "\\\\ud800", "n": 123456789012345678901234567890}'
    data = sdk(tool("t", 1, gen_ai__tool__call__arguments="X")).replace(
        b'"X"', json.dumps(arguments).encode()
    )
    (trace,) = read_bytes(data).traces
    assert trace.calls[0].arguments
    assert trace.calls[0].arguments["n"] == 123456789012345678901234567890


def test_invalid_utf8_names_the_byte_and_its_place() -> None:
    error = _refused(GOOD.replace(b"search", b"se\xffrch", 1))
    assert "0xff" in error.message
    assert error.line == 1


def test_utf16_without_its_mark_is_named() -> None:
    assert "UTF-16" in _refused(GOOD.decode().encode("utf-16-be")).message


def test_binary_files_are_named() -> None:
    assert "zip archive" in _refused(b"PK\x03\x04" + bytes(range(256))).message
    assert "binary data" in _refused(bytes(range(256)) * 4).message


def test_broken_protobuf_is_named() -> None:
    assert "protobuf" in _refused(b"\n\xff\x01" + bytes(range(128, 250))).message


def test_streams_refuse_like_whole_files(tmp_path: Path) -> None:
    for name, data in {
        "empty": b"",
        "bad": b'{"resourceSpans": [}]}\n',
        "none": b'{"resourceSpans": []}\n',
        "other": b'{"a": 1}',
    }.items():
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(TraceError) as whole:
            read_traces(path)
        with pytest.raises(TraceError) as streamed:
            list(stream_traces(path))
        assert streamed.value.path == whole.value.path
        assert streamed.value.line == whole.value.line
    with pytest.raises(TraceError, match="no such file"):
        list(stream_traces(tmp_path / "missing"))
