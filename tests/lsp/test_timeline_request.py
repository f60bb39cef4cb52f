"""Editors ask for the timeline of a trace, coloured by the rule that the cursor is on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bench.lsp_client import RawClient
from tests.lsp.conftest import write_trace
from tests.lsp.cursor import snapshot
from toolspec.engine.trace import called
from toolspec.lsp.features.drawings.timeline import chosen

TEXT = """\
tools: search, pay
forbid pay
case "x" {
  require search
}
# nothing
"""
TRACES = {"run": (called("search"),), "x": (called("pay"),)}


def test_the_rule_on_the_line_is_drawn_on_the_trace_that_it_is_scored_against() -> None:
    found = snapshot(TEXT, TRACES, chosen={None: "run", "x": "x"})
    drawn = [chosen(found, line, None) for line in (1, 3)]
    assert [(rule.origin.source if rule else None, trace) for rule, trace in drawn] == [
        ("forbid pay", "/w/runs/run.json"),
        ("require search", "/w/runs/x.json"),
    ]


def test_without_a_rule_on_the_line_the_trace_is_drawn_without_colours() -> None:
    found = snapshot(TEXT, TRACES, chosen={None: "x"})
    for line in (0, 5, 99, None):
        assert chosen(found, line, None) == (None, "/w/runs/x.json")


def test_another_trace_is_drawn_where_its_id_is_given() -> None:
    found = snapshot(TEXT, TRACES)
    rule, trace = chosen(found, 1, "/w/runs/x.json")
    assert (rule is not None, trace) == (True, "/w/runs/x.json")


def test_without_traces_there_is_nothing_to_draw() -> None:
    assert chosen(snapshot(TEXT), 1, None)[1] == ""


def scored(client: RawClient, workspace: Path) -> str:
    """Open a spec, and return its address when its scores are there."""
    client.initialize(workspace)
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, 'traces "runs/*.json"\norder: search -> pay -> answer\n')
    client.until(lambda: client.hints(uri), "scores")
    return uri


def ask(client: RawClient, uri: str, **more: Any) -> Any:
    return client.request("toolspec/timeline", {"uri": uri, **more})


def test_an_editor_is_answered_with_data_and_with_the_same_as_text(
    client: RawClient, workspace: Path
) -> None:
    uri = scored(client, workspace)
    found = ask(client, uri, line=1, text=True, width=60)
    assert found["trace"] == str(workspace / "runs" / "one.json")
    assert found["name"] == "one"
    assert [(row["row"], row.get("tool"), row.get("part")) for row in found["rows"]] == [
        ("call", "search", "taken"),
        ("call", "fetch", ""),
        ("missing", None, None),
        ("call", "answer", "taken"),
    ]
    assert [row["line"] for row in found["rows"] if row["row"] == "call"] == [2, 3, 4]
    assert [line for line in found["lines"] if line["call"] == 0] == [
        {"text": "1 s0  ✓  search ── search  n: 0", "call": 0, "part": "taken"}
    ]
    plain = ask(client, uri)
    assert plain["rule"] is None and "lines" not in plain
    write_trace(workspace / "runs" / "two.json", "other")
    assert ask(client, uri, trace="/nowhere.json") is None
    assert ask(client, "file:///nowhere.toolspec") is None


def test_a_hover_and_a_justification_draw_rows_of_the_timeline(
    client: RawClient, workspace: Path
) -> None:
    uri = scored(client, workspace)
    hover = client.about("hover", uri, position={"line": 1, "character": 1})["contents"]["value"]
    page = client.request(
        "workspace/executeCommand",
        {"command": "toolspec.showJustification", "arguments": [uri, 1]},
    )["markdown"]
    drawn = (
        "1  ✓  search ── search\n2               fetch\n"
        "   ✗  pay       no call\n3  ✓  answer ── answer  ← never completed\n"
    )
    assert drawn in hover
    assert f"```\n{drawn}```" in page


@pytest.mark.parametrize(
    "params", [{}, {"uri": 1}, {"line": "x"}, {"trace": 3}, {"width": True}, {"line": 1.5}]
)
def test_a_request_that_says_nothing_clear_is_refused(
    shared_client: RawClient, params: dict[str, Any]
) -> None:
    sent = {"uri": "file:///w/a.toolspec", **params} if params else {}
    answer = shared_client.wait(shared_client.start("toolspec/timeline", sent))
    assert answer["error"]["code"] == -32602
