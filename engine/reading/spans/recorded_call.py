"""The call that one tool's span records."""

from __future__ import annotations

from typing import Literal

from toolspec.engine.named import make
from toolspec.engine.reading.dialects.payload import Decode, doubted, read_arguments, read_result
from toolspec.engine.reading.formats.span import Span
from toolspec.engine.reading.marks import marked_status
from toolspec.engine.reading.spans.classified_span import ClassifiedSpan
from toolspec.engine.trace import Call, Note, Unrecorded


def recorded_call(
    seen: ClassifiedSpan,
    around: tuple[int | None, str | None],
    depth_max: int,
    decode: Decode,
    notes: list[Note],
) -> Call:
    """Return the call of a tool's span; what there is to say of it joins the notes.

    `around` are the step that asked for it, and the name of the agent around it. A span that began
    and did not end never completed. JSON text of arguments is decoded by `decode`; see
    `read_arguments`.
    """
    span, dialect = seen.span, seen.dialect
    assert dialect is not None, "a tool span is of some dialect"
    name, recorded, returned, id = dialect.call(span)
    arguments, doubt, bare = read_arguments(recorded, depth_max, decode)
    if not isinstance(arguments, Unrecorded) and "kwargs" in arguments:
        given = dialect.given(span, arguments)
        if given is not None:
            arguments, why = given
            doubt, bare = doubt or why, bare or why
    result, id_in_result, result_doubt, result_bare = read_result(
        returned, depth_max, dialect.opener(span)
    )
    if doubt:
        notes.append(doubted(f"`{name}`: arguments", doubt, bare, span.place))
    if result_doubt:
        notes.append(doubted(f"`{name}`: result", result_doubt, result_bare, span.place))
    step, agent = around
    completed = seen.end_ns is not None or seen.start_ns is None
    fields = (
        name,
        arguments,
        result,
        step,
        completed,
        marked_status(result, _status(span)) if completed else None,
        id or id_in_result,
        seen.span_id,
        agent or dialect.agent(span),
        seen.start_ns,
        seen.end_ns,
        span.place,
    )
    return make(Call, fields)


def _status(span: Span) -> Literal["ok", "error"]:
    """Return how a span that ended did: a status that is not set means well, unless it failed."""
    if span.status is not None:
        return span.status
    if span.attributes.get("error.type"):
        return "error"
    raised = span.events and any(event.name == "exception" for event in span.events)
    return "error" if raised else "ok"
