"""The call that one tool's span records."""

from __future__ import annotations

import json
from typing import Literal, TypeAlias

from toolspec.engine.dialects.dialect import Dialect
from toolspec.engine.dialects.payload import Decode, doubted, read_arguments, read_result
from toolspec.engine.formats.span import Span
from toolspec.engine.marks import marked_status
from toolspec.engine.named import make
from toolspec.engine.trace import Call, Note, Unrecorded

RecordedCall: TypeAlias = "tuple[Call, tuple[Note, ...]]"
"""A call as far as its span alone tells it, and what a reader should know about it."""


def recorded_call(
    span: Span, dialect: Dialect, depth_max: int, decode: Decode = json.loads
) -> RecordedCall:
    """Return the call of a tool's span; its step and its agent are for the whole trace to tell.

    A span that began and did not end never completed. JSON text of arguments is decoded by
    `decode`; see `read_arguments`.
    """
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
    notes: tuple[Note, ...] = ()
    if doubt or result_doubt:
        said = (("arguments", doubt, bare), ("result", result_doubt, result_bare))
        notes = tuple(
            doubted(f"`{name}`: {part}", why, bare, span.place) for part, why, bare in said if why
        )
    completed = span.end_ns is not None or span.start_ns is None
    call = (
        name,
        arguments,
        result,
        0,
        completed,
        marked_status(result, _status(span)) if completed else None,
        id or id_in_result,
        span.span_id,
        dialect.agent(span),
        span.start_ns,
        span.end_ns,
        span.place,
    )
    return make(Call, call), notes


def _status(span: Span) -> Literal["ok", "error"]:
    """Return how a span that ended did: a status that is not set means well, unless it failed."""
    if span.status is not None:
        return span.status
    if span.attributes.get("error.type") or any(event.name == "exception" for event in span.events):
        return "error"
    return "ok"
