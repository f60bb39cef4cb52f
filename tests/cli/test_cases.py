"""Which case a trace is for: `--case`, its own name, its file's name."""

from __future__ import annotations

import pytest

from tests.cli.cli_files import Run, otlp_line, trajectory, write

SPEC = """\
count search >= 0

case "tokyo" {
  count search = 1
}
case "paris" {
  count search = 2
}
"""


def test_a_trace_is_for_the_case_its_file_is_named_after(run: Run) -> None:
    write("tokyo.json", trajectory("search"))
    write("paris.run.v2.jsonl", trajectory("search", "search"))
    write("s.toolspec", SPEC)
    ran = run("check", "tokyo.json", "paris.run.v2.jsonl", "s.toolspec", "--format", "json")
    assert ran.status == 0
    assert [entry["case"] for entry in ran.report["traces"]] == ["tokyo", "paris"]
    assert [len(entry["rules"]) for entry in ran.report["traces"]] == [2, 2]
    assert ran.report["cases_without_trace"] == []


def test_the_traces_own_name_goes_before_the_files(run: Run) -> None:
    write("tokyo.json", trajectory("search", "search", name="paris"))
    write("s.toolspec", SPEC)
    ran = run("check", "tokyo.json", "s.toolspec", "--format", "json")
    [entry] = ran.report["traces"]
    assert (entry["name"], entry["case"]) == ("paris", "paris")
    assert ran.report["cases_without_trace"] == ["tokyo"]


def test_the_option_goes_before_both(run: Run) -> None:
    write("tokyo.json", trajectory("search", name="paris"))
    write("s.toolspec", SPEC)
    ran = run("check", "tokyo.json", "s.toolspec", "--case", "tokyo", "--format", "json")
    assert ran.status == 0
    assert ran.report["traces"][0]["case"] == "tokyo"


def test_a_case_no_spec_has_is_noted_with_the_one_that_may_be_meant(run: Run) -> None:
    write("run.json", trajectory("search"))
    write("s.toolspec", SPEC)
    ran = run("check", "run.json", "s.toolspec", "--case", "tokio")
    assert "no spec has a case `tokio`; did you mean `tokyo`?" in ran.err


def test_the_file_names_no_case_where_it_holds_several_traces(run: Run) -> None:
    write("tokyo.jsonl", f"{otlp_line(1, 'search')}\n{otlp_line(2, 'search')}")
    write("s.toolspec", SPEC)
    ran = run("check", "tokyo.jsonl", "s.toolspec", "--format", "json")
    assert [entry["case"] for entry in ran.report["traces"]] == [None, None]


def test_a_trace_no_rule_is_for_is_noted_and_not_judged(run: Run) -> None:
    write("london.json", trajectory("search"))
    write("tokyo.json", trajectory("search"))
    write("s.toolspec", 'case "tokyo" {\n  count search = 1\n}\n')
    ran = run("check", "london.json", "tokyo.json", "s.toolspec", "--format", "json")
    assert ran.status == 0
    assert [entry["path"] for entry in ran.report["traces"]] == ["tokyo.json"]
    assert "trace london is not judged" in ran.report["notes"][0]["text"]
    ran = run("check", "london.json", "s.toolspec", "--format", "json")
    assert ran.status == 2, "nothing was judged"
    assert ran.report["cases_without_trace"] == ["tokyo"]


@pytest.mark.parametrize("form", ["text", "json"])
def test_cases_no_trace_had_are_listed(run: Run, form: str) -> None:
    write("tokyo.json", trajectory("search"))
    write("s.toolspec", SPEC)
    ran = run("check", "tokyo.json", "s.toolspec", "--format", form)
    assert "paris" in ran.out
    assert ran.status == 0


def test_a_trace_that_names_an_unknown_case_is_judged_by_the_outer_rules_and_that_is_said(
    run: Run,
) -> None:
    write("run.json", trajectory("search", name="london"))
    write("s.toolspec", SPEC)
    ran = run("check", "run.json", "s.toolspec")
    assert ran.status == 0
    assert "1 trace names the case `london`, which the spec does not have" in ran.err


def test_a_trace_cannot_leave_the_case_its_file_is_named_after(run: Run) -> None:
    write("tokyo.json", trajectory("search", "search", name="elsewhere"))
    write("s.toolspec", SPEC)
    ran = run("check", "tokyo.json", "s.toolspec")
    assert ran.status == 2
    assert "`elsewhere`, which the spec does not have, and the file's name says `tokyo`" in ran.err
    assert "`--case tokyo` asks the rules of that case" in ran.err
    assert run("check", "tokyo.json", "s.toolspec", "--case", "tokyo").status == 1
