"""Files made to cost much: none takes long, or more memory than the limits allow."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
import zstandard
from span_files import agent, llm, sdk, tool

from toolspec.engine.reading.files import read_bytes
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.limits import MEGABYTE, Limits
from toolspec.engine.reading.payloads.literal import read_literal
from toolspec.engine.reading.span import Span
from toolspec.engine.reading.spans.assemble import gather
from toolspec.engine.reading.stream import stream_traces
from toolspec.engine.reading.unread.known_calls import KnownCalls
from toolspec.engine.reading.unread.sightings import Sighting
from toolspec.engine.trace import UNRECORDED, Call, Note, Place, Trace

TOOL = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "t"}
EMPTY_FRAME = zstandard.ZstdCompressor().compress(b"")


@contextmanager
def seconds_at_most(most: float) -> Generator[None]:
    """Fail where what is inside takes longer; what it guards against takes far longer."""
    began = time.process_time()
    yield
    assert time.process_time() - began < most


@contextmanager
def megabytes_at_most(most: int) -> Generator[None]:
    """Fail where Python holds more at once."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most * MEGABYTE
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "written",
    [
        "{" + "-   " * 39 + "}",
        "{" + "- a " * 39 + "}",
        "{" + ("-   " * 39 + "x, ") * 2000 + "}",
        "{" + "-" + " " * 400_000 + "-}",
        "{" + "\\'" * 100_000 + "}",
        "{" + '\\"' * 100_000 + "}",
        "{'" + "\\'" * 100_000 + "}",
        "{" + ("not" + " " * 9000) * 50 + "}",
    ],
)
def test_text_that_is_nearly_a_literal_is_told_at_once(written: str) -> None:
    with seconds_at_most(2):
        assert read_literal(written) is UNRECORDED


def test_signs_are_read_where_they_do_not_chain() -> None:
    assert read_literal(str({"a": [-1] * 100})) == {"a": [-1] * 100}
    assert read_literal(str({"a": "-" * 100})) == {"a": "-" * 100}
    assert read_literal("{'a': " + "- " * 40 + "1}") is UNRECORDED


@pytest.mark.parametrize("part", [gzip.compress(b"", mtime=0), EMPTY_FRAME])
def test_parts_that_hold_nothing_cost_no_more_than_their_number(part: bytes) -> None:
    with seconds_at_most(3), pytest.raises(TraceError, match="not a format"):
        read_bytes(part * 200_000 + _like(part, b"{}"))


def _like(part: bytes, data: bytes) -> bytes:
    if part == EMPTY_FRAME:
        return zstandard.ZstdCompressor().compress(data)
    return gzip.compress(data)


@pytest.mark.parametrize("kind", ["gzip", "zstd"])
def test_no_more_is_unpacked_than_the_limit_allows(kind: str) -> None:
    if kind == "gzip":
        packed = gzip.compress(bytes(400 * MEGABYTE), 1)
    else:
        maker = zstandard.ZstdCompressor(level=1).compressobj()
        parts = [maker.compress(bytes(MEGABYTE)) for _ in range(400)]
        packed = b"".join([*parts, maker.flush()])
    with megabytes_at_most(200), pytest.raises(TraceError, match="unpacks to more than 10 MB"):
        read_bytes(packed, limits=Limits(unpacked_bytes_max=10 * MEGABYTE))


@pytest.mark.parametrize("kind", ["gzip", "zstd", "zip", "parquet"])
def test_what_packs_better_than_any_trace_is_not_unpacked(kind: str) -> None:
    blanks = bytes(8 * MEGABYTE)
    if kind == "gzip":
        packed = b"".join([gzip.compress(blanks)] * 40)
    elif kind == "zstd":
        packed = b"".join([zstandard.ZstdCompressor().compress(blanks)] * 40)
    elif kind == "zip":
        out = io.BytesIO()
        with ZipFile(out, "w", ZIP_DEFLATED) as archive:
            archive.writestr("samples/1.json", blanks * 40)
        packed = out.getvalue()
    else:
        packed = _table({"context.trace_id": "a", "context.span_id": "b", "name": "c" * 10_000})
    with megabytes_at_most(200), pytest.raises(TraceError, match="100 times its size"):
        read_bytes(packed)


def _table(row: dict[str, str]) -> bytes:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    out = io.BytesIO()
    parquet.write_table(arrow.table({key: [cell] * 50_000 for key, cell in row.items()}), out)
    return out.getvalue()


