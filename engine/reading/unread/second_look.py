"""Calls in exports of observability tools that no record of a tool's call tells of.

Such an export is a list of records, each with its kind, its input and its output in fields of their
own. Its reader takes the records from where it knows them. This looks through the whole file once
more, unknown keys and JSON in texts too: whatever looks like a call must be one that was read, one
that a model was sent as made before, or in what a tool was given or gave back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, Final, NamedTuple, TypeAlias, cast

from toolspec.engine.json_value import Json
from toolspec.engine.reading.unread.call_words import (
    DEFINITIONS,
    EXPECTED,
    MERGED,
    by_keys,
    is_call_type,
    is_call_word,
    is_kind_of_model,
    plain_word,
)
from toolspec.engine.reading.unread.doubtful import seen_name
from toolspec.engine.reading.unread.foreign import named_like_tool
from toolspec.engine.reading.unread.json_texts import json_inside, may_hold_call
from toolspec.engine.reading.unread.known_calls import KnownCalls, add_gap, known_call
from toolspec.engine.reading.unread.left_over import GAPS_MAX, answers, named_results
from toolspec.engine.reading.unread.object_keys import ARGUMENTS, OF_CALL, is_of_result, keys_of
from toolspec.engine.reading.unread.parts_of_spans import told_by_span
from toolspec.engine.reading.unread.read_calls import bare_name
from toolspec.engine.reading.unread.sightings import (
    DEPTH_MAX,
    TOO_DEEP,
    Sighting,
    called_among,
    look,
    written_calls,
)
from toolspec.engine.trace import Gap, Place, Trace

_TYPES: Final = ("type", "event", "event_type", "run_type", "kind")
_IDS: Final = ("id", "uuid", "event_id", "span_id")
_NAMES: Final = ("name", "event_name", "function", "span_data")
_NOTHING: Final[tuple[Json, ...]] = (None, "", "{}", "[]", {}, [])

Record: TypeAlias = "Mapping[str, Json]"


class _Seen(NamedTuple):
    """What looks like a call; `given` where a model was sent it, as one that was made before."""

    sighting: Sighting
    given: bool


def leave_unread_open(
    documents: Iterable[tuple[Json, Place]],
    taken: Mapping[Place, bool],
    traces: Sequence[Trace],
    whole: Set[str],
) -> None:
    """Give the traces of an export the gaps for calls in its file that were not read.

    `taken` are the places of its records that were read, and whether each is a tool's call. An
    object with all keys of `whole` is around them.
    """
    if not traces:
        return
    look = _Look(taken, whole)
    sighted = [sighting for value, place in documents for sighting in look.through(value, place)]
    calls = [call for trace in traces for call in trace.calls]
    calls += [gap.call for trace in traces for gap in trace.gaps if gap.call.name]
    bare = [
        call._replace(name=name) for call in calls if (name := bare_name(call.name)) != call.name
    ]
    given = [known_call(sighting) for sighting, is_given in sighted if is_given and sighting.name]
    known = KnownCalls([*calls, *bare, *given])
    read = {(call.name, call.place) for call in (*calls, *bare)}
    counts = Counter(call.name for call in (*calls, *bare))
    gaps: dict[str, Gap] = {}
    for sighting, is_given in sighted:
        name = sighting.name or ""
        spelt = {name, seen_name(name), named_like_tool(name) or name}
        if is_given or sighting.name in (None, MERGED):
            continue
        if sighting.is_result and any(
            known.answers(spelling, sighting.id) for spelling in (*spelt, bare_name(name))
        ):
            continue
        if name and any(known.holds(sighting, spelling) for spelling in spelt):
            continue
        if name and any(
            (spelling, at) in read for spelling in spelt for at in _around(sighting.place)
        ):
            continue
        if sighting[3:5] == (None, None) and counts[name] > 0:
            counts[name] -= 1  # of a call that is read, only its tool's name
            continue
        if name not in gaps and len(gaps) >= GAPS_MAX:
            gaps[name] = Gap("more that looks like calls than is told apart", sighting.place)
            break
        text = sighting.told("looks like a call that was not read")
        add_gap(gaps, Gap(text, sighting.place, call=known_call(sighting)))
    for trace in traces if gaps else ():
        trace.gaps = (*trace.gaps, *gaps.values())


def _around(place: Place) -> Iterator[Place]:
    """Yield a place and those of what it is in."""
    for end in range(len(place.pointer), -1, -1):
        yield place._replace(pointer=place.pointer[:end])


class _Around(NamedTuple):
    """What an object or a list that is looked through is in."""

    path: tuple[str | int, ...] = ()
    key: str = ""
    in_call: bool = False
    given: bool = False


_Pending: TypeAlias = "list[tuple[Json, _Around]]"


class _Look:
    """Looks through documents for calls, but not in arguments and results."""

    def __init__(self, taken: Mapping[Place, bool], whole: Set[str]) -> None:
        self._taken = taken
        self._whole = whole
        self._holders = {above for place in taken for above in _around(place)}
        self._records: dict[str, list[tuple[Record, bool]]] = {}
        self._by_line: dict[tuple[int, str | None], list[tuple[Place, bool]]] = {}
        self._too_deep: list[tuple[str | int, ...]] = []
        for place, is_tool in taken.items():
            self._by_line.setdefault((place.line, place.file), []).append((place, is_tool))

    def through(self, document: Json, place: Place) -> Iterator[_Seen]:
        """Yield what looks like a call in one document."""
        self._records = {}
        for at, is_tool in self._by_line.pop((place.line, place.file), ()):
            record = _at(document, place, at)
            for id in _ids(record) if record is not None else ():
                known = self._records.setdefault(id, [])
                if len(known) < COMPARED_MAX:
                    known.append((record or {}, is_tool))
        pending: _Pending = [(document, _Around())]
        while pending:
            value, around = pending.pop()
            if isinstance(value, str):
                value = json_inside(value)
            if isinstance(value, dict) or isinstance(value, Mapping):  # noqa: SIM101
                yield from self._object(value, around, place, pending)
            elif isinstance(value, list):
                items = ((at, item, False, True) for at, item in enumerate(value))
                self._inside(around, items, pending)
        for path in self._too_deep:
            sighting = Sighting(TOO_DEEP, place.at(*path), "")
            yield _Seen(sighting, given=False)
        self._too_deep.clear()

    def _object(
        self, record: Record, item: _Around, place: Place, pending: _Pending
    ) -> Iterator[_Seen]:
        at, keys = place.at(*item.path), keys_of(tuple(record))
        is_tool = self._is_tool(record, at)
        is_record = is_tool is not None or at in self._holders
        is_record = is_record or (bool(self._whole) and self._whole <= record.keys())
        word = item.key
        sighting = None if is_tool else look(record, word, is_call_word(word), keys.shape)
        if sighting is not None and is_record and not _is_typed(record):
            # Records have a name and an input as well.
            sighting = None if sighting.name in (None, record.get("name")) else sighting
        if sighting is not None and not sighting.is_result:
            if is_record:  # its id is not a call's
                sighting = sighting._replace(id=None)
            yield _Seen(sighting._replace(place=at), item.given)
        if keys.may_answer and sighting is None and not is_record:
            for answer in named_results(record, at):
                yield _Seen(answer, item.given)
        if is_tool and not any(record.get(key) for key in _NAMES):
            yield _Seen(Sighting("the record of a tool without a name", at, ""), item.given)
        for part in _also_naming(tuple(record)) if is_record else ():
            if isinstance(value := record[part], str):
                yield _Seen(Sighting(f"the key `{part}`", at, value), item.given)
        if (keys.of_spans or keys.has_key) and not is_record:
            for other in told_by_span(record, keys.of_spans, at):
                if other.name:  # exports keep all attributes of their spans beside what they say
                    yield _Seen(other, item.given)
        asks = any(is_kind_of_model(record.get(key)) for key in _TYPES)
        looks_so = (sighting is not None and not asks) or answers(record)
        in_call = bool(is_tool) or item.in_call or looks_so
        inner: list[tuple[str, Json, bool, bool]] = []
        for part, is_defining, is_left_out, is_given, goes_on in _parts(tuple(record)):
            if in_call and is_left_out:
                continue
            value = record[part]
            if is_defining:
                for call in (*called_among(value, at.at(part)), *written_calls(value, at.at(part))):
                    yield _Seen(call, item.given)
            else:
                inner.append((part, value, is_given and (is_record or asks), goes_on))
        self._inside(_Around(item.path, item.key, in_call, item.given), inner, pending)

    def _is_tool(self, item: Record, at: Place) -> bool | None:
        """Tell whether a record that was read is a tool's; None for what is not such a record."""
        known = self._taken.get(at)
        if known is None:
            for id in _ids(item):
                for record, is_tool in self._records.get(id, ()):
                    if _is_copy(item, record):
                        return is_tool
        return known

    def _inside(
        self,
        around: _Around,
        inner: Iterable[tuple[str | int, Json, bool, bool]],
        pending: _Pending,
    ) -> None:
        """Put aside what is to be looked through of an object or a list.

        With each value is whether it was given to a model, and whether what is in a call goes on.
        """
        path, own_key, is_in_call, is_given = around
        for part, value, now_given, goes_on in inner:
            if isinstance(value, str):
                if not may_hold_call(value):
                    continue
            elif not value or not (type(value) in _HOLDING or isinstance(value, Mapping)):
                continue
            elif len(path) >= DEPTH_MAX:
                self._too_deep.append(path)
                return
            key = part if isinstance(part, str) else own_key
            inside = _Around((*path, part), key, is_in_call and goes_on, is_given or now_given)
            pending.append((value, inside))


