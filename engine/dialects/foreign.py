"""Dialects that are recognised but not read yet, so that their calls are never silently missed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from toolspec.engine.formats.span import Span
from toolspec.engine.json_value import Json
from toolspec.engine.sightings import is_call_word, plain_word


def foreign_title(span: Span) -> str | None:
    """Return whose tool call a span is, where it is one of a dialect that is not read yet."""
    attributes = span.attributes
    for key, words, title in _KINDS:
        if key in attributes and _word(attributes[key]) in words:
            return title
    if span.name in ("claude_code.tool", "claude_code.tool.execution"):
        return "Claude Code telemetry"
    if span.name.lower().startswith(_NAMES) or any(
        (is_of_tool(key) and attributes[key])
        or (key in _NESTED and isinstance(attributes[key], Mapping))
        for key in attributes
    ):
        return "an instrumentation that is not known"
    return None


def _word(value: Json) -> str:
    return value.strip(' "').lower() if isinstance(value, str) else ""


_KINDS: Final = (
    ("span.type", ("agentic.tool.invocation", "agentic.mcp.invocation"), "Monocle"),
    ("mlflow.spanType", ("tool",), "MLflow"),
    ("langfuse.observation.type", ("tool",), "Langfuse"),
    ("langsmith.span.kind", ("tool",), "LangSmith"),
    ("lmnr.span.type", ("tool",), "Laminar"),
)
"""Attributes that say what a span is, the words for a tool's, and whose they are."""

_NAMES: Final = ("ai.toolcall ", "execute_tool ", "running tool: ", "tools/call ")
_NESTED: Final = frozenset(
    {"ai", "attributes", "gen_ai", "llm", "mcp", "openinference", "tool", "traceloop"}
)
"""What the names of attributes begin with; an attribute of such a name holds others inside it."""

SAID: Final = (
    "ai.response.",
    "ai.result.",
    "gcp.vertex.agent.llm_response",
    "gen_ai.choice",
    "gen_ai.completion",
    "gen_ai.output",
    "gen_ai.response.message",
    "llm.completions",
    "llm.output_messages",
    "pydantic_ai.all_messages",
)
"""How the names of attributes begin that hold what a model or an agent answered."""

HISTORY: Final = "pydantic_ai.all_messages"
"""An agent's span holds all messages of its run in here."""

CHOICES: Final = ("gen_ai.choice", "gen_ai.client.inference.operation.details")
"""The events that hold it."""


def says_calls(attribute: str) -> bool:
    """Tell whether an attribute of this name holds calls that a model's response asks for."""
    if attribute == HISTORY:
        return True
    return attribute.startswith(SAID) and "toolcall" in plain_word(attribute)


def may_tell(attributes: Iterable[str]) -> bool:
    """Tell whether attributes of these names may tell of calls, on whatever kind of span."""
    return any(key.startswith(SAID) or is_of_tool(key) for key in attributes)


def events_tell(names: Iterable[str]) -> bool:
    """Tell whether one of the events of these names may tell of calls."""
    return any(name in CHOICES for name in names)


def is_of_tool(key: str) -> bool:
    """Tell whether an attribute is one of a tool call, whatever it begins with: `app.tool.name`."""
    if "tool" not in key.lower():
        return False
    *_, before, last = ("", *key.split("."))
    return is_call_word(last) or is_call_word(f"{before}.{last}") or is_call_word(key)
