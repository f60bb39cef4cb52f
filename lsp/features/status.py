"""The status of a spec in one notification, `toolspec/status`: for editors that ask for it.

Its figures over all traces are those of `toolspec check`.
"""

from __future__ import annotations

from math import fsum
from typing import Any

from toolspec.engine.plural import plural
from toolspec.engine.score_text import score_text
from toolspec.lsp.refresh import Host, Push
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.transport.adapt import Adapter

NOTIFICATION = "toolspec/status"

FINAL, PARTIAL, STALE, NONE, STOPPED = "final", "partial", "stale", "none", "stopped"
"""The states of a score: that of all traces; of those read and scored so far; of an earlier text;
there is none; scoring ended and was not started again."""


def status(view: Snapshot) -> dict[str, Any]:
    """Return how a spec does on all its traces, and how its rules do on the traces shown."""
    info = view.trace_of(None)
    known = [score for _, score in view.scores()]
    errors = 0 if view.too_long else len(view.reading.errors)
    judged = view.scored.judged
    # As `toolspec check` does: the mean over the traces, each with the rules that are for it.
    score = fsum(one.score for one in judged) / len(judged) if judged else None
    return {
        "uri": view.document.uri,
        "version": view.document.version,
        "state": _state(view, judged=bool(judged)),
        "passed": bool(judged) and not errors and all(one.passed for one in judged),
        "score": score,
        "scoreText": score_text(score) if score is not None else None,
        "traces": {
            "judged": len(judged),
            "passed": sum(one.passed for one in judged),
            "total": view.loading.total if view.loading is not None else len(view.traces),
            "unread": len(view.skipped),
        },
        "rules": 0 if view.too_long else len(view.reading.spec.rules),
        "failing": sum(score.status in ("fail", "error") for score in known),
        "unknown": sum(score.status == "unknown" for score in known),
        "trace": {"path": info.path, "name": info.name} if info else None,
        "message": _message(view, errors, judged=bool(judged)),
    }


def _state(view: Snapshot, *, judged: bool) -> str:
    if view.stopped:
        return STOPPED
    if judged and view.scored.stale:
        return STALE
    if view.loading is not None or view.scored.waiting or (view.scored.stale and view.traces):
        return PARTIAL
    return FINAL if judged else NONE


def _message(view: Snapshot, errors: int, *, judged: bool) -> str:
    if errors:
        return plural(errors, "error")
    if view.stopped:
        return "scoring has stopped: it ended several times; start it again by a command"
    return "" if judged or view.scored.shown else "no trace to score against"


def _push_changed(
    server: Host, _uri: str, view: Snapshot, _adapter: Adapter, sent: dict[str, Any] | None
) -> dict[str, Any] | None:
    """Send the status of a spec, to an editor that wants it, if it differs from what it has."""
    if not server.session.settings.status:
        return None
    now = status(view)
    if now != sent:
        server.protocol.notify(NOTIFICATION, now)
    return now


PUSHES = (Push(NOTIFICATION, _push_changed),)
