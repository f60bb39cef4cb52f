"""The tools of recent traces and of `tools` lines, with how often and when they were called.

In an `order` the tools that traces call next come first, elsewhere the most used ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from toolspec.dsl.text.spec_text import quoted_safely
from toolspec.engine.match.tool_pattern import is_bare
from toolspec.engine.rules import KEYWORDS, kind
from toolspec.lsp.features.completion.agents import is_agent
from toolspec.lsp.features.completion.place import CompletionPlace
from toolspec.lsp.judge.tools import ToolCounts
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.state.tool_schemas import listed_tools, schema_of
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.escape import code, escaped, plain
from toolspec.lsp.text.humanize import ago, times
from toolspec.lsp.text.line_tokens import value_of_string

LONG_NAME = 200
"""Maximum characters of a tool's name that is offered."""

TEXT_MAX = 500
"""Characters of a tool's description."""

KEYS_LISTED = 6
"""Arguments named in an item's documentation."""

KEY_LENGTH = 40
"""Characters of such a name."""


def proposed(place: CompletionPlace, now_ns: int) -> Iterator[Item]:
    """Yield the tools, if one is allowed here."""
    if not place.tool_can_stand or place.kind not in ("name", "open_string", "string"):
        return
    if place.typed.startswith("@") or is_agent(place):
        return
    in_quotes = place.kind != "name"
    before = tool_before(place)
    ranked = place.snapshot.tools.by_use()
    followed = 0
    if before is not None:
        ranked.sort(key=lambda pair: -pair[1].after[before])
        followed = sum(used.after[before] for _, used in ranked)
    for rank, (name, used) in enumerate(ranked):
        if len(name) > LONG_NAME:
            continue
        next_ = used.after[before] if before else 0
        next_text = f"next after {plain(before, 60)} {next_}×; " if before and next_ else ""
        text = name if is_bare(name) and not in_quotes else quoted_safely(name)
        yield Item(
            plain(name, LONG_NAME),
            place.lead + text,
            place.span,
            "tool",
            next_text + usage(used, now_ns),
            _about(place.snapshot, name) + _documentation(used),
            f"1{rank:05d}",
            filter=text if in_quotes else name,
            often=_often(used, before, followed),
        )
    called = {name for name, _ in ranked}
    for rank, tool in enumerate(listed_tools(place.snapshot)):
        if tool.name in called or len(tool.name) > LONG_NAME:
            continue
        text = tool.name if is_bare(tool.name) and not in_quotes else quoted_safely(tool.name)
        yield Item(
            plain(tool.name, LONG_NAME), place.lead + text, place.span, "tool",
            "in the list of tools", escaped(tool.description, TEXT_MAX), f"1{50000 + rank:05d}",
            filter=text if in_quotes else tool.name,
        )  # fmt: skip


def _often(used: ToolCounts, before: str | None, followed: int) -> str:
    """Return how often a tool came next, of the times that any tool did; or how often it came."""
    next_ = used.after[before] if before is not None else 0
    if not next_:
        return times(used.calls, "call")
    if before:
        return f"next {next_} of {times(followed, 'time')}"
    return f"first in {next_} of {times(followed, 'trace')}"


def _about(snapshot: Snapshot, name: str) -> str:
    """Return a tool's description, with a blank line after it."""
    tool = schema_of(snapshot, name)
    return f"{escaped(tool.description, TEXT_MAX)}\n\n" if tool and tool.description else ""


def tool_before(place: CompletionPlace) -> str | None:
    """Return the tool before the cursor in an order or sequence; "" at its start, None elsewhere.

    For alternatives (`a | b`) it is the last.
    """
    if place.before == ":":
        ordered = place.first in KEYWORDS and kind(place.first).syntax.is_ordered
        return "" if ordered else None
    if place.before != "->":
        return None
    depth = 0
    for word in reversed(place.words[:-1]):
        if word.text in (">", "]", "}"):
            depth += 1
        elif word.text in ("<", "[", "{"):
            depth -= 1
        elif not depth:
            return value_of_string(word.text) if word.kind in ("name", "string") else None
    return None


def usage(used: ToolCounts, now_ns: int) -> str:
    """Return how often and when a tool was called: `12 calls in 3 traces, last 2 min ago`."""
    text = f"{times(used.calls, 'call')} in {times(used.traces, 'trace')}"
    return f"{text}, last {ago(used.last_ns, now_ns)}" if now_ns and used.last_ns else text


def _documentation(used: ToolCounts) -> str:
    keys = tuple([key[: KEY_LENGTH + 1] for key, _ in used.keys.most_common(KEYS_LISTED)])
    return _called_with(keys, more=len(used.keys) > KEYS_LISTED)


@lru_cache(maxsize=1000)
def _called_with(keys: tuple[str, ...], *, more: bool) -> str:
    """Describe arguments of calls; cached, because every keystroke lists all tools."""
    shown = ", ".join(code(key, KEY_LENGTH) for key in keys)
    return f"called with {shown}{', ...' if more else ''}" if keys else ""
