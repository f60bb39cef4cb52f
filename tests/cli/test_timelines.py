"""`toolspec traces --timeline` draws each trace, coloured by a rule where one is named."""

from __future__ import annotations

import pytest

from tests.cli.cli_files import Run, write
from tests.lsp.conftest import trace_text

SPEC = "order: search -> pay -> answer\n\nforbid: fetch ->\n  answer\n"


@pytest.fixture(autouse=True)
def files(run: Run) -> None:
    """Write a trace and a spec."""
    del run
    write("one.json", trace_text("search", "fetch", "answer"))
    write("shop.toolspec", SPEC)


def test_calls_are_drawn_with_their_arguments(run: Run) -> None:
    assert run("traces", "one.json", "--timeline").out.splitlines()[2:] == [
        "1 s0     search  n: 0",
        "2 s1     fetch   n: 1",
        "3 s2     answer  n: 2  ← never completed",
        "",
    ]


def test_a_rule_says_what_it_made_of_each_call(run: Run) -> None:
    done = run("traces", "one.json", "--rule", "shop.toolspec:1")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        "order: search -> pay -> answer",
        "✗ 0.67  2 of 3 expected calls came in order; pay did not",
        "3 calls · 3 steps · no times recorded",
        "",
        "1 s0  ✓  search ── search  n: 0",
        "2 s1               fetch   n: 1",
        "      ✗  pay       no call",
        "3 s2  ✓  answer ── answer  n: 2  ← never completed",
        "",
    ]


def test_any_line_of_a_rule_names_it(run: Run) -> None:
    assert "✗ 0.00" in run("traces", "one.json", "--rule", "shop.toolspec:4").out


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("shop.toolspec:2", "shop.toolspec:2: error: there is no rule on this line"),
        ("shop.toolspec", "`shop.toolspec` names no rule"),
        ("none.toolspec:1", "none.toolspec: error:"),
    ],
)
def test_what_names_no_rule_is_refused_with_what_to_write(run: Run, named: str, said: str) -> None:
    done = run("traces", "one.json", "--rule", named)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


def test_a_file_that_is_no_trace_is_refused(run: Run) -> None:
    write("broken.json", "{")
    done = run("traces", "broken.json", "one.json", "--timeline")
    assert done.status == 2
    assert "search" in done.out and "broken.json" in done.err


def test_two_traces_are_drawn_side_by_side(run: Run) -> None:
    write("two.json", trace_text("search", "pay", "answer"))
    done = run("traces", "one.json", "two.json", "--compare", "--rule", "shop.toolspec:1")
    assert done.status == 0
    assert done.out.splitlines()[1].startswith("  left   ✗ 0.67  one.json")
    assert done.out.splitlines()[2].startswith("  right  ✓ 1.00  two.json")
    assert any(line.startswith("▶") and "no call of pay" in line for line in done.out.splitlines())


def test_only_two_traces_are_compared(run: Run) -> None:
    done = run("traces", "one.json", "--compare")
    assert (done.status, done.out) == (2, "")
    assert "one was read: name two files" in done.err