_HOLDING: Final = frozenset({dict, list})


@by_keys
def _also_naming(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the keys of a record that are for its name, and spelt otherwise."""
    return tuple(word for word in words if word not in _NAMES and plain_word(word) in _NAMES)


@by_keys
def _parts(words: tuple[str, ...]) -> tuple[tuple[str, bool, bool, bool, bool], ...]:
    """Return the keys that are looked into, but for those of calls that should be made.

    With each is whether it is one for definitions, and whether it is left out in a call, as it is
    for its arguments or its result; whether a model may have been given what is there, and whether
    what is in a call goes on in there.
    """
    plain = ((word, plain_word(word)) for word in words)
    return tuple(
        (
            word,
            known in DEFINITIONS,
            known in ARGUMENTS or is_of_result(known),
            known in ARGUMENTS,
            known in OF_CALL,
        )
        for word, known in plain
        if known not in EXPECTED
    )


def _at(document: Json, place: Place, at: Place) -> Record | None:
    """Return the record at a place, where it is in this document."""
    begins = place.pointer
    if (at.line, at.file, at.pointer[: len(begins)]) != (place.line, place.file, begins):
        return None
    value: Any = document
    for part in at.pointer[len(begins) :]:
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            return None
    return cast("Record", value) if isinstance(value, Mapping) else None


def _ids(record: Record) -> Iterator[str]:
    for key in _IDS:
        id = record.get(key)
        if isinstance(id, str) and id:
            yield id


def _is_copy(item: Record, record: Record) -> bool:
    """Tell whether an object says the same as a record, though it may leave out some of it."""
    if item.get("name") != record.get("name") or len(item) < COPIED_MIN:
        return False
    return all(value in _NOTHING or record.get(key) == value for key, value in item.items())


COMPARED_MAX: Final = 16
"""Records of one id that an object is compared with; a copy of a further one looks like a call."""

COPIED_MIN: Final = 4
"""Less than so many keys say too little to be a record once more."""


def _is_typed(record: Record) -> bool:
    """Tell whether a record says itself that it is a tool's."""
    return any(isinstance(kind := record.get(key), str) and is_call_type(kind) for key in _TYPES)
