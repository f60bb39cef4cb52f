"""A trace picked for a case is what the case's rules are scored against, whatever it is called."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bench.lsp_client import RawClient
from tests.lsp.conftest import write_trace
from tests.lsp.cursor import snapshot
from toolspec.engine.trace import called
from toolspec.lsp.features.code_lens import lenses
from toolspec.lsp.features.hover import hover
from toolspec.lsp.features.inlay_hints import hints
from toolspec.lsp.features.justification import page, table
from toolspec.lsp.features.status import status
from toolspec.lsp.judge.messages import TraceInfo
from toolspec.lsp.state.document_scores import choose_traces

TEXT = 'forbid c\ncase "one" {\n  require b\n}\ncase "two" {\n  require a\n}\n'
TRACES = {"one": (called("b"),), "two": (called("a"), called("d"))}
PICKED: dict[str | None, str] = {"one": "two"}
WHOLE = (0, len(TEXT))


def test_its_rules_are_scored_against_the_picked_trace() -> None:
    before, after = snapshot(TEXT, TRACES), snapshot(TEXT, TRACES, chosen=PICKED)
    assert [hint.label for hint in hints(before, WHOLE)] == ["✓ 1.00"] * 3
    assert [hint.label[:6] for hint in hints(after, WHOLE)] == ["✓ 1.00", "✗ 0.00", "✓ 1.00"]
    said = hover(after, TEXT.index("require"))
    assert said is not None
    assert "**✗ 0.00** against [two]" in said.markdown
    shown = page(after, 1)
    assert shown is not None
    assert "**✗ 0.00** against [two]" in shown.markdown
    assert (status(before)["failing"], status(after)["failing"]) == (0, 1)


def test_the_case_counts_it_and_the_file_counts_each_trace_once_as_check_does() -> None:
    found = snapshot(TEXT, TRACES, chosen=PICKED)
    summaries = [lens.title for lens in lenses(found) if "mean" in lens.title]
    assert summaries == [
        "2 traces · mean 1.00",
        "2 traces · mean 0.50 · worst two",
        "1 trace · mean 1.00",
    ]
    shown = table(found, "one")
    assert shown is not None
    assert "| [two](file:///w/runs/two.json) | 0.00 | no | ✗ line 3 require b |" in shown.markdown
    assert len(found.scored.all) == 2


def test_one_trace_may_be_picked_for_several_cases() -> None:
    text = TEXT + 'case "three" {\n  count d = 1\n}\n'
    found = snapshot(text, TRACES, chosen={"one": "two", "three": "two"})
    labels = [hint.label[:6] for hint in hints(found, (0, len(text)))]
    assert labels == ["✓ 1.00", "✗ 0.00", "✓ 1.00", "✓ 1.00"]


def test_without_a_pick_a_trace_is_for_one_case_only() -> None:
    info = TraceInfo("/w/a.json", "/w/a.json", ("x", "y"), None, "test", 1, 1, (1, 1))
    assert choose_traces(("y", "x"), (info,), {}) == {None: info.id, "x": info.id}


@pytest.fixture
def opened(client: RawClient, workspace: Path) -> tuple[RawClient, str, str]:
    """Return a client of a scored spec, the spec, and the id of a trace of another name."""
    write_trace(workspace / "runs" / "two.json", "answer")
    client.initialize(workspace)
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, 'traces "runs/*.json"\ncase "one" {\n  count search = 1\n}\n')
    client.until(lambda: client.hints(uri).get(2, "").startswith("✓"), "scores")
    return client, uri, str(workspace / "runs" / "two.json")


def test_a_running_server_judges_the_picked_trace(opened: tuple[RawClient, str, str]) -> None:
    client, uri, trace = opened
    command = {"command": "toolspec.chooseTrace", "arguments": [uri, "one", trace]}
    assert client.request("workspace/executeCommand", command) is None
    client.until(lambda: client.hints(uri).get(2, "").startswith("✗"), "the picked trace's score")


NO_CHOICES: tuple[tuple[object, str | None, str], ...] = (
    ("tow", None, 'no case "tow" in this spec'),
    ("tow", "two", 'no case "tow" in this spec'),
    (7, "two", "the case must be a string"),
    ("one", "/nowhere.json", "not one of this spec's traces: /nowhere.json"),
    (None, "", "not one of this spec's traces: "),
)


def test_what_does_not_exist_cannot_be_chosen(opened: tuple[RawClient, str, str]) -> None:
    client, uri, two = opened
    for case, trace, message in NO_CHOICES:
        chosen = [uri, case, two if trace == "two" else trace]
        command = {"command": "toolspec.chooseTrace", "arguments": chosen}
        error = client.request("workspace/executeCommand", command)
        assert error["code"] == -32602
        assert message in error["message"]
        assert client.hints(uri)[2].startswith("✓")


def test_a_remembered_trace_is_chosen_before_any_trace_is_read(
    client: RawClient, workspace: Path
) -> None:
    older = write_trace(workspace / "runs" / "older.json", "answer")
    os.utime(older, (1, 1))
    client.initialize(workspace)
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, 'traces "runs/*.json"\ncount search = 1\n')
    how = {"remembered": True}
    remembered = [[uri, None, str(older), how], [uri, "gone", "/nowhere.json", how]]
    for chosen in remembered:
        command = {"command": "toolspec.chooseTrace", "arguments": chosen}
        assert client.request("workspace/executeCommand", command) is None
    client.until(lambda: client.hints(uri).get(1, ""), "a score")
    assert client.hints(uri)[1].startswith("✗")


def test_the_newest_is_followed_again_by_its_name(opened: tuple[RawClient, str, str]) -> None:
    client, uri, trace = opened
    for chosen, sign in ((trace, "✗"), ("newest", "✓")):
        command = {"command": "toolspec.chooseTrace", "arguments": [uri, "one", chosen]}
        assert client.request("workspace/executeCommand", command) is None
        client.until(lambda sign=sign: client.hints(uri).get(2, "").startswith(sign), sign)
