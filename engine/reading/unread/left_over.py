"""Calls in the records of a file that no reader took: each leaves the rules of its tool open.

A reader takes what it knows from where it knows it. This looks at all records once more: whatever
looks like a call that names its tool must be one of those that were read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Final, TypeAlias

from toolspec.engine.json_value import OBJECTS, Json
from toolspec.engine.reading.unread.call_texts import call_in_text
from toolspec.engine.reading.unread.call_words import plain_word
from toolspec.engine.reading.unread.doubtful import seen_name
from toolspec.engine.reading.unread.encoded import text_of_numbers
from toolspec.engine.reading.unread.json_texts import json_inside, may_hold_call
from toolspec.engine.reading.unread.known_calls import KnownCalls, known_call
from toolspec.engine.reading.unread.nested import opened
from toolspec.engine.reading.unread.object_keys import (
    CALLS,
    HOLDING,
    Key,
    Keys,
    keys_of,
)
from toolspec.engine.reading.unread.parts_of_spans import told_by_span
from toolspec.engine.reading.unread.pieces import piece_of_trace
from toolspec.engine.reading.unread.read_calls import (
    ReadCalls,
    bare_name,
    is_same,
    text_under,
)
from toolspec.engine.reading.unread.sightings import (
    DEPTH_MAX,
    NUMBERS,
    TOO_DEEP,
    Sighting,
    called_among,
    is_result_by_type,
    look,
    written_calls,
)
from toolspec.engine.trace import UNRECORDED, Call, Gap, Place, Trace

GAPS_MAX: Final = 100
"""Different calls of one file that were not taken; where there are more, any tool may have run."""

_WORD: Final = re.compile(r"[\w.:/ -]*").fullmatch
"""A name or a number alone: others count by these what was called."""

_AGENTS: Final = ("ai", "assistant", "model")
"""Roles of messages whose text may be a call as JSON."""


def leave_left_over_open(
    records: Iterable[tuple[Json, Place]],
    traces: Sequence[Trace],
    whole: Set[str],
    within: Set[tuple[str, ...]],
) -> None:
    """Give the traces of a file the gaps for calls in its records that none of them has."""
    calls = [call for trace in traces for call in trace.calls]
    gaps = tuple(left_over(records, calls, whole, within)) if traces else ()
    for trace in traces if gaps else ():
        named = {gap.call.name for gap in trace.gaps if gap.call.arguments is UNRECORDED}
        trace.gaps = (*trace.gaps, *(gap for gap in gaps if gap.call.name not in named))


def left_over(
    records: Iterable[tuple[Json, Place]],
    calls: Sequence[Call],
    whole: Set[str] = frozenset(),
    within: Set[tuple[str, ...]] = frozenset(),
) -> Iterator[Gap]:
    """Yield a gap for each call in records that is none of the calls that were read.

    An object with all keys of `whole`, where one of the ways `within` leads, is one that the reader
    takes or leaves knowingly.
    """
    known, read = KnownCalls(calls, bare_name), ReadCalls(calls)
    names: set[str] = set()
    for record, place in records:
        for sighting in _named(record, place, whole, within, read):
            name = sighting.name
            if name is not None and _is_known(sighting, known, read):
                continue
            key = f"{name} {json.dumps(sighting.arguments, default=str)}"
            if key not in names and len(names) < GAPS_MAX:
                names.add(key)
                text = sighting.told("looks like a call that was not read")
                yield Gap(text, sighting.place, call=known_call(sighting))
            elif key not in names:
                yield Gap("more that looks like calls than is told apart", sighting.place)
                return


def _is_known(sighting: Sighting, known: KnownCalls, read: ReadCalls) -> bool:
    """Tell whether a call was read: told alike elsewhere, or read in this very object."""
    name = sighting.name or ""
    if sighting.is_result:
        if known.answers(name, sighting.id):
            return True
        names = {bare_name(name), seen_name(name)}
        return any(known.answers(spelling, sighting.id) for spelling in names)
    spelt, place = seen_name(name), sighting.place
    # The type of an item of OpenAI's names its tool, too: `web_search_call`.
    if (name, place) in read.within or (name.removesuffix("_call"), place) in read.within:
        return True
    if name in _OF_IMAGES and ("image_generation", place) in read.within:
        return True
    if name == _APPROVAL and known.answered_by(sighting._replace(is_result=True)):
        return True
    if _is_in_call(sighting, name, read) or known.holds(sighting):
        return True
    return spelt != name and ((spelt, place) in read.within or known.holds(sighting, spelt))


def _is_in_call(sighting: Sighting, name: str, read: ReadCalls) -> bool:
    """Tell whether a call is what the object around it says: `function` of OpenAI's calls.

    All calls would say so, too, but each of them would have to be compared.
    """
    line, pointer, file = sighting.place
    call = read.within.get((name, (line, pointer[:-1], file)))
    if call is None or sighting.id not in (None, call.id):
        return False
    return is_same(sighting.arguments, call.arguments)


_OF_IMAGES: Final = frozenset({"auto", "edit", "generate"})
"""What an item for an image of OpenAI's says under `action`."""


