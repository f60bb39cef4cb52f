"""Recent traces and their calls, `toolspec/traces`: for an editor's own view of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from toolspec.lsp.feature import Feature
from toolspec.lsp.shown import plain

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

TRACES_MAX = 50
"""Traces whose calls are listed in one answer."""


def _field(params: Any, name: str) -> Any:
    if isinstance(params, dict):
        return cast("dict[str, Any]", params).get(name)
    return getattr(params, name, None)


async def answer(server: Server, params: Any) -> list[dict[str, Any]]:
    """Answer `toolspec/traces`: the traces of a spec, or all, newest first, each with its calls."""
    uri = _field(params, "uri")
    view = server.session.view(uri) if uri else None
    infos = view.traces if view else tuple(server.session.infos.values())
    newest = sorted(infos, key=lambda info: -info.changed_ns)[:TRACES_MAX]
    chosen = set(view.scored.chosen.values()) if view else set[str]()
    scores = {trace.trace: trace.score for trace in view.scored.all} if view else {}
    listed: list[dict[str, Any]] = []
    for info in newest:
        calls = await server.calls(info.id)
        listed.append(
            {
                "id": info.id,
                "path": info.path,
                "name": info.name,
                "format": info.format,
                "mtime": info.changed_ns // 1_000_000,
                "chosen": info.id in chosen,
                "score": scores.get(info.id),
                "calls": [
                    {
                        "index": call.number,
                        "tool": plain(call.tool, 200),
                        "step": call.step,
                        "status": call.status,
                        "completed": call.completed,
                        "line": call.line,
                        "column": call.column,
                        "arguments": plain(call.arguments, 200),
                    }
                    for call in calls.calls
                ],
            }
        )
    return listed


FEATURES = (Feature("toolspec/traces", answer),)
