"""The dialects, in the order a span is offered to them: the more particular before the general."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

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


def others_calling(span: Span, dialect: Dialect) -> list[Dialect]:
    """Return the other dialects that take a tool's span for one too, in the order they are asked.

    Instrumentations write the attributes of several, and not all into each.
    """
    known = _candidates.get((span.scope, *span.attributes))
    asked = dialects() if known is None else known[0]
    if len(asked) == 1 and asked[0] is dialect:
        return []
    return [other for other in asked if other is not dialect and other.role(span) is Role.TOOL]


TRANSLATED: Final = {"monocle_apptrace.version": "monocle", "mlflow.spanType": "mlflow"}
"""Marks of the dialects that write spans too differently to be asked about, and their modules."""


def translator(span: Span) -> Dialect | None:
    """Return the dialect that says a span in the words of the GenAI conventions, if it is one's."""
    name = next((TRANSLATED[key] for key in span.attributes if key in TRANSLATED), None)
    if name is None:
        return None
    return import_module(f"toolspec.engine.reading.dialects.{name}").DIALECT


CANDIDATES_MAX: Final = 4096
"""How many different sets of attributes are remembered; instrumentations write few."""

_NO_KINDS: Final = frozenset({Role.OTHER, Role.STRANGE, Role.UNREADABLE})

_RUNS: Final = {Role.AGENT, Role.LLM}
"""What a span of an agent's whole run is taken for where it tells of its answers too."""

_SILENT: Final = frozenset({Role.TOOL, Role.PHANTOM, Role.CREATION})

_candidates: dict[tuple[str, ...], tuple[tuple[Dialect, ...], bool, bool, tuple[str, ...]]] = {}


def classify(span: Span) -> tuple[Role, Dialect | None]:
    """Return what a span is, and the dialect that says so.

    A span of no known kind that may tell of calls is STRANGE, whatever its dialect. One that two
    dialects take for different kinds, or a tool's with calls of a response, is DISPUTED: read as
    one kind, it would not be read as the other.
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
        known = _candidates[keys] = (
            tuple(marked),
            may_tell(span.attributes),
            any(map(says_calls, span.attributes)),
            kind_keys(span.attributes),
        )
    candidates, telling, saying, kinds = known
    roles = [(role, one) for one in candidates if (role := one.role(span)) is not None]
    role, dialect = roles[0] if roles else (Role.OTHER, None)
    if role is Role.OTHER and (
        telling
        or events_tell(event.name for event in span.events)
        or any(is_tools_kind(span.attributes[key]) for key in kinds)
        or named_like_tool(span.name) is not None
    ):
        role = Role.STRANGE
    if dialect is None or role is Role.UNREADABLE:
        return role, dialect
    if not (role is Role.PHANTOM and dialect.hands_over(span)):
        others = {other for other, _ in roles} - _NO_KINDS
        if role is Role.AGENT and others == _RUNS:
            return role, dialect  # what its last answer asked for is looked through
        if len(others) > 1 or (saying and role in _SILENT):
            return Role.DISPUTED, dialect
    return role, dialect
