"""Fixes for a demand of each call, for groups, texts and blocks of rules: tried on all traces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cursor import calls_of, cut, snapshot

from bench.lsp_client import RawClient
from toolspec.dsl.read import read
from toolspec.engine.trace import called
from toolspec.lsp.features.code_actions import applied, code_actions
from toolspec.lsp.features.code_actions.ask import Ask

CALLS = (
    called("auth", {"user": "mira"}, "yes", step=0),
    called("refund", {"order": "A-1", "amount": 1000, "note": "broken"}, "done", step=1),
    called("approve", {"order": "A-1"}, "yes", step=2),
    called("refund", {"order": "A-2", "amount": 5}, "done", step=3),
)


def offered(text: str) -> dict[str, str]:
    """Return the fixes of the rule at the cursor by title, with the text each leaves behind."""
    plain, offset = cut(text)
    ask = Ask(snapshot(plain, CALLS), (offset, offset), calls_of(CALLS))
    found = {one.title: applied(plain, one.edits) for one in code_actions(ask, ["quickfix"])}
    assert not [after for after in found.values() if read(after).errors]
    return found


@pytest.mark.parametrize(
    ("rule", "title", "after"),
    [
        (
            "each refund: right after auth, ok",
            "Change right after to after",
            "each refund: after auth, ok",
        ),
        (
            "each auth: right before refund <amount: 5>",
            "Change right before to before",
            "each auth: before refund <amount: 5>",
        ),
        (
            "each refund: after seeing approve",
            "Change after seeing to after",
            "each refund: after approve",
        ),
        (
            "each refund: after auth within 2 calls",
            "Change within 2 calls to within 3 calls",
            "each refund: after auth within 3 calls",
        ),
        (
            "each refund: after auth within 2 steps",
            "Change within 2 steps to within 4 steps",
            "each refund: after auth within 4 steps",
        ),
        (
            "each refund: after auth within 1 call, ok",
            "Leave out within 1 call",
            "each refund: after auth, ok",
        ),
        ("each refund: after own auth", "Leave out own", "each refund: after auth"),
        (
            "each refund: after approve, ok",
            "Leave out after approve",
            "each refund: ok",
        ),
        (
            "each refund: result text, after approve",
            "Leave out after approve",
            "each refund: result text",
        ),
        (
            "each refund: <amount: > 10>",
            "Let amount have any value",
            "each refund: <amount: ...>",
        ),
        (
            "each refund <order: $o>: after approve <order: $o>",
            "Let order have any value",
            "each refund <order: $o>: after approve <order: ...>",
        ),
        (
            "each refund: before approve",
            "Ask only calls with amount: > 5",
            "each refund <amount: > 5>: before approve",
        ),
        (
            "each refund <amount: > 1>: before approve",
            "Ask only calls with note: ...",
            "each refund <amount: > 1, note: ...>: before approve",
        ),
        (
            "each refund <amount: > 1, note: absent | text>: before approve",
            'Ask only calls with order: not "A-2"',
            'each refund <amount: > 1, note: absent | text, order: not "A-2">: before approve',
        ),
        (
            "sequence: (approve, auth, nothing) -> refund",
            "Drop nothing from the group",
            "sequence: (approve, auth) -> refund",
        ),
        (
            "sequence: auth -> (refund, approve) -> nothing",
            "Drop nothing, which found no call",
            "sequence: auth -> (refund, approve)",
        ),
        (
            "sequence: (approve, refund) -> auth",
            "Order the entries as they were called",
            "sequence: auth -> (approve, refund)",
        ),
        (
            "any {\n  require nothing\n  forbid auth\n}",
            "Let it count in the score only: soft",
            "any soft {\n  require nothing\n  forbid auth\n}",
        ),
    ],
)
def test_it_asks_for_less(rule: str, title: str, after: str) -> None:
    assert offered(rule.replace(" ", " <CURSOR>", 1))[title] == after


def test_what_is_turned_round_is_not_made_less() -> None:
    titles = offered("each <CURSOR>refund: not after auth within 9 calls")
    assert not [title for title in titles if "within" in title]


def write(path: Path, amount: int, *tools: str) -> None:
    """Write a run in which tools are called with an amount, and which ends with an answer."""
    messages: list[dict[str, Any]] = []
    for at, tool in enumerate(tools):
        function = {"name": tool, "arguments": json.dumps({"amount": amount + at})}
        call = {"id": f"c{at}", "type": "function", "function": function}
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{at}", "content": "yes"})
    messages.append({"role": "assistant", "content": "Your Refund is done."})
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(messages), "utf-8")


def titles_at(client: RawClient, uri: str, line: int) -> list[str]:
    place = {"line": line, "character": 2}
    context: dict[str, Any] = {"diagnostics": [], "only": ["quickfix"]}
    listed: list[dict[str, Any]] = client.about(
        "codeAction", uri, range={"start": place, "end": place}, context=context
    )
    return [action["title"] for action in listed]


def test_each_change_is_tried_on_all_traces_and_soft_is_last(
    client: RawClient, workspace: Path
) -> None:
    write(workspace / "runs" / "three.json", 3, "refund")
    write(workspace / "runs" / "two.json", 3, "approve", "look", "refund")
    write(workspace / "runs" / "one.json", 3, "refund", "approve", "refund")
    client.initialize(workspace)
    uri = (workspace / "a.toolspec").as_uri()
    rules = ("each refund: right after approve within 1 calls", 'answer "your refund"')
    client.open(uri, "\n".join(['traces "runs/[ot]*.json"', *rules, ""]))
    client.until(lambda: len(client.hints(uri)) == 2, "scores")
    client.until(lambda: any("of 3 traces" in one for one in titles_at(client, uri, 2)), "effects")
    found = titles_at(client, uri, 2)
    assert found[-2:] == [
        'Find "your refund" in upper and lower case: passes 3 of 3 traces instead of 0 '
        "(makes the rule weaker)",
        "Let it count in the score only: soft (makes the rule weaker)",
    ]
    client.until(lambda: any("of 3 traces" in one for one in titles_at(client, uri, 1)), "effects")
    first = titles_at(client, uri, 1)
    assert first[:2] == [
        "Show why this rule did not pass",
        "Ask only calls with amount: > 3: passes 1 of 3 traces instead of 0, asks nothing of 1 "
        "(makes the rule weaker)",
    ]
    assert not [title for title in first if "right after to after" in title], "it helps nothing"
    assert first[-1] == "Let it count in the score only: soft (makes the rule weaker)"
