"""The dialects, in the order a span is offered to them: the more particular before the general."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from toolspec.engine.dialects.dialect import Dialect, Role
from toolspec.engine.formats.span import Span

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

_candidates: dict[tuple[str, ...], tuple[Dialect, ...]] = {}


def classify(span: Span) -> tuple[Role, Dialect | None]:
    """Return what a span is, and the dialect that says so."""
    keys = (span.scope, *span.attributes)
    candidates = _candidates.get(keys)
    if candidates is None:
        if len(_candidates) >= CANDIDATES_MAX:
            _candidates.clear()
        candidates = _candidates[keys] = tuple(
            dialect
            for dialect in dialects()
            if span.scope in dialect.scopes or not dialect.marks.isdisjoint(span.attributes)
        )
    for dialect in candidates:
        role = dialect.role(span)
        if role is not None:
            return role, dialect
    return Role.OTHER, None
