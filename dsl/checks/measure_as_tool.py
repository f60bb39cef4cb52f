"""Find tools of `count` and `forbid` that are spelt like a measure: `count errors = 0`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolspec.dsl.checks import Context, fact
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.engine.match.call_pattern import is_tool_alone
from toolspec.engine.match.tool_pattern import Name
from toolspec.engine.measures import measures
from toolspec.engine.rules.count import Count
from toolspec.engine.rules.forbid import Forbid
from toolspec.engine.rules.limit import LimitRule
from toolspec.engine.syntax import Part

_OTHER_WORDS: Final = {
    "errors": "failures",
    "iterations": "steps",
    "repetitions": "repeats",
    "retries": "repeats",
    "tool_calls": "calls",
}
"""Words that people use for a measure, and the measure."""

_MEASURES: Final = _OTHER_WORDS | {
    measure.word: measure.word for measure in measures() if measure.unit == "count"
}
_NONE_AT_ALL: Final = ("calls", "failures", "loops", "repeats")
"""Measures of which a rule may forbid any."""


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield a problem for each such tool that is neither listed nor called in a known trace."""
    listed = () if context.listed is None else context.listed.names
    known = frozenset((*(context.tools or ()), *listed))
    for entry in context.rules:
        for name, problem in fact(entry, _measures_in):
            if name not in known:
                yield problem.moved(entry.line.start)


def _measures_in(entry: SpecLine) -> tuple[tuple[str, LineDiagnostic], ...]:
    if entry.rule is None or not isinstance(entry.rule.kind, Count | Forbid):
        return ()
    rule = entry.parts[0]
    entries = [*rule.all("count_entry")]
    problems: list[tuple[str, LineDiagnostic]] = []
    for count_entry in entries or [rule]:
        pattern = count_entry.get("pattern")
        if pattern is None or not isinstance(pattern.value, Name) or not is_tool_alone(count_entry):
            continue
        name = pattern.value.name
        measure = _MEASURES.get(name, "")
        limited = _limited(count_entry, measure)
        if limited and pattern.source.strip() == name:
            hint = f'write `{shown(limited)}`; a tool of this name is put in quotes: `"{name}"`'
            fields = {"word": name, "measure": measure, "hint": hint}
            fixes = _fixes(entry, rule, limited) if len(entries) < 2 else ()
            problems.append((name, LineDiagnostic("measure_as_tool", *pattern.span, fields, fixes)))
    return tuple(problems)


def _limited(part: Part, measure: str) -> str:
    """Return the rule that compares the measure, "" where there is none."""
    number = part.get("number")
    if not measure or (number is None and measure not in _NONE_AT_ALL):
        return ""
    compared = "= 0" if number is None else f"{part.value_of('comparison')} {number.source.strip()}"
    return f"{LimitRule.syntax.keyword}: {measure} {compared}"


def _fixes(entry: SpecLine, rule: Part, limited: str) -> tuple[Fix, ...]:
    """Return the edit that writes the rule so; it is offered where no clause would come along."""
    if entry.clauses:
        return ()
    return (Fix(f"Write {limited}", *rule.span, limited, guess=True),)
