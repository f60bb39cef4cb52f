"""A matrix says which rule fails on which trace, worst first, as data and as text."""

from __future__ import annotations

import pytest

from toolspec.engine.telling.matrix.drawn import drawn_matrix
from toolspec.engine.telling.matrix.matrix import (
    RULES_MAX,
    SPARK_MAX,
    TRACES_MAX,
    JudgedTrace,
    Matrix,
    Order,
    RuleFacts,
    matrix,
)


def rule(source: str, line: int = 1, **more: str | None) -> RuleFacts:
    return RuleFacts(source, more.get("name"), line, more.get("file"), more.get("case"), False)


def judged(name: str, score: float, *rules: int, **others: tuple[str, float]) -> JudgedTrace:
    """Return a trace; `r1=("fail", 0.5)` says what became of rule 1."""
    held = {int(key[1:]): value for key, value in others.items()}
    passed = all(status in ("pass", "skip") for status, _ in held.values())
    return JudgedTrace(f"/runs/{name}", name, passed, score, rules, held)


RULES = [rule("forbid pay", 2), rule("order: a -> b", 3), rule("count a = 1", 5, case="late")]
TRACES = [
    judged("new", 1.0, 0, 1),
    judged("late", 0.5, 0, 1, 2, r1=("fail", 0.5), r2=("unknown", 0.0)),
    judged("old", 0.25, 0, 1, r0=("fail", 0.0), r1=("fail", 0.4)),
    judged("odd", 1.0, 0, 1, r1=("skip", 1.0)),
]


def found(order: Order = "worst") -> Matrix:
    return matrix(RULES, TRACES, order)


def test_the_rules_that_pass_least_and_the_traces_that_fail_most_come_first() -> None:
    shown = found()
    assert [one["name"] for one in shown["traces"]] == ["old", "late", "new", "odd"]
    assert [(one["source"], one["cells"]) for one in shown["rules"]] == [
        ("count a = 1", " ?  "),
        ("order: a -> b", "✗✗✓-"),
        ("forbid pay", "✗✓✓✓"),
    ]
    assert (shown["passed"], shown["judged"], shown["score_text"]) == (2, 4, "0.69")


def test_as_written_nothing_is_moved() -> None:
    shown = found("written")
    assert [one["name"] for one in shown["traces"]] == ["new", "late", "old", "odd"]
    assert [one["rule"] for one in shown["rules"]] == [0, 1, 2]


def test_a_rule_is_summed_up_in_words_and_in_bars_with_the_newest_last() -> None:
    rows = {one["source"]: one for one in found()["rules"]}
    assert rows["order: a -> b"]["summary"] == "1 of 3 pass, fails on old and 1 more"
    assert rows["order: a -> b"]["spark"] == "-▃▄▇"
    assert rows["order: a -> b"]["scores"] == {"0": 0.4, "1": 0.5, "3": 1.0}
    assert rows["count a = 1"]["summary"] == "0 of 1 passes, undecided on late"
    assert rows["forbid pay"]["spark"] == "▇▁▇▇"


def test_a_score_short_of_1_has_never_the_bar_of_a_pass() -> None:
    (row,) = matrix([rule("x")], [judged("t", 0.99, 0, r0=("fail", 0.99))])["rules"]
    assert row["spark"] == "▆"


def test_the_same_is_drawn_as_text() -> None:
    assert [line.text for line in drawn_matrix(found(), 60)] == [
        "3 rules on 4 traces: 2 pass, score 0.69",
        "",
        " 1 2 3 4",
        " · ? · ·  0 of 1  count a = 1",
        " ✗ ✗ ✓ -  1 of 3  order: a -> b",
        " ✗ ✓ ✓ ✓  3 of 4  forbid pay",
        "",
        " 1  ✗ 0.25  old   2 of 2 rules failed",
        " 2  ✗ 0.50  late  1 of 3 rules failed",
        " 3  ✓ 1.00  new   0 of 2 rules failed",
        " 4  ✓ 1.00  odd   0 of 2 rules failed",
    ]
    rules = [(line.rule, line.trace) for line in drawn_matrix(found())]
    assert rules[3:6] == [(2, None), (1, None), (0, None)]
    assert rules[7] == (None, "/runs/old")


def test_many_traces_and_rules_are_cut_and_what_is_left_out_is_counted() -> None:
    traces = [
        judged(f"t{at}", at % 2, 0, r0=("fail" if at % 2 else "pass", 0.0)) for at in range(1200)
    ]
    shown = matrix([rule("x" * 500)] * (RULES_MAX + 3), traces)
    assert (len(shown["traces"]), shown["traces_left_out"]) == (TRACES_MAX, 200)
    assert (len(shown["rules"]), shown["rules_left_out"]) == (RULES_MAX, 3)
    assert len(shown["rules"][0]["spark"]) == SPARK_MAX
    lines = drawn_matrix(shown, 80)
    assert max(len(line.text) for line in lines) == 80
    assert lines[-1].text == " 1160 traces of the best not drawn"


def test_without_traces_nothing_is_drawn() -> None:
    assert [line.text for line in drawn_matrix(matrix(RULES, []))] == [
        "3 rules, judged on no trace"
    ]
    assert matrix([], [])["score"] is None


@pytest.mark.parametrize("order", ["worst", "written"])
def test_texts_of_strangers_stay_on_their_line(order: Order) -> None:
    shown = matrix([rule("forbid a\n\u202eb")], [judged("x\x1b[31m\n", 1.0, 0)], order)
    assert shown["traces"][0]["name"] == "x\\x1b[31m\\n"
    assert "\n" not in shown["rules"][0]["source"]
