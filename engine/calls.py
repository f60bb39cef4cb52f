"""The calls that a trace's tool spans record."""

from __future__ import annotations

from collections.abc import Mapping

from toolspec.engine.dialects.dialect import Role
from toolspec.engine.json_value import Json, same
from toolspec.engine.named import make
from toolspec.engine.trace import UNRECORDED, Call, Note, Unrecorded
from toolspec.engine.tree import Tree


def span_calls(tree: Tree, depth_max: int, notes: list[Note]) -> list[Call]:
    """Return the calls of a trace's tool spans; what there is to say of them joins the notes."""
    calls: list[Call] = []
    for seen in tree.tools:
        call, said = seen.recorded(depth_max)
        if said:
            notes.extend(said)
        name, arguments, result, _, completed, status, id, span_id, own, start, end, place = call
        step, agent = tree.asked(seen)
        around = agent or own
        held = (
            name,
            arguments,
            result,
            step,
            completed,
            status,
            id,
            span_id,
            around,
            start,
            end,
            place,
        )
        calls.append(make(Call, held))
    return _merged(tree, calls) if tree.has_nested_tools() else calls


def _merged(tree: Tree, calls: list[Call]) -> list[Call]:
    """Return the calls with nested reports of one call made one: the outer's place and time."""
    held: dict[int, Call] = {seen.at: call for seen, call in zip(tree.tools, calls, strict=True)}
    into: dict[int, int] = {}
    for seen, call in zip(tree.tools, calls, strict=True):
        between_agents = False
        for around in tree.above(seen):
            if around.role in (Role.AGENT, Role.LLM):
                between_agents = True
            if around.role is Role.TOOL and _one_call(held[around.at], call, between_agents):
                into[seen.at] = around.at
                break
    for seen in reversed(tree.tools):
        if seen.at in into:
            outer = into[seen.at]
            held[outer] = _filled(held[outer], held[seen.at])
    return [held[seen.at] for seen in tree.tools if seen.at not in into]


def _one_call(outer: Call, inner: Call, between_agents: bool) -> bool:
    if outer.id is not None and outer.id == inner.id:
        return True
    if outer.name != inner.name or between_agents:
        # Where an agent or a model stands between, somebody decided to call once more.
        return False
    if outer.id is not None and inner.id is not None:
        return same_arguments(outer.arguments, inner.arguments, unknown=False)
    return same_arguments(outer.arguments, inner.arguments, unknown=True)


def same_arguments(
    a: Mapping[str, Json] | Unrecorded, b: Mapping[str, Json] | Unrecorded, *, unknown: bool
) -> bool:
    """Tell whether arguments are equal; `unknown` is the answer where one was not recorded."""
    if isinstance(a, Unrecorded) or isinstance(b, Unrecorded):
        return unknown
    return same(a, b)


def _filled(outer: Call, inner: Call) -> Call:
    return outer._replace(
        arguments=inner.arguments if outer.arguments is UNRECORDED else outer.arguments,
        result=inner.result if outer.result is UNRECORDED else outer.result,
        id=outer.id or inner.id,
        status=outer.status or inner.status,
        agent=outer.agent or inner.agent,
    )
