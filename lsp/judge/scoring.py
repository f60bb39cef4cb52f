"""Score a spec against traces, rule by rule, and only the rules that changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from toolspec.engine.spec import weighted_mean
from toolspec.engine.trace import Trace
from toolspec.engine.verdict import Verdict
from toolspec.lsp.judge.messages import RuleScore, Score, Scores, TraceScore

PART_RULES = 400
"""Rules judged between two looks at whether a newer request has come."""

PLAIN_MAX = 10_000
"""Scores without a reason that are kept: there are as many as there are different numbers."""

Verdicts = dict[object, Verdict]


class Known(NamedTuple):
    """The verdicts of one document on one trace, by what each rule means, and what was told."""

    trace: Trace
    verdicts: Verdicts
    told: Mapping[object, RuleScore]


class Sources(NamedTuple):
    """Where traces come from.

    `trace` gives one and the cases it may be for, None where it is gone; `places` the line and
    column of each of its calls.
    """

    trace: Callable[[str], tuple[Trace, tuple[str, ...]] | None]
    places: Callable[[str], list[tuple[int, int]]]


class _Sum:
    """The scores of a trace by the rules that are for it, on their way to a mean."""

    def __init__(self) -> None:
        self.rules: dict[int, RuleScore] = {}
        self.weights: list[float] = []
        self.scores: list[float] = []

    def told(self, trace_id: str, case: str | None, picked: bool) -> TraceScore:
        passed = all(score.status == "pass" for score in self.rules.values())
        score = weighted_mean(self.weights, self.scores)
        return TraceScore(trace_id, case, passed, score, self.rules, picked)


class Scorer:
    """Remembers each document's verdicts, by rule and trace, from one keystroke to the next."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self._plains: dict[tuple[str, float], RuleScore] = {}
        self._known: dict[str, dict[str, Known]] = {}

    def forget(self, uri: str) -> None:
        """Drop what is remembered of a document."""
        self._known.pop(uri, None)

    def score(self, job: Score, stale: Callable[[], bool]) -> Iterator[Scores]:
        """Yield the scores in parts, those with reasons first; just stop once `stale`."""
        known = self._known.setdefault(job.uri, {})
        first = [trace for trace in job.traces if trace in job.explain]
        later = [trace for trace in job.traces if trace not in job.explain]
        keys: list[object] = [(rule.kind, rule.pass_score) for rule in job.rules]
        part: list[TraceScore] = []
        judged = 0
        for at, trace_id in enumerate([*first, *later]):
            for scored in self._one(job, keys, trace_id, known):
                part.append(scored)
                judged += len(scored.rules)
            if at + 1 == len(first) or judged > PART_RULES:
                judged = 0
                if stale():
                    return
                if part and at + 1 < len(job.traces):
                    yield Scores(job.uri, job.job, tuple(part), final=False)
                    part = []
        for gone in set(known) - set(job.traces):
            del known[gone]
        yield Scores(job.uri, job.job, tuple(part), final=True)

    def _one(
        self, job: Score, keys: list[object], trace_id: str, known: dict[str, Known]
    ) -> list[TraceScore]:
        found = self.sources.trace(trace_id)
        if found is None:
            return []
        trace, names = found
        case = next((name for name in names if name in job.cases), None)
        others = [other for picked, other in job.picked if picked == trace_id and other != case]
        before = known.get(trace_id)
        remembered = before.verdicts if before is not None and before.trace is trace else {}
        explain = trace_id in job.explain
        told_before: Mapping[object, RuleScore] = {}
        if before is not None and remembered:
            told_before = before.told
        verdicts: Verdicts = {}
        told: dict[object, RuleScore] = {}
        sums: dict[str | None, _Sum] = {other: _Sum() for other in (*others, case)}
        own = sums[case]
        for at, rule in enumerate(job.rules):
            if rule.case is None or rule.case == case:
                summed = own
            elif others and rule.case in sums:
                summed = sums[rule.case]
            else:
                continue
            key = keys[at]
            verdict = remembered.get(key) or verdicts.get(key)
            if verdict is None:
                verdict = rule.judge(trace)
                score = None
            else:
                score = told.get(key) or told_before.get(key)
            verdicts[key] = verdict
            if not explain:
                summed.rules[at] = self._plain(verdict)
            else:
                # What was told before is told by the same object: the pipe sends its number alone.
                summed.rules[at] = told[key] = score or self._told(verdict, trace_id)
            summed.weights.append(rule.weight)
            summed.scores.append(verdict.score)
        known[trace_id] = Known(trace, verdicts, told or told_before)
        return [one.told(trace_id, name, one is not own) for name, one in sums.items()]

    def _plain(self, verdict: Verdict) -> RuleScore:
        key = (verdict.status.value, verdict.score)
        known = self._plains.get(key)
        if known is None:
            if len(self._plains) > PLAIN_MAX:
                self._plains.clear()
            known = self._plains[key] = RuleScore(*key)
        return known

    def _told(self, verdict: Verdict, trace_id: str) -> RuleScore:
        reason = verdict.explanation()
        places: tuple[tuple[int, int], ...] = ()
        if verdict.status.value != "pass" and reason.evidence:
            lines = self.sources.places(trace_id)
            places = tuple(lines[item.call] for item in reason.evidence)
        return RuleScore(verdict.status.value, verdict.score, reason, places)
