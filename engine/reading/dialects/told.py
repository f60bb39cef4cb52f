"""Messages and calls that instrumentations write into one attribute, as JSON text or natively.

An attribute that is there and cannot be read is never taken for one that holds nothing: exporters
cut long attributes, and a forbidden call may be in what is missing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final, cast

from toolspec.engine.json_value import LISTS, Json, compact, read_json
from toolspec.engine.reading.dialects.dialect import Unreadable
from toolspec.engine.reading.payloads.payload import breaks_off, cut_text, quoting
from toolspec.engine.reading.unread.call_texts import piece_of_trace

_OPENINGS: Final = ("[", "{")
_OPENINGS_BESIDE_PROSE: Final = ('{"', "[{")


def json_in(value: Json) -> Json:
    """Return the JSON that text is; None where it is none, other values as they are."""
    if not isinstance(value, str):
        return value
    try:
        return read_json(value)
    except (ValueError, RecursionError):
        return None


def objects(
    attributes: Mapping[str, Json], key: str, *, prose: bool = False
) -> list[Mapping[str, Json]] | Unreadable:
    """Return the objects of the list an attribute holds, or the one object; none where it is empty.

    With `prose` the attribute may as well hold a plain answer, which has no objects.

    >>> objects({"k": '[{"a": 1}]'}, "k"), objects({}, "k"), objects({"k": "Hi"}, "k", prose=True)
    ([{'a': 1}], [], [])
    """
    recorded = attributes.get(key)
    if recorded is None or recorded == "":
        return []
    if prose and isinstance(recorded, str) and _is_prose(recorded.lstrip()):
        return []
    value = json_in(recorded)
    items = value if isinstance(value, LISTS) else [value]
    if {dict}.issuperset(map(type, items)):
        return cast("list[Mapping[str, Json]]", items)
    # OpenTelemetry's lists hold text only, so some write each message as a text of its own.
    values = [json_in(item) for item in items]
    mappings = [item for item in values if isinstance(item, Mapping)]
    if len(mappings) < len(values) and not (prose and value is not None) and recorded != "null":
        return why_unreadable(key, recorded)
    return mappings


def _is_prose(text: str) -> bool:
    """Tell whether a text is an answer in words, and no JSON nor what was left of some."""
    if text.startswith(_OPENINGS_BESIDE_PROSE):
        return False
    return not text.startswith(_OPENINGS) or piece_of_trace(text) is None


def why_unreadable(key: str, recorded: Json) -> Unreadable:
    """Return that an attribute is not what it should be, and why."""
    if not isinstance(recorded, str):
        return Unreadable(key, *quoting("no messages but ", compact(recorded)))
    try:
        json.loads(recorded)
    except RecursionError:
        return Unreadable(key, "nested too deep")
    except json.JSONDecodeError as error:
        if recorded.lstrip().startswith(_OPENINGS) and breaks_off(recorded, error):
            return Unreadable(key, *cut_text(recorded))
        return Unreadable(key, *quoting("text that is no JSON: ", recorded))
    except ValueError:
        return Unreadable(key, "a number of too many digits")
    return Unreadable(key, *quoting("no messages but ", recorded))
