"""Count calls: how often tools are called, whatever the order.

Why. A call too many costs money, a retry that never ends costs more, and a check that must happen at
least once should say so. Counting sees what an order cannot: repeats.

How it is judged. Each entry compares the number of calls its pattern means with a number, completed
or not: `=` (or `==`), `!=`, `>`, `<`, `>=`, `<=`. A tool never called counts 0. The score is the share
of the entries that hold; with `strict` it is 1 when all hold, else 0.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final, Self

from toolspec.engine.kind import Example, Kind, Part, Syntax
from toolspec.engine.pattern import ToolPattern
from toolspec.engine.rules.entries import is_strict, numbered, source_of, written
from toolspec.engine.trace import Trace, called
from toolspec.engine.values import Value
from toolspec.engine.verdict import EVIDENCE_MAX, Evidence, Explanation, Verdict, decided

COMPARISONS: Final[dict[str, Callable[[int, int], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
}


class Times(Value):
    """How often a tool is called: `tool comparison number`; `source` is the pattern as written."""

    tool: ToolPattern
    comparison: str
    number: int
    source: str = ""

    def holds(self, count: int) -> bool:
        """Tell whether that many calls are right."""
        return COMPARISONS[self.comparison](count, self.number)

    @property
    def expected(self) -> str:
        """The number, with the comparison where it is not `=`."""
        shown = str(self.number)
        return shown if self.comparison == "=" else f"{self.comparison} {shown}"


class Count(Kind):
    """Every entry's number of calls is right; with `strict`, it is all or nothing."""

    entries: tuple[Times, ...]
    strict: bool = False

    scores_in_part = True
    syntax = Syntax(
        keyword="count",
        grammar=(
            '(mode? ":" count_entry ("," count_entry)* | count_entry)\n'
            "count_entry: pattern comparison number"
        ),
        forms=("count P = N", "count: P = N, P >= N, ...", "count strict: P = N, P >= N, ..."),
        snippets=("count ${1:tool} = ${2:1}", "count: ${1:tool} = ${2:1}, ${3:tool} >= ${4:1}"),
    )
    examples = (
        Example(
            "count fetch_data = 1",
            (called("fetch_data"), called("process")),
            "pass",
            1.0,
            "Called exactly once.",
            {"explained_tool_calls_count": {"fetch_data": "Actual: 1, Expected: 1, Score: 1.0"}},
        ),
        Example(
            "count: fetch = 1, process = 3, notify >= 1",
            (called("fetch"), called("process"), called("notify")),
            "fail",
            2 / 3,
            "Two entries of three hold.",
        ),
        Example(
            "count strict: fetch = 1, retry <= 2",
            (called("fetch"), called("fetch")),
            "fail",
            0.0,
            "With `strict` one entry that does not hold takes the whole score.",
        ),
        Example(
            "count /^delete_/ = 0",
            (called("delete_user"), called("delete_file", completed=False)),
            "fail",
            0.0,
            "A pattern counts all the tools it means, completed calls or not.",
        ),
        Example("count audit = 0", (), "pass", 1.0, "A tool never called counts 0."),
    )

    @classmethod
    def build(cls, rule: Part) -> Self:
        """Make the rule from its parts."""
        return cls(tuple(_entry(part) for part in rule.all("count_entry")), is_strict(rule))

    def patterns(self) -> tuple[ToolPattern, ...]:
        """Return the entries' patterns."""
        return tuple(entry.tool for entry in self.entries)

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Score how many of the entries hold."""
        entries = self.entries
        counts = [entry.tool.count_in(trace) for entry in entries]
        hold = 0
        for entry, count in zip(entries, counts, strict=True):
            if COMPARISONS[entry.comparison](count, entry.number):
                hold += 1
        score = float(hold == len(entries)) if self.strict else hold / len(entries)
        return Verdict(
            decided(score, score, pass_score), score, lambda _: self._explain(trace, counts)
        )

    def _explain(self, trace: Trace, counts: list[int]) -> Explanation:
        sources = [source_of(entry.source, entry.tool) for entry in self.entries]
        told: dict[str, str] = {}
        off: list[str] = []
        listed: list[Evidence] = []
        for entry, count, source, at in zip(
            self.entries, counts, sources, numbered(sources), strict=True
        ):
            holds = entry.holds(count)
            key = f"{source} #{at + 1}" if at else source
            told[key] = f"Actual: {count}, Expected: {entry.expected}, Score: {float(holds)}"
            if not holds:
                off.append(f"{source} was {_times(count)}, not {entry.expected}")
                room = EVIDENCE_MAX - len(listed)
                if room > 0:
                    calls = entry.tool.calls_in(trace)[:room]
                    listed += [Evidence(call, "offender", f"one of {count}") for call in calls]
        more = f", and {len(off) - 3} more entries do not hold" if len(off) > 3 else ""
        if off:
            summary = "; ".join(off[:3]) + more
        elif len(told) == 1:
            summary = f"{sources[0]} was {_times(counts[0])}"
        else:
            summary = f"all {len(told)} counts are right"
        return Explanation(summary, {"explained_tool_calls_count": told}, tuple(listed))


def _entry(part: Part) -> Times:
    pattern = part.one("pattern")
    return Times(
        pattern.value,
        part.value_of("comparison").replace("==", "="),
        part.value_of("number"),
        written(pattern),
    )


def _times(count: int) -> str:
    if count == 0:
        return "never called"
    return "called once" if count == 1 else f"called {count} times"


RULE = Count
