"""What is said of calls that fall short: which came nearest, how many more there are, and why."""

from __future__ import annotations

import json
from typing import Any

import pytest
from calls import judge
from hypothesis import given
from hypothesis import strategies as st

from toolspec.engine import effort
from toolspec.engine.pattern import Glob
from toolspec.engine.rules import each
from toolspec.engine.rules.args import Args, WithArguments
from toolspec.engine.rules.count import Count, Times
from toolspec.engine.rules.order import Order, Step
from toolspec.engine.rules.sequence import Sequence
from toolspec.engine.rules.walk import Stop
from toolspec.engine.trace import Call, Trace, called
from toolspec.engine.verdict import Evidence

ONE, TWO, NONE = called("a", {"x": 1, "y": 9}), called("a", {"x": 1, "y": 2}), called("a", {})
"""Calls that have as many of the arguments `WANTED`."""

WANTED = "<x: 1, y: 2, z: 3>"


@pytest.mark.parametrize("rule", ["require a {}", "sequence: a {}", "args a subset {}"])
@pytest.mark.parametrize("at", range(3))
def test_the_call_with_most_of_the_arguments_comes_nearest_wherever_it_stands(
    rule: str, at: int
) -> None:
    calls = [NONE, ONE]
    calls.insert(at, TWO)
    result = judge(rule.format(WANTED), *calls)
    assert result.explanation.evidence[0] == Evidence(at, "nearest", "it has no `z`")
    assert result.summary.endswith("it has no `z`")


@pytest.mark.parametrize("rule", ["require a {}", "sequence: a {}", "args a subset {}"])
def test_of_calls_equally_near_the_first_is_named(rule: str) -> None:
    first, second = called("a", {"x": 1, "y": 5}), called("a", {"x": 7, "y": 2})
    wanted = rule.format("<x: 1, y: 2>")
    for calls in ((first, second), (second, first)):
        (near, *_) = judge(wanted, *calls).explanation.evidence
        assert (near.call, near.role) == (0, "nearest")


def test_of_calls_with_as_many_arguments_right_the_one_with_fewest_others_comes_nearest() -> None:
    more, fewer = called("a", {"x": 1, "p": 1, "q": 1}), called("a", {"x": 1, "p": 1})
    for calls, at in (((more, fewer), 1), ((fewer, more), 0)):
        (near,) = judge("args a <x: 1>", *calls).explanation.evidence
        assert near == Evidence(at, "nearest", "it also has `p`")


def test_a_call_whose_content_is_recorded_comes_nearer_than_one_whose_is_not() -> None:
    unrecorded, wrong = called("a"), called("a", {"x": 2})
    (first, *_) = judge("sequence: a <x: 1> -> b", wrong, "b").explanation.evidence
    assert first == Evidence(0, "nearest", "`x` is 2, not 1")
    result = judge("args: a <x: 1>, a <x: 3>", unrecorded, wrong)
    assert [item.role for item in result.explanation.evidence] == ["open", "nearest"]
    lost = called("b", {}, completed=False)
    result = judge("output: b = 1, b = 3", lost, called("b", {}, 7))
    assert result.explanation.evidence == (
        Evidence(0, "open", "result not recorded"),
        Evidence(1, "nearest", "it returned 7, not 3"),
    )


def test_a_call_that_fits_but_for_its_step_comes_before_one_with_wrong_arguments() -> None:
    late, wrong = called("a", {"x": 1}, step=5), called("a", {"x": 2}, step=0)
    near = judge("require a <x: 1> before step 3", wrong, late).explanation.evidence
    assert near == (
        Evidence(1, "nearest", "it is in step 5, not before step 3"),
        Evidence(0, "nearest", "`x` is 2, not 1"),
    )
    near = judge("require a <x: 1> at step 3", late, wrong).explanation.evidence
    assert near == (
        Evidence(0, "nearest", "it is in step 5, not at step 3"),
        Evidence(1, "nearest", "it is in step 0, not at step 3; `x` is 2, not 1"),
    )


def test_everything_a_call_lacks_is_named() -> None:
    lost = called("a", {"x": 2}, completed=False, step=4)
    result = judge("require a <x: 1> result /ok/ at step 3", lost)
    assert result.summary == (
        "no call matches; nearest: call 1, a <x: 2>: it never completed; "
        "it is in step 4, not at step 3; `x` is 2, not 1"
    )
    wrong = called("a", {"x": 1}, "failed")
    result = judge("require a <x: 1> result /ok/", wrong)
    assert result.explanation.evidence == (
        Evidence(0, "nearest", 'its result "failed" does not have /ok/'),
    )


