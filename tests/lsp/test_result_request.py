"""Editors ask how one rule ended on one trace: what was expected beside what came."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import toolspec
from bench.lsp_client import RawClient
from tests.lsp.conftest import write_trace
from toolspec.engine.telling.timeline.timeline import timeline
from toolspec.engine.trace import Call, Place, Trace, called
from toolspec.lsp.features.drawings.rule_result import result_of_rule


def result(line: str, *calls: Call) -> dict[str, Any]:
    placed = [call._replace(place=Place(at + 2, ())) for at, call in enumerate(calls)]
    (rule,) = toolspec.parse(line).rules
    places = [(at + 2, 1) for at in range(len(calls))]
    found = result_of_rule(timeline(Trace(placed, path="/runs/a.json"), rule, places=places))
    assert found is not None
    return found


def test_entries_are_compared_line_by_line_with_the_calls_that_took_them() -> None:
    found = result("order: a -> b -> c", called("a"), called("c"))
    assert found["expected"] == "a\nb\nc"
    assert found["actual"] == "a\n(no call)\nc"
    assert (found["status"], found["path"], found["line"]) == ("fail", "/runs/a.json", 2)


def test_calls_that_were_not_expected_follow() -> None:
    found = result("order strict: a -> b", called("a"), called("x"), called("b"))
    assert found["expected"] == "a\nb"
    assert found["actual"].splitlines()[0] == "a"


def test_of_other_rules_it_is_what_they_ask_and_the_reason() -> None:
    found = result("forbid pay", called("a"), called("pay"))
    assert "pay" in found["expected"] and found["actual"] == found["summary"]
    assert (found["line"], found["call"]) == (3, 1)


def test_a_rule_that_passes_has_no_place() -> None:
    found = result("forbid pay", called("a"))
    assert (found["status"], found["line"]) == ("pass", None)


def test_without_a_rule_there_is_no_result() -> None:
    assert result_of_rule(timeline(Trace([called("a")]), None)) is None


def test_a_rule_is_named_by_its_index_as_in_the_matrix(client: RawClient, tmp_path: Path) -> None:
    write_trace(tmp_path / "runs" / "one.json", "pay")
    uri = (tmp_path / "a.toolspec").as_uri()
    client.initialize(tmp_path)
    client.open(uri, 'traces "runs/*.json"\nrequire pay\nforbid pay\n')
    matrix = client.request("toolspec/matrix", {"uri": uri, "order": "worst"})
    trace = matrix["traces"][0]["id"]
    for row in matrix["rules"]:
        found = client.request("toolspec/result", {"uri": uri, "rule": row["rule"], "trace": trace})
        assert found["status"] == {"✓": "pass", "✗": "fail"}[row["cells"]]
    for rule, other in ((9, trace), (0, "/nowhere.json")):
        params = {"uri": uri, "rule": rule, "trace": other}
        assert client.request("toolspec/result", params) is None


@pytest.mark.parametrize(
    "params", [{}, {"uri": 1}, {"rule": "x"}, {"trace": 3}, {"rule": True, "trace": "x"}]
)
def test_a_request_that_says_nothing_clear_is_refused(
    shared_client: RawClient, params: dict[str, Any]
) -> None:
    sent = {"uri": "file:///w/a.toolspec", "rule": 0, "trace": "x", **params} if params else {}
    answer = shared_client.wait(shared_client.start("toolspec/result", sent))
    assert answer["error"]["code"] == -32602
