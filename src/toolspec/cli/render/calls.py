"""The calls of a trace as a table, and whole as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from toolspec.engine.json_value import compact
from toolspec.engine.text.escape import short
from toolspec.engine.trace import Call, Trace, Unrecorded

_HEADS: Final = ("place", "step", "agent", "tool", "arguments", "result", "status", "time")
_WIDTHS: Final = (32, 4, 24, 40, 60, 40, 13, 28)
"""The most characters that a cell shows of each column; JSON holds all of them."""

_MISSING: Final = "not recorded"


def whole_calls(trace: Trace) -> list[dict[str, Any]]:
    """Return each call of a trace whole, its ids named as what they are."""
    return [_whole(call) for call in trace.calls]


def _whole(call: Call) -> dict[str, Any]:
    unknown = [
        name
        for name, value in (("arguments", call.arguments), ("result", call.result))
        if isinstance(value, Unrecorded)
    ]
    return {
        "tool": call.name,
        "arguments": None if isinstance(call.arguments, Unrecorded) else call.arguments,
        "result": None if isinstance(call.result, Unrecorded) else call.result.recorded,
        "not_recorded": unknown,
        "status": call.status,
        "completed": call.completed,
        "step": call.step,
        "agent": call.agent,
        "call_id": call.id,
        "span_id": call.span_id,
        "start_ns": call.start_ns,
        "end_ns": call.end_ns,
        "line": call.place.line or None,
        "pointer": call.place.json_pointer or None,
        "file": call.place.file or None,
    }


def calls_table(calls: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of a table of calls; nothing in a cell breaks its line."""
    rows = [_HEADS, *map(_row, calls)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(_HEADS))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "    " + "  ".join(cells).rstrip()


def _row(call: dict[str, Any]) -> tuple[str, ...]:
    cells = (
        _place(call),
        "" if call["step"] is None else str(call["step"]),
        call["agent"] or "",
        call["tool"],
        _value(call, "arguments"),
        _value(call, "result"),
        call["status"] or ("" if call["completed"] else "not completed"),
        _time(call["start_ns"], call["end_ns"]),
    )
    return tuple(short(cell, most) for cell, most in zip(cells, _WIDTHS, strict=True))


def _place(call: dict[str, Any]) -> str:
    file = (call["file"] or "").rpartition("/")[2]
    return ":".join(filter(None, (file, str(call["line"] or ""), call["pointer"])))


def _value(call: dict[str, Any], key: str) -> str:
    if key in call["not_recorded"]:
        return _MISSING
    value = call[key]
    return value if isinstance(value, str) else compact(value)


def _time(start_ns: int | None, end_ns: int | None) -> str:
    if start_ns is None:
        return ""
    try:
        begun = datetime.fromtimestamp(start_ns // 10**9, UTC).strftime("%H:%M:%S")
    except (OverflowError, ValueError, OSError):
        return ""
    begun += f".{start_ns // 10**6 % 1000:03}"
    return begun if end_ns is None else f"{begun} for {(end_ns - start_ns) / 10**6:.0f} ms"
