"""What is sent is on the disk when it is acknowledged, and what is refused is refused rightly."""

from __future__ import annotations

import gzip
import json
import os
import sys
import zlib
from pathlib import Path
from typing import Any, cast

import pytest

import toolspec
from tests.collect.sending import QUICK, collecting, request, span
from toolspec.collect.limits import ReceiverLimits
from toolspec.collect.lock import FolderInUseError
from toolspec.collect.redaction import Redaction, RedactionError
from toolspec.collect.store import Store

ID = f"{1:032x}"


def names(path: Path) -> list[str]:
    (trace,) = toolspec.load_traces(path)
    return trace.names


def test_spans_are_in_the_file_of_their_trace_when_they_are_acknowledged(tmp_path: Path) -> None:
    with collecting(tmp_path) as running:
        assert running.post(request(span(1, 1), span(2, 2, "book"))) == (200, b"{}")
        assert names(tmp_path / f"{ID}.running.jsonl") == ["search"]
        assert names(tmp_path / f"{2:032x}.running.jsonl") == ["book"]
        assert running.post(request(span(1, 3, "book")))[0] == 200
        assert names(tmp_path / f"{ID}.running.jsonl") == ["search", "book"]
    assert names(tmp_path / f"{ID}.jsonl") == ["search", "book"]
    assert not list(tmp_path.glob("*.running.jsonl"))


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_packed_bodies_are_read(tmp_path: Path, encoding: str) -> None:
    body = json.dumps(request(span(1, 1))).encode()
    packed = gzip.compress(body) if encoding == "gzip" else zlib.compress(body)
    with collecting(tmp_path) as running:
        assert running.post(packed, {"Content-Encoding": encoding})[0] == 200
    assert names(tmp_path / f"{ID}.jsonl") == ["search"]


@pytest.mark.parametrize("protocol", ["http", "grpc"])
def test_opentelemetrys_own_exporters_are_understood(tmp_path: Path, protocol: str) -> None:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor, SpanExporter

    with collecting(tmp_path, grpc=True) as running:
        exporter: SpanExporter
        if protocol == "http":
            from opentelemetry.exporter.otlp.proto.http import Compression
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

            url = f"http://127.0.0.1:{running.collector.port}/v1/traces"
            exporter = OTLPSpanExporter(endpoint=url, compression=Compression.Gzip)
        else:
            from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import (
                OTLPSpanExporter as GrpcExporter,
            )

            url = f"http://127.0.0.1:{running.collector.grpc_port}"
            exporter = GrpcExporter(endpoint=url, insecure=True)
        provider = TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(exporter))
        with provider.get_tracer("agent").start_as_current_span("execute_tool search") as made:
            made.set_attribute("gen_ai.operation.name", "execute_tool")
            made.set_attribute("gen_ai.tool.name", "search")
            made.set_attribute("gen_ai.tool.call.arguments", '{"q": "a"}')
            made.set_attribute("odd", [1.5, float("inf")])
            made.add_event("seen", {"n": 1})
        provider.shutdown()
    (path,) = tmp_path.glob("*.jsonl")
    (trace,) = toolspec.load_traces(path)
    assert [str(call) for call in trace.calls] == ["search(q='a')"]


def test_metrics_and_other_logs_are_taken_and_dropped(tmp_path: Path) -> None:
    own = {"traceId": f"{1:032x}", "spanId": f"{1:016x}", "body": {"stringValue": "started"}}
    unnamed = {**own, "eventName": "gen_ai.choice", "spanId": ""}
    with collecting(tmp_path) as running:
        for body, path in (
            (b"{}", "/v1/metrics"),
            (b"{}", "/v1/logs"),
            ({"resourceLogs": [{"scopeLogs": [{"logRecords": [own, unnamed]}]}]}, "/v1/logs"),
        ):
            assert running.post(body, path=path) == (200, b"{}")
        assert running.post(b'{"resourceLogs": 1}', path="/v1/logs")[0] == 400
    assert not list(tmp_path.glob("*.jsonl"))


