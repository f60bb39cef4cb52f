"""Send only rules and scores over the pipe that the other side does not have yet.

A keystroke changes one rule of thousands, and one score. Both sides keep, for each document, the
rules and traces of the last request and the scores of the last answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple

from toolspec.engine.rule import Origin, Rule
from toolspec.lsp.judge.messages import Score, Scores, TraceScore


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
    """A `TraceScore` with only those scores that the server lacks.

    `whole` says that it has them all: the server has none, or too many.
    """

    score: TraceScore
    whole: bool


About = tuple[str, str | None]
"""What a `TraceScore` is about: the trace, and the case it was picked for, if it was."""


def score_about(score: TraceScore) -> About:
    """Return what a score is about."""
    return score.trace, score.case if score.picked else None


class PackedScores(NamedTuple):
    """`Scores` of packed traces. A score that has not changed is only named."""

    uri: str
    job: int
    traces: tuple[PackedTrace | About, ...]
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
        self.known: dict[About, int] = {}
        """How many scores by key there were of each trace."""
        self._job = -1
        self._named: set[About] = set()

    def take(self, job: int, score: TraceScore) -> None:
        """Keep a score of an answer."""
        if job != self._job:
            self._job, self._named = job, set()
        self.scores[score_about(score)] = score
        self.known[score_about(score)] = len(score.rules.by_key)
        self._named.add(score_about(score))

    def end(self, job: int) -> None:
        """Drop what a whole answer does not name."""
        named = self._named if job == self._job else set[About]()
        for about in self.scores.keys() - named:
            del self.scores[about], self.known[about]


class ScorePacker:
    """The judge's side of sending scores."""

    def __init__(self) -> None:
        self._told: dict[str, _Told] = {}

    def pack(self, scores: Scores) -> PackedScores:
        """Return the answer without the scores that the server already has."""
        sent = self._told.setdefault(scores.uri, _Told())
        traces: list[PackedTrace | About] = []
        for trace in scores.traces:
            same = sent.scores.get(score_about(trace)) is trace
            traces.append(score_about(trace) if same else _packed(trace, sent))
            sent.take(scores.job, trace)
        if scores.final:
            sent.end(scores.job)
        return PackedScores(scores.uri, scores.job, tuple(traces), scores.final)

    def forget(self, uri: str) -> None:
        """Assume that the server has no score of a document."""
        self._told.pop(uri, None)


def _packed(trace: TraceScore, sent: _Told) -> PackedTrace:
    rules, before = trace.rules, sent.scores.get(score_about(trace))
    if before is None or before.rules.by_key is not rules.by_key:
        return PackedTrace(trace, whole=True)
    # New ones are the last: scores by key are only ever added.
    new = islice(reversed(rules.by_key.items()), len(rules.by_key) - sent.known[score_about(trace)])
    return PackedTrace(trace._replace(rules=rules.with_scores(dict(new))), whole=False)


class ScoreUnpacker:
    """The server's side of receiving scores."""

    def __init__(self) -> None:
        self._told: dict[str, _Told] = {}

    def unpack(self, packed: PackedScores) -> Scores:
        """Return the complete answer. Every answer must be unpacked, even an outdated one."""
        received = self._told.setdefault(packed.uri, _Told())
        traces: list[TraceScore] = []
        for trace in packed.traces:
            if isinstance(trace, PackedTrace):
                score = _unpacked(trace, received)
            else:
                score = received.scores.get(trace)
            if score is not None:
                traces.append(score)
                received.take(packed.job, score)
        if packed.final:
            received.end(packed.job)
        return Scores(packed.uri, packed.job, tuple(traces), packed.final)

    def forget(self, uri: str) -> None:
        """Drop the scores of a document."""
        self._told.pop(uri, None)


def _unpacked(packed: PackedTrace, received: _Told) -> TraceScore | None:
    """Return a score; None if the document was closed meanwhile and its scores were dropped."""
    score = packed.score
    if packed.whole:
        return score
    before = received.scores.get(score_about(score))
    if before is None:
        return None
    before.rules.by_key.update(score.rules.by_key)
    return score._replace(rules=score.rules.with_scores(before.rules.by_key))
