"""What the calls of a trace leave open: another reading of one, a call inside another, its name.

A call that was read can hide another one: in the arguments of a tool that calls tools
(`multi_tool_use.parallel`, `call_tool`), or under a name that only looks different.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Final

from toolspec.engine.gaps import other_readings
from toolspec.engine.json_value import Json
from toolspec.engine.reading.unread.sightings import DEPTH_MAX, plain_word
from toolspec.engine.trace import UNRECORDED, Call, Gap

INNER_MAX: Final = 100
"""Calls in the arguments of one call that are told apart by their names."""

_NAMING: Final = frozenset({"toolname", "recipientname", "functionname", "tool", "function"})
_ALSO_NAMING: Final = frozenset({"name"})
_GIVEN: Final = frozenset({"arguments", "args", "parameters", "params", "toolinput", "toolargs"})
_ALSO_GIVEN: Final = frozenset({"input", "kwargs"})

_PROTOCOLS: Final = re.compile(r"functions\.|default_api[.:]").match
"""What models of OpenAI and Google write before the name of each tool; it is no part of it."""

_LOOKS_LIKE: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеорсуіјѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρτυıɡ‐‑‒–—−",
    "ABESIJKMHOPCTYXaeopcyijshdqwABEZHIKMNOPTYXovptuig------",
)
"""Letters of other alphabets, and dashes, that look like those of tools' names."""


def doubtful(calls: Iterable[Call]) -> Iterator[Gap]:
    """Yield a gap for each call that can be read as another one, or holds one."""
    calls = list(calls)
    yield from other_readings(calls)
    for call in calls:
        name = seen_name(call.name)
        if name != call.name:
            text = "a tool's name looks like another one, and is not the same"
            other = call._replace(name=name)
            yield Gap(text, call.place, call=other, helps=False)
        if isinstance(call.arguments, Mapping) and call.arguments:
            yield from _inside(call, call.arguments)


@lru_cache(maxsize=4096)
def seen_name(name: str) -> str:
    r"""Return the name that a reader sees: without what is invisible, alike letters as one.

    >>> seen_name("delete\u200b_user "), seen_name("functions.search"), seen_name("get.weather")
    ('delete_user', 'search', 'get.weather')
    """
    if name.isascii() and name.isprintable() and name == name.strip():
        plain = name
    else:
        shown = unicodedata.normalize("NFKC", name).translate(_LOOKS_LIKE)
        plain = "".join(letter for letter in shown if letter.isprintable()).strip()
        if not any(letter.isascii() and letter.isalpha() for letter in plain):
            plain = unicodedata.normalize("NFKC", name).strip()  # of another alphabet throughout
    found = _PROTOCOLS(plain)
    return (plain[found.end() :] if found else plain) or name


def _inside(call: Call, arguments: Mapping[str, Json]) -> Iterator[Gap]:
    """Yield a gap for each tool that the arguments of a call seem to call."""
    pending: list[tuple[Json, int]] = [(arguments, 0)]
    names: set[str] = set()
    while pending and len(names) < INNER_MAX:
        item, depth = pending.pop()
        if isinstance(item, Mapping):
            inner = _call_in(item)
            if inner is not None and inner.name not in names:
                names.add(inner.name)
                text = f"the arguments of `{call.name}` hold what looks like a call"
                yield Gap(text, call.place, call=inner)
            values: Iterable[Json] = item.values()
        else:
            values = item if isinstance(item, list | tuple) else ()
        if depth < DEPTH_MAX:
            pending.extend(
                (value, depth + 1) for value in values if isinstance(value, Mapping | list | tuple)
            )


def _call_in(item: Mapping[str, Json]) -> Call | None:
    """Return the call that an object is: a tool's name, and arguments for it."""
    name = given = None
    surely = False
    for key, value in item.items():
        plain = plain_word(key)
        if isinstance(value, str) and value:
            if plain in _NAMING:
                name, surely = value, True
            elif plain in _ALSO_NAMING and name is None:
                name = value
        elif plain in ("function", "tool") and isinstance(value, Mapping):
            inner = _call_in(value)
            if inner is not None:
                return inner
        if plain in _GIVEN or plain in _ALSO_GIVEN:
            told = _arguments(value)
            if told is not None and (given is None or plain in _GIVEN):
                given = told
                surely = surely or plain == "arguments"
    if name is None or given is None or not surely:
        return None
    return Call(seen_name(name), given or UNRECORDED)


def _arguments(value: Json) -> Mapping[str, Json] | None:
    if isinstance(value, str) and value.lstrip()[:1] == "{":
        with suppress(ValueError, RecursionError):
            value = json.loads(value)
    return value if isinstance(value, Mapping) else None
