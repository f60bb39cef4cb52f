"""Find demands of `each` that no call can meet, because of another rule or of the rule itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from toolspec.dsl.checks import Context, fact
from toolspec.dsl.checks.shared.call_logic import (
    call_implies,
    is_of_subject,
    qualifier_implies,
    qualifiers_apart,
    rule_out,
    tools_apart,
)
from toolspec.dsl.checks.shared.claims_of import (
    PAIRS_MAX,
    Banned,
    ByTool,
    Claimed,
    Index,
    meet,
    quoted_phrase,
    rule_row,
)
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import LineDiagnostic, Related, shown
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.qualifier import Qualifier
from toolspec.engine.relations.demand import Demand, OneOf


class Wanted(NamedTuple):
    """A demand on the calls of `subject`, and the place of its words in the source."""

    entry: SpecLine
    subject: CallPattern
    demand: OneOf
    start: int
    end: int


def found(index: Index) -> Iterator[LineDiagnostic]:
    """Yield a problem for each demand that is never met."""
    groups = [list(_asked(rule)) for rule in index.asking]
    if not groups:
        return
    by_subject = ByTool[Wanted]()
    for wanted in chain.from_iterable(groups):
        by_subject.add(wanted.subject.tool, wanted.entry, wanted)
    orders = ByTool[Sequence[CallPattern]]()
    for entry, claims in index.rules:
        if len(claims.not_in_order) == 2:
            orders.add(claims.not_in_order[0].tool, entry, claims.not_in_order)
    left = PAIRS_MAX
    for group in groups:
        own_faults = fact(group[0].entry, _own_faults)
        for demand, own in zip(group, own_faults, strict=True):
            why = None if own else _forbidden(demand, index.banned) or _out_of_order(demand, orders)
            if own:
                fields = {"reason": own, "hint": "remove it, or change what the rule asks"}
                yield LineDiagnostic("never_holds", demand.start, demand.end, fields)
            elif why:
                yield _problem(index.context, demand, *why)
            else:
                siblings = [other for other in group if other is not demand]
                others = [item for _, item in by_subject.of(demand.subject.tool, demand.entry)]
                left -= len(siblings) + len(others)
                if left < 0:
                    return
                yield from _against_others(index.context, demand, [*siblings, *others])


def _asked(rule: Claimed) -> Iterator[Wanted]:
    entry, subject = rule.entry, rule.claims.subject
    assert subject is not None
    parts = entry.parts[0].one("each_demands").all("each_any")
    for demand, part in zip(rule.claims.demands, parts, strict=True):
        start, end = entry.span(part)
        yield Wanted(entry, subject, demand, start, end)


def _problem(context: Context, wanted: Wanted, other: SpecLine, reason: str) -> LineDiagnostic:
    fields = {
        "call": shown(wanted.subject.source or str(wanted.subject)),
        "demand": shown(str(wanted.demand)),
        "reason": reason,
    }
    related = (Related(*context.own(other), "this rule"),)
    return LineDiagnostic("unmeetable_demand", wanted.start, wanted.end, fields, related=related)


def _against_others(
    context: Context, wanted: Wanted, others: Sequence[Wanted]
) -> Iterator[LineDiagnostic]:
    for other in others:
        why = _against(wanted, other)
        if why:
            yield _against_other(context, wanted, other, why)
            return


def _against_other(context: Context, wanted: Wanted, other: Wanted, why: str) -> LineDiagnostic:
    if wanted.entry is not other.entry:
        return _problem(context, wanted, other.entry, f"line {rule_row(other.entry)} demands {why}")
    fields = {
        "reason": f"the same rule demands {why}, and no call meets both",
        "hint": "remove one of the two",
    }
    related = (Related(other.start, other.end, "and this"),)
    return LineDiagnostic("never_holds", wanted.start, wanted.end, fields, related=related)


def _forbidden(wanted: Wanted, banned: Banned) -> tuple[SpecLine, str] | None:
    """Return the rule that forbids the other call of every alternative, and why."""
    if not banned:
        return None
    forbidding: tuple[SpecLine, str] | None = None
    for demand in wanted.demand.demands:
        pattern = demand.pattern
        by = None if demand.negated or pattern is None else banned.by(pattern, wanted.entry)
        if by is None:
            return None
        forbidding = forbidding or (by.entry, f"line {rule_row(by.entry)} {by.does}")
    return forbidding


def _out_of_order(
    wanted: Wanted, orders: ByTool[Sequence[CallPattern]]
) -> tuple[SpecLine, str] | None:
    """Return the rule that forbids the order of the two calls."""
    (demand, *others) = wanted.demand.demands
    pattern, relation = demand.pattern, demand.relation
    if not orders or others or demand.negated or pattern is None or relation is None:
        return None
    pair = (pattern, wanted.subject) if relation.way == "after" else (wanted.subject, pattern)
    for other, (first, second) in orders.of(pair[0].tool, wanted.entry):
        if call_implies(pair[0], first) and call_implies(pair[1], second):
            order = f"`{shown(f'{first} -> {second}')}`"
            return other, f"line {rule_row(other)} forbids {order}"
    return None


def _own_faults(entry: SpecLine) -> tuple[str, ...]:
    """Say for each demand why the calls of the subject cannot meet it; "" where they may."""
    assert entry.rule is not None
    claims = entry.rule.kind.claims(entry.rule.pass_score)
    assert claims.subject is not None
    return tuple([_own_fault(claims.subject, demand) for demand in claims.demands])


def _own_fault(subject: CallPattern, asked: OneOf) -> str:
    if all(rule_out(subject.qualifiers, demand) for demand in asked.demands):
        return f"no call of {quoted_phrase(subject)} can be so"
    (demand, *others) = asked.demands
    pattern, relation = demand.pattern, demand.relation
    if others or demand.negated or pattern is None or relation is None:
        return ""
    end = {"after": "first", "before": "last"}[relation.way]
    if is_of_subject(pattern, subject):  # then the rule asks the same of it
        side = "before" if relation.way == "after" else "after"
        return f"the {end} call of {quoted_phrase(subject)} has none {side} it"
    return ""


def _against(wanted: Wanted, other: Wanted) -> str:
    """Say what another demand on the same calls is that excludes this one; "" where none does."""
    (mine, *more), (theirs, *rest) = wanted.demand.demands, other.demand.demands
    if more or rest:
        return ""
    words = ""
    if mine.relation is None or theirs.relation is None:
        if _exclude(mine, theirs) and _same_calls(wanted, other) and _is_later(wanted, other):
            words = str(theirs)
    elif not mine.negated and theirs.negated:
        if _covers(mine, theirs) and _same_calls(wanted, other):
            words = str(theirs)
    elif _same_place(mine, theirs) and _same_calls(wanted, other) and _is_later(wanted, other):
        words = str(theirs)
    return f"`{shown(words)}`" if words else ""


def _same_calls(wanted: Wanted, other: Wanted) -> bool:
    """Tell whether every call that the one is about is one that the other is about."""
    if wanted.entry is other.entry:
        return True
    return meet(wanted.entry, other.entry) and is_of_subject(wanted.subject, other.subject)


def _is_later(wanted: Wanted, other: Wanted) -> bool:
    """Tell whether a pair is to be reported here: at the later of the two, once."""
    if wanted.start > other.start:
        return True
    return not is_of_subject(other.subject, wanted.subject) and wanted.entry is not other.entry


def _exclude(mine: Demand, theirs: Demand) -> bool:
    one, other = mine.asked, theirs.asked
    if not isinstance(one, Qualifier) or not isinstance(other, Qualifier):
        return False
    if one.names or other.names or (mine.negated and theirs.negated):
        return False
    if mine.negated:
        return qualifier_implies(other, one)
    return qualifier_implies(one, other) if theirs.negated else qualifiers_apart(one, other)


def _covers(mine: Demand, theirs: Demand) -> bool:
    """Tell whether what the one asks for is among what the other, under `not`, excludes."""
    one, other = mine.relation, theirs.relation
    if one is None or other is None or mine.pattern is None or theirs.pattern is None:
        return False
    plain = not (other.right or other.seeing or other.own or other.near)
    return plain and one.way == other.way and call_implies(mine.pattern, theirs.pattern)


def _same_place(mine: Demand, theirs: Demand) -> bool:
    """Tell whether both ask for the very next call in one direction, and for different tools."""
    one, other = mine.relation, theirs.relation
    if one is None or other is None or mine.pattern is None or theirs.pattern is None:
        return False
    if mine.negated or theirs.negated or not (one.right and other.right):
        return False
    return one.way == other.way and tools_apart(mine.pattern.tool, theirs.pattern.tool)
