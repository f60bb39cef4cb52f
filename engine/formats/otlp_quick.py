"""OTLP/JSON lines decoded fast: typed, with attribute values left unread until asked for.

Only the specification's own spelling is known here. A line with any other key, a duplicate key
outside attribute values, or anything that is not strict JSON makes `quick_line` return None, and
the exact reader takes that line. A duplicate key *inside* one attribute's value, or in a part of a
span that no rule looks at (links), is read like everywhere else (the last one counts), unnoted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from toolspec.engine.decoder import Decoder
from toolspec.engine.documents import keys_written
from toolspec.engine.formats.otlp_json import any_value, otlp_id, plain_attributes
from toolspec.engine.formats.span import NOTHING, Event
from toolspec.engine.json_value import Json

_decode_value: Final = msgspec.json.Decoder().decode
_encode: Final = msgspec.json.Encoder().encode
Unread = Raw | UnsetType


class KeyValue(Struct, gc=False, forbid_unknown_fields=True):
    """One attribute, its value unread."""

    key: str
    value: Raw


class QuickStatus(Struct, gc=False, forbid_unknown_fields=True):
    """How a span ended."""

    code: int | str | UnsetType | None = UNSET
    message: Unread = UNSET


class QuickEvent(Struct, gc=False, forbid_unknown_fields=True):
    """Something that happened inside a span."""

    name: str | UnsetType = UNSET
    timeUnixNano: Unread = UNSET  # noqa: N815 - OTLP's names
    attributes: list[KeyValue] | UnsetType | None = UNSET
    droppedAttributesCount: Unread = UNSET  # noqa: N815


class QuickSpan(Struct, gc=False, forbid_unknown_fields=True):
    """A span as written; what was not written is UNSET.

    Once `quick_line` has returned it, its own id and its parent's are as `otlp_id` makes them.
    """

    traceId: str  # noqa: N815
    spanId: str | UnsetType = UNSET  # noqa: N815
    parentSpanId: str | UnsetType = UNSET  # noqa: N815
    name: str | UnsetType = UNSET
    kind: int | str | UnsetType | None = UNSET
    startTimeUnixNano: str | int | UnsetType | None = UNSET  # noqa: N815
    endTimeUnixNano: str | int | UnsetType | None = UNSET  # noqa: N815
    attributes: list[KeyValue] | UnsetType | None = UNSET
    status: QuickStatus | UnsetType | None = UNSET
    events: list[QuickEvent] | UnsetType | None = UNSET
    flags: Unread = UNSET
    links: Unread = UNSET
    traceState: Unread = UNSET  # noqa: N815
    droppedAttributesCount: Unread = UNSET  # noqa: N815
    droppedEventsCount: Unread = UNSET  # noqa: N815
    droppedLinksCount: Unread = UNSET  # noqa: N815


class QuickScope(Struct, gc=False, forbid_unknown_fields=True):
    """The instrumentation that wrote the spans beside it."""

    name: str | UnsetType = UNSET
    version: Unread = UNSET
    attributes: Unread = UNSET
    droppedAttributesCount: Unread = UNSET  # noqa: N815


class QuickScopeSpans(Struct, gc=False, forbid_unknown_fields=True):
    """The spans of one instrumentation."""

    scope: QuickScope | UnsetType | None = UNSET
    spans: list[QuickSpan] | UnsetType | None = UNSET
    schemaUrl: Unread = UNSET  # noqa: N815


class QuickResourceSpans(Struct, gc=False, forbid_unknown_fields=True):
    """The spans of one process."""

    resource: Unread = UNSET
    scopeSpans: list[QuickScopeSpans] | UnsetType | None = UNSET  # noqa: N815
    schemaUrl: Unread = UNSET  # noqa: N815


class QuickTraces(Struct, gc=False, forbid_unknown_fields=True):
    """One line of a file."""

    resourceSpans: list[QuickResourceSpans]  # noqa: N815


_decode: Final = msgspec.json.Decoder(QuickTraces).decode


_ZERO: Final = "0" * 16


class _Text(Struct, gc=False, forbid_unknown_fields=True):
    stringValue: str  # noqa: N815


_decode_text: Final = msgspec.json.Decoder(_Text).decode


_OF_NO_KIND: Final = re.compile(
    rb'"value":\s*\{(?!\s*"(?:string|int|bool|double|array|bytes)Value")'
).search
_OF_TWO_KINDS: Final = re.compile(rb',\s*"(?:int|bool|double|array|bytes)Value"').search


def quick_line(line: bytes) -> QuickTraces | None:
    """Return what one line of OTLP/JSON holds; None where the exact reader must look."""
    if line.count(b'"stringValue"') != line.count(b'{"stringValue"'):
        return None  # a value with text as its second kind, or twice
    if _OF_NO_KIND(line) or _OF_TWO_KINDS(line):
        return None
    try:
        traces = _decode(line)
        if not line.isascii():
            line.decode()  # what stays unread is not looked at for its encoding
        # What was decoded, written again, has every key of the line; a duplicate would be missing.
        again = _encode(traces)
        # Spaces and escapes may make the line longer; then its keys are counted.
        if len(line) - len(again) not in (0, 1) and keys_written(line) != keys_written(again):
            return None
    except (ValueError, RecursionError):
        return None
    for resource_spans in traces.resourceSpans:
        for scope_spans in resource_spans.scopeSpans or ():
            if scope_spans.spans:
                _set_ids(scope_spans.spans)
    return traces


def _set_ids(spans: Sequence[QuickSpan]) -> None:
    """Make the ids of spans what `otlp_id` makes of them, at once where they are that already."""
    ids: list[Any] = [span.spanId for span in spans]
    ids.extend([span.parentSpanId for span in spans if span.parentSpanId])
    try:
        written = "".join(ids)
        plain = (
            bytes.fromhex(written).hex() == written
            and set(map(len, ids)) == {16}
            and _ZERO not in written
        )
    except (ValueError, TypeError):
        plain = False
    if not plain:
        for span in spans:
            span.spanId = otlp_id(span.spanId or "", 16) or ""
            span.parentSpanId = otlp_id(span.parentSpanId or "", 16) or ""


def attributes_of(pairs: Sequence[KeyValue] | UnsetType | None) -> dict[str, Json]:
    """Return attributes, read; the last of a key counts."""
    return {pair.key: attribute(pair.value) for pair in pairs} if pairs else {}


def read_attributes(
    known: dict[str, Json], others: Sequence[tuple[str, int]], pairs: Sequence[KeyValue]
) -> dict[str, Json]:
    """Return the known attributes and, of the pairs, those at these places. Mostly all are text."""
    attributes = known.copy()
    try:
        for key, at in others:
            attributes[key] = _decode_text(pairs[at].value).stringValue
    except ValueError:
        for key, at in others:
            attributes[key] = attribute(pairs[at].value)
    return attributes


def attribute(raw: Raw) -> Json:
    """Return what an attribute's value holds."""
    try:
        return _decode_text(raw).stringValue
    except ValueError:
        pass
    return any_value(_any(raw))


def _any(raw: Raw) -> Json:
    """Return the JSON that was left unread; it is known to be JSON."""
    try:
        return _decode_value(raw)
    except (ValueError, RecursionError):
        # Half a surrogate pair, or a number too large: the exact decoder has values for them.
        return Decoder(bytes(raw).decode()).decode(0, 0, [])[0]


def events_of(span: QuickSpan) -> tuple[Event, ...]:
    """Return a span's events, read."""
    return tuple(
        [Event(event.name or "", attributes_of(event.attributes)) for event in span.events or ()]
    )


def resource_of(raw: Unread) -> Mapping[str, Json]:
    """Return the attributes of a resource."""
    held = NOTHING if isinstance(raw, UnsetType) else _any(raw)
    return plain_attributes(held.get("attributes")) if isinstance(held, Mapping) else NOTHING
