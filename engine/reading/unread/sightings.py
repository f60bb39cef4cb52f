"""What looks like a tool call, or a piece of one, in records that no reader understands.

Readers hand over what they cannot read: an unknown key of a message, an unknown kind of part, an
unknown line of a session. Where that looks like a call it must not be dropped, because a forbidden
call may be in there. Only the shape decides, never a word inside of text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from toolspec.engine.json_value import Json
from toolspec.engine.reading.unread.encoded import decoded_text
from toolspec.engine.reading.unread.pieces import piece_of_trace
from toolspec.engine.trace import Place

DEPTH_MAX: Final = 100
"""Levels of objects and lists that are looked through; what is deeper counts as a sighting."""

_SEPARATORS: Final = re.compile(r"[^a-z0-9]+").sub

_CALLS: Final = frozenset(
    {
        *("toolcall", "toolcalls", "tooluse", "tooluses", "toolrequest", "toolrequests"),
        *("toolinvocation", "toolinvocations", "toolexecution", "toolexecutions", "toolname"),
        *("functioncall", "functioncalls", "functionname", "callfunction", "toolargs"),
        *("toolinput", "toolparameters", "toolarguments", "toolkwargs", "actioninput"),
        *("toolresponse", "toolresponses", "functionresponse", "toolresult", "toolresults"),
        *("tooloutput", "tooloutputs", "toolcallid", "tooluseid", "mcpcall", "executetool"),
        *("functioncallname", "functioncallarguments", "functioncallargumentsjson"),
    }
)
"""Keys, and words for the type of a part, that only calls and their results have."""

_ENDINGS: Final = (
    *("toolcall", "toolcalls", "tooluse", "functioncall", "toolresult", "toolrequest"),
    *("toolname", "toolcallid", "toolcallname", "toolargs", "toolarguments"),
)

_NOTHING: Final = ("", "[]", "{}", "null")
_OPENS: Final = re.compile(r"\s*[\[{]").match
_CALL_TYPES: Final = ("tooluse", "toolcall", "functioncall", "toolrequest")
_CALL_KEYS: Final = ("toolcall", "toolcalls", "functioncall", "functioncalls")
_RESULTS: Final = frozenset({"content", "output", "response", "result"})
_IN_CALLS: Final = ("tool", "func", "call", "arg", "input", "param", "observation", "\\u00")
"""Each object that looks like a call has one of these in its keys or types, or escapes letters."""

_TYPES: Final = ("type", "kind", "partkind", "event", "eventtype", "op", "object", "category")
_NAMES: Final = (
    *("name", "toolname", "recipientname", "tool", "function", "functionname", "toolid"),
    *("action", "op"),
)
_ARGUMENTS: Final = frozenset(
    {
        *("arguments", "args", "input", "parameters", "params", "kwargs", "toolinput"),
        *("toolargs", "toolparameters", "toolarguments", "actioninput", "inputs", "toolkwargs"),
        "rawinput",
    }
)
_DONE: Final = ("action", "tool", "toolname")
"""Keys whose value was done, where `observation` is beside it."""

_DEFINITIONS: Final = frozenset(
    {
        *("tools", "functions", "toolchoice", "functiondeclarations", "tooldefinitions"),
        *("availabletools", "toolspecs", "toolschemas", "toolconfig", "allowedtools"),
        "toolsavailable",
    }
)
"""Keys whose value lists the tools there are; some writers list there what was called."""

_EXPECTED: Final = frozenset({"expectedtoolcalls", "referencetoolcalls", "groundtruth"})
"""Keys whose value lists calls that should be made: they say nothing of those that were."""

_OF_CALLS: Final = frozenset(
    {"toolcallid", "tooluseid", "callid", "toolargs", "toolinput", "toolarguments", "toolresult"}
    | {"result", "toolcallerror"}
)
"""Keys that an entry in a list of tools has where it is a call and no definition."""

_NOWHERE: Final = Place()
_SCHEMA: Final = frozenset(
    {"description", "inputschema", "jsonschema", "outputschema", "parametersjsonschema"}
)


class Sighting(NamedTuple):
    """Something that looks like a call: what it is, and as far as that can be told, which call.

    `what` says it in words that quote keys and types only, never a recorded value. `is_result`
    where it looks like the result of a call instead.
    """

    what: str
    place: Place
    name: str | None = None
    id: str | None = None
    arguments: Json = None
    is_result: bool = False


def plain_word(word: object) -> str:
    """Return a key or a type without case and separators: `tool-call` and `toolCall` are alike."""
    if not isinstance(word, str):
        return ""
    return _plain(word) if len(word) <= REMEMBERED_MAX else _SEPARATORS("", word.lower())


REMEMBERED_MAX: Final = 64
"""Keys and types of so many characters are remembered: traces repeat few of them."""


@lru_cache(maxsize=4096)
def _plain(word: str) -> str:
    return _SEPARATORS("", word.lower())


def written_calls(value: Json, place: Place) -> Iterator[Sighting]:
    """Yield the objects in a value that are calls beyond doubt: so named, with a tool's name.

    For records that speak of tools in many ways, and are no calls.
    """
    pending: list[tuple[Json, Place, str, int]] = [(value, place, "", 0)]
    while pending:
        item, at, key, depth = pending.pop()
        inner: Iterable[tuple[str | int, Json]] = ()
        if isinstance(item, Mapping):
            kind = item.get("type")
            typed = plain_word(kind).endswith(_CALL_TYPES)
            if (typed or plain_word(key).endswith(_CALL_KEYS)) and _call_in(item)[0] is not None:
                type_of = f"an object with `type: {_shown(str(kind))}`"
                yield _told(item, type_of if typed else f"the key `{key}`", at)
                continue
            inner = item.items()
        elif isinstance(item, list | tuple):
            inner = enumerate(item)
        if depth < DEPTH_MAX:
            pending.extend(
                (held, at.at(part), key if isinstance(part, int) else part, depth + 1)
                for part, held in inner
                if isinstance(held, Mapping | list | tuple)
            )


def is_call_word(word: object) -> bool:
    """Tell whether a key, or the type of a part, is one that only calls and results have."""
    return isinstance(word, str) and _is_call(plain_word(word))


def _is_call(plain: str) -> bool:
    return plain in _CALLS or plain.endswith(_ENDINGS) or is_list_of_used(plain)


_USED: Final = ("used", "called", "invoked", "executed")


def is_list_of_used(plain: str) -> bool:
    """Tell whether a key is one for the tools that a run used: `tools_called`, `usedTools`."""
    return "tool" in plain and (plain.endswith(_USED) or plain.startswith(_USED))


def may_be_in_call(word: str) -> bool:
    """Tell whether an object with such a key can look like a call; `name` and `type` are such."""
    plain = plain_word(word)
    return (
        _is_call(plain)
        or plain in _NAMES
        or plain in _TYPES
        or plain in _ARGUMENTS
        or plain in _DEFINITIONS
        or plain in _EXPECTED
    )


def may_hold_call(text: Json) -> bool:
    """Tell whether a value is a text of an object or a list in which a call may be."""
    return isinstance(text, str) and _OPENS(text) is not None and has_word_of_calls(text)


def has_word_of_calls(text: str) -> bool:
    """Tell whether a text holds a word that each object which looks like a call has somewhere."""
    small = text.lower()
    return any(word in small for word in _IN_CALLS)


def sightings(
    value: Json, place: Place, *, key: str = "", texts: bool = True
) -> Iterator[Sighting]:
    """Yield what looks like a call in a value that no reader understands.

    `key` is the key the value has where it was found. Of nested sightings only the outermost is
    yielded. Holds no more than the path to where it looks, however much there is.
    With `texts` the JSON in texts is looked through too.
    """
    found, inner = _looked_at(value, key, texts=texts)
    if found is not None:
        yield found._replace(place=place)
        return
    path: list[tuple[str | int, str, Iterator[tuple[str | int, Json]]]] = [("", key, inner)]
    while path:
        part, held = next(path[-1][2], (_END, None))
        if part is _END:
            path.pop()
            continue
        is_key = isinstance(part, str)
        below = part if is_key else path[-1][1]
        if held is None or isinstance(held, _NUMBERS):
            continue
        if isinstance(held, str) and not is_call_word(below) and not _OPENS(held):
            encoded = decoded_text(held)
            word = None if encoded is None else piece_of_trace(encoded)
            if word is not None:
                at = place.at(*_keys(path), part)
                yield Sighting(f"encoded text that holds `{word}`", at)
            continue
        plain = plain_word(part) if is_key else ""
        if plain in _EXPECTED:
            continue
        if plain in _DEFINITIONS:
            yield from _called_among(held, place.at(*_keys(path), part))
        elif len(path) > DEPTH_MAX:
            at = place.at(*_keys(path), part)
            yield Sighting("objects nested too deep to look through", at)
        else:
            found, inner = _looked_at(held, below, texts=texts)
            if found is not None:
                if "delta" in _keys(path):  # a piece of a stream, and so may be the name
                    found = found._replace(name=None, arguments=None)
                yield found._replace(place=place.at(*_keys(path), part))
            else:
                path.append((part, below, inner))


def _keys(path: Sequence[tuple[str | int, str, Any]]) -> Iterator[str | int]:
    return (part for part, _, _ in path[1:])


_NUMBERS: Final = (int, float)
_END: Final = "\0the end"


def _looked_at(
    item: Json, key: str, *, texts: bool
) -> tuple[Sighting | None, Iterator[tuple[str | int, Json]]]:
    """Return the sighting a value is by itself, or the values inside it."""
    if isinstance(item, str) and (item.strip() in _NOTHING or not is_call_word(key)):
        item = json_inside(item) if texts else None
    if isinstance(item, dict | Mapping):
        if item and all(map(str.isdecimal, item)):
            return None, enumerate(item.values())  # the places are keys: `calls.0.name`
        return _sighting(item, key), iter(item.items())
    if isinstance(item, list | tuple):
        return None, iter(enumerate(item))
    if isinstance(item, str):
        plain = plain_word(key)
        named = item if plain in _NAMES or is_list_of_used(plain) else None
        return Sighting(f"the key `{_shown(key)}`", _NOWHERE, named), iter(())
    return None, iter(())


def json_inside(text: str) -> Json:
    """Return the object or list that a text is, where it may hold a call; else None.

    Logs and tables hold records as text.
    """
    if not may_hold_call(text):
        return None
    try:
        return json.loads(text)  # type: ignore[no-any-return]
    except (ValueError, RecursionError):
        return None


def _sighting(item: Mapping[str, Json], key: str) -> Sighting | None:
    """Return the sighting an object is, if it is one by itself."""
    words = tuple(item)
    remembered = len(words) <= KEYS_MAX and all(len(word) <= REMEMBERED_MAX for word in words)
    shape = (_shape if remembered else _shape.__wrapped__)(words)
    for word in shape.types:
        kind = item[word]
        if isinstance(kind, str) and (
            is_call_type(kind) or (shape.named is not None and _is_kind_of_call(kind))
        ):
            return _told(item, f"an object with `{word}: {_shown(kind)}`", _NOWHERE)
    if item.get("method") == "tools/call":
        params = item.get("params")
        return _told(params if isinstance(params, Mapping) else item, "`tools/call`", _NOWHERE)
    if is_call_word(key) and plain_word(key) not in ("toolcallid", "toolname"):
        return _told(item, f"the key `{_shown(key)}`", _NOWHERE)
    named, given = shape.named, shape.given
    if named is None or given is None or shape.is_schema or _is_schema(item[given]):
        return None
    if plain_word(given) == "observation" and plain_word(named) not in _DONE:
        return None
    if isinstance(item[named], str | Mapping):
        return _told(item, f"an object with `{_shown(named)}` and `{_shown(given)}`", _NOWHERE)
    return None


class _Shape(NamedTuple):
    """What the keys of an object are: types, a name, arguments, those of a tool's definition."""

    types: tuple[str, ...]
    named: str | None
    given: str | None
    is_schema: bool