_APPROVAL: Final = "approval-request"
"""What `tool-approval-request` of the AI SDK looks like: `tool-search` is a part of a tool's."""


def _keys_on(path: Iterable[str | int]) -> tuple[str, ...]:
    return tuple(part for part in path if isinstance(part, str))


def _named(
    record: Json, place: Place, whole: Set[str], within: Set[tuple[str, ...]], read: ReadCalls
) -> Iterator[Sighting]:
    """Yield what looks like a call and names its tool, but not in arguments and results.

    Calls of the same name that were `read` there are left out: they are most of them.
    """
    line, pointer, file = place
    pending: list[_Pending] = [(record, (), _NO_KEY, False)]
    while pending:
        item, path, key, in_call = pending.pop()
        if isinstance(item, str):
            inner_value = opened(item)
            if inner_value is not None:
                pending.append((inner_value, path, key, in_call))
            else:
                yield from _in_words(item, key.key, place.at(*path), in_call=in_call)
        elif not isinstance(item, list) and isinstance(item, OBJECTS):
            keys, inner = keys_of(tuple(item)), None
            if keys.named or keys.around:
                # Most calls are read, and nothing is beside them.
                inner = read.beside(item, keys, (line, pointer + path, file))
                in_call = in_call or inner is not None
            if inner is None:
                if keys.is_nameless and not key.is_call_word:
                    in_call = in_call or is_result_by_type(item, keys.shape)
                elif key.is_call_word or not keys.is_quiet:
                    sighting = look(item, key.key, key.is_call_word, keys.shape)
                    if sighting is not None and (sighting.name is not None or sighting.is_result):
                        in_call = True
                    if (sighting is not None or keys.tells_more) and not (
                        whole and whole <= item.keys() and _keys_on(path) in within
                    ):
                        yield from _in_object(item, keys, sighting, place.at(*path), read)
                if keys.has_role and item["role"] in _AGENTS and may_hold_call(item.get("content")):
                    pending.append((item["content"], (*path, "content"), _NO_KEY, False))
                in_call = in_call or keys.answers
                for part in keys.defined:
                    tools = item[part]
                    tools = json_inside(tools) if isinstance(tools, str) else tools
                    yield from written_calls(tools, place.at(*path, part))
                    yield from called_among(tools, place.at(*path, part))
                inner = keys.in_call if in_call else keys.outside
            if len(path) < DEPTH_MAX:
                for part in inner:
                    word, _, is_text, is_spoken, is_of_call = part
                    value = item[word]
                    if isinstance(value, str):
                        if not is_text and (
                            is_spoken or value[:1].isalnum() or not may_hold_call(value)
                        ):
                            continue
                    elif type(value) in NUMBERS:
                        continue
                    pending.append((value, (*path, word), part, in_call and is_of_call))
            elif inner:
                yield from _too_deep(item[inner[0].key], place.at(*path))
        elif (written := text_of_numbers(item)) is not None:
            pending.append((written, path, key, in_call))
        elif len(path) < DEPTH_MAX:
            _put_entries(item, path, key, in_call, pending)  # type: ignore[arg-type]
        elif item:
            yield from _too_deep(item[0], place.at(*path))  # type: ignore[index]


