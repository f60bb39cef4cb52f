"""Calls in the records of a file that no reader took: each leaves the rules of its tool open.

A reader takes what it knows from where it knows it. This looks at all records once more: whatever
looks like a call that names its tool must be one of those that were read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Final, NamedTuple

from toolspec.engine.json_value import Json
from toolspec.engine.reading.unread.call_texts import call_in_text
from toolspec.engine.reading.unread.call_words import (
    DEFINITIONS,
    EXPECTED,
    by_keys,
    plain_word,
)
from toolspec.engine.reading.unread.doubtful import seen_name
from toolspec.engine.reading.unread.encoded import text_of_numbers
from toolspec.engine.reading.unread.known_calls import KnownCalls, call_of
from toolspec.engine.reading.unread.nested import opened
from toolspec.engine.reading.unread.parts_of_spans import keys_of_spans, told_by_span
from toolspec.engine.reading.unread.pieces import piece_of_trace
from toolspec.engine.reading.unread.sightings import (
    DEPTH_MAX,
    TOO_DEEP,
    Sighting,
    called_among,
    json_inside,
    looks_like_call,
    may_hold_call,
    written_calls,
)
from toolspec.engine.trace import UNRECORDED, Call, Gap, Place, Trace

GAPS_MAX: Final = 100
"""Different calls of one file that were not taken; where there are more, any tool may have run."""

_CALLS: Final = ("toolcall", "toolcalls", "functioncall", "functioncalls", "toolrequests")
ARGUMENTS: Final = frozenset(
    {"action", "actioninput", "args", "arguments", "input", "inputs", "kwargs", "parameters"}
    | {"inputparameters", "mlflowspaninputs"}
    | {"params", "partialargs", "rawinput", "toolargs", "toolinput"}
)
_HOLDING: Final = (
    *("block", "blocks", "choice", "choices", "chunk", "chunks", "entries", "item"),
    *("calls", "data", "events", "history", "items", "messages", "parts", "spans", "steps"),
    *("payload", "properties", "spandata"),
    *("trajectories", "trajectory", "turns", "uses"),
)
"""How keys end under which there are records; a text there is none."""

_SPOKEN: Final = (
    *(
        "content",
        "description",
        "diff",
        "error",
        "instructions",
        "log",
        "logs",
        "message",
        "output",
    ),
    *("patch", "prompt", "query", "response", "snapshot", "stderr", "stdout", "summary", "system"),
    *("goal", "input", "question", "task", "text", "thinking", "thought", "title"),
)
"""How keys end under which there is text of somebody's, which may be JSON with calls in it."""

_WORD: Final = re.compile(r"[\w.:/ -]*").fullmatch
"""A name or a number alone: others count by these what was called."""

_AGENTS: Final = ("ai", "assistant", "model")
"""Roles of messages whose text may be a call as JSON."""

OF_CALL: Final = frozenset(
    {
        "attributes",
        "function",
        "functioncall",
        "state",
        "toolcall",
        "toolinvocation",
        "tooluse",
        "value",
    }
)
"""Keys of a call under which its arguments and its result may be; below others are records."""

_RESULTS: Final = ("observation", "observations", "result", "results", "tooloutput")
_IN_RESULTS: Final = frozenset(
    {"content", "details", "display", "error", "output", "outputs", "response", "responses"}
    | {"mlflowspanoutputs", "value"}
)
_NAMING: Final = frozenset({"function", "functionname", "name", "toolname"})
_OF_FUNCTION: Final = "function"
_ANSWERING: Final = frozenset({"callid", "toolcallid", "toolid", "tooluseid"})


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
    known: KnownCalls | None = None
    read: set[tuple[str, Place]] = set()
    seen: set[str] = set()
    for record, place in records:
        for sighting in _named(record, place, whole, within):
            if known is None:
                known = KnownCalls(calls, bare_name)
                read = {
                    (name, above)
                    for call in calls
                    for name in {call.name, bare_name(call.name)}
                    for above in _above(call)
                }
            name = sighting.name
            if name is not None and _is_known(sighting, known, read):
                continue
            key = f"{name} {json.dumps(sighting.arguments, default=str)}"
            if key not in seen and len(seen) < GAPS_MAX:
                seen.add(key)
                text = sighting.told("looks like a call that was not read")
                yield Gap(text, sighting.place, call=call_of(sighting))
            elif key not in seen:
                yield Gap("more that looks like calls than is told apart", sighting.place)
                return


