"""A fix says that it makes a rule weaker where it does: held against what traces make of both."""

from __future__ import annotations

import random

import pytest
from cursor import calls_of, snapshot

from toolspec.dsl.read import read
from toolspec.engine.rule import Rule
from toolspec.engine.trace import Call, Trace, called
from toolspec.lsp.features.code_actions import applied, code_actions
from toolspec.lsp.features.code_actions.ask import Ask

SHOWN = (
    called("auth", {"user": "mira"}, "yes"),
    called("refund", {"order": "A-1", "amount": 1000}, "done"),
    called("approve", {"order": "A-1"}, "yes"),
    called("refund", {"order": "A-2", "amount": 5}, "done"),
)
TRACES = 1_000
CALLS_MAX = 8

RULES = (
    "order: auth -> nothing",
    "order: auth -> refund -> nothing -> approve -> refund",
    "order: auth -> refund -> approve -> refund -> nothing",
    'order: auth -> refund <order: "A-1"> -> nothing',
    "order: auth -> refund | nothing -> approve -> refund -> nothing",
    "order strict: auth -> refund",
    "sequence: auth -> nothing -> refund",
    "sequence: approve -> auth -> refund",
    "count auth = 2",
    "count auth >= 2",
    "count refund <= 1",
    "count: refund = 1, auth >= 3",
    "require auth min 2",
    'require refund <order: "A-9">',
    "require refund <amount: 6..8>",
    "require auth final",
    'args refund <order: "A-9", amount: 5>',
    'args auth <user: "bo">',
    'output approve = "no"',
    "only: auth, approve",
    "limit: calls <= 2",
    "limit: calls = 3",
    "each refund: right after auth",
    "each refund: after auth within 2 calls",
    "each refund: <amount: > 10>",
    "sequence: (approve, auth, nothing) -> refund",
    "forbid refund <amount: > 100>",
    "forbid approve | drop",
    "forbid: auth -> refund",
)


def random_call(draw: random.Random) -> Call:
    tool = draw.choice(("auth", "refund", "approve", "refund", "nothing"))
    order, amount = draw.choice(("A-1", "A-2", "A-9")), draw.choice((5, 7, 1000))
    arguments: dict[str, dict[str, str | int]] = {
        "auth": {"user": draw.choice(("mira", "bo"))},
        "refund": {"order": order, "amount": amount},
    }
    return called(tool, arguments.get(tool, {"order": order}), draw.choice(("yes", "no", "done")))


@pytest.fixture(scope="module")
def traces() -> list[Trace]:
    draw = random.Random(7)
    return [
        Trace([random_call(draw) for _ in range(draw.randrange(CALLS_MAX + 1))])
        for _ in range(TRACES)
    ]


def passes(rule: Rule, traces: list[Trace]) -> list[bool]:
    # What is skipped keeps no trace from passing.
    return [rule.judge(trace).status.value in ("pass", "skip") for trace in traces]


@pytest.mark.parametrize("text", RULES)
def test_what_asks_for_less_says_so_and_nothing_else_does(text: str, traces: list[Trace]) -> None:
    before = passes(read(text).spec.rules[0], traces)
    assert any(before), "no trace keeps the rule, so that none could show what is lost"
    actions = code_actions(Ask(snapshot(text, SHOWN), (2, 2), calls_of(SHOWN)), ["quickfix"])
    changes = [action for action in actions if action.edits]
    assert changes
    tried = 0
    for action in changes:
        after = passes(read(applied(text, action.edits)).spec.rules[0], traces)
        lost = [at for at, was in enumerate(before) if was and not after[at]]
        gained = [at for at, now in enumerate(after) if now and not before[at]]
        if lost or gained:  # else it changes what a status counts for, as `soft` does
            tried += 1
            assert action.weaker == (not lost), action.title
    assert tried
