"""Text from traces and specs as a timeline shows it: one line, short, with nothing hidden in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.json_value import Json, compact
from toolspec.engine.result import Unrecorded
from toolspec.engine.text.visible import visible
from toolspec.engine.verdict import Shown

TEXT_MAX: Final = 300
"""Characters of a sentence or of a message."""

VALUES_MAX: Final = 200
"""Characters of a call's arguments or result."""

VALUE_MAX: Final = 80
"""Characters of one argument."""

NAME_MAX: Final = 80
"""Characters of a name."""

KEYS_MAX: Final = 20
"""Arguments of a call that are shown."""


def on_one_line(text: str, most: int = TEXT_MAX) -> str:
    r"""Return a text on one line, cut, with what cannot be seen in it written out.

    >>> on_one_line("a\x1b[31m\nb"), on_one_line("abcdef", 4)
    ('a\\x1b[31m b', 'abc…')
    """
    shown = visible(" ".join(text[: most + 1].split()))
    return shown if len(shown) <= most else shown[: most - 1] + "…"


def arguments_text(arguments: Mapping[str, Json] | Unrecorded, shown: Shown) -> str | None:
    """Return a call's arguments as a rule would write them; without values, their keys alone.

    >>> arguments_text({"path": "a.py", "n": 3}, Shown()), arguments_text({"n": 3}, Shown(False))
    ('path: "a.py", n: 3', 'n')
    """
    if isinstance(arguments, Unrecorded):
        return None
    listed: list[str] = []
    for key in list(arguments)[:KEYS_MAX]:
        if shown.values:
            key += f": {on_one_line(compact(arguments[key]), VALUE_MAX)}"
        listed.append(key)
    if len(arguments) > KEYS_MAX:
        listed.append(f"and {len(arguments) - KEYS_MAX} more")
    return on_one_line(", ".join(listed), VALUES_MAX)


def value_text(value: Json, shown: Shown) -> str:
    """Return a result, cut; without values, what sort of value it is."""
    text = value if isinstance(value, str) and shown.values else shown.short(value)
    return on_one_line(text, VALUES_MAX)
