"""From the spans of a file to its traces: which spans are calls, in which order, in which step.

The rules hold for every dialect. A span of a tool call wins over a message that asks for it; nested
spans that report one call are one call; a call belongs to the model's response that came before it
in the same agent. How a dialect names things is the dialect's own business.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Final, NamedTuple

from toolspec.engine.json_value import Json, compact, identity
from toolspec.engine.reading.dialects.dialect import Role, Unreadable
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.span import Span
from toolspec.engine.reading.spans.agents_named import other_agents
from toolspec.engine.reading.spans.answers import missing
from toolspec.engine.reading.spans.asked_calls import asked_calls, requested_calls
from toolspec.engine.reading.spans.beside import named_beside
from toolspec.engine.reading.spans.classified_span import ClassifiedSpan, Classifier
from toolspec.engine.reading.spans.disagreements import Disagreements
from toolspec.engine.reading.spans.joined_calls import joined_calls
from toolspec.engine.reading.spans.overlooked import tells_beside
from toolspec.engine.reading.spans.silence import gaps_of
from toolspec.engine.reading.spans.span_calls import span_calls
from toolspec.engine.reading.spans.span_tree import Tree
from toolspec.engine.reading.unread.doubtful import doubtful
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import UNRECORDED, Gap, Note, Trace

# An enum's members are looked up again each time they are named by their class.
_OTHER: Final = Role.OTHER
_CREATION: Final = Role.CREATION
_STRANGE: Final = Role.STRANGE
_DISPUTED: Final = Role.DISPUTED
_TOOL: Final = Role.TOOL
_UNREADABLE: Final = Role.UNREADABLE
_BEGINS: Final = attrgetter("begins")
_START: Final = attrgetter("start_ns")
_SPAN_ID: Final = attrgetter("span_id")


class OpenTrace:
    """The spans of one trace while they arrive, in any order.

    `known` tells whether any is a tool call, a model's response or an agent's run; `called` whether
    any is a tool's; `created` whether any is an agent's creation. `unknown` counts the spans of no
    dialect, `unreadable` is the first span whose attributes cannot be read. `gaps` are known from
    where the spans are, `strange` the spans that may tell of calls and are of no known kind.
    """

    __slots__ = (
        "called",
        "case",
        "created",
        "foreign",
        "gaps",
        "id",
        "known",
        "named",
        "seen",
        "strange",
        "unknown",
        "unreadable",
    )

    def __init__(self, id: str | None, case: str | None = None) -> None:
        self.id, self.case = id, case
        self.seen: list[ClassifiedSpan] = []
        self.foreign: dict[str, int] = {}
        self.gaps: list[Gap] = []
        self.strange: list[ClassifiedSpan] = []
        self.named: list[tuple[tuple[int, int], str]] = []
        self.known = self.called = self.created = False
        self.unknown = 0
        self.unreadable: ClassifiedSpan | None = None

    def add(self, classified: ClassifiedSpan) -> None:
        """Take one more span."""
        self.seen.append(classified)
        role = classified.role
        if role is _STRANGE or role is _DISPUTED:
            self.strange.append(classified)
        if role is _OTHER or role is _STRANGE:
            title = classified.title
            if title is not None:
                self.foreign[title] = self.foreign.get(title, 0) + 1
            self.unknown += classified.dialect is None
        elif role is _CREATION:
            self.created = True
        elif role is _UNREADABLE:
            self.unreadable = self.unreadable or classified
        else:
            self.known = True
            self.called = self.called or role is _TOOL
        if classified.case is not None:
            self.named.append((classified.begins, classified.case))

    @property
    def dialects(self) -> frozenset[str]:
        """The names of the dialects of its spans."""
        return frozenset(
            {classified.dialect.name for classified in self.seen if classified.dialect is not None}
        )

    @property
    def begins(self) -> tuple[int, int]:
        """The start of the first span, then the place of the first in the file."""
        return (
            min(classified.begins for classified in self.seen)[0],
            min(classified.at for classified in self.seen),
        )

    def finish(self, format: str, path: str | None, depth_max: int) -> Trace | Skipped:
        """Return the trace, or why it cannot be judged."""
        skipped = self._skipped()
        if skipped is not None:
            return skipped
        notes: list[Note] = []
        ordered = self._ordered()
        by_id = dict(zip(map(_SPAN_ID, ordered), ordered, strict=True))
        if len(by_id) < len(ordered):
            ordered = _once(ordered, notes)
            by_id = {classified.span_id: classified for classified in reversed(ordered)}
        by_id.pop(None, None)
        tree = Tree(ordered, by_id)
        doubts: list[Note] = []
        asked = asked_calls(tree, depth_max, doubts)
        if self.called:
            lost: list[tuple[str, Note]] = []
            differ = Disagreements(notes)
            calls = span_calls(tree, depth_max, notes, lost, differ, asked.calls)
            calls = joined_calls(tree, calls, asked.calls, depth_max, differ)
            unknown = {call.name for call in calls if call.arguments is UNRECORDED} if lost else ()
            notes += [note for name, note in lost if name in unknown]
        elif asked.unread:
            return self._unread(next(iter(asked.unread.values())))
        else:
            notes += doubts
            calls = requested_calls(asked.calls, tree, depth_max, notes)
        gaps = [*self.gaps, *gaps_of(tree, calls, asked, self.strange, ordered), *doubtful(calls)]
        gaps += other_agents(tree, calls, notes)
        twice = next((classified for classified in ordered if classified.span.twice), None)
        if twice is not None:
            key = twice.span.twice[0]
            return self._unread(
                Note(f"the attribute `{key}` has two values on one span", twice.place)
            )
        from toolspec.engine.reading.spans.span_dialogue import (
            SpanDialogue,  # with msgspec: spans have it
        )

        return Trace(
            calls,
            id=self.id,
            name=self._name(notes),
            path=path,
            format=format,
            steps=tree.steps,
            start_ns=_first_start(ordered),
            end_ns=max(
                [classified.end_ns for classified in ordered if classified.end_ns is not None],
                default=None,
            ),
            said=SpanDialogue.of(tree).dialogue,
            notes=notes,
            gaps=gaps,
            beside=list(named_beside(ordered, calls, asked.calls)),
            passed_over=self.unknown,
        )

    def _skipped(self) -> Skipped | None:
        place = self.seen[0].place
        if self.foreign:
            title, count = next(iter(self.foreign.items()))
            why = f"it holds {plural(count, 'tool call')} of {title}, not read yet"
            return Skipped(Note(f"{self._called} skipped: {why}", place), foreign=self.foreign)
        if self.unreadable is not None:
            classified = self.unreadable
            asked = (
                iter(())
                if classified.dialect is None
                else classified.dialect.requested(classified.span)
            )
            for unread in asked:
                if isinstance(unread, Unreadable):
                    return self._unread(missing("calls", unread, classified))
        if self.created and not self.known:
            why = "it holds an agent's creation and no run"
            return Skipped(Note(f"{self._called} skipped: {why}", place), created=True)
        if not self.known and self.strange:
            text = "its spans may tell of calls, and are of no kind that is read"
            return self._unread(Note(text, self.strange[0].place))
        if not self.known:
            telling = next(
                (classified for classified in self.seen if tells_beside(classified)), None
            )
            if telling is not None:
                text = "its spans hold what looks like tool calls, and no span of one"
                return self._unread(Note(text, telling.place))
            why = f"none of its {plural(len(self.seen), 'span')} is of a known dialect"
            return Skipped(Note(f"{self._called} skipped: {why}", place))
        return None

    def _unread(self, missing: Note) -> Skipped:
        text, place, bare = missing
        before = f"{self._called} cannot be judged: "
        return Skipped(Note(before + text, place, bare and before + bare), unread=True)

    @property
    def _called(self) -> str:
        return f"trace {self.id}" if self.id else "a trace without id"

    def _ordered(self) -> list[ClassifiedSpan]:
        """Return the spans by when they began, then by their place in the file."""
        try:
            # They are in the file's order, and sorting keeps that among equals.
            return sorted(self.seen, key=_START)
        except TypeError:
            return sorted(self.seen, key=_BEGINS)

    def _name(self, notes: list[Note]) -> str | None:
        names = [name for _, name in sorted(self.named)]
        if len(set(names)) > 1:
            others = ", ".join(f"`{name}`" for name in dict.fromkeys(names))
            notes.append(Note(f"several case names in one trace, the first counts: {others}"))
        return names[0] if names else self.case


def _first_start(ordered: list[ClassifiedSpan]) -> int | None:
    first = ordered[0].start_ns
    if first is not None:
        return first
    # Spans without a start are sorted by their end.
    starts = [classified.start_ns for classified in ordered if classified.start_ns is not None]
    return min(starts, default=None)


def _once(ordered: list[ClassifiedSpan], notes: list[Note]) -> list[ClassifiedSpan]:
    """Return the spans without those written twice, as exporters that try again do.

    Only whole copies are left out: spans that merely share an id are different spans.
    """
    spans_of: dict[str | None, int] = {None: 1}
    for classified in ordered:
        if classified.span_id is not None:
            spans_of[classified.span_id] = spans_of.get(classified.span_id, 0) + 1
    kept: list[ClassifiedSpan] = []
    met: set[tuple[object, ...]] = set()
    for classified in ordered:
        if spans_of[classified.span_id] > 1:
            span = classified.span
            events = [[event.name, event.attributes] for event in span.events]
            compared = [span.attributes, events, span.parent_id, span.scope, span.status]
            whole = (span.span_id, span.name, span.start_ns, span.end_ns, _told(compared))
            if whole in met:
                continue
            met.add(whole)
        kept.append(classified)
    if len(kept) < len(ordered):
        count = len(ordered) - len(kept)
        twice = "span that stands in the file twice was", "spans that stand in the file twice were"
        notes.append(Note(f"{plural(count, *twice)} read once"))
    return kept


def _told(written: Json) -> Hashable:
    """Return something to compare what spans tell by."""
    try:
        return identity(written)
    except RecursionError:
        return compact(written)


class Skipped(NamedTuple):
    """Why a trace cannot be judged.

    `foreign` counts its tool calls of dialects that are not read; `created` where it holds an
    agent's creation only; `unread` where calls may be missing from what cannot be read.
    """

    note: Note
    foreign: Mapping[str, int] = MappingProxyType({})
    created: bool = False
    unread: bool = False


class Gathered(NamedTuple):
    """The traces of a file's spans, and what was seen on the way."""

    traces: tuple[Trace, ...]
    dialects: tuple[str, ...]
    spans: int
    skipped: tuple[Skipped, ...] = ()

    def unjudged(self, path: str | None) -> tuple[TraceError, ...]:
        """Return why some traces cannot be judged; those that hold no run of an agent are not."""
        return tuple(
            TraceError(
                skipped.note.text,
                path=path,
                line=skipped.note.place.line or None,
                bare=skipped.note.bare,
                hint="what cannot be read cannot be judged",
            )
            for skipped in self.skipped
            if skipped.unread or skipped.foreign
        )


