"""`toolspec traces`: calls as a table and whole, and what is read at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from toolspec.__main__ import main

MESSAGES = [
    {"role": "user", "content": "Go"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "c1", "function": {"name": "search", "arguments": '{"q": "a\\nb"}'}},
            {"id": "c2", "function": {"name": "delete"}},
        ],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "\x1b[31mfound"},
]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "run.json"
    path.write_text(json.dumps(MESSAGES))
    return str(path)


def test_calls_are_a_table(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["traces", file, "--calls"]) == 0
    lines = capsys.readouterr().out.splitlines()
    head = next(at for at, line in enumerate(lines) if line.split()[:2] == ["place", "step"])
    assert lines[head].split() == [
        *("place", "step", "agent", "tool", "arguments", "result", "status", "time"),
    ]
    first, second = lines[head + 1], lines[head + 2]
    assert first.split()[:4] == ["1:/1/tool_calls/0", "0", "search", '{"q":"a\\nb"}']
    assert "\x1b" not in first
    assert second.split()[2:] == [
        "delete",
        "not",
        "recorded",
        "not",
        "recorded",
        "not",
        "completed",
    ]


def test_calls_are_whole_in_json(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["traces", file, "--calls", "--format", "json"]) == 0
    (trace,) = json.loads(capsys.readouterr().out)["files"][0]["traces"]
    first, second = trace["called"]
    assert (first["call_id"], first["arguments"]) == ("c1", {"q": "a\nb"})
    assert first["result"] == "\x1b[31mfound"
    assert second["not_recorded"] == ["arguments", "result"]
    assert second["completed"] is False


def test_without_calls_no_value_is_shown(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["traces", file, "--format", "json"]) == 0
    assert "found" not in capsys.readouterr().out


def test_formats_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["traces", "--formats"]) == 0
    said = capsys.readouterr().out
    assert "Langfuse" in said
    assert "Monocle" in said
    assert main(["traces", "--formats", "--format", "json"]) == 0
    assert "LangSmith runs" in json.loads(capsys.readouterr().out)["formats"]


def test_no_file_at_all_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["traces"]) == 2
    assert "--formats" in capsys.readouterr().err


def test_a_refusal_says_who_wrote_the_file_and_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "logs.json"
    path.write_text(json.dumps([{"body": "x", "severity_number": 9, "name": "y"}]))
    assert main(["traces", str(path)]) == 2
    said = capsys.readouterr().err
    assert "likely from OpenTelemetry (log records)" in said
    assert "export the spans too" in said
    assert "toolspec traces --formats" in said
