"""Rules about a tool, tools of a rule, calls of a file: `toolspec/rules`, `tools`, `inFile`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pygls.exceptions import JsonRpcInvalidParams

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.lsp.feature import Feature
from toolspec.lsp.features.code_lens import entry_on
from toolspec.lsp.features.hover.rule import trace_name
from toolspec.lsp.features.trace_list import field
from toolspec.lsp.judge.messages import CallInfo, RuleScore, TraceInfo
from toolspec.lsp.state.snapshot import Snapshot, rule_keys
from toolspec.lsp.text.escape import plain
from toolspec.lsp.text.line_tokens import patterns_in

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

TEXT_MAX = 120
"""Characters of a rule's text."""

CALLS_MAX = 2000
"""Calls of a file that are listed."""


def rules_on(snapshot: Snapshot, tool: str) -> Iterator[SpecLine]:
    """Yield the rules of a spec that mention a tool, by its name or by a matching pattern."""
    if not snapshot.too_long:
        for entry in snapshot.reading.entries:
            if entry.rule is not None and _speaks_of(entry, tool):
                yield entry


def tools_on(snapshot: Snapshot, line: int) -> list[str]:
    """Return the tools in recent traces that the patterns on a line (from 0) match."""
    entry = None if snapshot.too_long else entry_on(snapshot, line)
    if entry is None:
        return []
    return [tool for tool in snapshot.tools.tools if _speaks_of(entry, tool)]


def _speaks_of(entry: SpecLine, tool: str) -> bool:
    return any(part.value.matches(tool) for part in patterns_in(entry))


async def answer_rules(server: Server, params: Any) -> list[dict[str, Any]]:
    """Answer `toolspec/rules`: where rules of the workspace's specs speak of the tool `tool`."""
    tool = field(params, "tool")
    if not isinstance(tool, str):
        raise JsonRpcInvalidParams("`tool` takes a tool's name")
    await server.workspace_ready()
    listed: list[dict[str, Any]] = []
    for document in server.session.specs():
        snapshot = server.session.snapshot(document.uri)
        for entry in rules_on(snapshot, tool) if snapshot is not None else ():
            text = plain(entry.line.text, TEXT_MAX)
            listed.append({"uri": document.uri, "line": entry.line.row - 1, "text": text})
    return listed


def answer_tools(server: Server, params: Any) -> list[str]:
    """Answer `toolspec/tools`: the tools that the rule on the line `line` (from 0) speaks of."""
    uri, line = field(params, "uri"), field(params, "line")
    if not isinstance(uri, str) or not isinstance(line, int):
        raise JsonRpcInvalidParams("`uri` takes a spec's address, and `line` a number from 0")
    snapshot = server.session.snapshot(uri)
    return [] if snapshot is None else tools_on(snapshot, line)


def rules_of_calls(
    snapshot: Snapshot, info: TraceInfo, calls: tuple[CallInfo, ...]
) -> list[list[tuple[SpecLine, str]]]:
    """Return for each call of a trace the rules about it, with their status on that trace.

    These are the rules for the trace that mention the call's tool, and those that it decides.
    """
    statuses = list(_on_trace(snapshot, info))

    @cache
    def mentioned(tool: str) -> frozenset[int]:
        return frozenset(at for at, (entry, _) in enumerate(statuses) if _speaks_of(entry, tool))

    decided: dict[int, set[int]] = {}
    for at, (_, score) in enumerate(statuses):
        for item in score.reason.evidence if score.reason is not None else ():
            decided.setdefault(item.call, set()).add(at)
    return [
        [
            (statuses[at][0], statuses[at][1].status)
            for at in sorted(mentioned(call.tool) | decided.get(call.number, set()))
        ]
        for call in calls
    ]


def _on_trace(snapshot: Snapshot, info: TraceInfo) -> Iterator[tuple[SpecLine, RuleScore]]:
    """Yield the rules that were judged on a trace, in the order of the text."""
    scored, keys = snapshot.scored, rule_keys(snapshot.reading).own
    on_trace = next((score for score in scored.all if score.trace == info.id), None)
    if snapshot.too_long or on_trace is None:
        return
    shown = info.id in scored.chosen.values()
    places = {key: at for at, key in enumerate(scored.keys)}
    for entry, key in zip(snapshot.reading.rules, keys, strict=True):
        at = places.get(key, -1)
        if at in on_trace.rules:
            score = on_trace.rules[at]
            explained = scored.shown.get(key) if shown else None
            yield entry, explained if explained and explained.status == score.status else score


async def answer_in_file(server: Server, params: Any) -> list[dict[str, Any]]:
    """Answer `toolspec/inFile`: the calls of the traces in a file, and the rules about each.

    `uri` is the address of a spec, `path` that of a file which it is scored against.
    """
    uri, path = field(params, "uri"), field(params, "path")
    if not isinstance(uri, str) or not isinstance(path, str):
        raise JsonRpcInvalidParams("`uri` takes a spec's address, and `path` a trace file's path")
    await server.ready(uri)
    snapshot = server.session.snapshot(uri)
    named = {path, str(Path(path).resolve())}
    listed: list[dict[str, Any]] = []
    for info in snapshot.traces if snapshot is not None else ():
        if snapshot is None or info.path not in named or len(listed) >= CALLS_MAX:
            continue
        calls = (await server.calls(info.id)).calls[: CALLS_MAX - len(listed)]
        for call, rules in zip(calls, rules_of_calls(snapshot, info, calls), strict=True):
            listed.append(
                {
                    "trace": info.id,
                    "name": plain(trace_name(info), TEXT_MAX),
                    "call": call.number,
                    "tool": plain(call.tool, TEXT_MAX),
                    "line": call.line,
                    "column": call.column,
                    "rules": [
                        {
                            "line": entry.line.row - 1,
                            "text": plain(entry.line.text, TEXT_MAX),
                            "status": status,
                        }
                        for entry, status in rules
                    ],
                }
            )
    return listed


FEATURES = (
    Feature("toolspec/rules", answer_rules),
    Feature("toolspec/tools", answer_tools),
    Feature("toolspec/inFile", answer_in_file),
)
