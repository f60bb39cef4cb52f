"""The dialects, in the order a span is offered to them: the more particular before the general."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from toolspec.engine.dialects.dialect import Dialect, Role
from toolspec.engine.dialects.foreign import may_tell
from toolspec.engine.formats.span import UNREAD, Span

NAMES: Final = (
    "traceloop",
    "adk",
    "any_agent",
    "pydantic_ai",
    "vercel",
    "uipath",
    "openinference",
    "genai",
)
"""A dialect is the module of this name in this folder, which holds it as `DIALECT`."""


@cache
def dialects() -> tuple[Dialect, ...]:
    """Return every dialect in order, imported when first asked for."""
    return tuple([import_module(f"toolspec.engine.dialects.{name}").DIALECT for name in NAMES])


CANDIDATES_MAX: Final = 4096
"""How many different sets of attributes are remembered; instrumentations write few."""

_candidates: dict[tuple[str, ...], tuple[tuple[Dialect, ...], bool]] = {}


def classify(span: Span) -> tuple[Role, Dialect | None]:
    """Return what a span is, and the dialect that says so.

    A span of no known kind whose attributes may tell of calls is STRANGE, whatever its dialect.
    """
    keys = (span.scope, *span.attributes)
    known = _candidates.get(keys)
    if known is None:
        if len(_candidates) >= CANDIDATES_MAX:
            _candidates.clear()
        unread = UNREAD in span.attributes
        marked = [
            dialect
            for dialect in dialects()
            if (span.scope in dialect.scopes and not unread)
            or not dialect.marks.isdisjoint(span.attributes)
        ]
        known = _candidates[keys] = tuple(marked), may_tell(span.attributes)
    candidates, telling = known
    for dialect in candidates:
        role = dialect.role(span)
        if role is not None:
            return (Role.STRANGE if telling and role is Role.OTHER else role), dialect
    return (Role.STRANGE if telling else Role.OTHER), None
