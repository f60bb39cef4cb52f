"""Count calls: how often tools are called, whatever the order.

Why. A call too many costs money, a retry that never ends costs more, and a check that must happen
at least once should say so. Counting sees what an order cannot: repeats.

How it is judged. Each entry compares the number of calls its pattern means with a number, completed
or not: `=` (or `==`), `!=`, `>`, `<`, `>=`, `<=`. A tool never called counts 0. The score is the
share of the entries that hold; with `strict` it is 1 when all hold, else 0.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from operator import itemgetter
from typing import Final, Self

from toolspec.engine.json_value import Json
from toolspec.engine.kind import Example, Kind, Part, Syntax
from toolspec.engine.pattern import REMEMBERED_MAX, Name, ToolPattern
from toolspec.engine.rules.entries import is_strict, numbered, source_of, written
from toolspec.engine.trace import Trace, called
from toolspec.engine.values import Value
from toolspec.engine.verdict import (
    BRIEF,
    FAIL,
    PASS,
    Evidence,
    Explanation,
    Shown,
    Status,
    Verdict,
    brief,
    record,
)

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

NAMED_MAX: Final = 3
"""Entries that do not hold that the summary names."""


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


class _Plan:
    """Entries made ready to judge many traces.

    `pick` takes the numbers of calls from a trace's `counts`, where every pattern is a name;
    `compare` is the one comparison, where there is but one.
    """

    def __init__(self, entries: Sequence[Times]) -> None:
        self.tools = [entry.tool for entry in entries]
        names = [tool.name for tool in self.tools if isinstance(tool, Name)]
        self.pick: Callable[[dict[str, int]], Sequence[int]] | None = None
        if len(names) == len(entries):
            # Of a single name it would return what it finds, not a tuple of that.
            self.pick = itemgetter(*names) if len(names) > 1 else lambda found: (found[names[0]],)
        self.numbers = [entry.number for entry in entries]
        self.compares = [COMPARISONS[entry.comparison] for entry in entries]
        self.compare = self.compares[0] if len(set(self.compares)) == 1 else None


class _Said(dict[int, str]):
    """What is said of an entry for each number of calls, which is one of few, written out once."""

    def __init__(self, write: Callable[[int], str]) -> None:
        super().__init__()
        self.write = write

    def __missing__(self, count: int) -> str:
        if len(self) >= REMEMBERED_MAX:
            self.clear()
        said = self[count] = self.write(count)
        return said


class _Words:
    """Entries made ready to explain many judgements.

    `keys` are the entries' names in the justification. `right` is what it says where all entries
    hold, except of those in `varied`, which hold for more than one number. `rows` are each entry's
    tool, what is said of it, how it is off, and the same in a few words.
    """

    def __init__(self, entries: Sequence[Times]) -> None:
        sources = [source_of(entry.source, entry.tool) for entry in entries]
        self.keys = [
            f"{source} #{at + 1}" if at else source
            for source, at in zip(sources, numbered(sources), strict=True)
        ]
        keyed = list(zip(self.keys, entries, strict=True))
        self.right: dict[str, Json] = {key: _told(entry, entry.number) for key, entry in keyed}
        self.varied = [at for at, entry in enumerate(entries) if entry.comparison != "="]
        self.rows = [
            (
                entry.tool,
                _Said(partial(_told, entry)),
                _Said(partial(_off, key, entry)),
                _Said(partial(_brief, key, number)),
            )
            for number, (key, entry) in enumerate(keyed, 1)
        ]


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
        plan = self._plan
        pick, compare = plan.pick, plan.compare
        if pick is not None:
            counts = pick(trace.counts)
        else:
            counts = [tool.count_in(trace) for tool in plan.tools]
        if compare is not None:
            holds = list(map(compare, counts, plan.numbers))
        else:
            compared = zip(plan.compares, counts, plan.numbers, strict=True)
            holds = [compares(count, number) for compares, count, number in compared]
        held = holds.count(True)
        score = float(held == len(holds)) if self.strict else held / len(holds)
        status = PASS if score >= pass_score else FAIL
        return Verdict(status, score, self._explain, trace, counts, holds, status)

    @cached_property
    def _plan(self) -> _Plan:
        return _Plan(self.entries)

    @cached_property
    def _words(self) -> _Words:
        return _Words(self.entries)

    def _explain(
        self, trace: Trace, counts: Sequence[int], holds: list[bool], status: Status, _: Shown
    ) -> Explanation:
        words = self._words
        keys, rows = words.keys, words.rows
        told = words.right.copy()
        for at in words.varied:
            told[keys[at]] = rows[at][1][counts[at]]
        fields: dict[str, Json] = {"explained_tool_calls_count": told}
        missed = holds.count(False)
        if not missed:
            if len(holds) > 1:
                return Explanation(f"all {len(holds)} counts are right", fields)
            return Explanation(f"{keys[0]} was {_times(counts[0])}", fields)
        phrases: list[str] = []
        listed: list[Evidence] = []
        few, at = "", -1
        for number in range(missed):
            at = holds.index(False, at + 1)
            count = counts[at]
            tool, said, off, in_brief = rows[at]
            told[keys[at]] = said[count]
            if number < NAMED_MAX:
                phrases.append(off[count])
            if number == 0 and status is not PASS:
                few = in_brief[count]
                if missed > 1 and len(few) < BRIEF - 4:
                    few = f"{few}, +{missed - 1}"
            if count and len(listed) < OFFENDERS_MAX:
                # The last call is the one too many, or the one after which more should have come.
                last = tool.calls_in(trace)[-1]
                listed.append(record(Evidence, (last, "offender", off[count])))
        summary = "; ".join(phrases)
        if missed > NAMED_MAX:
            summary += f", and {missed - NAMED_MAX} more entries do not hold"
        return record(Explanation, (summary, fields, tuple(listed), few))


def _told(entry: Times, count: int) -> str:
    score = 1.0 if entry.holds(count) else 0.0
    return f"Actual: {count}, Expected: {entry.expected}, Score: {score}"


def _off(key: str, entry: Times, count: int) -> str:
    return f"{key} was {_times(count)}, not {entry.expected}"


def _brief(key: str, number: int, count: int) -> str:
    times = _times(count)
    return brief(f"{key} {times}", f"entry {number} {times}")


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