@pytest.mark.parametrize("protocol", ["http", "grpc"])
def test_events_that_are_sent_as_logs_join_their_spans(tmp_path: Path, protocol: str) -> None:
    from opentelemetry._logs import LogRecord, SeverityNumber
    from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk._logs import LoggerProvider
    from opentelemetry.sdk._logs.export import SimpleLogRecordProcessor
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor

    call = {"id": "c1", "function": {"name": "wipe", "arguments": '{"disk": "a"}'}}
    answer = {"finish_reason": "tool_calls", "message": {"tool_calls": [call]}}
    with collecting(tmp_path, grpc=protocol == "grpc") as running:
        http = f"http://127.0.0.1:{running.collector.port}/v1"
        sender: Any = OTLPLogExporter(endpoint=f"{http}/logs")
        if protocol == "grpc":
            from opentelemetry.exporter.otlp.proto.grpc._log_exporter import (
                OTLPLogExporter as GrpcExporter,
            )

            sender = GrpcExporter(
                endpoint=f"http://127.0.0.1:{running.collector.grpc_port}", insecure=True
            )
        spans, logs = TracerProvider(), LoggerProvider()
        spans.add_span_processor(SimpleSpanProcessor(OTLPSpanExporter(endpoint=f"{http}/traces")))
        logs.add_log_record_processor(SimpleLogRecordProcessor(sender))
        with spans.get_tracer("agent").start_as_current_span("chat gpt-5") as made:
            made.set_attribute("gen_ai.operation.name", "chat")
            made.set_attribute("gen_ai.response.finish_reasons", ["tool_calls"])
            context = made.get_span_context()
            logs.get_logger("agent").emit(
                cast("Any", LogRecord)(
                    timestamp=1_767_258_000_000_000_000,
                    trace_id=context.trace_id,
                    span_id=context.span_id,
                    trace_flags=context.trace_flags,
                    severity_number=SeverityNumber.INFO,
                    event_name="gen_ai.choice",
                    body=answer,
                )
            )
        spans.shutdown()
        logs.shutdown()
    (path,) = tmp_path.glob("*.jsonl")
    (trace,) = toolspec.load_traces(path)
    assert [str(found) for found in trace.calls] == ["wipe(disk='a'), never completed"]


DEEP = b'{"resourceSpans":' + b"[" * 100_000

