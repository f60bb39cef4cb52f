"""Code lenses: how the file and each case do on all traces, and each rule that does not pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.engine.parts.weights import weighted_mean
from toolspec.engine.text.score_text import score_text
from toolspec.lsp.feature import APPLY, CHOOSE, JUSTIFY, RESTART, RUN_ALL, Feature
from toolspec.lsp.features.hover.all_traces import row_of
from toolspec.lsp.features.hover.rule import trace_name
from toolspec.lsp.features.trace_list import field
from toolspec.lsp.judge.messages import TraceScore
from toolspec.lsp.refresh import Picture
from toolspec.lsp.state.editor import Editor
from toolspec.lsp.state.snapshot import RuleKey, Snapshot, TraceProgress, rule_keys
from toolspec.lsp.state.trace_folders import trace_folder, traces_line
from toolspec.lsp.text.answers import Lens
from toolspec.lsp.text.escape import plain
from toolspec.lsp.text.humanize import times
from toolspec.lsp.transport.adapt import Adapter, workspace_edit

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

STOPPED = "scoring has stopped · start it again"
"""Shown instead of a score if the judge ended too often."""

NAME_MAX = 40
"""Characters of a trace's name."""


def lenses(snapshot: Snapshot) -> list[Lens]:
    """Return the lenses, those of the file first."""
    if snapshot.too_long:
        return []
    listed: list[Lens] = []
    entries = snapshot.reading.entries
    if any(entry.rule is not None for entry in entries):
        listed += _group(snapshot, 0, None, 0)
    for entry in entries:
        if entry.what == "case_open" and entry.parts:
            listed += _group(
                snapshot, entry.line.start, str(entry.parts[0].value), entry.line.row - 1
            )
    return listed


def rule_lenses(snapshot: Snapshot) -> list[Lens]:
    """Return a lens for each rule that does not pass on all of the newest traces.

    Each has as its title what the text depends on, "" while its rule is scored anew; `rule_title`
    makes the text, of those rules that are looked at. While a rule is scored anew, its lens stays:
    lines would jump.
    """
    scored = snapshot.scored
    if snapshot.too_long or snapshot.stopped or len(scored.judged) < 2 or not scored.uneven:
        return []
    keys = rule_keys(snapshot.reading)
    before: list[RuleKey | None] = [*keys.own]
    if scored.stale:
        known, former = frozenset(scored.keys), [None] * len(keys.own)
        if len(keys.all) == len(scored.keys):
            rules = zip(scored.keys, snapshot.reading.spec.rules, strict=True)
            former = [key for key, rule in rules if rule.file is None]
        pairs = zip(keys.own, former, strict=True)
        before = [key if key in known else was for key, was in pairs]
    listed: list[Lens] = []
    for entry, key, was in zip(snapshot.reading.rules, keys.own, before, strict=True):
        if was in scored.uneven:
            about = f"{key} {scored.traces_seen}" if key == was else ""
            where = (snapshot.document.uri, entry.line.row - 1)
            listed.append(Lens(entry.line.start, about, RUN_ALL, where))
    return listed


def rule_title(snapshot: Snapshot, line: int) -> str:
    """Return the lens of the rule on a line (from 0): `▇▇▂▇ 3 of 4 pass, fails on no_lookup`."""
    entry = entry_on(snapshot, line)
    row = row_of(snapshot, entry) if entry is not None else None
    return "scoring ..." if row is None else f"{row['spark']} {row['summary']}"


def _group(snapshot: Snapshot, offset: int, case: str | None, line: int) -> list[Lens]:
    uri = snapshot.document.uri
    if snapshot.stopped:
        return [Lens(offset, STOPPED, RESTART, ())] if case is None else []
    scores = snapshot.scored.on(case)
    info = snapshot.trace_of(case)
    shown = f" ({plain(trace_name(info), NAME_MAX)})" if info is not None else ""
    return [
        Lens(offset, summary(snapshot, scores, case), RUN_ALL, (uri, case)),
        Lens(offset, f"choose trace{shown}", CHOOSE, (uri, case)),
        Lens(offset, "show justification", JUSTIFY, (uri, line)),
        Lens(offset, "run on all traces", RUN_ALL, (uri, case)),
    ]


