"""Find each entry a call of its own: what `args` and `output` share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar, Final

from toolspec.engine.effort import TooMuchError, too_much
from toolspec.engine.json_value import Json
from toolspec.engine.kinds.drawing import Drawing
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.match.arguments import Fit
from toolspec.engine.match.pairing import pair
from toolspec.engine.match.tool_pattern import Name, ToolPattern
from toolspec.engine.rules.shared.call_index import CallIndex, EntryDemand
from toolspec.engine.rules.shared.drawings import of_pairs
from toolspec.engine.rules.shared.entries import Entry, Found, not_called, numbered, source_of
from toolspec.engine.trace import UNRECORDED, Trace
from toolspec.engine.verdict import (
    EVIDENCE_MAX,
    PASS,
    UNKNOWN,
    Evidence,
    Explanation,
    MoreCalls,
    Shown,
    Status,
    Verdict,
    decided,
    evidence,
)

SCANNED_MAX: Final = 2000
"""Pairs of an entry and a call that are compared one by one before calls are sorted on shelves."""

COMPARED_MAX: Final = 20_000
"""Pairs of an entry and a call that are compared to find the nearest for entries without one."""


LOOKED_THROUGH_MAX: Final = 2_000_000
"""Calls that are looked through for those that serve no entry, for all patterns together."""


class Plan:
    """Entries made ready for many traces: what each judgement would work out again."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self.parts_of = entries[0].parts_of
        self.tools = [entry.tool for entry in entries]
        names = [tool.name for tool in self.tools if isinstance(tool, Name)]
        self.names = names if len(names) == len(entries) else None
        """The tools' names, where every pattern is one."""
        self.tests = [entry.test for entry in entries]

    @cached_property
    def demand(self) -> EntryDemand:
        """The entries as `CallIndex` take them."""
        return EntryDemand(self.entries)

    @cached_property
    def words(self) -> EntryWords:
        """The entries as explanations need them."""
        return EntryWords(self.entries)


class EntryWords:
    """Entries made ready to explain many judgements.

    `rows` are each entry's key in the justification, how it writes a call, and what it expects.
    `right` is the justification where all entries are served; `varied` tells whether, for some of
    them, it depends on the call that serves them.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.sources = [source_of(entry.source, entry.tool) for entry in entries]
        self.rows = [
            (f"{source}_{at}", entry.actual, f", Expected: {entry.expected}, Score: ")
            for entry, source, at in zip(entries, self.sources, numbered(self.sources), strict=True)
        ]
        self.right: dict[str, Json] = {
            key: "" if entry.only is None else f"Actual: {entry.only}{expected}1.0"
            for entry, (key, _, expected) in zip(entries, self.rows, strict=True)
        }
        self.varied = any(entry.only is None for entry in entries)

    def told(self, trace: Trace, certain: list[int], shown: Shown) -> dict[str, Json]:
        """Write of every entry that is served what its call has."""
        texts = self.right.copy()
        if self.varied or not shown.values:
            # What all calls that fit have in common is still the trace's to show or not.
            for (key, write, expected), at in zip(self.rows, certain, strict=True):
                if at >= 0:
                    texts[key] = f"Actual: {write(trace, at, shown)}{expected}1.0"
        return texts


def find(trace: Trace, plan: Plan) -> Found:
    """Pair a plan's entries with calls so that most entries are served. Raises TooMuchError."""
    if len(plan.tools) * len(trace.calls) > SCANNED_MAX:
        counted = sum([tool.count_in(trace) for tool in plan.tools])
        if counted > SCANNED_MAX:
            return CallIndex(trace, plan.demand).find()
    offered: list[Sequence[int]]
    if plan.names is not None:
        calls_of = trace.by_name.get
        offered = [calls_of(name, ()) for name in plan.names]
    else:
        offered = [tool.calls_in(trace) for tool in plan.tools]
    given = plan.parts_of(trace)
    served = _first_come(plan.tests, offered, given)
    return _most(plan.entries, offered, given) if served is None else (served, served)


