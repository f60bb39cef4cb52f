"""`toolspec check`: which traces meet which specs, and what comes of it."""

from __future__ import annotations

import gzip
import io
import json
import sys

import pytest

from tests.cli.cli_files import Run, otlp_line, trajectory, write

SPEC = "order strict: search -> book\nforbid delete\n"


def test_a_trace_that_follows_its_spec_passes_with_status_0(run: Run) -> None:
    write("run.json", trajectory("search", "book"))
    write("s.toolspec", SPEC)
    ran = run("check", "run.json", "s.toolspec")
    assert ran.status == 0
    assert ran.err == ""
    assert ran.out.startswith("pass run.json: score 1.00, 2 calls, s.toolspec\n")
    assert "1 trace: 1 passed, 0 did not; 2 rules: 2 pass; score 1" in ran.out


def test_a_trace_that_does_not_pass_ends_with_status_1_and_says_why(run: Run) -> None:
    write("run.json", trajectory("search", "delete"))
    write("s.toolspec", "## Data stays.\nforbid delete\n")
    ran = run("check", "s.toolspec", "run.json")
    assert ran.status == 1
    assert "FAIL     forbid delete  s.toolspec:2" in ran.out
    assert "Data stays." in ran.out
    assert "call 2, delete" in ran.out
    assert "run.json:28:3" in ran.out, "the evidence names its place in the trace file"


def test_a_forbidden_call_that_was_only_asked_for_is_named_as_such(run: Run) -> None:
    write("run.json", trajectory(("delete", {}, None)))
    write("s.toolspec", "forbid delete\n")
    ran = run("check", "run.json", "s.toolspec")
    assert ran.status == 1
    assert "call 1, delete is forbidden (an attempt: it never completed)" in ran.out


def test_unknown_and_error_are_marked_differently_from_fail(run: Run) -> None:
    write("run.json", trajectory(("view", {"a": 1}, None)))
    write("s.toolspec", "forbid view result /x/\nforbid view <must path: /x/>\nforbid view\n")
    ran = run("check", "run.json", "s.toolspec")
    assert ran.status == 1
    for status in ("UNKNOWN", "ERROR", "FAIL"):
        assert f"  {status:8} forbid view" in ran.out
    assert "1 fail, 1 unknown, 1 error" in ran.out


def test_every_spec_judges_every_trace(run: Run) -> None:
    write("a.json", trajectory("search"))
    write("b.json", trajectory("book"))
    write("one.toolspec", "count search = 1\n")
    write("two.toolspec", "count book = 0\n")
    ran = run("check", "a.json", "one.toolspec", "b.json", "two.toolspec", "--format", "json")
    pairs = [(entry["path"], entry["spec"], entry["passed"]) for entry in ran.report["traces"]]
    assert pairs == [
        ("a.json", "one.toolspec", True),
        ("a.json", "two.toolspec", True),
        ("b.json", "one.toolspec", False),
        ("b.json", "two.toolspec", False),
    ]
    assert ran.report["score"] == 0.5
    assert ran.status == 1


def test_a_folder_is_read_through_and_what_is_no_trace_is_skipped_with_a_note(run: Run) -> None:
    write("runs/a.json", trajectory("search"))
    write("runs/deep/b.json", trajectory("search"))
    write("runs/notes.txt", "nothing to see")
    write("runs/config.json", '{"debug": true}')
    write("runs/.hidden/c.json", trajectory("delete"))
    write("s.toolspec", "count search = 1\n")
    ran = run("check", "runs", "s.toolspec", "--format", "json")
    assert ran.status == 0
    assert [entry["path"] for entry in ran.report["traces"]] == ["runs/a.json", "runs/deep/b.json"]
    assert [note["path"] for note in ran.report["notes"]] == ["runs/config.json", "runs/notes.txt"]
    assert "runs/notes.txt: note: passed over, not a format I know" in ran.err


def test_a_broken_trace_in_a_folder_is_not_passed_over(run: Run) -> None:
    write("runs/a.json", trajectory("search"))
    write("runs/b.json", trajectory("search")[:-30])
    write("s.toolspec", "count search = 1\n")
    ran = run("check", "runs", "s.toolspec")
    assert ran.status == 2
    assert "runs/b.json" in ran.err
    assert "breaks off" in ran.err
    assert "pass runs/a.json" in ran.out


def test_specs_met_in_a_folder_judge_where_none_is_named(run: Run) -> None:
    write("all/a.json", trajectory("search"))
    write("all/s.toolspec", "count search = 1\n")
    assert run("check", "all").status == 0
    write("mine.toolspec", "count search = 2\n")
    ran = run("check", "all", "mine.toolspec", "--format", "json")
    assert [entry["spec"] for entry in ran.report["traces"]] == ["mine.toolspec"]
    assert ran.report["notes"][0]["path"] == "all/s.toolspec"


