"""Allow one more tool: that of a call that an `only` does not allow."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.text.spec_text import tool_name
from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask
from toolspec.lsp.text.answers import Action, Edit
from toolspec.lsp.text.escape import plain

KIND = "quickfix"

TOOLS_MAX = 3
"""Tools that get an action of their own."""


def actions(ask: Ask) -> Iterator[Action]:
    """Yield an action for each tool that is called and not allowed, and one for all of them."""
    scored = ask.not_passed
    if scored is None or scored.score.reason is None:
        return
    entry, rule, score = scored
    if "calls_not_allowed" not in score.justification:
        return
    numbers = {item.call for item in scored.score.reason.evidence if item.role == "offender"}
    patterns = rule.kind.patterns()
    tools = [
        tool
        for tool in dict.fromkeys(call.tool for call in ask.calls if call.number in numbers)
        if not any(pattern.matches(tool) for pattern in patterns)
    ]
    end = entry.span(list(entry.parts[0].all(rule.kind.syntax.entry))[-1])[1]
    for tool in tools[:TOOLS_MAX]:
        edit = Edit((end, end), f", {tool_name(tool)}")
        title = f"Allow {plain(tool, NAME_MAX)} too"
        yield Action(title, (edit,), KIND, (score.status,), weaker=True)
    if len(tools) > 1:
        edit = Edit((end, end), "".join(f", {tool_name(tool)}" for tool in tools))
        title = f"Allow all {len(tools)} tools that are called too"
        yield Action(title, (edit,), KIND, (score.status,), weaker=True)
