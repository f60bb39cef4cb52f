"""Changes that make a rule fit the shown trace, and what they are said to do to the others."""

from __future__ import annotations

from pathlib import Path

import pytest
from cursor import calls_of, cut, snapshot

from bench.lsp_client import RawClient
from tests.lsp.conftest import write_trace
from toolspec.dsl.read import read
from toolspec.engine.trace import called
from toolspec.lsp.features.code_actions import code_actions
from toolspec.lsp.features.code_actions.ask import Ask
from toolspec.lsp.features.code_actions.others import (
    in_order,
    trial,
    why_first,
    with_effects,
)
from toolspec.lsp.judge.messages import Tried
from toolspec.lsp.text.answers import Action

CALLS = (
    called("auth", {"user": "mira"}, {"ok": True}),
    called("refund", {"order": "A-1", "amount": 1000}, '{"status": "done"}'),
    called("approve", {"order": "A-1"}, "yes"),
    called("refund", {"order": "A-2", "amount": 5}, None),
)


def offered(text: str) -> dict[str, str]:
    """Return the changes of the rule at the cursor by title, with the text each leaves behind."""
    plain, offset = cut(text)
    ask = Ask(snapshot(plain, CALLS), (offset, offset), calls_of(CALLS))
    found: dict[str, str] = {}
    for action in code_actions(ask, ["quickfix"]):
        after = plain
        for edit in sorted(action.edits, key=lambda edit: edit.span, reverse=True):
            after = after[: edit.span[0]] + edit.text + after[edit.span[1] :]
        assert not read(after).errors, after
        found[action.title] = after
    return found


@pytest.mark.parametrize(
    ("rule", "title", "after"),
    [
        (
            'require refund <order: "A-9">',
            'Change order to "A-1", as in call 2',
            'require refund <order: "A-1">',
        ),
        (
            'require refund <order: "A-9">',
            "Let order have any value",
            "require refund <order: ...>",
        ),
        (
            'args refund <order: "A-1", amount: 7>',
            "Change the arguments to those of call 2",
            'args refund <order: "A-1", amount: 1000>',
        ),
        (
            'args: auth <user: "mira">, approve <order: "B">',
            'Change order to "A-1", as in call 3',
            'args: auth <user: "mira">, approve <order: "A-1">',
        ),
        (
            "args refund subset <amount: 7>",
            "Change amount to 1000, as in call 2",
            "args refund subset <amount: 1000>",
        ),
        ("output auth = {ok: false}", 'Change to {"ok": true}, what call 1 returned',
         'output auth = {"ok": true}'),
        ('output refund = {status: "x"}', 'Change to {"status": "done"}, what call 2 returned',
         'output refund = {"status": "done"}'),
        ("sequence: approve -> auth -> refund", "Order the entries as they were called",
         "sequence: auth -> refund -> approve"),
        ("sequence: auth -> cancel -> refund", "Drop cancel, which found no call",
         "sequence: auth -> refund"),
        ("require refund min 3", "Change min 3 to 2", "require refund min 2"),
        ("require refund result /gone/", "Leave out result /gone/", "require refund"),
        ("require approve final", "Leave out final", "require approve"),
        ("  require approve final weight 2", "Leave out final", "  require approve weight 2"),
    ],
)  # fmt: skip
def test_a_rule_that_failed_is_made_to_fit(rule: str, title: str, after: str) -> None:
    assert offered(f"{rule}<CURSOR>").get(title) == after, offered(f"{rule}<CURSOR>").keys()


def test_a_rule_that_passes_and_a_tool_nobody_called_have_no_such_change() -> None:
    assert offered("require refund<CURSOR>") == {}
    assert not [title for title in offered("require nobody final<CURSOR>") if "Leave" in title]


TRACES = {
    "new": CALLS,
    "happy_path": (called("refund", {"order": "A-9"}),),
    "other": (called("auth"),),
}


def asked(rule: str) -> tuple[Ask, list[Action]]:
    found = Ask(snapshot(f"tool @r = refund\n{rule}", TRACES), (20, 20), calls_of(CALLS))
    return found, code_actions(found, ["quickfix"])


