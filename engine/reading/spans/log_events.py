"""Log records joined to the spans they are about."""

from __future__ import annotations

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


def with_log_events(
    spans: Iterable[Span], records: Iterable[Span] = (), *, of_these_traces: bool = False
) -> Iterator[Span]:
    """Yield the spans, each with the events that the log records among them say happened in it.

    Records of a span that is not there are a span by themselves: a model's, where they say what a
    model was asked or answered. With `of_these_traces` only where the other spans are of its trace.
    """
    about: dict[tuple[str | None, str | None], list[Span]] = {}
    whole: list[Span] = []
    for span in (*spans, *records):
        if span.kind == LOG_RECORD:
            about.setdefault((span.trace_id, span.span_id), []).append(span)
        else:
            whole.append(span)
    for span in whole:
        logged = about.pop((span.trace_id, span.span_id), None)
        if logged is None:
            yield span
        else:
            events = [event for one in logged for event in one.events]
            yield span._replace(events=(*span.events, *events), scope=span.scope or logged[0].scope)
    traces = {span.trace_id for span in whole}
    for (trace_id, _), logged in about.items():
        if not of_these_traces or trace_id in traces:
            yield _lone(logged)


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
