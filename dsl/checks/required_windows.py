"""Find calls required in windows that ask for less, or for more, than they seem to."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.checks import Context, fact, moved
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import LineDiagnostic, shown
from toolspec.engine.rules.require import Require
from toolspec.engine.syntax import Part


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield a problem for each such rule."""
    for entry, problems in zip(context.rules, context.each(_found), strict=True):
        yield from moved(entry, problems)


def _found(entry: SpecLine) -> tuple[LineDiagnostic, ...]:
    asked = entry.rule is not None and isinstance(entry.rule.kind, Require)
    return fact(entry, _windows) if asked else ()


def _windows(entry: SpecLine) -> tuple[LineDiagnostic, ...]:
    window = {part.label: part for part in entry.clauses if part.label in ("after", "until")}
    conditions = [part for part in entry.clauses if part.label.startswith("if_")]
    after, until = window.get("after"), window.get("until")
    rule = entry.parts[0]
    call = shown(_written(rule, entry))
    if until is not None and after is None and not conditions:
        fields = {"call": call, "until": shown(_phrase(until))}
        return (LineDiagnostic("required_until", rule.parts[0].span[0], until.span[1], fields),)
    if after is None or until is not None or _is_placed(after):
        return ()
    fields = {"call": call, "after": shown(_phrase(after))}
    return (LineDiagnostic("required_after", rule.parts[0].span[0], after.span[1], fields),)


def _written(rule: Part, entry: SpecLine) -> str:
    """Return the call that is required, as written."""
    end = max(part.span[1] for part in rule.parts if part.label in ("pattern", "arguments", "call"))
    return entry.line.text[rule.parts[0].span[0] : end]


def _phrase(clause: Part) -> str:
    return clause.source.split(None, 1)[1]


def _is_placed(after: Part) -> bool:
    """Tell whether the phrase is about one call: `after last charge`, or about a message."""
    first = _phrase(after).split(None, 1)
    return len(first) > 1 and first[0] in ("first", "last", "user", "agent")
