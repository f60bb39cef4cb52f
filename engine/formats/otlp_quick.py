"""OTLP/JSON lines decoded fast: typed, with attribute values left unread until asked for.

Only the specification's own spelling is known here. A line with any other key, a duplicate key
outside attribute values, or anything that is not strict JSON makes `quick_spans` return None, and
the exact reader takes that line. A duplicate key *inside* one attribute's value, or in a part of a
span that no rule looks at (links), is read like everywhere else (the last one counts), unnoted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, Struct

from toolspec.engine.formats.otlp_json import any_value, otlp_id
from toolspec.engine.formats.span import NOTHING, Event, Span, Status
from toolspec.engine.json_value import Json
from toolspec.engine.trace import Place

if TYPE_CHECKING:
    from _collections_abc import dict_items

_decode_value: Final = msgspec.json.Decoder().decode
_encode: Final = msgspec.json.Encoder().encode
_EMPTY: Final = Raw(b"")


class _KeyValue(Struct, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    key: str
    value: Raw = _EMPTY


class _Status(Struct, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    code: int | str | None = None
    message: Raw = _EMPTY


class _Event(Struct, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    name: str = ""
    timeUnixNano: Raw = _EMPTY  # noqa: N815 - OTLP's names
    attributes: list[_KeyValue] | None = None
    droppedAttributesCount: Raw = _EMPTY  # noqa: N815


class _Span(Struct, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    traceId: str  # noqa: N815
    spanId: str = ""  # noqa: N815
    parentSpanId: str = ""  # noqa: N815
    name: str = ""
    kind: int | str | None = None
    startTimeUnixNano: str | int | None = None  # noqa: N815
    endTimeUnixNano: str | int | None = None  # noqa: N815
    attributes: list[_KeyValue] | None = None
    status: _Status | None = None
    events: list[_Event] | None = None
    flags: Raw = _EMPTY
    links: Raw = _EMPTY
    traceState: Raw = _EMPTY  # noqa: N815
    droppedAttributesCount: Raw = _EMPTY  # noqa: N815
    droppedEventsCount: Raw = _EMPTY  # noqa: N815
    droppedLinksCount: Raw = _EMPTY  # noqa: N815


class _Scope(Struct, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    name: str = ""
    version: Raw = _EMPTY
    attributes: Raw = _EMPTY
    droppedAttributesCount: Raw = _EMPTY  # noqa: N815


class _ScopeSpans(Struct, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    scope: _Scope | None = None
    spans: list[_Span] | None = None
    schemaUrl: Raw = _EMPTY  # noqa: N815


class _ResourceSpans(Struct, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    resource: Raw = _EMPTY
    scopeSpans: list[_ScopeSpans] | None = None  # noqa: N815
    schemaUrl: Raw = _EMPTY  # noqa: N815


class _Traces(Struct, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    resourceSpans: list[_ResourceSpans]  # noqa: N815


_decode: Final = msgspec.json.Decoder(_Traces).decode


class _Text(Struct, gc=False, forbid_unknown_fields=True):
    stringValue: str  # noqa: N815


_decode_text: Final = msgspec.json.Decoder(_Text).decode


class LazyAttributes(dict[str, Any]):
    """Attributes whose values are decoded when asked for; keys are there from the start."""

    __slots__ = ()

    def get(self, key: str, default: Any = None, /) -> Any:
        """Return the value, decoded and kept."""
        if key not in self:
            return default
        value: Any = super().__getitem__(key)
        if type(value) is Raw:
            try:
                value = _decode_text(value).stringValue
            except ValueError:
                value = _other_value(value)
            self[key] = value
        return value

    __getitem__ = get

    def items(self) -> dict_items[str, Any]:
        """Decode everything, then be a plain dict."""
        for key in self:
            self.get(key)
        return super().items()


def _other_value(raw: Raw) -> Json:
    return any_value(_decode_value(raw)) if len(raw) else None


def quick_spans(
    line: bytes, number: int, resources: dict[bytes, Mapping[str, Json]]
) -> list[Span] | None:
    """Return the spans of one line of OTLP/JSON; None where the exact reader must look.

    `resources` remembers what equal resources hold: a file repeats them on every line.
    """
    try:
        traces = _decode(line)
        # What was decoded, written again, has every key of the line; a duplicate would be missing.
        again = _encode(traces)
        if len(again) != len(line.strip()) and not _same_keys(line, again):
            return None
        return _spans(traces, number, resources)
    except (ValueError, RecursionError):
        return None


def _same_keys(line: bytes, again: bytes) -> bool:
    """Tell whether the line has no key that was lost: spaces and escapes may change its length."""
    return line.count(b'":') - line.count(b'\\":') == again.count(b'":') - again.count(b'\\":')


def _spans(traces: _Traces, number: int, resources: dict[bytes, Mapping[str, Json]]) -> list[Span]:
    spans: list[Span] = []
    ids: dict[str, str | None] = {"": None}
    statuses: Mapping[int | str | None, Status] = _STATUSES
    for i, resource_spans in enumerate(traces.resourceSpans):
        written = bytes(resource_spans.resource)
        resource = resources.get(written)
        if resource is None:
            resource = resources[written] = _resource(written)
        for j, scope_spans in enumerate(resource_spans.scopeSpans or ()):
            scope = "" if scope_spans.scope is None else scope_spans.scope.name
            for k, span in enumerate(scope_spans.spans or ()):
                written_id = span.traceId
                if written_id not in ids:
                    ids[written_id] = _id(written_id, 32)
                trace_id = ids[written_id]
                written_id = span.parentSpanId
                if written_id not in ids:
                    ids[written_id] = _id(written_id, 16)
                parent_id = ids[written_id]
                attributes = LazyAttributes()
                if span.attributes:
                    for pair in span.attributes:
                        attributes[pair.key] = pair.value
                spans.append(
                    Span(
                        span.name,
                        trace_id,
                        _id(span.spanId, 16),
                        parent_id,
                        "",
                        int(span.startTimeUnixNano or 0) or None,
                        int(span.endTimeUnixNano or 0) or None,
                        attributes,
                        None if span.status is None else statuses.get(span.status.code),
                        () if not span.events else tuple(map(_event, span.events)),
                        resource,
                        scope,
                        Place(number, ("resourceSpans", i, "scopeSpans", j, "spans", k)),
                    )
                )
    return spans


_STATUSES: Final[Mapping[int | str | None, Status]] = {
    1: "ok",
    2: "error",
    "STATUS_CODE_OK": "ok",
    "STATUS_CODE_ERROR": "error",
}
_ZEROS: Final = ("0" * 32, "0" * 16)


def _id(written: str, digits: int) -> str | None:
    """Return an id as `otlp_id` does; lower-case text of the right length is one already."""
    plain = len(written) == digits and (written.islower() or written.isdigit())
    if plain and written not in _ZEROS and "x" not in written:
        return written
    return otlp_id(written, digits)


def _event(event: _Event) -> Event:
    return Event(
        event.name, {pair.key: _other_value(pair.value) for pair in event.attributes or ()}
    )


def _resource(written: bytes) -> Mapping[str, Json]:
    if not written:
        return NOTHING
    from toolspec.engine.formats.otlp_json import plain_attributes

    held: Json = _decode_value(written)
    return plain_attributes(held.get("attributes")) if isinstance(held, Mapping) else NOTHING