def test_what_packs_well_is_read_while_it_is_small() -> None:
    messages = b'[{"role": "user", "content": "x"}' + b" " * MEGABYTE + b"]"
    (trace,) = read_bytes(gzip.compress(messages)).traces
    assert len(trace) == 0


def test_no_more_of_a_line_is_read_than_the_limit_allows(tmp_path: Path) -> None:
    path = tmp_path / "spans.jsonl"
    path.write_bytes(b'{"resourceSpans":[' + b" " * (50 * MEGABYTE) + b"]}\n")
    with megabytes_at_most(10), pytest.raises(TraceError, match="a line of more than 1 MB"):
        list(stream_traces(path, limits=Limits(document_bytes_max=MEGABYTE)))


def test_a_key_that_stands_twice_behind_many_is_found_at_once() -> None:
    keys = ",".join(f'"k{at}":1' for at in range(50_000))
    held = '{"name":"x","start_time":1,"end_time":2,"attributes":{"tool.name":"t",' + keys
    with seconds_at_most(2):
        reading = read_bytes(f'{held},"k49999":2}}}}'.encode())
    assert reading.notes[0].text.startswith("the key `k49999` stands twice")


@pytest.mark.parametrize("salvage", [True, False])
def test_the_same_long_list_is_not_read_from_each_line_it_opens_on(salvage: bool) -> None:
    text = "[1,\n" * 400 + "1," * 400_000 + " x is no JSON at all, more text\n"
    with seconds_at_most(3):
        reading = read_bytes((text + json.dumps(tool("t", 1))).encode(), salvage=salvage)
    assert reading.skipped_lines == 401
    assert reading.traces[0].names == ["t"]


def test_whole_documents_inside_a_broken_one_are_read() -> None:
    inner = json.dumps(tool("t", 1))
    text = "[1,\n" + f"{inner}\n,[2,\n" + "1," * 5_000 + " x is no JSON at all, more text\n"
    assert read_bytes(text.encode()).traces[0].names == ["t"]


def test_responses_outside_agents_are_looked_up_among_those_inside() -> None:
    inside = [llm(at, 1, end=1) for at in range(2, 6000)]
    outside = [llm(at, start=at, end=2) for at in range(6000, 12000)]
    for at, held in enumerate([*inside, *outside]):
        held["scope"] = {"name": f"scope {at % 3000}"}
    with seconds_at_most(6):
        assert read_bytes(sdk(agent(1), *inside, *outside)).traces[0].steps


def _spans(spans: list[Span]) -> Trace:
    notes: list[Note] = []
    with seconds_at_most(3):
        (trace,) = gather(spans, "otel-sdk", None, 200, notes).traces
    return trace


def test_turns_are_not_gone_through_for_each_parent() -> None:
    chat = {"gen_ai.operation.name": "chat"}
    turns = [Span("chat", "t", f"l{at}", None, "", at, at, chat) for at in range(15_000)]
    tools = [Span("t", "t", f"t{at}", f"p{at}", "", at, at, TOOL) for at in range(15_000)]
    assert [call.step for call in _spans([*turns, *tools]).calls] == list(range(15_000))


def test_spans_that_share_an_id_are_not_compared_with_each_other() -> None:
    spans = [Span("t", "t", "s", None, "", 5, 5, {**TOOL, "n": at}) for at in range(25_000)]
    trace = _spans([*spans, spans[0]])
    assert len(trace.calls) == 25_000
    assert trace.notes[0].text == "1 span that stands in the file twice was read once"


_LOCATED: Final = r"""
from pathlib import Path
from toolspec.engine.reading.locate import locate
from toolspec.engine.trace import Place
text = '{"a": "' + chr(92) * 1_600_000 + '", "b": 1}'
assert locate(text, Place(1, ("b",))) is not None
print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="nothing says what it took")
def test_the_place_of_a_value_after_a_text_of_escapes_is_found_without_going_back() -> None:
    ran = subprocess.run([sys.executable, "-c", _LOCATED], capture_output=True, check=True)
    assert int(ran.stdout) < 60 * 1024, "kilobytes; a step back at each escape takes 90 MB more"


def test_arguments_that_nobody_asks_about_are_not_compared() -> None:
    arguments = {"x": [{"a": 0}] * 100_000}
    known = KnownCalls([Call("f", arguments, id="c1")])
    with megabytes_at_most(1):
        assert not known.holds(Sighting("a call", Place(), "g", "c1", arguments))
        assert known.answered_by(Sighting("a result", Place(), "f", "c1", is_result=True))
