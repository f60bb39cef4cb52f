"""Traces and calls as Python shows them: safe to print, and short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from toolspec.engine.json_value import Json, pythonic
from toolspec.engine.text.escape import short
from toolspec.engine.text.plural import plural

CALLS_MAX: Final = 100
"""Calls that are listed; there may be millions."""

NAME_MAX: Final = 80
VALUE_MAX: Final = 120


def headline(name: str | None, calls: int) -> str:
    """Name a trace and say how long it is.

    >>> headline("tokyo", 3)
    'Trace tokyo of 3 calls'
    """
    of = f" {short(name, NAME_MAX)}" if name else ""
    return f"Trace{of} of {plural(calls, 'call')}"


def listed(head: str, calls: Sequence[object]) -> str:
    """Return a trace's headline, and a line for each call."""
    lines = [f"{at:>4}  {call}" for at, call in enumerate(calls[:CALLS_MAX], 1)]
    if len(calls) > CALLS_MAX:
        lines.append(f"      and {plural(len(calls) - CALLS_MAX, 'more call')}")
    return "\n".join([head + (":" if lines else ""), *lines])


def call_text(name: str, arguments: Mapping[str, Json] | None, result: str | None) -> str:
    """Return a call as one would write it; None stands for what is not recorded.

    >>> call_text("search", {"query": "x"}, "'found'"), call_text("book", None, None)
    ("search(query='x') -> 'found'", 'book(...)')
    """
    if arguments is None:
        inside = "..."
    else:
        inside = ", ".join(f"{key}={pythonic(value)}" for key, value in arguments.items())
    text = f"{short(name, NAME_MAX)}({short(inside, VALUE_MAX)})"
    return text if result is None else f"{text} -> {short(result, VALUE_MAX)}"
