"""However a file is packed, encoded and laid out, the same spans make the same traces."""

from __future__ import annotations

import gzip
import json

import pytest
import zstandard
from span_files import llm, otlp, sdk, span, tool

from toolspec.engine.reading.files import FileReading, read_bytes
from toolspec.engine.reading.format import TraceError

SPANS = [llm(1), tool("search", 2, gen_ai__tool__call__arguments='{"q": 1}'), tool("read", 3)]
NAMES = ["search", "read"]
ONE = json.dumps(otlp(*SPANS)).encode()


def _zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(data)


# As pzstd writes them before each frame.
PASSED_OVER = b"\x50\x2a\x4d\x18" + (4).to_bytes(4, "little") + b"abcd"


def _framed(*messages: bytes) -> bytes:
    return b"".join(len(message).to_bytes(4, "big") + message for message in messages)


def _proto() -> bytes:
    from opentelemetry.proto.trace.v1.trace_pb2 import TracesData

    data = TracesData()
    for held in SPANS:
        made = data.resource_spans.add().scope_spans.add().spans.add()
        made.trace_id, made.name = bytes.fromhex("ab" * 16), held["name"]
        made.span_id = bytes.fromhex(held["context"]["span_id"][2:])
        made.start_time_unix_nano = int(held["context"]["span_id"], 16)
        for key, value in held["attributes"].items():
            pair = made.attributes.add()
            pair.key, pair.value.string_value = key, value
    return data.SerializeToString()


def _names(reading: FileReading) -> list[list[str]]:
    return [trace.names for trace in reading.traces]


PRETTY = "\n".join(json.dumps(held, indent=4) for held in SPANS).encode()
LINES = b"".join(json.dumps(otlp(held)).encode() + b"\n" for held in SPANS)
LOGGED = (
    b"starting up {fast}\n[INFO] hi\n" + PRETTY.replace(b"\n}\n", b"\n}\nWARN slow\n") + b"\nbye"
)


@pytest.mark.parametrize(
    ("data", "format", "container", "compression"),
    [
        (sdk(*SPANS), "otel-sdk", "json", None),
        (PRETTY, "otel-sdk", "concatenated-json", None),
        (LOGGED, "otel-sdk", "concatenated-json", None),
        (b"\xef\xbb\xbf" + sdk(*SPANS), "otel-sdk", "json", None),
        (PRETTY.replace(b"\n", b"\r\n"), "otel-sdk", "concatenated-json", None),
        (sdk(*SPANS).decode().encode("utf-16"), "otel-sdk", "json", None),
        (json.dumps({"trace_id": "1", "spans": SPANS}).encode(), "otel-sdk", "json", None),
        (json.dumps([{"spans": SPANS}]).encode(), "otel-sdk", "json", None),
        (ONE, "otlp-json", "json", None),
        (b"[" + ONE + b"]", "otlp-json", "json", None),
        (LINES, "otlp-json", "json-lines", None),
        (LINES.replace(b"\n", b"\r\n\r\n"), "otlp-json", "json-lines", None),
        (ONE.replace(b"resourceSpans", b"batches"), "otlp-json", "json", None),
        (gzip.compress(ONE), "otlp-json", "json", "gzip"),
        (gzip.compress(LINES[:99]) + gzip.compress(LINES[99:]), "otlp-json", "json-lines", "gzip"),
        (_zstd(LINES), "otlp-json", "json-lines", "zstd"),
        (_zstd(LINES[:99]) + _zstd(LINES[99:]), "otlp-json", "json-lines", "zstd"),
        (gzip.compress(ONE) + bytes(512), "otlp-json", "json", "gzip"),
        (PASSED_OVER + _zstd(ONE), "otlp-json", "json", "zstd"),
        (_zstd(LINES[:99]) + PASSED_OVER + _zstd(LINES[99:]), "otlp-json", "json-lines", "zstd"),
        (_zstd(ONE) + PASSED_OVER, "otlp-json", "json", "zstd"),
        (gzip.compress(_zstd(ONE)), "otlp-json", "json", "gzip+zstd"),
        (
            _framed(*(_zstd(line) for line in LINES.splitlines())),
            "otlp-json",
            "json-lines",
            "zstd, message by message",
        ),
        (_proto(), "otlp-proto", "protobuf", None),
        (_framed(_proto()), "otlp-proto", "protobuf", None),
        (_framed(_zstd(_proto())), "otlp-proto", "protobuf", "zstd, message by message"),
        (_zstd(_proto()), "otlp-proto", "protobuf", "zstd"),
    ],
)
def test_every_container_is_told_by_content(
    data: bytes, format: str, container: str, compression: str | None
) -> None:
    reading = read_bytes(data)
    assert _names(reading) == [NAMES]
    told = (reading.format, reading.container, reading.compression)
    assert told == (format, container, compression)