def gather(
    spans: Iterable[Span], format: str, path: str | None, depth_max: int, notes: list[Note]
) -> Gathered:
    """Return the traces that spans make, in the order they begin.

    Traces that cannot be judged are skipped, each with a note: those that hold only an agent's
    creation, those of no known dialect, those with tool spans of a dialect that is not read, and
    those from which calls may be missing.
    """
    open_traces: dict[tuple[str | None, str | None], OpenTrace] = {}
    used: dict[str, None] = {}
    count = 0
    for classified in map(Classifier().classified, spans, itertools.count()):
        id, case = classified.trace_id, classified.span.case
        key = (id, case if id is None else None)
        open_trace = open_traces.get(key)
        if open_trace is None:
            open_trace = open_traces[key] = OpenTrace(id, case)
        if classified.dialect is not None:
            used[classified.dialect.name] = None
        open_trace.add(classified)
        count += 1
    traces: list[tuple[Trace, frozenset[str]]] = []
    skipped: list[Skipped] = []
    for open_trace in sorted(open_traces.values(), key=lambda trace: trace.begins):
        trace = open_trace.finish(format, path, depth_max)
        if isinstance(trace, Skipped):
            skipped.append(trace)
            notes.append(trace.note)
        else:
            traces.append((trace, open_trace.dialects))
    if len(traces) > 1 and len(used) > 1:
        from toolspec.engine.reading.spans.told_again import told_once

        return Gathered(tuple(told_once(traces, notes)), tuple(used), count, tuple(skipped))
    return Gathered(tuple([trace for trace, _ in traces]), tuple(used), count, tuple(skipped))
