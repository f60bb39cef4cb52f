"""Count calls: how often tools are called, whatever the order.

Why. A call too many costs money, a retry that never ends costs more, and a check that must happen
at least once should say so. Counting sees what an order cannot: repeats.

How it is judged. Each entry compares the number of calls its pattern means with a number, completed
or not: `=` (or `==`), `!=`, `>`, `<`, `>=`, `<=`. A tool never called counts 0. The score is the
share of the entries that hold; with `strict` it is 1 when all hold, else 0.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final, Self, TypeAlias

from toolspec.engine.json_value import Json
from toolspec.engine.kind import Example, Kind, Part, Syntax
from toolspec.engine.pattern import Name, ToolPattern
from toolspec.engine.rules.entries import is_strict, numbered, source_of, written
from toolspec.engine.trace import Trace, called
from toolspec.engine.values import Value
from toolspec.engine.verdict import Evidence, Explanation, Status, Verdict

COMPARISONS: Final[dict[str, Callable[[int, int], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
}


OFFENDERS_MAX: Final = 5
"""Entries that do not hold of which a call is listed."""


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


_Planned: TypeAlias = "tuple[str | None, ToolPattern, Callable[[int, int], bool], int]"


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
        by_name, counts, hold = trace.by_name, list[int](), 0
        for name, tool, compare, number in self._plan:
            count = tool.count_in(trace) if name is None else len(by_name.get(name, ()))
            counts.append(count)
            if compare(count, number):
                hold += 1
        score = float(hold == len(counts)) if self.strict else hold / len(counts)
        status = Status.PASS if score >= pass_score else Status.FAIL
        return Verdict(status, score, lambda _: self._explain(trace, counts))

    @property
    def _plan(self) -> list[_Planned]:
        plan: list[_Planned] | None = self.__dict__.get("_held_plan")
        if plan is None:
            plan = self.__dict__["_held_plan"] = [
                (
                    entry.tool.name if isinstance(entry.tool, Name) else None,
                    entry.tool,
                    COMPARISONS[entry.comparison],
                    entry.number,
                )
                for entry in self.entries
            ]
        return plan

    @property
    def _written(self) -> list[tuple[str, str]]:
        """Each entry's key in the justification, and what it expects."""
        written: list[tuple[str, str]] | None = self.__dict__.get("_held_written")
        if written is None:
            sources = [source_of(entry.source, entry.tool) for entry in self.entries]
            keys = [
                f"{source} #{at + 1}" if at else source
                for source, at in zip(sources, numbered(sources), strict=True)
            ]
            written = [(key, e.expected) for key, e in zip(keys, self.entries, strict=True)]
            self.__dict__["_held_written"] = written
        return written

    def _explain(self, trace: Trace, counts: list[int]) -> Explanation:
        told: dict[str, Json] = {}
        off: list[str] = []
        listed: list[Evidence] = []
        planned = zip(self._plan, self._written, counts, strict=True)
        for (_, tool, compare, number), (key, expected), count in planned:
            if compare(count, number):
                told[key] = f"Actual: {count}, Expected: {expected}, Score: 1.0"
                continue
            told[key] = f"Actual: {count}, Expected: {expected}, Score: 0.0"
            off.append(f"{key} was {_times(count)}, not {expected}")
            if count and len(listed) < OFFENDERS_MAX:
                # The last call is the one too many, or the one after which more should have come.
                listed.append(Evidence(tool.calls_in(trace)[-1], "offender", off[-1]))
        if not off and len(told) > 1:
            summary = f"all {len(told)} counts are right"
        elif not off:
            summary = f"{self._written[0][0]} was {_times(counts[0])}"
        else:
            more = f", and {len(off) - 3} more entries do not hold" if len(off) > 3 else ""
            summary = "; ".join(off[:3]) + more
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