def test_globs_are_expanded_and_one_that_matches_nothing_is_an_error(run: Run) -> None:
    write("runs/a.json", trajectory("search"))
    write("runs/deep/b.json", trajectory("search"))
    write("s.toolspec", "count search = 1\n")
    ran = run("check", "runs/**/*.json", "*.toolspec", "--format", "json")
    assert len(ran.report["traces"]) == 2
    ran = run("check", "runs/*.jsonl", "s.toolspec")
    assert ran.status == 2
    assert "runs/*.jsonl: error: nothing matches this glob" in ran.err


def test_a_file_named_twice_is_judged_once(run: Run) -> None:
    write("a.json", trajectory("search"))
    write("s.toolspec", "count search = 1\n")
    ran = run("check", "a.json", "./a.json", "*.json", "s.toolspec", "--format", "json")
    assert len(ran.report["traces"]) == 1


@pytest.mark.parametrize("glob", ["old", "runs/old/*", "*/old/*.json", "b.json"])
def test_excluded_paths_are_as_if_not_there(run: Run, glob: str) -> None:
    write("runs/a.json", trajectory("search"))
    write("runs/old/b.json", "not even JSON {")
    write("s.toolspec", "count search = 1\n")
    ran = run("check", "runs", "s.toolspec", "--exclude", glob, "--format", "json")
    assert ran.status == 0
    assert [entry["path"] for entry in ran.report["traces"]] == ["runs/a.json"]
    assert ran.report["notes"] == []


def test_without_a_trace_the_specs_own_traces_lines_count(run: Run) -> None:
    write("project/runs/a.json", trajectory("search"))
    write("project/s.toolspec", 'traces "runs/*.json"\ncount search = 1\n')
    write("other.toolspec", 'traces "project/runs/a.json"\ncount search = 0\n')
    ran = run("check", "project/s.toolspec", "other.toolspec", "--format", "json")
    pairs = [(entry["path"], entry["spec"]) for entry in ran.report["traces"]]
    assert pairs == [
        ("project/runs/a.json", "project/s.toolspec"),
        ("project/runs/a.json", "other.toolspec"),
    ]


def test_a_traces_line_that_means_nothing_is_an_error(run: Run) -> None:
    write("s.toolspec", 'traces "runs/*.json"\ncount search = 1\n')
    ran = run("check", "s.toolspec")
    assert ran.status == 2
    assert "a `traces` line of s.toolspec" in ran.err


def test_a_named_trace_keeps_the_traces_lines_out(run: Run) -> None:
    write("a.json", trajectory("search"))
    write("b.json", trajectory("search"))
    write("s.toolspec", 'traces "a.json"\ncount search = 1\n')
    ran = run("check", "s.toolspec", "b.json", "--format", "json")
    assert [entry["path"] for entry in ran.report["traces"]] == ["b.json"]
    assert run("check", "s.toolspec", "nowhere.json").status == 2