KEYS_MAX: Final = 32
"""The shapes of objects of so many keys are remembered."""


@lru_cache(maxsize=1024)
def _shape(words: tuple[str, ...]) -> _Shape:
    plain = {plain_word(word): word for word in words}
    return _Shape(
        tuple(plain[word] for word in _TYPES if word in plain),
        next((plain[word] for word in _NAMES if word in plain), None),
        next((plain[word] for word in plain if word in _ARGUMENTS), plain.get("observation")),
        not _SCHEMA.isdisjoint(plain),
    )


def _called_among(tools: Json, place: Place) -> Iterator[Sighting]:
    """Yield the entries in a list of tools that are calls: they have an id, or came to a result."""
    for at, tool in enumerate(tools if isinstance(tools, list | tuple) else ()):
        if not isinstance(tool, Mapping):
            continue
        keys = set(map(plain_word, tool))
        # A definition has a schema, and no id of a call beside values.
        given = keys & _ARGUMENTS if "id" in keys and keys.isdisjoint(_SCHEMA) else ()
        if keys & _OF_CALLS or any(
            plain_word(key) in given and not _is_schema(value) for key, value in tool.items()
        ):
            yield _told(tool, "a call in a list of tools", place.at(at))


def _is_schema(value: Json) -> bool:
    return isinstance(value, Mapping) and ("properties" in value or "$schema" in value)


