"""The rules of a spec on all its traces, as a matrix: `toolspec/matrix`."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pygls.exceptions import JsonRpcInvalidParams

from toolspec.engine.rule import Rule
from toolspec.engine.telling.matrix.drawn import WIDTH, drawn_matrix
from toolspec.engine.telling.matrix.matrix import JudgedTrace, Matrix, Order, RuleFacts, matrix
from toolspec.lsp.feature import Feature
from toolspec.lsp.features.hover.rule import trace_name
from toolspec.lsp.features.status import PARTIAL, STALE, state
from toolspec.lsp.features.trace_list import field
from toolspec.lsp.judge.messages import TraceScore
from toolspec.lsp.state.snapshot import Snapshot

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

SECONDS = 10.0
"""How long an answer waits for the scores; then it has those that are known."""

WIDTH_MAX = 1000
"""Columns that an editor may ask for."""

ORDERS: tuple[Order, ...] = ("worst", "written")


def facts(rule: Rule) -> RuleFacts:
    """Return what a matrix says of a rule."""
    source = " ".join(rule.origin.source.split()) or rule.kind.syntax.keyword
    return RuleFacts(source, rule.name, rule.origin.line, rule.file, rule.case, rule.soft)


def matrix_of(snapshot: Snapshot, order: Order = "worst") -> Matrix:
    """Return the matrix of a spec, with the scores that are known."""
    if snapshot.too_long or snapshot.scored.stale:
        return matrix((), ())
    rules = snapshot.reading.spec.rules
    judged = [_judged(snapshot, score) for score in snapshot.scored.judged]
    return matrix([facts(rule) for rule in rules], judged, order)


def _judged(snapshot: Snapshot, trace: TraceScore) -> JudgedTrace:
    info = snapshot.infos.get(trace.trace)
    name = trace_name(info) if info is not None else trace.trace
    others = {at: (score.status, score.score) for at, score in trace.rules.others.items()}
    return JudgedTrace(trace.trace, name, trace.passed, trace.score, tuple(trace.rules), others)


def answer_of(snapshot: Snapshot, order: Order, width: int | None) -> dict[str, Any]:
    """Return the answer: the matrix, and with a `width` also the drawn lines."""
    answer_matrix = matrix_of(snapshot, order)
    answer: dict[str, Any] = {
        **answer_matrix,
        "uri": snapshot.document.uri,
        "documentVersion": snapshot.document.version,
        "state": state(snapshot),
    }
    if width is not None:
        answer["lines"] = _lines(answer_matrix, width)
    return answer


def _lines(answer_matrix: Matrix, width: int) -> Sequence[dict[str, Any]]:
    rules = {row["rule"]: row for row in answer_matrix["rules"]}
    return [
        {
            "text": line.text,
            "line": rules[line.rule]["line"] if line.rule is not None else None,
            "file": rules[line.rule]["file"] if line.rule is not None else None,
            "trace": line.trace,
        }
        for line in drawn_matrix(answer_matrix, min(width, WIDTH_MAX))
    ]


async def answer(server: Server, params: Any) -> dict[str, Any] | None:
    """Answer `toolspec/matrix`: the rules of a spec (`uri`) on all its traces.

    `order` is `worst` (the default: what fails most comes first) or `written`. With `text`, the
    answer also has the `lines` of the drawing, `width` columns wide. If `wait` is false, the answer
    has the scores that are known now; `state` is `final` once they are all there.
    """
    uri, order = field(params, "uri"), field(params, "order") or "worst"
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams("`uri` takes a spec's address")
    if order not in ORDERS:
        raise JsonRpcInvalidParams(f"`order` takes one of {', '.join(ORDERS)}")
    width = field(params, "width")
    if width is not None and (not isinstance(width, int) or isinstance(width, bool)):
        raise JsonRpcInvalidParams("`width` takes a number of columns")
    await server.ready(uri)
    snapshot = server.session.snapshot(uri)
    waited = 0.0
    while snapshot is not None and waited < SECONDS and field(params, "wait") is not False:
        if state(snapshot) not in (PARTIAL, STALE):
            break
        await asyncio.sleep(0.05)
        waited += 0.05
        snapshot = server.session.snapshot(uri)
    if snapshot is None:
        return None
    text = field(params, "text") is True
    return answer_of(snapshot, order, (width or WIDTH) if text else None)


FEATURES = (Feature("toolspec/matrix", answer),)
