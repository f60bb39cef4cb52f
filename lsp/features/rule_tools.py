"""The rules that mention a tool, `toolspec/rules`, and the tools of a rule, `toolspec/tools`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pygls.exceptions import JsonRpcInvalidParams

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.lsp.feature import Feature
from toolspec.lsp.features.code_lens import entry_on
from toolspec.lsp.features.trace_list import field
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.escape import plain
from toolspec.lsp.text.line_tokens import patterns_in

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

TEXT_MAX = 120
"""Characters of a rule's text."""


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


FEATURES = (Feature("toolspec/rules", answer_rules), Feature("toolspec/tools", answer_tools))