def is_call_type(kind: str) -> bool:
    """Tell whether the type of a part or event is a call's: `tool-call`, `on_tool_start`."""
    plain = plain_word(kind)
    return ("tool" in plain and plain not in _DEFINITIONS) or (
        "function" in plain and "call" in plain
    )


def _is_kind_of_call(kind: str) -> bool:
    """Tell whether a type is some call, and not that of a model: `custom_call`, `shell-call`."""
    plain = plain_word(kind)
    return plain.endswith("call") and not plain.startswith(_OTHER_CALLS)


_OTHER_CALLS: Final = ("api", "http", "llm", "model", "phone", "re", "rpc")


def repeated_call(message: Mapping[str, Json], what: str, place: Place) -> Sighting:
    """Return the sighting of a call that a message tells of by keys of its own."""
    return _told(message, what, place)


def _told(item: Mapping[str, Json], what: str, place: Place) -> Sighting:
    """Return the sighting with the call's name, id and arguments where these can be told."""
    name, id, arguments = _call_in(item)
    plain, keys = plain_word(what), set(map(plain_word, item))
    answers = any(word in plain for word in ("result", "response", "output")) or (
        "toolcallid" in keys and not keys.isdisjoint(_RESULTS)
    )
    return Sighting(what, place, name, id, arguments, arguments is None and answers)


def _call_in(
    item: Mapping[str, Json], depth: int = DEPTH_MAX
) -> tuple[str | None, str | None, Json]:
    plain: dict[str, Any] = {plain_word(key): value for key, value in item.items()}
    for key in ("function", "toolcall", "functioncall", "tooluse", "value", "toolinvocation"):
        inner: Json = plain.get(key)
        if isinstance(inner, Mapping) and depth:
            name, id, arguments = _call_in(inner, depth - 1)
            return name, id or _id(plain), arguments
    name = next((plain[key] for key in _NAMES if isinstance(plain.get(key), str)), None)
    arguments = next((plain[key] for key in plain if key in _ARGUMENTS), None)
    return name or None, _id(plain), arguments


def _id(plain: Mapping[str, Any]) -> str | None:
    for key in ("toolcallid", "tooluseid", "callid", "id"):
        if isinstance(plain.get(key), str) and plain[key]:
            return str(plain[key])
    return None


def _shown(word: str) -> str:
    return word if len(word) <= 40 else word[:39] + "…"
