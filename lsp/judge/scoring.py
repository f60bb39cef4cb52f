"""Score a spec against traces, rule by rule, and only the rules that changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from toolspec.engine.parts.parts_verdict import PartsVerdict
from toolspec.engine.parts.weights import Weights
from toolspec.engine.rule import Rule
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import Trace
from toolspec.engine.verdict import PASS, SKIP, Verdict
from toolspec.lsp.judge.messages import PASSED, RuleScore, RuleScores, Score, Scores, TraceScore

PART_SECONDS: Final = 0.5
"""Time between two parts of an answer."""

_PASSING: Final = ("pass", "skip")

FORMER_MAX: Final = 200
"""How many scores of earlier texts a trace keeps."""


class Sources(NamedTuple):
    """Access to the traces.

    `trace` returns a trace and the cases it may be for, None if it is gone; `places` returns the
    line and column of each of its calls.
    """

    trace: Callable[[str], tuple[Trace, tuple[str, ...]] | None]
    places: Callable[[str], list[tuple[int, int]]]


class _CaseRules(NamedTuple):
    """The rules that apply to one case: their indexes, their keys and their weights."""

    at: tuple[int, ...]
    keys: tuple[int, ...]
    weights: Weights
    different: frozenset[int]
    """The keys, each once."""


class _Known(NamedTuple):
    """The scores of one document on one trace.

    `by_key` are the scores that are no plain pass, and `missed` the keys of rules without which the
    trace would pass: both of the rules `asked`, and of some in earlier texts. `numbers` are what
    the rules count in the mean.
    """

    trace: Trace
    explained: bool
    asked: _CaseRules
    by_key: dict[int, RuleScore]
    missed: set[int]
    numbers: Sequence[float | None]
    score: TraceScore


class _Move(NamedTuple):
    """Where the scores of some rules are among those of an earlier text.

    The first `head` and the last `tail` are the same as before. `middle` has, for each rule between
    them, the index of its score before, None if there is none.
    """

    before: _CaseRules
    head: int
    middle: tuple[int | None, ...]
    tail: int


def _move(before: _CaseRules, now: _CaseRules) -> _Move:
    old, new = before.keys, now.keys
    if old == new:
        return _Move(before, len(new), (), 0)
    most = min(len(old), len(new))
    head = next((at for at in range(most) if old[at] != new[at]), most)
    most -= head
    tail = next((at for at in range(most) if old[-1 - at] != new[-1 - at]), most)
    where = {old[at]: at for at in range(head, len(old) - tail)}
    middle = tuple([where.get(key) for key in new[head : len(new) - tail]])
    return _Move(before, head, middle, tail)


class _Job:
    """A request, and what is computed once for all its traces."""

    def __init__(self, score: Score) -> None:
        self.score = score
        self._rules_by_case: dict[tuple[str | None, bool], _CaseRules] = {}
        self._moves: dict[tuple[int, int], _Move] = {}

    def asked(self, case: str | None, *, alone: bool) -> _CaseRules:
        """Return the rules for the traces of a case; `alone` leaves out those outside cases."""
        known = self._rules_by_case.get((case, alone))
        if known is None:
            rules, keys = self.score.rules, self.score.keys
            at = tuple(
                index
                for index, rule in enumerate(rules)
                if rule.case == case or (rule.case is None and not alone)
            )
            weights = Weights([rules[index].weight for index in at])
            own = tuple([keys[index] for index in at])
            known = _CaseRules(at, own, weights, frozenset(own))
            self._rules_by_case[case, alone] = known
        return known

    def move(self, before: _CaseRules, now: _CaseRules) -> _Move:
        """Return where the scores of rules were; asked once for all traces of a case."""
        key = id(before), id(now)  # of objects that the move and this job keep alive
        known = self._moves.get(key)
        if known is None:
            known = self._moves[key] = _move(before, now)
        return known


_About = tuple[str, str | None]
"""A trace's id, and the case it was picked for, None where it is judged by its own."""


