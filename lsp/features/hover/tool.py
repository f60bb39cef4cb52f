"""The hover of a tool: its calls in recent traces, with arguments, durations and failures."""

from __future__ import annotations

from toolspec.dsl.text.suggest import suggestion
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.text.lasting import lasting
from toolspec.lsp.feature import RESTART
from toolspec.lsp.state.argument_stats import ArgumentStats, stats_of
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.state.tool_schemas import schema_arguments, schema_of
from toolspec.lsp.text.escape import code, escaped
from toolspec.lsp.text.humanize import ago, times

KEYS_MAX = 8
"""Arguments that are listed."""

VALUES_MAX = 3
"""Values listed of each."""

TEXT_MAX = 300
"""Characters of a description."""

VALUE_MAX = 60
"""Characters of a value."""

TOOLS_MAX = 10
"""Maximum number of listed tools of a pattern."""


def about_tool(snapshot: Snapshot, name: str, now_ns: int) -> str:
    """Return the hover of one tool."""
    listed = _listed(snapshot, name)
    used = name in snapshot.tools.tools
    if not used and listed:
        return f"{code(name, 80)}{listed}"
    if not used and (snapshot.stopped or snapshot.loading is not None):
        return f"{code(name, 80)}: {_unread(snapshot)}"
    if not used:
        near = suggestion(name, snapshot.tools.tools)
        guess = f" Did you mean {code(near, 80)}?" if near else ""
        return f"{code(name, 80)} is called in no recent trace.{guess}"
    stats = ArgumentStats((name,), snapshot.tools.total((name,)))
    return f"{code(name, 80)}{_uses(stats, now_ns)}{listed}"


def _listed(snapshot: Snapshot, name: str) -> str:
    """Return what the spec's list of tools says of a tool; "" if it does not list it."""
    tool = schema_of(snapshot, name)
    if tool is None:
        return ""
    known = schema_arguments(tool)
    lines = [
        f"- {code(key.key, 60)} {key.about}"
        + (f": {escaped(key.description, TEXT_MAX)}" if key.description else "")
        for key in known[:KEYS_MAX]
    ]
    if len(known) > KEYS_MAX:
        lines.append(f"- and {len(known) - KEYS_MAX} more arguments")
    about = [escaped(tool.description, TEXT_MAX)] if tool.description else []
    about += ["In the list of tools:\n\n" + "\n".join(lines)] if lines else []
    return "".join(f"\n\n{piece}" for piece in about or ["It is in the list of tools."])


def about_pattern(
    snapshot: Snapshot, written: str, pattern: ToolPattern | None, now_ns: int
) -> str:
    """Return the tools in recent traces that a pattern matches, with their number of calls."""
    if pattern is None:
        return code(written, 200)
    stats = stats_of(snapshot, pattern)
    if not stats.tools and (snapshot.stopped or snapshot.loading is not None):
        return f"{code(written, 200)}: {_unread(snapshot)}"
    if not stats.tools:
        return f"{code(written, 200)} means no tool that a recent trace calls."
    ranked = sorted(stats.tools, key=lambda name: -snapshot.tools.tools[name].calls)
    lines = [
        f"- {code(name, 80)} {times(snapshot.tools.tools[name].calls, 'call')}"
        for name in ranked[:TOOLS_MAX]
    ]
    if len(ranked) > TOOLS_MAX:
        lines.append(f"- and {len(ranked) - TOOLS_MAX} more")
    means = f"{code(written, 200)} means {times(len(ranked), 'tool')} of recent traces:"
    if len(ranked) == 1:
        return f"{means}\n\n{code(ranked[0], 80)}{_uses(stats, now_ns)}"
    return f"{means}\n\n" + "\n".join(lines)


def _unread(snapshot: Snapshot) -> str:
    """Return why no tools are known."""
    if snapshot.stopped:
        return f"no trace is read. Scoring has stopped; the command `{RESTART}` starts it again."
    return "the traces are being read."


def _uses(stats: ArgumentStats, now_ns: int) -> str:
    used = stats.total
    facts = [f"{times(used.calls, 'call')} in {times(used.traces, 'trace')}"]
    if used.timed:
        facts.append(f"{lasting(used.duration_ns / used.timed)} on average")
    facts.append(f"{used.failed} failed" if used.failed else "none failed")
    if now_ns and used.last_ns:
        facts.append(f"last {ago(used.last_ns, now_ns)}")
    lines = [": " + ", ".join(facts) + "."]
    listed = [_key(stats, key, count) for key, count in stats.keys[:KEYS_MAX]]
    if len(stats.keys) > KEYS_MAX:
        listed.append(f"- and {len(stats.keys) - KEYS_MAX} more arguments")
    if used.unrecorded:
        listed.append(f"- arguments of {times(used.unrecorded, 'call')} are not recorded")
    if listed:
        lines.append("Arguments:\n\n" + "\n".join(listed))
    return "\n\n".join(lines)


def _key(stats: ArgumentStats, key: str, count: int) -> str:
    values = stats.values(key)
    shown = ", ".join(
        f"{code(value, VALUE_MAX)} {number}×" for value, number in values[:VALUES_MAX]
    )
    more = ", ..." if len(values) > VALUES_MAX else ""
    return f"- {code(key, 60)} {count}×" + (f": {shown}{more}" if shown else "")
