"""Judge a rule on parts of a trace: divide it by the rule's clauses, judge each, combine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING

from toolspec.engine.parts.clause import WAYS_MAX, Clause, Open, Ways
from toolspec.engine.parts.if_clause import If
from toolspec.engine.parts.keyless import Keyless
from toolspec.engine.parts.nearly_matched import NearlyMatched
from toolspec.engine.parts.part import NONE_UNSURE, TracePart, whole
from toolspec.engine.parts.parts_verdict import (
    JudgedPart,
    PartsVerdict,
    combined,
    skipped,
    undecided,
)
from toolspec.engine.parts.per import Per
from toolspec.engine.parts.per_time import PerTime
from toolspec.engine.parts.phrase import may_nearly_match
from toolspec.engine.trace import Trace
from toolspec.engine.values import interned
from toolspec.engine.verdict import (
    ERROR,
    FAIL,
    PASS,
    SKIP,
    UNKNOWN,
    Verdict,
)

if TYPE_CHECKING:
    from toolspec.engine.kinds.kind import Kind


class PartsJudge:
    """Judges a kind on the parts that clauses, the outermost first, make of a trace."""

    def __init__(self, kind: Kind, clauses: Sequence[Clause]) -> None:
        if any(not isinstance(clause, If) for clause in clauses):
            kind = kind.in_parts()
        self.kind, self.clauses = kind, [interned(clause) for clause in clauses]
        self.several = any(clause.several for clause in clauses)
        self.divides_twice = sum(clause.several for clause in clauses) > 1
        self.messages = kind.hears_messages or any(clause.hears for clause in clauses)
        self.judge_kind: Callable[[Trace, float], Verdict] = kind.judge
        narrowing = [clause.narrows for clause in clauses]
        self.compares = [any(map(may_nearly_match, clause.phrases())) for clause in clauses]
        self._narrows_from = [all(narrowing[at:]) for at in range(1, len(clauses) + 1)]

    def __call__(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Return what the rule says of a trace."""
        run = _Run(self, pass_score)
        run_of = whole(trace, self.messages)
        judged = run.divided(run_of, 0, WAYS_MAX)
        keyless = Keyless(self.kind, self.clauses, run.by_key)
        return PartsVerdict(judged, trace, self.several, keyless, NearlyMatched(run.compared))

    def narrows_after(self, level: int) -> bool:
        """Tell whether the clauses after one keep a larger part larger than a smaller one."""
        return self._narrows_from[level]


