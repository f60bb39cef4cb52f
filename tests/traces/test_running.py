"""A trace that is still running: read as far as it is there, and judged for as much as is sure."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import toolspec
from tests.collect.sending import request, span
from toolspec.engine.reading.running import names_running_trace


@pytest.fixture
def running_file(tmp_path: Path) -> Path:
    path = tmp_path / "run.running.jsonl"
    lines = [json.dumps(request(span(1, at, tool))) for at, tool in enumerate(["search", "rm"], 1)]
    said = [{"role": "assistant", "parts": [{"type": "text", "content": "hello"}]}]
    chat = span(1, 3, **{"gen_ai.output.messages": json.dumps(said)})
    chat["name"], chat["attributes"][0]["value"] = "chat", {"stringValue": "chat"}
    lines.append(json.dumps(request(chat)))
    path.write_text("\n".join(lines) + '\n{"resourceSpans":[{"resou')
    return path


def test_a_line_that_is_being_written_is_not_read_yet(running_file: Path) -> None:
    (trace,) = toolspec.load_traces(running_file)
    assert trace.names == ["search", "rm"]
    assert trace.running
    finished = running_file.rename(running_file.with_name("run.jsonl"))
    with pytest.raises(toolspec.TraceError):
        toolspec.load_traces(finished)
    assert (names_running_trace("a.running.jsonl"), names_running_trace("running.jsonl")) == (
        True,
        False,
    )


@pytest.mark.parametrize(
    ("rule", "status"),
    [
        ("forbid rm", "fail"),
        ("forbid drop", "unknown"),
        ("require search", "pass"),
        ("require book", "unknown"),
        ("order: search -> rm", "pass"),
        ("order: rm -> search", "unknown"),
        ("count rm = 1", "unknown"),
        ("limit: calls <= 9", "unknown"),
        ("limit: calls <= 1", "fail"),
        ("only: search, rm", "unknown"),
        ('answer "done"', "unknown"),
        ('answer "hello"', "unknown"),
        ('require agent says "done"', "unknown"),
        ('require agent says "hello"', "pass"),
        ('forbid agent says "done"', "unknown"),
        ('forbid agent says "hello"', "fail"),
        ("forbid rm if drop", "unknown"),
        ("any {\n  require book\n  forbid drop\n}", "unknown"),
        ("any {\n  require search\n  forbid drop\n}", "unknown"),
    ],
)
def test_a_rule_whose_verdict_can_still_change_is_unknown(
    running_file: Path, rule: str, status: str
) -> None:
    (trace,) = toolspec.load_traces(running_file)
    (result,) = toolspec.parse(rule).check(trace).results
    assert result.status == status, result.summary
    assert ("still running" in result.summary) == (status == "unknown")


def test_what_holds_so_far_is_said_and_the_trace_is_marked(running_file: Path) -> None:
    (trace,) = toolspec.load_traces(running_file)
    report = toolspec.parse("forbid drop").check(trace)
    assert report.results[0].summary == (
        "the trace is still running, so this may change; so far: pass, no call matches drop"
    )
    assert "still running, score" in str(report)
    assert report.to_dict()["running"] is True


def test_a_running_trace_without_a_call_yet_is_noted_in_a_folder(tmp_path: Path) -> None:
    from tests.cli.test_process import process

    (tmp_path / "a.running.jsonl").write_text("")
    (tmp_path / "b.jsonl").write_text(json.dumps(request(span(1, 1))) + "\n")
    (tmp_path / "s.toolspec").write_text("require search\n")
    ran = process("check", str(tmp_path), str(tmp_path / "s.toolspec"))
    assert ran.returncode == 0, ran.stderr
    assert "passed over" in ran.stderr
