"""Find rules that contradict each other: pairs that no trace can pass both, and what follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolspec.dsl.checks import Context
from toolspec.dsl.checks.conflicts import (
    answers,
    calls,
    counts,
    cycles,
    demands,
    limits,
    orders,
    together,
    windows,
)
from toolspec.dsl.checks.shared.claims_of import Index, is_used, rule_row
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import LineDiagnostic, Related


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield a problem at the later rule of each pair, one for each rule at most."""
    index = Index(context)
    reported: set[int] = set()
    for way in (counts, calls, orders, cycles, limits, answers):
        for first, other, reason in way.pairs(index):
            earlier, later = sorted((first, other), key=_place)
            if later.line.row in reported or _of_one_file((first, other)):
                continue
            reported.add(later.line.row)
            fields = {"line": rule_row(earlier), "reason": reason()}
            yield LineDiagnostic(
                "conflicting_rules", *context.own(later), fields,
                related=(_related(context, earlier),),
            )  # fmt: skip
    yield from _together(index, reported)
    yield from demands.found(index)
    yield from windows.found(index)


def _together(index: Index, reported: set[int]) -> Iterator[LineDiagnostic]:
    """Yield a problem at the last rule of each group, if no pair was reported there."""
    for rules, reason in together.groups(index):
        *others, last = sorted(rules, key=_place)
        if last.line.row in reported or _of_one_file(rules):
            continue
        reported.add(last.line.row)
        rows = [rule_row(entry) for entry in others]
        fields = {"lines": f"{', '.join(rows[:-1])} and {rows[-1]}", "reason": reason}
        related = tuple([_related(index.context, entry) for entry in others])
        yield LineDiagnostic(
            "conflicting_together", *index.context.own(last), fields, related=related
        )


def _place(entry: SpecLine) -> tuple[bool, int]:
    """Return what sorts rules: those of used files first, for the others can be changed here."""
    return not is_used(entry), entry.line.row


def _of_one_file(rules: Sequence[SpecLine]) -> bool:
    """Tell whether all come from one used file: that file has the warning itself."""
    files = {entry.rule.file for entry in rules if entry.rule is not None}
    return len(files) == 1 and None not in files


def _related(context: Context, entry: SpecLine) -> Related:
    return Related(*context.own(entry), "used here" if is_used(entry) else "this rule")
