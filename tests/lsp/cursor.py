"""A spec with a `<CURSOR>` in it beside its traces, as a feature sees it: no server, no files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from toolspec.engine.trace import Call, Place, Trace, Unrecorded
from toolspec.engine.verdict import Shown
from toolspec.lsp.judge.messages import CallInfo, Files, Score, TraceInfo
from toolspec.lsp.judge.scoring import Scorer, Sources
from toolspec.lsp.judge.tools import sum_up
from toolspec.lsp.state.session import Session
from toolspec.lsp.state.settings import Settings
from toolspec.lsp.state.snapshot import Snapshot

CURSOR = "<CURSOR>"
URI = "file:///w/test.toolspec"
NOW_NS = 1_700_000_000_000_000_000

Calls = Sequence[Call]


def cut(text: str) -> tuple[str, int]:
    """Return the text without its cursor, and where that stood; the end where there is none."""
    at = text.find(CURSOR)
    return (text, len(text)) if at < 0 else (text.replace(CURSOR, "", 1), at)


def snapshot(
    text: str,
    traces: Mapping[str, Calls] | Calls = (),
    *,
    chosen: Mapping[str | None, str] | None = None,
) -> Snapshot:
    """Return what a feature sees of a spec beside these traces, newest first, all scored.

    `traces` are calls by the name of the trace, or those of one trace called `run`. `chosen` names
    the trace shown for a case, or for None.
    """
    named = dict(traces) if isinstance(traces, Mapping) else {"run": traces} if traces else {}
    held: dict[str, Trace] = {}
    infos: list[TraceInfo] = []
    for age, (name, calls) in enumerate(named.items()):
        path = f"/w/runs/{name}.json"
        placed = [
            call._replace(place=Place(at + 2, ())) if not call.place.line else call
            for at, call in enumerate(calls)
        ]
        held[path] = Trace(placed, name=name, path=path, format="test")
        changed = NOW_NS - age * 60_000_000_000
        infos.append(
            TraceInfo(path, path, (name,), None, "test", len(calls), changed, (changed, 1))
        )
    sent: list[Any] = []
    session = Session(sent.append, lambda _: None)
    session.settings = Settings(traces=("runs/*.json",))
    session.folders = ["/w"]
    document = session.open(URI, text, 1)
    session.watch()
    glob = session.globs_of(document)[0]
    sums = {info.id: sum_up(held[info.id], info.changed_ns) for info in infos}
    paths = tuple(info.path for info in infos)
    session.take_files(Files(tuple(infos), (), {glob: paths}, sums, {}, 0, 0, True))
    for case, name in (chosen or {}).items():
        session.choose(URI, case, f"/w/runs/{name}.json")

    def trace_of(trace_id: str) -> tuple[Trace, tuple[str, ...]]:
        return held[trace_id], (held[trace_id].name or "",)

    def places_of(trace_id: str) -> list[tuple[int, int]]:
        return [(call.place.line, 1) for call in held[trace_id].calls]

    scorer = Scorer(Sources(trace_of, places_of))
    for message in [message for message in sent if isinstance(message, Score)][-1:]:
        for scores in scorer.score(message, lambda: False):
            session.take_scores(scores)
    found = session.snapshot(URI)
    assert found is not None
    return found


def calls_of(calls: Calls) -> tuple[CallInfo, ...]:
    """Return calls as the judge lists them."""
    return tuple(
        CallInfo(
            at,
            call.name,
            call.step,
            call.status,
            call.completed,
            at + 2,
            1,
            "not recorded"
            if isinstance(call.arguments, Unrecorded)
            else Shown().short(call.arguments)[:200],
            None
            if isinstance(call.result, Unrecorded)
            else Shown().short(call.result.recorded)[:200],
        )
        for at, call in enumerate(calls)
    )
