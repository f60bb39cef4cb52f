"""Log records joined to the spans they are about."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.span import Span

LOG_RECORD: Final = "log record"
"""The kind of a span that is only a log record, with the ids of the span it is about."""

_MODELS: Final = frozenset(
    {"gen_ai.assistant.message", "gen_ai.choice", "gen_ai.client.inference.operation.details"}
    | {"gen_ai.system.message", "gen_ai.tool.message", "gen_ai.user.message"}
)


_ANSWERS: Final = frozenset({"gen_ai.choice", "gen_ai.client.inference.operation.details"})
_OPERATIONS: Final = frozenset({"chat", "generate_content", "text_completion"})


def with_log_events(
    spans: Iterable[Span], records: Iterable[Span] = (), *, of_these_traces: bool = False
) -> Iterator[Span]:
    """Yield the spans, each with the events that the log records among them say happened in it.

    Records of a span that is not there are a span by themselves: a model's, where they say what a
    model was asked or answered. With `of_these_traces` only where the other spans are of its trace.
    """
    about: dict[tuple[str | None, str | None], list[Span]] = {}
    whole: list[Span] = []
    of_no_span: list[Span] = []
    for span in (*spans, *records):
        if span.kind != LOG_RECORD:
            whole.append(span)
        elif span.span_id is None:
            of_no_span.append(span)
        else:
            about.setdefault((span.trace_id, span.span_id), []).append(span)
    if of_no_span:
        for span_id, exchange in _placed(of_no_span, whole):
            about.setdefault((exchange[0].trace_id, span_id), []).extend(exchange)
    for span in whole:
        logged = about.pop((span.trace_id, span.span_id), None)
        if logged is None:
            yield span
        else:
            events = [event for span in logged for event in span.events]
            yield span._replace(events=(*span.events, *events), scope=span.scope or logged[0].scope)
    traces = {span.trace_id for span in whole}
    for (trace_id, _), logged in about.items():
        if not of_these_traces or trace_id in traces:
            yield _lone(logged)


def _placed(
    records: Iterable[Span], whole: Iterable[Span]
) -> Iterator[tuple[str | None, list[Span]]]:
    """Yield the records that name no span with the id of the model's span that they are about.

    Where several models were asked at the time, nobody knows which it is: an id of their own.
    """
    of_models: dict[str | None, list[Span]] = {}
    for span in whole:
        if span.attributes.get("gen_ai.operation.name") in _OPERATIONS:
            of_models.setdefault(span.trace_id, []).append(span)
    models = {trace_id: _Models(spans) for trace_id, spans in of_models.items()}
    for number, exchange in enumerate(_exchanges(records)):
        of_trace = models.get(exchange[0].trace_id)
        model = None if of_trace is None else of_trace.open_at(exchange)
        yield f"log-{number}" if model is None else model.span_id, exchange


def _exchanges(records: Iterable[Span]) -> Iterator[list[Span]]:
    """Yield the records that name no span by the response that each is about.

    A model's response is the last record of what it was asked and answered.
    """
    open_by_trace: dict[str | None, list[Span]] = {}
    for record in sorted(records, key=_begins):
        exchange = open_by_trace.setdefault(record.trace_id, [])
        exchange.append(record)
        if any(event.name in _ANSWERS for event in record.events):
            yield open_by_trace.pop(record.trace_id)
    yield from open_by_trace.values()


class _Models:
    """The models' spans of one trace, in the order they began."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self.spans = sorted(spans, key=_begins)
        self.ends = sorted(span.end_ns or 0 for span in spans)

    def open_at(self, exchange: list[Span]) -> Span | None:
        """Return the one span that was open when these records were written."""
        first, last = _begins(exchange[0]), _begins(exchange[-1])
        begun = bisect_right(self.spans, first, key=_begins)
        number = begun - bisect_left(self.ends, last)
        latest = self.spans[begun - 1] if number == 1 else None
        return latest if latest is not None and (latest.end_ns or 0) >= last else None


def _begins(span: Span) -> int:
    return span.start_ns or 0


def _lone(records: list[Span]) -> Span:
    """Return the span that records alone tell of."""
    events = [event for record in records for event in record.events]
    times = [record.start_ns for record in records if record.start_ns is not None]
    attributes: dict[str, Json] = {}
    if any(event.name in _MODELS for event in events):
        attributes = {"gen_ai.operation.name": "chat"}
        for key in ("gen_ai.system", "gen_ai.provider.name"):
            value = events[0].attributes.get(key)
            if isinstance(value, str):
                attributes[key] = value
    return records[0]._replace(
        name="chat" if attributes else records[0].name,
        kind="",
        start_ns=min(times, default=None),
        end_ns=max(times, default=None),
        attributes=attributes,
        events=tuple(events),
    )
