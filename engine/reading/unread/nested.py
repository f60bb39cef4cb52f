"""Flat attributes such as `calls.0.name` as objects in objects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.json_value import HOLDING, OBJECTS, Json
from toolspec.engine.reading.unread.call_words import plain_word
from toolspec.engine.reading.unread.encoded import decoded_text, text_of_numbers
from toolspec.engine.reading.unread.json_texts import json_inside, may_hold_call
from toolspec.engine.reading.unread.object_keys import is_of_result
from toolspec.engine.reading.unread.sightings import DEPTH_MAX

_LEVELS_MAX: Final = 12
"""Parts of an attribute's name that are taken for levels, the last ones."""

_MANY: Final = 10_000
_LEVELS_OF_MANY: Final = 3
"""Of so many attributes fewer levels are told apart: each takes memory."""


class _Level(dict[str, Json]):
    """What the attributes of one beginning hold: `calls.0.name` is in the level `calls`."""

    def put(self, key: str, value: Json) -> None:
        """Keep a value, beside a level of the same name where there is one."""
        while key in self:
            key += " "  # the word stays the same
        self[key] = value

    def level(self, key: str) -> _Level:
        """Return the level of a name."""
        there = self.get(key)
        if isinstance(there, _Level):
            return there
        level = self[key] = _Level()
        if there is not None:
            self.put(key, there)
        return level


def nested(attributes: Mapping[str, Json]) -> dict[str, Json]:
    """Return flat attributes such as `calls.0.name` as objects in objects, texts as their JSON."""
    top = _Level()
    levels_max = _LEVELS_MAX if len(attributes) <= _MANY else _LEVELS_OF_MANY
    for key, value in attributes.items():
        *levels, last = key.rsplit(".", levels_max)
        branch = top
        for level in levels:
            branch = branch.level(level)
        branch.put(last, _read(value))
    return top


def _read(value: Json, depth: int = 0) -> Json:
    """Return the JSON that a text is, where it may hold a call; each text in a value too."""
    if isinstance(value, str):
        read = opened(value)
        return value if read is None else _read(read, depth + 1)
    if depth > DEPTH_MAX:
        return value
    if isinstance(value, OBJECTS):
        return {
            key: item if depth and is_of_result(plain_word(key)) else _read(item, depth + 1)
            for key, item in value.items()
        }
    if not isinstance(value, list | tuple):
        return value
    written = text_of_numbers(value)
    if written is None:
        return [_read(item, depth + 1) for item in value]
    return _read(written, depth + 1)


def opened(value: Json) -> Json:
    """Return the objects or lists that an attribute is, also as JSON text, encoded or not.

    >>> opened('{"tool": "go"}'), opened("go"), opened("eyJ0b29sX2NhbGxzIjogW119")
    ({'tool': 'go'}, None, {'tool_calls': []})
    """
    if isinstance(value, str):
        if may_hold_call(value):
            return json_inside(value) or _lines(value)
        inner = decoded_text(value)
        return None if inner is None else json_inside(inner) or _lines(inner)
    if not isinstance(value, HOLDING):
        return None
    written = text_of_numbers(value)
    return value if written is None else opened(written) or value


def _lines(text: str) -> Json:
    """Return the objects and lists in the lines of a text, None for none."""
    values = [read for read in map(json_inside, text.splitlines()) if read is not None]
    return values or None


def is_encoded(value: Json) -> bool:
    """Tell whether an attribute is a text that is JSON once it is decoded."""
    return isinstance(value, str) and decoded_text(value) is not None
