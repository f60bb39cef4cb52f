"""Count calls: how often tools are called, whatever the order.

Why. A call too many costs money, a retry that never ends costs more, and a check that must happen
at least once should say so. Counting sees what an order cannot: repeats.

How it is judged. Each entry compares how many calls match the pattern (completed or not) with a
number: `=` (or `==`), `!=`, `>`, `<`, `>=`, `<=`. A tool that is never called counts 0. The score
is the share of the entries that hold; with `strict` it is 1 when all of them hold, otherwise 0.

`= 2..4` asks for a number from 2 to 4, both included; `!=` for any other.

Where the call phrase asks for what the trace does not record, a call may count or not: the rule is
`unknown` if that decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import compress
from operator import itemgetter
from typing import Final, Self, TypeAlias

from toolspec.engine.json_value import Json
from toolspec.engine.kinds.claims import NO_CLAIMS, Cap, Claims, Need
from toolspec.engine.match.comparison import COMPARISONS, OPPOSITES
from toolspec.engine.match.sorted_calls import SortedCalls
from toolspec.engine.match.tool_pattern import REMEMBERED_CHARACTERS_MAX, Name, ToolPattern
from toolspec.engine.parts.spans import Running, explained_later
from toolspec.engine.rules.shared import count_words
from toolspec.engine.rules.shared.count_words import CountWords
from toolspec.engine.rules.shared.entries import is_strict, numbered
from toolspec.engine.rules.shared.times import Times, times_of
from toolspec.engine.syntax import Example, Part, Syntax
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import Trace, called
from toolspec.engine.verdict import (
    BRIEF,
    FAIL,
    PASS,
    UNKNOWN,
    Evidence,
    Explanation,
    MoreCalls,
    Shown,
    Status,
    Verdict,
    brief,
    decided,
)

OFFENDERS_MAX: Final = 5
"""Entries that do not hold of which a call is listed."""

SAID_MAX: Final = 1 << 13
"""Sentences that are remembered, for all rules together: traces repeat their counts."""

NAMED_MAX: Final = 3  # entries that the summary names, of those that do not hold


class _Plan:
    """Entries made ready to judge many traces.

    `pick` takes the numbers of calls from a trace's `counts`, where every pattern is a name;
    `misses` tells two numbers that are wrong by the one comparison there is, where it is one.
    """

    def __init__(self, entries: Sequence[Times]) -> None:
        self.tools = [entry.tool for entry in entries]
        self.bare = all(entry.call.is_bare for entry in entries)
        """Whether every call of the tools counts, so that numbers of calls are all it takes."""
        names = [tool.name for tool in self.tools if isinstance(tool, Name) and self.bare]
        self.pick: Callable[[dict[str, int]], Sequence[int]] | None = None
        if len(names) == len(entries):
            # Of a single name it would return what it finds, not a tuple of that.
            self.pick = itemgetter(*names) if len(names) > 1 else lambda counts: (counts[names[0]],)
        self.numbers = [entry.number for entry in entries]
        self.places = range(len(entries))
        signs = {entry.comparison if entry.highest is None else ".." for entry in entries}
        self.misses = COMPARISONS.get(OPPOSITES.get(signs.pop(), "")) if len(signs) == 1 else None


class _Row:
    """An entry made ready to be explained: `key` is its own in the justification."""

    def __init__(self, entry: Times, key: str, number: int) -> None:
        self.entry, self.key, self.number = entry, key, number
        self.tool = entry.tool
        bare = entry.call.is_bare
        self.name = entry.tool.name if isinstance(entry.tool, Name) and bare else None

    def say(self, count: int) -> Said:
        """Return what is said for a number of calls, which most often is one of few."""
        if len(self.key) > REMEMBERED_CHARACTERS_MAX:
            return self.said(count)
        return _said(self, count)

    def said(self, count: int) -> Said:
        """Write out what is said for a number of calls."""
        key, expected, times = self.key, self.entry.expected, count_words.called_times(count)
        score = 1.0 if self.entry.holds(count) else 0.0
        return (
            f"Actual: {count}, Expected: {expected}, Score: {score}",
            f"{key} was {times}, not {expected}",
            brief(f"{key} {times}", f"entry {self.number} {times}"),
        )


Said: TypeAlias = tuple[str, str, str]
"""In the justification, in a sentence where the entry does not hold, and in few words."""


@lru_cache(maxsize=SAID_MAX)
def _said(row: _Row, count: int) -> Said:
    return row.said(count)


class _Words:
    """Entries made ready to explain many judgements.

    `right` is what the justification says where all entries hold, except of those in `varied`,
    which hold for more than one number.
    """

    def __init__(self, entries: Sequence[Times]) -> None:
        sources = [str(entry.call) for entry in entries]
        keys = [
            f"{source} #{at + 1}" if at else source
            for source, at in zip(sources, numbered(sources), strict=True)
        ]
        self.rows = [
            _Row(entry, key, number)
            for number, (key, entry) in enumerate(zip(keys, entries, strict=True), 1)
        ]
        self.right: dict[str, Json] = {row.key: row.said(row.entry.number)[0] for row in self.rows}
        self.varied = [
            at
            for at, entry in enumerate(entries)
            if entry.comparison != "=" or entry.highest is not None
        ]


class Count(CountWords):
    """Every entry's number of calls is right; with `strict`, it is all or nothing."""

    strict: bool = False

    scores_in_part = True
    counts_calls = True
    offends = "is the last one counted"
    evidence_is_sentence = True
    syntax = Syntax(
        keyword="count",
        grammar=(
            '(mode? ":" count_entry ("," count_entry)* | count_entry)\n'
            "count_entry: _call comparison number"
        ),
        forms=(
            "count C = N",
            "count C = N..N",
            "count: C = N, C >= N, ...",
            "count strict: C = N, C >= N, ...",
        ),
        snippets=("count ${1:tool} = ${2:1}", "count: ${1:tool} = ${2:1}, ${3:tool} >= ${4:1}"),
        entry="count_entry",
        modes=("strict",),
        sample="count search = 1",
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
            summary="process was called once, not 3",
            evidence=(Evidence(1, "offender", "process was called once, not 3"),),
        ),
        Example(
            "count strict: fetch = 1, retry <= 2",
            (called("fetch"), called("fetch")),
            "fail",
            0.0,
            "With `strict` one entry that does not hold makes the score 0.",
            summary="fetch was called 2 times, not 1",
            evidence=(Evidence(1, "offender", "fetch was called 2 times, not 1"),),
        ),
        Example(
            "count /^delete_/ = 0",
            (called("delete_user"), called("delete_file", completed=False)),
            "fail",
            0.0,
            "A pattern counts the calls of all tools that it matches, completed or not.",
            summary="/^delete_/ was called 2 times, not 0",
            evidence=(Evidence(1, "offender", "/^delete_/ was called 2 times, not 0"),),
        ),
        Example(
            "count: fetch ok = 2..3, audit = 0",
            (called("fetch")._replace(status="ok"), called("fetch")._replace(status="error")),
            "fail",
            0.5,
            "Only the calls count that the whole phrase matches; a tool never called counts 0.",
            summary="fetch ok was called once, not 2..3",
            evidence=(Evidence(0, "offender", "fetch ok was called once, not 2..3"),),
        ),
    )

    @classmethod
    def build(cls, rule: Part) -> Self:
        """Make the rule from its parts."""
        return cls(tuple(times_of(part) for part in rule.all("count_entry")), is_strict(rule))

    def claims(self, pass_score: float) -> Claims:
        """Say how many calls there are at least and at most."""
        if pass_score < 1 and not self.strict:
            return NO_CLAIMS
        needs = [Need(entry.call, entry.least) for entry in self.entries if entry.least > 0]
        caps = [Cap(entry.call, entry.most) for entry in self.entries if entry.most is not None]
        return Claims(tuple(needs), caps=tuple(caps))

    def patterns(self) -> tuple[ToolPattern, ...]:
        """Return the entries' patterns."""
        return tuple(entry.tool for entry in self.entries)

    @property
    def more_calls(self) -> MoreCalls:
        """Raise the numbers: what that does depends on the comparisons."""
        comparisons = {
            "="
            if entry.highest is not None or entry.call.position
            else "<="
            if (entry.comparison, entry.number) == ("=", 0)
            else entry.comparison
            for entry in self.entries
        }
        if comparisons <= {">", ">="}:
            return MoreCalls.HELP
        return MoreCalls.HURT if comparisons <= {"<", "<="} else MoreCalls.BOTH

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Score how many of the entries hold; be unknown where what is not recorded decides."""
        plan = self._plan
        if not plan.bare:
            return self._judge_calls(trace, pass_score)
        pick, misses = plan.pick, plan.misses
        if pick is not None:
            counts = pick(trace.counts)
        else:
            counts = [tool.count_in(trace) for tool in plan.tools]
        if misses is not None:
            off = list(compress(plan.places, map(misses, counts, plan.numbers)))
        else:
            counted = zip(plan.places, self.entries, counts, strict=True)
            off = [at for at, entry, count in counted if not entry.holds(count)]
        kept = len(counts) - len(off)
        score = float(not off) if self.strict else kept / len(counts)
        status = PASS if score >= pass_score else FAIL
        return Verdict(status, score, self._explain, trace, counts, off, status)

    def takes_clauses(self, written: Sequence[Part]) -> None:
        """Take `per T` where every entry sets a bound from above. Raises Misuse."""
        bounds = all(entry.comparison in ("<", "<=") for entry in self.entries)
        super().takes_clauses([p for p in written if not bounds or p.label != "per_time"])

    def judge_spans(
        self, trace: Trace, spans: Sequence[tuple[int, int]], pass_score: float = 1.0
    ) -> Iterable[Verdict]:
        """Judge spans by counting once, and taking what comes before each from what follows."""
        if any(entry.call.position for entry in self.entries):
            return super().judge_spans(trace, spans, pass_score)
        size = len(trace.calls)
        sorted_calls = [entry.calls_in(trace) for entry in self.entries]
        certain = [Running(calls.matches, size) for calls in sorted_calls]
        could = [Running(calls.open, size) for calls in sorted_calls]
        verdicts: list[Verdict] = []
        for begin, end in spans:
            least = [running.within(begin, end) for running in certain]
            ranges = [(n, n + may.within(begin, end)) for n, may in zip(least, could, strict=True)]
            ending = self._ending(ranges, pass_score)[:2]
            verdicts.append(explained_later(self.judge, trace, (begin, end), ending, pass_score))
        return verdicts

    def _judge_calls(self, trace: Trace, pass_score: float) -> Verdict:
        """Judge entries that ask more of a call than its tool."""
        sorted_calls = [entry.calls_in(trace) for entry in self.entries]
        ranges = [
            (len(calls.matches), len(calls.matches) + len(calls.open)) for calls in sorted_calls
        ]
        status, score, off = self._ending(ranges, pass_score)
        counts = [least for least, _ in ranges]
        return Verdict(status, score, self._explain_calls, trace, sorted_calls, counts, off, status)

    def _ending(
        self, ranges: Sequence[tuple[int, int]], pass_score: float
    ) -> tuple[Status, float, list[int]]:
        """Return status, score and the entries that do not hold, by how many calls there may be."""
        off: list[int] = []
        hopeless = 0
        for at, (entry, (least, most)) in enumerate(zip(self.entries, ranges, strict=True)):
            if not entry.could_hold(least, most):
                hopeless += 1
                off.append(at)
            elif entry.replace(comparison=OPPOSITES[entry.comparison]).could_hold(least, most):
                off.append(at)
        total = len(ranges)
        score, best = (total - len(off)) / total, (total - hopeless) / total
        if self.strict:
            score, best = float(not off), float(not hopeless)
        status = decided(score, best, pass_score)
        return status, 0.0 if status is UNKNOWN else score, off

    def _explain_calls(
        self,
        trace: Trace,
        sorted_calls: Sequence[SortedCalls],
        counts: Sequence[int],
        off: list[int],
        status: Status,
        shown: Shown,
    ) -> Explanation:
        """Explain as of tools; where a call is open, say how many there could be."""
        words: dict[str, Json] = {}
        missed: list[count_words.Missed] = []
        for at, (row, calls) in enumerate(zip(self._words.rows, sorted_calls, strict=True)):
            words[row.key], phrase, short = row.said(counts[at])
            if calls.open:
                expected = row.entry.expected
                words[row.key] = count_words.open_count(counts[at], calls, expected, at not in off)
            if at in off:
                expected = row.entry.expected
                missed.append(
                    count_words.entry_miss(trace, calls, row.key, expected, phrase, short, shown)
                )
        fields: dict[str, Json] = {"explained_tool_calls_count": words}
        near = count_words.near_misses_of(trace, sorted_calls, off, shown)
        if missed:
            return count_words.explained(missed, fields, status, near)
        sentence = f"{self._words.rows[0].key} was {count_words.called_times(counts[0])}"
        return Explanation((sentence if len(counts) < 2 else self._all_right) + near, fields)

    @property
    def _all_right(self) -> str:
        return f"all {len(self.entries)} counts are right"

    @cached_property
    def _plan(self) -> _Plan:
        return _Plan(self.entries)

    @cached_property
    def _words(self) -> _Words:
        return _Words(self.entries)

    def _explain(
        self, trace: Trace, counts: Sequence[int], off: list[int], status: Status, _: Shown
    ) -> Explanation:
        words = self._words
        rows = words.rows
        words_by_key = words.right.copy()
        for at in words.varied:
            words_by_key[rows[at].key] = rows[at].say(counts[at])[0]
        fields: dict[str, Json] = {"explained_tool_calls_count": words_by_key}
        if not off:
            sentence = f"{rows[0].key} was {count_words.called_times(counts[0])}"
            return Explanation(sentence if len(counts) < 2 else self._all_right, fields)
        phrases: list[str] = []
        listed: list[Evidence] = []
        short = ""
        for at in off:
            count = counts[at]
            row = rows[at]
            words_by_key[row.key], phrase, in_brief = row.say(count)
            phrases.append(phrase)
            short = short or in_brief
            if count and len(listed) < OFFENDERS_MAX:
                # The last call is the one too many, or the one after which more should have come.
                calls = trace.by_name[row.name] if row.name else row.tool.calls_in(trace)
                listed.append(Evidence(calls[-1], "offender", phrase))
        more = len(off) - NAMED_MAX
        if more > 0:
            others = plural(more, "more entry does", "more entries do")
            summary = f"{'; '.join(phrases[:NAMED_MAX])}, and {others} not hold"
        else:
            summary = "; ".join(phrases)
        if status is PASS:
            short = ""
        elif len(off) > 1 and len(short) < BRIEF - 4:
            short = f"{short}, +{len(off) - 1}"
        return Explanation(summary, fields, tuple(listed), short)


RULE = Count
