"""The status of a spec in one notification, `toolspec/status`: for editors that ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolspec.engine.plural import plural
from toolspec.engine.spec import weighted_mean
from toolspec.lsp.adapt import Adapter
from toolspec.lsp.view import View, rule_key

if TYPE_CHECKING:
    from toolspec.lsp.server import Server


def status(view: View) -> dict[str, Any]:
    """Return the spec's score over the rules that are shown, and against which trace."""
    info = view.trace_of(None)
    rules = () if view.too_long else view.reading.spec.rules
    scored = [(rule, view.scored.shown.get(rule_key(rule))) for rule in rules]
    known = [(rule.weight, score) for rule, score in scored if score is not None]
    told = [(weight, score.score) for weight, score in known]
    errors = 0 if view.too_long else len(view.reading.errors)
    message = plural(errors, "error") if errors else "" if known else "no trace to score against"
    return {
        "uri": view.document.uri,
        "passed": bool(known) and not errors and all(score.status == "pass" for _, score in known),
        "score": weighted_mean(*zip(*told, strict=True)) if told else None,
        "rules": len(rules),
        "failing": sum(score.status in ("fail", "error") for _, score in known),
        "unknown": sum(score.status == "unknown" for _, score in known),
        "trace": {"path": info.path, "name": info.name} if info else None,
        "message": message,
    }


def send(server: Server, view: View, _adapter: Adapter) -> None:
    """Send the status."""
    server.protocol.notify("toolspec/status", status(view))
