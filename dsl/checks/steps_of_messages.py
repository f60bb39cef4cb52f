"""Find rules about messages of the user that look into steps, where there are none."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.checks import Context, fact, moved
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import LineDiagnostic
from toolspec.engine.rules.said import Said


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield a problem for each such rule."""
    for entry, problems in zip(context.rules, context.each(_of_rule), strict=True):
        yield from moved(entry, problems)


def _of_rule(entry: SpecLine) -> tuple[LineDiagnostic, ...]:
    kind = entry.rule.kind if entry.rule is not None else None
    if not isinstance(kind, Said) or kind.message.role != "user":
        return ()
    return fact(entry, _in_a_step)


def _in_a_step(entry: SpecLine) -> tuple[LineDiagnostic, ...]:
    clause = next((part for part in entry.clauses if part.label.endswith("_step")), None)
    if clause is None:
        return ()
    kind = entry.rule.kind if entry.rule is not None else None
    slug = "always_holds" if isinstance(kind, Said) and kind.forbidden else "never_holds"
    fields = {
        "reason": "a step is a response of the model: the user's messages are in turns",
        "hint": "count in turns: `at turn 0` is the user's first message and what follows it",
    }
    return (LineDiagnostic(slug, *clause.span, fields),)
