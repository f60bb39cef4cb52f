"""Fixes for rules of the second part: a limit, a list of allowed tools, and any rule made soft."""

from __future__ import annotations

import pytest

from tests.lsp.cursor import calls_of, cut, snapshot
from tests.lsp.test_fitting import CALLS
from toolspec.dsl.read import read
from toolspec.engine import rules
from toolspec.lsp.features.code_actions import code_actions, others
from toolspec.lsp.features.code_actions.ask import Ask
from toolspec.lsp.text.answers import Action


def offered(text: str) -> dict[str, tuple[str, Action]]:
    """Return the fixes of the rule at the cursor by title, with the text each leaves behind."""
    plain, offset = cut(text)
    ask = Ask(snapshot(plain, CALLS), (offset, offset), calls_of(CALLS))
    found: dict[str, tuple[str, Action]] = {}
    for action in code_actions(ask, ["quickfix"]):
        (edit,) = action.edits
        after = plain[: edit.span[0]] + edit.text + plain[edit.span[1] :]
        assert not read(after).errors, after
        found[action.title] = after, action
    return found


@pytest.mark.parametrize(
    ("rule", "title", "after"),
    [
        (
            "limit: calls <= 3, loops = 0",
            "Change calls <= 3 to <= 4",
            "limit: calls <= 4, loops = 0",
        ),
        ("limit: calls < 4", "Change calls < 4 to <= 4", "limit: calls <= 4"),
        (
            "only: auth, refund  # these",
            "Allow approve too",
            "only: auth, refund, approve  # these",
        ),
        (
            "only: auth",
            "Allow all 2 tools that are called too",
            "only: auth, refund, approve",
        ),
        (
            "forbid refund",
            "Let it count in the score only: soft",
            "forbid refund soft",
        ),
        (
            "each refund: after approve",
            "Let it count in the score only: soft",
            "each refund: after approve soft",
        ),
    ],
)
def test_it_fits_the_trace_and_says_that_it_asks_for_less(
    rule: str, title: str, after: str
) -> None:
    fixes = offered(rule.replace(" ", " <CURSOR>", 1))
    text, action = fixes[title]
    assert text == after
    assert action.weaker
    in_order = others.in_order([one for _, one in fixes.values()])
    assert in_order[-1].title.endswith("(makes the rule weaker)")


def test_a_rule_that_passes_is_left_as_it_is_and_one_that_is_soft_not_made_soft() -> None:
    assert offered("only: <CURSOR>auth, refund, approve") == {}
    assert offered("limit: <CURSOR>calls <= 4") == {}
    assert not [title for title in offered("forbid <CURSOR>refund soft") if "soft" in title]


def test_tools_that_are_listed_with_other_arguments_are_not_allowed_once_more() -> None:
    titles = offered('only: auth, approve, <CURSOR>refund <order: "A-1">')
    assert not [title for title in titles if title.startswith("Allow")]


def test_a_failing_rule_of_every_kind_has_a_fix() -> None:
    bare = {
        "order": "order: approve -> auth",
        "sequence": "sequence: approve -> auth",
        "count": "count refund = 1",
        "args": 'args refund <order: "A-9">',
        "output": 'output approve = "no"',
        "require": 'require refund <order: "A-9">',
        "forbid": "forbid refund",
        "only": "only: auth",
        "each": "each refund: after approve",
        "limit": "limit: calls <= 3",
        "any": "any {\n  forbid auth\n}",
    }
    spoken = {"answer"}  # it looks at messages: see test_fitting_each.py
    assert bare.keys() | spoken == set(rules.KEYWORDS), "add a rule of the new kind that fails"
    assert {kind for kind, rule in bare.items() if not offered("<CURSOR>" + rule)} == set()
