"""Send only rules and scores over the pipe that the other side does not have yet.

A keystroke changes one rule of thousands, and one score. Both sides keep, for each document, the
rules and traces of the last request and the scores of the last answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from toolspec.engine.rule import Origin, Rule
from toolspec.lsp.judge.messages import RuleScore, RuleScores, Score, Scores, TraceScore


class PackedScore(NamedTuple):
    """A `Score` request with only those rules that the judge lacks: `fresh`, by key.

    `traces` is None for those of the last request.
    """

    uri: str
    job: int
    keys: tuple[int, ...]
    fresh: Mapping[int, Rule]
    cases: tuple[str, ...]
    traces: tuple[str, ...] | None
    explain: frozenset[str]
    picked: tuple[tuple[str, str], ...]


class PackedTrace(NamedTuple):
    """A `TraceScore` without the explained scores that the server already has.

    `at` and `keys` are the indexes and keys of the explained ones, `fresh` the new ones by key.
    """

    score: TraceScore
    at: tuple[int, ...] = ()
    keys: tuple[int, ...] = ()
    fresh: Mapping[int, RuleScore] = {}


About = tuple[str, str | None]
"""What a `TraceScore` is about: the trace, and the case it was picked for, if it was."""


def score_about(score: TraceScore) -> About:
    """Return what a score is about."""
    return score.trace, score.case if score.picked else None


class PackedScores(NamedTuple):
    """`Scores` of packed traces; those in `explain` are the ones whose scores are explained.

    A score that has not changed is only named.
    """

    uri: str
    job: int
    traces: tuple[PackedTrace | About, ...]
    explain: frozenset[str]
    final: bool


class RulePacker:
    """The server's side of sending rules, without their names and places in the text."""

    def __init__(self) -> None:
        self._sent: dict[str, frozenset[int]] = {}
        self._traces: dict[str, tuple[str, ...]] = {}

    def pack(self, score: Score) -> PackedScore:
        """Return the request with only the rules that the judge lacks."""
        keys = frozenset(score.keys)
        new = keys - self._sent.get(score.uri, frozenset())
        self._sent[score.uri] = keys
        fresh: dict[int, Rule] = {}
        for key, rule in zip(score.keys, score.rules, strict=True) if new else ():
            if key in new:
                fresh[key] = rule.replace(name=None, description="", origin=Origin(), file=None)
        same = self._traces.get(score.uri) == score.traces
        self._traces[score.uri] = score.traces
        return PackedScore(
            score.uri,
            score.job,
            score.keys,
            fresh,
            score.cases,
            None if same else score.traces,
            score.explain,
            score.picked,
        )

    def forget(self, uri: str) -> None:
        """Assume that the judge has no rule of a document."""
        self._sent.pop(uri, None)
        self._traces.pop(uri, None)


class RuleUnpacker:
    """The judge's side of receiving rules."""

    def __init__(self) -> None:
        self._known: dict[str, dict[int, Rule]] = {}
        self._traces: dict[str, tuple[str, ...]] = {}

    def unpack(self, packed: PackedScore) -> Score:
        """Return the complete request. Every request must be unpacked, even an outdated one."""
        known = {**self._known.get(packed.uri, {}), **packed.fresh}
        rules = tuple([known[key] for key in packed.keys])
        self._known[packed.uri] = dict(zip(packed.keys, rules, strict=True))
        if packed.traces is not None:
            self._traces[packed.uri] = packed.traces
        return Score(
            packed.uri,
            packed.job,
            rules,
            packed.keys,
            packed.cases,
            self._traces[packed.uri],
            packed.explain,
            packed.picked,
        )

    def forget(self, uri: str) -> None:
        """Drop the rules of a document."""
        self._known.pop(uri, None)
        self._traces.pop(uri, None)


