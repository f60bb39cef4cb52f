"""Add a rule for a tool that the shown trace calls and no rule mentions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from toolspec.dsl.text.spec_text import tool_name
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.match.tool_pattern import Name, ToolPattern
from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask, name_in_title
from toolspec.lsp.text.answers import Action
from toolspec.lsp.text.escape import plain
from toolspec.lsp.text.humanize import times

KIND = "refactor.add"

TOOLS_MAX = 5
"""Tools that get an action of their own."""

ALL_MAX = 40
"""Tools that one action adds rules for."""

NAME_LENGTH_MAX = 200


def actions(ask: Ask) -> Iterator[Action]:
    """Yield a `require` for each such tool, and one action for all."""
    trace = ask.trace
    if trace is None:
        return
    case = ask.case
    rules = [rule for rule in ask.snapshot.reading.spec.rules if rule.case in (None, case)]
    names, patterns = _mentioned(rule.kind for rule in rules)
    tools = ask.snapshot.tools.of_trace(trace.id)
    missing = [
        name
        for name in tools
        if len(name) <= NAME_LENGTH_MAX
        and name not in names
        and not any(pattern.means(name) for pattern in patterns)
    ]
    for name in missing[:TOOLS_MAX]:
        edit = ask.below(_rule(name))
        if edit is not None:
            calls = times(tools[name].calls, "call")
            where = f"{calls} in {name_in_title(trace)}, no rule yet"
            title = f"Add require {plain(name, NAME_MAX)} ({where})"
            yield Action(title, (edit,), KIND)
    if 1 < len(missing) <= ALL_MAX:
        edit = ask.below(*map(_rule, missing))
        if edit is not None:
            title = f"Add require for all {len(missing)} tools that no rule speaks of"
            yield Action(title, (edit,), KIND)


def _rule(name: str) -> str:
    return f"require {tool_name(name)}"


def _mentioned(kinds: Iterable[Kind]) -> tuple[set[str], set[ToolPattern]]:
    """Return the tool names in rules, and their other patterns."""
    names: set[str] = set()
    patterns: set[ToolPattern] = set()
    for kind in kinds:
        for pattern in kind.patterns():
            if isinstance(pattern, Name):
                names.add(pattern.name)
            else:
                patterns.add(pattern)
    return names, patterns
