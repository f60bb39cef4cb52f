"""Where the arguments of a call begin and end in the text of its file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, cast

from toolspec.engine.json_value import Json, same
from toolspec.engine.reading.locate import inside_of, offset_of
from toolspec.engine.trace import Place

VALUES_MAX: Final = 10_000
"""Values of a call that are looked at."""

_DECODER: Final = json.JSONDecoder()


def extent_of(text: str, place: Place, wanted: Json) -> tuple[int, int] | None:
    r"""Return the offsets of a value that is inside what a place points to; None where it is not.

    It may be there as JSON in a string, as the APIs of models write arguments.

    >>> extent_of('{"id": 1, "arguments": "{\\"a\\": 2}"}', Place(1, ()), {"a": 2})
    (23, 35)
    """
    start = offset_of(text, place)
    value = None if start is None else _value(text, start)
    if start is None or value is None:
        return None
    pointer = next(_pointers(value[0], wanted), None)
    if pointer is None:
        return None
    at: int | None = start
    for part in pointer:
        at = inside_of(text, at, part) if at is not None else None
    written = None if at is None else _value(text, at)
    return None if at is None or written is None else (at, written[1])


def _value(text: str, at: int) -> tuple[Any, int] | None:
    """Return the JSON that begins at an offset, and where it ends; None where it is broken."""
    try:
        return _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        return None


def _pointers(value: Any, wanted: Json) -> Iterator[tuple[str | int, ...]]:
    """Yield the ways to values that are the wanted one, those outside first."""
    level: list[tuple[tuple[str | int, ...], Any]] = [((), value)]
    looked = 0
    while level and looked < VALUES_MAX:
        looked += len(level)
        inner: list[tuple[tuple[str | int, ...], Any]] = []
        for pointer, item in level:
            if same(item, wanted) or (isinstance(item, str) and _is_text_of(item, wanted)):
                yield pointer
            if isinstance(item, dict):
                object_items = cast("dict[str, Any]", item).items()
                inner += [((*pointer, key), under) for key, under in object_items]
            elif isinstance(item, list):
                list_items = enumerate(cast("list[Any]", item))
                inner += [((*pointer, at), under) for at, under in list_items]
        level = inner


def _is_text_of(text: str, wanted: Json) -> bool:
    if not isinstance(wanted, dict | list):
        return False
    try:
        return same(json.loads(text), wanted)
    except (ValueError, RecursionError):
        return False
