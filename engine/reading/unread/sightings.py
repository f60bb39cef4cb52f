"""What looks like a tool call, or a piece of one, in records that no reader understands.

Readers hand over what they cannot read: an unknown key of a message, an unknown kind of part, an
unknown line of a session. Where that looks like a call it must not be dropped, because a forbidden
call may be in there. Only the shape decides, never a word inside of text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from toolspec.engine.json_value import HOLDING, LISTS, OBJECTS, Json
from toolspec.engine.reading.unread.call_words import (
    ARGUMENTS,
    DEFINITIONS,
    EXPECTED,
    NAMES,
    REMEMBERED_MAX,
    by_keys,
    is_call_type,
    is_call_word,
    is_kind_of_call,
    is_list_of_used,
    plain_word,
)
from toolspec.engine.reading.unread.encoded import decoded_text, may_open, text_of_numbers
from toolspec.engine.reading.unread.json_texts import json_inside, opens_json
from toolspec.engine.reading.unread.pieces import piece_of_trace
from toolspec.engine.reading.unread.shapes import INSIDE, RESULTS, SCHEMA, Shape, shape_of
from toolspec.engine.trace import Place

DEPTH_MAX: Final = 100
"""Levels of objects and lists that are looked through; what is deeper counts as a sighting."""

TOO_DEEP: Final = "something is nested too deep to look for calls in it"

NUMBERS: Final = frozenset({int, float, bool, type(None)})
"""What holds no call, and tells of none under whatever key."""

_NOTHING: Final = ("", "[]", "{}", "null")
_CALL_TYPES: Final = ("tooluse", "toolcall", "functioncall", "toolrequest")
_CALL_KEYS: Final = ("toolcall", "toolcalls", "functioncall", "functioncalls")
_DONE: Final = ("action", "tool", "toolname")
"""Keys whose value was done, where `observation` is beside it."""

_OF_CALLS: Final = frozenset(
    {"toolcallid", "tooluseid", "callid", "toolargs", "toolinput", "toolarguments", "toolresult"}
    | {"result", "toolcallerror", "endtime", "output", "outputs", "starttime", "uuid"}
    | {"endedat", "runtype", "spandata", "startedat"}
)
"""Keys that an entry in a list of tools has where it is a call and no definition."""

_NOWHERE: Final = Place()
_OF_DEFINITIONS: Final = frozenset({"description", "parameters", "properties", "strict"})
_PART_OF: Final = "tool-"
_GIVEN_BACK: Final = ("observation", "output", "result")


class Sighting(NamedTuple):
    """Something that looks like a call: what it is, and as far as that can be told, which call.

    `what` says it in words that quote keys and types only, never a recorded value. `name` is ""
    where there may be a call of any tool, and None where nothing says that there is one more.
    `is_result` where it looks like the result of a call instead.
    """

    what: str
    place: Place
    name: str | None = None
    id: str | None = None
    arguments: Json = None
    is_result: bool = False

    def told(self, looks: str) -> str:
        """Return the sentence that says of it that it `looks` like something."""
        return self.what if self.what == TOO_DEEP else f"{self.what} {looks}"


def written_calls(value: Json, place: Place) -> Iterator[Sighting]:
    """Yield the objects in a value that are calls beyond doubt: so named, with a tool's name.

    For records that speak of tools in many ways, and are not calls.
    """
    pending: list[tuple[Json, Place, str, int]] = [(value, place, "", 0)]
    while pending:
        item, at, key, depth = pending.pop()
        inner: Iterable[tuple[str | int, Json]] = ()
        if isinstance(item, Mapping):
            kind = item.get("type")
            typed = plain_word(kind).endswith(_CALL_TYPES)
            keyed = plain_word(key).endswith(_CALL_KEYS)
            if (typed or keyed or _names_call(tuple(item))) and _call_in(item)[0] is not None:
                what = f"the key `{key}`" if keyed else "an object with a tool and the id of a call"
                type_of = f"an object with `type: {_shown(str(kind))}`"
                yield _told(item, type_of if typed else what, at)
                continue
            inner = item.items()
        elif isinstance(item, LISTS):
            inner = enumerate(item)
        if depth < DEPTH_MAX:
            pending.extend(
                (inner_value, at.at(part), key if isinstance(part, int) else part, depth + 1)
                for part, inner_value in inner
                if isinstance(inner_value, Mapping | list | tuple)
                and plain_word(part) not in EXPECTED
            )


@by_keys
def _names_call(words: tuple[str, ...]) -> bool:
    """Tell whether an object has the id of a call beside the name of its tool."""
    plain = set(map(plain_word, words))
    return {"toolcallid", "toolname"} <= plain or {"callid", "tool"} <= plain


def says_nothing(value: Json, key: str) -> bool:
    """Tell whether a value under a key is a number, or a text, that neither is nor holds a call."""
    if not isinstance(value, str):
        return type(value) in NUMBERS
    if may_open(value):
        return False
    quiet = _is_quiet(key) if len(key) <= REMEMBERED_MAX else _is_quiet.__wrapped__(key)
    if quiet or is_call_word(key) or key == "method":
        return quiet
    return not (is_call_type(value) or is_kind_of_call(value))


@lru_cache(maxsize=4096)
def _is_quiet(key: str) -> bool:
    """Tell whether a text under a key makes its object no call, whatever it says."""
    shape = shape_of((key,))
    return not (shape.types or shape.has_method or is_call_word(key))


def sightings(
    value: Json, place: Place, *, key: str = "", texts: bool = True
) -> Iterator[Sighting]:
    """Yield what looks like a call in a value that no reader understands.

    `key` is the key the value has where it was found. What is in the arguments or the result of a
    call is none. Holds no more than the path to where it looks, however much there is.
    With `texts` the JSON in texts is looked through too.
    """
    if plain_word(key) in EXPECTED:
        return
    sighting, inner = _looked_at(value, key, texts=texts)
    if sighting is None and isinstance(value, str) and not opens_json(value):
        sighting = _encoded(value)
    if sighting is not None:
        yield sighting._replace(place=place)
    path: list[tuple[str | int, str, Iterator[tuple[str | int, Json]]]] = [("", key, inner)]
    while path:
        part, item = next(path[-1][2], (_END, None))
        if part is _END:
            path.pop()
            continue
        is_key = isinstance(part, str)
        below = part if is_key else path[-1][1]
        if type(item) in NUMBERS:
            continue
        if (
            isinstance(item, str)
            and (item[:1].isalnum() or not opens_json(item))
            and not is_call_word(below)
        ):
            sighting = _encoded(item)
            if sighting is not None:
                yield sighting._replace(place=place.at(*_keys(path), part))
            continue
        plain = plain_word(part) if is_key else ""
        if plain in EXPECTED:
            continue
        if plain in DEFINITIONS:
            yield from called_among(item, place.at(*_keys(path), part))
        elif len(path) > DEPTH_MAX:
            at = place.at(*_keys(path), part)
            yield Sighting(TOO_DEEP, at, "")
        else:
            sighting, inner = _looked_at(item, below, texts=texts)
            if sighting is not None:
                if "delta" in _keys(path):  # a piece of a stream, and so may be the name
                    sighting = sighting._replace(name=None, arguments=None)
                yield sighting._replace(place=place.at(*_keys(path), part))
            path.append((part, below, inner))


def _encoded(text: str) -> Sighting | None:
    """Return the sighting that a text is whose words are encoded, and hold what looks like one."""
    inner = decoded_text(text)
    word = None if inner is None else piece_of_trace(inner) or call_in_lines(inner)
    return None if word is None else Sighting(f"encoded text that holds {_quoted(word)}", _NOWHERE)


def _keys(path: Sequence[tuple[str | int, str, Any]]) -> Iterator[str | int]:
    return (part for part, _, _ in path[1:])


_END: Final = "\0the end"


def _looked_at(
    item: Json, key: str, *, texts: bool
) -> tuple[Sighting | None, Iterator[tuple[str | int, Json]]]:
    """Return the sighting a value is by itself, or the values inside it."""
    if isinstance(item, str) and (item.strip() in _NOTHING or not is_call_word(key)):
        item = json_inside(item) if texts else None
    if isinstance(item, dict) or isinstance(item, Mapping):  # noqa: SIM101 - dict is far faster
        shape = shape_of(tuple(item))
        if shape.is_list:
            return None, enumerate(item.values())  # the places are keys: `calls.0.name`
        sighting = look(item, key, is_call_word(key), shape)
        return sighting, iter(item.items()) if sighting is None else _beside_call(item)
    if isinstance(item, LISTS):
        written = text_of_numbers(item)
        if written is not None:
            return _looked_at(written, key, texts=True)
        return None, iter(enumerate(item))
    if isinstance(item, str):
        plain = plain_word(key)
        named = item if plain in NAMES or is_list_of_used(plain) else None
        return Sighting(f"the key `{_shown(key)}`", _NOWHERE, named), iter(())
    return None, iter(())


def _beside_call(item: Mapping[str, Json]) -> Iterator[tuple[str | int, Json]]:
    """Yield what an object that looks like a call holds beside its arguments and its result."""
    for key, value in item.items():
        if isinstance(value, str) or not isinstance(value, HOLDING):
            continue
        plain = plain_word(key)
        if plain in INSIDE and isinstance(value, OBJECTS):
            yield from _beside_call(value)
        elif not (plain in ARGUMENTS or plain in RESULTS or plain.endswith(_GIVEN_BACK)):
            yield key, value


def call_in_lines(text: str) -> str | None:
    """Return what in JSON text, or in one of its lines, looks like a call; None for nothing."""
    for written in (text, *text.splitlines()):
        sighting = next(sightings(json_inside(written), _NOWHERE), None)
        if sighting is not None:
            return sighting.what
    return None


def looks_like_call(item: Mapping[str, Json], key: str) -> Sighting | None:
    """Return the sighting that an object under a key is by itself, if it is one."""
    return look(item, key, is_call_word(key), shape_of(tuple(item)))


def look(item: Mapping[str, Json], key: str, is_word: bool, shape: Shape) -> Sighting | None:
    """Return what `looks_like_call` does, for who knows of the key and of the object's keys."""
    if shape.is_quiet and not is_word:
        return None
    for word in shape.types:
        kind = item[word]
        if isinstance(kind, str) and (
            is_call_type(kind) or (shape.names and is_kind_of_call(kind))
        ):
            return _told(item, _of_type(word, kind), _NOWHERE, shape)
    if shape.has_method and item["method"] == "tools/call":
        params = item.get("params")
        return _told(params if isinstance(params, Mapping) else item, "`tools/call`", _NOWHERE)
    if is_word and plain_word(key) not in ("toolcallid", "toolname"):
        return _told(item, f"the key `{_shown(key)}`", _NOWHERE, shape)
    given = shape.given
    if given is None and "function" in shape.names and "id" in item:  # a definition has no id
        inner = item.get("function")
        if isinstance(inner, Mapping) and (
            isinstance(inner.get("name"), str) or "arguments" in inner
        ):
            return _told(item, "an object with `function` and `id`", _NOWHERE, shape)
    if shape.calling and given is None:
        return _told(item, "an object with `tool` and `callID`", _NOWHERE, shape)
    if not shape.names or given is None or shape.is_schema or _is_schema(item[given]):
        return None
    named = shape.names[0]
    if plain_word(given) == "observation" and plain_word(named) not in _DONE:
        return None
    if isinstance(item[named], str | Mapping):
        what = f"an object with `{_shown(named)}` and `{_shown(given)}`"
        return _told(item, what, _NOWHERE, shape)
    return None


