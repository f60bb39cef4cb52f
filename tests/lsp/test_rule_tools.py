"""From a call to the rules that speak of its tool, and from a rule to the tools it speaks of."""

from __future__ import annotations

from pathlib import Path

from bench.lsp_client import RawClient
from tests.lsp.conftest import write_trace
from tests.lsp.cursor import calls_of, snapshot
from toolspec.engine.trace import called
from toolspec.lsp.features.rule_tools import rules_of_calls, rules_on, tools_on

TEXT = """\
tool @fs.read = read_file | get_*
count @fs.read = 2
order: find->get_order->pay
args: pay <to: "find">, "odd name" <>
forbid /^del/ <x: 1>
case "x" {
  require find
}
ordr: find
"""
CALLS = tuple(called(name) for name in ("find", "get_order", "pay", "odd name", "read_file"))


def rows(tool: str) -> list[int]:
    return [entry.line.row for entry in rules_on(snapshot(TEXT, CALLS), tool)]


def test_a_rule_speaks_of_what_its_patterns_fit() -> None:
    assert rows("find") == [3, 7]
    assert rows("get_order") == [2, 3]
    assert rows("read_file") == [2]
    assert rows("odd name") == [4]
    assert rows("delete") == [5]
    assert rows("order") == []


def test_the_tools_of_a_rule_are_those_of_its_own_traces() -> None:
    found = snapshot(TEXT, CALLS)
    assert [set(tools_on(found, line)) for line in range(9)] == [
        {"read_file", "get_order"},
        {"read_file", "get_order"},
        {"find", "get_order", "pay"},
        {"pay", "odd name"},
        set(),
        set(),
        {"find"},
        set(),
        set(),
    ]
    assert tools_on(found, 99) == []


def test_an_editor_asks_for_both(client: RawClient, workspace: Path) -> None:
    (workspace / "closed.toolspec").write_text("\nforbid sea*\n", "utf-8")
    write_trace(workspace / "runs" / "one.json", "search", "fetch")
    client.initialize(workspace)
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, 'traces "runs/*.json"\ncount search = 1 # once\n')
    client.until(lambda: client.hints(uri), "scores")
    closed = (workspace / "closed.toolspec").as_uri()
    found = client.request("toolspec/rules", {"tool": "search"})
    assert sorted(found, key=lambda one: one["uri"]) == [
        {"uri": uri, "line": 1, "text": "count search = 1"},
        {"uri": closed, "line": 1, "text": "forbid sea*"},
    ]
    assert client.request("toolspec/tools", {"uri": uri, "line": 1}) == ["search"]
    for method in ("toolspec/rules", "toolspec/tools"):
        assert client.wait(client.start(method, {}))["error"]["code"] == -32602


def test_each_call_of_a_trace_has_the_rules_about_it_as_they_ended() -> None:
    text = "forbid pay\nrequire find\nonly: find, pay\ncount find = 2\n"
    traces = {"run": (called("find"), called("pay"), called("mail")), "old": (called("pay"),)}
    found = snapshot(text, traces)

    def about(trace: str) -> list[list[tuple[int, str]]]:
        info = found.infos[f"/w/runs/{trace}.json"]
        rules = rules_of_calls(found, info, calls_of(traces[trace]))
        return [[(entry.line.row, status) for entry, status in of_call] for of_call in rules]

    # `only` does not mention the call that it fails for.
    assert about("run") == [
        [(2, "pass"), (3, "fail"), (4, "fail")],
        [(1, "fail"), (3, "fail")],
        [(3, "fail")],
    ]
    assert about("old") == [[(1, "fail"), (3, "pass")]]


def test_an_editor_asks_for_the_calls_in_a_file(client: RawClient, workspace: Path) -> None:
    client.initialize(workspace)
    uri, path = (workspace / "a.toolspec").as_uri(), workspace / "runs" / "one.json"
    client.open(uri, 'traces "runs/*.json"\nforbid fetch\n')
    client.until(lambda: client.hints(uri), "scores")
    found = client.request("toolspec/inFile", {"uri": uri, "path": str(path)})
    assert [(one["call"], one["tool"], one["line"], len(one["rules"])) for one in found] == [
        (0, "search", 2, 0),
        (1, "fetch", 3, 1),
        (2, "answer", 4, 0),
    ]
    assert found[1]["rules"] == [{"line": 1, "text": "forbid fetch", "status": "fail"}]
    assert client.request("toolspec/inFile", {"uri": uri, "path": "/nowhere.json"}) == []
    assert client.wait(client.start("toolspec/inFile", {}))["error"]["code"] == -32602


def test_a_trace_on_which_no_rule_was_judged_has_no_score(
    client: RawClient, workspace: Path
) -> None:
    client.initialize(workspace)
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, 'traces "runs/*.json"\n')

    def listed() -> list[object]:
        found = client.request("toolspec/traces", {"uri": uri, "calls": False})
        return [(one["score"], one["passed"]) for one in found]

    client.until(listed, "the trace")
    assert listed() == [(None, None)]
    client.change(uri, 2, {"text": 'traces "runs/*.json"\nforbid search\n'})
    client.until(lambda: listed() == [(0.0, False)], "its score")
