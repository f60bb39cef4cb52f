"""Fixes for what is forbidden, and for rules of which one has to pass: tried on all traces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cursor import calls_of, cut, snapshot

from bench.lsp_client import RawClient
from toolspec.dsl.read import read
from toolspec.engine.trace import Trace, called
from toolspec.lsp.features.code_actions import applied, code_actions, ways
from toolspec.lsp.features.code_actions.ask import Ask
from toolspec.lsp.judge.scoring import Scorer, Sources

CALLS = (
    called("auth", {"user": "mira"}, "yes", step=0),
    called("refund", {"order": "A-1", "amount": 1000, "note": ["broken"]}, "done", step=1),
    called("approve", {"order": "A-1"}, "no", step=2)._replace(status="error"),
    called("refund", {"order": "A-2", "amount": 5}, "done", step=3),
)
TRACE = Trace(CALLS)
ANY = """\
any {
  require approve min 3
  count: refund = 3, auth = 1
  forbid auth
}
"""


def trace_of(_: str) -> tuple[Trace, tuple[str, ...]]:
    return TRACE, ()


def places_of(_: str) -> list[tuple[int, int]]:
    return [(1, 1)] * len(CALLS)


def offered(text: str) -> dict[str, str]:
    """Return the fixes of the rule at the cursor by title, with the text each leaves behind."""
    plain, offset = cut(text)
    ask = Ask(snapshot(plain, CALLS), (offset, offset), calls_of(CALLS))
    rules = ways.ways_of(ask)
    scorer = Scorer(Sources(trace_of, places_of))
    ask = ways.with_ways(ask, rules, scorer.explained(rules, TRACE, "run"))
    actions = code_actions(ask, ["quickfix"])
    after = {action.title: applied(plain, action.edits) for action in actions}
    assert not [one for one in after.values() if read(one).errors]
    return after


@pytest.mark.parametrize(
    ("rule", "title", "after"),
    [
        (
            "forbid approve",
            'Except calls with order: "A-1"',
            'forbid approve <order: not "A-1" | absent>',
        ),
        (
            "forbid refund",
            "Except calls with amount: (1000 | 5)",
            "forbid refund <amount: not (1000 | 5) | absent>",
        ),
        (
            "forbid refund <amount: > 100>",
            "Except calls with amount: 1000",
            "forbid refund <amount: > 100 & not 1000>",
        ),
        (
            "forbid refund <amount: 7 | > 100>",
            "Except calls with amount: 1000",
            "forbid refund <amount: (7 | > 100) & not 1000>",
        ),
        (
            "forbid refund <amount: > 100>",
            'Except calls with order: "A-1"',
            'forbid refund <amount: > 100, order: not "A-1" | absent>',
        ),
        (
            "forbid refund <order: ...>  # all",
            'Except calls with order: ("A-1" | "A-2")',
            'forbid refund <order: not ("A-1" | "A-2")>  # all',
        ),
        ("forbid delete_* | approve | drop", "Allow approve", "forbid delete_* | drop"),
        ("forbid approve", "Forbid only calls that succeed: ok", "forbid approve ok"),
        ("forbid refund", "Forbid only until auth", "forbid refund until auth"),
        (
            "forbid: auth -> refund",
            'Except calls with user: "mira"',
            'forbid: auth <user: not "mira" | absent> -> refund',
        ),
    ],
)
def test_it_forbids_less(rule: str, title: str, after: str) -> None:
    assert offered(rule.replace(" ", " <CURSOR>", 1))[title] == after


@pytest.mark.parametrize(
    "rule",
    [
        "forbid refund <amount: 5, ...>",  # a value that is the whole of what is asked
        "forbid <CURSOR>nothing",
        "forbid refund until auth",
        "forbid refund <exactly>",
    ],
)
def test_a_rule_is_not_excepted_away(rule: str) -> None:
    text = rule if "<CURSOR>" in rule else rule.replace(" ", " <CURSOR>", 1)
    assert not [title for title in offered(text) if "amount" in title or "until" in title]


def test_a_value_that_is_all_that_is_asked_is_not_excepted() -> None:
    found = offered("forbid <CURSOR>refund <amount: 5>")
    assert [title for title in found if title.startswith("Except")] == [
        'Except calls with order: "A-2"'
    ]


def test_of_rules_of_which_one_has_to_pass_each_is_changed_inside_the_braces() -> None:
    found = offered("<CURSOR>" + ANY)
    counted = "count: refund = 3, auth = 1: Change refund to = 2 (score 0.50 → 1.00)"
    assert found["require approve min 3: Change min 3 to 1"] == ANY.replace("min 3", "min 1")
    assert found[counted] == ANY.replace("refund = 3", "refund = 2")
    excepted = found['forbid auth: Except calls with user: "mira"']
    assert excepted == ANY.replace("forbid auth", 'forbid auth <user: not "mira" | absent>')
    assert [*found][-1] == "Let it count in the score only: soft"


def test_on_the_line_of_one_of_them_its_own_changes_are_offered() -> None:
    found = offered(ANY.replace("require", "req<CURSOR>uire"))
    assert [*found] == ["Change min 3 to 1", "Let it count in the score only: soft"]
    assert found["Let it count in the score only: soft"].startswith("any soft {")
    assert offered(ANY.replace("}", "<CURSOR>}")) == {}


def test_in_a_block_they_are_judged_in_its_parts() -> None:
    way = "any {\nreq<CURSOR>uire approve min 3\nrequire auth\n}\n"
    assert offered(way) == {}, "one of the two passes"
    assert "Change min 3 to 1" in offered("per <order> {\n" + way + "}\n")


def test_one_that_passes_needs_no_change() -> None:
    passing = ANY.replace("}", "  require auth\n}")
    assert offered("<CURSOR>" + passing) == {}


def write(path: Path, *calls: tuple[str, dict[str, Any]]) -> None:
    messages: list[dict[str, Any]] = []
    for at, (tool, arguments) in enumerate(calls):
        function = {"name": tool, "arguments": json.dumps(arguments)}
        call = {"id": f"c{at}", "type": "function", "function": function}
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{at}", "content": "yes"})
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(messages), "utf-8")


def test_each_change_is_tried_on_all_traces(client: RawClient, workspace: Path) -> None:
    mail, other = {"to": "a@shop.example"}, {"to": "b@elsewhere.example"}
    write(workspace / "runs" / "three.json", ("send", other))
    write(workspace / "runs" / "two.json", ("ask", {}), ("send", other))
    write(workspace / "runs" / "one.json", ("ask", {}), ("send", mail))
    client.initialize(workspace)
    uri = (workspace / "a.toolspec").as_uri()
    rules = ("forbid send", "any {", "  require ask min 2", "  forbid send", "}", "")
    client.open(uri, "\n".join(['traces "runs/[ot]*.json"', *rules]))
    client.until(lambda: len(client.hints(uri)) == 2, "scores")

    def titles(line: int) -> list[str]:
        place = {"line": line, "character": 3}
        context: dict[str, Any] = {"diagnostics": [], "only": ["quickfix"]}
        listed: list[dict[str, Any]] = client.about(
            "codeAction", uri, range={"start": place, "end": place}, context=context
        )
        return [action["title"] for action in listed]

    for line in (1, 3):
        client.until(lambda at=line: any("of 3 traces" in one for one in titles(at)), "effects")
    assert titles(1)[0] == "Show why this rule did not pass"
    weaker = "(makes the rule weaker)"
    excepted = f'Except calls with to: "a@shop.example": passes 1 of 3 traces instead of 0 {weaker}'
    assert excepted in titles(1)
    assert f"Forbid only until ask: passes 2 of 3 traces instead of 0 {weaker}" in titles(1)
    assert f"Change min 2 to 1: passes 2 of 3 traces instead of 0 {weaker}" in titles(3)
    assert f"require ask min 2: Change min 2 to 1: passes 2 of 3 traces instead of 0 {weaker}" in (
        titles(2)
    )
