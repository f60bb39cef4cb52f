"""JSON inside texts, as logs hold it: whether a text may hold a call, and what it says."""

from __future__ import annotations

import re
from typing import Final

from toolspec.engine.json_value import Json, read_json

opens_json: Final = re.compile(r"[\s\ufeff]*(?:[\[{]|\"[\s\\\"ufe]*[\[{])").match
"""A text of an object or a list, or of such a text written as JSON, however often."""

_BEFORE: Final = " \t\r\n\ufeff"


def may_hold_call(text: Json) -> bool:
    """Tell whether a value is a text of an object or a list in which a call may be."""
    if not isinstance(text, str) or text[:1].isalnum():  # most texts, and no JSON begins so
        return False
    return opens_json(text) is not None and has_word_of_calls(text)


def has_word_of_calls(text: str) -> bool:
    """Tell whether a text holds a word that each object which looks like a call has somewhere.

    It has one of these in its keys or types, or escapes their letters.
    """
    small = text.lower()
    return (
        "tool" in small
        or "call" in small
        or "func" in small
        or "arg" in small
        or "input" in small
        or "param" in small
        or "observation" in small
        or ("\\" in small and "\\u00" in small)  # one letter is found far faster
    )


def json_inside(text: Json) -> Json:
    """Return the object or list that a text is, as logs hold it, where it may hold a call."""
    if not isinstance(text, str) or not may_hold_call(text):
        return None
    read: Json = text
    try:
        while isinstance(read, str) and opens_json(read) is not None:
            # Each time at most half as long.
            read = read_json(read.lstrip(_BEFORE))
    except (ValueError, RecursionError):
        return None
    return None if isinstance(read, str) else read
