"""Log events by which coding agents tell of their tools: each that ran, in one record.

Source: the monitoring documentation of Claude Code, Codex, Gemini CLI and Qwen Code. They have the
id of a session and none of a span, so that a session is a trace.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from toolspec.engine.json_value import Json
from toolspec.engine.reading.span import Span, Status
from toolspec.engine.trace import Place

_SECOND_NS: Final = 1_000_000
_SESSIONS: Final = ("session.id", "conversation.id", "session_id")
_IDS: Final = ("tool_use_id", "call_id", "tool_call_id")
_NAMES: Final = ("tool_name", "function_name")
_GOOD: Final = frozenset({"true", "1"})
_REFUSED: Final = frozenset({"abort", "denied", "reject", "rejected"})


class _Kind(NamedTuple):
    """The keys of what a tool was given and gave back, the first that is there counts."""

    arguments: tuple[str, ...]
    result: tuple[str, ...] = ()


_RAN: Final[Mapping[str, _Kind]] = {
    "claude_code.tool_result": _Kind(("tool_input", "tool_parameters"), ("tool_output",)),
    "codex.tool_result": _Kind(("arguments",), ("output",)),
    "gemini_cli.tool_call": _Kind(("function_args",)),
    "qwen-code.tool_call": _Kind(("function_args",)),
}
_DECIDED: Final = frozenset({"claude_code.tool_decision", "codex.tool_decision"})
_WRITERS: Final = ("claude_code.", "codex.", "gemini_cli.", "qwen-code.")


def is_of_agent(named: Json) -> bool:
    """Tell whether an event is one by which a coding agent tells of a tool."""
    return isinstance(named, str) and (named in _RAN or named in _DECIDED)


def is_of_writer(named: Json) -> bool:
    """Tell whether an event is any of a coding agent's."""
    return isinstance(named, str) and named.startswith(_WRITERS)


def tool_spans(
    named: str, attributes: Mapping[str, Json], at_ns: int | None, place: Place
) -> Iterator[Span]:
    """Yield the span of the tool that an event tells of."""
    attribute = attributes.get
    name = next((attribute(key) for key in _NAMES if attribute(key)), None)
    session = next((attribute(key) for key in _SESSIONS if attribute(key)), None)
    trace_id = session if isinstance(session, str) else None
    if named in _DECIDED and str(attribute("decision")).lower() not in _REFUSED:
        # Another event tells how it ended. Where none does, the name alone is known.
        if isinstance(name, str):
            yield Span(name=name, trace_id=trace_id, start_ns=at_ns, end_ns=at_ns, place=place)
        return
    written: dict[str, Json] = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name}
    id = next((attribute(key) for key in _IDS if attribute(key)), None)
    if id is not None:
        written["gen_ai.tool.call.id"] = id
    kind = _RAN.get(named, _Kind(()))
    for key, keys in (("arguments", kind.arguments), ("result", kind.result)):
        value = next(
            (attribute(written_key) for written_key in keys if attribute(written_key) is not None),
            None,
        )
        if value is not None:
            written[f"gen_ai.tool.call.{key}"] = value
    ran = named in _RAN
    good = str(attribute("success", attribute("status"))).lower()
    status: Status = "ok" if good in _GOOD or good == "success" else "error"
    begun = at_ns
    took = _number(attribute("duration_ms"))
    if at_ns is not None and took is not None:
        begun = at_ns - took * _SECOND_NS
    yield Span(
        name=f"execute_tool {name}",
        trace_id=trace_id,
        start_ns=begun,
        end_ns=at_ns if ran else None,
        attributes=written,
        status=status if ran else None,
        place=place,
    )


def _number(value: Json) -> int | None:
    if isinstance(value, str) and value.isdecimal() and len(value) < 16:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
