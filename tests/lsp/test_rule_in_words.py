"""What a rule asks, as one plain sentence; and the documentation of the words of its parts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cursor import cut, snapshot

from toolspec.engine.rules import kinds
from toolspec.lsp.features.hover import hover
from toolspec.lsp.features.signature_help import signature
from toolspec.lsp.state.session import Session
from toolspec.lsp.state.snapshot import Snapshot

APPROVED = (
    "each issue_refund <order_id: $o, amount: > 100>: after seeing request_approval <order_id: $o>"
)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (
            APPROVED,
            "Every call of `issue_refund` whose `amount` is more than 100 needs an earlier call of "
            "`request_approval` with the same `order_id`, which the agent had seen.",
        ),
        (
            "each send <to: $to>: after * result has $to",
            "Every call of `send` needs an earlier call whose result has its `to` in it.",
        ),
        (
            "each pay: not after cancel, valid",
            "Every call of `pay` must have no earlier call of `cancel`, and must conform to its "
            "tool's schema.",
        ),
        (
            "each pay: after own ok_it within 5s",
            "Every call of `pay` needs an earlier call of `ok_it` of its own, within 5s.",
        ),
        (
            "forbid delete until backup",
            "There is no call of `delete`, until the first call of `backup`.",
        ),
        (
            "count pay <= 1 per <order_id>",
            "The agent makes at most 1 call of `pay`, for each `order_id` by itself.",
        ),
        (
            "require escalate if charge failed",
            "There is a completed call of `escalate`, if there is a call of `charge` that failed.",
        ),
        (
            'require note <by: text, to: "a" | "b"> after last pay',
            'There is a completed call of `note` whose `by` is a text and whose `to` is "a" or '
            'is "b", after the last call of `pay`.',
        ),
        (
            "args pay <id: 1, cur: text>",
            "There is a call of `pay` whose `id` is 1 and whose `cur` is a text and with no other "
            "arguments.",
        ),
        (
            "args: pay <>, get <id: 1>",
            "Each of these is a call of its own: a call of `pay` with no arguments; a call of "
            "`get` whose `id` is 1 and with no other arguments.",
        ),
        ("args pay subset <id: 1>", "There is a call of `pay` whose `id` is 1."),
        ("output test = [1, ...]", "There is a call of `test` whose result is [1, ...]."),
        (
            "each pay result {id: $i, ...}: before audit <id: $i>",
            "Every call of `pay` whose result is {id: $i, ...} needs a later call of `audit` whose "
            "`id` is $i.",
        ),
        (
            "each pay <xs: [$p, $pq], n: $n>: after b <p: > $p, q: $pq, m: $n>",
            "Every call of `pay` whose `xs` is [$p, $pq] needs an earlier call of `b` whose `p` is "
            "more than $p and whose `q` is $pq and whose `m` is its `n`.",
        ),
        (
            "each first pay <id: $id & text>: after b <id: $id>",
            "The first call of `pay` whose `id` is $id and is a text needs an earlier call of `b` "
            "with the same `id`.",
        ),
        (
            "only: a, last b failed",
            "Every call is a call of `a` or the last call of `b` that failed.",
        ),
        ("count a = 2..4", "The agent makes 2 to 4 calls of `a`."),
        ("limit: calls != 2..4", "There are limits: calls not 2 to 4."),
        (
            "require a min 2 final",
            "There are at least 2 completed calls of `a`, one of them the last call.",
        ),
        (
            "any {\n  forbid a per turn\n  sequence: first b -> c\n}",
            "One of these holds: There is no call of `a`, for each turn by itself; There are calls "
            "in this order, with any others in between: the first call of `b`, then a call of `c`.",
        ),
        ("require upload min 2", "There are at least 2 completed calls of `upload`."),
        (
            "limit: calls <= 20, duration < 30s",
            "There are limits: calls at most 20, duration less than 30s.",
        ),
        ("answer /yes/", "The agent's last response has /yes/ in it."),
        (
            'forbid agent says "secret"',
            'The agent never says anything that has "secret" in it.',
        ),
        (
            "sequence: a ok -> (b, c)",
            "There are calls in this order, with any others in between: a call of `a` that "
            "succeeded, then a call of `b` and a call of `c` in any order.",
        ),
        ("only: read, list", "Every call is a call of `read` or a call of `list`."),
        (
            "limit: calls <= 9 among * by clerk ignoring think",
            "There are limits: calls at most 9, looking only at each call made by clerk, leaving "
            "out every call of `think`.",
        ),
    ],
)
def test_a_rule_says_in_one_sentence_what_it_asks(rule: str, sentence: str) -> None:
    (entry,) = snapshot(rule).reading.rules
    assert entry.rule is not None
    assert entry.rule.in_words() == sentence


def test_every_example_of_a_kind_has_a_sentence_that_ends_as_one() -> None:
    for kind in kinds():
        for example in kind.examples:
            for entry in snapshot(example.spec).reading.rules:
                said = entry.rule.in_words() if entry.rule is not None else ""
                assert not said or (said[0].isupper() and said.endswith(".")), example.spec


def said(text: str) -> str:
    plain, at = cut(text)
    found = hover(snapshot(plain), at)
    return found.markdown if found is not None else ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("each a: after see<CURSOR>ing b", "had seen the other call's result"),
        ("each a: afte<CURSOR>r b", "comes earlier"),
        ("forbid a afte<CURSOR>r b", "Judge only the calls after"),
        ("each a: after b wit<CURSOR>hin 2 calls", "How near"),
        ("each a: val<CURSOR>id", "conform"),
        ("forbid a fail<CURSOR>ed", "it failed"),
        ("forbid a to<CURSOR>ok > 5s", "how long"),
        ("forbid a b<CURSOR>y x", "the agent that made"),
        ("limit: loo<CURSOR>ps = 0", "came again"),
        ("forbid a pe<CURSOR>r <id>", "by themselves"),
        ("forbid a amo<CURSOR>ng b", "Judge only the calls that match"),
        ("forbid a <n: ha<CURSOR>s 5>", "holds another"),
        ("forbid a <n: not tex<CURSOR>t>", "of a type"),
        ("forbid a <n: abs<CURSOR>ent>", "not there"),
        ('require user sa<CURSOR>ys "x"', "Messages"),
        ('us<CURSOR>e "x.toolspec"', "names and rules of another spec"),
        ('tool<CURSOR>s "x.json"', "list the tools"),
        ("each a <id: $<CURSOR>o>: after b <id: $o>", "`$o` stands for its `id`"),
        ("forbid a so<CURSOR>ft", "does not keep the trace from passing"),
        ('forbid a <n: "x" <CURSOR>| "y">', "the value matches one of the two"),
        ('answer "x" <CURSOR>| "y"', "the value matches one of the two"),
        ('forbid a result {n: 1} <CURSOR>| "y" until b', "the value matches one of the two"),
        ("forbid a result 1 until b <CURSOR>| c", "any of these tools"),
        ("each a <n: 1>: after b <CURSOR>| c", "any of these tools"),
        ("each a result 1: n<CURSOR>ot after b", "The opposite of the demand"),
        ("each a: result 1, n<CURSOR>ot after b", "The opposite of the demand"),
        ("forbid a <n: n<CURSOR>ot 5, m: 1>", "Any value that does not match"),
        ("forbid a <m: 1, n: <CURSOR>> 5>", "A number more than this one"),
        ("count a <n: 1> <CURSOR>>= 2", "compares the number of calls"),
        ("forbid a took <CURSOR>> 5s", "Longer than this time"),
        ("forbid a <n: [1, <CURSOR>...]>", "Any number of items"),
        ("forbid a result {n: [2], <CURSOR>...}", "Any other keys"),
        ("value @x <CURSOR>= 5", "stands for the value pattern"),
    ],
)
def test_every_word_says_what_it_means(text: str, words: str) -> None:
    assert words in said(text)


def opened(folder: Path, text: str) -> Snapshot:
    tool = {
        "name": "pay",
        "description": "Pay *money*.",
        "inputSchema": {
            "properties": {"amount": {"type": "number", "description": "In cents."}},
            "required": ["amount"],
        },
    }
    (folder / "tools.json").write_text(json.dumps({"tools": [tool]}))
    session = Session(lambda _: None, lambda _: None)
    uri = (folder / "a.toolspec").as_uri()
    session.open(uri, text, 1)
    found = session.snapshot(uri)
    assert found is not None
    return found


def test_a_tool_of_a_list_says_what_it_does_and_takes_without_any_trace(tmp_path: Path) -> None:
    text, at = cut('tools "tools.json"\nforbid pa<CURSOR>y\n')
    found = hover(opened(tmp_path, text), at)
    assert found is not None
    assert "Pay \\*money\\*." in found.markdown
    assert "- `amount` number, required: In cents." in found.markdown
    text, at = cut('tools "tools.json"\nforbid pay <<CURSOR>>\n')
    shown = signature(opened(tmp_path, text), at)
    assert shown is not None
    assert shown.label == "pay <amount: number>"
    assert shown.arguments[0][1] == "In cents.\n\nrequired"
