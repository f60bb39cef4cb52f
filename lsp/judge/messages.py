"""The messages between server and judge, pickled over a pipe between our own processes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterator, Mapping
from typing import NamedTuple

from toolspec.engine.json_value import Json
from toolspec.engine.rule import Rule
from toolspec.engine.telling.timeline.picture import Timeline
from toolspec.engine.verdict import Explanation
from toolspec.lsp.judge.tools import ToolSum


class TraceGlob(NamedTuple):
    """An absolute glob of trace files, without those that `exclude` matches.

    `exclude` is relative to `folder`, as on the command line. If `within` names folders, nothing
    outside of them is read, not even through links.
    """

    pattern: str
    folder: str = ""
    exclude: tuple[str, ...] = ()
    within: tuple[str, ...] = ()


class Unread(NamedTuple):
    """Why a trace file is not read; `line` and `column` count from 1, None if there is no place."""

    reason: str
    line: int | None = None
    column: int | None = None


class Watch(NamedTuple):
    """Server: keep the newest traces that match these globs.

    `others` are the globs of specs that are not open; only a few traces of each are kept. `seconds`
    is the time between two scans.
    """

    globs: tuple[TraceGlob, ...]
    others: tuple[TraceGlob, ...]
    trace_bytes_max: int
    traces_max: int
    days_max: int
    memory_bytes_max: int
    seconds: float


class Look(NamedTuple):
    """Server: scan now, because a trace file may have changed."""


class Score(NamedTuple):
    """Server: score these rules.

    `traces` are the ids of the traces to judge, newest first; for those in `explain` each verdict
    has its reason. The judge determines the case of each trace; `picked` are pairs of a trace and
    another case to judge it by as well. `job` is the number of the request. Rules with the same key
    in `keys` mean the same.
    """

    uri: str
    job: int
    rules: tuple[Rule, ...]
    keys: tuple[int, ...]
    cases: tuple[str, ...]
    traces: tuple[str, ...]
    explain: frozenset[str]
    picked: tuple[tuple[str, str], ...] = ()


class Forget(NamedTuple):
    """Server: a document was closed."""

    uri: str


class Calls(NamedTuple):
    """Server: list the calls of a trace with their places in its file."""

    request: int
    trace: str


class Trial(NamedTuple):
    """Server: judge rules on traces to tell what a change would do; cache nothing.

    `case` is the case of the rules. `seconds` is the time limit.
    """

    request: int
    rules: tuple[Rule, ...]
    case: str | None
    cases: tuple[str, ...]
    traces: tuple[str, ...]
    seconds: float


class Tried(NamedTuple):
    """Judge: the answer to a `Trial`: the status and score of each rule by the trace's id.

    Traces that the rules do not apply to are left out. If time ran out, there are none.
    """

    request: int
    statuses: tuple[dict[str, str], ...]
    scores: tuple[dict[str, float], ...] = ()


class Propose(NamedTuple):
    """Server: propose `only`, `limit` and `each` rules that all of these traces keep."""

    request: int
    traces: tuple[str, ...]


class Proposed(NamedTuple):
    """Judge: the answer to a `Propose`.

    `tools` are the entries of an `only`, `budgets` those of a `limit`, `earlier` rules with `each`.
    All are empty if the traces support no such rule, or are too long to look at for an editor.
    """

    request: int = 0
    tools: tuple[str, ...] = ()
    budgets: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()


class TraceInfo(NamedTuple):
    """Judge: a trace. `id` is `path` or `path#2`, stable while the file keeps its name.

    `names` are the cases it may be for, the likeliest first: its own name or, if it is alone in its
    file, the file's name without endings.
    """

    id: str
    path: str
    names: tuple[str, ...]
    trace_id: str | None
    format: str
    calls: int
    changed_ns: int
    stamp: tuple[int, int]

    @property
    def name(self) -> str | None:
        """The name of the trace; None if it has none."""
        return self.names[0] if self.names else None

    def case_in(self, cases: Container[str]) -> str | None:
        """Return the case that the trace is for; None if it is for none of them."""
        return next((name for name in self.names if name in cases), None)


class Files(NamedTuple):
    """Judge: what changed in the library since the last report.

    `by_glob` has the paths of each glob, newest first and skipped ones last. `sums` belong to
    `added`, by trace id. `skipped` maps a path to the reason it was not read. `done` and `total`
    count files during a long scan; `settled` is true when it is complete.
    """

    added: tuple[TraceInfo, ...]
    gone: tuple[str, ...]
    by_glob: Mapping[TraceGlob, tuple[str, ...]]
    sums: Mapping[str, dict[str, ToolSum]]
    skipped: Mapping[str, Unread]
    done: int
    total: int
    settled: bool


class RuleScore(NamedTuple):
    """Judge: one rule on one trace; `reason` only where the request asked to explain.

    `places` are the line and column (from 1) of each call of the reason's evidence in the trace
    file, (0, 0) if it has none. The score of a skipped rule does not count. `parts` says how many
    of several parts pass, `2 of 4 orders`; "" if there are none, or the reason was not asked for.
    """

    status: str
    score: float
    reason: Explanation | None = None
    places: tuple[tuple[int, int], ...] = ()
    parts: str = ""

    @property
    def counts(self) -> float | None:
        """The score as it counts in a mean: None where nothing was judged."""
        return None if self.status == "skip" else self.score

    @property
    def justification(self) -> Mapping[str, Json]:
        """What the reason says as data; nothing without a reason."""
        return {} if self.reason is None else self.reason.justification


PASSED = RuleScore("pass", 1.0)


class RuleScores(Mapping[int, RuleScore]):
    """The scores of the rules at the indexes `at`, of which `key_at` has the keys.

    `by_key` has those that are no plain pass, and may have some of other rules: it belongs to the
    trace, and grows while its spec is edited.
    """

    __slots__ = ("_at", "by_key", "key_at")

    def __init__(
        self, at: tuple[int, ...], key_at: tuple[int, ...], by_key: dict[int, RuleScore]
    ) -> None:
        self._at, self.key_at, self.by_key = at, key_at, by_key

    def __reduce__(self) -> tuple[type[RuleScores], tuple[object, ...]]:
        return RuleScores, (self._at, self.key_at, self.by_key)

    def __getitem__(self, at: int) -> RuleScore:
        place = bisect_left(self._at, at)
        if place == len(self._at) or self._at[place] != at:
            raise KeyError(at)
        return self.by_key.get(self.key_at[at], PASSED)

    def __iter__(self) -> Iterator[int]:
        return iter(self._at)

    def __len__(self) -> int:
        return len(self._at)

    def with_scores(self, by_key: dict[int, RuleScore]) -> RuleScores:
        """Return the same rules with other scores."""
        return RuleScores(self._at, self.key_at, by_key)

    @property
    def others(self) -> dict[int, RuleScore]:
        """The scores that are no plain pass, by the rule's index."""
        known, key_at = self.by_key, self.key_at
        return {at: known[key_at[at]] for at in self._at if key_at[at] in known} if known else {}


