"""Recent traces and their calls for editors: `toolspec/traces`, `toolspec/calls`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from pygls.exceptions import JsonRpcInvalidParams

from toolspec.engine.reading.running import names_running_trace
from toolspec.engine.text.lasting import lasting
from toolspec.lsp.feature import Feature
from toolspec.lsp.judge.messages import CallInfo, Unread
from toolspec.lsp.text.escape import plain

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

CALLS_MAX = 50
"""Traces whose calls are listed in one answer."""


def field(params: Any, name: str) -> Any:
    """Return a field of the parameters of a non-standard request."""
    if isinstance(params, dict):
        return cast("dict[str, Any]", params).get(name)
    return getattr(params, name, None)


async def answer(server: Server, params: Any) -> list[dict[str, Any]]:
    """Answer `toolspec/traces`: the traces of a spec (`uri`), or all, newest first.

    The newest traces include their calls, unless `calls` is false. With `unread`, the files that
    are not read follow, each with the reason as its `problem`.
    """
    uri, with_calls = field(params, "uri"), field(params, "calls") is not False
    snapshot = server.session.snapshot(uri) if uri else None
    infos = snapshot.traces if snapshot else tuple(server.session.known.infos.values())
    newest = sorted(infos, key=lambda info: -info.changed_ns)
    chosen: Mapping[str | None, str] = snapshot.scored.chosen if snapshot else {}
    # A trace on which no rule was judged has no score: it passes nothing.
    scores = {trace.trace: trace for trace in snapshot.scored.judged} if snapshot else {}
    listed: list[dict[str, Any]] = []
    for info in newest[:CALLS_MAX] if with_calls else newest:
        score = scores.get(info.id)
        shown: dict[str, Any] = {
            "id": info.id,
            "path": info.path,
            "name": info.name,
            "format": info.format,
            "running": names_running_trace(info.path),
            "mtime": info.changed_ns // 1_000_000,
            "chosen": info.id in chosen.values(),
            "chosenFor": [case for case, trace in chosen.items() if trace == info.id],
            "callCount": info.calls,
            "score": score.score if score else None,
            "passed": score.passed if score else None,
        }
        listed.append(shown)
        if with_calls:
            shown["calls"] = await _calls(server, info.id)
    if field(params, "unread"):
        unread = snapshot.skipped if snapshot else server.session.known.skipped
        listed += [
            {"path": path, "name": Path(path).name, "problem": plain(_worded(problem), 200)}
            for path, problem in sorted(unread.items())
        ]
    return listed


def _worded(problem: Unread) -> str:
    line = problem.line
    return problem.reason if line is None else f"line {line}: {problem.reason}"


async def answer_calls(server: Server, params: Any) -> list[dict[str, Any]]:
    """Answer `toolspec/calls`: the calls of a trace by id; none if it is gone."""
    trace = field(params, "trace")
    if not isinstance(trace, str):
        raise JsonRpcInvalidParams("`trace` takes the id of a trace, as `toolspec/traces` has it")
    return await _calls(server, trace) if trace in server.session.known.infos else []


async def _calls(server: Server, trace: str) -> list[dict[str, Any]]:
    listed = await server.calls(trace)
    began_ns = min((call.start_ns for call in listed.calls if call.start_ns is not None), default=0)
    return [_call(call, began_ns) for call in listed.calls]


def _call(call: CallInfo, began_ns: int) -> dict[str, Any]:
    start, end = call.start_ns, call.end_ns
    return {
        "index": call.number,
        "tool": plain(call.tool, 200),
        "step": call.step,
        "status": call.status,
        "completed": call.completed,
        "line": call.line,
        "column": call.column,
        "arguments": plain(call.arguments, 200),
        "result": None if call.result is None else plain(call.result, 200),
        "started": None if start is None else lasting(max(0, start - began_ns)),
        "took": None if start is None or end is None else lasting(max(0, end - start)),
    }


FEATURES = (Feature("toolspec/traces", answer), Feature("toolspec/calls", answer_calls))
