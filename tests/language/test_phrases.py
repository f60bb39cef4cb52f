"""Lines whose words are in another order: rewritten whole, whatever their length, or explained."""

from __future__ import annotations

import pytest

from toolspec.dsl.read import read
from toolspec.dsl.specs import parse

LONG = [
    (
        'must not delete_customer_record_permanently <path: "/home/someone/a/long/path.txt">',
        'forbid delete_customer_record_permanently <path: "/home/someone/a/long/path.txt">',
    ),
    (
        'final issue_refund_to_customer_account <order_id: "A-1042", amount: 249>',
        'require issue_refund_to_customer_account <order_id: "A-1042", amount: 249> final',
    ),
    (
        'require final issue_refund_to_customer_account <order_id: "A-1042", amount: 249>',
        'require issue_refund_to_customer_account <order_id: "A-1042", amount: 249> final',
    ),
]


@pytest.mark.parametrize(("text", "meant"), LONG)
def test_a_long_line_is_rewritten_and_shown_whole(text: str, meant: str) -> None:
    (item,) = read(text).problems
    assert item.help == f"write `{meant}`"
    (fix,) = item.fixes
    assert text[: fix.start] + fix.text + text[fix.end :] == meant
    parse(meant)


def test_the_step_that_is_missing_is_shown_in_the_whole_line() -> None:
    (item,) = read('require issue_refund_to_customer_account <order_id: "A-10"> before 3').problems
    assert item.help == (
        'write `require issue_refund_to_customer_account <order_id: "A-10"> before step 3`'
    )


@pytest.mark.parametrize(
    "text",
    ["require all a, b", "require all of a and b", "require both a and b", "require all a|b"],
)
def test_all_of_several_tools_is_a_rule_for_each(text: str) -> None:
    (item, *_) = read(text).problems
    assert item.help == "write a rule for each: `require a` and `require b`"
    assert item.fixes == ()


@pytest.mark.parametrize(
    "text", ["require all a <x: 1>", "require every call of a <x: 1>", "require each a result /ok/"]
)
def test_what_every_call_must_have_is_not_offered_as_what_one_must_have(text: str) -> None:
    (item,) = read(text).problems
    assert item.help.startswith("write `each a: ")
    assert [fix.text[:8] for fix in item.fixes] == ["each a: "]


def test_all_of_one_tool_says_what_require_asks_for() -> None:
    (item,) = read("require all refund").problems
    assert item.help == "write `require refund`, which asks for at least one call"


@pytest.mark.parametrize("text", ["forbid all of a, b", "forbid every a or b", "forbid all a | b"])
def test_forbidding_all_of_several_forbids_any_of_them(text: str) -> None:
    (item, *_) = read(text).problems
    (fix,) = item.fixes
    assert fix.text == "forbid a | b"
