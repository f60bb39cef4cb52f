"""Editors ask for the rules of a spec on all its traces; the answer is what `check` says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.lsp_client import RawClient
from tests.lsp.conftest import write_trace
from tests.lsp.cursor import snapshot
from toolspec.engine.trace import called
from toolspec.lsp.features.drawings.matrix import answer_of, matrix_of

SPEC = """\
traces "runs/*.json"
forbid fetch
order: search -> answer
case "two" {
  count search = 2
}
"""


def test_the_newest_trace_is_the_last_bar_and_a_case_has_cells_on_its_own_traces_only() -> None:
    traces = {"new": (called("a"),), "two": (called("b"),), "old": (called("b"),)}
    found = snapshot('forbid b\ncase "two" {\n  require b\n}\n', traces)
    rows = {row["source"]: row for row in matrix_of(found)["rules"]}
    assert rows["forbid b"]["spark"] == "▁▁▇"
    assert [one["name"] for one in matrix_of(found)["traces"]] == ["old", "two", "new"]
    assert rows["require b"]["cells"] == " ✓ "
    lines = answer_of(found, "written", 60)["lines"]
    assert [line["line"] for line in lines if line["line"] is not None] == [1, 3]


def test_scores_of_an_earlier_text_are_not_in_it() -> None:
    found = snapshot("forbid b\n", {"new": (called("a"),)})
    stale = found._replace(scored=found.scored._replace(stale=True))
    assert matrix_of(found)["judged"] == 1
    assert matrix_of(stale)["judged"] == 0


def test_every_cell_is_what_check_says(client: RawClient, tmp_path: Path) -> None:
    write_trace(tmp_path / "runs" / "one.json", "search", "fetch", "answer")
    write_trace(tmp_path / "runs" / "two.json", "fetch", "search")
    write_trace(tmp_path / "runs" / "three.json", "search")
    spec = tmp_path / "spec.toolspec"
    spec.write_text(SPEC, "utf-8")
    command = [sys.executable, "-m", "toolspec", "check", spec.name, "--format", "json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    report: Any = json.loads(done.stdout)
    client.initialize(tmp_path)
    client.open(spec.as_uri(), SPEC)
    found = client.request("toolspec/matrix", {"uri": spec.as_uri()})
    assert (found["state"], found["judged"]) == ("final", 3)
    columns = [Path(one["id"]).name for one in found["traces"]]
    for judged in report["traces"]:
        column = columns.index(Path(judged["path"]).name)
        signs = {row["line"]: row["cells"][column] for row in found["rules"]}
        expected = {"pass": "✓", "fail": "✗", "unknown": "?", "error": "!", "skip": "-"}
        said = {rule["line"]: expected[rule["status"]] for rule in judged["rules"]}
        assert {line: sign for line, sign in signs.items() if sign != " "} == said
        assert found["traces"][column]["score"] == pytest.approx(judged["score"])
        assert found["traces"][column]["passed"] == judged["passed"]
    assert client.request("toolspec/matrix", {"uri": "file:///nowhere.toolspec"}) is None


@pytest.mark.parametrize("params", [{}, {"uri": 1}, {"order": "best"}, {"width": "x"}])
def test_a_request_that_says_nothing_clear_is_refused(
    shared_client: RawClient, params: dict[str, Any]
) -> None:
    sent = {"uri": "file:///w/a.toolspec", **params} if params else {}
    answer = shared_client.wait(shared_client.start("toolspec/matrix", sent))
    assert answer["error"]["code"] == -32602
