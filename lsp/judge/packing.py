"""Rules and scores as numbers on the pipe: what the other end has is not sent again.

At a keystroke one rule of thousands is new, and so is one score. Each end of the pipe gives what
it sends for the first time a number, and afterwards sends the number alone.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping, ValuesView
from typing import NamedTuple

from toolspec.engine.kind import Kind
from toolspec.engine.spec import Rule
from toolspec.lsp.judge.messages import RuleScore, Score, Scores, TraceScore

NUMBERED_MAX = 50_000
"""What is remembered at both ends before all is forgotten and numbered anew."""


class PackedScore(NamedTuple):
    """A `Score` whose rules are numbers; `fresh` are those new to the judge.

    With `anew` the judge forgets all it knew.
    """

    uri: str
    job: int
    rules: tuple[int, ...]
    fresh: tuple[Rule, ...]
    anew: bool
    cases: tuple[str, ...]
    traces: tuple[str, ...]
    explain: frozenset[str]
    picked: tuple[tuple[str, str], ...]


class PackedTrace(NamedTuple):
    """A `TraceScore` whose scores are numbers, in the order of the rules `at`."""

    trace: str
    case: str | None
    passed: bool
    score: float
    at: tuple[int, ...]
    rules: tuple[int, ...]
    picked: bool


class PackedScores(NamedTuple):
    """`Scores` whose scores are numbers; `fresh` are those new to the server."""

    uri: str
    job: int
    traces: tuple[PackedTrace, ...]
    fresh: tuple[RuleScore, ...]
    anew: bool
    final: bool


class RulePacker:
    """The server's side of rules. What a rule is called and where it stands is not the judge's."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, float, float, str | None], int] = {}
        self._kinds: list[Kind] = []  # an id is a kind's own while the kind lives

    def pack(self, score: Score) -> PackedScore:
        """Return the request with numbers for rules."""
        anew = not self._numbers or len(self._kinds) + len(score.rules) > NUMBERED_MAX
        if anew:
            self._numbers.clear()
            self._kinds.clear()
        numbers: list[int] = []
        fresh: list[Rule] = []
        for rule in score.rules:
            key = (id(rule.kind), rule.weight, rule.pass_score, rule.case)
            number = self._numbers.get(key)
            if number is None:
                number = self._numbers[key] = len(self._kinds)
                self._kinds.append(rule.kind)
                fresh.append(Rule(rule.kind, rule.weight, rule.pass_score, None, rule.case))
            numbers.append(number)
        return PackedScore(
            score.uri,
            score.job,
            tuple(numbers),
            tuple(fresh),
            anew,
            score.cases,
            score.traces,
            score.explain,
            score.picked,
        )


class RuleUnpacker:
    """The judge's side of rules: one object for each number, so that hashes are worked out once."""

    def __init__(self) -> None:
        self._rules: list[Rule] = []

    def unpack(self, packed: PackedScore) -> Score:
        """Return the request with its rules; each request must be unpacked, wanted or not."""
        if packed.anew:
            self._rules = []
        self._rules += packed.fresh
        rules = tuple([self._rules[number] for number in packed.rules])
        return Score(
            packed.uri,
            packed.job,
            rules,
            packed.cases,
            packed.traces,
            packed.explain,
            packed.picked,
        )


class ScorePacker:
    """The judge's side of scores: it knows them by identity, and keeps them so that it may."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._kept: list[RuleScore] = []

    def pack(self, scores: Scores) -> PackedScores:
        """Return the answer with numbers for scores."""
        anew = not self._numbers or len(self._kept) > NUMBERED_MAX
        if anew:
            self._numbers.clear()
            self._kept.clear()
        known = len(self._kept)
        traces = tuple([self._trace(trace) for trace in scores.traces])
        fresh = tuple(self._kept[known:])
        return PackedScores(scores.uri, scores.job, traces, fresh, anew, scores.final)

    def _trace(self, trace: TraceScore) -> PackedTrace:
        numbers: list[int] = []
        for score in trace.rules.values():
            number = self._numbers.get(id(score))
            if number is None:
                number = self._numbers[id(score)] = len(self._kept)
                self._kept.append(score)
            numbers.append(number)
        at = tuple(trace.rules)
        told = trace.trace, trace.case, trace.passed, trace.score
        return PackedTrace(*told, at, tuple(numbers), trace.picked)


class ScoreUnpacker:
    """The server's side of scores."""

    def __init__(self) -> None:
        self._scores: list[RuleScore] = []

    def unpack(self, packed: PackedScores) -> Scores:
        """Return the answer with its scores; every answer must be unpacked, wanted or not."""
        if packed.anew:
            self._scores = []
        self._scores += packed.fresh
        held = self._scores
        traces = tuple(
            [
                TraceScore(
                    trace.trace,
                    trace.case,
                    trace.passed,
                    trace.score,
                    _Ruled(trace.at, trace.rules, held),
                    trace.picked,
                )
                for trace in packed.traces
            ]
        )
        return Scores(packed.uri, packed.job, traces, packed.final)


class _Ruled(Mapping[int, RuleScore]):
    """The scores of a trace by rule, looked up when asked for: of most traces nobody asks."""

    __slots__ = ("_at", "_held", "_made", "_numbers")

    def __init__(
        self, at: tuple[int, ...], numbers: tuple[int, ...], held: list[RuleScore]
    ) -> None:
        self._at, self._numbers, self._held = at, numbers, held
        self._made: dict[int, RuleScore] | None = None

    def _all(self) -> dict[int, RuleScore]:
        if self._made is None:
            pairs = zip(self._at, self._numbers, strict=True)
            self._made = {at: self._held[number] for at, number in pairs}
        return self._made

    def __getitem__(self, at: int) -> RuleScore:
        return self._all()[at]

    def __iter__(self) -> Iterator[int]:
        return iter(self._at)

    def __len__(self) -> int:
        return len(self._at)

    def items(self) -> ItemsView[int, RuleScore]:
        """Return the pairs."""
        return self._all().items()

    def values(self) -> ValuesView[RuleScore]:
        """Return the scores."""
        return self._all().values()
