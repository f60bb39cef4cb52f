"""The notification `toolspec/status` with the status of a spec, for editors that request it.

Its figures, for all traces and for the one that is shown, are those of `toolspec check`.
"""

from __future__ import annotations

from collections import Counter
from math import fsum
from typing import Any

from toolspec.engine.text.plural import plural
from toolspec.engine.text.score_text import score_text
from toolspec.lsp.features.hover.rule import trace_name
from toolspec.lsp.judge.messages import TraceInfo, TraceScore
from toolspec.lsp.refresh import Push, RefreshHost
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.escape import plain
from toolspec.lsp.transport.adapt import Adapter

NOTIFICATION = "toolspec/status"

FINAL, PARTIAL, STALE, NONE, STOPPED = "final", "partial", "stale", "none", "stopped"
"""The states of a score: of all traces; of the traces scored so far; of an earlier text; no score;
scoring has ended and was not restarted."""


NAME_MAX = 40
"""Characters of the trace's name."""

STATUSES = ("pass", "fail", "unknown", "error", "skip")


def status(snapshot: Snapshot) -> dict[str, Any]:
    """Return a spec's result on all traces, and the results of its rules on the shown traces."""
    info = snapshot.trace_of(None)
    known = [score for _, score in snapshot.scores()]
    errors = 0 if snapshot.too_long else len(snapshot.reading.errors)
    judged, whole = snapshot.scored.judged, snapshot.scored.whole
    # As `toolspec check` does: the mean over the traces, each with the rules that are for it.
    score = fsum(trace.score for trace in judged) / len(judged) if judged else None
    return {
        "uri": snapshot.document.uri,
        "version": snapshot.document.version,
        "state": state(snapshot),
        "passed": bool(judged) and not errors and all(trace.passed for trace in judged),
        "score": score,
        "scoreText": score_text(score) if score is not None else None,
        "traces": {
            "judged": len(judged),
            "passed": sum(trace.passed for trace in judged),
            "total": snapshot.loading.total
            if snapshot.loading is not None
            else len(snapshot.traces),
            "unread": len(snapshot.skipped),
        },
        "rules": 0 if snapshot.too_long else len(snapshot.reading.spec.rules),
        "failing": sum(score.status in ("fail", "error") for score in known),
        "unknown": sum(score.status == "unknown" for score in known),
        "trace": {"path": info.path, "name": info.name} if info else None,
        "shown": _shown(whole) if whole is not None else None,
        "text": _text(info, whole, errors),
        "message": _message(snapshot, errors, judged=bool(judged)),
    }


def _shown(whole: TraceScore) -> dict[str, Any]:
    """Return how many rules ended in each status on the shown trace, and whether it passed."""
    # Those not in `others` passed; there may be thousands, and this runs at every keystroke.
    others = whole.rules.others
    statuses = Counter([score.status for score in others.values()])
    statuses["pass"] += len(whole.rules) - len(others)
    return {"passed": whole.passed, "rules": len(whole.rules)} | {
        status: statuses[status] for status in STATUSES
    }


def _text(info: TraceInfo | None, whole: TraceScore | None, errors: int) -> str:
    """Return the result on the shown trace for a status bar: `✗ 3 of 11 · deleted_account`.

    The number goes with the sign: of 11 rules 3 failed (✗), are undecided (?), or passed (✓).
    A spec with an error passes nothing, as for `toolspec check`.
    """
    if info is None:
        return f"! {plural(errors, 'error')}" if errors else "? no trace"
    name = plain(trace_name(info), NAME_MAX)
    if whole is None:
        return f"… · {name}"
    counts, rules = _shown(whole), len(whole.rules)
    failed, unknown = counts["fail"] + counts["error"], counts["unknown"]
    wrong = plural(errors, "error") if errors else ""
    if not whole.passed:
        sign, number = ("✗", failed) if failed else ("?", unknown)
        counted = f"{sign} {number} of {rules}" + (f", {wrong}" if errors else "")
    elif errors:
        counted = f"! {wrong}"
    else:
        counted = f"✓ {counts['pass']} of {rules}" if rules else "? no rule"
    return f"{counted} · {name}"


def state(snapshot: Snapshot) -> str:
    """Return how far the scores on all traces are."""
    judged = bool(snapshot.scored.judged)
    if snapshot.stopped:
        return STOPPED
    if judged and snapshot.scored.stale:
        return STALE
    if (
        snapshot.loading is not None
        or snapshot.scored.waiting
        or (snapshot.scored.stale and snapshot.traces)
    ):
        return PARTIAL
    return FINAL if judged else NONE


def _message(snapshot: Snapshot, errors: int, *, judged: bool) -> str:
    if errors:
        return plural(errors, "error")
    if snapshot.stopped:
        return "scoring has stopped: it ended several times; restart it with a command"
    return "" if judged or snapshot.scored.shown else "no trace to score against"


def _push_changed(
    server: RefreshHost,
    _uri: str,
    snapshot: Snapshot,
    _adapter: Adapter,
    sent: dict[str, Any] | None,
) -> dict[str, Any] | None:
    """Send the status of a spec if it changed and the editor requested it."""
    if not server.session.settings.status:
        return None
    now = status(snapshot)
    if now != sent:
        server.protocol.notify(NOTIFICATION, now)
    return now


PUSHES = (Push(NOTIFICATION, _push_changed),)
