"""A window that opens or closes where nobody knows: the verdict is open only where that matters."""

from __future__ import annotations

import pytest

from toolspec import Call, Trace, called, parse
from toolspec.engine.dialogue import Dialogue, Message

STOP = 'until user says "stop"'


@pytest.mark.parametrize(
    ("spec", "tools", "status"),
    [
        (f"require b {STOP}", "a", "fail"),
        (f"require b {STOP}", "b", "unknown"),
        (f"require c {STOP} among b", "ac", "fail"),
        (f"among b {STOP} {{\n  require b if not c\n}}", "ac", "fail"),
        (f"among b {STOP} {{\n  require b if not c\n}}", "abc", "unknown"),
        (f"among b {STOP} {{\n  count * = 0\n}}", "aa", "pass"),
        (f"among b {STOP} {{\n  count * = 1\n}}", "ab", "unknown"),
        (f"among b {STOP} {{\n  require user says /yes/\n}}", "aa", "unknown"),
        (f"among b {STOP} {{\n  each b: ok\n}}", "aa", "skip"),
        (f"among b {STOP} {{\n  count * = 0 per turn\n}}", "aa", "unknown"),
    ],
)
def test_no_message_is_recorded(spec: str, tools: str, status: str) -> None:
    (result,) = parse(spec).check(Trace([called(tool, {}) for tool in tools])).results
    assert result.status == status, result.summary


@pytest.mark.parametrize(
    ("spec", "tools", "status"),
    [
        ("forbid agent says /yes/ at turn 2", "", "pass"),
        ("forbid agent says /yes/ before step 2", "", "pass"),
        ("require user says /yes/ at turn 0", "", "fail"),
        ("at turn 0 {\n  forbid user says /yes/ if agent says /no/\n}", "", "skip"),
        ("forbid agent says /yes/ per turn", "", "skip"),
        ("forbid agent says /yes/", "", "unknown"),
        ("forbid agent says /yes/ at turn 2", "a", "unknown"),
        ("require user says /yes/ at turn 0", "a", "unknown"),
    ],
)
def test_a_trace_without_turns_and_calls_has_nothing_in_them(
    spec: str, tools: str, status: str
) -> None:
    (result,) = parse(spec).check(Trace([called(tool, {}) for tool in tools])).results
    assert result.status == status, result.summary


def status(spec: str, *calls: Call, messages: tuple[Message, ...] = ()) -> str:
    """Return what a rule says of calls in turn 0, with the agent's last message as the answer."""
    said = Dialogue(messages, (0,) * len(calls), turns=1, last_response=messages[-1:][0])
    (result,) = parse(spec).check(Trace(calls, steps=1, said=said)).results
    assert all(item.call < len(calls) for item in result.explanation.evidence)
    return result.status


@pytest.mark.parametrize(
    ("spec", "wanted"),
    [
        ("require user says 1 after user says 1", "fail"),
        ("forbid user says 1 after user says 1 until c", "pass"),
        ("after user says 1 {\n  forbid user says 1\n}", "pass"),
        ("after user says 1 {\n  require b if user says 1\n}", "skip"),
        ("after user says 1 {\n  any {\n    require user says 1\n  }\n}", "fail"),
    ],
)
def test_a_window_with_every_call_still_leaves_out_what_was_said_before_it(
    spec: str, wanted: str
) -> None:
    messages = (Message("user", "1", 0, 0, 0), Message("agent", "hi", 0, 0, 0))
    assert status(spec, called("b", {}), messages=messages) == wanted


def test_any_in_a_part_has_the_turns_and_messages_of_the_part() -> None:
    messages = (Message("user", "1", 0, 0, 0), Message("agent", "hi", 1, 0, 0))
    calls = (called("a", {}), called("b", {}))
    block = "after b {{\n  any {{\n    {}\n  }}\n}}"
    assert status(block.format("count * = 1 per turn"), *calls, messages=messages) == "skip"
    assert status(block.format("require agent says /hi/"), *calls, messages=messages) == "fail"
    block = "after a {{\n  any {{\n    {}\n  }}\n}}"
    assert status(block.format("count b = 1 per turn"), *calls, messages=messages) == "pass"
    until = block.format("require b until agent says /hi/")
    assert status(until, *calls, messages=messages) == "fail"
    assert status(block.format("forbid b"), *calls, messages=messages) == "fail"
    last = "before step 1 {\n  any {\n    require a final\n  }\n}"
    late = called("b", {}, step=1)
    assert status(last, calls[0], late, messages=messages) == "fail"


def test_a_part_that_may_have_no_call_is_not_known_to_pass() -> None:
    spec = "after step 2 {\n  count a <= 1 per 5s\n}"
    calls = (Call("a", {}, step=None, start_ns=0, end_ns=1),)
    messages = (Message("agent", "hi", 0, 0),)
    assert status(spec, *calls, messages=messages) == "unknown"
    assert status("count a <= 1 per 5s", *calls, messages=messages) == "pass"


@pytest.mark.parametrize(
    ("by", "text", "wanted"),
    [
        ("top", "yes", "fail"),
        ("sub", "yes", "pass"),
        ("sub", "no", "fail"),
        (None, "yes", "unknown"),
        (None, "no", "fail"),
    ],
)
def test_an_answer_is_open_where_it_is_not_recorded_who_called_after_it(
    by: str | None, text: str, wanted: str
) -> None:
    said = (Message("agent", text, 0, 0, agent="top"),)
    assert status('answer "yes"', Call("a", {}, agent=by), messages=said) == wanted


def test_a_step_is_open_where_the_agent_is_not_recorded() -> None:
    calls = (Call("a", {}, agent="top"), Call("b", {}, agent=None))
    messages = (Message("agent", "hi", 0, 0, agent="top"),)
    assert status("require a per step", *calls, messages=messages) == "unknown"
    assert status("count b = 0 per step", *calls, messages=messages) == "fail"  # in any step
    assert status("count c = 0 per step", *calls, messages=messages) == "pass"


def test_a_single_part_that_is_asked_is_not_counted() -> None:
    spec = "per <ticket> {\n  forbid deploy after rollback\n}"
    calls = [called("rollback", {"ticket": 1}), called("deploy", {"ticket": 1})]
    calls.append(called("deploy", {"ticket": 2}))
    (result,) = parse(spec).check(Trace(calls)).results
    assert result.summary == "ticket 1: call 2, deploy <ticket: 1> is forbidden"


@pytest.mark.parametrize("first", [True, False])
def test_a_call_whose_step_is_not_recorded_is_in_some_step_that_the_rule_holds_for(
    first: bool,
) -> None:
    known, open_ = called("pay", {}, step=0), called("pay", {}, step=None)
    trace = Trace([open_, known] if first else [known, open_])
    (result,) = parse("require pay per step\n").check(trace).results
    assert result.status == "pass"


def test_a_step_that_is_not_recorded_is_not_the_step_that_a_rule_asks_for() -> None:
    spec = "per step {\n    at step 0 {\n        forbid pay\n    }\n}\n"
    (result,) = parse(spec).check(Trace([called("pay", {}, step=None)])).results
    assert result.status == "unknown"
