"""What is looked at when every line has been read: one file for each check, warnings only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from toolspec.dsl.entry import Entry
    from toolspec.dsl.names import Names
    from toolspec.dsl.problem import Found

CHECKS = (
    "unused_name",
    "doubled_rule",
    "idle_counts",
    "conflicting_rules",
    "dots_in_string",
    "empty_case",
    "unseen_tool",
)
"""The checks: each a file whose `check(context)` yields problems with offsets in the source."""


class Context(NamedTuple):
    """A file, read: its lines, its good rules, its names, the tools of its traces if known."""

    entries: Sequence[Entry]
    rules: Sequence[Entry]
    names: Names
    tools: tuple[str, ...] | None

    def own(self, entry: Entry) -> tuple[int, int]:
        """Return where a rule's own words stand, without its clauses."""
        line = entry.line
        if not entry.clauses:
            return line.start, line.end
        cut = entry.clauses[0].span[0]
        return line.start, line.start + max(
            word.end for word in line.words if word.end <= cut and word.kind != "comment"
        )


def check(entries: Sequence[Entry], names: Names, tools: tuple[str, ...] | None) -> Iterator[Found]:
    """Yield what every check finds."""
    rules = [entry for entry in entries if entry.rule is not None]
    context = Context(entries, rules, names, tools)
    for name in CHECKS:
        yield from import_module(f"{__name__}.{name}").check(context)
