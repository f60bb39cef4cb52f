"""Arguments and values in recent traces, for the tools that a pattern matches."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.lsp.judge.tools import ToolSum
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.line_tokens import Angle, meant

_TYPES = {'"': "text", "[": "list", "{": "object", "t": "true or false", "f": "true or false"}


class ArgumentStats(NamedTuple):
    """The calls of all tools that a pattern matches. `tools` are their names."""

    tools: tuple[str, ...]
    total: ToolSum

    @property
    def calls(self) -> int:
        """The number of calls."""
        return self.total.calls

    @property
    def keys(self) -> list[tuple[str, int]]:
        """The arguments and the number of calls with each, by number and then by name."""
        return sorted(self.total.keys.items(), key=lambda item: (-item[1], item[0]))

    def values(self, key: str) -> list[tuple[str, int]]:
        """Return an argument's values as a spec writes them, and how many calls had each."""
        counted = self.total.values.get(key, Counter())
        return sorted(counted.items(), key=lambda item: (-item[1], item[0]))

    def type_of(self, key: str) -> str:
        """Return the type of an argument's values; "any" if they differ or none is known."""
        types = {type_name(value) for value, _ in self.values(key)} - {"null"}
        return types.pop() if len(types) == 1 else "any"


def type_name(written: str) -> str:
    """Return the type of a written value.

    >>> type_name('"a"'), type_name("-1.5"), type_name("true"), type_name("null")
    ('text', 'number', 'true or false', 'null')
    """
    return "null" if written == "null" else _TYPES.get(written[:1], "number")


def stats_of(snapshot: Snapshot, pattern: ToolPattern | None) -> ArgumentStats:
    """Return the calls in recent traces of the tools that a pattern matches."""
    if pattern is None:
        return ArgumentStats((), ToolSum())
    names = tuple([name for name in snapshot.tools.tools if pattern.matches(name)])
    return ArgumentStats(names, snapshot.tools.total(names))


def stats_before(snapshot: Snapshot, angle: Angle) -> ArgumentStats:
    """Return the calls in recent traces of the tools before a `<...>`."""
    return stats_of(snapshot, meant(snapshot.reading, angle.pattern))
