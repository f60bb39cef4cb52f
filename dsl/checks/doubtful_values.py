"""Find values that mean something else than they seem to: doubled, or closer than meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolspec.dsl.checks import Context, fact, moved
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.parsing.lower import DOUBTS
from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.engine.match.arguments import ResultPattern
from toolspec.engine.match.values import Either, Exactly, ObjectOf, ValuePattern
from toolspec.engine.rules.forbid import Forbid
from toolspec.engine.rules.forbidden_sequence import ForbiddenSequence
from toolspec.engine.syntax import Part

CONDITIONS = frozenset(
    {"after", "before", "until", "if_call", "if_not", "among", "ignoring", "each_demand"}
)
"""Labels of the pieces in which a result tells which calls are meant, and not what is wanted."""


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield what is doubtful in the values of each line."""
    for entry in context.entries:
        if entry.parts and (entry.rule is not None or entry.line.first == "value"):
            problems = fact(entry, _found) if entry.rule is not None else _found(entry)
            if problems:
                yield from moved(entry, problems)


def _found(entry: SpecLine) -> tuple[LineDiagnostic, ...]:
    forbids = entry.rule is not None and isinstance(entry.rule.kind, Forbid | ForbiddenSequence)
    clauses = tuple(_doubts(entry.clauses, False))
    return (*_doubts(entry.parts, forbids), *clauses)


def _doubts(parts: Sequence[Part], condition: bool) -> Iterator[LineDiagnostic]:
    for part in parts:
        inside = condition or part.label in CONDITIONS
        if inside and part.label == "result" and _is_closed(part.value):
            yield _closed(part)
        yield from part.facts.get(DOUBTS, ())
        yield from _doubts(part.parts, inside)


def _is_closed(pattern: ResultPattern | ValuePattern) -> bool:
    """Tell whether a value is an object without other keys, or one of several is."""
    if isinstance(pattern, ResultPattern):
        return _is_closed(pattern.value)
    if isinstance(pattern, Either):
        return any(_is_closed(side) for side in pattern.sides)
    if isinstance(pattern, Exactly):
        return isinstance(pattern.value, dict) and bool(pattern.value)
    return isinstance(pattern, ObjectOf) and not pattern.free and bool(pattern.entries)


def _closed(part: Part) -> LineDiagnostic:
    start = part.span[1] - len(part.source) + part.source.index("{")
    written = part.source[part.source.index("{") :]
    if not isinstance(part.value.value, Either) and written.endswith("}"):
        inner = written[:-1].rstrip().removesuffix(",")
        fix = Fix("Leave other keys free", start + len(inner), part.span[1], ", ...}", guess=True)
        fields = {"open": shown(inner + ", ...}")}
        return LineDiagnostic("closed_result", start, part.span[1], fields, (fix,))
    return LineDiagnostic("closed_result", start, part.span[1], {"open": "{key: V, ...}"})
