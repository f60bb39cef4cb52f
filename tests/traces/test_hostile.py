"""Files made to cost much: none takes long, or more memory than the limits allow."""

from __future__ import annotations

import gzip
import time
import tracemalloc
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
import zstandard

from toolspec.engine.dialects.literal import read_literal
from toolspec.engine.formats.format import TraceError
from toolspec.engine.limits import MEGABYTE, Limits
from toolspec.engine.reading import read_bytes
from toolspec.engine.stream import stream_traces
from toolspec.engine.trace import UNRECORDED

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


@pytest.mark.parametrize("part", [gzip.compress(b""), EMPTY_FRAME])
def test_parts_that_hold_nothing_cost_no_more_than_their_number(part: bytes) -> None:
    with seconds_at_most(3), pytest.raises(TraceError, match="not a format"):
        read_bytes(part * 100_000 + _like(part, b"{}"))


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


def test_no_more_of_a_line_is_read_than_the_limit_allows(tmp_path: Path) -> None:
    path = tmp_path / "spans.jsonl"
    path.write_bytes(b'{"resourceSpans":[' + b" " * (50 * MEGABYTE) + b"]}\n")
    with megabytes_at_most(10), pytest.raises(TraceError, match="a line of more than 1 MB"):
        list(stream_traces(path, limits=Limits(document_bytes_max=MEGABYTE)))
