"""Record what traces did as a rule: their order, counts, arguments, tools, limits, relations."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any, cast

from toolspec.dsl.text.spec_text import arguments, tool_name
from toolspec.engine.json_value import Json
from toolspec.lsp.features.code_actions.ask import Ask, name_in_title
from toolspec.lsp.judge.messages import Proposed, TraceInfo
from toolspec.lsp.text.answers import Action
from toolspec.lsp.text.humanize import times

KIND = "refactor.record"

STEPS_MAX = 30
"""Calls in a recorded order; for a longer trace, only the first call of each tool."""

TOOLS_MAX = 30
"""Tools in a recorded count."""

CALLS_MAX = 8
"""Calls in recorded arguments."""


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the rules, if the trace's calls are known."""
    trace = ask.trace
    if trace is None:
        return
    for what, rule, count in (
        ("the order", _order(ask), "call"),
        ("the counts", _count(ask), "tool"),
        ("the arguments", _arguments(ask), "call"),
    ):
        edit = ask.below(rule[0]) if rule is not None else None
        if rule is not None and edit is not None:
            yield Action(
                f"Record {what} of {name_in_title(trace)} ({times(rule[1], count)})", (edit,), KIND
            )

    yield from _proposed(ask, trace)


def _proposed(ask: Ask, trace: TraceInfo) -> Iterator[Action]:
    """Yield the rules that hold on the shown trace, and those that hold on all recent ones.

    If both are the same rule, only the latter is offered.
    """
    written = {entry.line.text for entry in ask.snapshot.reading.rules}
    of_all = dict(_kinds_of(ask.proposed_by_all))
    recent = f"{len(ask.recent)} recent traces"
    for what, rules in _kinds_of(ask.proposed):
        for whose, proposed in ((name_in_title(trace), rules), (recent, of_all.get(what, []))):
            new = [rule for rule in proposed if rule not in written]
            same = proposed is rules and set(new) <= set(of_all.get(what, []))
            edit = ask.below(*new) if new and not same else None
            if edit is not None:
                much = f" ({len(new)} rules)" if len(new) > 1 else ""
                yield Action(f"Record {what} of {whose}{much}", (edit,), KIND)


def _kinds_of(proposed: Proposed) -> Iterator[tuple[str, list[str]]]:
    if proposed.tools:
        yield "the tools", [f"only: {', '.join(proposed.tools)}"]
    if proposed.budgets:
        yield "the limits", [f"limit: {', '.join(proposed.budgets)}"]
    if proposed.earlier:
        yield "the relations", [*proposed.earlier]


def _order(ask: Ask) -> tuple[str, int] | None:
    tools = [call.tool for call in ask.calls]
    if len(tools) > STEPS_MAX:
        tools = [tool for tool, _ in groupby(tools)]
    if len(tools) > STEPS_MAX:
        tools = list(dict.fromkeys(tools))
    if not tools or len(tools) > STEPS_MAX:
        return None
    return f"order: {' -> '.join(map(tool_name, tools))}", len(tools)


def _count(ask: Ask) -> tuple[str, int] | None:
    trace = ask.trace
    if trace is None:
        return None
    tools = ask.snapshot.tools.of_trace(trace.id)
    if not tools or len(tools) > TOOLS_MAX:
        return None
    entries = [f"{tool_name(name)} = {used.calls}" for name, used in tools.items()]
    head = "count: " if len(entries) > 1 else "count "
    return head + ", ".join(entries), len(entries)


def _arguments(ask: Ask) -> tuple[str, int] | None:
    entries: list[str] = []
    for call in ask.calls:
        given = _given(call.arguments)
        if given is not None and len(entries) < CALLS_MAX:
            entries.append(f"{tool_name(call.tool)} {arguments(given)}")
    return (f"args: {', '.join(entries)}", len(entries)) if entries else None


def _given(text: str) -> dict[str, Json] | None:
    """Return a call's arguments; None if they are not recorded or were shortened."""
    try:
        value: Any = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Json]", value) if isinstance(value, dict) else None


def _refuse(constant: str) -> Json:
    raise ValueError(constant)