class _Told:
    """The scores of a document that both sides have: those of the last answer."""

    def __init__(self) -> None:
        self.scores: dict[About, TraceScore] = {}
        self._job = -1
        self._named: set[About] = set()

    def take(self, job: int, score: TraceScore) -> None:
        """Keep a score of an answer."""
        if job != self._job:
            self._job, self._named = job, set()
        self.scores[score_about(score)] = score
        self._named.add(score_about(score))

    def end(self, job: int) -> None:
        """Drop what a whole answer does not name."""
        named = self._named if job == self._job else set[About]()
        self.scores = {about: score for about, score in self.scores.items() if about in named}


_Explained = dict[About, dict[int, RuleScore]]
"""Explained scores of a document: by trace and picked case, then by the rule's key."""


def _forget_others(explained: _Explained, explain: frozenset[str]) -> None:
    for about in [about for about in explained if about[0] not in explain]:
        del explained[about]


class ScorePacker:
    """The judge's side of sending scores."""

    def __init__(self) -> None:
        self._explained: dict[str, _Explained] = {}
        self._told: dict[str, _Told] = {}

    def pack(self, scores: Scores, asked: Score) -> PackedScores:
        """Return the answer without the explained scores that the server already has."""
        explained = self._explained.setdefault(scores.uri, {})
        sent = self._told.setdefault(scores.uri, _Told())
        traces: list[PackedTrace | About] = []
        for trace in scores.traces:
            same = sent.scores.get(score_about(trace)) is trace
            traces.append(score_about(trace) if same else self._trace(trace, asked, explained))
            sent.take(scores.job, trace)
        if scores.final:
            sent.end(scores.job)
            _forget_others(explained, asked.explain)
        return PackedScores(scores.uri, scores.job, tuple(traces), asked.explain, scores.final)

    def _trace(self, trace: TraceScore, asked: Score, explained: _Explained) -> PackedTrace:
        if trace.trace not in asked.explain:
            return PackedTrace(trace)
        before = explained.get(score_about(trace), {})
        at = tuple(trace.rules.others)
        keys = tuple([asked.keys[index] for index in at])
        explained[score_about(trace)] = now = dict(
            zip(keys, trace.rules.others.values(), strict=True)
        )
        fresh = {key: score for key, score in now.items() if before.get(key) is not score}
        bare = trace._replace(rules=RuleScores((), {}))
        return PackedTrace(bare, at, keys, fresh)

    def forget(self, uri: str) -> None:
        """Assume that the server has no score of a document."""
        self._explained.pop(uri, None)
        self._told.pop(uri, None)


class ScoreUnpacker:
    """The server's side of receiving scores."""

    def __init__(self) -> None:
        self._explained: dict[str, _Explained] = {}
        self._told: dict[str, _Told] = {}

    def unpack(self, packed: PackedScores) -> Scores:
        """Return the complete answer. Every answer must be unpacked, even an outdated one."""
        explained = self._explained.setdefault(packed.uri, {})
        received = self._told.setdefault(packed.uri, _Told())
        traces: list[TraceScore] = []
        for trace in packed.traces:
            if isinstance(trace, PackedTrace):
                score = self._trace(trace, explained)
            else:
                score = received.scores.get(trace)
            if score is not None:
                traces.append(score)
                received.take(packed.job, score)
        if packed.final:
            received.end(packed.job)
            _forget_others(explained, packed.explain)
        return Scores(packed.uri, packed.job, tuple(traces), packed.final)

    def _trace(self, packed: PackedTrace, explained: _Explained) -> TraceScore | None:
        """Return a score; None if the document was closed meanwhile and its scores were dropped."""
        score = packed.score
        if not packed.at:
            return score
        known = {**explained.get(score_about(score), {}), **packed.fresh}
        if any(key not in known for key in packed.keys):
            return None
        explained[score_about(score)] = {key: known[key] for key in packed.keys}
        others = {at: known[key] for at, key in zip(packed.at, packed.keys, strict=True)}
        return score._replace(rules=RuleScores(packed.at, others))

    def forget(self, uri: str) -> None:
        """Drop the scores of a document."""
        self._explained.pop(uri, None)
        self._told.pop(uri, None)
