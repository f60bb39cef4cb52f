"""About a tool: how often recent traces call it, with what, for how long, and how it ended."""

from __future__ import annotations

from toolspec.dsl.suggest import nearest
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.lsp.feature import RESTART
from toolspec.lsp.state.argument_stats import Seen, seen
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.escape import code
from toolspec.lsp.text.humanize import ago, lasting, times

KEYS_MAX = 8
"""Arguments that are listed."""

VALUES_MAX = 3
"""Values listed of each."""

VALUE_MAX = 60
"""Characters of a value."""

TOOLS_MAX = 10
"""Tools listed that a pattern means."""


def about_tool(view: Snapshot, name: str, now_ns: int) -> str:
    """Return what is known of one tool."""
    used = view.tools.tools.get(name)
    if used is None and (view.stopped or view.loading is not None):
        return f"{code(name, 80)}: {_unread(view)}"
    if used is None:
        near = nearest(name, view.tools.tools)
        guess = f" Did you mean {code(near, 80)}?" if near else ""
        return f"{code(name, 80)} is called in no recent trace.{guess}"
    return f"{code(name, 80)}{_uses(Seen((name,), used), now_ns)}"


def about_pattern(view: Snapshot, written: str, pattern: ToolPattern | None, now_ns: int) -> str:
    """Return which seen tools a pattern means, and how often they are called."""
    if pattern is None:
        return code(written, 200)
    found = seen(view, pattern)
    if not found.tools and (view.stopped or view.loading is not None):
        return f"{code(written, 200)}: {_unread(view)}"
    if not found.tools:
        return f"{code(written, 200)} means no tool that a recent trace calls."
    ranked = sorted(found.tools, key=lambda name: -view.tools.tools[name].calls)
    lines = [
        f"- {code(name, 80)} {times(view.tools.tools[name].calls, 'call')}"
        for name in ranked[:TOOLS_MAX]
    ]
    if len(ranked) > TOOLS_MAX:
        lines.append(f"- and {len(ranked) - TOOLS_MAX} more")
    means = f"{code(written, 200)} means {times(len(ranked), 'tool')} of recent traces:"
    if len(ranked) == 1:
        return f"{means}\n\n{code(ranked[0], 80)}{_uses(found, now_ns)}"
    return f"{means}\n\n" + "\n".join(lines)


def _unread(view: Snapshot) -> str:
    """Say why nothing is known of what traces call."""
    if view.stopped:
        return f"no trace is read. Scoring has stopped; the command `{RESTART}` starts it again."
    return "the traces are being read."


def _uses(found: Seen, now_ns: int) -> str:
    used = found.total
    said = [f"{times(used.calls, 'call')} in {times(used.traces, 'trace')}"]
    if used.timed:
        said.append(f"{lasting(used.duration_ns / used.timed)} on average")
    said.append(f"{used.failed} failed" if used.failed else "none failed")
    if now_ns and used.last_ns:
        said.append(f"last {ago(used.last_ns, now_ns)}")
    lines = [": " + ", ".join(said) + "."]
    listed = [_key(found, key, count) for key, count in found.keys[:KEYS_MAX]]
    if len(found.keys) > KEYS_MAX:
        listed.append(f"- and {len(found.keys) - KEYS_MAX} more arguments")
    if used.unrecorded:
        listed.append(f"- arguments of {times(used.unrecorded, 'call')} are not recorded")
    if listed:
        lines.append("Arguments:\n\n" + "\n".join(listed))
    return "\n\n".join(lines)


def _key(found: Seen, key: str, count: int) -> str:
    values = found.values(key)
    shown = ", ".join(
        f"{code(value, VALUE_MAX)} {number}×" for value, number in values[:VALUES_MAX]
    )
    more = ", ..." if len(values) > VALUES_MAX else ""
    return f"- {code(key, 60)} {count}×" + (f": {shown}{more}" if shown else "")
