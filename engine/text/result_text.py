"""The texts of a result: JSON as the text it was written as, and with nothing in it escaped."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Final

from toolspec.engine.json_value import Json

_MAY_BE_JSON: Final = re.compile(r'[ \t\n\r]*(?:[\[{"\-0-9]|true|false|null|NaN|Infinity)').match


def json_or_text(text: str) -> Json:
    """Return the JSON value the text is, or the text itself where it is none.

    >>> json_or_text("25"), json_or_text("ok")
    (25, 'ok')
    """
    if _MAY_BE_JSON(text) is None:
        return text  # told at once: decoding would cost ten times as much to fail
    try:
        return json.loads(text)  # type: ignore[no-any-return]
    except (ValueError, RecursionError):
        return text


_ESCAPE: Final = re.compile(r"\\(?:u[0-9a-fA-F]{4}(?:\\u[dD][c-fC-F][0-9a-fA-F]{2})?|.)", re.DOTALL)
NESTED_MAX: Final = 4
"""How often JSON may be text inside of JSON and still be looked through with nothing escaped."""


def with_unescaped(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the texts, and after them those that are JSON with nothing in them escaped.

    JSON that is text inside of JSON is looked through too, each level on its own.
    """
    if not any("\\" in text for text in texts):
        return texts
    readings = dict.fromkeys(texts)
    layer = [text for text in texts if "\\" in text]
    for _ in range(NESTED_MAX):
        deeper: list[str] = []
        for text in layer:
            value = json_or_text(text)
            if isinstance(value, str) and value == text:
                continue
            readings[_ESCAPE.sub(_unescaped, text)] = None
            deeper += [inner for inner in _inner_texts(value) if "\\" in inner]
        layer = deeper
    return tuple(readings)


def _unescaped(escape: re.Match[str]) -> str:
    try:
        return str(json.loads(f'"{escape[0]}"'))
    except ValueError:
        return escape[0]


def _inner_texts(value: Json) -> list[str]:
    """Return the texts in a value that begin as JSON does."""
    texts: list[str] = []
    pending: list[Json] = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            if _MAY_BE_JSON(item) is not None:
                texts.append(item)
        elif isinstance(item, Mapping):
            pending.extend(item.values())
        elif isinstance(item, Sequence):
            pending.extend(item)
    return texts
