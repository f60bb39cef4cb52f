"""Tools that recent traces call, the most used first, and how often and when."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.engine.pattern import is_bare
from toolspec.lsp.answers import Item
from toolspec.lsp.features.completion.place import Place
from toolspec.lsp.shown import code, plain
from toolspec.lsp.since import ago, times
from toolspec.lsp.tools import ToolSum
from toolspec.lsp.written import quoted_safely

LONG_NAME = 200
"""Characters of a tool's name beyond which nobody wants it typed for them."""

KEYS_LISTED = 6
"""Arguments named in an item's documentation."""


def items(place: Place, now_ns: int) -> Iterator[Item]:
    """Yield the tools, where one can stand."""
    if not place.tool_can_stand or place.kind not in ("name", "open_string", "string"):
        return
    if place.typed.startswith("@"):
        return
    in_quotes = place.kind != "name"
    for rank, (name, used) in enumerate(place.view.tools.by_use()):
        if len(name) > LONG_NAME:
            continue
        text = name if is_bare(name) and not in_quotes else quoted_safely(name)
        yield Item(
            plain(name, LONG_NAME),
            place.lead + text,
            place.span,
            "tool",
            usage(used, now_ns),
            _documentation(used),
            f"1{rank:05d}",
            filter=text if in_quotes else name,
        )


def usage(used: ToolSum, now_ns: int) -> str:
    """Say how often and when a tool was called: `12 calls in 3 traces, last 2 min ago`."""
    said = f"{times(used.calls, 'call')} in {times(used.traces, 'trace')}"
    return f"{said}, last {ago(used.last_ns, now_ns)}" if now_ns and used.last_ns else said


def _documentation(used: ToolSum) -> str:
    keys = [code(key, 40) for key, _ in used.keys.most_common(KEYS_LISTED)]
    more = ", ..." if len(used.keys) > KEYS_LISTED else ""
    return f"called with {', '.join(keys)}{more}" if keys else ""
