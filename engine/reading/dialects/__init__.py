"""The dialects, in the order a span is offered to them: the more particular before the general."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module
from typing import Final, NamedTuple

from toolspec.engine.reading.dialects.dialect import Dialect, Role
from toolspec.engine.reading.span import UNREAD, Span
from toolspec.engine.reading.unread.foreign import (
    events_tell,
    is_tools_kind,
    kind_keys,
    may_tell,
    named_like_tool,
    says_calls,
)

NAMES: Final = (
    "claude_code",
    "langsmith",
    "traceloop",
    "adk",
    "any_agent",
    "pydantic_ai",
    "vercel",
    "agentops",
    "uipath",
    "monocle",
    "mlflow",
    "openinference",
    "gemini_cli",
    "genai",
)
"""A dialect is the module of this name in this folder, which holds it as `DIALECT`."""


@cache
def dialects() -> tuple[Dialect, ...]:
    """Return every dialect in order, imported when first asked for."""
    return tuple(
        [import_module(f"toolspec.engine.reading.dialects.{name}").DIALECT for name in NAMES]
    )


def others_calling(span: Span, dialect: Dialect) -> tuple[Dialect, ...]:
    """Return the other dialects that take a tool's span for one too, in the order they are asked.

    Instrumentations write the attributes of several, and not all into each.
    """
    asked = _asked_of(span.scope, tuple(span.attributes)).dialects
    return tuple(
        [other for other in asked if other is not dialect and other.role(span) is Role.TOOL]
    )


TRANSLATED: Final = {"monocle_apptrace.version": "monocle", "mlflow.spanType": "mlflow"}
"""Marks of the dialects that write spans too differently to be asked about, and their modules."""


def translator(span: Span) -> Dialect | None:
    """Return the dialect that says a span in the words of the GenAI conventions, if it is one's."""
    name = next((TRANSLATED[key] for key in span.attributes if key in TRANSLATED), None)
    if name is None:
        return None
    return import_module(f"toolspec.engine.reading.dialects.{name}").DIALECT


_NO_KINDS: Final = frozenset({Role.OTHER, Role.STRANGE, Role.UNREADABLE})

_RUNS: Final = {Role.AGENT, Role.LLM}
"""What a span of an agent's whole run is taken for where it tells of its answers too."""

_SILENT: Final = frozenset({Role.TOOL, Role.PHANTOM, Role.CREATION})


class _Asked(NamedTuple):
    """What the names of a span's attributes say: the dialects to ask, and whether it may tell."""

    dialects: tuple[Dialect, ...]
    may_tell: bool
    says_calls: bool
    kind_keys: tuple[str, ...]


# Instrumentations write few different sets of attributes.
@lru_cache(maxsize=4096)
def _asked_of(scope: str, keys: tuple[str, ...]) -> _Asked:
    unread = UNREAD in keys
    asked = [
        dialect
        for dialect in dialects()
        if (scope in dialect.scopes and not unread) or not dialect.marks.isdisjoint(keys)
    ]
    return _Asked(tuple(asked), may_tell(keys), any(map(says_calls, keys)), kind_keys(keys))


def classify(span: Span) -> tuple[Role, Dialect | None]:
    """Return what a span is, and the dialect that says so.

    A span of no known kind that may tell of calls is STRANGE, whatever its dialect. One that two
    dialects take for different kinds, or a tool's with calls of a response, is DISPUTED: read as
    one kind, it would not be read as the other.
    """
    asked = _asked_of(span.scope, tuple(span.attributes))
    roles = [
        (role, dialect) for dialect in asked.dialects if (role := dialect.role(span)) is not None
    ]
    role, dialect = roles[0] if roles else (Role.OTHER, None)
    if role is Role.OTHER and (
        asked.may_tell
        or events_tell(event.name for event in span.events)
        or any(is_tools_kind(span.attributes[key]) for key in asked.kind_keys)
        or named_like_tool(span.name) is not None
    ):
        role = Role.STRANGE
    if dialect is None or role is Role.UNREADABLE:
        return role, dialect
    if not (role is Role.PHANTOM and dialect.hands_over(span)):
        others = {other for other, _ in roles} - _NO_KINDS
        if role is Role.AGENT and others == _RUNS:
            return role, dialect  # what its last answer asked for is looked through
        if len(others) > 1 or (asked.says_calls and role in _SILENT):
            return Role.DISPUTED, dialect
    return role, dialect