class _Run:
    """One trace judged: `judged` parts come out as a flat list."""

    def __init__(self, judge: PartsJudge, pass_score: float) -> None:
        self.judge, self.kind, self.pass_score = judge, judge.kind, pass_score
        self.by_key: list[tuple[TracePart, str]] = []
        """The parts that were divided by an argument, and its key."""
        self.compared: list[tuple[TracePart, Clause]] = []
        """The parts that were divided by a phrase that compares numbers."""

    def divided(self, part: TracePart, level: int, most: int) -> list[JudgedPart]:
        """Return the parts of a part, judged; `most` bounds the ways to divide it from here on."""
        if part.skip:
            return [skipped(part)]
        clauses = self.judge.clauses
        if level == len(clauses):
            return [self.leaf(part, most)]
        clause = clauses[level]
        if isinstance(clause, PerTime):
            return self.in_time(part, clause)
        settled = _settled(part, most)
        if settled is not None:
            ways = [self.divided(part, level, most // len(settled)) for part in settled]
            return list(_either(part, ways, _unsure(part)))
        if isinstance(clause, Per) and clause.key:
            self.by_key.append((part, clause.key))
        if self.judge.compares[level]:
            self.compared.append((part, clause))
        divided = self.made(part, level, most)
        if len(divided.ways) == 1:
            (parts,) = divided.ways
            return self.decided(part, level, most, self.each(parts, level + 1, most))
        if divided.nested and self.extremes_are_one(divided.ways, level):
            return self.each(divided.ways[-1], level + 1, most)
        if not divided.ways or (divided.nested and not self.extremes_decide(level)):
            return [undecided(part, divided.opens)]
        left = max(1, most // len(divided.ways))
        ways = [self.each(way, level + 1, left) for way in divided.ways]
        return list(_either(part, ways, divided.opens))

    def made(self, part: TracePart, level: int, most: int) -> Ways:
        """Return the ways in which a clause divides a part; of the run once for all rules."""
        clause = self.judge.clauses[level]
        shared = part.trace.shared if level == 0 else None
        if shared is None or not part.is_whole or part.filled:
            # What a clause leaves of a part that must have some call may have none.
            return clause.divide(part.but(filled=False) if part.filled else part, most)
        about = clause, self.judge.messages
        ways = shared.get(about)
        if ways is None:
            ways = shared[about] = clause.divide(part, most)
        return ways

    def decided(
        self, part: TracePart, level: int, most: int, judged: list[JudgedPart]
    ) -> list[JudgedPart]:
        """Return what is judged; where it is open, what holds wherever a lone call belongs."""
        if combined(judged)[0] is not UNKNOWN or part.unsure:
            return judged
        placed = self.judge.clauses[level].placed(part, most)
        ways = [self.each(way, level + 1, most // len(placed)) for way in placed]
        either = _either(part, ways, ()) if ways else judged
        return judged if combined(either)[0] is UNKNOWN else list(either)

    def each(self, parts: Iterable[TracePart], level: int, most: int) -> list[JudgedPart]:
        """Return several parts, judged."""
        judged: list[JudgedPart] = []
        maybe: list[JudgedPart] = []
        for part in parts:
            divided = self.divided(part, level, most)
            (maybe if part.maybe else judged).extend(divided)
        for maybe_part in maybe:
            self.add_maybe(judged, maybe_part)
        return judged or maybe[:1]

    def add_maybe(self, judged: list[JudgedPart], judged_part: JudgedPart) -> None:
        """Add a part that need not exist to those that do, where it makes a difference."""
        status, score = combined(judged) if judged else (SKIP, None)
        if judged_part.verdict.status is SKIP or (
            judged_part.verdict.status is PASS and status is not SKIP
        ):
            return
        if status is not FAIL:
            judged.append(undecided(judged_part.part, _unsure(judged_part.part)))
        elif (judged_part.verdict.score or 0.0) < (score or 0.0) or self.judge.divides_twice:
            # A failure is scored by the least that could be. Among the parts of other parts, one
            # more that fails makes the mean of all of them less.
            judged.append(judged_part)

    def extremes_decide(self, level: int) -> bool:
        """Tell whether what holds of the largest and of the smallest part holds of all between."""
        return self.judge.narrows_after(level) and self.kind.is_monotone

    def extremes_are_one(self, ways: Sequence[Sequence[TracePart]], level: int) -> bool:
        """Tell whether the clauses that follow leave the same of the largest and smallest part.

        Then they leave the same of all between, and it does not matter which it is.
        """
        following = self.judge.clauses[level + 1 :]
        if self.kind.hears_messages or any(clause.hears or clause.several for clause in following):
            return False
        left: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
        for (part,) in ways:
            for clause in following:
                if part.skip or part.unsure or not clause.narrows:
                    break
                divided = clause.divide(part, 1)
                if len(divided.ways) != 1:
                    return False
                ((part,),) = divided.ways
            if part.skip or part.unsure:
                return False
            left.add((tuple(part.calls), tuple(part.wide)))
        return len(left) == 1

    def leaf(self, part: TracePart, most: int) -> JudgedPart:
        """Judge a part as it is."""
        part = _mattering(part, self.kind)
        by_kind = self.kind.judges_unsure
        # A kind that judges unsure calls does not know that the part has at least one of them.
        ways = _settled(part, most) if part.filled or not by_kind else None
        if not part.unsure or (by_kind and ways is None):
            return JudgedPart(part, self.judge.judge_kind(part.view, self.pass_score))
        if ways is None and self.kind.is_monotone:
            ways = [_with(part, part.unsure), _with(part, ())]
        if ways is None:
            return undecided(part, _unsure(part))
        verdicts = [
            [JudgedPart(way, self.judge.judge_kind(way.view, self.pass_score))] for way in ways
        ]
        return _either(part, verdicts, _unsure(part))[0]

    def in_time(self, part: TracePart, clause: PerTime) -> list[JudgedPart]:
        """Judge, for each call of a part, those that start within a time from its start."""
        if not part.calls:
            return [skipped(part.nothing("no call"))]
        calls = part.trace.calls
        unsure = dict(part.unsure)
        unsure.update((at, "start") for at in part.calls if calls[at].start_ns is None)
        if not unsure:
            return self.spans(part, clause)
        everything = self.judge.judge_kind(_with(part, unsure).view, self.pass_score)
        certain = _with(part.but(unsure=unsure), ())
        judged = self.spans(certain, clause) if certain.calls else []
        if everything.status is PASS:
            # Bounds from above: what all calls together keep, fewer keep as well.
            if not judged and all(at in part.unsure for at in part.calls):
                return [undecided(part, _unsure(part))]  # without any call there is no part
            return judged or [JudgedPart(part, everything)]
        if any(part.verdict.status is FAIL for part in judged):
            return judged
        return [undecided(part, _unsure(part.but(unsure=unsure)))]

    def spans(self, part: TracePart, clause: PerTime) -> list[JudgedPart]:
        """Judge the calls of each time."""
        spans = list(clause.spans(part))
        verdicts = self.kind.judge_spans(part.view, spans, self.pass_score)
        judged_parts: list[JudgedPart] = []
        for (begin, end), verdict in zip(spans, verdicts, strict=True):
            judged_parts.append(JudgedPart(_span(part, begin, end), verdict))
        return judged_parts


def _span(part: TracePart, begin: int, end: int) -> TracePart:
    calls = part.calls
    first, last = calls[begin] + 1, calls[end - 1] + 1
    label = f"call {first}" if first == last else f"calls {first}-{last}"
    # The verdict was given on the whole view: its calls are counted from there.
    cut_part = part.but(label=part.label.then(label))
    cut_part.judged = calls[begin:end]
    return cut_part


def _mattering(part: TracePart, kind: Kind) -> TracePart:
    """Return the part without the unsure calls that make no difference to a rule."""
    if not part.unsure:
        return part
    calls = part.trace.calls
    idle = [at for at in part.unsure if not kind.concerns(calls[at])]
    # A part that must have some call may have none but these.
    return _without(part, idle).but(filled=False) if idle else part


def _without(part: TracePart, left_out: Iterable[int]) -> TracePart:
    out = set(left_out)
    calls = [at for at in part.calls if at not in out]
    wide = calls if part.wide is part.calls else [at for at in part.wide if at not in out]
    unsure = {at: why for at, why in part.unsure.items() if at not in out}
    return part.but(calls=calls, wide=wide, unsure=unsure)


def _with(part: TracePart, taken: Iterable[int]) -> TracePart:
    """Return the part with these of its unsure calls and no others."""
    out = part.unsure.keys() - set(taken)
    return _without(part, out).but(unsure=NONE_UNSURE)


def _settled(part: TracePart, most: int) -> list[TracePart] | None:
    """Return the part as it may be, with and without each unsure call; None where it is certain.

    None, too, where these are too many.
    """
    unsure = list(part.unsure)
    if not unsure or 1 << len(unsure) > most:
        return None
    ways: list[TracePart] = []
    for taken in product((True, False), repeat=len(unsure)):
        kept = [at for at, is_in in zip(unsure, taken, strict=True) if is_in]
        way = _with(part, kept)
        if way.calls or not part.filled:
            ways.append(way)
    return ways


def _unsure(part: TracePart) -> list[Open]:
    return [Open(at, "", why) for at, why in part.unsure.items()]


def _either(
    part: TracePart, ways: Sequence[Sequence[JudgedPart]], opens: Sequence[Open]
) -> Sequence[JudgedPart]:
    """Return what holds of a part whichever of the ways it is divided in."""
    ends = [combined(way) for way in ways]
    statuses = {status for status, _ in ends}
    if statuses == {FAIL, ERROR}:
        statuses = {FAIL}
    if len(statuses) > 1 or UNKNOWN in statuses:
        return [undecided(part, opens)]
    # What is missing could give no less than the least of these scores.
    (status,) = statuses
    fitting = [at for at, end in enumerate(ends) if end[0] is status]
    return ways[min(fitting, key=lambda at: ends[at][1] or 0.0)]
