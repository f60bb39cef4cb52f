"""What calls that a trace does not record could do to a rule, and which of them matter to it."""

from __future__ import annotations

from random import Random

import pytest

import toolspec
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.rules import KEYWORDS, kind, kinds
from toolspec.engine.trace import UNRECORDED, Call, Trace, called
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
        ("only: a", MoreCalls.BOTH),
        ("count a = 0", MoreCalls.HURT),
        ("count: a = 0, b <= 2", MoreCalls.HURT),
        ("count a = 0..1", MoreCalls.BOTH),
        ("limit: calls <= 2", MoreCalls.HURT),
        ("limit: calls >= 2", MoreCalls.HELP),
        ("limit: calls = 2", MoreCalls.BOTH),
        ("limit: calls <= 2, failures = 0", MoreCalls.HURT),
        ("limit: calls <= 2, calls >= 1", MoreCalls.BOTH),
        ("limit: repeats < 2", MoreCalls.HURT),
        ("limit: sum <x> < 5", MoreCalls.BOTH),
        ("limit: sum <x> >= 5", MoreCalls.BOTH),
        ("limit: steps < 3", MoreCalls.HURT),
        ("limit: tokens < 5", MoreCalls.HURT),
        ("limit: duration < 5s", MoreCalls.HURT),
        ("each a: after b", MoreCalls.BOTH),
        ("each a: not after b", MoreCalls.BOTH),
        ("each a: ok", MoreCalls.BOTH),
        ("each a: valid", MoreCalls.BOTH),
        ("each a: before b", MoreCalls.BOTH),
        ("each a: right after b", MoreCalls.BOTH),
        ("each a: after b or ok", MoreCalls.BOTH),
        ('answer "x"', MoreCalls.HURT),
        ("forbid: a -> b", MoreCalls.HURT),
        ("any {\n require a\n require b\n}", MoreCalls.HELP),
        ("any {\n require a\n forbid b\n}", MoreCalls.BOTH),
        ("any {\n only: a\n forbid b\n}", MoreCalls.BOTH),
        ('require agent says "x"', MoreCalls.HELP),
        ('forbid user says "x"', MoreCalls.HURT),
        ("limit: calls = 2..3", MoreCalls.BOTH),
        ("limit: failures = 0", MoreCalls.HURT),
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
        ("forbid first a <x: 1>", called("a", {"x": 2}), True),
        ("forbid last a <x: 1>", called("a", {"x": 2}), True),
        ("forbid last a <x: 1>", called("b", {"x": 1}), False),
        ("only: a", called(""), True),
        ("only: a", called("a"), True),
        ("only: a", called("c"), True),
        ("limit: calls <= 2", called(""), True),
        ("limit: calls <= 2", called("a"), True),
        ("limit: failures = 0", called(""), True),
        ("limit: failures = 0", called("a"), True),
        ("limit: sum <x> < 5", called(""), True),
        ("limit: sum <x> < 5", called("a"), True),
        ("each a: after b", called(""), True),
        ("each a: after b", called("a"), True),
        ("each a: after b", called("b"), True),
        ("each a: after b", called("c"), False),
        ("each a: not after b", called("b"), True),
        ("each a: not after b", called("c"), False),
        ("each a: ok", called("a"), True),
        ("each a: ok", called("c"), False),
        ("each a: ok", called(""), True),
        ("each a: right after b", called("c"), True),
        ("each a: after b within 2 calls", called("c"), True),
        ("each a: after b within 1 step", called("c"), True),
        ('answer "x"', called(""), True),
        ('answer "x"', called("c"), True),
        ("forbid: a -> b", called("a"), True),
        ("forbid: a -> b", called("b"), True),
        ("forbid: a -> b", called("c"), False),
        ("forbid: a -> b", called(""), True),
        ("any {\n require a\n forbid b\n}", called("a"), True),
        ("any {\n require a\n forbid b\n}", called("b"), True),
        ("any {\n require a\n forbid b\n}", called("c"), False),
        ("any {\n require a\n forbid b\n}", called(""), True),
        ('require agent says "x"', called(""), False),
        ('require agent says "x"', called("a"), False),
        ('each a: after user says "x"', called("c"), False),
        ('each a: after user says "x"', called("a"), True),
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


RULES = [
    "order: a -> b", "order strict: a -> b", "order: a -> b pass 0.5", "sequence: a -> b",
    "sequence: a -> (b, c)", "count a = 1", "count a != 1", "count: a > 1, b < 2 pass 0.5",
    "count a = 1..2", "args a <x: 1>", "args: a <x: 1>, b <x: 2> pass 0.5", "output a = 1",
    "require a <x: 1>", "require a min 2", "require a final", "forbid a <x: 1>",
    "forbid first a <x: 1>", "require last a <x: 1>",
    "each first a <x: 1>: after b", "forbid a until b <x: 1>", "forbid a until last b",
    "require a after b <x: 1>", "count a < 2 per <x>", "limit: calls = 1 per <x>",
    "forbid a after first b until c", "require a if b <x: 1>",
    "forbid: a -> b", "only: a, b", "only: a, b pass 0.5", "limit: calls <= 2",
    "limit: calls >= 2", "limit: calls = 2", "limit: calls = 2..3", "limit: repeats < 1",
    "limit: repeats = 1", "limit: failures = 0", "limit: failures = 1", "limit: sum <x> < 3",
    "limit: loops = 0", "limit: loops = 1", "limit: calls < 3, failures = 1 pass 0.5",
    "each a: after b", "each a: not after b", "each a <x: $x>: before b <x: $x>", "each a: ok",
    "each a: right after b", "each a: after own b", "each a: after b within 2 calls pass 0.5",
    "any {\n  require a\n  forbid b\n}", "any {\n  limit: calls = 2\n  count a = 1\n}",
]  # fmt: skip


def some_calls(random: Random, most: int) -> list[Call]:
    """Return calls of three tools that worked or failed."""
    return [
        called(random.choice("abc"), {"x": random.randrange(3)}, 1, completed=random.random() < 0.8)
        for _ in range(random.randrange(most + 1))
    ]


@pytest.mark.parametrize("text", RULES)
def test_a_further_call_does_to_a_verdict_what_the_rule_says_it_could(text: str) -> None:
    random, spec = Random(text), toolspec.parse(text)
    (made,) = spec.rules
    for _ in range(300):
        calls = some_calls(random, 5)
        call = called(random.choice("abc"), {"x": random.randrange(3)}, 1)
        at = random.randrange(len(calls) + 1)
        before, after = (
            spec.check(Trace(tuple(some))).results[0].status
            for some in (calls, [*calls[:at], call, *calls[at:]])
        )
        if made.more_calls is MoreCalls.HELP:
            assert (before, after) != ("pass", "fail"), (calls, call, at)
        if made.more_calls is MoreCalls.HURT:
            assert (before, after) != ("fail", "pass"), (calls, call, at)
        if not made.concerns(call):
            assert before == after, (calls, call, at)