def _first_come(
    tests: Sequence[Callable[[Any], bool]], offered: Sequence[Sequence[int]], given: Sequence[Any]
) -> list[int] | None:
    """Give each entry the first call that fits and is left; None where that may not be the best.

    It is where an entry gets none although a call taken before would fit it, or one could fit that
    is not recorded.
    """
    taken: set[int] = set()
    served: list[int] = []
    for test, candidates in zip(tests, offered, strict=True):
        for at in candidates:
            if at not in taken and test(given[at]):
                taken.add(at)
                served.append(at)
                break
        else:
            for at in candidates:
                value = given[at]
                if value is UNRECORDED or (at in taken and test(value)):
                    return None
            served.append(-1)
    return served


def _most(
    entries: Sequence[Entry], offered: Sequence[Sequence[int]], given: Sequence[Any]
) -> Found:
    sure: list[list[int]] = []
    wide: list[list[int]] = []
    for entry, candidates in zip(entries, offered, strict=True):
        fits = [(at, entry.fits(given[at])) for at in candidates]
        sure.append([at for at, fit in fits if fit is Fit.YES])
        wide.append(sure[-1] + [at for at, fit in fits if fit is Fit.OPEN])
    certain = pair(sure)
    if sum(map(len, sure)) == sum(map(len, wide)):
        return certain, certain
    return certain, pair(wide, range(len(wide)), None, certain)