def test_standard_input_is_a_trace(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    data = io.BytesIO(trajectory("search").encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(data, encoding="utf-8"))
    write("s.toolspec", "count search = 2\n")
    ran = run("check", "-", "s.toolspec")
    assert ran.status == 1
    assert ran.out.startswith("FAIL standard input: score 0.00, 1 call")


def test_packed_traces_are_read(run: Run) -> None:
    write("a.json.gz", gzip.compress(trajectory("search").encode()))
    write("s.toolspec", 'case "a" {\n  count search = 1\n}\n')
    ran = run("check", "a.json.gz", "s.toolspec", "--format", "json")
    assert ran.report["traces"][0]["case"] == "a"


def test_several_traces_in_a_file_are_several_traces(run: Run) -> None:
    write("many.jsonl", "\n".join(otlp_line(at, "search") for at in (1, 2, 3)))
    write("s.toolspec", "count search = 1\n")
    ran = run("check", "many.jsonl", "s.toolspec", "--format", "json")
    assert [entry["id"][-1] for entry in ran.report["traces"]] == ["1", "2", "3"]
    assert [entry["name"] for entry in ran.report["traces"]] == [None, None, None]


def test_fail_under_passes_from_that_score_on(run: Run) -> None:
    write("run.json", trajectory("search", "book"))
    write("s.toolspec", "count search = 1\ncount book = 2\n")
    assert run("check", "run.json", "s.toolspec").status == 1
    assert run("check", "run.json", "s.toolspec", "--fail-under", "0.5").status == 0
    ran = run("check", "run.json", "s.toolspec", "--fail-under", "0.51", "--format", "json")
    assert ran.status == 1
    assert ran.report["passed"] is False
    assert ran.report["fail_under"] == 0.51


@pytest.mark.parametrize("color", ["never", "always"])
def test_a_quiet_run_that_fails_by_its_score_says_so_in_one_line(run: Run, color: str) -> None:
    write("run.json", trajectory("search"))
    write("s.toolspec", "count: search = 1, fetch = 1\n")
    write("u.toolspec", "require search at step 0\n")
    under = ("-q", "--color", color, "--fail-under")
    last = run("check", "run.json", "s.toolspec", *under, "0.51").out.rstrip().splitlines()[-1]
    assert "failed: score 0.50 is below --fail-under 0.51" in last
    assert "failed" not in run("check", "run.json", "s.toolspec", *under, "0.5").out
    assert "failed:" not in run("check", "run.json", "s.toolspec", "-q", "--color", color).out


def test_a_quiet_run_that_fails_by_an_undecided_rule_says_so(run: Run) -> None:
    write("run.json", trajectory(("search", {"x": 1}, None)))
    write("u.toolspec", "forbid search result /x/\n")
    ran = run("check", "run.json", "u.toolspec", "-q", "--fail-under", "0")
    assert ran.status == 1
    assert ran.out.endswith("failed: 1 rule is `unknown` or `error`, whatever --fail-under says\n")


@pytest.mark.parametrize("color", ["never", "always"])
def test_why_calls_may_be_missing_is_said_once_for_a_trace(run: Run, color: str) -> None:
    response = {
        "name": "chat m",
        "context": {"trace_id": "0x" + "ab" * 16, "span_id": "0x" + "01" * 8},
        "start_time": "2026-01-01T00:00:00Z",
        "end_time": "2026-01-01T00:00:01Z",
        "attributes": {
            "gen_ai.operation.name": "chat",
            "gen_ai.response.finish_reasons": ["tool_calls"],
        },
    }
    write("run.json", json.dumps([response]))
    write("s.toolspec", "forbid rm\nforbid ls\ncount x = 0\n")
    ran = run("check", "run.json", "s.toolspec", "--color", color)
    said = " ".join(ran.out.split())
    assert said.count("a model response ended in a tool call") == 1
    assert said.count("calls may be missing, for the reason above") == 2
    report = run("check", "run.json", "s.toolspec", "--format", "json").report
    for rule in report["traces"][0]["rules"]:
        assert "a model response ended in a tool call" in rule["summary"]


def test_fail_under_never_hides_an_unknown_or_an_error(run: Run) -> None:
    write("run.json", trajectory(("view", {"a": 1}, None), "search"))
    write("u.toolspec", "forbid view result /x/\ncount search = 1\n")
    write("e.toolspec", "forbid view <must path: /x/>\ncount search = 1\n")
    assert run("check", "run.json", "u.toolspec", "--fail-under", "0.1").status == 1
    assert run("check", "run.json", "e.toolspec", "--fail-under", "0.1").status == 1


def test_a_score_to_pass_from_must_be_a_share(run: Run) -> None:
    ran = run("check", "a.json", "s.toolspec", "--fail-under", "80")
    assert ran.status == 2
    assert "not a number from 0 to 1" in ran.err


def test_quiet_writes_only_what_did_not_pass(run: Run) -> None:
    write("good.json", trajectory("search"))
    write("bad.json", trajectory("search", "book"))
    write("s.toolspec", "count search = 1\nforbid book\n")
    ran = run("check", "good.json", "s.toolspec", "--quiet")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    ran = run("check", "good.json", "bad.json", "s.toolspec", "-q")
    assert "FAIL bad.json" in ran.out
    assert "good.json" not in ran.out
    assert "count search" not in ran.out


def test_nothing_to_judge_by_or_to_judge_is_status_2(run: Run) -> None:
    write("run.json", trajectory("search"))
    write("s.toolspec", "count search = 1\n")
    write("empty.toolspec", "# nothing\n")
    assert "no spec to judge by" in run("check", "run.json").err
    assert "no trace to judge" in run("check", "s.toolspec").err
    assert run("check").status == 2
    ran = run("check", "run.json", "empty.toolspec")
    assert ran.status == 2
    assert "no rule applies to any of the traces" in ran.err


def test_a_spec_with_an_error_is_refused_with_its_place_and_the_others_still_judge(
    run: Run,
) -> None:
    write("run.json", trajectory("search"))
    write("bad.toolspec", "count search = 1\ncount search = = 2\n")
    write("good.toolspec", "count search = 1\n")
    ran = run("check", "run.json", "bad.toolspec", "good.toolspec", "--format", "json")
    assert ran.status == 2
    assert [entry["spec"] for entry in ran.report["traces"]] == ["good.toolspec"]
    assert ran.report["passed"] is False
    problem = ran.report["problems"][0]
    assert (problem["path"], problem["line"]) == ("bad.toolspec", 2)
    assert problem["code"].startswith("TS1")
    assert f"error[{problem['code']}]" in ran.err
    assert "bad.toolspec:2:" in ran.err
    assert "^" in ran.err


def test_warnings_are_told_and_refuse_nothing(run: Run) -> None:
    write("run.json", trajectory("search"))
    write("s.toolspec", "tool @unused = a | b\ncount search = 1\n")
    for _ in range(2):  # the second time from the cache
        ran = run("check", "run.json", "s.toolspec", "--format", "json")
        assert ran.status == 0
        assert ran.report["passed"] is True
        assert [problem["severity"] for problem in ran.report["problems"]] == ["warning"]
        assert "warning[TS3" in ran.err
        assert "s.toolspec:1:" in ran.err


def test_a_missing_spec_is_named_with_the_file_that_may_be_meant(run: Run) -> None:
    write("run.json", trajectory("search"))
    write("refunds.toolspec", "count search = 1\n")
    ran = run("check", "run.json", "refund.toolspec")
    assert ran.status == 2
    assert "did you mean `refunds.toolspec`?" in ran.err
