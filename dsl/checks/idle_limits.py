"""Find entries of `limit` that never hold, or always do, whatever the trace."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.checks import Context, moved
from toolspec.dsl.problem import LineDiagnostic
from toolspec.engine.rules.limit import Limit, LimitRule


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield a problem for each such entry."""
    for entry in context.rules:
        if entry.line.first != "limit" or entry.rule is None:
            continue
        kind = entry.rule.kind
        assert isinstance(kind, LimitRule)
        parts = entry.parts[0].all("limit_entry")
        found: list[LineDiagnostic] = []
        for part, limit in zip(parts, kind.entries, strict=True):
            slug = _idle(limit)
            if slug == "never_holds":
                fields = {"reason": "nothing is less than 0", "hint": "write `= 0` for none at all"}
                found.append(LineDiagnostic(slug, *part.span, fields))
            elif slug:
                fields = {
                    "reason": "everything is at least 0",
                    "hint": "write `>= 1`, or remove it",
                }
                found.append(LineDiagnostic(slug, *part.span, fields))
        yield from moved(entry, found)


def _idle(limit: Limit) -> str:
    if limit.measure.unit == "number" or limit.highest is not None:
        return ""
    if limit.comparison == "<" and limit.bound <= 0:
        return "never_holds"
    return "always_holds" if limit.comparison == ">=" and limit.bound <= 0 else ""