def is_result_by_type(item: Mapping[str, Json], shape: Shape) -> bool:
    """Tell whether an object that names no tool is a result by its type, as `look` sees it."""
    for word in shape.types:
        kind = item[word]
        if isinstance(kind, str) and is_call_type(kind):
            gives = shape.arguments is not None and item[shape.arguments] is not None
            return not gives and _answers(item, _of_type(word, kind))
    return False


def _of_type(word: str, kind: str) -> str:
    return f"an object with `{word}: {_shown(kind)}`"


def called_among(tools: Json, place: Place) -> Iterator[Sighting]:
    """Yield the entries in a list of tools that are calls: they have an id, or came to a result.

    In place of a list there may be one call: a name beside arguments that are no schema.
    """
    if isinstance(tools, Mapping):
        name, _, given = _call_in(tools)
        is_definition = any(plain_word(key) in _OF_DEFINITIONS for key in tools)
        if name and given is not None and not is_definition:
            yield _told(tools, "a call in place of a list of tools", place)
        return
    for at, tool in enumerate(tools if isinstance(tools, list | tuple) else ()):
        if not isinstance(tool, Mapping):
            continue
        keys = set(map(plain_word, tool))
        # A definition has a schema, and no id of a call beside values.
        given = keys & ARGUMENTS if "id" in keys and keys.isdisjoint(SCHEMA) else ()
        if keys & _OF_CALLS or any(
            plain_word(key) in given and not _is_schema(value) for key, value in tool.items()
        ):
            yield _told(tool, "a call in a list of tools", place.at(at))


