"""Find `count` entries that never hold, or always do, whatever the trace."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.checks import Context, fact, moved
from toolspec.dsl.checks.bounds import Bounds, must_all_hold
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import LineDiagnostic, Related, shown
from toolspec.engine.syntax import Part


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield a problem for each such entry, and for those of one rule that contradict another."""
    for entry, found in zip(context.rules, context.each(_found), strict=True):
        if found:
            yield from moved(entry, found)


def _found(entry: SpecLine) -> tuple[LineDiagnostic, ...]:
    return fact(entry, _idle) if entry.line.first == "count" else ()


def _idle(entry: SpecLine) -> tuple[LineDiagnostic, ...]:
    together = _together(entry) if must_all_hold(entry) else ()
    return (*_alone(entry), *together)


def _alone(entry: SpecLine) -> Iterator[LineDiagnostic]:
    for part in entry.parts[0].all("count_entry"):
        bounds = Bounds.of(part)
        if bounds is None:
            continue
        if bounds.high is not None and bounds.high < 0:
            fields = {
                "reason": "no tool is called fewer than 0 times",
                "hint": "write `= 0` for a tool that must not be called",
            }
            yield LineDiagnostic("never_holds", *part.span, fields)
        elif bounds.low <= 0 and bounds.high is None:
            fields = {
                "reason": "a tool that is never called counts 0, and that is enough",
                "hint": "write `>= 1` for a tool that must be called",
            }
            yield LineDiagnostic("always_holds", *part.span, fields)


def _together(entry: SpecLine) -> Iterator[LineDiagnostic]:
    # For each pattern, the most and the least that an entry so far allows, and that entry.
    ceilings: dict[str, tuple[int, Part]] = {}
    floors: dict[str, tuple[int, Part]] = {}
    for part in entry.parts[0].all("count_entry"):
        bounds, name = Bounds.of(part), str(part.value_of("pattern"))
        if bounds is None or (bounds.high is not None and bounds.high < 0):
            continue
        low, high = bounds
        ceiling, floor = ceilings.get(name), floors.get(name)
        other = None
        if ceiling is not None and low > ceiling[0]:
            other = ceiling[1]
        elif floor is not None and high is not None and high < floor[0]:
            other = floor[1]
        if other is not None:
            fields = {
                "reason": f"`{shown(other.source)}` in the same rule contradicts it",
                "hint": "remove one of the two",
            }
            yield LineDiagnostic(
                "never_holds", *part.span, fields,
                related=(Related(*other.span, "and this"),),
            )  # fmt: skip
            continue
        if high is not None and (ceiling is None or high < ceiling[0]):
            ceilings[name] = high, part
        if floor is None or low > floor[0]:
            floors[name] = low, part
