"""Add a rule for a tool that the shown trace calls and no rule speaks of."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.lsp.answers import Action, Edit
from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask, named
from toolspec.lsp.shown import plain
from toolspec.lsp.since import times
from toolspec.lsp.written import tool_name

KIND = "refactor.add"

TOOLS_MAX = 5
"""Tools that get an action of their own."""

NAME_LENGTH_MAX = 200


def actions(ask: Ask) -> Iterator[Action]:
    """Yield a `require` for each such tool, and one action for all of them."""
    trace = ask.trace
    if trace is None:
        return
    case = ask.case
    rules = [rule for rule in ask.view.reading.spec.rules if rule.case in (None, case)]
    patterns = [pattern for rule in rules for pattern in rule.kind.patterns()]
    tools = ask.view.tools.of_trace(trace.id)
    missing = [
        name
        for name in tools
        if len(name) <= NAME_LENGTH_MAX and not any(pattern.means(name) for pattern in patterns)
    ]
    lines: list[str] = []
    for name in missing:
        rule = f"require {tool_name(name)}"
        edit = ask.below(rule)
        if edit is None:
            continue
        lines.append(rule)
        if len(lines) <= TOOLS_MAX:
            calls = times(tools[name].calls, "call")
            title = f"Add require {plain(name, NAME_MAX)} ({calls} in {named(trace)}, no rule yet)"
            yield Action(title, (edit,), KIND)
    if len(lines) > 1:
        first = ask.below(lines[0])
        assert first is not None
        margin = first.text[: -len(lines[0])].replace("\r", "").replace("\n", "")
        rest = "".join(f"{ask.newline}{margin}{line}" for line in lines[1:])
        title = f"Add require for all {len(lines)} tools that no rule speaks of"
        yield Action(title, (Edit(first.span, first.text + rest),), KIND)
