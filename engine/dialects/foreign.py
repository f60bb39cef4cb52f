"""Dialects that are recognised but not read yet, so that their calls are never silently missed."""

from __future__ import annotations

from toolspec.engine.formats.span import Span


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
    return None