def bare_name(name: str) -> str:
    """Return a tool's name without the server before it.

    >>> bare_name("mcp__github__search"), bare_name("search")
    ('search', 'search')
    """
    return name.rsplit("__", 1)[-1]


def _above(call: Call) -> Iterator[Place]:
    """Yield where a call is, and what it is in."""
    line, pointer, file = call.place
    for end in range(len(pointer) + 1):
        yield Place(line, pointer[:end], file)


def _is_known(sighting: Sighting, known: KnownCalls, read: Set[tuple[str, Place]]) -> bool:
    """Tell whether a call was read: told alike elsewhere, or read in this very object."""
    name = sighting.name or ""
    if sighting.is_result:
        names = {name, bare_name(name), seen_name(name)}
        return any(known.answers(sighting._replace(name=one)) for one in names)
    seen = seen_name(name)
    # The type of an item of OpenAI's names its tool, too: `web_search_call`.
    if not read.isdisjoint((one, sighting.place) for one in (name, name.removesuffix("_call"))):
        return True
    if known.holds(sighting):
        return True
    return seen != name and (
        (seen, sighting.place) in read or known.holds(sighting._replace(name=seen))
    )


def _keys_on(path: Iterable[str | int]) -> tuple[str, ...]:
    return tuple(part for part in path if isinstance(part, str))


def _named(
    record: Json, place: Place, whole: Set[str], within: Set[tuple[str, ...]]
) -> Iterator[Sighting]:
    """Yield what looks like a call and names its tool, but not in arguments and results."""
    pending: list[tuple[Json, tuple[str | int, ...], str, bool]] = [(record, (), "", False)]
    while pending:
        item, path, key, in_call = pending.pop()
        plain = plain_word(key)
        if isinstance(item, str):
            read = opened(item)
            if read is not None:
                pending.append((read, path, key, in_call))
            else:
                yield from _in_words(item, key, place.at(*path), in_call=in_call)
            continue
        inner: Iterable[tuple[str | int, Json, bool]]
        if isinstance(item, Mapping):
            sighting = looks_like_call(item, key)
            taken = bool(whole) and whole <= item.keys() and _keys_on(path) in within
            if sighting is not None and sighting.name and not taken:
                yield sighting._replace(place=place.at(*path))
                for other in () if sighting.is_result else _other_names(item, sighting.name):
                    yield sighting._replace(place=place.at(*path), name=other, id=None)
            keys = _keys(tuple(item))
            if (keys.of_spans or "key" in item) and not taken:
                yield from told_by_span(item, keys.of_spans, place.at(*path))
            if (
                (keys.answers or item.get("role") == _OF_FUNCTION)
                and (sighting is None or sighting.is_result)
                and not taken
                and not _NAMING.isdisjoint(map(plain_word, item))
            ):
                yield from answered(item, place.at(*path))
            says_which = sighting is not None and (sighting.name is not None or sighting.is_result)
            if item.get("role") in _AGENTS and may_hold_call(item.get("content")):
                pending.append((item["content"], (*path, "content"), "", False))
            in_call = in_call or says_which or keys.answers
            looked_into = keys.in_call if in_call else keys.outside
            inner = ((part, item[part], calls) for part, calls in looked_into)
            for part in keys.defined:
                tools = item[part]
                tools = json_inside(tools) if isinstance(tools, str) else tools
                yield from written_calls(tools, place.at(*path, part))
                yield from called_among(tools, place.at(*path, part))
        elif (written := text_of_numbers(item)) is not None:
            pending.append((written, path, key, in_call))
            continue
        else:
            listed: Iterable[tuple[int, Json]] = enumerate(item)  # type: ignore[arg-type]
            inner = ((at, value, plain in _CALLS) for at, value in listed)
        for part, value, calls in inner:
            if len(path) >= DEPTH_MAX:
                if isinstance(value, Mapping | list) and value:
                    yield Sighting(TOO_DEEP, place.at(*path), "")
                break
            if isinstance(value, str):
                # A list of parts or of calls may have one as text.
                is_entry = isinstance(part, int)
                below = plain_word(key if is_entry else part)
                looked_at = (
                    calls
                    or ((is_entry or not below.endswith(_SPOKEN)) and may_hold_call(value))
                    or below.endswith(_HOLDING)
                )
            else:
                looked_at = type(value) not in _SCALARS
            if looked_at:
                below = part if isinstance(part, str) else key
                inside = in_call and (isinstance(part, int) or plain_word(part) in OF_CALL)
                pending.append((value, (*path, part), below, inside))


