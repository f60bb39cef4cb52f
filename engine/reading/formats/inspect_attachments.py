"""Inspect's attachments: long texts that a sample keeps once, each named where it belongs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.json_value import Json

_NAMED: Final = "attachment://"
DEPTH_MAX: Final = 50
CHARACTERS_MAX: Final = 256 * 1024 * 1024
"""So much text may attachments make where they are put in; what is beyond that stays a name."""


class Attachments:
    """The attachments of one sample; `left` is how much text they may still make."""

    def __init__(self, texts: Mapping[str, Json]) -> None:
        self._texts = texts
        self.left = CHARACTERS_MAX

    def put_in(self, value: Json, depth: int = 0) -> Json:
        """Return a value with its attachments put in."""
        if not self._texts or depth > DEPTH_MAX:
            return value
        if isinstance(value, str):
            if not value.startswith(_NAMED):
                return value
            text = self._texts.get(value.removeprefix(_NAMED))
            if not isinstance(text, str) or len(text) > self.left:
                return value
            self.left -= len(text)
            return text
        if isinstance(value, list):
            return [self.put_in(item, depth + 1) for item in value]
        if isinstance(value, Mapping):
            return {key: self.put_in(item, depth + 1) for key, item in value.items()}
        return value