def test_five_calls_that_come_nearest_are_listed_the_nearest_first() -> None:
    calls = [called("a", {"x": number, "y": 2 * (number % 2)}) for number in range(8)]
    result = judge("require a <x: 9, y: 2>", *calls)
    assert [item.call for item in result.explanation.evidence] == [1, 3, 5, 7, 0]
    assert result.justification["nearest_calls"][0] == "call 2, a <x: 1, y: 2>: `x` is 1, not 9"
    assert len(result.justification["nearest_calls"]) == 5


@pytest.mark.parametrize(
    ("rule", "calls", "summary"),
    [
        ("forbid a", "aba", "call 1, a is forbidden, and 1 more"),
        ("forbid a", "aaaa", "call 1, a is forbidden, and 3 more"),
        ("require a", "a", "call 1, a matches"),
        ("require a", "aa", "call 1, a and 1 more match"),
        ("require a", "baaa", "call 2, a and 2 more match"),
        (
            "count: a = 1, b = 1, c = 1, d = 1",
            "",
            "a was never called, not 1; b was never called, not 1; c was never called, not 1, "
            "and 1 more entry does not hold",
        ),
        (
            "count: a = 1, b = 1, c = 1, d = 1, e = 2",
            "e",
            "a was never called, not 1; b was never called, not 1; c was never called, not 1, "
            "and 2 more entries do not hold",
        ),
        ("count: a = 1, b = 1", "aabb", "a was called 2 times, not 1; b was called 2 times, not 1"),
        (
            "args: a <>, b <>, c <>",
            "",
            "0 of 3 entries found a call; a was never called; b was never called; "
            "c was never called",
        ),
        (
            "args: a <>, b <>, c <>, d <>, e <>",
            "b",
            "1 of 5 entries found a call; a was never called; c was never called; "
            "d was never called; and 1 more",
        ),
        ("order: a -> b -> c -> d -> e -> f", "f", "1 of 6 expected calls came in order; "
         "a, b, c, d, e did not"),
        ("order: a -> b -> c -> d -> e -> f", "", "0 of 6 expected calls came in order; "
         "a, b, c, d, e, ... did not"),
        ("order strict: a -> b", "ab", "the calls are exactly the 2 expected"),
    ],
)  # fmt: skip
def test_as_many_are_said_to_be_left_as_are_left(rule: str, calls: str, summary: str) -> None:
    assert judge(rule, *calls).summary == summary