_Pending: TypeAlias = "tuple[Json, tuple[str | int, ...], Key, bool]"
"""A value to be looked into, its path, the key it is under, and whether it is inside of a call."""

_NO_KEY: Final = Key()


def _in_object(
    item: Mapping[str, Json], keys: Keys, sighting: Sighting | None, place: Place, read: ReadCalls
) -> Iterator[Sighting]:
    """Yield what an object looks like, what else it names, and what attributes of spans tell."""
    is_result = sighting is None or sighting.is_result
    if sighting is not None and (name := sighting.name):
        if is_result or (name, place) not in read.within:
            yield _placed(sighting, item, place)
        for other in () if is_result else _other_names(item, keys.naming, name):
            yield sighting._replace(place=place, name=other, id=None)
    if keys.of_spans or keys.has_key:
        yield from told_by_span(item, keys.of_spans, place)
    if keys.may_answer and is_result:
        yield from named_results(item, place)


def _placed(sighting: Sighting, item: Mapping[str, Json], place: Place) -> Sighting:
    """Return what an object looks like with its place; it may be a call that was asked for."""
    approved = item.get("approval_request_id")
    is_asked = isinstance(approved, str) and item.get("type") == "mcp_call"
    return sighting._replace(place=place, id=approved if is_asked else sighting.id)


def _too_deep(value: Json, place: Place) -> Iterator[Sighting]:
    if isinstance(value, Mapping | list) and value:
        yield Sighting(TOO_DEEP, place, "")


def _put_entries(
    listed: Sequence[Json],
    path: tuple[str | int, ...],
    key: Key,
    in_call: bool,
    pending: list[_Pending],
) -> None:
    """Add what is to be looked into of a list: it may have parts or calls as texts."""
    for at, value in enumerate(listed):
        if isinstance(value, str):
            if key.is_text or may_hold_call(value):
                pending.append((value, (*path, at), key, in_call))
        elif type(value) not in NUMBERS:
            pending.append((value, (*path, at), key, in_call))


_OF_TEMPLATE: Final = "{%"
"""How a template of Jinja's begins, which agents keep with their settings: no JSON begins so."""


def _in_words(text: str, key: str, place: Place, *, in_call: bool) -> Iterator[Sighting]:
    """Yield what a text that is no JSON looks like in place of a record."""
    plain = plain_word(key)
    if plain in CALLS and not _WORD(text):
        yield Sighting(f"the key `{key}`", place)
    elif plain.endswith(HOLDING) and call_in_text(text):
        yield Sighting("a text in place of a record", place)
    elif text.startswith(_OF_TEMPLATE):
        return
    elif may_hold_call(text) and not in_call and (word := piece_of_trace(text)):
        yield Sighting(f"`{word}` in JSON that cannot be read", place, "")


def _other_names(item: Mapping[str, Json], naming: Iterable[str], name: str) -> Iterator[str]:
    """Yield what else an object that is a call names as its tool, under keys for that."""
    for key in naming:
        value = item[key]
        if not isinstance(value, str):
            continue
        if plain_word(key) == "action":
            if len(value.split()) > 1:
                yield value.split(maxsplit=1)[0]  # of a line that an agent ran
        elif value not in ("", name):
            without_server = tuple(f"{mark}{value}" for mark in "-._:/")
            if not name.endswith(without_server):
                yield value


def named_results(item: Mapping[str, Json], place: Place) -> Iterator[Sighting]:
    """Yield the result of a call that names its tool."""
    keys = keys_of(tuple(item))
    name, id = text_under(item, keys.naming_answer), text_under(item, keys.answering)
    if name and (id or _is_answer(item)):
        what = "a result with the name of another tool"
        yield Sighting(what, place, name, id, is_result=True)


def _is_answer(item: Mapping[str, Json]) -> bool:
    by_tool = any(plain_word(key) == "role" and item[key] in _TOOLS_ROLES for key in item)
    return by_tool or isinstance(item.get("response"), Mapping)


def answers(item: Mapping[str, Json]) -> bool:
    """Tell whether an object has a key or a role that only answers to calls have."""
    return item.get("role") in _TOOLS_ROLES or keys_of(tuple(item)).answers


_TOOLS_ROLES: Final = ("function", "tool")