def summary(snapshot: Snapshot, scores: Sequence[TraceScore], case: str | None) -> str:
    """Return the result of a spec or case: `3 traces · mean 0.92 · worst run-17`."""
    loading = snapshot.loading
    if not scores:
        if loading is not None:
            return f"reading traces ...{_progress(loading)}"
        if snapshot.scored.stale or snapshot.scored.waiting:
            return _scoring(snapshot.scored.progress)
        return _nothing(snapshot, case)
    by_trace = [(score_in(snapshot, trace_score, case), trace_score) for trace_score in scores]
    mean = sum(score for score, _ in by_trace) / len(by_trace)
    if loading is not None:
        many = f"{len(scores)} of {times(max(loading.total, len(scores)), 'trace')}"
        return f"{many} so far · mean {score_text(mean)}"
    text = f"{times(len(scores), 'trace')} · mean {score_text(mean)}"
    worst, trace = min(by_trace, key=lambda item: item[0])
    info = snapshot.infos.get(trace.trace)
    if worst < 1 and len(scores) > 1 and info is not None:
        text += f" · worst {plain(trace_name(info), NAME_MAX)}"
    return f"{text} · scoring ..." if snapshot.scored.waiting else text


def _progress(loading: TraceProgress) -> str:
    return f" {loading.done} of {loading.total}" if loading.total else ""


def _scoring(progress: TraceProgress | None) -> str:
    if progress is None or progress.done <= 1:
        return "scoring ..."
    return f"scoring ... {progress.done} of {times(progress.total, 'trace')}"


def _nothing(snapshot: Snapshot, case: str | None) -> str:
    """Return why there is no score."""
    if case is not None and snapshot.traces:
        return "no trace of this name"
    if snapshot.matching_nothing:
        paths = ", ".join(plain(path, NAME_MAX) for path in sorted(snapshot.matching_nothing)[:2])
        return f"no trace: nothing matches {paths}"
    if snapshot.skipped:
        return f"no trace: {times(len(snapshot.skipped), 'file')} not read"
    return "no trace" if not snapshot.traces else "no rule is for these traces"


def score_in(snapshot: Snapshot, score: TraceScore, case: str | None) -> float:
    """Return a trace's score on the rules of a case (None: on all rules that apply)."""
    if case is None:
        return score.score
    rules = snapshot.reading.spec.rules
    own = [at for at in score.rules if at < len(rules) and rules[at].case == case]
    return weighted_mean([rules[at].weight for at in own], [score.rules[at].counts for at in own])


def entry_on(snapshot: Snapshot, line: int) -> SpecLine | None:
    """Return the logical line that a line of the text (from 0) belongs to."""
    starts = snapshot.document.source.starts
    return snapshot.document.entry_at(starts[line]) if 0 <= line < len(starts) else None


def answer(server: Server, params: types.CodeLensParams) -> list[types.CodeLens]:
    """Answer `textDocument/codeLens`."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return []
    snapshot, adapter = pair
    listed, of_rules = lenses(snapshot), rule_lenses(snapshot)
    given = [*listed, *of_rules]
    server.refresh.gave(types.WORKSPACE_CODE_LENS_REFRESH, params.text_document.uri, given)
    shown = [
        types.CodeLens(
            adapter.range((lens.offset, lens.offset)),
            types.Command(lens.title, command=lens.command, arguments=list(lens.arguments)),
        )
        for lens in listed
    ]
    for lens in of_rules:
        uri, line = lens.arguments
        where = adapter.range((lens.offset, lens.offset))
        shown.append(types.CodeLens(where, data={"uri": uri, "line": line}))
    beside = trace_folder(snapshot) if server.can.apply_edit and not snapshot.too_long else None
    if beside is not None:
        changed = [(adapter, [traces_line(snapshot, beside)])]
        edit = workspace_edit(changed, versioned=server.can.versioned_edits)
        command = types.Command(beside.title, APPLY, arguments=[edit])
        shown.insert(0, types.CodeLens(adapter.range((0, 0)), command))
    return shown


def answer_resolve(server: Server, lens: types.CodeLens) -> types.CodeLens:
    """Answer `codeLens/resolve`: say how a rule does on all traces."""
    data: Any = lens.data
    uri, line = field(data, "uri"), field(data, "line")
    snapshot = server.session.snapshot(uri) if isinstance(uri, str) else None
    if snapshot is None or not isinstance(line, int):
        return lens
    entry = entry_on(snapshot, line)
    case = entry.case if entry is not None else None
    lens.command = types.Command(rule_title(snapshot, line), RUN_ALL, arguments=[uri, case])
    return lens


_OPTIONS = types.CodeLensOptions(resolve_provider=True)


def _outdated(snapshot: Snapshot, _adapter: Adapter, given: list[Lens]) -> bool:
    listed = lenses(snapshot)
    # Those of rules cost far more: most edits change those of the file.
    return given[: len(listed)] != listed or given[len(listed) :] != rule_lenses(snapshot)


def _can_refresh(editor: Editor) -> bool:
    return editor.refresh_lenses


PICTURES = (
    Picture(
        types.WORKSPACE_CODE_LENS_REFRESH,
        _can_refresh,
        _outdated,
    ),
)
FEATURES = (
    Feature(types.TEXT_DOCUMENT_CODE_LENS, answer, _OPTIONS),
    Feature(types.CODE_LENS_RESOLVE, answer_resolve),
)
