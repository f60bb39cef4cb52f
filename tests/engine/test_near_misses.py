"""A summary names the calls that were nearly judged: by the type of a value, or for want of a key.

Such a call makes no difference to the verdict, and whoever wrote the rule expects that it does.
"""

from __future__ import annotations

import pytest

import toolspec
from toolspec.engine.json_value import Json
from toolspec.engine.trace import Call, Trace, called
from toolspec.engine.verdict import HIDDEN

TEXT = '1 call not {}: amount is the text "250"'
TEXT_AMOUNT: dict[str, Json] = {"amount": "250"}
PAID = called("refund", {"amount": "250", "cur": "EUR"}, {"total": "7"})


def summary(rule: str, *arguments: dict[str, Json]) -> str:
    return on([PAID, *[called("refund", one, {"total": 1}) for one in arguments]], rule)


def on(calls: list[Call], rule: str) -> str:
    (result,) = toolspec.parse(rule).check(Trace(calls)).results
    return result.summary


@pytest.mark.parametrize(
    ("rule", "what"),
    [
        ("each refund <amount: > 100>: <note: text>", "asked"),
        ("each refund <amount: 100..300>: <note: text>", "asked"),
        ("each refund <amount: > 100 & < 300>: <note: text>", "asked"),
        ("forbid refund <amount: > 100>", "judged"),
        ("forbid refund <amount: 1 | > 100>", "judged"),
        ("forbid refund <amount: > 100, cur: text>", "judged"),
        ("forbid: refund <amount: > 100> -> send", "judged"),
        ("forbid: (refund <amount: > 100>, send) -> send", "judged"),
        ("count refund <amount: > 100> <= 1", "counted"),
        ("count: refund <amount: > 100> = 0, refund = 1", "counted"),
        ("limit: sum <amount> <= 500", "counted"),
        ("limit: calls <= 500, sum <amount> <= 500", "counted"),
        ("forbid send after refund <amount: > 100>", "matched"),
        ("forbid send after refund <amount: > 100> until log", "matched"),
        ("forbid send if refund <amount: > 100>", "matched"),
        ("if refund <amount: > 100> {\nforbid send\n}", "matched"),
        ("require send if not refund <amount: > 100>", "matched"),
        ("forbid send until refund <amount: > 100>", "matched"),
        ("forbid send after log until refund <amount: > 100>", "matched"),
        ("forbid * among refund <amount: > 100>", "matched"),
        ("only: send among refund <amount: > 100> pass 0.5", "matched"),
        ("each send: ok among refund <amount: > 100>", "matched"),
        ("limit: calls <= 5 ignoring refund <amount: > 100>", "matched"),
        ("among refund <amount: > 100> {\nforbid * per step\n}", "matched"),
        ("any {\nforbid * among refund <amount: > 100>\n}", "matched"),
        ("each refund: not <amount: > 100>", "matched"),
        ("each log: not after refund <amount: > 100>", "matched"),
        ("each log <n: $n>: not after refund <amount: > $n>", "matched"),
        (
            "each log: not before refund <amount: > 100> or not after refund <amount: > 100>",
            "matched",
        ),
        ("order: refund <amount: > 100> -> log", "matched"),
    ],
)
def test_a_value_of_another_type_than_a_comparison_needs_is_named(rule: str, what: str) -> None:
    log = called("log", {"n": 100}, "ok")
    said = on([log, PAID, log], rule)
    assert said.count(TEXT.format(what)) == 1, said


@pytest.mark.parametrize(
    "rule",
    [
        "forbid send until refund <amount: > 100>",
        "require log if refund <amount: > 100>",
        "each log: not after refund <amount: > 100>",
        "order: refund <amount: > 100>",
    ],
)
def test_a_call_that_could_not_have_made_a_difference_is_not(rule: str) -> None:
    log = called("log", {"n": 100}, "ok")
    paid = called("refund", {"amount": 250}, {"total": 7})
    assert "call not" not in on([log, paid, PAID], rule)


