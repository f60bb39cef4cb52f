"""Editors ask for two traces side by side: `toolspec/compare`."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.lsp_client import RawClient
from tests.lsp.conftest import write_trace
from tests.lsp.cursor import snapshot
from toolspec.engine.trace import called
from toolspec.lsp.features.drawings.compare import other_trace

TRACES = {
    "new": (called("pay"),),
    "like": (called("pay"), called("log")),
    "otherwise": (called("confirm"), called("pay")),
}


def test_the_other_trace_is_one_on_which_the_rule_has_another_status() -> None:
    found = snapshot("require confirm\nforbid rm\n", TRACES)
    shown = "/w/runs/new.json"
    assert other_trace(found, 0, shown) == "/w/runs/otherwise.json"
    assert other_trace(found, 1, shown) == "/w/runs/like.json", "all alike: the newest other one"
    assert other_trace(found, None, shown) == "/w/runs/like.json"
    assert other_trace(snapshot("forbid a\n", {"new": (called("a"),)}), 0, shown) == ""


def test_an_editor_is_answered_with_data_and_text(client: RawClient, workspace: Path) -> None:
    client.initialize(workspace)
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, 'traces "runs/*.json"\nrequire pay\n')
    client.until(lambda: client.hints(uri), "scores")
    assert client.request("toolspec/compare", {"uri": uri, "line": 1}) is None, "one trace only"
    other = write_trace(workspace / "runs" / "two.json", "search", "pay")
    one = str(workspace / "runs" / "one.json")
    client.notify(
        "workspace/didChangeWatchedFiles", {"changes": [{"uri": other.as_uri(), "type": 1}]}
    )
    asked = {"uri": uri, "line": 1, "trace": one, "other": str(other), "text": True, "width": 70}
    found = client.until(lambda: client.request("toolspec/compare", asked), "both traces")
    assert found["traces"] == [one, str(other)]
    assert [found[side]["name"] for side in ("left", "right")] == ["one", "two"]
    marked = [line["text"] for line in found["lines"] if line["text"].startswith("▶")]
    assert any("pay" in line for line in marked)
    assert {line["side"] for line in found["lines"]} == {"left", "right"}


@pytest.mark.parametrize("wrong", [{}, {"line": "1"}, {"trace": 5}])
def test_a_wrong_question_is_answered_with_what_is_wrong(
    shared_client: RawClient, wrong: dict[str, object]
) -> None:
    asked = wrong if not wrong else {"uri": "file:///none.toolspec", **wrong}
    answer = shared_client.wait(shared_client.start("toolspec/compare", asked))
    assert "take" in answer["error"]["message"]
