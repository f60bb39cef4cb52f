"""Calls as spans tell of them, in attributes and in lists of spans, where no spans are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.unread.call_texts import attributes_in_text
from toolspec.engine.reading.unread.call_words import is_call_word, plain_word
from toolspec.engine.reading.unread.sightings import Sighting
from toolspec.engine.trace import Place

_LISTS: Final = frozenset({"resourcespans", "scopespans", "toolspans"})
_EMPTY: Final[tuple[Json, ...]] = (None, "", [], {})


def keys_of_spans(words: Sequence[str]) -> tuple[str, ...]:
    """Return the keys that only spans of tools and responses have, and lists of spans.

    >>> keys_of_spans(["id", "gen_ai.tool.name", "tool_name_0"])
    ('gen_ai.tool.name', 'tool_name_0')
    """
    return tuple(word for word in words if _is_of_span(word))


@lru_cache(maxsize=4096)
def _is_of_span(word: str) -> bool:
    plain = plain_word(word)
    return (
        plain in _LISTS
        or (plain[-1:].isdecimal() and _bare(plain).endswith("toolname"))
        or attributes_in_text(f'"{word}":') is not None
    )


def told_by_span(item: Mapping[str, Json], keys: Sequence[str], place: Place) -> Iterator[Sighting]:
    """Yield the calls that an object tells of under such keys, or as an attribute of OTLP's."""
    for key in keys:
        if item[key] not in _EMPTY:
            yield _told(f"the key `{key}`", key, item[key], place)
    key, value = item.get("key"), item.get("value")
    if isinstance(key, str) and value not in _EMPTY and (_is_of_span(key) or is_call_word(key)):
        recorded = (
            value.get("stringValue", value.get("string_value"))
            if isinstance(value, Mapping)
            else value
        )
        yield _told(f"the attribute `{key}`", key, recorded, place)


def _told(what: str, key: str, value: Json, place: Place) -> Sighting:
    named = _NAMING(_bare(plain_word(key))) is not None and isinstance(value, str)
    return Sighting(what, place, str(value) if named else None)


_NAMING: Final = re.compile(r"tool(?:calls?[0-9]*(?:toolcall)?(?:function)?)?name$").search


def _bare(plain: str) -> str:
    return plain.rstrip("0123456789")
