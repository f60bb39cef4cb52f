"""Find each entry a call of its own: what `args` and `output` share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final

from toolspec.engine.json_value import Json
from toolspec.engine.kind import Kind
from toolspec.engine.matcher import Fit
from toolspec.engine.pairing import pair
from toolspec.engine.pattern import Name, ToolPattern
from toolspec.engine.rules.entries import Entry, Found, numbered, source_of
from toolspec.engine.rules.shelves import Demand, Shelves
from toolspec.engine.trace import UNRECORDED, Trace
from toolspec.engine.verdict import (
    EVIDENCE_MAX,
    Evidence,
    Explanation,
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


class Plan:
    """Entries made ready for many traces: what each judgement would work out anew."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self.part_of = entries[0].part_of
        self.tools = [
            (tool.name if isinstance(tool, Name) else None, tool)
            for tool in [entry.tool for entry in entries]
        ]
        self.tests = [entry.test for entry in entries]

    @cached_property
    def demand(self) -> Demand:
        """The entries as `Shelves` take them."""
        return Demand(self.entries)

    @cached_property
    def written(self) -> list[tuple[Entry, str, str, str]]:
        """Each entry, its tool as written, its key in the justification, and what it expects."""
        sources = [source_of(entry.source, entry.tool) for entry in self.entries]
        return [
            (entry, source, f"{source}_{at}", entry.expected)
            for entry, source, at in zip(self.entries, sources, numbered(sources), strict=True)
        ]


def find(trace: Trace, plan: Plan) -> Found:
    """Pair a plan's entries with calls so that most entries are served."""
    by_name = trace.by_name
    offered = [
        by_name.get(name, ()) if name is not None else tool.calls_in(trace)
        for name, tool in plan.tools
    ]
    if sum(map(len, offered)) > SCANNED_MAX:
        return Shelves(trace, plan.demand).find()
    given = list(map(plan.part_of, trace.calls))
    served = _first_come(plan.tests, offered, given)
    return _most(plan.entries, offered, given) if served is None else Found(served, served)


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
                held = given[at]
                if held is UNRECORDED or (at in taken and test(held)):
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
        return Found(certain, certain)
    return Found(certain, pair(wide, range(len(wide)), None, certain))


class Each(Kind):
    """A share of `entries` found a call of its own; with `strict`, it is all or nothing."""

    entries: tuple[Entry, ...]
    strict: bool = False

    scores_in_part = True
    field: ClassVar[str]
    """The justification field that explains every entry."""

    def patterns(self) -> tuple[ToolPattern, ...]:
        """Return the entries' patterns."""
        return tuple(entry.tool for entry in self.entries)

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Score how many entries have a call of their own."""
        found = find(trace, self._plan)
        score = self._score(found.certain)
        best = score if found.possible is found.certain else self._score(found.possible)
        status = decided(score, best, pass_score)
        return Verdict(
            status,
            0.0 if status is Status.UNKNOWN else score,
            lambda shown: self._explain(trace, found, status, shown),
        )

    @property
    def _plan(self) -> Plan:
        plan: Plan | None = self.__dict__.get("_held_plan")
        if plan is None:
            plan = self.__dict__["_held_plan"] = Plan(self.entries)
        return plan

    def _score(self, calls: Sequence[int]) -> float:
        missed = calls.count(-1)
        if self.strict:
            return 0.0 if missed else 1.0
        return (len(calls) - missed) / len(calls)

    def _explain(self, trace: Trace, found: Found, status: Status, shown: Shown) -> Explanation:
        told: dict[str, Json] = {}
        listed: list[Evidence] = []
        missed: list[str] = []
        near = _Nearest(trace, found)
        for (entry, source, key, expected), at, could in zip(
            self._plan.written, found.certain, found.possible, strict=True
        ):
            if at >= 0:
                actual = entry.actual(trace.calls[at], shown)
                told[key] = f"Actual: {actual}, Expected: {expected}, Score: 1.0"
                continue
            call = could if could >= 0 else near.of(entry)
            if call < 0:
                actual = "no call"
                missed.append(f"{source} {near.none(entry)}")
            else:
                actual = entry.actual(trace.calls[call], shown)
                lacks = entry.lacks(trace.calls[call], shown)
                missed.append(f"{source}: {lacks}")
                listed.append(Evidence(call, "open" if could >= 0 else "nearest", lacks))
            told[key] = f"Actual: {actual}, Expected: {expected}, Score: 0.0"
        summary = f"{len(told) - len(missed)} of {len(told)} entries found a call"
        if missed:
            more = f"; and {len(missed) - 3} more" if len(missed) > 3 else ""
            summary += "; " + "; ".join(missed[:3]) + more
        # What is missing tells more than what is there; that is listed where nothing is missing.
        served = () if listed else evidence([at for at in found.certain if at >= 0], "match")
        fields = {
            self.field: told,
            "call_indexes": [at if at >= 0 else None for at in found.certain],
        }
        return Explanation(summary, fields, served or tuple(listed[:EVIDENCE_MAX]))


class _Nearest:
    """Finds, for entries without a call, the nearest of the calls that serve no entry."""

    def __init__(self, trace: Trace, found: Found) -> None:
        self.trace = trace
        self.serving = {at for at in (*found.certain, *found.possible) if at >= 0}
        misses = found.possible.count(-1)
        self.compared_max = max(8, COMPARED_MAX // max(misses, 1))

    def of(self, entry: Entry) -> int:
        """Return the nearest call, the first of several; -1 where there is none left."""
        best, nearest, compared = (-2, 0), -1, 0
        for at in entry.tool.calls_in(self.trace):
            if at in self.serving:
                continue
            closeness = entry.closeness(self.trace.calls[at])
            if closeness > best:
                best, nearest = closeness, at
            compared += 1
            if compared == self.compared_max:
                break
        return nearest

    def none(self, entry: Entry) -> str:
        """Say why there is no nearest call."""
        called = entry.tool.count_in(self.trace)
        if not called:
            return "was never called"
        return "was called too seldom: every call serves another entry"
