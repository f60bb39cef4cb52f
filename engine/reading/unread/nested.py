"""Flat attributes such as `calls.0.name` as objects in objects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.unread.sightings import (
    json_inside,
)

_LEVELS_MAX: Final = 12
"""Parts of an attribute's name that are taken for levels."""


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
    for key, value in attributes.items():
        *levels, last = key.split(".", _LEVELS_MAX)
        branch = top
        for level in levels:
            branch = branch.level(level)
        branch.put(last, _read(value))
    return top


def _read(value: Json) -> Json:
    """Return the JSON that a text is, where it may hold a call; each text in a value too."""
    if isinstance(value, str):
        read = json_inside(value)
        return value if read is None else _read(read)
    if isinstance(value, Mapping):
        return {key: _read(item) if isinstance(item, str) else item for key, item in value.items()}
    return [_read(item) for item in value] if isinstance(value, list | tuple) else value
