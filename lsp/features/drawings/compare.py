"""Two traces side by side, the calls marked that made a difference: `toolspec/compare`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pygls.exceptions import JsonRpcInvalidParams

from toolspec.engine.telling.timeline.compare import SideBySide, compared
from toolspec.engine.telling.timeline.compare_drawn import drawn_side_by_side
from toolspec.engine.telling.timeline.drawn import WIDTH
from toolspec.lsp.feature import Feature
from toolspec.lsp.features.drawings.timeline import NAME_MAX, SECONDS, WIDTH_MAX, chosen
from toolspec.lsp.features.hover.rule import trace_name
from toolspec.lsp.features.trace_list import field
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.escape import plain

if TYPE_CHECKING:
    from toolspec.lsp.server import Server


def other_trace(snapshot: Snapshot, line: int | None, shown: str) -> str:
    """Return the trace to compare the shown one with; "" if there is no other.

    It is the newest one on which the rule on the line (from 0) has another status, or else the
    newest other one.
    """
    others = [info.id for info in snapshot.traces if info.id != shown]
    rule, _ = chosen(snapshot, line, shown)
    rules = snapshot.reading.spec.rules
    at = next((at for at, entry in enumerate(rules) if entry is rule), None)
    if at is not None and not snapshot.scored.stale:
        statuses = {
            score.trace: score.rules[at].status
            for score in snapshot.scored.judged
            if at in score.rules
        }
        mine = statuses.get(shown)
        for trace in others:
            if statuses.get(trace, mine) not in (mine, "skip"):
                return trace
    return others[0] if others else ""


def answer_of(comparison: SideBySide, left: str, right: str, width: int | None) -> dict[str, Any]:
    """Return the answer: the comparison, the ids of its traces, and with a `width` drawn lines."""
    answer: dict[str, Any] = {**comparison, "traces": [left, right]}
    if width is not None:
        answer["lines"] = [
            {"text": line.text, "call": line.call, "part": line.part, "side": line.side}
            for line in drawn_side_by_side(comparison, min(width, WIDTH_MAX))
        ]
    return answer


async def answer(server: Server, params: Any) -> dict[str, Any] | None:
    """Answer `toolspec/compare`: two traces of a spec (`uri`), coloured by the rule on `line`.

    `trace` and `other` are their ids; without them it is the trace that is shown, and the newest
    one on which the rule has another status. With `text`, the answer also has drawn `lines`. It is
    null where there are no two traces.
    """
    uri, line, width = field(params, "uri"), field(params, "line"), field(params, "width")
    asked = [field(params, "trace"), field(params, "other")]
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams("`uri` takes a spec's address")
    for name, number in (("line", line), ("width", width)):
        if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
            raise JsonRpcInvalidParams(f"`{name}` takes a number")
    if any(trace_id is not None and not isinstance(trace_id, str) for trace_id in asked):
        raise JsonRpcInvalidParams("`trace` and `other` take ids, as `toolspec/traces` has them")
    await server.ready(uri)
    snapshot = server.session.snapshot(uri)
    if snapshot is None:
        return None
    rule, left = chosen(snapshot, line, asked[0])
    right = asked[1] or other_trace(snapshot, line, left)
    if left not in snapshot.infos or right not in snapshot.infos:
        return None
    try:
        both = asyncio.gather(server.timeline(left, rule), server.timeline(right, rule))
        one, other = await asyncio.wait_for(both, SECONDS)
    except TimeoutError:
        return None
    if one is None or other is None:
        return None
    one["name"] = plain(trace_name(snapshot.infos[left]), NAME_MAX)
    other["name"] = plain(trace_name(snapshot.infos[right]), NAME_MAX)
    text = field(params, "text") is True
    return answer_of(compared(one, other), left, right, (width or WIDTH) if text else None)


FEATURES = (Feature("toolspec/compare", answer),)