class Scorer:
    """Caches each document's scores, by rule and trace, between keystrokes."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self._known: dict[str, dict[_About, _Known]] = {}

    def forget(self, uri: str) -> None:
        """Drop the cached scores of a document."""
        self._known.pop(uri, None)

    def score(self, score: Score, stale: Callable[[], bool]) -> Iterator[Scores]:
        """Yield the scores in parts, those with reasons first; stop once `stale()` is true."""
        for part in self.steps(score, stale):
            if part is not None:
                yield part

    def steps(self, score: Score, stale: Callable[[], bool]) -> Iterator[Scores | None]:
        """Yield as `score` does, and None after each other trace."""
        known = self._known.setdefault(score.uri, {})
        job = _Job(score)
        first = [trace for trace in score.traces if trace in score.explain]
        later = [trace for trace in score.traces if trace not in score.explain]
        part: list[TraceScore] = []
        began = time.monotonic()
        for at, trace_id in enumerate([*first, *later], 1):
            part += self._one(job, trace_id, known)
            if stale():
                return
            if at == len(score.traces):
                break
            now = time.monotonic()
            if part and (at == len(first) or now > began + PART_SECONDS):
                began = now
                yield Scores(score.uri, score.job, tuple(part), final=False)
                part = []
            else:
                yield None
        wanted = set(score.traces)
        for about in [about for about in known if about[0] not in wanted]:
            del known[about]
        yield Scores(score.uri, score.job, tuple(part), final=True)

    def _one(self, job: _Job, trace_id: str, known: dict[_About, _Known]) -> list[TraceScore]:
        asked = job.score
        trace_and_names = self.sources.trace(trace_id)
        if trace_and_names is None:
            return []
        trace, names = trace_and_names
        case = next((name for name in names if name in asked.cases), None)
        trace.shared = {}
        scored = [self._case(job, trace_id, trace, known, case, picked=False)]
        for picked, other in asked.picked:
            if picked == trace_id and other != case:
                scored.append(self._case(job, trace_id, trace, known, other, picked=True))
        trace.shared = None
        return scored

    def _case(
        self,
        job: _Job,
        trace_id: str,
        trace: Trace,
        known: dict[_About, _Known],
        case: str | None,
        *,
        picked: bool,
    ) -> TraceScore:
        asked = job.asked(case, alone=picked)
        explain = trace_id in job.score.explain
        about = trace_id, case if picked else None
        before = known.get(about)
        by_key: dict[int, RuleScore] = {}
        missed: set[int] = set()

        def number(at: int) -> float | None:
            """Return what a rule counts, and remember its score."""
            key, rule = job.score.keys[at], job.score.rules[at]
            score = by_key.get(key) or self._judged(rule, trace, trace_id, explain)
            if score is not PASSED:
                by_key[key] = score
                if score.status not in _PASSING and not rule.soft:
                    missed.add(key)
            return score.counts

        if before is None or before.trace is not trace or before.explained != explain:
            numbers = [number(at) for at in asked.at]
        else:
            move = job.move(before.asked, asked)
            same = before.score.case == case and before.asked.at == asked.at
            if same and move.head == len(asked.keys):
                known[about] = before._replace(asked=asked)
                return before.score
            by_key, missed = _without_former(before, asked)
            end = len(before.numbers) - move.tail
            moved = [
                number(at) if old is None else before.numbers[old]
                for at, old in zip(asked.at[move.head :], move.middle, strict=False)
            ]
            numbers = [*before.numbers[: move.head], *moved, *before.numbers[end:]]
        passed, mean = missed.isdisjoint(asked.different), asked.weights.mean(numbers)
        rules = RuleScores(asked.at, job.score.keys, by_key)
        trace_score = TraceScore(trace_id, case, passed, mean, rules, picked)
        known[about] = _Known(trace, explain, asked, by_key, missed, numbers, trace_score)
        return trace_score

    def explained(
        self, rules: Sequence[Rule], trace: Trace, trace_id: str
    ) -> tuple[RuleScore, ...]:
        """Return the scores of rules on a trace, with their reasons."""
        return tuple(self._judged(rule, trace, trace_id, explain=True) for rule in rules)

    def _judged(self, rule: Rule, trace: Trace, trace_id: str, explain: bool) -> RuleScore:
        verdict = rule.judge(trace)
        if explain:
            return self._with_reason(verdict, trace_id, rule)
        return _without_reason(verdict.status.word, _number(verdict))

    def _with_reason(self, verdict: Verdict, trace_id: str, rule: Rule) -> RuleScore:
        reason = verdict.explanation()
        places: tuple[tuple[int, int], ...] = ()
        if verdict.status is not PASS and reason.evidence:
            lines = self.sources.places(trace_id)
            places = tuple(lines[item.call] for item in reason.evidence)
        status, parts = verdict.status.word, _share(verdict, rule)
        return RuleScore(status, _number(verdict), reason, places, parts)


def _without_former(known: _Known, asked: _CaseRules) -> tuple[dict[int, RuleScore], set[int]]:
    """Return the scores and the missed keys; without those of earlier texts once they are many."""
    if len(known.by_key) <= len(asked.keys) + FORMER_MAX:
        return known.by_key, known.missed
    stay = known.asked.different | asked.different
    by_key = {key: score for key, score in known.by_key.items() if key in stay}
    return by_key, known.missed & stay


def _share(verdict: Verdict, rule: Rule) -> str:
    """Return how many of several parts pass: `2 of 4 orders`; "" for a rule without parts."""
    if not isinstance(verdict, PartsVerdict) or not verdict.several:
        return ""
    statuses = [
        judged_part.verdict.status
        for judged_part in verdict.judged
        if judged_part.verdict.status is not SKIP
    ]
    passing = sum([status is PASS for status in statuses])
    nouns = [clause.part_name for clause in rule.clauses if clause.several]
    noun = nouns[0] if len(nouns) == 1 else ("part", "parts")
    return f"{passing} of {plural(len(statuses), *noun)}"


def _number(verdict: Verdict) -> float:
    return 1.0 if verdict.score is None else verdict.score


@lru_cache(maxsize=10_000)
def _without_reason(status: str, score: float) -> RuleScore:
    """Return a score without a reason; equal scores share one object."""
    return PASSED if (status, score) == ("pass", 1.0) else RuleScore(status, score)