REFUSED: dict[str, tuple[bytes, dict[str, str], int, str]] = {
    "no JSON": (b"{", {}, 400, "no JSON"),
    "JSON too deep": (DEEP, {}, 400, "no JSON"),
    "a list": (b"[1]", {}, 400, "`resourceSpans`"),
    "spans that are none": (json.dumps(request()).replace("[]}]", "[1]}]").encode(), {}, 400, "`"),
    "other keys": (b'{"resource_spans": []}', {}, 400, "`resourceSpans`"),
    "no protobuf": (b"\xff" * 9, {"Content-Type": "application/x-protobuf"}, 400, "no OTLP"),
    "no kind": (b"{}", {"Content-Type": "text/plain"}, 415, "application/json"),
    "an encoding": (b"{}", {"Content-Encoding": "br"}, 415, "gzip"),
    "no gzip": (b"{}", {"Content-Encoding": "gzip"}, 400, "gzip"),
    "half a gzip": (gzip.compress(b"{}" * 99)[:-9], {"Content-Encoding": "gzip"}, 400, "whole"),
    "a web page": (b"{}", {"Origin": "https://evil.example"}, 403, "web pages"),
    "a page of this machine": (b"{}", {"Origin": "http://localhost:3000"}, 403, "web pages"),
    "a page that hides": (b"{}", {"Sec-Fetch-Site": "cross-site"}, 403, "web pages"),
    "another name": (b"{}", {"Host": "evil.example:4318"}, 403, "Host"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_wrong_request_is_refused_with_its_status_and_a_reason(tmp_path: Path, what: str) -> None:
    body, headers, status, says = REFUSED[what]
    with collecting(tmp_path) as running:
        answered, said = running.post(body, headers)
        assert answered == status, said
        assert says.encode() in said
        assert running.post(request(span(1, 1)))[0] == 200, "the next one is taken"


def test_other_paths_and_methods_are_refused(tmp_path: Path) -> None:
    with collecting(tmp_path) as running:
        assert running.post(b"{}", path="/v1/other")[0] == 404
        assert running.post(b"", method="GET")[0] == 405
        assert running.post(b"", method="OPTIONS", headers={"Origin": "http://a"})[0] == 403


def test_bodies_beyond_the_limit_are_refused_packed_or_not(tmp_path: Path) -> None:
    small = QUICK._replace(wire_bytes_max=1 << 20, body_bytes_max=2 << 20)
    bomb = gzip.compress(b" " * (200 << 20), 9)
    assert len(bomb) < 1 << 20
    with collecting(tmp_path, limits=small) as running:
        assert running.post(b" " * (2 << 20))[0] == 413
        assert running.post(bomb, {"Content-Encoding": "gzip"})[0] == 413
        assert running.post(request(span(1, 1)))[0] == 200


def test_more_than_can_be_held_is_to_be_sent_again(tmp_path: Path) -> None:
    with collecting(tmp_path, limits=QUICK._replace(held_bytes_max=1000)) as running:
        status, said = running.post(b" " * 2000)
        assert (status, b"again" in said) == (503, True)
        assert running.post(request(span(1, 1)))[0] == 200


def test_a_token_is_asked_for_in_the_encoding_of_either_sdk(tmp_path: Path) -> None:
    with collecting(tmp_path, token="s3cret") as running:
        assert running.post(request(span(1, 1)))[0] == 401
        assert running.post(request(span(1, 1)), {"Authorization": "Bearer wrong"})[0] == 401
        for given in ("Bearer s3cret", "Bearer%20s3cret"):
            assert running.post(request(span(1, 1)), {"Authorization": given})[0] == 200


def test_spans_without_ids_are_counted_as_rejected(tmp_path: Path) -> None:
    with collecting(tmp_path) as running:
        status, said = running.post(request(span(1, 1), {**span(1, 2), "traceId": "x"}))
        assert status == 200
        assert json.loads(said)["partialSuccess"]["rejectedSpans"] == "1"
    assert names(tmp_path / f"{ID}.jsonl") == ["search"]


def test_a_trace_is_finished_soon_after_its_root_and_goes_on_where_spans_come_late(
    tmp_path: Path,
) -> None:
    store = Store(tmp_path, ReceiverLimits(idle_s=60.0, ended_s=0.0))
    line = json.dumps(request(span(1, 1))).encode() + b"\n"
    store.append({ID: line})
    assert store.settle() == []
    store.append({ID: line}, ended=[ID])
    assert store.settle() == [tmp_path / f"{ID}.jsonl"]
    store.append({ID: json.dumps(request(span(1, 2, "late"))).encode() + b"\n"})
    assert not (tmp_path / f"{ID}.jsonl").exists()
    store.close()
    assert names(tmp_path / f"{ID}.jsonl") == ["search", "late"]


def test_the_oldest_finished_traces_make_room(tmp_path: Path) -> None:
    store = Store(tmp_path, ReceiverLimits(idle_s=0.0, traces_max=2))
    for number in range(1, 5):
        store.append({f"{number:032x}": b"{}\n"})
        store.settle()
    store.append({f"{9:032x}": b"{}\n"})
    left = sorted(path.name[31] for path in tmp_path.glob("*.jsonl"))
    assert left == ["3", "4", "9"]
    store.limits = store.limits._replace(days_max=1.0)
    os.utime(tmp_path / f"{3:032x}.jsonl", (0, 0))
    store.close()
    again = Store(tmp_path, ReceiverLimits(bytes_max=4))
    again.settle()
    assert len(list(tmp_path.glob("*.jsonl"))) == 1
    again.close()


def test_what_a_killed_run_left_is_whole_again_and_goes_on(tmp_path: Path) -> None:
    whole = json.dumps(request(span(1, 1))).encode() + b"\n"
    (tmp_path / f"{ID}.running.jsonl").write_bytes(whole + whole[:50])
    (tmp_path / f"{2:032x}.running.jsonl").write_bytes(whole[:50])
    (tmp_path / f"{3:032x}.running.jsonl").write_bytes(b"{}\n")
    (tmp_path / f"{3:032x}.jsonl").write_bytes(b"[]\n")
    (tmp_path / "notes.running.jsonl").write_bytes(b"mine")
    store = Store(tmp_path, QUICK)
    assert (tmp_path / f"{ID}.running.jsonl").read_bytes() == whole
    assert not (tmp_path / f"{2:032x}.running.jsonl").exists()
    store.close()
    assert (tmp_path / f"{3:032x}.jsonl").read_bytes() == b"{}\n[]\n"
    assert (tmp_path / "notes.running.jsonl").read_bytes() == b"mine"


def test_a_folder_has_one_collector_and_the_other_is_named(tmp_path: Path) -> None:
    store = Store(tmp_path, QUICK)
    with pytest.raises(FolderInUseError) as caught:
        Store(tmp_path, QUICK)
    assert caught.value.process == str(os.getpid())
    store.close()
    Store(tmp_path, QUICK).close()


def test_what_cannot_be_written_leaves_no_piece_and_is_to_be_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write
    full = {"now": False}

    def cut_short(file: int, data: Any) -> int:
        if full["now"] and b"resourceSpans" in bytes(data) and b"book" in bytes(data):
            write(file, data[:10])
            raise OSError(28, "No space left on device")
        return write(file, data)

    monkeypatch.setattr(os, "write", cut_short)
    with collecting(tmp_path) as running:
        assert running.post(request(span(1, 1)))[0] == 200
        before = (tmp_path / f"{ID}.running.jsonl").read_bytes()
        full["now"] = True
        more = request(span(1, 2), span(2, 3, "book"))
        for _ in range(2):
            status, said = running.post(more)
            assert (status, b"No space left on device" in said) == (503, True)
        assert (tmp_path / f"{ID}.running.jsonl").read_bytes() == before
        assert len(list(tmp_path.glob("*.jsonl"))) == 1
        full["now"] = False
        assert running.post(more)[0] == 200
    assert names(tmp_path / f"{ID}.jsonl") == ["search", "search"]
    assert [said.partition(":")[0] for said in running.said] == [
        "spans cannot be written", "spans are written again",
    ]  # fmt: skip


def test_running_traces_beyond_the_size_of_the_folder_are_to_be_sent_again(tmp_path: Path) -> None:
    with collecting(tmp_path, limits=QUICK._replace(bytes_max=1000)) as running:
        assert running.post(request(span(1, 1)))[0] == 200
        assert running.post(request(span(2, 2, note="x" * 2000)))[0] == 503
        assert running.post(request(span(2, 2)))[0] == 200


def test_keys_and_text_are_taken_out_before_anything_is_written(tmp_path: Path) -> None:
    redaction = Redaction(["*.email"], ["[0-9]{16}", "sk-[a-z]+"])
    arguments = json.dumps({"card": 4111111111111111, "note": "use sk-abc", "n": 7})
    sent = span(1, 1, **{"user.email": "a@b.c", "gen_ai.tool.call.arguments": arguments})
    with collecting(tmp_path, redaction=redaction) as running:
        assert running.post(request(sent))[0] == 200
    text = (tmp_path / f"{ID}.jsonl").read_text()
    for secret in ("a@b.c", "4111111111111111", "sk-abc"):
        assert secret not in text
    (trace,) = toolspec.load_traces(tmp_path / f"{ID}.jsonl")
    expected = {"card": "__REDACTED__", "note": "use __REDACTED__", "n": 7}
    assert trace.calls[0].arguments == expected
    assert trace.calls[0].start_ns == 1_767_258_000_000_000_001


def test_a_regex_that_cannot_be_read_is_refused_before_anything_is_received() -> None:
    with pytest.raises(RedactionError, match=r"\(unclosed"):
        Redaction([], ["(unclosed"])


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_in_the_place_of_a_trace_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("mine")
    folder = tmp_path / "traces"
    folder.mkdir()
    (folder / f"{ID}.running.jsonl").symlink_to(tmp_path / "kept")
    with collecting(folder) as running:
        assert running.post(request(span(1, 1)))[0] == 503
        (folder / f"{ID}.running.jsonl").unlink()
    assert (tmp_path / "kept").read_text() == "mine"
