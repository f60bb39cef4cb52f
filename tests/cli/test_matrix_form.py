"""`toolspec check --format matrix` draws the rules of each spec on all traces."""

from __future__ import annotations

import pytest

from tests.cli.cli_files import Run, write
from tests.lsp.conftest import trace_text

SPEC = "forbid pay\norder: search -> answer\n"


def test_what_fails_most_comes_first_and_the_exit_status_is_that_of_check(run: Run) -> None:
    write("runs/one.json", trace_text("search", "answer"))
    write("runs/two.json", trace_text("pay"))
    write("shop.toolspec", SPEC)
    ran = run("check", "runs", "shop.toolspec", "--format", "matrix")
    assert ran.status == 1
    assert ran.out.splitlines() == [
        "2 rules on 2 traces: 1 passes, score 0.50",
        "",
        " 1 2",
        " ✗ ✓  1 of 2  forbid pay",
        " ✗ ✓  1 of 2  order: search -> answer",
        "",
        " 1  ✗ 0.00  runs/two.json  2 of 2 rules failed",
        " 2  ✓ 1.00  runs/one.json  0 of 2 rules failed",
        "",
        "2 traces: 1 passed, 1 did not; 4 rules: 2 pass, 2 fail; score 0.50",
    ]
    assert run("check", "runs/one.json", "shop.toolspec", "--format", "matrix").status == 0


def test_several_specs_have_a_matrix_each_under_their_name(run: Run) -> None:
    write("one.json", trace_text("search"))
    write("a.toolspec", "forbid pay\n")
    write("b.toolspec", "forbid search\n")
    out = run("check", "one.json", "a.toolspec", "b.toolspec", "--format", "matrix").out
    assert out.index("a.toolspec\n") < out.index("forbid pay") < out.index("b.toolspec\n")


def test_signs_are_coloured_and_nothing_of_a_trace_is(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    write("one.json", trace_text("pay"))
    write("a.toolspec", 'forbid pay as "✗ \\u001b[5m"\n')
    out = run("check", "one.json", "a.toolspec", "--format", "matrix").out
    assert " \x1b[31m✗\x1b[0m  0 of 1  forbid pay" in out
    assert out.count("\x1b[31m") == 2
    assert "\x1b[5m" not in out


def test_without_traces_it_says_so(run: Run) -> None:
    write("a.toolspec", "forbid pay\n")
    assert "nothing was judged" in run("check", "a.toolspec", "--format", "matrix").out
