"""OpenTelemetry log records that hold the content of models' requests and responses.

Instrumentations that write content to log events write each with the ids of its span. The records
of `gen_ai` events are read from OTLP/JSON (`resourceLogs`), and from what the Python SDK's
`to_json` writes. Each record becomes an event of its span.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json, as_list, as_object, one_or_list
from toolspec.engine.reading.format import Claim, Document
from toolspec.engine.reading.formats.agent_events import is_of_agent, is_of_writer, tool_spans
from toolspec.engine.reading.formats.otlp_json import otlp_id
from toolspec.engine.reading.formats.otlp_values import any_value, plain_attributes
from toolspec.engine.reading.formats.spans import Leftovers, SpanFormat
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import UNREAD, Event, Span, identifier
from toolspec.engine.reading.spans.log_events import LOG_RECORD
from toolspec.engine.reading.times import nanoseconds
from toolspec.engine.reading.unread.call_texts import call_in_text
from toolspec.engine.trace import Place

_RESOURCES: Final = ("resourceLogs", "resource_logs")
_SCOPES: Final = ("scopeLogs", "scope_logs", "instrumentationLibraryLogs")
_RECORDS: Final = ("logRecords", "log_records", "logs")
_OF_SDK: Final = frozenset({"body", "severity_number", "trace_id", "span_id"})
_KEYS: Final = frozenset(
    {"attributes", "body", "dropped_attributes", "droppedAttributesCount", "eventName"}
    | {"dropped_attributes_count", "event_name", "flags", "instrumentation_scope"}
    | {"observedTimeUnixNano", "observed_time_unix_nano", "observed_timestamp", "resource"}
    | {"severityNumber", "severityText", "severity_number", "severity_text", "spanId", "span_id"}
    | {"timeUnixNano", "time_unix_nano", "timestamp", "traceId", "trace_flags", "trace_id"}
)
"""What is in a log record."""

_EVENTS: Final = "gen_ai."


class OtelLogs(SpanFormat):
    """Log records of the GenAI events, each an event of the span that it names."""

    name = "otel-logs"
    title = "OpenTelemetry log records (GenAI events)"
    page = FormatPage(
        written_by=(
            "Instrumentations that write what was said to log events "
            "(`opentelemetry-instrumentation-openai-v2` 2.x), and Claude Code, Codex, Gemini CLI "
            "and Qwen Code as their own events."
        ),
        get=(
            "The Collector's file exporter for logs, or `record.to_json()` of the SDK. Beside "
            "`run-traces.json`, name the file `run-logs.json`."
        ),
        unknown=(
            "Without the spans: results of calls whose next request is not logged, and the length "
            "of a call where no event says it."
        ),
        example=(
            "Cut from a run of `opentelemetry-instrumentation-openai-v2` 2.4b0 with a scripted "
            "model."
        ),
    )

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is log records, and one of them a GenAI event."""
        return Claim.SURE if any(map(_has_event, one_or_list(document))) else Claim.NO

    def spans(self, document: Document, left: Leftovers) -> Iterator[Span]:
        """Yield a span for each record of a GenAI event; `left` takes all others."""
        value, place = document
        if isinstance(value, list):
            for item in document.items():
                yield from self.spans(item, left)
            return
        if not isinstance(value, dict):
            left.add(value, place)
            return
        if value.keys() >= _OF_SDK:
            yield from _record(value, "", place, left, of_sdk=True)
            return
        if value.keys().isdisjoint(_RESOURCES):
            left.add(value, place)
            return
        for key, resource_logs in value.items():
            if key not in _RESOURCES or not isinstance(resource_logs, list):
                left.add(resource_logs, place, key)
                continue
            for i, resource in enumerate(resource_logs):
                yield from _of_resource(resource, place.at(key, i), left)


