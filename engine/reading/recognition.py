"""Which format reads a file: every document is asked about, and none is dropped.

A file is of the format that is sure of its documents. Files of spans may mix the ways spans are
written; any other mix is refused, as the calls of one kind would be missing from the other. What no
format knows is passed over and counted, unless it looks like a call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from toolspec.engine.json_value import Json, compact
from toolspec.engine.reading.format import Claim, Document, Format, TraceError
from toolspec.engine.reading.formats import format_of, formats, formats_for
from toolspec.engine.reading.formats.likely import likely_writer
from toolspec.engine.reading.formats.messages import is_object
from toolspec.engine.reading.formats.spans import Leftovers, SpanFormat
from toolspec.engine.reading.span import Span
from toolspec.engine.reading.unread.call_texts import call_in_text, piece_between, words_of_agents
from toolspec.engine.reading.unread.call_words import (
    plain_word,
)
from toolspec.engine.reading.unread.mentioned import Mentioned
from toolspec.engine.reading.unread.pieces import piece_of_record
from toolspec.engine.reading.unread.sightings import (
    DEPTH_MAX,
    Sighting,
    sightings,
)
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import Note, Place

_PLAIN: Final = frozenset({str, int, float, bool, type(None)})

_DECIDING: Final = frozenset(
    {"attributes", "content", "events", "function", "functioncall", "key", "message", "messages"}
    | {"name", "output", "parts", "resourcespans", "role", "scopespans", "spans", "steps", "type"}
    | {"stringvalue", "value"}
)


_OF_LOGS: Final = ("resourceLogs", "resource_logs")


class Sorted(NamedTuple):
    """The documents of a file that are read, each with the format that knows it.

    `format` is the one the file counts as; `passed_over` how many documents no format knew. `odd`
    are the lines of those that hold a word only traces have, in a text, with that word, and
    `mentioned` the names in those.
    """

    format: Format
    documents: list[tuple[Document, Format]]
    passed_over: int = 0
    odd: tuple[tuple[int, str], ...] = ()
    mentioned: Mentioned | None = None


def sort_documents(
    documents: Sequence[Document], notes: list[Note], text: str | None = None
) -> Sorted | None:
    """Return the documents by the formats that know them; None where no format knows any.

    Formats of which the `text` of the documents has no mark are not asked; all are where it is
    None. What is passed over joins the notes. Raises TraceError where the file mixes kinds of
    traces, or a document of no format looks like a call.
    """
    if any(note.text.startswith("`NaN`") for note in notes):
        documents = [Document(_cells(value), place) for value, place in documents]
    if any(_is_mixed(document.value) for document in documents):
        documents = [part for document in documents for part in _by_signal(document)]
    claims = _claims(documents, text)
    if all(claim is not Claim.SURE for claim, _ in claims):
        documents, claims = _as_lines(documents, claims, text)
    if not any(claim for claim, _ in claims):
        documents, claims = _by_name(documents, claims, text)
    sure = [(at, known) for at, (claim, known) in enumerate(claims) if claim is Claim.SURE]
    maybe = ((at, known) for at, (claim, known) in enumerate(claims) if claim)
    likely = sure or [(at, known) for at, known in maybe if not _known(known).needs_sure]
    if not likely:
        return None
    first, format = likely[0][0], _known(likely[0][1])
    for at, known in sure:
        if known is format:
            continue
        strange = not _is_akin(_known(known), format)
        if strange and not (format.takes_others and format.claim(documents[at].value)):
            raise _mixed(documents, (first, format), (at, _known(known)))
    kept: list[tuple[Document, Format]] = []
    left = leftovers()
    for document, (claim, known) in zip(documents, claims, strict=True):
        if claim and known is not None and (known is format or _is_akin(known, format)):
            kept.append((document, known))
        elif not isinstance(format, SpanFormat) and format.claim(document.value):
            kept.append((document, format))
        else:
            left.add(document.value, document.place)
    passed_over = passed_over_of(left, notes)
    if left.count * 2 > len(documents) and not isinstance(format, SpanFormat):
        # Many a log has a line here and there that looks like a message.
        raise TraceError(
            f"a log in which most lines are no {format.title}",
            line=left.first.line or None if left.first else None,
            hint="its format is not known",
        )
    return Sorted(format, kept, passed_over, tuple(left.odd), left.mentioned)


def _by_signal(document: Document) -> Iterator[Document]:
    """Yield spans and log records of OTLP each as a document, where one object holds both."""
    if not _is_mixed(document.value):
        yield document
        return
    for numbered in document.items():
        if is_object(numbered.value) and _has_both(numbered.value):
            logs = {key: value for key, value in numbered.value.items() if key in _OF_LOGS}
            rest = {key: value for key, value in numbered.value.items() if key not in logs}
            yield Document(rest, numbered.place)
            yield Document(logs, numbered.place)
        else:
            yield numbered


def _is_mixed(value: Json) -> bool:
    return any(map(_has_both, value)) if isinstance(value, list) else _has_both(value)


def _has_both(value: Json) -> bool:
    return isinstance(value, dict) and (
        ("resourceSpans" in value and "resourceLogs" in value)
        or ("resource_spans" in value and "resource_logs" in value)
    )


def _cells(value: Json) -> Json:
    """Return the rows of a table with null for NaN, as pandas writes cells that are not there."""
    if isinstance(value, list):
        return [_cells(row) if isinstance(row, dict) else row for row in value]
    if not isinstance(value, dict):
        return value
    return {key: None if cell != cell else cell for key, cell in value.items()}


def _as_lines(
    documents: Sequence[Document], claims: list[tuple[Claim, Format | None]], text: str | None
) -> tuple[Sequence[Document], list[tuple[Claim, Format | None]]]:
    """Return the records in the list that a file is, where their format has one on each line."""
    if len(documents) != 1 or not isinstance(documents[0].value, list):
        return documents, claims
    records = list(documents[0].items())
    if not records or not all(map(is_object, (record.value for record in records))):
        return documents, claims
    first = _claims(records[:_LOOKED_AT], text)
    if all(claim is not Claim.SURE for claim, _ in first):
        return documents, claims
    return records, _claims(records, text)


_LOOKED_AT: Final = 20
"""Asking every format about every object of a long list would take long."""


def _by_name(
    documents: Sequence[Document], claims: list[tuple[Claim, Format | None]], text: str | None
) -> tuple[Sequence[Document], list[tuple[Claim, Format | None]]]:
    """Return the documents in an object that holds nothing but traces, each under a name."""
    value, place = documents[0] if len(documents) == 1 else (None, Place())
    if not is_object(value):
        return documents, claims
    inner = [Document(inner_value, place.at(name)) for name, inner_value in value.items()]
    if not inner or not all(isinstance(numbered.value, dict | list) for numbered in inner):
        return documents, claims
    inside = _claims(inner[:1], text)
    if inside[0][0] is Claim.SURE:
        inside = _claims(inner, text)
    return (
        (inner, inside) if all(claim is Claim.SURE for claim, _ in inside) else (documents, claims)
    )


def _known(format: Format | None) -> Format:
    assert format is not None, "what claims a document is a format"
    return format


def _claims(documents: Sequence[Document], text: str | None) -> list[tuple[Claim, Format | None]]:
    """Return for each document which format is surest of it; the first of those equally sure."""
    asked: list[Format] = []
    claims: list[tuple[Claim, Format | None]] = []
    latest: Format | None = None
    for document in documents:
        best: tuple[Claim, Format | None] = (Claim.NO, None)
        if not _of_plain_values(document.value):
            own_text = None if claims or text is None else _around_first(documents, text)
            # Often the format of the first document is sure of all others.
            turn = _in_turn(latest, asked, text) if not own_text else _in_turn(None, [], own_text)
            for known in turn:
                claim = known.claim(document.value)
                if claim > best[0]:
                    best = (claim, known)
                    if claim is Claim.SURE:
                        latest = known
                        break
        claims.append(best)
    return claims


def _around_first(documents: Sequence[Document], text: str) -> str:
    """Return the lines up to the second document's, which the first is in; "" where they are many.

    What has marks in there is told faster than what has marks in the whole text.
    """
    line = documents[1].place.line if len(documents) > 1 else 0
    end = 0
    if documents[0].place.line < line <= FIRST_LINES_MAX:
        for _ in range(line):
            end = text.find("\n", end) + 1 or len(text)
    return text[:end]


FIRST_LINES_MAX: Final = 100


def _in_turn(latest: Format | None, others: list[Format], text: str | None) -> Iterator[Format]:
    """Yield the formats in the order they are asked: that of the document before is asked first.

    Spans as an SDK writes them come next: small files are mostly those, and importing the others
    would take longer than reading them. These are put into `others` when first needed.
    """
    if latest is not None:
        yield latest
    first = format_of("otel_sdk")
    if first is not latest:
        yield first
    if not others:
        others += formats() if text is None else formats_for(text)
    yield from (known for known in others if known is not latest and known is not first)


def _of_plain_values(value: Json) -> bool:
    """Tell whether the value is a list without objects or lists, which is not a format's.

    Nobody has to be asked about it then, which for millions of numbers takes minutes.
    """
    if not isinstance(value, list) or not value or type(value[0]) not in _PLAIN:
        return False
    return _PLAIN.issuperset(map(type, value))


def _is_akin(format: Format, other: Format) -> bool:
    """Tell whether documents of two formats may be in one file: those of spans may."""
    if isinstance(format, SpanFormat):
        return isinstance(other, SpanFormat)
    return format.name == other.name


def _mixed(
    documents: Sequence[Document], numbered: tuple[int, Format], other: tuple[int, Format]
) -> TraceError:
    (first, second) = sorted((numbered, other), key=lambda pair: pair[0])
    line = documents[second[0]].place.line or None
    return TraceError(
        f"mixes kinds of traces: {first[1].title} from line {documents[first[0]].place.line} on, "
        f"and {second[1].title} here",
        line=line,
        hint="split the file, so that each holds one kind",
    )


def spans_of(documents: Sequence[tuple[Document, Format]], left: Leftovers) -> Iterator[Span]:
    """Yield the spans of documents; `left` takes what is none."""
    for document, known in documents:
        if isinstance(known, SpanFormat):
            yield from known.spans(document, left)


def leftovers() -> Leftovers:
    """Return what takes the rest of documents of spans, and looks through it.

    It raises TraceError where something of it looks like a call, or a record of an agent.
    """
    return Leftovers(_look)


def _look(value: Json, place: Place, key: str) -> str | None:
    """Return the first word in the texts of a value that only traces have."""
    looks = next(sightings(value, place, key=key), None)
    written = "" if looks is not None else compact(value)
    word = words_of_agents(written)
    if word is not None:
        looks = Sighting(f"a record that holds `{word}`", place)
    if looks is not None:
        raise _not_read(looks, value)
    return piece_of_record(written) or _piece_in_texts(value)


def _piece_in_texts(value: Json) -> str | None:
    """Return the first word that only traces have in the texts of a record that may be one."""
    pending: list[tuple[Json, int]] = [(value, 0)]
    while pending:
        item, depth = pending.pop()
        if isinstance(item, str):
            if _may_be_record(item) and call_in_text(item):
                return piece_between(item) or "a call as text"
        elif depth < DEPTH_MAX and isinstance(item, Mapping | list):
            inner = item.values() if isinstance(item, Mapping) else item
            pending.extend((each, depth + 1) for each in inner)
    return None


_may_be_record: Final = re.compile(r"\s*[\[({]|\s*\w+[(=]").match
"""A text of an object or a list, as JSON, Python or a printer writes it."""


def passed_over_of(left: Leftovers, notes: list[Note]) -> int:
    """Return how many records were left over; the first of them joins the notes."""
    if left.first is not None:
        what = plural(left.count, "record", "records")
        notes.append(Note(f"{what} of no known format passed over, the first here", left.first))
    return left.count


def _not_read(looks: Sighting, value: Json) -> TraceError:
    writer = likely_writer(value)
    whose = f"; it is likely from {writer}" if writer else ""
    return TraceError(
        looks.told("looks like a part of a trace and is of no format that is read here") + whose,
        line=looks.place.line or None,
        hint="what cannot be read cannot be judged",
    )


def is_deciding(key: str) -> bool:
    """Tell whether two values of a key in one object can make a call look like another.

    >>> is_deciding("gen_ai.tool.name"), is_deciding("city")
    (True, False)
    """
    plain = plain_word(key)
    return plain in _DECIDING or "tool" in plain or plain.startswith(("genai", "openinference"))


def is_name(key: str) -> bool:
    """Tell whether a key is that of a tool's name: `name`, `toolName`, `gen_ai.tool.name`."""
    plain = plain_word(key)
    return plain == "name" or plain.endswith(("toolname", "functionname"))