@pytest.mark.parametrize("kind", ["gzip", "zstd"])
@pytest.mark.parametrize("behind", [LINES.splitlines()[1], b"\0x", b"{}"])
def test_what_follows_packed_data_is_not_dropped(kind: str, behind: bytes) -> None:
    data = (gzip.compress(LINES) if kind == "gzip" else _zstd(LINES)) + behind
    with pytest.raises(TraceError, match=f"the {kind} data is followed by {len(behind)} bytes"):
        read_bytes(data)
    kept = read_bytes(data, salvage=True)
    assert _names(kept) == [NAMES]
    assert "followed by" in kept.notes[0].text


def test_a_frame_to_be_passed_over_must_be_whole() -> None:
    with pytest.raises(TraceError, match="the zstd data ends too early"):
        read_bytes(_zstd(ONE) + PASSED_OVER[:-1])


def test_messages_that_are_not_packed_may_stand_between_those_that_are() -> None:
    first, *rest = LINES.splitlines()
    reading = read_bytes(_framed(first, *map(_zstd, rest)))
    assert _names(reading) == [NAMES]


def test_log_lines_between_spans_are_counted_in_a_note() -> None:
    reading = read_bytes(LOGGED)
    assert reading.skipped_lines == 5
    assert "5 lines that are no JSON" in reading.notes[0].text
    assert reading.notes[0].place.line == 1


def test_base64_ids_and_hex_ids_name_the_same_trace() -> None:
    import base64

    def base64_id(text: str) -> str:
        return base64.b64encode(bytes.fromhex(text)).decode()

    held = otlp(*SPANS)
    for one in held["resourceSpans"][0]["scopeSpans"][0]["spans"]:
        one["traceId"], one["spanId"] = base64_id(one["traceId"]), base64_id(one["spanId"])
    assert read_bytes(json.dumps(held).encode()).traces[0].id == read_bytes(ONE).traces[0].id


def test_whole_number_ids_of_128_bits_do_not_collide() -> None:
    first, second = tool("a", 1), tool("b", 2)
    first["context"] = {"trace_id": 273475590164507581703505203264503192396, "span_id": 1}
    second["context"] = {"trace_id": 273475590164507581703505203264503192397, "span_id": 1}
    for held in (first, second):
        held["start_time"], held["end_time"] = 1758026586341103000, 1758026586341103001
    assert _names(read_bytes(sdk(first, second))) == [["a"], ["b"]]


def test_groups_of_spans_by_case_are_traces_with_that_name() -> None:
    groups = {"refund": [_bare("pay", 0)], "browse": [_bare("look", 0), _bare("search", 1)]}
    reading = read_bytes(json.dumps(groups).encode())
    assert [(trace.name, trace.names) for trace in reading.traces] == [
        ("refund", ["pay"]),
        ("browse", ["look", "search"]),
    ]


def _bare(name: str, start: int) -> dict[str, object]:
    attributes = {"tool.name": name}
    return {"name": name, "start_time": start, "end_time": start + 1, "attributes": attributes}


def test_a_span_written_twice_is_read_once_with_a_note() -> None:
    (trace,) = read_bytes(sdk(*SPANS, SPANS[1])).traces
    assert trace.names == NAMES
    assert "twice" in trace.notes[0].text


def test_two_spans_that_share_an_id_are_two_calls() -> None:
    (trace,) = read_bytes(sdk(tool("a", 1), tool("b", 1, start=2))).traces
    assert trace.names == ["a", "b"]


def test_javascript_spans_are_read() -> None:
    held = {
        "name": "ai.toolCall",
        "spanContext": {"traceId": "ab" * 16, "spanId": "cd" * 8},
        "startTime": [1770131992, 5],
        "endTime": [1770131992, 9],
        "status": {"code": 2},
        "attributes": {
            "ai.operationId": "ai.toolCall",
            "ai.toolCall.name": "weather",
            "ai.toolCall.args": '{"city":"Rome"}',
            "ai.toolCall.result": '{"celsius":20}',
        },
    }
    (trace,) = read_bytes(json.dumps([held]).encode()).traces
    call = trace.calls[0]
    assert (call.name, call.arguments, call.status) == ("weather", {"city": "Rome"}, "error")
    assert call.start_ns == 1770131992000000005


def test_an_object_without_spans_beside_spans_is_passed_over() -> None:
    data = b'{"level": "info"}\n' + json.dumps(span("x", 1, tool__name="t")).encode()
    assert _names(read_bytes(data)) == [["t"]]