def _in_words(text: str, key: str, place: Place, *, in_call: bool) -> Iterator[Sighting]:
    """Yield what a text that is no JSON looks like in place of a record."""
    plain = plain_word(key)
    if plain in _CALLS and not _WORD(text):
        yield Sighting(f"the key `{key}`", place)
    elif plain.endswith(_HOLDING) and call_in_text(text):
        yield Sighting("a text in place of a record", place)
    elif may_hold_call(text) and not in_call and (word := piece_of_trace(text)):
        yield Sighting(f"`{word}` in JSON that cannot be read", place, "")


def _other_names(item: Mapping[str, Json], name: str) -> Iterator[str]:
    """Yield what else an object that is a call names as its tool."""
    for key, value in item.items():
        if plain_word(key) in _TOOLS_NAMES and isinstance(value, str) and value not in ("", name):
            without_server = tuple(f"{mark}{value}" for mark in "-._:/")
            if not name.endswith(without_server):
                yield value
        elif plain_word(key) == "action" and isinstance(value, str) and len(value.split()) > 1:
            yield value.split(maxsplit=1)[0]  # of a line that an agent ran


_TOOLS_NAMES: Final = frozenset({"functionname", "name", "toolname"})
_SCALARS: Final = frozenset({int, float, bool, type(None)})


class _Keys(NamedTuple):
    """The keys of an object that are looked into, each with whether a text under it may be a call.

    `in_call` are those of an object that is a call or inside of one. `answers` where it has a key
    that only answers to calls have. `of_spans` are those that only spans have, `defined`
    those for definitions.
    """

    outside: tuple[tuple[str, bool], ...]
    in_call: tuple[tuple[str, bool], ...]
    answers: bool
    of_spans: tuple[str, ...]
    defined: tuple[str, ...]


@by_keys
def _keys(words: tuple[str, ...]) -> _Keys:
    plain = [plain_word(word) for word in words]
    outside, in_call = (
        tuple(
            (word, known in _CALLS)
            for word, known in zip(words, plain, strict=True)
            if known in _CALLS or not _is_other(known, in_call=inside)
        )
        for inside in (False, True)
    )
    defined = tuple(word for word, known in zip(words, plain, strict=True) if known in DEFINITIONS)
    return _Keys(outside, in_call, not _ANSWERING.isdisjoint(plain), keys_of_spans(words), defined)


def answered(item: Mapping[str, Json], place: Place) -> Iterator[Sighting]:
    """Yield the result of a call that names its tool."""
    plain = {plain_word(key): value for key, value in item.items() if isinstance(value, str)}
    name = next((plain[key] for key in sorted(_NAMING, reverse=True) if plain.get(key)), None)
    id = next((plain[key] for key in _ANSWERING if plain.get(key)), None)
    if name and (id or plain.get("role") == _OF_FUNCTION):
        what = "a result with the name of another tool"
        yield Sighting(what, place, name, id, is_result=True)


def _is_other(plain: str, *, in_call: bool) -> bool:
    """Tell whether a key is for definitions, for a result, or in a call for its arguments."""
    if plain in DEFINITIONS or plain in EXPECTED or is_result(plain):
        return True
    return in_call and (plain in ARGUMENTS or plain in _IN_RESULTS)


def is_of_result(plain: str) -> bool:
    """Tell whether a key of a call is for what it gave back."""
    return is_result(plain) or plain in _IN_RESULTS


def is_result(plain: str) -> bool:
    """Tell whether a key is for results wherever it stands, also one of several: `result_2`."""
    return plain.rstrip("0123456789").endswith(_RESULTS)


def answers(item: Mapping[str, Json]) -> bool:
    """Tell whether an object has a key or a role that only answers to calls have."""
    return item.get("role") in _TOOLS_ROLES or _keys(tuple(item)).answers


_TOOLS_ROLES: Final = ("function", "tool")
