"""The engine's parts agree with a plain model that tries whatever is not recorded."""

from __future__ import annotations

import pytest
from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

import toolspec
from tests.parts import model
from tests.parts.model import Clause, Phrase, Rule
from toolspec.engine.trace import UNRECORDED, Call, Trace, called

TOOLS = st.sampled_from(["a", "b", "c"])
PHRASES = st.builds(Phrase, TOOLS, st.sampled_from([None, None, 1, 2]))
RULES: st.SearchStrategy[Rule] = st.one_of(
    st.builds(model.forbid, PHRASES),
    st.builds(model.require, PHRASES),
    st.builds(model.count, TOOLS, st.sampled_from(["=", "<=", ">="]), st.integers(0, 2)),
    st.builds(model.strict, TOOLS, TOOLS),
)
DIVIDING: st.SearchStrategy[Clause] = st.one_of(
    st.builds(model.after, PHRASES),
    st.builds(model.until, PHRASES),
    st.builds(model.after_until, PHRASES, PHRASES),
    st.builds(model.per, st.sampled_from(["step", "k"])),
)
OTHERS: st.SearchStrategy[Clause] = st.one_of(
    st.builds(model.among, PHRASES, st.booleans()),
    st.builds(model.condition, PHRASES, st.booleans()),
    st.builds(model.steps, st.sampled_from(["at", "after"]), st.integers(0, 2)),
    st.builds(model.steps, st.just("before"), st.integers(1, 2)),
)
CHAINS = st.lists(st.one_of(DIVIDING, OTHERS), max_size=3)
RECORDED = st.sampled_from([{}, {"k": 1}, {"k": 2}])


def a_call(name: str, arguments: dict[str, int], step: int) -> Call:
    return called(name, arguments, step=step)


CALLS = st.builds(a_call, TOOLS, RECORDED, st.integers(0, 2))


def spec(rule: Rule, chain: list[Clause]) -> str:
    """Write the clauses as blocks, one in the other."""
    heads = "".join(f"{clause.written} {{\n" for clause in chain)
    tails = "}\n" * len(chain)
    return f"{heads}{rule.written}\n{tails}"


def engine(rule: Rule, chain: list[Clause], calls: list[Call]) -> tuple[str, float | None]:
    (result,) = toolspec.parse(spec(rule, chain)).check(Trace(calls)).results
    assert result.summary
    return result.status, result.score


@settings(max_examples=600, deadline=None)
@forall(RULES, CHAINS, st.lists(CALLS, max_size=7))
def test_parts_are_judged_as_the_plain_model_does(
    rule: Rule, chain: list[Clause], calls: list[Call]
) -> None:
    status, score = model.judged(rule, chain, calls)
    found = engine(rule, chain, calls)
    assert found == (status, pytest.approx(score))


@settings(max_examples=400, deadline=None)
@forall(RULES, CHAINS, st.lists(CALLS, max_size=5), st.data())
def test_what_is_said_of_one_call_not_recorded_holds_of_every_content_it_may_have(
    rule: Rule, chain: list[Clause], calls: list[Call], data: st.DataObject
) -> None:
    if calls:
        at = data.draw(st.integers(0, len(calls) - 1))
        missing = data.draw(st.sampled_from(["arguments", "step"]))
        hidden = {"arguments": UNRECORDED} if missing == "arguments" else {"step": None}
        calls[at] = calls[at]._replace(**hidden)  # type: ignore[arg-type]
    sound(rule, chain, calls, exact=len(chain) < 2 and not rule.written.count("<"))


@settings(max_examples=300, deadline=None)
@forall(RULES, CHAINS, st.lists(CALLS, max_size=4), st.data())
def test_no_pass_and_no_failure_rests_on_what_several_calls_do_not_record(
    rule: Rule, chain: list[Clause], calls: list[Call], data: st.DataObject
) -> None:
    for at in range(min(3, len(calls))):
        hidden = data.draw(st.sampled_from([{}, {"arguments": UNRECORDED}, {"step": None}]))
        calls[at] = calls[at]._replace(**hidden)
    sound(rule, chain, calls, exact=False)


def sound(rule: Rule, chain: list[Clause], calls: list[Call], *, exact: bool) -> None:
    """Hold what the engine says against every trace that this one may have been."""
    status, score = model.ending(rule, chain, calls)
    found, scored = engine(rule, chain, calls)
    if found == "unknown" and not exact:
        return
    assert found == status
    assert scored == pytest.approx(score) or (scored or 0) < (score or 0)
