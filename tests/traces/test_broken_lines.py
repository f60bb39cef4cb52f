"""A broken line among lines that are documents: named, and alone in being lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from span_files import otlp, tool

from toolspec.engine.reading.files import FileReading, read_bytes
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.stream import stream_traces


def _line(at: int, name: str) -> bytes:
    return json.dumps(otlp(tool(name, at, trace=f"{at:032x}"))).encode()


LINES = [_line(1, "search"), _line(2, "read"), _line(3, "delete")]


def _broken(*lines: bytes) -> TraceError:
    with pytest.raises(TraceError) as refused:
        read_bytes(b"\n".join(lines), path="run.jsonl")
    return refused.value


def _salvaged(*lines: bytes) -> FileReading:
    return read_bytes(b"\n".join(lines), salvage=True)


def _tools(reading: FileReading) -> list[str]:
    return [name for trace in reading.traces for name in trace.names]


@pytest.mark.parametrize("size", range(1, len(LINES[1]), 7))
def test_wherever_a_line_is_cut_its_number_is_told_and_the_others_are_kept(size: int) -> None:
    cut = LINES[1][:size]
    error = _broken(LINES[0], cut, LINES[2])
    assert (error.line, error.column) == (2, len(cut.rstrip()) + 1)
    assert error.message.startswith("the line breaks off")
    assert error.hint == "reading with salvage keeps what is complete"
    reading = _salvaged(LINES[0], cut, LINES[2])
    assert _tools(reading) == ["search", "delete"]
    [note] = reading.notes
    assert note.place.line == 2
    assert note.text.startswith("1 broken line left out: ")


def test_a_cut_line_is_said_to_break_off_and_the_file_is_not() -> None:
    cut = LINES[1][: LINES[1].index(b"[") + 1]
    error = _broken(LINES[0], cut, LINES[2])
    assert error.message == (
        "the line breaks off in the middle of a document; 1 complete document before it, "
        "1 complete span of 1 trace"
    )
    error = _broken(LINES[0], LINES[1], cut)
    assert error.message.startswith("the file breaks off in the middle of a document; 2 complete")


def test_the_first_line_may_be_the_broken_one() -> None:
    cut = LINES[0][: LINES[0].index(b"[") + 1]
    assert _broken(cut, LINES[1]).line == 1
    assert _tools(_salvaged(cut, LINES[1])) == ["read"]
    assert _tools(_salvaged(cut, b"", LINES[1], LINES[2], b"")) == ["read", "delete"]


def test_several_broken_lines_are_counted_in_one_note() -> None:
    cut = LINES[1][: LINES[1].index(b"[") + 1]
    reading = _salvaged(LINES[0], cut, cut, b'{"resourceSpans": [}]}', LINES[2], cut, LINES[1])
    assert _tools(reading) == ["search", "read", "delete"]
    [note] = reading.notes
    assert note.text == (
        "4 broken lines left out, the first here: the line breaks off in the middle of a document"
    )
    assert note.place.line == 2


def test_a_file_that_also_breaks_off_says_both() -> None:
    cut = LINES[1][: LINES[1].index(b"[") + 1]
    reading = _salvaged(LINES[0], cut, LINES[2], cut)
    assert _tools(reading) == ["search", "delete"]
    assert sorted(note.place.line for note in reading.notes) == [2, 4]


def test_lines_of_a_list_are_no_documents_of_their_own() -> None:
    events = b'{"events": [\n{"type": "turn_start"},\n{"type": "x"}\n'
    error = _broken(events)
    assert error.message.startswith("the file breaks off")
    assert error.line == 3
    pretty = json.dumps(json.loads(LINES[0]), indent=1).encode()
    error = _broken(pretty, pretty[:-30].rstrip())
    assert error.message.startswith("the file breaks off")
    assert error.line == len(pretty.splitlines()) + len(pretty[:-30].rstrip().splitlines())


def test_nothing_but_broken_lines_is_refused_as_broken_with_salvage_too() -> None:
    with pytest.raises(TraceError, match="this is no JSON"):
        _salvaged(b'{"resourceSpans": [}]}')


def test_a_log_between_lines_is_still_a_log() -> None:
    reading = _salvaged(b"[info] begun", LINES[0], b"[warn 3", LINES[1])
    assert _tools(reading) == ["search", "read"]
    assert [note.text for note in reading.notes] == [
        "2 lines that are no JSON passed over, the first here"
    ]


def test_a_long_file_tells_the_same(tmp_path: Path) -> None:
    cut = LINES[1][: LINES[1].index(b"[") + 1]
    many = [_line(at, "search") for at in range(1, 4000)]
    data = b"\n".join([*many, cut, LINES[2], b""])
    assert len(data) > 1_000_000
    file = tmp_path / "run.jsonl"
    file.write_bytes(data)
    for read in (lambda: read_bytes(data), lambda: list(stream_traces(file))):
        with pytest.raises(TraceError, match="the line breaks off") as refused:
            read()
        assert refused.value.line == 4000
    assert len(_tools(read_bytes(data, salvage=True))) == 4000


def test_a_long_log_costs_no_more_for_each_line_than_a_short_one() -> None:
    log = b"[info] some words of a log\n" * 200_000
    reading = read_bytes(LINES[0] + b"\n" + log + LINES[1])
    assert _tools(reading) == ["search", "read"]
    assert reading.skipped_lines == 200_000


def test_a_document_behind_a_log_may_be_as_long_as_any() -> None:
    whole = json.dumps(otlp(*(tool("a", at, note="x" * 999) for at in range(1, 99))), indent=2)
    text = f"[log] begun\n{whole}\n[log] ended\n".encode()
    assert len(_tools(read_bytes(text))) == 98
    cut = text[: text.index(b'"execute_tool a"', 40_000) + 7]
    error = _broken(cut)
    assert error.message.startswith("the file breaks off in the middle of a document; 0 complete")
    assert error.line == cut.count(b"\n") + 1
