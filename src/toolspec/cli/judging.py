"""Every spec judges every trace: one trace after the other, holding no more than one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from toolspec.cli.near.keys import AskedKeys
from toolspec.cli.paths import STANDARD_INPUT
from toolspec.cli.refusal import Refusal
from toolspec.dsl.workspace.case_names import names_without_endings
from toolspec.engine.kinds.records_asked import WORDS
from toolspec.engine.rule import Rule
from toolspec.engine.spec import Report, Spec
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import Trace

SCORE_SLACK: Final = 1e-9
"""A mean of shares may miss the number meant by the last bits."""

NOTES_MAX: Final = 1000

TOOLS_MAX: Final = 2000
"""Tools of one spec's traces that are remembered, to notice names that are nearly theirs."""


class Judged(NamedTuple):
    """What one spec says of one trace: `path` and `name` are those of the trace."""

    path: str
    name: str | None
    report: Report

    def to_dict(self) -> dict[str, Any]:
        """Return the entry of `traces` in a report."""
        return {**self.report.to_dict(), "path": self.path, "name": self.name}


class Noted(NamedTuple):
    """Something a reader should know of a file, and need not act on."""

    text: str
    path: str | None = None
    line: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the entry of `notes` in a report."""
        return self._asdict()


def rule_source(rule: Rule) -> str:
    """Return a rule as written, on one line."""
    return " ".join(rule.origin.source.split()) or rule.kind.syntax.keyword


class NeverJudged(NamedTuple):
    """A rule that was skipped in every trace it was given, and why it was in the first."""

    rule: Rule
    spec: str | None
    summary: str

    @property
    def source(self) -> str:
        """The rule as written, on one line."""
        return rule_source(self.rule)

    def to_dict(self) -> dict[str, Any]:
        """Return the entry of `never_judged` in a report."""
        rule = self.rule
        return {
            "spec": self.spec,
            "line": rule.origin.line,
            "name": rule.name,
            "source": rule.origin.source,
            "summary": self.summary,
        }


class Undecided(NamedTuple):
    """A rule that traces cannot decide, because none of them records `missing`."""

    rule: Rule
    spec: str | None
    missing: str


class Tally:
    """What a whole run comes to, counted as it goes.

    `traces` counts pairs of a trace and a spec, `not_judged` the traces that no rule is for,
    `skipped` those in which no agent's run was found, `rules` the rules' results by status.
    `called` has each spec with the tools that its traces call, and `keys` the arguments that its
    rules ask for, by the spec's path.
    """

    def __init__(self, fail_under: float | None = None) -> None:
        self.fail_under = fail_under
        self.traces = self.passed = self.not_judged = self.skipped = 0
        self.rules = {"pass": 0, "fail": 0, "unknown": 0, "error": 0, "skip": 0}
        self.refusals: list[Refusal] = []
        self.notes: list[Noted] = []
        self.notes_left_out = 0
        self.unknown_cases: dict[str, int] = {}
        self.called: dict[str, tuple[Spec, set[str]]] = {}
        self.keys: dict[str, AskedKeys] = {}
        self._score_sum = 0.0
        self._cases: dict[str, dict[str, bool]] = {}
        self._judged: set[int] = set()
        self._skipped: dict[int, NeverJudged] = {}
        self._undecided: dict[tuple[int, str], tuple[Undecided, int]] = {}

    def expect(self, spec: Spec) -> None:
        """Remember the spec's cases: each should meet a trace."""
        self._cases.setdefault(spec.path or "", dict.fromkeys(spec.cases, False))

    def note(self, text: str, path: str | None = None, line: int | None = None) -> None:
        """Keep a note, up to a number no reader reads to the end of."""
        if len(self.notes) < NOTES_MAX:
            self.notes.append(Noted(text, path, line))
        else:
            self.notes_left_out += 1

    def note_unknown_cases(self) -> None:
        """Say which cases traces name that their specs do not have: no rule of a case was asked."""
        for name, count in self.unknown_cases.items():
            traces = plural(count, "trace names", "traces name")
            self.note(f"{traces} the case `{name}`, which the spec does not have")

    def add(self, judged: Judged) -> None:
        """Count one trace judged by one spec."""
        report = judged.report
        self._keep_tools(report)
        self.traces += 1
        self.passed += report.passed
        self._score_sum += report.score
        report.count(self.rules)
        self._note_skipped(report)
        self._note_undecided(report)
        if report.case is not None:
            self._cases.setdefault(report.spec.path or "", {})[report.case] = True

    def _note_skipped(self, report: Report) -> None:
        """Remember the rules that were judged, and those that have only been skipped so far."""
        for rule, why in report.judged_or_skipped():
            known = id(rule)
            if why is None:
                self._judged.add(known)
                self._skipped.pop(known, None)
            elif known not in self._judged and known not in self._skipped:
                path = rule.file or report.spec.path
                self._skipped[known] = NeverJudged(rule, path, why().summary)

    def _note_undecided(self, report: Report) -> None:
        """Remember the rules that ask for what the trace does not record at all."""
        for rule, missing in report.undecidable():
            words = " or ".join(sorted(WORDS[record] for record in missing))
            path = rule.file or report.spec.path
            known, times = self._undecided.get((id(rule), words), (None, 0))
            undecided = known or Undecided(rule, path, words)
            self._undecided[id(rule), words] = undecided, times + 1

    def note_undecided(self) -> None:
        """Say once of each rule what traces would have to record to decide it."""
        for undecided, times in self._undecided.values():
            traces = "the trace does" if times == 1 else f"{times} traces do"
            source = rule_source(undecided.rule)
            text = f"cannot be decided: `{source}`: {traces} not record {undecided.missing}"
            self.note(text, undecided.spec, undecided.rule.origin.line or None)

    @property
    def never_judged(self) -> list[NeverJudged]:
        """The rules that were skipped in every trace they were given."""
        return list(self._skipped.values())

    def note_never_judged(self) -> None:
        """Say which rules asked nothing of any trace."""
        for rule in self.never_judged:
            text = f"never judged: `{rule.source}`: {rule.summary}"
            self.note(text, rule.spec, rule.rule.origin.line or None)

    def _keep_tools(self, report: Report) -> None:
        """Remember which tools a spec's traces call, up to a number that no agent has."""
        _, tools = self.called.setdefault(report.spec.path or "", (report.spec, set()))
        if len(tools) <= TOOLS_MAX:
            tools.update(report.trace.by_name)
        path = report.spec.path or ""
        if path not in self.keys:
            self.keys[path] = AskedKeys(report.spec)
        self.keys[path].take(report.trace)

    @property
    def score(self) -> float:
        """The mean over the traces; 0 where none was judged."""
        return self._score_sum / self.traces if self.traces else 0.0

    @property
    def cases_without_trace(self) -> list[str]:
        """The cases that no judged trace had, each once."""
        missing = (name for cases in self._cases.values() for name, met in cases.items() if not met)
        return list(dict.fromkeys(missing))

    @property
    def unread(self) -> list[Refusal]:
        """What could not be read or judged; warnings are not among it."""
        return [refusal for refusal in self.refusals if not refusal.warning]

    @property
    def status(self) -> int:
        """The exit status: 2 before 1 before 0."""
        if self.unread or not self.traces:
            return 2
        if self.fail_under is None:
            return 0 if self.passed == self.traces else 1
        # A score cannot speak for what the traces do not record, or for a rule that broke.
        undecided = self.rules["unknown"] + self.rules["error"]
        return 1 if undecided or self.score + SCORE_SLACK < self.fail_under else 0


