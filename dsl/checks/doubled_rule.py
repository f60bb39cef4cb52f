"""Find rules that are written twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolspec.dsl.checks import Context, fact
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import LineDiagnostic, Related
from toolspec.engine.rule import Origin
from toolspec.engine.rules.any import AnyOfRules

if TYPE_CHECKING:
    from toolspec.engine.parts.clause import Clause
    from toolspec.engine.rule import Rule

FREE = ("result", "min", "final")
"""Pieces of a rule that may come in any order."""


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield a problem for each rule that says the same as an earlier one for the same traces."""
    texts = context.each(_text)
    if len(set(texts)) == len(texts):
        return
    first_lines: dict[tuple[str, tuple[Rule, ...], tuple[Clause, ...], str | None], SpecLine] = {}
    for entry, words in zip(context.rules, texts, strict=True):
        rule = entry.rule
        clauses = rule.clauses if rule is not None else ()
        inside = _inside(rule) if rule is not None else ()
        own = first_lines.get((words, inside, clauses, entry.case))
        everywhere = first_lines.get((words, inside, clauses, None))
        above = [other for other in (own, everywhere) if other is not None]
        if not above:
            first_lines[words, inside, clauses, entry.case] = entry
            continue
        first = min(above, key=lambda other: other.at)
        fields = {"line": str(first.line.row)}
        yield LineDiagnostic(
            "doubled_rule", *context.own(entry), fields,
            related=(Related(*context.own(first), "first here"),),
        )  # fmt: skip


def _inside(rule: Rule) -> tuple[Rule, ...]:
    """Return the rules in the braces of a rule, wherever they are written."""
    if not isinstance(rule.kind, AnyOfRules):
        return ()
    return tuple(inner.replace(origin=Origin()) for inner in rule.kind.rules)


def _text(entry: SpecLine) -> str:
    return fact(entry, _words)


def _words(entry: SpecLine) -> str:
    """Return a rule's own words in one text, whose hash Python remembers.

    The words that may come in any order, such as those of `require`, are put in one.
    """
    line, rule = entry.line, entry.parts[0]
    spans = [clause.span for clause in entry.clauses]
    words = [word for word in line.words if word.kind != "comment"]
    if spans:
        words = [word for word in words if not any(a <= word.start < b for a, b in spans)]
    free = [part for part in rule.parts if part.label in FREE]
    if len(free) > 1:
        free.sort(key=lambda part: part.label)
        spans = [(0, min(part.span[0] for part in free)), *(part.span for part in free)]
        words = [word for start, end in spans for word in words if start <= word.start < end]
    return "\n".join("=" if word.text == "==" else word.text for word in words)
