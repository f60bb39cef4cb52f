"""Find windows and conditions that wait for a call which another rule forbids."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.checks.shared.claims_of import Index, rule_row
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import LineDiagnostic, Related
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.parts.if_clause import If
from toolspec.engine.parts.window import Window

NEVER = "so this rule is never judged"
ENDLESS = "so the part goes on to the end of the trace"


def found(index: Index) -> Iterator[LineDiagnostic]:
    """Yield a problem for each rule with such a clause of its own."""
    context, banned = index.context, index.banned
    if not banned:
        return
    for entry in context.rules:
        if not entry.clauses:
            continue
        for call, label, follows in _awaited(entry):
            by = banned.by(call, entry)
            part = next(
                (clause for clause in entry.clauses if clause.label.startswith(label)), None
            )
            if by is None or part is None:
                continue
            fields = {
                "clause": " ".join(part.source.split()),
                "line": rule_row(by.entry),
                "reason": f"line {rule_row(by.entry)} {by.does}, {follows}",
            }
            related = (Related(*context.own(by.entry), "this rule"),)
            yield LineDiagnostic("idle_window", *entry.span(part), fields, related=related)
            break


def _awaited(entry: SpecLine) -> Iterator[tuple[CallPattern, str, str]]:
    """Yield the calls that a rule's own clauses wait for, their labels, what follows without."""
    assert entry.rule is not None
    for clause in entry.rule.clauses[len(entry.blocks) :]:
        if isinstance(clause, Window):
            yield from _calls(clause.after, "after", NEVER)
            yield from _calls(clause.until, "until", ENDLESS)
        elif isinstance(clause, If) and not clause.negated:
            yield from _calls(clause.phrase, "if", NEVER)


def _calls(phrase: object, label: str, follows: str) -> Iterator[tuple[CallPattern, str, str]]:
    if isinstance(phrase, CallPattern):
        yield phrase, label, follows
