"""What is looked at when every line has been read: one file for each check, warnings only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from toolspec.dsl.document.kept import Kept

if TYPE_CHECKING:
    from toolspec.dsl.document.names import Names
    from toolspec.dsl.document.spec_line import SpecLine
    from toolspec.dsl.problem import LineDiagnostic
    from toolspec.engine.tool_lists.schema import ToolList

Fact = TypeVar("Fact")

CHECKS = (
    "unused_name",
    "doubled_rule",
    "idle_counts",
    "idle_limits",
    "idle_variables",
    "required_windows",
    "steps_of_messages",
    "contradictions",
    "dots_in_string",
    "foreign_pattern",
    "measure_as_tool",
    "doubtful_values",
    "impossible_values",
    "empty_case",
    "unseen_tool",
    "tool_lists",
)
"""The checks: each a file whose `check(context)` yields problems with offsets in the source."""


class Context(NamedTuple):
    """A file, read: its lines, its good rules, its names, the tools of its traces if known.

    `text` is all of it; `kept` gives what a check works out from each rule's text alone. `listed`
    are the tools that the file's `tools` lines list, None without such a line.
    """

    entries: Sequence[SpecLine]
    rules: Sequence[SpecLine]
    names: Names
    tools: tuple[str, ...] | None
    text: str
    kept: Kept
    listed: ToolList | None = None

    def each(self, make: Callable[[SpecLine], Fact]) -> list[Fact]:
        """Return what `make` works out from each rule's line alone, in the order of the rules."""
        return self.kept.each(self.rules, make)

    def own(self, entry: SpecLine) -> tuple[int, int]:
        """Return where a rule's own words stand, without its clauses."""
        line = entry.line
        if not entry.clauses:
            return line.start, line.end
        cut = line.end - line.start
        for clause in reversed(entry.clauses):
            if line.text[clause.span[1] : cut].strip():
                break  # a word of the rule itself comes after it
            cut = clause.span[0]
        return line.start, line.start + max(
            word.end for word in line.words if word.end <= cut and word.kind != "comment"
        )


def fact(entry: SpecLine, make: Callable[[SpecLine], Fact]) -> Fact:
    """Return what a check works out from a rule's line alone, and wherever it is: once a text.

    The pieces of a line are read once and shared by all lines of that text, so an editor pays for
    the lines that change. What `make` returns may hold no entry and no offset in the source.
    """
    facts = entry.facts
    known = facts.get(make)
    if known is None:
        known = facts[make] = make(entry)
    return known


def moved(entry: SpecLine, problems: Sequence[LineDiagnostic]) -> Iterator[LineDiagnostic]:
    """Yield problems with offsets in a line at their places in the source."""
    return (item.moved(entry.line.start) for item in problems)


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield what every check finds."""
    for name in CHECKS:
        yield from import_module(f"{__name__}.{name}").check(context)