def judge(
    traces: Iterator[Trace],
    path: str,
    specs: Sequence[Spec],
    tally: Tally,
    *,
    case: str | None = None,
    values: bool = True,
) -> Iterator[Judged]:
    """Yield what each spec says of each trace of a file, counting it.

    `case` comes before the name a trace gives itself; the file's name follows it, and only
    where the file holds one trace. A trace that no rule is for is noted, not judged.
    """
    first, second = next(traces, None), next(traces, None)
    file_names = names_without_endings(path) if second is None and path != STANDARD_INPUT else []
    for trace in _again(first, second, traces):
        name = trace.name or (file_names[0] if file_names else None)
        judged = False
        for spec in specs:
            case_name = case or trace.name or _case_of(file_names, spec)
            if case is None and trace.name and trace.name not in spec.cases:
                _say_unknown_case(trace.name, file_names, path, spec, tally)
            report = spec.check(trace, case=case_name, values=values)
            if not report.rules_asked:
                continue
            judged = True
            judged_trace = Judged(path, name, report)
            tally.add(judged_trace)
            yield judged_trace
        if not judged:
            tally.not_judged += 1
            shown = name or trace.id or "one"
            tally.note(f"trace {shown} is not judged: no rule applies to it", path)


def _say_unknown_case(
    name: str, file_names: Sequence[str], path: str, spec: Spec, tally: Tally
) -> None:
    """Say that a trace names a case its spec does not have: the rules of its cases are not asked.

    Where the file's name is a case of the spec, the two contradict each other, and somebody must
    decide.
    """
    if not spec.cases:
        return
    message = f"it names the case `{name}`, which the spec does not have"
    meant = next((known for known in file_names if known in spec.cases), None)
    if meant is None:
        tally.unknown_cases[name] = tally.unknown_cases.get(name, 0) + 1
        return
    hint = f"`--case {meant}` asks the rules of that case"
    tally.refusals.append(
        Refusal(f"{message}, and the file's name says `{meant}`", path, hint=hint)
    )


def _again(first: Trace | None, second: Trace | None, rest: Iterator[Trace]) -> Iterator[Trace]:
    if first is not None:
        yield first
    if second is not None:
        yield second
    yield from rest


def _case_of(file_names: Sequence[str], spec: Spec) -> str | None:
    """Return the file's name as the spec knows it, else its likeliest form."""
    known = next((name for name in file_names if name in spec.cases), None)
    return known or (file_names[0] if file_names else None)
