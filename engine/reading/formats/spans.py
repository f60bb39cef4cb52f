"""What the formats that carry spans have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import ClassVar, Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Document, Format, TraceError
from toolspec.engine.reading.limits import DEFAULT
from toolspec.engine.reading.span import Span
from toolspec.engine.reading.spans.assemble import gather
from toolspec.engine.reading.unread.call_words import ARGUMENTS, by_keys, plain_word
from toolspec.engine.reading.unread.json_texts import may_hold_call
from toolspec.engine.reading.unread.mentioned import Mentioned
from toolspec.engine.trace import Note, Place, Trace


def _ignore(value: Json, place: Place, key: str) -> str | None:
    """Look at nothing."""


class Leftovers:
    """What in documents of spans is not a span: entries of lists, unknown keys.

    Somebody must look whether it is one after all; nothing is held but where the first of it is,
    `odd`: the lines of what holds a word that only traces have, with that word, and the names that
    are `mentioned` in records.
    """

    def __init__(self, look: Callable[[Json, Place, str], str | None] = _ignore) -> None:
        self._look = look
        self.odd: list[tuple[int, str]] = []
        self.mentioned = Mentioned()
        self.count = 0
        self.first: Place | None = None

    def add(self, value: Json, place: Place, *keys: str | int) -> None:
        """Take a value that is where the keys lead from a place.

        One under a key is not a record: it is looked at, and not counted.
        """
        is_entry = not keys or isinstance(keys[-1], int)
        if value not in _EMPTY:
            at = place.at(*keys)
            word = self._look(value, at, "" if is_entry else str(keys[-1]))
            if word is not None and len(self.odd) < ODD_MAX:
                self.odd.append((at.line, word))
            if is_entry:
                self.first = self.first or at
                self.mentioned.in_record(value, at.line)
        self.count += is_entry


ODD_MAX: Final = 20
_EMPTY: Final[tuple[Json, ...]] = (None, "", {}, [])


_OF_LINKS: Final = frozenset(
    {"context", "droppedAttributesCount", "dropped_attributes_count", "flags", "spanContext"}
    | {"spanId", "span_id", "traceId", "traceState", "trace_id", "trace_state"}
)
_OF_EVENTS: Final = frozenset(
    {"attributes", "body", "droppedAttributesCount", "dropped_attributes", "event_name", "name"}
    | {"dropped_attributes_count", "time", "timeUnixNano", "time_unix_nano", "timestamp"}
    | {"eventName", "flags", "instrumentation_scope", "observedTimeUnixNano", "resource", "scope"}
    | {"observed_time_unix_nano", "observed_timestamp", "severityNumber", "severityText"}
    | {"severity_number", "severity_text", "spanId", "span_id", "traceId", "trace_flags"}
    | {"trace_id"}
)
"""Of log events too, which some writers keep with their spans."""


_AROUND: Final = frozenset(
    {"context", "instrumentation_info", "instrumentationScope", "instrumentation_scope"}
    | {"localEndpoint", "parent", "parentSpanContext", "process", "remoteEndpoint", "resource"}
    | {"scope", "spanContext", "status"}
)
"""What is around the attributes of a span, and holds no call."""


@by_keys
def _around(keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(key for key in keys if key in _AROUND)


def look_around(span: Mapping[str, Json], place: Place, left: Leftovers) -> None:
    """Hand over what a span's resource, scope, status and context hold beside plain words."""
    for key in _around(tuple(span)):
        entries = span[key]
        for part, value in entries.items() if isinstance(entries, dict) else ():
            inner = value if part == "attributes" and isinstance(value, dict) else {part: value}
            for name, item in inner.items():
                if _may_hold_more(item):
                    left.add(item, place.at(key), name)


def _may_hold_more(value: Json) -> bool:
    if isinstance(value, str):
        return value[:1] in _OPENING and may_hold_call(value)
    return isinstance(value, dict | list) and bool(value)


_OPENING: Final = ("{", "[", '"', " ", "\n", "\ufeff")


def beside_attributes(
    entries: Json, place: Place, left: Leftovers, *, bodies: bool = False
) -> None:
    """Hand over what the events or links of a span hold that these do not have.

    A link's attributes too: nobody reads them. An event with other keys than an event's is none.
    The body of one is handed over too, but where the format reads `bodies`.
    """
    is_links = place.pointer[-1] == "links"
    key = "link" if is_links else "event"
    for at, item in enumerate(entries if isinstance(entries, list) else ()):
        if not isinstance(item, dict):
            left.add(item, place.at(at), key)
        elif is_links:
            left.add({key: item[key] for key in item if key not in _OF_LINKS}, place.at(at), key)
        elif not _OF_EVENTS.issuperset(item):
            rest = {part: item[part] for part in item if part not in _OF_EVENTS}
            is_event = "name" in item and isinstance(item.get("attributes"), dict)
            is_event = is_event and ARGUMENTS.isdisjoint(map(plain_word, rest))
            left.add(rest if is_event else item, place.at(at), key)
        elif not bodies and item.get("body"):
            left.add(item["body"], place.at(at), "body")


class SpanFormat(Format):
    """A format whose documents hold spans; what the spans mean is the dialects' business."""

    records = EVERYTHING

    looks_again: ClassVar[bool] = False
    """Whether its whole file is looked through once more for calls that no record tells of."""

    def spans(self, document: Document, left: Leftovers) -> Iterator[Span]:
        """Yield the spans of one document, in the order they have there; `left` takes the rest."""
        raise NotImplementedError

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield the traces of the file, ordered by their first span's start."""
        left = Leftovers()
        spans = (span for document in documents for span in self.spans(document, left))
        yield from gather(spans, self.name, None, DEFAULT.depth_max, notes).traces
