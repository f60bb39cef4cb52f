"""The call that one tool's span records."""

from __future__ import annotations

from typing import Literal, TypeVar

from toolspec.engine.reading.dialects import others_calling
from toolspec.engine.reading.dialects.dialect import Dialect, Recorded
from toolspec.engine.reading.named import make
from toolspec.engine.reading.payloads.marks import marked_status
from toolspec.engine.reading.payloads.payload import (
    Arguments,
    Decode,
    Outcome,
    doubted,
    read_arguments,
    read_result,
)
from toolspec.engine.reading.span import Span
from toolspec.engine.reading.spans.classified_span import ClassifiedSpan
from toolspec.engine.trace import Call, Note, Unrecorded


def recorded_call(
    seen: ClassifiedSpan,
    around: tuple[int | None, str | None],
    depth_max: int,
    decode: Decode,
    notes: list[Note],
    lost: list[tuple[str, Note]],
) -> Call:
    """Return the call of a tool's span; what there is to say of it joins the notes.

    Why its arguments cannot be read joins those that are `lost`, with the tool: another record of
    the call may have them.

    `around` are the step that asked for it, and the name of the agent around it. A span that began
    and did not end never completed. JSON text of arguments is decoded by `decode`; see
    `read_arguments`.
    """
    span, dialect = seen.span, seen.dialect
    assert dialect is not None, "a tool span is of some dialect"
    told = dialect.call(span)
    name, id = told.name, told.id
    arguments = _arguments(span, dialect, told, depth_max, decode)
    result = read_result(told.result, depth_max, dialect.opener(span))
    id = id or result.id
    lacks = isinstance(arguments.value, Unrecorded) or isinstance(result.value, Unrecorded)
    for other in others_calling(span, dialect) if lacks or id is None else ():
        also = other.call(span)
        if isinstance(arguments.value, Unrecorded):
            arguments = _better(arguments, _arguments(span, other, also, depth_max, decode))
        if isinstance(result.value, Unrecorded):
            result = _better(result, read_result(also.result, depth_max, other.opener(span)))
        id = id or also.id or result.id
    if arguments.doubt:
        note = doubted(f"`{name}`: arguments", arguments.doubt, arguments.bare, span.place)
        if isinstance(arguments.value, Unrecorded):
            lost.append((name, note))
        else:
            notes.append(note)
    if result.doubt:
        notes.append(doubted(f"`{name}`: result", result.doubt, result.bare, span.place))
    step, agent = around
    completed = seen.end_ns is not None or seen.start_ns is None
    status = "error" if result.failed else _status(span)
    fields = (
        name,
        arguments.value,
        result.value,
        step,
        completed,
        marked_status(result.value, status) if completed else None,
        id,
        seen.span_id,
        agent or dialect.agent(span),
        seen.start_ns,
        seen.end_ns,
        span.place,
    )
    return make(Call, fields)


def _arguments(
    span: Span, dialect: Dialect, told: Recorded, depth_max: int, decode: Decode
) -> Arguments:
    """Return the arguments that a dialect tells of, without the envelope that it writes."""
    read = read_arguments(told.arguments, depth_max, decode)
    if not isinstance(read.value, Unrecorded) and "kwargs" in read.value:
        given = dialect.given(span, read.value)
        if given is not None:
            return Arguments(given.value, read.doubt or given.doubt, read.bare or given.doubt)
    return read


_Read = TypeVar("_Read", Arguments, Outcome)


def _better(first: _Read, second: _Read) -> _Read:
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