def _has_event(value: Json) -> bool:
    """Tell whether an object is a record of a GenAI event, or holds one."""
    if not isinstance(value, dict):
        return False
    if value.keys() >= _OF_SDK:
        return _is_event(_named(value))
    return any(
        _is_event(_named(record))
        for key in _RESOURCES
        if key in value
        for resource_logs, _ in _listed(value, (key,), Place())
        for scope_logs, _ in _listed(resource_logs, _SCOPES, Place())
        for record, _ in _listed(scope_logs, _RECORDS, Place())
    )


def _named(record: Mapping[str, Json]) -> Json:
    named = record.get("eventName") or record.get("event_name")
    attributes = plain_attributes(record.get("attributes"))
    named = named or attributes.get("event.name") or attributes.get("otel.event.name")
    body = record.get("body")
    body_text = body.get("stringValue") if isinstance(body, dict) else body
    # Claude Code has the whole name of an event in its body only.
    return body_text if is_of_writer(body_text) else named


def _is_event(named: Json) -> bool:
    return isinstance(named, str) and (named.startswith(_EVENTS) or is_of_agent(named))


def _of_resource(value: Json, place: Place, left: Leftovers) -> Iterator[Span]:
    _beside(value, _SCOPES, place, left)
    for scope_logs, inner in _listed(value, _SCOPES, place, left):
        scope = scope_logs.get("scope")
        name = scope.get("name") if isinstance(scope, dict) else None
        _beside(scope_logs, _RECORDS, inner, left)
        for record, at in _listed(scope_logs, _RECORDS, inner, left):
            yield from _record(record, name if isinstance(name, str) else "", at, left)


_AROUND: Final = frozenset({"resource", "schemaUrl", "schema_url", "scope"})


def _beside(parent: Json, lists: tuple[str, ...], place: Place, left: Leftovers) -> None:
    """Hand over what an object holds beside its list, and what should be that list and is none."""
    if not isinstance(parent, dict):
        left.add(parent, place)
        return
    for key, value in parent.items():
        if key not in _AROUND and not (key in lists and isinstance(value, list)):
            left.add(value, place, key)


def _listed(
    value: Json, keys: tuple[str, ...], place: Place, left: Leftovers | None = None
) -> Iterator[tuple[dict[str, Json], Place]]:
    for key in keys:
        for at, item in enumerate(as_list(as_object(value).get(key))):
            if isinstance(item, dict):
                yield item, place.at(key, at)
            elif left is not None:
                left.add(item, place, key, at)


def _record(
    record: Mapping[str, Json], scope: str, place: Place, left: Leftovers, *, of_sdk: bool = False
) -> Iterator[Span]:
    """Yield what a record says as a span with one event, if it is one of GenAI's."""
    get = record.get
    attributes = plain_attributes(get("attributes"))
    named = _named(record)
    body = get("body") if of_sdk else any_value(get("body"))
    about = (
        identifier(get("trace_id"), 32) if of_sdk else otlp_id(get("traceId", get("trace_id")), 32),
        identifier(get("span_id"), 16) if of_sdk else otlp_id(get("spanId", get("span_id")), 16),
    )
    times = ("timeUnixNano", "time_unix_nano", "timestamp", "observedTimeUnixNano")
    at_ns = next(filter(None, (nanoseconds(get(key)) for key in times)), None)
    if isinstance(named, str) and is_of_agent(named):
        yield from tool_spans(named, attributes, at_ns, place)
        return
    if not isinstance(named, str) or not _is_event(named) or about == (None, None):
        left.add(dict(record), place, 0)
        return
    for key, value in record.items():
        if key not in _KEYS and isinstance(value, str | dict | list):
            left.add(value, place, key)
    if isinstance(body, str) and call_in_text(body):
        body = {UNREAD: body}
    body_fields = body if isinstance(body, dict) else {} if body is None else {"body": body}
    yield Span(
        name=named,
        trace_id=about[0],
        span_id=about[1],
        kind=LOG_RECORD,
        start_ns=at_ns or nanoseconds(get("observed_timestamp")),
        events=(Event(named, {**attributes, **body_fields}),),
        scope=scope,
        place=place,
    )


FORMAT = OtelLogs()
