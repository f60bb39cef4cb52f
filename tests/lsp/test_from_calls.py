"""Calls that somebody chose become rules, each judged on all traces: `toolspec/fromCalls`."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.lsp_client import RawClient
from tests.lsp.conftest import write_trace
from tests.lsp.cursor import calls_of, snapshot
from toolspec.dsl.read import read
from toolspec.engine.trace import called
from toolspec.lsp.features.drawings.from_calls import rules_for

GET = called("get order", {"id": 1, "lang": "en"})
PAY = called("pay", {"id": 1, "amount": 9.5, "lang": "en"})
OTHER = (called("get order", {"id": 2, "lang": "en"}), called("pay", {"id": 2, "lang": "en"}))


def proposed(*numbers: int) -> list[str]:
    """Return the rules for some calls of the newest of two traces."""
    calls = (GET, called("log"), PAY, PAY)
    seen = snapshot("forbid rm\n", {"new": calls, "old": OTHER})
    chosen = [call for call in calls_of(calls) if call.number in numbers]
    return [one.rule for one, _ in rules_for(seen, chosen)]


def test_several_calls_become_an_order_a_sequence_a_relation_arguments_and_what_is_never() -> None:
    assert proposed(0, 2) == [
        'order: "get order" -> pay',
        'sequence: "get order" -> pay',
        'each pay <id: $id>: after seeing "get order" <id: $id>',
        'each pay: after "get order"',
        'args: "get order" <id: 1, lang: "en">, pay <id: 1, amount: 9.5, lang: "en">',
        'args: "get order" <id: ..., lang: "en">, pay <id: ..., amount: 9.5, lang: "en">',
        'forbid: "get order" -> pay',
    ]


def test_one_call_is_demanded_or_forbidden_with_its_arguments_and_generalised() -> None:
    assert proposed(2) == [
        'require pay <id: 1, amount: 9.5, lang: "en">',
        'require pay <id: ..., amount: 9.5, lang: "en">',
        "require pay",
        'forbid pay <id: 1, amount: 9.5, lang: "en">',
        'forbid pay <id: ..., amount: 9.5, lang: "en">',
        "forbid pay",
    ]
    assert proposed(1) == ["require log", "forbid log"]


def test_calls_of_one_tool_alone_have_no_relation() -> None:
    assert not [rule for rule in proposed(2, 3) if rule.startswith("each")]


@pytest.mark.parametrize("numbers", [(0,), (0, 1), (0, 2), (1, 2, 3)])
def test_every_rule_can_be_read(numbers: tuple[int, ...]) -> None:
    for rule in proposed(*numbers):
        assert not read(rule).errors, rule


def test_no_calls_become_no_rule() -> None:
    assert proposed() == []


def test_an_editor_is_told_on_how_many_traces_a_rule_holds_and_where_to_write_it(
    client: RawClient, workspace: Path
) -> None:
    other = write_trace(workspace / "runs" / "two.json", "pay", "search")
    client.initialize(workspace)
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, 'traces "runs/*.json"\nforbid rm\n')
    client.until(lambda: client.hints(uri), "scores")
    asked = {"uri": uri, "trace": str(other), "calls": [0, 1], "line": 1}
    rules = client.until(lambda: client.request("toolspec/fromCalls", asked), "rules")
    by_rule = {one["rule"]: one for one in rules}
    wanted = by_rule["sequence: pay -> search"]
    assert (wanted["here"], wanted["judged"]) == ("pass", 2)
    assert by_rule["forbid: pay -> search"]["here"] == "fail"
    assert wanted["passes"] + by_rule["forbid: pay -> search"]["passes"] == 2
    assert wanted["edit"]["newText"].strip() == "sequence: pay -> search"
    assert wanted["edit"]["range"]["start"]["line"] == 1
    assert client.request("toolspec/fromCalls", {**asked, "trace": "/gone.json"}) is None


@pytest.mark.parametrize("wrong", [{}, {"trace": 1}, {"calls": "1"}, {"calls": [True]}])
def test_a_wrong_question_is_answered_with_what_is_wrong(
    shared_client: RawClient, wrong: dict[str, object]
) -> None:
    right = {"uri": "file:///none.toolspec", "trace": "a", "calls": [0]}
    asked = {} if not wrong else {**right, **wrong}
    answer = shared_client.wait(shared_client.start("toolspec/fromCalls", asked))
    assert "take" in answer["error"]["message"]
