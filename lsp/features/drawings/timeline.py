"""A trace as a picture, coloured by a rule: `toolspec/timeline`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pygls.exceptions import JsonRpcInvalidParams

from toolspec.engine.rule import Rule
from toolspec.engine.telling.timeline.drawn import WIDTH, drawn_timeline
from toolspec.engine.telling.timeline.picture import Timeline
from toolspec.lsp.feature import Feature
from toolspec.lsp.features.code_lens import entry_on
from toolspec.lsp.features.hover.rule import trace_name
from toolspec.lsp.features.trace_list import field
from toolspec.lsp.judge.messages import TraceInfo
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.escape import plain

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

SECONDS = 10.0
"""How long an answer waits for the judge."""

NAME_MAX = 80
"""Characters of the trace's name."""

WIDTH_MAX = 1000
"""Columns that an editor may ask for."""


def chosen(snapshot: Snapshot, line: int | None, trace: str | None) -> tuple[Rule | None, str]:
    """Return the rule on a line (from 0), and the id of the trace to draw; "" if there is none.

    It is `trace` if one is given, or else the trace that the rule is scored against.
    """
    rule = None
    if line is not None and not snapshot.too_long:
        entry = entry_on(snapshot, line)
        rule = snapshot.as_scored(entry) if entry is not None else None
    if trace is not None:
        return rule, trace
    case = rule.case if rule is not None else None
    info = snapshot.trace_of(case) or snapshot.trace_of(None)
    newest = snapshot.traces[0].id if snapshot.traces else ""
    return rule, info.id if info is not None else newest


def answer_of(picture: Timeline, info: TraceInfo, width: int | None) -> dict[str, Any]:
    """Return the answer: the picture, its trace's id, and with a `width` also the drawn lines."""
    picture["name"] = plain(trace_name(info), NAME_MAX)
    answer: dict[str, Any] = {**picture, "trace": info.id}
    if width is not None:
        answer["lines"] = [
            {"text": line.text, "call": line.call, "part": line.part}
            for line in drawn_timeline(picture, min(width, WIDTH_MAX))
        ]
    return answer


async def answer(server: Server, params: Any) -> dict[str, Any] | None:
    """Answer `toolspec/timeline`: the trace of a spec (`uri`), coloured by the rule on `line`.

    `line` counts from 0; without it no rule colours the trace. `trace` is the id of another trace.
    With `text`, the answer also has the `lines` of the drawing, `width` columns wide. It is null if
    there is no trace.
    """
    uri, line, trace = field(params, "uri"), field(params, "line"), field(params, "trace")
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams("`uri` takes a spec's address")
    if line is not None and (not isinstance(line, int) or isinstance(line, bool)):
        raise JsonRpcInvalidParams("`line` takes a number from 0")
    if trace is not None and not isinstance(trace, str):
        raise JsonRpcInvalidParams("`trace` takes the id of a trace, as `toolspec/traces` has it")
    width = field(params, "width")
    if width is not None and (not isinstance(width, int) or isinstance(width, bool)):
        raise JsonRpcInvalidParams("`width` takes a number of columns")
    await server.ready(uri)
    snapshot = server.session.snapshot(uri)
    if snapshot is None:
        return None
    rule, trace_id = chosen(snapshot, line, trace)
    if trace_id not in snapshot.infos:
        return None
    try:
        picture = await asyncio.wait_for(server.timeline(trace_id, rule), SECONDS)
    except TimeoutError:
        return None
    if picture is None:
        return None
    text = field(params, "text") is True
    return answer_of(picture, snapshot.infos[trace_id], (width or WIDTH) if text else None)


FEATURES = (Feature("toolspec/timeline", answer),)