class TraceScore(NamedTuple):
    """Judge: a spec on one trace. `rules` maps the index of each rule that applied to its score.

    If the trace was `picked` for another case, this has only the rules of that case. Another
    `TraceScore` has the score of the whole spec.
    """

    trace: str
    case: str | None
    passed: bool
    score: float
    rules: RuleScores
    picked: bool = False


class Scores(NamedTuple):
    """Judge: the answer to a `Score`, in several parts; `final` on the last."""

    uri: str
    job: int
    traces: tuple[TraceScore, ...]
    final: bool


class CallInfo(NamedTuple):
    """Judge: one call of a trace.

    `number` counts from 0, `line` and `column` from 1; 0 if the file has no such place. Times are
    nanoseconds since 1970. Times and `result` are None if the trace does not record them.
    """

    number: int
    tool: str
    step: int | None
    status: str | None
    completed: bool | None
    line: int
    column: int
    arguments: str
    result: str | None = None
    start_ns: int | None = None
    end_ns: int | None = None


class CallList(NamedTuple):
    """Judge: the calls of a trace, or why they cannot be listed."""

    request: int
    trace: str
    calls: tuple[CallInfo, ...]
    path: str
    problem: str | None = None


class Draw(NamedTuple):
    """Server: make the timeline of a trace, coloured by a rule where there is one."""

    request: int
    trace: str
    rule: Rule | None = None


class Explain(NamedTuple):
    """Server: score rules on a trace, with their reasons; cache nothing."""

    request: int
    trace: str
    rules: tuple[Rule, ...]


class Explained(NamedTuple):
    """Judge: the answer to an `Explain`; no scores where the trace is gone."""

    request: int
    scores: tuple[RuleScore, ...] = ()


class Sketch(NamedTuple):
    """Server: draw what decides of each of these rules on a trace, short enough for a hover."""

    request: int
    trace: str
    rules: tuple[Rule, ...]


class Sketched(NamedTuple):
    """Judge: the answer to a `Sketch`: a drawing for each rule, "" where there is none."""

    request: int
    texts: tuple[str, ...] = ()


class Drawn(NamedTuple):
    """Judge: the answer to a `Draw`: None where the trace is gone."""

    request: int
    timeline: Timeline | None = None


class FindCall(NamedTuple):
    """Server: find the arguments of a call in its trace's file."""

    request: int
    trace: str
    call: int


class CallText(NamedTuple):
    """Where a text begins and ends in a file: lines from 0, and what is before it on its line."""

    path: str
    start: tuple[int, str]
    end: tuple[int, str]


class FoundCall(NamedTuple):
    """Judge: the answer to a `FindCall`: None where the place of the call is not known."""

    request: int
    text: CallText | None = None


class Failed(NamedTuple):
    """Judge: an unexpected error, for the log."""

    text: str