class PairedEntries(Kind):
    """A share of `entries` found a call of its own; with `strict`, it is all or nothing."""

    entries: tuple[Entry, ...]
    strict: bool = False

    scores_in_part = True
    needs_calls = True
    field: ClassVar[str]
    """The justification field that explains every entry."""
    missing: ClassVar[str]
    """What `Explanation.brief` says where what is not recorded decides."""

    def patterns(self) -> tuple[ToolPattern, ...]:
        """Return the entries' patterns."""
        return tuple(entry.tool for entry in self.entries)

    def in_words(self) -> str:
        """Return what the rule asks, as one plain sentence."""
        calls = [call.with_article() for entry in self.entries for call in entry.as_calls()]
        if len(calls) == 1:
            return f"There is {calls[0]}."
        return f"Each of these is a call of its own: {'; '.join(calls)}."

    def deciding_entry(self, reason: Explanation) -> int | None:
        """Return the first entry that found no call."""
        calls = reason.justification.get("call_indexes")
        places = calls if isinstance(calls, list | tuple) else ()
        return next((at for at, call in enumerate(places) if call is None), None)

    def drawing(self, trace: Trace, reason: Explanation) -> Drawing:
        """Return the call that each entry found."""
        del trace
        return of_pairs(self._plan.words.sources, reason.justification.get("call_indexes"))

    @property
    def more_calls(self) -> MoreCalls:
        """Only serve entries that found no call."""
        return MoreCalls.HELP

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Score how many entries have a call of their own."""
        try:
            certain, possible = find(trace, self._plan)
        except TooMuchError as error:
            return too_much(error)
        score = best = self._score(certain)
        if possible is not certain:
            best = self._score(possible)
        status = PASS if score >= pass_score else decided(score, best, pass_score)
        known_score = 0.0 if status is UNKNOWN else score
        return Verdict(status, known_score, self._explain, trace, certain, possible, status)

    @cached_property
    def _plan(self) -> Plan:
        return Plan(self.entries)

    def _score(self, calls: list[int]) -> float:
        missed = calls.count(-1)
        if self.strict:
            return 0.0 if missed else 1.0
        return (len(calls) - missed) / len(calls)

    def _explain(
        self,
        trace: Trace,
        certain: list[int],
        possible: list[int],
        status: Status,
        shown: Shown,
    ) -> Explanation:
        plan = self._plan
        texts = plan.words.told(trace, certain, shown)
        missed = certain.count(-1)
        paired = len(certain) - missed
        summary = f"{paired} of {len(certain)} entries found a call"
        if len(certain) == 1:
            summary = f"the entry found {'a' if paired else 'no'} call"
        if not missed:
            fields: dict[str, Json] = {self.field: texts, "call_indexes": certain.copy()}
            return Explanation(summary, fields, evidence(certain, "match"))
        lacks, listed = self._misses(trace, certain, possible, shown, texts)
        summary += "; " + "; ".join(lacks[:3])
        if len(lacks) > 3:
            summary += f"; and {len(lacks) - 3} more"
        fields = {
            self.field: texts,
            "call_indexes": [at if at >= 0 else None for at in certain],
        }
        # What is missing tells more than what is there; that is listed where nothing is missing.
        served = evidence([at for at in certain if at >= 0], "match") if not listed else ()
        if status is PASS:
            short = ""
        elif status is UNKNOWN:
            short = self.missing
        else:
            short = f"{paired} of {len(certain)} found"
        return Explanation(summary, fields, served or tuple(listed), short)

    def _misses(
        self,
        trace: Trace,
        certain: list[int],
        possible: list[int],
        shown: Shown,
        texts: dict[str, Json],
    ) -> tuple[list[str], list[Evidence]]:
        """Write what entries without a call lack into `told`; return it, and the nearest calls."""
        plan, words = self._plan, self._plan.words
        calls = trace.calls
        near = _Nearest(trace, certain, possible)
        missed: list[str] = []
        listed: list[Evidence] = []
        number = -1
        for _ in range(certain.count(-1)):
            number = certain.index(-1, number + 1)
            entry, source = plan.entries[number], words.sources[number]
            key, write, expected = words.rows[number]
            could = possible[number]
            at = could if could >= 0 else near.of(entry)
            if at < 0:
                actual = "no call"
                missed.append(f"{source} {near.none(entry)}")
            else:
                actual = write(trace, at, shown)
                lacks = entry.lacks(calls[at], shown)
                missed.append(f"{source}: {lacks}")
                if len(listed) < EVIDENCE_MAX:
                    role = "open" if could >= 0 else "nearest"
                    listed.append(Evidence(at, role, lacks))
            texts[key] = f"Actual: {actual}{expected}0.0"
        return missed, listed


class _Nearest:
    """Finds, for entries without a call, the nearest of the calls that serve no entry."""

    def __init__(self, trace: Trace, certain: list[int], possible: list[int]) -> None:
        self.trace = trace
        self.serving = set(certain)
        if possible is not certain:
            self.serving.update(possible)
        self._known: dict[ToolPattern, tuple[list[int], bool]] = {}
        self._left = LOOKED_THROUGH_MAX
        self.compared_max = max(8, COMPARED_MAX // max(possible.count(-1), 1))

    def of(self, entry: Entry) -> int:
        """Return the nearest call, the first of several; -1 where there is none left."""
        free = self._free(entry.tool)
        if len(free) < 2:
            return free[0] if free else -1
        calls, closeness_of = self.trace.calls, entry.closeness
        best, nearest = (-2, 0), -1
        for at in free:
            closeness = closeness_of(calls[at])
            if closeness > best:
                best, nearest = closeness, at
        return nearest

    def _free(self, tool: ToolPattern) -> list[int]:
        """Return calls of a pattern that serve no entry, worked out once for each pattern."""
        known = self._known.get(tool)
        if known is None:
            self._left -= len(self.trace.calls)
            if self._left < 0:
                return []
            calls = tool.calls_in(self.trace)
            free = islice((at for at in calls if at not in self.serving), self.compared_max)
            known = self._known[tool] = list(free), bool(calls)
        return known[0]

    def none(self, entry: Entry) -> str:
        """Say why there is no nearest call."""
        known = self._known.get(entry.tool)
        if known is None:
            return "found no call, and no nearest one was looked for"
        if not known[1]:
            return f"was {not_called(self.trace, entry.tool)}"
        return "was called too few times: every call is paired with another entry"
