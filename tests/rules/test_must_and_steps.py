"""`require`, `forbid`, `sequence`: steps, the last call, `must`, what is said."""

from __future__ import annotations

from calls import judge

from toolspec.engine.trace import Trace, called


def test_steps_are_those_of_the_calls() -> None:
    calls = [called("a", step=0), called("b", step=1), called("a", step=3)]
    assert judge("require a at step 3", *calls).status == "pass"
    assert judge("require a at step 1", *calls).status == "fail"
    assert judge("require b before step 2", *calls).status == "pass"
    assert judge("require a min 2 before step 3", *calls).status == "fail"
    assert judge("require a at step 0 before step 1", *calls).status == "pass"


def test_a_step_that_is_not_recorded_leaves_a_window_open() -> None:
    call = called("a", {"k": 1}, step=None)
    for window in ("at step 0", "before step 1", "before step 9"):
        told = judge(f"require a {window}", call)
        assert told.status == "unknown"
        assert told.summary == "the step of call 1, a <k: 1> is not recorded"
    assert judge("require a", call).status == "pass"
    assert judge("require b before step 1", call).status == "fail"
    assert judge("require a min 2 before step 1", call).status == "fail"
    assert judge("require a min 2 before step 1", call, called("a", step=0)).status == "unknown"
    assert judge("require a <k: 2> before step 1", call).status == "fail"
    # A call without the key is an error only where it is in the window.
    assert judge("require a <must x: 1> before step 1", call).status == "fail"
    unsure = (call, called("a", {"x": 1}, step=0))
    assert judge("require a <must x: 1> before step 1", *unsure).status == "unknown"


def test_a_completion_that_is_not_recorded_leaves_a_call_open() -> None:
    call = called("a", completed=None)
    told = judge("require a", call)
    assert (told.status, told.summary) == (
        "unknown",
        "the completion of call 1, a is not recorded",
    )
    assert judge("require a", call, "a").status == "pass"
    assert judge("forbid a", call).status == "fail"


def test_the_last_call_counts_for_final_even_where_it_never_completed() -> None:
    attempt = called("b", completed=False)
    assert judge("require a final", "a", attempt).status == "fail"
    assert judge("require b final", "a", attempt).status == "fail"
    assert judge("require a min 2 final", "a", "a").status == "pass"
    assert judge("require a min 2 final", "b", "a").status == "fail"
    assert judge("require a final at step 0", "a", called("a", step=1)).status == "fail"


def test_a_last_call_that_does_not_match_is_told_what_it_lacks() -> None:
    calls = (called("a", {"k": 1}), called("a", {"k": 2}, step=1))
    told = judge("require a <k: 1> final", *calls)
    assert told.summary == "the last call, call 2, a <k: 2>, does not match: `k` is 2, not 1"
    assert told.justification["calls"][0]["lacks"] == "it is the last call: `k` is 2, not 1"
    assert "it is in step 1, not at step 0" in judge("require a final at step 0", *calls).summary
    attempt = called("a", {"k": 1}, completed=False)
    assert "it never completed" in judge("require a final", "a", attempt).summary
    assert "it is a call of another tool" in judge("require a final", "a", "b").summary


def test_of_misses_the_one_with_the_right_arguments_is_nearest() -> None:
    calls = (called("a", {"k": 1}), called("a", {"k": 2}, completed=False))
    assert "call 2, a <k: 2>: it never completed" in judge("require a <k: 2>", *calls).summary


def test_must_looks_only_at_calls_that_are_considered() -> None:
    lacking = called("a", {}, step=5)
    assert judge("require a <must k: 1> before step 2", lacking).status == "fail"
    assert judge("require a <must k: 1>", called("a", {}, completed=False)).status == "fail"
    assert judge("forbid a <must k: 1>", called("a", {}, completed=False)).status == "error"
    assert judge("sequence: b -> a <must k: 1>", lacking, "b").status == "fail"
    assert judge("sequence: a <must k: 1>", called("a", {"k": 1}), lacking).status == "pass"


def test_an_error_goes_before_a_miss_and_before_unknown() -> None:
    lacking, open_call = called("a", {}), called("a")
    assert judge("forbid a <must k: 1>", called("a", {"k": 1}), lacking).status == "error"
    assert judge("forbid a <must k: 1>", open_call, lacking).status == "error"
    assert judge("require a <must k: 1> min 5", lacking).status == "error"


def test_what_would_pass_with_no_content_fails() -> None:
    # Without the key the rule is an error, with it a call matches: none passes.
    assert judge("forbid a <must k: ...>", called("a")).status == "fail"
    assert judge("forbid a <k: ...>", called("a")).status == "unknown"


def test_a_regex_in_every_text_needs_no_record() -> None:
    open_call = called("a", {})
    assert judge("require a result /.*/", open_call).status == "pass"
    assert judge("forbid a result /^/", open_call).status == "fail"
    assert judge("require a result /x/", open_call).status == "unknown"


def test_a_short_fall_names_the_nearest_calls_and_what_they_lack() -> None:
    result = judge(
        "require bash <command: /npm test/> result /ok/ before step 2",
        called("bash", {"command": "ls"}, "ok"),
        called("bash", {"command": "npm test"}, "failed", step=3),
        called("bash", {"command": "npm test"}, completed=False),
    )
    assert result.summary.startswith("no call matches; nearest: call ")
    lacks = {call["index"]: call["lacks"] for call in result.justification["calls"]}
    assert lacks[0] == '`command` is "ls", not /npm test/'
    assert lacks[1] == 'it is in step 3, not before step 2; its result "failed" does not have /ok/'
    assert lacks[2] == "it never completed"


def test_a_long_list_of_offenders_is_cut_and_counted() -> None:
    result = judge("forbid a", *["a"] * 5000)
    assert len(result.justification["calls"]) == 50
    assert result.justification["calls_not_listed"] == 4950
    assert result.summary == "call 1, a is forbidden, and 4999 more"


def test_a_sequence_says_how_far_it_came() -> None:
    result = judge("sequence: a -> b -> c", "a", "b", "x")
    assert result.summary.startswith("no call matches entry 3, c")
    assert result.justification["calls_taken"] == ["call 1, a", "call 2, b"]
    assert result.justification["first_entry_without_call"] == "c"
    early = judge("sequence: a -> b", "b", "a")
    assert early.summary.endswith("call 1: it came before call 2")


def test_a_sequence_that_nothing_can_save_fails() -> None:
    result = judge("sequence: a <k: 1> -> b", called("a"))
    assert result.status == "fail"
    assert result.summary == "at most 1 of 2 entries find a call, whatever is not recorded"


def test_a_trace_without_calls_is_judged() -> None:
    from toolspec.dsl.specs import parse

    spec = parse("require a\nforbid a\nsequence: a\ncount a = 0\norder: a\nargs a <>\noutput a = 1")
    statuses = [result.status for result in spec.check(Trace()).results]
    assert statuses == ["fail", "pass", "fail", "pass", "fail", "fail", "fail"]
