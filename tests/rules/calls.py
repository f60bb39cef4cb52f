"""What the tests of kinds share: a spec of one rule, judged."""

from __future__ import annotations

from toolspec.dsl.specs import parse
from toolspec.engine.spec import RuleResult
from toolspec.engine.trace import Call, Trace, called
from toolspec.engine.verdict import Evidence


def judge(spec: str, *calls: Call | str, values: bool = True) -> RuleResult:
    """Return what a spec of one rule says of calls; a text is a call of that tool."""
    made = [called(call, {}) if isinstance(call, str) else call for call in calls]
    (result,) = parse(spec).check(Trace(made), values=values).results
    return result


def evidence_of(rule: str, *calls: Call | str) -> tuple[str, tuple[Evidence, ...], str]:
    """Return the sentence, the calls it names, and the few words."""
    result = judge(rule, *calls)
    return result.summary, result.explanation.evidence, result.explanation.brief
