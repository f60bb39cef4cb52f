"""Records of calls inside one attribute of a span: JSON of spans, of messages, of a call.

Dialects read the attributes they know. A writer that puts a trace, or a part of one, into an
attribute of its own tells of calls that no span of the trace records.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from toolspec.engine.json_value import HOLDING, OBJECTS, Json
from toolspec.engine.reading.unread.call_words import by_keys, plain_word
from toolspec.engine.reading.unread.foreign import (
    CHOICES,
    SAID,
    is_tools_kind,
)
from toolspec.engine.reading.unread.json_texts import json_inside, may_hold_call
from toolspec.engine.reading.unread.nested import is_encoded, opened
from toolspec.engine.reading.unread.parts_of_spans import keys_of_spans, told_by_span
from toolspec.engine.reading.unread.pieces import piece_of_trace
from toolspec.engine.reading.unread.sightings import (
    DEPTH_MAX,
    TOO_DEEP,
    Sighting,
    looks_like_call,
    sightings,
)
from toolspec.engine.trace import Place

_OF_SCHEMAS: Final = "schema"
_OF_CALL: Final = (
    *("argument", "arguments", "args", "content", "input", "inputs", "kwargs", "observation"),
    *("output", "outputs", "parameters", "params", "response", "result", "results"),
)
"""How the names of attributes end that hold what a tool was given or gave back."""

_FIRST_OF_CALL: Final = ("gen_ai.completion", "gen_ai.prompt", "input.", "output.")


@lru_cache(maxsize=4096)
def beside_call(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Return the attributes of a tool's span that hold neither its arguments nor its result.

    >>> beside_call(("tool.name", "app.payload", "output.value", "traceloop.entity.input"))
    ('tool.name', 'app.payload')
    """
    return tuple(
        key
        for key in keys
        if not key.startswith(_FIRST_OF_CALL)
        and not plain_word(key.rpartition(".")[2]).endswith((*_OF_CALL, _OF_SCHEMAS))
    )


def may_hold_spans(value: Json) -> bool:
    """Tell whether an attribute may hold spans; few do, and looking through all takes long."""
    if isinstance(value, str):
        return (_has_word(value) and _SPANS(value) is not None) or is_encoded(value)
    return isinstance(value, HOLDING)


def _has_word(text: str) -> bool:
    """Tell whether a text may have what `_SPANS` looks for, in a tenth of the time."""
    small = text.lower()
    return (
        not text.isascii()  # where more than one letter is the small one of another
        or "spans" in small
        or "gen_ai." in small
        or "tool.name" in small
        or ("\\" in small and "\\u00" in small)
    )


_SPANS: Final = re.compile(
    r"(?i)resource_?spans|scope_?spans|toolspans|gen_ai\.|tool\.name|\\u00"
).search
"""What each JSON text of spans has somewhere, or escapes."""


_KINDS: Final = {
    "mlflow.spanType": "",
    "openinference.span.kind": "tool.name",
    "traceloop.span.kind": "traceloop.entity.name",
}
"""Attributes that say whose call a span is, with those that name the tool."""


class _Keys(NamedTuple):
    """The keys of an object: those that tell of a call, and those that are looked into.

    `beside_call` are these of an object that is a call or an answer.
    """

    telling: tuple[str, ...]
    has_key: bool
    kinds: tuple[str, ...]
    of_answers: tuple[str, ...]
    inner: tuple[str, ...]
    beside_call: tuple[str, ...]


@by_keys
def _keys(words: tuple[str, ...]) -> _Keys:
    telling = keys_of_spans(words)
    inner = tuple(word for word in words if not word.endswith(_OF_SCHEMAS))
    return _Keys(
        telling,
        "key" in words,
        () if telling else tuple(word for word in _KINDS if word in words),
        tuple(word for word in words if word.startswith(SAID)),
        inner,
        tuple(word for word in inner if not plain_word(word).endswith(_OF_CALL)),
    )


def spans_inside(value: Json, place: Place) -> Iterator[Sighting]:
    """Yield what the spans in an attribute tell of calls, or that it cannot be read."""
    read = opened(value)
    if read is None:
        word = piece_of_trace(value) if isinstance(value, str) and may_hold_call(value) else None
        if word is not None:
            yield Sighting(f"`{word}` in JSON that cannot be read", place, "")
        return
    pending: list[tuple[Json, int]] = [(read, 0)]
    while pending:
        item, depth = pending.pop()
        inner: list[Json] = []
        if isinstance(item, OBJECTS):
            keys = _keys(tuple(item))
            for key in keys.telling:
                # What is in there says more of the call than that key.
                inside = list(sightings(opened(item[key]), place))
                yield from inside or told_by_span(item, (key,), place)
            if keys.has_key:
                yield from told_by_span(item, (), place)
            for key in keys.kinds:
                if is_tools_kind(item[key]):
                    name = item.get(_KINDS[key])
                    named = name if isinstance(name, str) else ""
                    yield Sighting(f"the attribute `{key}`", place, named)
            for key in keys.of_answers:  # most say nothing of calls by their name
                yield from sightings(opened(item[key]), place)
            attributes = item.get("attributes")
            if item.get("name") in CHOICES and isinstance(attributes, Mapping):
                for attribute in attributes.values():
                    yield from sightings(opened(attribute), place)
            is_answer = looks_like_call(item, "") is not None or item.get("role") == "tool"
            inner = [item[key] for key in (keys.beside_call if is_answer else keys.inner)]
        elif isinstance(item, list | tuple):
            inner = list(item)
        below = [
            (read, depth + 1)
            for part in inner
            if (read := json_inside(part) if isinstance(part, str) else part) is not None
            and isinstance(read, HOLDING)
        ]
        if depth < DEPTH_MAX:
            pending.extend(below)
        elif below:
            yield Sighting(TOO_DEEP, place, "")
            return
