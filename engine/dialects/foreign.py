"""Dialects that are recognised but not read yet, so that their calls are never silently missed."""

from __future__ import annotations

from typing import Final

from toolspec.engine.formats.span import Span
from toolspec.engine.sightings import is_call_word


def foreign_title(span: Span) -> str | None:
    """Return whose tool call a span is, where it is one of a dialect that is not read yet."""
    attributes = span.attributes
    kind = attributes.get("span.type")
    if isinstance(kind, str) and kind in ("agentic.tool.invocation", "agentic.mcp.invocation"):
        return "Monocle"
    kind = attributes.get("mlflow.spanType")
    if isinstance(kind, str) and kind.strip('"') == "TOOL":
        return "MLflow"
    if attributes.get("langfuse.observation.type") == "tool":
        return "Langfuse"
    if attributes.get("langsmith.span.kind") == "tool":
        return "LangSmith"
    if attributes.get("lmnr.span.type") == "TOOL":
        return "Laminar"
    if span.name in ("claude_code.tool", "claude_code.tool.execution"):
        return "Claude Code telemetry"
    if span.name.startswith(_NAMES) or any(
        value and _is_of_tool(key) for key, value in attributes.items()
    ):
        return "an instrumentation that is not known"
    return None


_NAMES: Final = ("execute_tool ", "tools/call ")


def _is_of_tool(key: str) -> bool:
    """Tell whether an attribute is one of a tool call, whatever it begins with: `app.tool.name`."""
    if "tool" not in key.lower():
        return False
    *_, before, last = ("", *key.split("."))
    return is_call_word(last) or is_call_word(f"{before}.{last}")
