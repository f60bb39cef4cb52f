"""Send only rules and scores over the pipe that the other side does not have yet.

A keystroke changes one rule of thousands, and one score. Both sides keep, for each document, the
rules of the last request and the explained scores of the last answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from toolspec.engine.rule import Origin, Rule
from toolspec.lsp.judge.messages import RuleScore, RuleScores, Score, Scores, TraceScore


class PackedScore(NamedTuple):
    """A `Score` request with only those rules that the judge lacks: `fresh`, by key."""

    uri: str
    job: int
    keys: tuple[int, ...]
    fresh: Mapping[int, Rule]
    cases: tuple[str, ...]
    traces: tuple[str, ...]
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


class PackedScores(NamedTuple):
    """`Scores` of packed traces; those in `explain` are the ones whose scores are explained."""

    uri: str
    job: int
    traces: tuple[PackedTrace, ...]
    explain: frozenset[str]
    final: bool


class RulePacker:
    """The server's side of sending rules, without their names and places in the text."""

    def __init__(self) -> None:
        self._sent: dict[str, frozenset[int]] = {}

    def pack(self, score: Score) -> PackedScore:
        """Return the request with only the rules that the judge lacks."""
        keys = frozenset(score.keys)
        new = keys - self._sent.get(score.uri, frozenset())
        self._sent[score.uri] = keys
        fresh: dict[int, Rule] = {}
        for key, rule in zip(score.keys, score.rules, strict=True) if new else ():
            if key in new:
                fresh[key] = rule.replace(name=None, description="", origin=Origin(), file=None)
        return PackedScore(
            score.uri,
            score.job,
            score.keys,
            fresh,
            score.cases,
            score.traces,
            score.explain,
            score.picked,
        )

    def forget(self, uri: str) -> None:
        """Assume that the judge has no rule of a document."""
        self._sent.pop(uri, None)


class RuleUnpacker:
    """The judge's side of receiving rules."""

    def __init__(self) -> None:
        self._known: dict[str, dict[int, Rule]] = {}

    def unpack(self, packed: PackedScore) -> Score:
        """Return the complete request. Every request must be unpacked, even an outdated one."""
        known = {**self._known.get(packed.uri, {}), **packed.fresh}
        rules = tuple([known[key] for key in packed.keys])
        self._known[packed.uri] = dict(zip(packed.keys, rules, strict=True))
        return Score(
            packed.uri,
            packed.job,
            rules,
            packed.keys,
            packed.cases,
            packed.traces,
            packed.explain,
            packed.picked,
        )

    def forget(self, uri: str) -> None:
        """Drop the rules of a document."""
        self._known.pop(uri, None)


_Explained = dict[tuple[str, str | None], dict[int, RuleScore]]
"""Explained scores of a document: by trace and picked case, then by the rule's key."""


def _forget_others(explained: _Explained, explain: frozenset[str]) -> None:
    for about in [about for about in explained if about[0] not in explain]:
        del explained[about]


class ScorePacker:
    """The judge's side of sending scores."""

    def __init__(self) -> None:
        self._explained: dict[str, _Explained] = {}

    def pack(self, scores: Scores, asked: Score) -> PackedScores:
        """Return the answer without the explained scores that the server already has."""
        explained = self._explained.setdefault(scores.uri, {})
        traces = tuple([self._trace(trace, asked, explained) for trace in scores.traces])
        if scores.final:
            _forget_others(explained, asked.explain)
        return PackedScores(scores.uri, scores.job, traces, asked.explain, scores.final)

    def _trace(self, trace: TraceScore, asked: Score, explained: _Explained) -> PackedTrace:
        if trace.trace not in asked.explain:
            return PackedTrace(trace)
        about = (trace.trace, trace.case if trace.picked else None)
        before = explained.get(about, {})
        at = tuple(trace.rules.others)
        keys = tuple([asked.keys[index] for index in at])
        explained[about] = now = dict(zip(keys, trace.rules.others.values(), strict=True))
        fresh = {key: score for key, score in now.items() if before.get(key) is not score}
        bare = trace._replace(rules=RuleScores((), {}))
        return PackedTrace(bare, at, keys, fresh)

    def forget(self, uri: str) -> None:
        """Assume that the server has no score of a document."""
        self._explained.pop(uri, None)


class ScoreUnpacker:
    """The server's side of receiving scores."""

    def __init__(self) -> None:
        self._explained: dict[str, _Explained] = {}

    def unpack(self, packed: PackedScores) -> Scores:
        """Return the complete answer. Every answer must be unpacked, even an outdated one."""
        explained = self._explained.setdefault(packed.uri, {})
        unpacked = [self._trace(trace, explained) for trace in packed.traces]
        traces = tuple([trace for trace in unpacked if trace is not None])
        if packed.final:
            _forget_others(explained, packed.explain)
        return Scores(packed.uri, packed.job, traces, packed.final)

    def _trace(self, packed: PackedTrace, explained: _Explained) -> TraceScore | None:
        """Return a score; None if the document was closed meanwhile and its scores were dropped."""
        score = packed.score
        if not packed.at:
            return score
        about = (score.trace, score.case if score.picked else None)
        known = {**explained.get(about, {}), **packed.fresh}
        if any(key not in known for key in packed.keys):
            return None
        explained[about] = {key: known[key] for key in packed.keys}
        others = {at: known[key] for at, key in zip(packed.at, packed.keys, strict=True)}
        return score._replace(rules=RuleScores(packed.at, others))

    def forget(self, uri: str) -> None:
        """Drop the scores of a document."""
        self._explained.pop(uri, None)
