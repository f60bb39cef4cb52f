"""Find values of arguments that nothing matches, because two sides of `&` exclude each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolspec.dsl.checks import Context, fact, moved
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import LineDiagnostic, shown
from toolspec.engine.match.arguments import Arguments
from toolspec.engine.match.value_logic import DEPTH_MAX, impossible
from toolspec.engine.match.values import NamedValue, ValuePattern
from toolspec.engine.match.values.value import Several
from toolspec.engine.syntax import Part


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield a problem for each pair of sides in the arguments of a rule."""
    for entry in context.rules:
        if "&" in entry.line.text:
            yield from moved(entry, fact(entry, _found))


def _found(entry: SpecLine) -> tuple[LineDiagnostic, ...]:
    return tuple(_in_parts((*entry.parts, *entry.clauses)))


def _in_parts(parts: Sequence[Part]) -> Iterator[LineDiagnostic]:
    for part in parts:
        if part.label == "arguments" and isinstance(part.value, Arguments):
            for argument in part.value.entries:
                yield from _in_value(argument.value, part)
        else:
            yield from _in_parts(part.parts)


def _in_value(pattern: ValuePattern, part: Part, depth: int = 0) -> Iterator[LineDiagnostic]:
    if isinstance(pattern, NamedValue) or depth > DEPTH_MAX:
        return  # it is written elsewhere, or more than a person writes
    sides = impossible(pattern)
    if sides is not None:
        one, other = str(sides[0]), str(sides[1])
        start, end = part.span
        at, to = part.source.find(one), part.source.find(other)
        if 0 <= at < to:
            start, end = start + at, start + to + len(other)
        fields = {"one": shown(one), "other": shown(other)}
        yield LineDiagnostic("unmatched_value", start, end, fields)
    elif isinstance(pattern, Several):
        for inner in pattern.inside:
            yield from _in_value(inner, part, depth + 1)
