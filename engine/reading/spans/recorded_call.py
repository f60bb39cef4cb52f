"""The call that one tool's span records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeVar

from toolspec.engine.json_value import same
from toolspec.engine.reading.dialects.dialect import Dialect, Recorded
from toolspec.engine.reading.payloads.alike import alike
from toolspec.engine.reading.payloads.marks import marked_status
from toolspec.engine.reading.payloads.payload import (
    ReadArguments,
    ReadOutcome,
    doubted,
    read_arguments,
    read_result,
)
from toolspec.engine.reading.span import Span
from toolspec.engine.reading.spans.classified_span import ClassifiedSpan
from toolspec.engine.reading.spans.disagreements import Disagreements
from toolspec.engine.reading.spans.span_tree import CallOrigin
from toolspec.engine.trace import UNRECORDED, Call, Note, Place, Unrecorded

NONE_ASKED: Final[Mapping[str, Set[str | None]]] = MappingProxyType({})


def recorded_call(
    classified: ClassifiedSpan,
    origin: CallOrigin,
    depth_max: int,
    notes: list[Note],
    lost: list[tuple[str, Note]],
    differ: Disagreements,
    asked: Mapping[str, Set[str | None]] = NONE_ASKED,
) -> Call:
    """Return the call of a tool's span; what there is to say of it joins the notes.

    Why its arguments cannot be read joins those that are `lost`, with the tool: another record of
    the call may have them. What two records on the span tell differently joins those that `differ`.

    A result may say the id of the call it is for. It has to be one of those with which its tool was
    `asked` for, if there are any: a tool may give back what was said to another.

    `origin` is what asked for it. A span that began and did not end never completed.
    """
    span, dialect = classified.span, classified.dialect
    assert dialect is not None, "a tool span is of some dialect"
    recorded = dialect.call(span)
    read = _read(span, dialect, recorded, depth_max)
    if span.events or classified.others:
        for other, also, records in _others(classified, dialect):
            more = _read(span, other, also, depth_max)
            read = _joined(
                read, more, differ, name=recorded.name, place=span.place, records=records
            )
    name, arguments, result, id = recorded.name, read.arguments, read.result, read.id
    if id != recorded.id and id not in asked.get(name, (id,)):
        id = None
    if arguments.doubt:
        note = doubted(f"`{name}`: arguments", arguments.doubt, arguments.bare, span.place)
        if isinstance(arguments.value, Unrecorded):
            lost.append((name, note))
        else:
            notes.append(note)
    if result.doubt:
        notes.append(doubted(f"`{name}`: result", result.doubt, result.bare, span.place))
    completed = classified.end_ns is not None or classified.start_ns is None
    status = "error" if result.failed else _status(span)
    fields = (
        name,
        arguments.value,
        result.value,
        origin.step,
        completed,
        marked_status(result.value, status) if completed else None,
        id,
        classified.span_id,
        dialect.own_agent(span) or origin.agent or dialect.agent(span),
        classified.start_ns,
        classified.end_ns,
        span.place,
    )
    return Call._make(fields)


def _arguments(span: Span, dialect: Dialect, recorded: Recorded, depth_max: int) -> ReadArguments:
    """Return the arguments that a dialect tells of, without the envelope that it writes."""
    read = read_arguments(recorded.arguments, depth_max)
    if not isinstance(read.value, Unrecorded) and "kwargs" in read.value:
        given = dialect.given(span, read.value)
        if given is not None:
            return ReadArguments(given.value, read.doubt or given.doubt, read.bare or given.doubt)
    return read


class _Told(NamedTuple):
    """What one record on a span tells of its call."""

    recorded: Recorded
    arguments: ReadArguments
    result: ReadOutcome
    id: str | None


def _read(span: Span, dialect: Dialect, recorded: Recorded, depth_max: int) -> _Told:
    arguments = _arguments(span, dialect, recorded, depth_max)
    result = read_result(recorded.result, depth_max, dialect.opener(span))
    return _Told._make((recorded, arguments, result, recorded.id or result.id))


def _others(
    classified: ClassifiedSpan, dialect: Dialect
) -> Iterator[tuple[Dialect, Recorded, str]]:
    """Yield what else on a span tells of its call, and words for the two records."""
    span = classified.span
    if span.events:
        also = dialect.told_by_events(span)
        if also is not None:
            yield dialect, also, "its span and an event of it"
    for other in classified.others:
        yield other, other.call(span), f"the attributes of {dialect.title} and {other.title}"


def _joined(
    first: _Told, second: _Told, differ: Disagreements, *, name: str, place: Place, records: str
) -> _Told:
    """Return two records as one; what both tell, and tell differently, is not recorded.

    Of two that were read from the same text, only one knows the envelope it is in.
    """
    arguments, result = first.arguments, first.result
    own, other = arguments.value, second.arguments.value
    if isinstance(own, Unrecorded):
        if not differ.at(place, "arguments"):
            arguments = _better(arguments, second.arguments)
    elif (
        not isinstance(other, Unrecorded)
        and first.recorded.arguments != second.recorded.arguments
        and not same(own, other)
    ):
        differ.add(name, "arguments", place, records)
        arguments = ReadArguments(UNRECORDED)
    if isinstance(result.value, Unrecorded):
        if not differ.at(place, "result"):
            result = _better(result, second.result)
    elif not isinstance(second.result.value, Unrecorded) and not alike(
        result.value, second.result.value
    ):
        differ.add(name, "result", place, records)
        result = ReadOutcome(UNRECORDED, result.id)
    return _Told(first.recorded, arguments, result, first.id or second.id or result.id)


_Record = TypeVar("_Record", ReadArguments, ReadOutcome)


def _better(first: _Record, second: _Record) -> _Record:
    """Return the second of two records where it says more: a value, or why there is none."""
    if isinstance(second.value, Unrecorded) and not second.doubt:
        return first
    return first if first.doubt and isinstance(second.value, Unrecorded) else second


def _status(span: Span) -> Literal["ok", "error"]:
    """Return how a span that ended did: a status that is not set means well, unless it failed."""
    if span.status is not None:
        return span.status
    if span.attributes.get("error.type"):
        return "error"
    raised = span.events and any(event.name == "exception" for event in span.events)
    return "error" if raised else "ok"