def test_what_a_name_stands_for_is_named_where_it_is_no_number() -> None:
    log, paid = called("log", {"n": "5"}, "ok"), called("refund", {"amount": 250}, "ok")
    said = on([paid, log], "each log <n: $n>: not after refund <amount: > $n>")
    assert said.endswith('; 1 call not compared: `$n` is the text "5"')
    assert "compared" not in on([log, log], "each log <n: $n>: not after refund <amount: > $n>")


@pytest.mark.parametrize(
    ("pattern", "said"),
    [("list of > 5", 'items[1] is the text "7"'), ("[..., > 5]", ""), ("[1, > 5]", "items[1]")],
)
def test_so_is_an_item_of_a_list(pattern: str, said: str) -> None:
    pay = called("pay", {"items": [8 if "of" in pattern else 1, "7"]}, "ok")
    assert said in on([pay], f"forbid pay <items: {pattern}>")


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("forbid refund result {total: > 5, ...}", 'total of its result is the text "7"'),
        ("forbid refund <amount: > 100> result {total: > 5}", 'amount is the text "250"'),
    ],
)
def test_so_is_one_in_a_result(rule: str, said: str) -> None:
    assert f"1 call not judged: {said}" in summary(rule)


def test_so_is_one_inside_an_object() -> None:
    call = called("pay", {"of": {"sum": None}})
    (result,) = toolspec.parse("forbid pay <of: {sum: > 5}>").check(Trace([call])).results
    assert result.summary.endswith("; 1 call not judged: of.sum is null")


@pytest.mark.parametrize(
    "rule",
    [
        'forbid refund <amount: > 100, cur: "USD">',
        "forbid refund <amount: number & > 100>",
        "forbid refund <amount: not > 100, cur: number>",
        "forbid refund <amount: > 100> failed result 5",
        "forbid last refund <amount: > 100>",
        "count refund <amount: > 100> >= 1",
        "limit: sum <other> <= 500",
    ],
)
def test_what_differs_in_something_else_as_well_is_no_near_miss(rule: str) -> None:
    assert "call not" not in summary(rule, {"amount": 1})


def test_near_misses_are_counted_by_what_they_have() -> None:
    said = summary("forbid refund <amount: > 100>", *[TEXT_AMOUNT] * 70, {"amount": True})
    assert said.endswith(
        '; 71 calls not judged: amount is the text "250"; 1 call not judged: amount is true'
    )


def test_a_value_is_not_shown_where_values_are_hidden() -> None:
    for rule in ("forbid refund <amount: > 100>", "forbid send if refund <amount: > 100>"):
        (rule_of,) = toolspec.parse(rule).rules
        said = rule_of.judge(Trace([PAID])).explanation(HIDDEN).summary
        assert said.endswith("amount is (text)")


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("count refund <= 1 per <order>", "1 call not judged: it has no `order`"),
        ('forbid refund <cur: "EUR"> per <order>', "1 call not judged: it has no `order`"),
        ("each refund: <amount: 1> per <order>", "1 call not judged: it has no `order`"),
        ("args refund subset <amount: 1> per <order>", "1 call not judged: it has no `order`"),
        ("limit: sum <n> <= 1 among refund per <order>", "1 call not judged: it has no `order`"),
        ("per <order> {\nforbid: refund -> send\n}", "1 call not judged: it has no `order`"),
        ('any {\nforbid refund <cur: "EUR"> per <order>\n}', "it has no `order`"),
        ('each refund <cur: "EUR">: ok per <order>', "1 call not judged: it has no `order`"),
    ],
)
def test_a_call_without_the_key_of_per_is_named(rule: str, said: str) -> None:
    assert said in summary(rule, {"order": 1, "amount": 1})
    assert "has no" not in summary(rule.replace("<order>", "<amount>"), {"order": 1, "amount": 1})


@pytest.mark.parametrize(
    "rule",
    [
        "count log <= 1 per <order>",
        "limit: sum <n> <= 1 per <order>",
        'forbid refund <cur: "USD"> per <order>',
    ],
)
def test_a_call_that_the_rule_does_not_speak_of_is_not(rule: str) -> None:
    assert "has no" not in summary(rule, {"order": 1, "amount": 1})
