"""Write names, values and regexes from traces as spec text that reads back as the same."""

from __future__ import annotations

import json
import re

from toolspec.engine.json_value import Json
from toolspec.engine.match.tool_pattern import is_bare, quoted
from toolspec.engine.match.values import Exactly, written_key
from toolspec.engine.text.visible import is_visible, visible

_SPECIAL = re.compile(r"([\\.^$*+?()\[\]{}|/])")


def quoted_safely(text: str) -> str:
    r"""Return the text as a string of the language, with invisible characters as escapes.

    >>> quoted_safely("a\u202eb")
    '"a\\u202eb"'
    """
    return with_escapes(quoted(text))


def with_escapes(written: str) -> str:
    """Return spec text with the invisible characters in its strings as escapes."""
    return visible(written, written=_in_four_digits)


def _in_four_digits(char: str) -> str:
    """Return the escape of a character in strings of the language, as in JSON."""
    return json.dumps(char)[1:-1]


def tool_name(name: str) -> str:
    """Return a tool's name as a pattern, quoted only if necessary."""
    return name if is_bare(name) else quoted_safely(name)


def key_text(key: str) -> str:
    """Return an argument's name, quoted only if necessary."""
    return with_escapes(written_key(key))


def arguments(given: dict[str, Json]) -> str:
    """Return a call's arguments as `<...>`."""
    listed = ", ".join(f"{key_text(key)}: {value(item)}" for key, item in given.items())
    return f"<{listed}>"


def value(given: Json) -> str:
    """Return a value as the language writes it."""
    return with_escapes(str(Exactly(given)))


def regex(text: str) -> str:
    r"""Return a regex that finds exactly this text; "" if a line of a spec cannot contain it.

    >>> regex("a/b.py"), regex("a\nb")
    ('a\\/b\\.py', '')
    """
    return _SPECIAL.sub(r"\\\1", text) if is_visible(text) else ""
