"""What the calls of a trace leave open: another reading of one, a call inside another, its name.

A call that was read can hide another one: in the arguments of a tool that calls tools
(`multi_tool_use.parallel`, `call_tool`), or under a name that only looks different.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Final

from toolspec.engine.gaps import other_readings
from toolspec.engine.json_value import HOLDING, LISTS, PLAIN, Json, read_json
from toolspec.engine.reading.unread.call_words import LOOKS_LIKE, by_keys, plain_word
from toolspec.engine.reading.unread.encoded import unescaped
from toolspec.engine.reading.unread.json_texts import json_inside, may_hold_call
from toolspec.engine.reading.unread.sightings import DEPTH_MAX
from toolspec.engine.trace import UNRECORDED, Call, Gap

INNER_MAX: Final = 100
"""Calls in the arguments of one call that are told apart by their names."""

_NAMING: Final = frozenset({"toolname", "recipientname", "functionname", "tool", "function"})
_ALSO_NAMING: Final = frozenset({"name"})
_GIVEN: Final = frozenset({"arguments", "args", "parameters", "params", "toolinput", "toolargs"})
_ALSO_GIVEN: Final = frozenset({"input", "kwargs"})

_CALLING: Final = re.compile(
    r"(?i:call|use|using|run|invoke|exec(?:ute)?|dispatch|parallel|batch)(?![a-z])"
).search
"""In the names of tools that call tools: `call_tool`, `useMcpTool`, `multi_tool_use.parallel`."""

_PARALLEL: Final = "multi_tool_use"
_PROTOCOLS: Final = re.compile(r"functions\.|default_api[.:]").match
"""What models of OpenAI and Google write before the name of each tool; it is not part of it."""


def doubtful(calls: Iterable[Call]) -> Iterator[Gap]:
    """Yield a gap for each call that can be read as another one, or holds one."""
    calls = list(calls)
    yield from other_readings(calls)
    for call in calls:
        if (
            call.arguments is not UNRECORDED
            and _is_plain(call.name)
            and not _may_name(tuple(call.arguments))
        ):  # as most calls are
            if any(map(_may_hold, call.arguments.values())):
                yield from _inside(call, call.arguments)
            continue
        name = seen_name(call.name)
        if name != call.name:
            text = "a tool's name looks like another one, and is not the same"
            other = call._replace(name=name)
            yield Gap(text, call.place, call=other, helps=False)
        for other in names_within(call.name):
            text = "a tool's name holds more than a name, and may be of another tool"
            yield Gap(text, call.place, call=call._replace(name=other), helps=False)
        if isinstance(call.arguments, Mapping) and call.arguments:
            yield from _inside(call, call.arguments)
        elif call.arguments is UNRECORDED and call.name.startswith(_PARALLEL):
            yield Gap(f"`{call.name}` calls tools, and which is not recorded", call.place)


@lru_cache(maxsize=4096)
def _is_plain(name: str) -> bool:
    """Tell whether a tool's name is no other one's too, and not that of a tool that calls tools."""
    return seen_name(name) == name and not names_within(name) and _CALLING(name) is None


@lru_cache(maxsize=4096)
def seen_name(name: str) -> str:
    r"""Return the name that a reader sees: without what is invisible, alike letters as one.

    >>> seen_name("delete\u200b_user "), seen_name("functions.search"), seen_name("get.weather")
    ('delete_user', 'search', 'get.weather')
    """
    if name.isascii() and name.isprintable() and name == name.strip():
        plain = name
    else:
        shown = unicodedata.normalize("NFKC", name).translate(LOOKS_LIKE)
        plain = "".join(letter for letter in shown if letter.isprintable()).strip()
        if not any(letter.isascii() and letter.isalpha() for letter in plain):
            plain = unicodedata.normalize("NFKC", name).strip()  # of another alphabet throughout
    prefix = _PROTOCOLS(plain)
    return (plain[prefix.end() :] if prefix else plain) or name


@lru_cache(maxsize=4096)
def names_within(name: str) -> tuple[str, ...]:
    r"""Return the names in what is recorded as one, where it is quoted, or some other text.

    >>> names_within('"search"'), names_within("look up (web)"), names_within("go")
    (('search',), (), ())
    >>> names_within("search(q=1)"), names_within("[search]")
    (('search', 'q'), ('search',))
    >>> names_within("%22search%22"), names_within(r"\u0073earch")
    (('search',), ('search',))
    """
    if _STRANGE(name) is None:
        return ()
    shown = unescaped(name[:NAME_LENGTH_MAX])
    words = dict.fromkeys(word.rstrip(":") for word in _WORDS(shown))
    return tuple(words if len(name) <= NAME_LENGTH_MAX else ("",))


NAME_LENGTH_MAX: Final = 1000
"""A name of more characters, with quotes or braces in it, may be of any tool."""

_STRANGE: Final = re.compile(
    r"[\"'`{}<>\n\r]|%[0-9A-F]{2}|&[a-z]+;|\\u[0-9a-f]{4}"
    r"|^[\w.:/-]+\(|^\[?[\w./-]+[]:]$"
).search
_WORDS: Final = re.compile(r"[^\W\d][\w.:/-]*").findall


def _inside(call: Call, arguments: Mapping[str, Json]) -> Iterator[Gap]:
    """Yield a gap for each tool that the arguments of a call seem to call."""
    pending: list[tuple[Json, int]] = [(arguments, 0)]
    names: set[str] = set()
    calls_others = _CALLING(call.name) is not None
    while pending and len(names) < INNER_MAX:
        item, depth = pending.pop()
        if isinstance(item, str):
            item = _decoded(item) if calls_others else json_inside(item)
        if isinstance(item, Mapping):
            named = _may_name(tuple(item))
            inner = _call_in(item, calls_others=calls_others) if named else None
            if inner is not None and inner.name not in names:
                names.add(inner.name)
                text = f"the arguments of `{call.name}` hold what looks like a call"
                yield Gap(text, call.place, call=inner)
            values: Iterable[Json] = item.values()
        else:
            values = item if isinstance(item, LISTS) else ()
        for value in values if depth < DEPTH_MAX else ():
            if isinstance(value, str):
                if may_hold_call(value) or (calls_others and value[:1] in ("{", "[")):
                    pending.append((value, depth + 1))
            elif isinstance(value, HOLDING):
                pending.append((value, depth + 1))


def _may_hold(value: Json) -> bool:
    return may_hold_call(value) if isinstance(value, PLAIN) else isinstance(value, HOLDING)


@by_keys
def _may_name(words: tuple[str, ...]) -> bool:
    """Tell whether an object with such keys may be a call: one of them may name its tool."""
    return any(plain_word(word) in _NAMING | _ALSO_NAMING for word in words)


def _call_in(item: Mapping[str, Json], *, calls_others: bool) -> Call | None:
    """Return the call that an object is: a tool's name, and arguments for it.

    With `calls_others` the object is for a tool that calls tools, and may leave out arguments.
    """
    name = given = None
    surely = written = False
    for key, value in item.items():
        plain = plain_word(key)
        if isinstance(value, str) and value:
            if plain in _NAMING:
                name, surely = value, True
                written = written or calls_others or plain == "recipientname"
            elif plain in _ALSO_NAMING and name is None:
                name = value
        elif plain in ("function", "tool") and isinstance(value, Mapping):
            inner = _call_in(value, calls_others=calls_others)
            if inner is not None:
                return inner
        if plain in _GIVEN or plain in _ALSO_GIVEN:
            arguments = _arguments(value)
            if arguments is not None and (given is None or plain in _GIVEN):
                given = arguments
                surely = surely or plain == "arguments"
            written = written or (plain in _GIVEN and value is not None)
    if name is None or not surely or (given is None and not written):
        return None
    return Call(seen_name(name), given or UNRECORDED)


def _decoded(text: str) -> Json:
    """Return the JSON that a text is, None where it is none."""
    try:
        return read_json(text)  # type: ignore[no-any-return]
    except (ValueError, RecursionError):
        return None


def _arguments(value: Json) -> Mapping[str, Json] | None:
    if isinstance(value, str) and value.lstrip()[:1] == "{":
        with suppress(ValueError, RecursionError):
            value = read_json(value)
    return value if isinstance(value, Mapping) else None