def test_a_change_is_tried_on_all_traces_as_it_would_leave_the_rule() -> None:
    ask, actions = asked('require @r <order: "A-9">')
    tried = trial(ask, actions)
    assert tried is not None
    written = [rule.origin.source for rule in tried.rules]
    assert written[:2] == ['require @r <order: "A-9">', 'require @r <order: "A-1">']
    assert len(tried.traces) == 3


def test_it_says_what_it_does_on_all_traces_and_which_would_pass_no_longer() -> None:
    ask, actions = asked('require @r <order: "A-9">')
    happy = "/w/runs/happy_path.json"
    new, other = "/w/runs/new.json", "/w/runs/other.json"
    before = {new: "fail", happy: "pass", other: "fail"}
    swapped = {new: "pass", happy: "fail", other: "fail"}
    opened = {new: "pass", happy: "pass", other: "fail"}
    count = len(trial(ask, actions).rules) - 1  # type: ignore[union-attr]
    titles = [
        one.title
        for one in with_effects(ask, actions, Tried(1, (before, swapped, *[opened] * (count - 1))))
    ]
    assert 'Change order to "A-1", as in call 2: passes 1 of 3 traces, as before, ' in titles[0]
    assert titles[0].endswith("no longer happy_path")
    assert any(one.endswith("passes 2 of 3 traces instead of 1") for one in titles)


def test_a_change_that_does_nothing_for_the_shown_trace_is_not_offered() -> None:
    ask, actions = asked('require @r <order: "A-9">')
    shown = "/w/runs/new.json"
    count = len(trial(ask, actions).rules) - 1  # type: ignore[union-attr]
    failing, passing = {shown: "fail"}, {shown: "pass"}
    for status, score, offered in ((failing, 0.5, 0), (failing, 0.6, count), (passing, 0.5, count)):
        statuses = (failing, *[status] * count)
        scores = ({shown: 0.5}, *[{shown: score}] * count)
        kept = with_effects(ask, actions, Tried(1, statuses, scores))
        changed = [one for one in kept if set(one.solves) & {"fail"}]
        assert len(changed) == offered


@pytest.mark.parametrize(
    ("rule", "titles"),
    [
        ("count auth = 7", ["Change to = ", "Change to <= "]),
        ("count auth >= 7", ["Show why", "Change to "]),
        ("require auth min 9", ["Show why", "Change min 9"]),
        ('require refund <order: "A-9">', ["Change order", "Let order"]),
        ("order: auth -> nothing", ["Change to the calls", "Drop the 1", "Let it pass"]),
    ],
)
def test_a_change_that_makes_the_rule_weaker_says_so_and_is_never_first(
    rule: str, titles: list[str]
) -> None:
    ask, actions = asked(rule)
    fixes = [one for one in why_first(ask, in_order(actions)) if one.kind == "quickfix"]
    shown = [one.title for one in fixes]
    for start in titles:
        assert any(title.startswith(start) for title in shown), shown
    assert shown[0].startswith(titles[0])
    assert not fixes[0].weaker
    assert [one.weaker for one in fixes] == sorted(one.weaker for one in fixes)
    assert [one.title.endswith("(makes the rule weaker)") for one in fixes] == [
        one.weaker for one in fixes
    ]


def test_without_an_answer_in_time_nothing_is_said_of_other_traces() -> None:
    ask, actions = asked('require @r <order: "A-9">')
    assert with_effects(ask, actions, Tried(1, ())) == actions


def test_a_running_server_says_it(client: RawClient, workspace: Path) -> None:
    write_trace(workspace / "runs" / "two.json", "search", "search")
    client.initialize(workspace)
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, 'traces "runs/*.json"\ncount search = 3\n')
    client.until(lambda: client.hints(uri).get(1, "").startswith("✗"), "a score")
    place = {"line": 1, "character": 3}
    params = {
        "textDocument": {"uri": uri},
        "range": {"start": place, "end": place},
        "context": {"diagnostics": [], "only": ["quickfix"]},
    }
    titles = client.until(
        lambda: [
            one["title"]
            for one in client.request("textDocument/codeAction", params)
            if "of 2 traces" in one["title"]
        ],
        "what the changes do",
    )
    assert any("passes 1 of 2 traces instead of 0" in title for title in titles), titles
