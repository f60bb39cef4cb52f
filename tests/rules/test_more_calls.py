"""What calls that a trace does not record could do to a rule, and which of them matter to it."""

from __future__ import annotations

import pytest

import toolspec
from toolspec.engine.kind import Kind
from toolspec.engine.rules import KEYWORDS, kind, kinds
from toolspec.engine.trace import UNRECORDED, Call, called
from toolspec.engine.verdict import MoreCalls


def rule(text: str) -> Kind:
    """Return the kind's value of a rule."""
    (made,) = toolspec.parse(text).rules
    return made.kind


@pytest.mark.parametrize(
    ("text", "could"),
    [
        ("order: a -> b", MoreCalls.HELP),
        ("order strict: a -> b", MoreCalls.BOTH),
        ("sequence: a -> b", MoreCalls.HELP),
        ("count a > 1", MoreCalls.HELP),
        ("count: a > 1, b >= 1", MoreCalls.HELP),
        ("count: a >= 1, b >= 1", MoreCalls.HELP),
        ("count a < 1", MoreCalls.HURT),
        ("count: a < 1, b <= 1", MoreCalls.HURT),
        ("count a <= 1", MoreCalls.HURT),
        ("count: a < 1, b > 1", MoreCalls.BOTH),
        ("count a = 1", MoreCalls.BOTH),
        ("count a != 1", MoreCalls.BOTH),
        ("args a <>", MoreCalls.HELP),
        ("output a = 1", MoreCalls.HELP),
        ("require a", MoreCalls.HELP),
        ("require a final", MoreCalls.BOTH),
        ("forbid a", MoreCalls.HURT),
    ],
)
def test_further_calls_help_a_rule_or_hurt_it_or_both(text: str, could: MoreCalls) -> None:
    assert rule(text).more_calls is could


HIDDEN = called("", UNRECORDED)


@pytest.mark.parametrize(
    ("text", "call", "matters"),
    [
        ("order: a -> b", HIDDEN, True),
        ("order: a -> b", called("b"), True),
        ("order: a -> b", called("c"), False),
        ("order strict: a -> b", called("c"), True),
        ("sequence: a -> b*", called("bc"), True),
        ("sequence: a -> b*", called("c"), False),
        ("count: a = 1, b = 0", called("b"), True),
        ("count: a = 1, b = 0", called("c"), False),
        ("args: a <>, b <>", called("b", {"x": 1}), True),
        ("args: a <>, b <>", called("c"), False),
        ("output: a = 1, b = 2", called("b"), True),
        ("output: a = 1, b = 2", HIDDEN, True),
        ("output: a = 1, b = 2", called("c"), False),
        ("require a", HIDDEN, True),
        ("require a", called("a"), True),
        ("require a", called("c"), False),
        ("require a final", called("c"), True),
        ("forbid a", HIDDEN, True),
        ("forbid a", called("a"), True),
        ("forbid a", called("c"), False),
        ("forbid a <x: 1>", called("a"), True),
        ("forbid a <x: 1>", called("a", {"x": 1}), True),
        ("forbid a <x: 1>", called("a", {"x": 2}), False),
        ("forbid a <x: 1>", called("c", {"x": 1}), False),
        ("forbid a result /x/", called("a", {}, completed=False), True),
        ("forbid a result /x/", called("a", {}, "x"), True),
        ("forbid a result /x/", called("a", {}, "y"), False),
        ("forbid a <x: 1> result /x/", called("a", {"x": 1}, "y"), False),
        ("forbid a <must x: 1>", called("a", {}), True),
    ],
)
def test_a_call_that_was_not_read_matters_where_it_could_be_meant(
    text: str, call: Call, matters: bool
) -> None:
    assert rule(text).concerns(call) == matters


def test_the_kinds_are_found_by_their_first_word() -> None:
    assert [one.syntax.keyword for one in kinds()] == list(KEYWORDS)
    for keyword in KEYWORDS:
        assert kind(keyword).syntax.keyword == keyword
    for other in ("", "Order", "shelves", "__init__"):
        with pytest.raises(KeyError) as caught:
            kind(other)
        assert caught.value.args == (other,)
