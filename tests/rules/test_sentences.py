"""What is said of calls that decide a rule, and of what is not recorded."""

from __future__ import annotations

from typing import Any

import pytest
from calls import evidence_of, judge

from toolspec.engine import effort
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.tool_pattern import Glob
from toolspec.engine.rules.args import Args, WithArguments
from toolspec.engine.rules.count import Count, Times
from toolspec.engine.rules.order import Order
from toolspec.engine.rules.sequence import Sequence
from toolspec.engine.rules.shared import paired_entries as each
from toolspec.engine.rules.shared.strict_order import StrictEntry
from toolspec.engine.trace import Call, Trace, called
from toolspec.engine.verdict import Evidence


def test_a_rule_made_without_text_writes_its_patterns_out() -> None:
    tool = Glob("a*")
    trace = Trace([called("b")])
    for kind, summary in (
        (Count((Times(CallPattern(tool), "=", 1),)), "a* was never called, not 1"),
        (Order((StrictEntry(CallPattern(tool)),)), "the expected call did not come: a*"),
        (Sequence((CallPattern(tool),)), "no call matches entry 1, a*"),
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


def test_an_order_that_is_kept_names_its_calls() -> None:
    assert evidence_of("order: a -> b", "a", "c", "b") == (
        "all 2 expected calls came in order",
        (Evidence(0, "match"), Evidence(2, "match")),
        "",
    )


def test_an_order_that_would_take_too_much_says_how_much(monkeypatch: pytest.MonkeyPatch) -> None:
    for most, status in ((6, "fail"), (5, "error")):
        monkeypatch.setattr(effort, "CELLS_MAX", most)
        result = judge("order: a -> b", "a", "c", "c")
        assert result.status == status
    told = result.justification
    assert (told["comparisons"], told["comparisons_max"]) == (6, 5)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_pattern_written_over_several_lines_is_told_on_one(end: str) -> None:
    told = judge(f"count: a |{end}    b = 1,{end}  c = 0", "a").justification
    assert list(told["explained_tool_calls_count"]) == ["a | b", "c"]
    assert judge(f"sequence: a |{end}    b").summary == "no call matches entry 1, a | b"


def test_every_argument_that_differs_is_named_and_others_only_counted_without_values() -> None:
    call = called("a", {"y": 2, "z": 3, "p": 4, "q": 5})
    lacks = "it has no `x`; `y` is 2, not 1; it also has `p`, `q`"
    assert evidence_of("args a <x: 1, y: 1, z: 3>", call)[1] == (Evidence(0, "nearest", lacks),)
    hidden = judge("args a <x: 1, y: 1, z: 3>", call, values=False).explanation.evidence
    lacks = "it has no `x`; `y` is (number), not 1; it also has 2 more"
    assert hidden == (Evidence(0, "nearest", lacks),)


def test_calls_are_told_apart_by_their_results() -> None:
    yes, no, lost = called("a", {}, "x"), called("a", {}, "y"), called("a", {}, completed=False)
    rule = "forbid a result /x/"
    assert evidence_of(rule, yes, no, yes)[1] == (Evidence(0, "offender"), Evidence(2, "offender"))
    assert evidence_of(rule, lost, yes)[1] == (Evidence(1, "offender"),)
    assert judge(rule, no, no).summary == "no call matches a result /x/; 2 calls of a differ"
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
        "no call matches a <x: 1>; 1 call of a differs"
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


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("require a after b", "a was not called in this part of the trace, calls 3-4"),
        ("args a <k: 1> until a", "a was not called in this part of the trace, which has no calls"),
        ("require a until b", "pass"),
        ("require b until b", "b was not called in this part of the trace, call 1"),
        ("require c ignoring c", "c was not called in this part of the trace, 3 of calls 1-4"),
        ("require b among a|d", "b was not called in this part of the trace, 2 of calls 1-4"),
        ("require e after b", "e was never called"),
    ],
)
def test_a_tool_not_called_is_said_to_be_missing_from_the_part_that_was_judged(
    rule: str, said: str
) -> None:
    result = judge(rule, called("a", {}), called("b", {}), called("c", {}), called("d", {}))
    assert said in f"{result.status} {result.summary}"
