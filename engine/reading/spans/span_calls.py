"""The calls that a trace's tool spans record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from toolspec.engine.reading.dialects.dialect import Role
from toolspec.engine.reading.spans.disagreements import Disagreements
from toolspec.engine.reading.spans.joined_requests import Asked, agree
from toolspec.engine.reading.spans.recorded_call import recorded_call
from toolspec.engine.reading.spans.reported_twice import NEAR, overlap
from toolspec.engine.reading.spans.span_tree import Tree
from toolspec.engine.trace import Call, Note


def span_calls(
    tree: Tree,
    depth_max: int,
    notes: list[Note],
    lost: list[tuple[str, Note]],
    differ: Disagreements,
    asked: Sequence[Asked] = (),
) -> list[Call]:
    """Return the calls of a trace's tool spans; what there is to say of them joins the notes.

    `asked` are the calls that messages ask for.

    Why arguments cannot be read joins those that are `lost`, and what several records tell
    differently those that `differ`: see `recorded_call`.
    """
    ids: dict[str, set[str | None]] = {}
    for request in asked:
        ids.setdefault(request.call.name, set()).add(request.call.id)
    more = depth_max, notes, lost, differ, ids
    calls = [
        recorded_call(classified, origin, *more)
        for classified, origin in zip(tree.tools, tree.origins, strict=True)
    ]
    if any(
        classified.dialect is not None and classified.dialect.ends_inside
        for classified in tree.tools
    ):
        calls = _ended_inside(tree, calls)
    if tree.has_nested_tools():
        calls = _merged(tree, calls, differ)
    writers = {classified.writer for classified in tree.tools}
    return _told_once(tree, calls, differ) if len(writers) > 1 else calls


def _ended_inside(tree: Tree, calls: list[Call]) -> list[Call]:
    """Return the calls, each as ended as the spans inside of it say; else that is not known."""
    ended: dict[int, Literal["ok", "error"]] = {}
    for classified in tree.phantoms:
        status = (
            None if classified.dialect is None else classified.dialect.ended_call(classified.span)
        )
        around = next((outer for outer in tree.above(classified) if outer.role is Role.TOOL), None)
        if status is not None and around is not None:
            ended[around.at] = "error" if "error" in (status, ended.get(around.at)) else status
    ended_calls: list[Call] = []
    for classified, call in zip(tree.tools, calls, strict=True):
        if (
            classified.dialect is not None
            and classified.dialect.ends_inside
            and call.status != "error"
        ):
            known = classified.at in ended
            completed = call.completed if known or not call.completed else None
            call = call._replace(status=ended.get(classified.at), completed=completed)
        ended_calls.append(call)
    return ended_calls


def _merged(tree: Tree, calls: list[Call], differ: Disagreements) -> list[Call]:
    """Return the calls with nested reports of one call made one: the outer's place and time."""
    by_span: dict[int, Call] = {
        classified.at: call for classified, call in zip(tree.tools, calls, strict=True)
    }
    into: dict[int, int] = {}
    for classified, call in zip(tree.tools, calls, strict=True):
        between_agents = False
        for around in tree.above(classified):
            if around.role in (Role.AGENT, Role.LLM):
                between_agents = True
            if around.role is Role.TOOL and _one_call(by_span[around.at], call, between_agents):
                into[classified.at] = around.at
                break
    for classified in reversed(tree.tools):
        if classified.at in into:
            outer = into[classified.at]
            by_span[outer] = _filled(by_span[outer], by_span[classified.at], differ)
    return [by_span[classified.at] for classified in tree.tools if classified.at not in into]


def _one_call(outer: Call, inner: Call, between_agents: bool) -> bool:
    if not agree(outer, inner):
        return False
    # Where an agent or a model is between, somebody decided to call once more.
    if outer.id is not None and inner.id is not None:
        return True
    return not between_agents


def _told_once(tree: Tree, calls: list[Call], differ: Disagreements) -> list[Call]:
    """Return the calls with those made one that two instrumentations report beside each other.

    They agree in tool, id and arguments as far as these are recorded, have different writers, and
    have the same id or overlap in time.
    """
    writers = {classified.span_id: classified.writer for classified in tree.tools}
    knowing = {
        classified.span_id
        for classified in tree.tools
        if classified.dialect is not None
        and classified.dialect.own_agent(classified.span) is not None
    }
    kept: list[Call] = []
    by_id: dict[tuple[str, str], int] = {}
    by_name: dict[str, list[int]] = {}
    for call in calls:
        near = by_name.setdefault(call.name, [])
        near[:] = [at for at in near if (kept[at].end_ns or 0) >= (call.start_ns or 0)][-NEAR:]
        same_id = by_id.get((call.name, call.id)) if call.id is not None else None
        # That which ends first: what begins later may still be the twin of the others.
        by_end = sorted(near, key=lambda at: kept[at].end_ns or 0)
        candidates = by_end if same_id is None else [same_id, *by_end]
        twin = next((at for at in candidates if _twins(kept[at], call, writers)), None)
        if twin is None:
            near.append(len(kept))
            if call.id is not None:
                by_id[call.name, call.id] = len(kept)
            kept.append(call)
            continue
        if twin in near:
            near.remove(twin)  # one report has one twin
        kept[twin] = _filled(kept[twin], call, differ)
        if call.span_id in knowing:
            kept[twin] = kept[twin]._replace(agent=call.agent)
        by_id.pop((call.name, kept[twin].id or ""), None)
    return kept


def _twins(a: Call, b: Call, writers: Mapping[str | None, str]) -> bool:
    if writers.get(a.span_id) == writers.get(b.span_id) or not agree(a, b):
        return False
    if a.id is not None and a.id == b.id:
        return True
    return overlap(a.start_ns, a.end_ns, b.start_ns, b.end_ns)


def _filled(outer: Call, inner: Call, differ: Disagreements) -> Call:
    return differ.joined(outer, inner, "two spans of the call")._replace(
        id=outer.id or inner.id,
        status="error" if "error" in (outer.status, inner.status) else outer.status or inner.status,
        agent=outer.agent or inner.agent,
    )
