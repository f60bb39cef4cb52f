"""Find entries of `limit` that never hold, or always do, whatever the trace."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.checks import Context, moved
from toolspec.dsl.checks.conflicts.limits import allowed_numbers
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import LineDiagnostic, Related, shown
from toolspec.engine.match.value_logic import Interval
from toolspec.engine.rules.limit import Limit, LimitRule
from toolspec.engine.syntax import Part


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield a problem for each such entry."""
    for entry in context.rules:
        kind = entry.rule.kind if entry.rule is not None else None
        if not isinstance(kind, LimitRule):
            continue
        parts = entry.parts[0].all("limit_entry")
        problems: list[LineDiagnostic] = []
        for part, limit in zip(parts, kind.entries, strict=True):
            slug = _idle(limit)
            if slug == "never_holds":
                fields = {"reason": "nothing is less than 0", "hint": "write `= 0` for none at all"}
                problems.append(LineDiagnostic(slug, *part.span, fields))
            elif slug:
                fields = {
                    "reason": "everything is at least 0",
                    "hint": "write `>= 1`, or remove it",
                }
                problems.append(LineDiagnostic(slug, *part.span, fields))
        yield from moved(entry, problems)
        yield from moved(entry, _together(entry, kind))


def _together(entry: SpecLine, kind: LimitRule) -> list[LineDiagnostic]:
    """Return a problem for each entry that contradicts one before it."""
    problems: list[LineDiagnostic] = []
    assert entry.rule is not None
    bounds = kind.claims(entry.rule.pass_score).bounds
    known: list[tuple[Part, str, Interval]] = []
    for part, bound in zip(entry.parts[0].all("limit_entry"), bounds, strict=False):
        allowed = allowed_numbers(bound)
        if allowed is None:
            continue
        other = next(
            (
                known_bound
                for known_bound in known
                if known_bound[1] == bound.of and known_bound[2].apart(allowed)
            ),
            None,
        )
        known.append((part, bound.of, allowed))
        if other is not None:
            fields = {
                "reason": f"`{shown(other[0].source)}` in the same rule contradicts it",
                "hint": "remove one of the two",
            }
            related = (Related(*other[0].span, "and this"),)
            problems.append(LineDiagnostic("never_holds", *part.span, fields, related=related))
    return problems


def _idle(limit: Limit) -> str:
    if limit.measure.unit == "number" or limit.highest is not None:
        return ""
    if limit.comparison == "<" and limit.bound <= 0:
        return "never_holds"
    return "always_holds" if limit.comparison == ">=" and limit.bound <= 0 else ""
