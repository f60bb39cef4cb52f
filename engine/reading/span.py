"""One span, whatever file it came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from toolspec.engine.json_value import Json, as_list
from toolspec.engine.trace import Place

Status = Literal["ok", "error"]

NOTHING: Final[Mapping[str, Json]] = {}

UNREAD: Final = "(attributes that cannot be read)"
"""An attribute of spans and events whose attributes are none: holds what cannot be read."""


class Event(NamedTuple):
    """Something that happened inside a span: an exception, a message to or from the model."""

    name: str
    attributes: Mapping[str, Json] = NOTHING


class Span(NamedTuple):
    """A timed piece of work with attributes; ids are text, lower-case hex where the file allows.

    `case` is the name a file gives to a group of spans (`{"refund": [spans]}`); None elsewhere.
    `twice` are the attributes that are there more than once, with different values. `dropped` says
    what the writer left out of the span because of its limits, "" for nothing: see `dropped_from`.
    Times are nanoseconds since 1970 UTC, None where not recorded. `status` is None for UNSET.
    `exported` where the span was made of an export, and its result may be in an envelope. That is
    no attribute, since anyone who writes a file could set one.
    """

    name: str
    trace_id: str | None = None
    span_id: str | None = None
    parent_id: str | None = None
    kind: str = ""
    start_ns: int | None = None
    end_ns: int | None = None
    attributes: Mapping[str, Json] = NOTHING
    status: Status | None = None
    events: Sequence[Event] = ()
    resource: Mapping[str, Json] = NOTHING
    scope: str = ""
    place: Place = Place()
    case: str | None = None
    twice: tuple[str, ...] = ()
    dropped: str = ""
    exported: bool = False


DROPPED: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("droppedAttributesCount", "dropped_attributes_count", "dropped_attributes"), "attributes"
    ),
    **dict.fromkeys(("droppedEventsCount", "dropped_events_count", "dropped_events"), "events"),
}
"""The keys of a span by which writers count what they left out; links say nothing of calls."""


def dropped_from(counts: Mapping[str, Json], events: Json = None) -> str:
    """Return what was left out of a span as written: `attributes`, `events`, or "" for nothing.

    >>> dropped_from({"droppedEventsCount": "2"}), dropped_from({"droppedAttributesCount": 0})
    ('events', '')
    """
    for key, what in DROPPED.items():
        if key in counts and counts[key] not in _NO_COUNTS:
            return what
    for event in as_list(events):
        if isinstance(event, Mapping) and dropped_from(event):
            return "attributes of an event"
    return ""


_NO_COUNTS: Final[tuple[Json, ...]] = (None, 0, "0", "")


def span_status(recorded: object) -> Status | None:
    """Return what a status of any carrier says: `"STATUS_CODE_ERROR"`, `"error"`, `2`.

    >>> span_status("STATUS_CODE_ERROR"), span_status(1), span_status("UNSET")
    ('error', 'ok', None)
    """
    match recorded:
        case str():
            word = recorded.rpartition("_")[2].rpartition(".")[2].lower()
            return "ok" if word == "ok" else "error" if word == "error" else None
        case bool() | None:
            return None
        case 1:
            return "ok"
        case 2:
            return "error"
        case _:
            return None


def identifier(recorded: object, digits: int) -> str | None:
    """Return an id as lower-case hex: `"0x0aF1"`, `"0aF1"` and 128-bit whole numbers alike.

    `digits` is the length whole numbers are written to (32 for traces, 16 for spans). Ids of no
    known shape (UUIDs, words) stay as they are. None stands for no id: absent, empty or all zero.
    """
    if isinstance(recorded, str):
        text = recorded[2:].lower() if recorded[:2] in ("0x", "0X") else recorded
        if len(text) == digits:
            text = text.lower() if _is_hex(text) else text
        return text if text.strip("0") else None
    if isinstance(recorded, bool) or not isinstance(recorded, int):
        return None
    return _HEX[digits](recorded) if recorded > 0 else None


_HEX: Final = {16: "{:016x}".format, 32: "{:032x}".format}


def _is_hex(text: str) -> bool:
    try:
        int(text, 16)
    except ValueError:
        return False
    return True
