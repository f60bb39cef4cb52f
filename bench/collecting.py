"""`toolspec collect` under load, and killed: what it keeps, holds and how it answers."""

from __future__ import annotations

import http.client
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import msgspec
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from bench.measure import FOLDER, ROOT, Row, shown_time
from bench.otlp_lines import trace_spans

EXPORTERS: Final = 8
BATCH: Final = 512
"""Spans of a request: what OpenTelemetry's batch processor sends at most."""

RATE: Final = 10_000
SECONDS: Final = 60
KILLS: Final = 20
KILLED_AFTER_S: Final = 1.5
EVERYTHING: Final = ("--max-traces", "0", "--max-size", "0")
"""Options of a collector that deletes nothing."""

GROWTH_MAX: Final = 1.1
"""Memory is flat where the last third of the minute holds at most so much more than the first."""

MARK: Final = b"\xfe\xdc\xba\x98"
"""Ends each id of the pattern; the number of the request takes its place."""


def rows(*, quick: bool = False) -> Iterator[Row]:
    """Send spans at the pace of the goal, then kill a collector again and again."""
    pattern = Pattern()
    folder = FOLDER / "collected"
    shutil.rmtree(folder, ignore_errors=True)
    try:
        seconds = 2 if quick else SECONDS
        yield from _load(pattern, folder / "load", seconds)
        yield from _memory(pattern, folder / "memory", seconds)
        yield _kills(pattern, folder / "kills", 1 if quick else KILLS)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Pattern:
    """A request of whole traces as protobuf, from which requests with other ids are made."""

    def __init__(self) -> None:
        draw = random.Random(20260101)
        request = ExportTraceServiceRequest()
        scope = request.resource_spans.add().scope_spans.add()
        spans = scope.spans
        while len(spans) < BATCH:
            for span in trace_spans(draw, len(spans)):
                _fill(spans.add(), span)
        self.spans = len(spans)
        self.body = request.SerializeToString()

    def request(self, number: int) -> bytes:
        """Return a request whose ids no request of another number has."""
        return self.body.replace(MARK, number.to_bytes(4, "big"))


def _fill(made: Any, span: dict[str, Any]) -> None:
    made.trace_id = bytes.fromhex(span["traceId"])[:12] + MARK
    made.span_id = bytes.fromhex(span["spanId"])[:4] + MARK
    if span["parentSpanId"]:
        made.parent_span_id = bytes.fromhex(span["parentSpanId"])[:4] + MARK
    made.name, made.kind = span["name"], span["kind"]
    made.start_time_unix_nano = int(span["startTimeUnixNano"])
    made.end_time_unix_nano = int(span["endTimeUnixNano"])
    for one in span["attributes"]:
        pair = made.attributes.add()
        pair.key, value = one["key"], one["value"]
        if "intValue" in value:
            pair.value.int_value = int(value["intValue"])
        else:
            pair.value.string_value = value["stringValue"]


@contextmanager
def _collector(
    folder: Path, *words: str
) -> Generator[tuple[subprocess.Popen[str], int], None, None]:
    """Run a collector; yield it and its port."""
    command = [sys.executable, "-m", "toolspec", "collect", "--port", "0", "--no-grpc"]
    command += ["--folder", str(folder), *words]
    errors = folder.with_suffix(".txt")
    errors.parent.mkdir(parents=True, exist_ok=True)
    with errors.open("w") as stderr:
        process = subprocess.Popen(command, cwd=ROOT, stderr=stderr, text=True)
    try:
        while not (port := re.search(r"http://127\.0\.0\.1:(\d+)", errors.read_text("utf-8"))):
            if process.poll() is not None:
                raise RuntimeError(errors.read_text("utf-8"))
            time.sleep(0.05)
        yield process, int(port[1])
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.wait(120)


