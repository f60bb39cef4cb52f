"""Propose `only`, `limit` and `each` rules that every given trace keeps.

Each rule is judged on the traces before it is proposed. A rule that cannot be decided, because
calls may be missing from a trace, is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolspec.dsl.proposals import Made, limits, only, relations
from toolspec.dsl.specs import SpecError, parse
from toolspec.engine.trace import Trace, Unrecorded


def supported_tools(traces: Sequence[Trace]) -> list[str]:
    """Return the entries of an `only` rule; none where it does not hold.

    >>> from toolspec.engine.trace import called
    >>> supported_tools([Trace([called("a"), called("b")])])
    ['a', 'b']
    """
    entries = only.tools([made(trace) for trace in traces])
    return entries if entries and holds(f"only: {', '.join(entries)}", traces) else []


def budgets(traces: Sequence[Trace]) -> list[str]:
    """Return the entries of a `limit` rule that hold."""
    entries = limits.calls([len(trace) for trace in traces])
    entries += limits.duration([_took(trace) for trace in traces])
    entries += limits.tokens_entry([trace.tokens for trace in traces])
    return [entry for entry in entries if holds(f"limit: {entry}", traces)]


def earlier_calls(traces: Sequence[Trace]) -> list[str]:
    """Return `each` rules that hold: what came before a call, for the same value."""
    proposals = relations.relations([made(trace) for trace in traces])
    return [rule for proposal in proposals if (rule := _strictest(proposal, traces))]


def made(trace: Trace) -> list[Made]:
    """Return the calls of a trace in the form that proposals read."""
    calls = zip(trace.names, trace.arguments, strict=True)
    return [Made(tool, None if isinstance(given, Unrecorded) else given) for tool, given in calls]


def holds(rule: str, traces: Sequence[Trace]) -> bool:
    """Tell whether a rule passes on at least one trace, and is skipped on all others."""
    try:
        spec = parse(rule)
    except SpecError:
        return False
    statuses = {result.status for trace in traces for result in spec.check(trace).results}
    return "pass" in statuses and statuses <= {"pass", "skip"}


def _took(trace: Trace) -> int | None:
    if trace.start_ns is None or trace.end_ns is None:
        return None
    return trace.end_ns - trace.start_ns


def _strictest(relation: relations.SameValue, traces: Sequence[Trace]) -> str:
    """Return the rule in its stricter form, or else in the other; "" where neither holds."""
    rules = [relation.written(way) for way in ("after seeing", "after")]
    return next((rule for rule in rules if holds(rule, traces)), "")
