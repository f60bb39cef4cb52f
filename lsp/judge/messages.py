"""What the server and the judge say to each other: values, pickled over a pipe of our own."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterator, Mapping
from typing import NamedTuple

from toolspec.engine.spec import Rule
from toolspec.engine.verdict import Explanation
from toolspec.lsp.tools import ToolSum


class TraceGlob(NamedTuple):
    """Where traces are: an absolute glob, and which of the paths it finds are as if not there.

    They are those that `exclude` matches as seen from `folder`, as on the command line. Where
    `within` names folders, nothing outside of them is read, whatever leads there.
    """

    pattern: str
    folder: str = ""
    exclude: tuple[str, ...] = ()
    within: tuple[str, ...] = ()


class Unread(NamedTuple):
    """Why a trace file is not read, and where in it that is, from 1; None where it is no place."""

    reason: str
    line: int | None = None
    column: int | None = None


class Watch(NamedTuple):
    """Server: hold the newest traces that these globs find.

    Of each of `others`, those of specs that are not open, only the newest few. `seconds` is how
    often to look again without being told.
    """

    globs: tuple[TraceGlob, ...]
    others: tuple[TraceGlob, ...]
    trace_bytes_max: int
    traces_max: int
    days_max: int
    memory_bytes_max: int
    seconds: float


class Look(NamedTuple):
    """Server: a trace file may have changed; look now."""


class Score(NamedTuple):
    """Server: score these rules.

    `traces` are the ids of the traces to judge, newest first; for those in `explain` each verdict
    comes with its reason. `case` of each trace is the judge's to find; `picked` are pairs of a
    trace and another case whose rules it is judged by too. `job` numbers the request, `keys` the
    rules: those of one key mean the same.
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
    """Server: list the calls of a trace, with where they stand in its file."""

    request: int
    trace: str


class Trial(NamedTuple):
    """Server: judge these rules by these traces, to say what a change would do; keep nothing.

    `case` is the rules' own. `seconds` is how long that may take.
    """

    request: int
    rules: tuple[Rule, ...]
    case: str | None
    cases: tuple[str, ...]
    traces: tuple[str, ...]
    seconds: float


class Tried(NamedTuple):
    """Judge: the answer to a `Trial`: the status of each rule by the trace's id.

    Traces that the rules are not for are left out; none is there where time ran out.
    """

    request: int
    statuses: tuple[dict[str, str], ...]


class TraceInfo(NamedTuple):
    """Judge: a trace there is. `id` is stable while its file keeps its name: `path` or `path#2`.

    `names` are the cases it may be for, the likeliest first: its own name, or what its file may be
    called without its endings where it is alone there.
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
        """What the trace is called; None where nothing says so."""
        return self.names[0] if self.names else None

    def case_in(self, cases: Container[str]) -> str | None:
        """Return which of these cases the trace is for; None where it is for none."""
        return next((name for name in self.names if name in cases), None)


class Files(NamedTuple):
    """Judge: what changed in the library since the last word.

    `by_glob` lists the paths each glob found, newest first, those left out at the end; `sums` go
    with `added`, by trace id; `skipped` maps a path to the reason it was not read; `done` and
    `total` count files while a long look is under way; `settled` is true when it is over.
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
    file, (0, 0) where it has no such place. The score of a skipped rule does
    not count.
    """

    status: str
    score: float
    reason: Explanation | None = None
    places: tuple[tuple[int, int], ...] = ()

    @property
    def counts(self) -> float | None:
        """The score as it counts in a mean: None where nothing was judged."""
        return None if self.status == "skip" else self.score


PASSED = RuleScore("pass", 1.0)


class RuleScores(Mapping[int, RuleScore]):
    """The scores of the rules `at` some indexes: those of `others`, and for all the rest a pass.

    Of most traces only the rules that did not pass are sent, for there may be many of both.
    """

    __slots__ = ("_at", "others")

    def __init__(self, at: tuple[int, ...], others: Mapping[int, RuleScore]) -> None:
        self._at, self.others = at, others

    def __reduce__(self) -> tuple[type[RuleScores], tuple[object, ...]]:
        return RuleScores, (self._at, dict(self.others))

    def __getitem__(self, at: int) -> RuleScore:
        found = self.others.get(at)
        if found is not None:
            return found
        place = bisect_left(self._at, at)
        if place == len(self._at) or self._at[place] != at:
            raise KeyError(at)
        return PASSED

    def __iter__(self) -> Iterator[int]:
        return iter(self._at)

    def __len__(self) -> int:
        return len(self._at)


class TraceScore(NamedTuple):
    """Judge: a spec on one trace. `rules` maps the index of each rule that applied to its score.

    Where the trace was `picked` for a case that is not its own, this is on that case's rules alone:
    what the spec says of the trace, another `TraceScore` tells.
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

    `number` counts from 0, `line` and `column` from 1; 0 where the file has no such place. Times
    are nanoseconds since 1970, `result` and they None where the trace does not record them.
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


class Failed(NamedTuple):
    """Judge: something went wrong that should not; for the log."""

    text: str