class _Exporters:
    """Eight that send: `seconds_each` apart, or as fast as they are answered."""

    def __init__(self, pattern: Pattern, port: int, first: int, seconds_each: float) -> None:
        self.pattern, self.port, self.first = pattern, port, first
        self.seconds_each, self.stopped = seconds_each, threading.Event()
        self.acknowledged: set[int] = set()
        self.answered_s: list[float] = []
        self.refused = 0
        self.threads = [threading.Thread(target=self._send, args=(at,)) for at in range(EXPORTERS)]
        self.began = time.monotonic()
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        self.stopped.set()
        for thread in self.threads:
            thread.join()

    def _send(self, exporter: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Content-Type": "application/x-protobuf"}
        number = self.first + exporter
        due = self.began + exporter * self.seconds_each / EXPORTERS
        with suppress(OSError, http.client.HTTPException):  # where it was killed
            while not self.stopped.is_set():
                if self.seconds_each:
                    time.sleep(max(0.0, due - time.monotonic()))
                    due += self.seconds_each
                body = self.pattern.request(number)
                sent = time.monotonic()
                connection.request("POST", "/v1/traces", body, headers)
                answer = connection.getresponse()
                answer.read()
                if answer.status != 200:  # an exporter sends it again
                    self.refused += 1
                    self.stopped.wait(1.0)
                    continue
                self.answered_s.append(time.monotonic() - sent)
                self.acknowledged.add(number)
                number += EXPORTERS
        connection.close()


def _load(pattern: Pattern, folder: Path, seconds: int) -> Iterator[Row]:
    each = pattern.spans * EXPORTERS / RATE
    with _collector(folder, *EVERYTHING) as (process, port):
        exporters = _Exporters(pattern, port, 1, each)
        time.sleep(seconds)
        exporters.stop()
        took = time.monotonic() - exporters.began
        cpu_s = _cpu_s(process.pid)
    sent = len(exporters.acknowledged) * pattern.spans
    missing, broken = _missing(pattern, folder, exporters.acknowledged)
    rate = sent / took
    size = len(pattern.body) / pattern.spans
    note = (
        f"{EXPORTERS} exporters, {seconds} s, {size:.0f} bytes a span; {cpu_s / took:.0%} of a core"
    )
    yield Row("collect, spans a second", f"{rate:,.0f}", f">= {RATE:,}", rate >= RATE * 0.97, note)
    lost = f"{missing:,} spans, {broken} lines"
    note = f"of {sent:,} acknowledged; {exporters.refused} requests were to be sent again"
    yield Row("collect, lost or broken", lost, "none", not missing and not broken, note)
    answered = sorted(exporters.answered_s)
    median, slow = (shown_time(answered[int(len(answered) * part)]) for part in (0.5, 0.99))
    note = f"99th of a hundred: {slow}; {pattern.spans} spans are synced by then"
    yield Row("collect, a request is answered in", median, note=note)


def _memory(pattern: Pattern, folder: Path, seconds: int) -> Iterator[Row]:
    """Send the same with the usual limits: of each trace it keeps, a collector knows a little."""
    sizes: list[int] = []
    with _collector(folder) as (process, port):
        exporters = _Exporters(pattern, port, 1, pattern.spans * EXPORTERS / RATE)
        for second in range(1, seconds + 1):
            time.sleep(max(0.0, exporters.began + second - time.monotonic()))
            sizes.append(_held(process.pid))
        exporters.stop()
    if all(sizes):
        third = max(1, len(sizes) // 3)
        first, last = max(sizes[:third]), max(sizes[-third:])
        note = (
            f"most in the first third {first >> 20} MB, in the last {last >> 20} MB; usual limits"
        )
        grown = last / first
        met = grown <= GROWTH_MAX
        yield Row("collect, memory grows by", f"{grown:.2f}", f"<= {GROWTH_MAX}", met, note)


def _kills(pattern: Pattern, folder: Path, kills: int) -> Row:
    acknowledged: set[int] = set()
    for kill in range(kills):
        with _collector(folder, *EVERYTHING) as (process, port):
            exporters = _Exporters(pattern, port, 1 + (kill << 20), 0.0)
            time.sleep(KILLED_AFTER_S)
            process.kill()
            exporters.stop()
        acknowledged |= exporters.acknowledged
    with _collector(folder, *EVERYTHING):
        pass  # takes over what the last one left
    missing, broken = _missing(pattern, folder, acknowledged)
    return Row(
        f"collect, lost or broken by {kills} times kill -9",
        f"{missing:,} spans, {broken} lines",
        "none",
        not missing and not broken,
        f"of {len(acknowledged) * pattern.spans:,} acknowledged, sent as fast as they are answered",
    )


def _missing(pattern: Pattern, folder: Path, acknowledged: set[int]) -> tuple[int, int]:
    """Return how many acknowledged spans no file holds, and how many lines are not JSON."""
    kept: dict[int, set[str]] = {number: set() for number in acknowledged}
    broken = 0
    for path in folder.glob("*.jsonl"):
        for line in path.read_bytes().splitlines(keepends=True):
            try:
                request = msgspec.json.decode(line)
            except msgspec.DecodeError:
                broken += 1
                continue
            broken += not line.endswith(b"\n")
            for span in request["resourceSpans"][0]["scopeSpans"][0]["spans"]:
                number = int(span["spanId"][8:], 16)
                if number in kept:
                    kept[number].add(span["spanId"])
    return sum(pattern.spans - len(ids) for ids in kept.values()), broken


def _held(process: int) -> int:
    """Return the bytes of memory that a process holds now; 0 where the system does not say."""
    try:
        pages = Path(f"/proc/{process}/statm").read_text("utf-8").split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _cpu_s(process: int) -> float:
    """Return the seconds of processor that a process has used; 0 where the system does not say."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