def _is_schema(value: Json) -> bool:
    return isinstance(value, Mapping) and ("properties" in value or "$schema" in value)


def repeated_call(message: Mapping[str, Json], what: str, place: Place) -> Sighting:
    """Return the sighting of a call that a message tells of by keys of its own."""
    return _told(message, what, place)


def _told(
    item: Mapping[str, Json], what: str, place: Place, shape: Shape | None = None
) -> Sighting:
    """Return the sighting with the call's name, id and arguments where these can be told."""
    name, id, arguments = _call_in(item, shape=shape)
    return Sighting(what, place, name, id, arguments, arguments is None and _answers(item, what))


def _answers(item: Mapping[str, Json], what: str) -> bool:
    plain = plain_word(what)
    if "result" in plain or "response" in plain or "output" in plain:
        return True
    return shape_of(tuple(item)).answers


def _call_in(
    item: Mapping[str, Json], depth: int = DEPTH_MAX, shape: Shape | None = None
) -> tuple[str | None, str | None, Json]:
    shape = shape or shape_of(tuple(item))
    id: str | None = None
    for key in shape.ids:
        recorded = item[key]
        if isinstance(recorded, str) and recorded:
            id = recorded
            break
    for key in shape.calls:
        inner = item[key]
        if isinstance(inner, Mapping) and depth:
            name, own_id, arguments = _call_in(inner, depth - 1)
            return name, own_id or id, arguments
    name: str | None = None
    for key in shape.names:
        named = item[key]
        if isinstance(named, str):
            name = named
            break
    kind = None if shape.part is None else item[shape.part]
    if not name and isinstance(kind, str) and kind.startswith(_PART_OF):
        name = kind.removeprefix(_PART_OF)  # as parts of the AI SDK's user interfaces are named
    return name or None, id, None if shape.arguments is None else item[shape.arguments]


def _quoted(word: str) -> str:
    return word if "`" in word else f"`{word}`"


def _shown(word: str) -> str:
    return word if len(word) <= 40 else word[:39] + "…"
