"""Traces from spans in memory: what `toolspec.trace_from_spans` and `traces_from_spans` do."""

from __future__ import annotations

from collections.abc import Iterable

from toolspec.engine.reading.files import refuse_unknown
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.formats.readable import readable_spans
from toolspec.engine.reading.gc_paused import Resting
from toolspec.engine.reading.limits import DEFAULT
from toolspec.engine.reading.read_errors import Guard
from toolspec.engine.reading.span import Span
from toolspec.engine.reading.spans.assemble import gather
from toolspec.engine.trace import Note, Trace

SOURCE = "spans in memory"


def trace_from_spans(spans: Iterable[object]) -> Trace:
    """Return the trace of OpenTelemetry `ReadableSpan` objects, in any order.

    Raises TraceError where the spans belong to several traces, are none or are of no known dialect.
    """
    with Resting(), Guard(None, SOURCE):
        read = readable_spans(spans)
        ids = {span.trace_id for span in read}
        if len(ids) > 1:
            raise TraceError(
                f"spans of {len(ids)} traces, not of one",
                hint="`traces_from_spans` returns one for each trace id",
            )
        return _traces(read)[0]


def traces_from_spans(spans: Iterable[object]) -> list[Trace]:
    """Return the traces of `ReadableSpan` objects, in the order they begin.

    Spans without a context are of one trace. A trace without a span of an agent, a model or a tool
    is left out. Raises TraceError where that leaves none, or where one cannot be judged.
    """
    with Resting(), Guard(None, SOURCE):
        return _traces(readable_spans(spans))


def _traces(spans: list[Span]) -> list[Trace]:
    notes: list[Note] = []
    gathered = gather(spans, "otel-spans", None, DEFAULT.depth_max, notes)
    refuse_unknown(gathered)
    for error in gathered.unjudged(None):
        raise error
    if not gathered.traces:
        raise TraceError(notes[0].text if notes else "no trace in these spans")
    return list(gathered.traces)
