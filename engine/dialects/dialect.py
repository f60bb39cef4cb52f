"""What a dialect must offer: how one family of instrumentations writes tool calls into spans.

A dialect is one file in this folder; `dialects/__init__.py` lists them in the order they are asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import ClassVar, NamedTuple

from toolspec.engine.formats.span import Span
from toolspec.engine.json_value import Json
from toolspec.engine.trace import UNRECORDED, Unrecorded


class Role(Enum):
    """What a span is in the story of a run."""

    TOOL = "tool call"
    PHANTOM = "tool span that is no call"
    LLM = "model response"
    AGENT = "agent run"
    CREATION = "agent creation"
    OTHER = "other"


class Recorded(NamedTuple):
    """A tool call as its span records it, before arguments and result are read."""

    name: str
    arguments: Json | Unrecorded = UNRECORDED
    result: Json | Unrecorded = UNRECORDED
    id: str | None = None


class Requested(NamedTuple):
    """A tool call a model asked for in a message."""

    name: str
    arguments: Json | Unrecorded = UNRECORDED
    id: str | None = None


class Answered(NamedTuple):
    """A tool's result in a message."""

    id: str | None
    result: Json | Unrecorded = UNRECORDED


class Dialect:
    """How one family of instrumentations names things. All methods are pure."""

    name: ClassVar[str]
    """Short and stable, for reports: `openinference`."""

    title: ClassVar[str]
    """As its users call it: `OpenInference`."""

    marks: ClassVar[frozenset[str]]
    """Attributes of which each span of the dialect has at least one, unless its scope tells."""

    scopes: ClassVar[frozenset[str]] = frozenset()
    """Instrumentation scopes whose spans are all offered to the dialect."""

    def role(self, span: Span) -> Role | None:
        """Return what the span is, or None where it is not of this dialect."""
        raise NotImplementedError

    def call(self, span: Span) -> Recorded:
        """Return the call of a span whose role is TOOL."""
        raise NotImplementedError

    def requested(self, span: Span) -> Iterator[Requested]:
        """Yield the calls that an LLM or agent span's response asks for."""
        return iter(())

    def answered(self, span: Span) -> Iterator[Answered]:
        """Yield the results that the messages of an LLM or agent span hold."""
        return iter(())

    def agent(self, span: Span) -> str | None:
        """Return the name of the agent at work, where the span says so."""
        held = span.attributes.get
        name = held("gen_ai.agent.name") or held("agent.name")
        return name if isinstance(name, str) and name else None


def text(span: Span, key: str) -> str | None:
    """Return an attribute that is text and not empty."""
    value = span.attributes.get(key)
    return value if isinstance(value, str) and value else None


def call_id(value: Json | Unrecorded) -> str | None:
    """Return a call id as text; numbers are written out, anything else is none."""
    if isinstance(value, str):
        return value or None
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def first(span: Span, *keys: str) -> Json | Unrecorded:
    """Return the first of these attributes that is there and not null."""
    for key in keys:
        value = span.attributes.get(key)
        if value is not None:
            return value
    return UNRECORDED
