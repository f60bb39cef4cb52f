"""Claude Code's own spans: an interaction, its requests to the model, and its tools.

Source: spans that Claude Code wrote (scope `com.anthropic.claude_code.tracing`), and its page on
monitoring. Whether a tool failed is said by the span of its execution, which is inside of the
tool's. What a tool was given is not recorded as a whole: only a command or a path, and that where
`OTEL_LOG_TOOL_DETAILS` is set; with `OTEL_LOG_TOOL_CONTENT` an event has the output.
"""

from __future__ import annotations

from typing import Final, Literal

from toolspec.engine.reading.dialects.dialect import Dialect, Recorded, Role, call_id, first, text
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import Span
from toolspec.engine.trace import UNRECORDED

_KIND: Final = "span.type"
_BEGINS: Final = "claude_code."
_ROLES: Final = {
    "claude_code.interaction": Role.AGENT,
    "claude_code.llm_request": Role.LLM,
    "claude_code.tool": Role.TOOL,
    "claude_code.tool.blocked_on_user": Role.PHANTOM,
    "claude_code.tool.execution": Role.PHANTOM,
}
_OUTPUT: Final = "tool.output"


class ClaudeCodeSpans(Dialect):
    """Claude Code's spans, by their names."""

    name = "claude-code"
    title = "Claude Code"
    page = FormatPage(
        written_by="Claude Code 2, scope `com.anthropic.claude_code.tracing`.",
        get="`CLAUDE_CODE_ENHANCED_TELEMETRY_BETA=1` and `OTEL_TRACES_EXPORTER=otlp`.",
        unknown=(
            "Arguments, of which mostly only a command or a path is written; output, but with "
            "`OTEL_LOG_TOOL_CONTENT=1`. A call without a span of its execution may never have run: "
            "whether it completed is unknown."
        ),
        example="Written by hand, as the source of the tool writes it.",
    )
    marks = frozenset((_KIND,))
    scopes = frozenset(("com.anthropic.claude_code.tracing",))
    events = frozenset((_OUTPUT,))
    ends_inside = True

    def role(self, span: Span) -> Role | None:
        """Return what the span's name says it is."""
        if not span.name.startswith(_BEGINS):
            return None
        role = _ROLES.get(span.name, Role.OTHER)
        return Role.PHANTOM if role is Role.TOOL and self._tool(span) is None else role

    def _tool(self, span: Span) -> str | None:
        return text(span, "tool_name") or text(span, "gen_ai.tool.name")

    def call(self, span: Span) -> Recorded:
        """Return the call; a command or a path alone is not what the tool was given."""
        output = [event.attributes for event in span.events if event.name == _OUTPUT]
        result = output[0].get("output", UNRECORDED) if len(output) == 1 else UNRECORDED
        id = call_id(first(span, "tool_use_id", "gen_ai.tool.call.id"))
        return Recorded(self._tool(span) or "", first(span, "tool_input"), result, id)

    def hands_over(self, span: Span) -> bool:
        """Tell whether a span is of a part of a call."""
        return span.name in _ROLES and _ROLES[span.name] is Role.PHANTOM

    def ended_call(self, span: Span) -> Literal["ok", "error"] | None:
        """Return how the execution of a tool ended."""
        success = span.attributes.get("success")
        if span.name != "claude_code.tool.execution" or not isinstance(success, bool):
            return None
        return "ok" if success and span.status != "error" else "error"


DIALECT = ClaudeCodeSpans()