@pytest.mark.parametrize("rule", ["require a <x: 1>", "forbid a <x: 1>"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_as_many_calls_are_said_not_to_be_recorded_as_there_are(rule: str, number: int) -> None:
    result = judge(rule, *[called("a")] * number)
    more = f", nor of {number - 1} more" if number > 1 else ""
    assert result.summary == f"the arguments of call 1, a are not recorded{more}"
    assert result.explanation.evidence == tuple(
        Evidence(at, "open", "arguments not recorded") for at in range(number)
    )


@pytest.mark.parametrize("number", [50, 51, 60])
def test_calls_past_the_fiftieth_are_counted_and_not_listed(number: int) -> None:
    left_out = {"calls_not_listed": number - 50} if number > 50 else {}
    blank, plain = [called("a")] * number, [called("a", {})] * number
    for rule, calls, field in (
        ("forbid a", plain, "offending_calls"),
        ("require a", plain, "matching_calls"),
        ("sequence: " + " -> ".join("a" * number), plain, "calls_taken"),
        ("forbid a <x: 1>", blank, None),
        ("require a <x: 1>", blank, None),
        ("forbid a <must x: 1>", plain, None),
    ):
        told = judge(rule, *calls).justification
        assert {key: told[key] for key in told if key == "calls_not_listed"} == left_out, rule
        if field is not None:
            assert len(told[field]) == 50
        assert len(told["calls"]) == (3 if field in ("matching_calls", "calls_taken") else 50)


# Sequences


def evidence_of(rule: str, *calls: Call | str) -> tuple[str, tuple[Evidence, ...], str]:
    result = judge(rule, *calls)
    return result.summary, result.explanation.evidence, result.explanation.brief


def test_a_sequence_says_which_entry_found_no_call_and_what_came_nearest() -> None:
    assert evidence_of("sequence: a -> b", "c") == (
        "no call matches entry 1, a",
        (),
        "entry 1 found none",
    )
    assert evidence_of("sequence: a -> b", "a", "c") == (
        "no call matches entry 2, b, after call 1",
        (Evidence(0, "match"),),
        "entry 2 found none",
    )
    assert evidence_of("sequence: a <x: 1>", called("a", {"x": 2})) == (
        "no call matches entry 1, a <x: 1>; nearest: call 1, a <x: 2>: `x` is 2, not 1",
        (Evidence(0, "nearest", "`x` is 2, not 1"),),
        "entry 1 found none",
    )
    assert evidence_of('sequence: a -> "a" <x: 1>', "a", called("a", {"x": 2})) == (
        'no call matches entry 2, "a" <x: 1>, after call 1; '
        "nearest: call 2, a <x: 2>: `x` is 2, not 1",
        (Evidence(1, "nearest", "`x` is 2, not 1"), Evidence(0, "match")),
        "entry 2 found none",
    )
    assert evidence_of("sequence: a -> b -> a", "a", "b") == (
        "no call matches entry 3, a, after call 2; call 1: it came before call 2",
        (
            Evidence(0, "nearest", "it came before call 2"),
            Evidence(0, "match"),
            Evidence(1, "match"),
        ),
        "entry 3 found none",
    )


def test_a_sequence_whose_unrecorded_arguments_can_save_nothing_says_so() -> None:
    blank, wrong = called("a"), called("b", {"k": 2})
    assert evidence_of("sequence: c -> a <k: 1> -> b <k: 1>", "c", blank, wrong) == (
        "at most 2 of 3 entries find a call, whatever is not recorded",
        (Evidence(0, "match"),),
        "at most 2 of 3 found",
    )
    assert evidence_of("sequence: c -> a <must j: ...> -> b <must j: 1>", "c", blank, wrong) == (
        "call 3, b <k: 2> lacks an argument that must be there",
        (Evidence(2, "fault", "an argument that must be there"), Evidence(0, "match")),
        "an argument is missing",
    )
    result = judge("sequence: c -> a <must j: ...> -> b <must j: 1>", "c", blank, wrong)
    assert result.justification["calls_taken"] == ["call 1, c"]
    assert result.justification["first_entry_without_call"] == "a <must j: ...>"
    assert evidence_of("sequence: a <must j: 1> -> b <must j: 1> -> c", blank, wrong) == (
        "at most 0 of 3 entries find a call, whatever is not recorded",
        (),
        "at most 0 of 3 found",
    )


@pytest.mark.parametrize(
    ("rule", "calls", "status"),
    [
        # Calls between of which no entry that waits means the tool.
        ("sequence: a <k: 1> -> b", (called("a"), called("c"), called("b")), "unknown"),
        # One call that two entries wait for: which takes it is open.
        ("sequence: a <k: 1> -> a <l: 1>", (called("a"), called("a", {"k": 1, "l": 1})), "unknown"),
        ("sequence: a <k: 1> -> a <l: 1>", (called("a"), called("a", {"k": 2, "l": 2})), "fail"),
        ("sequence: a <k: 1> -> b", (called("a"), called("a", {"k": 1}), called("b")), "pass"),
        ("sequence: a <must k: 1> -> b", (called("a"), called("b")), "unknown"),
    ],
)
def test_what_is_not_recorded_leaves_open_how_far_the_calls_lead(
    rule: str, calls: tuple[Call, ...], status: str
) -> None:
    assert judge(rule, *calls).status == status


def test_a_sequence_that_leaves_too_much_open_is_not_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = ("a", called("b"), "b", "b")
    for most, status in ((6, "unknown"), (5, "error")):
        monkeypatch.setattr(effort, "CELLS_MAX", most)
        result = judge("sequence: a -> b <k: 1>", *calls)
        assert result.status == status
    told = result.justification
    assert (told["comparisons"], told["comparisons_max"]) == (6, 5)


# Other kinds


def test_a_rule_made_without_text_writes_its_patterns_out() -> None:
    tool = Glob("a*")
    trace = Trace([called("b")])
    for kind, summary in (
        (Count((Times(tool, "=", 1),)), "a* was never called, not 1"),
        (Order((Step(tool),)), "the expected call did not come: a*"),
        (Sequence((Stop(tool),)), "no call matches entry 1, a*"),
        (Args((WithArguments(tool, ""),)), "the entry found no call; a* was never called"),
    ):
        assert kind.judge(trace).explanation().summary == summary


def test_counts_that_are_right_are_summed_up() -> None:
    assert evidence_of("count: a = 1, b = 1", "a", "b") == ("all 2 counts are right", (), "")
    assert evidence_of("count: a >= 1, b < 1, c = 0", "a") == ("all 3 counts are right", (), "")


def test_in_brief_a_count_names_the_first_entry_and_how_many_more_are_wrong() -> None:
    assert judge("count: a = 1, b = 1").explanation.brief == "a never called, +1"
    for length, brief in ((27, ", +1"), (28, "")):
        name = "x" * (length - len(" never called"))
        words = judge(f"count: {name} = 1, b = 1").explanation.brief
        assert words == f"{name} never called{brief}"


def test_of_wrong_counts_the_last_calls_of_five_are_listed() -> None:
    entries = ", ".join(f"{name} = 0" for name in "abcdef")
    result = judge(f"count: {entries}", *"abcdefa")
    assert [(item.call, item.role) for item in result.explanation.evidence] == [
        (6, "offender"),
        (1, "offender"),
        (2, "offender"),
        (3, "offender"),
        (4, "offender"),
    ]
    name = "x" * 250
    result = judge(f"count {name} = 0", name, "a", name)
    assert result.explanation.evidence == (
        Evidence(2, "offender", f"{name} was called 2 times, not 0"),
    )


def test_a_strict_order_that_is_kept_names_its_calls() -> None:
    assert evidence_of("order strict: a -> b", "a", "b") == (
        "the calls are exactly the 2 expected",
        (Evidence(0, "match"), Evidence(1, "match")),
        "",
    )


def test_calls_are_told_apart_by_their_results() -> None:
    yes, no, lost = called("a", {}, "x"), called("a", {}, "y"), called("a", {}, completed=False)
    rule = "forbid a result /x/"
    assert evidence_of(rule, yes, no, yes)[1] == (Evidence(0, "offender"), Evidence(2, "offender"))
    assert evidence_of(rule, lost, yes)[1] == (Evidence(1, "offender"),)
    assert judge(rule, no, no).summary == "no call matches a; 2 calls of it do not match"
    assert evidence_of("require a result /.*/", called("a"), yes)[:2] == (
        "call 1, a and 1 more match",
        (Evidence(0, "match"), Evidence(1, "match")),
    )


@pytest.mark.parametrize("rule", ["require a {}", "forbid a {}", "sequence: a {}"])
@pytest.mark.parametrize(
    ("wanted", "given_", "lacks", "few"),
    [
        ("<must k: 1>", {}, "the argument `k`", 'no argument "k"'),
        ("<must k: 1, must l: ...>", {"m": 1}, "the argument `k` and the argument `l`",
         'no argument "k"'),
        ("<must k: 1, must l: ...>", {"k": 2}, "the argument `l`", 'no argument "l"'),
        ("<must k: /x/>", {"k": 1}, "the argument `k` as text", 'argument "k" is not text'),
        (f"<must {'k' * 40}: 1>", {}, f"the argument `{'k' * 40}`", "an argument is missing"),
        (f"<must {'k' * 40}: /x/>", {"k" * 40: 1}, f"the argument `{'k' * 40}` as text",
         "an argument is not text"),
    ],
)  # fmt: skip
def test_a_call_without_what_must_be_there_is_said_to_lack_it(
    rule: str, wanted: str, given_: dict[str, Any], lacks: str, few: str
) -> None:
    result = judge(rule.format(wanted), called("a", given_))
    assert (result.status, result.explanation.brief) == ("error", few)
    assert result.summary.endswith(f" must have {lacks}, and does not")
    assert result.explanation.evidence == (Evidence(0, "fault", lacks),)


def test_without_arguments_recorded_a_call_may_still_be_known_to_be_at_fault() -> None:
    assert evidence_of("forbid a <must k: ...>", called("a")) == (
        "call 1, a is forbidden",
        (Evidence(0, "offender"),),
        "call 1 is forbidden",
    )


def test_a_call_that_could_be_innocent_is_not_called_forbidden() -> None:
    innocent, guilty = called("a", result="y"), called("a", result="x")
    assert evidence_of("forbid a <must k: ...> result /x/", innocent, guilty) == (
        "call 2, a is forbidden",
        (Evidence(1, "offender"),),
        "call 2 is forbidden",
    )


def test_of_calls_that_are_not_forbidden_those_of_the_tool_are_counted() -> None:
    assert judge("forbid a", "b").summary == "no call matches a"
    one = called("a", {"x": 2})
    assert judge("forbid a <x: 1>", one, "b").summary == (
        "no call matches a; 1 call of it does not match"
    )


@pytest.mark.parametrize(
    ("rule", "call", "missing", "verb"),
    [
        ("require a <k: 1> result /x/", called("a"), "arguments and result", "are"),
        ("require a result /x/ at step 1", called("a", step=None), "result and step", "is"),
        ("require a <k: 1> at step 1", called("a", step=None), "arguments and step", "are"),
        ("require a", called("a", {}, completed=None), "completion", "is"),
        (
            "require a at step 0",
            called("a", {}, completed=None, step=None),
            "step and completion",
            "is",
        ),
    ],
)
def test_all_that_is_not_recorded_is_named(rule: str, call: Call, missing: str, verb: str) -> None:
    result = judge(rule, call)
    assert result.summary == f"the {missing} of call 1, a {verb} not recorded"
    assert result.explanation.evidence == (Evidence(0, "open", f"{missing} not recorded"),)


def test_where_too_many_calls_would_be_looked_through_no_nearest_one_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(each, "LOOKED_THROUGH_MAX", 1)
    assert evidence_of("args a <x: 1>", called("a", {"x": 2}), "b") == (
        "the entry found no call; a found no call, and no nearest one was looked for",
        (),
        "0 of 1 found",
    )
    assert judge("args a <x: 1>", called("a", {"x": 2})).explanation.evidence


# Without values


def explained(rule: str, *calls: Call, values: bool = True) -> list[str]:
    """Return what is said of each entry of `args` or `output`: what its call has."""
    told = judge(rule, *calls, values=values).justification
    (fields,) = [value for key, value in told.items() if key.startswith("explained")]
    return [text.split(", Expected")[0] for text in fields.values()]


@pytest.mark.parametrize(
    ("expected", "recorded", "said"),
    [
        ('"1"', 1, "'1'"),
        ('"x"', {"content": "x"}, "'x'"),
        ('"x"', "x", "'x'"),
        ('"y"', {"content": "x"}, "'x'"),
        ('"y"', {"k": 1}, """'{"k":1}'"""),
        ("1", "1", "1"),
        ("/x/", {"content": "x"}, "'x'"),
        ("{k: 1}", {"content": {"k": 1.0}}, "{'k': 1.0}"),
        ("[2]", {"content": [1]}, "[1]"),
    ],
)
def test_the_result_is_shown_in_the_way_it_was_compared(
    expected: str, recorded: Any, said: str
) -> None:
    assert explained(f"output a = {expected}", called("a", {}, recorded)) == [f"Actual: {said}"]


def test_what_is_not_recorded_is_said_not_to_be_with_and_without_values() -> None:
    calls = called("a", {"k": 1}, "r"), called("a", completed=False)
    for values, arguments, result in ((True, "{'k': 1}", "'r'"), (False, "(object)", "(text)")):
        assert explained("args: a <k: 1>, a <k: 2>", *calls, values=values) == [
            f"Actual: {arguments}",
            "Actual: not recorded",
        ]
        assert explained('output: a = "r", a = 2', *calls, values=values) == [
            f"Actual: {result}",
            "Actual: not recorded",
        ]
    assert explained("args a <k: 1>", called("b", {})) == ["Actual: no call"]


def test_without_values_even_a_text_the_rule_asks_for_is_not_shown_as_recorded() -> None:
    told = judge('output a = "yes"', called("a", {}, "yes"), values=False).justification
    assert told["explained_tool_calls_outputs"] == {
        "a_0": "Actual: (text), Expected: 'yes', Score: 1.0"
    }


SECRET = "hunter2-4111"
HOLDING = st.sampled_from(
    [
        SECRET,
        [SECRET],
        {"k": SECRET},
        {"content": SECRET},
        {"content": {"k": SECRET}},
        json.dumps({"k": SECRET}),
        f"line\n{SECRET}\nline",
    ]
)


@given(HOLDING, HOLDING, st.booleans())
@pytest.mark.parametrize(
    "rule",
    [
        "order: a -> b",
        "order strict: a -> b",
        "sequence: a <k: 1> -> b",
        "sequence: a <k: /hunter/> -> b <must j: 1>",
        "count: a = 1, b = 2",
        "args: a <k: 1>, b <k: 2>",
        "args strict subset: a <k: /hunter/>, b <j: ...>",
        'output: a = "x", b = {k: 1}',
        "output: a = /hunter/, b = /x/",
        "require a <k: 1> result /x/",
        "require a <k: /hunter/> result /hunter/ final",
        "require a <must k: /x/>",
        "forbid a",
        "forbid a <k: /hunter/> result /hunter/",
        "forbid a <must j: 1>",
    ],
)
def test_without_values_no_sentence_holds_one(
    rule: str, argument: Any, result: Any, completed: bool
) -> None:
    calls: list[Call] = [
        called("a", {"k": argument, "l": argument}, result),
        called("a", {"k": argument}, result, completed=completed),
        called("b", {"k": argument}, result),
    ]
    silent = judge(rule, *calls, values=False)
    words = json.dumps([silent.to_dict(), silent.explanation.evidence, silent.explanation.brief])
    assert SECRET not in words
    assert SECRET not in silent.summary
