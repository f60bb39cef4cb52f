"""Mistakes of the readers are told as such: a TraceError, with the file and the cause."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from span_files import otlp, sdk, tool

from toolspec.engine.reading.files import read_bytes, read_traces
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.in_memory import trace_from_spans
from toolspec.engine.reading.spans import assemble
from toolspec.engine.reading.stream import stream_traces


def _fails(*_: object) -> object:
    raise KeyError("forgotten")


def _stream(path: Path) -> object:
    return list(stream_traces(path))


def _in_memory(path: Path) -> object:
    from opentelemetry.sdk.trace import TracerProvider

    span = TracerProvider().get_tracer("agent").start_span("execute_tool t")
    span.set_attribute("gen_ai.operation.name", "execute_tool")
    span.end()
    return trace_from_spans([span])


def _bytes(path: Path) -> object:
    return read_bytes(path.read_bytes(), path=path)


@pytest.mark.parametrize("read", [read_traces, _bytes, _stream, _in_memory])
@pytest.mark.parametrize("lines", [True, False])
def test_a_reader_that_fails_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: Callable[[Path], object], lines: bool
) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(json.dumps(otlp(tool("a", 1))).encode() if lines else sdk(tool("a", 1)))
    monkeypatch.setattr(assemble.OpenTrace, "finish", _fails)
    with pytest.raises(TraceError, match=r"made the reader of .* fail with `KeyError") as refused:
        read(path)
    assert isinstance(refused.value.__cause__, KeyError)
    assert refused.value.path == (None if read is _in_memory else str(path))
    assert "report" in str(refused.value)


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_what_is_too_large_is_no_mistake_of_the_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def too_large(*_: object) -> object:
        raise error

    path = tmp_path / "run.jsonl"
    path.write_text(json.dumps(otlp(tool("a", 1))) + "\n")
    monkeypatch.setattr(assemble.OpenTrace, "finish", too_large)
    for read in (read_traces, _stream):
        with pytest.raises(TraceError, match="too large to read") as refused:
            read(path)
        assert refused.value.__cause__ is None


def test_what_the_caller_of_a_stream_raises_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(json.dumps(otlp(tool("a", 1))) + "\n")
    with pytest.raises(KeyError):
        for _ in stream_traces(path):
            raise KeyError("the caller's")


def test_no_file_can_have_a_nul_in_its_name() -> None:
    for read in (read_traces, _stream):
        with pytest.raises(TraceError, match="no file can have this name"):
            read(Path("a\0b"))


def test_no_real_file_makes_a_reader_fail(shared: Path) -> None:
    for path in sorted((shared / "traces").rglob("*.json*")):
        for read in (read_traces, _stream):
            try:
                read(path)
            except TraceError as error:
                assert error.__cause__ is None, error
