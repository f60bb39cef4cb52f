"""Message and trajectory files other people's agents wrote, read through the whole pipeline."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from toolspec.engine.reading.files import FileReading, read_traces
from toolspec.engine.trace import UNRECORDED

SHARED = Path(__file__).parents[2].parent / "shared" / "traces"


class Expected(NamedTuple):
    """What a file must read as: its format, then each trace's tools in order and its turns."""

    format: str
    traces: list[tuple[list[str], int]]
    completed: int = 0
    why: str = ""


AGENTOPS = "agentops/AgentOps-AI__openai_response_tool_calls.json"
EXPECTED: dict[str, Expected] = {
    "claude-code/daaain__edge_cases.jsonl": Expected(
        "claude-code",
        [(["FailingTool", "MultiEdit"], 3), (["TodoWrite"], 1)],
        1,
        "two sessions; one result stands under a misspelt key, one call was never answered",
    ),
    "claude-code/strands-agents__claude_code_skill_tool.json": Expected(
        "claude-code", [(["Skill"], 1)], 1, "lines in a list under `messages`, of no session"
    ),
    "claude-code/meridianlabs-ai__tool_call_conversation.jsonl": Expected(
        "claude-code", [(["Read"], 2)], 1
    ),
    "claude-code/meridianlabs-ai__agent_session.jsonl": Expected("claude-code", [(["Task"], 2)], 1),
    "claude-code/meridianlabs-ai__agent-atest01.jsonl": Expected(
        "claude-code", [(["Bash"], 2)], 1, "a sub-agent's own file"
    ),
    "claude-code/simonw__sample_session.jsonl": Expected(
        "claude-code", [(["Write", "Bash"], 3)], 2, "messages without ids: each line is a turn"
    ),
    "claude-code/meridianlabs-ai__simple_conversation.jsonl": Expected("claude-code", [([], 2)]),
    "atif/NVIDIA__exmp04_atif.json": Expected("atif", [(["read_file"], 2)], 1),
    "atif/NVIDIA__exmp05_atif.json": Expected("atif", [(["get_current_time"], 2)], 1),
    "atif/NVIDIA__exmp06_atif.json": Expected("atif", [([], 3)]),
    "atif/meridianlabs-ai__openhands_hello-world.trajectory.no_function_calling.json": Expected(
        "atif", [([], 2)], 0, "its calls are prose"
    ),
    "atif/meridianlabs-ai__terminus_2_hello-world-context-summarization-linear-history"
    ".trajectory.json": Expected("atif", [([], 3)], 0, "its calls are prose"),
    "generated/openai_responses_items.json": Expected(
        "openai-responses", [(["get_user", "boom"], 2)], 2
    ),
    AGENTOPS: Expected(
        "openai-responses", [(["get_weather"], 1)], 0, "a response of the API as it is"
    ),
    "hermes/agent-sessions__hermes__large.json": Expected(
        "openai-chat", [(["shell"], 2)], 1, "chat messages in a session's object"
    ),
    "hermes/agent-sessions__hermes__small.json": Expected(
        "openai-chat", [([], 1)], 0, "chat messages in a session's object"
    ),
    "mini-swe-agent/SWE-agent__github_issue.traj.json": Expected(
        "openai-chat", [([], 10)], 0, "chat messages whose calls are prose"
    ),
}


def index() -> list[dict[str, Any]]:
    """Return what is known of each file, or nothing where the files are absent."""
    path = SHARED / "index.json"
    return json.loads(path.read_text()) if path.exists() else []


def reading(file: str) -> FileReading:
    """Return what a file reads as; skips where it is absent."""
    if not (SHARED / file).exists():
        pytest.skip(f"{SHARED / file} is absent: real files are not checked")
    return read_traces(SHARED / file)


def counted() -> list[str]:
    """Return the files that must read as the index counts them."""
    return [entry["file"] for entry in index() if entry["format"] in ("claude-code", "atif")]


def test_the_real_files_are_there() -> None:
    if not index():
        pytest.skip(f"{SHARED} is absent: real files are not checked")
    assert len(counted()) == 12
    assert set(counted()) <= set(EXPECTED)


@pytest.mark.parametrize("file", EXPECTED)
def test_a_real_file_reads_as_expected(file: str) -> None:
    read, expected = reading(file), EXPECTED[file]
    calls = [call for trace in read.traces for call in trace.calls]
    assert read.format == expected.format
    assert [(trace.names, trace.steps) for trace in read.traces] == expected.traces
    assert sum(call.completed is True for call in calls) == expected.completed
    assert all(call.result is not UNRECORDED for call in calls if call.completed)
    assert all(call.arguments is not UNRECORDED for call in calls)


@pytest.mark.parametrize("file", EXPECTED)
def test_the_index_counts_the_same_calls(file: str) -> None:
    read = reading(file)
    (entry,) = [entry for entry in index() if entry["file"] == file]
    names = [name for trace in read.traces for name in trace.names]
    assert len(names) == entry["message_calls"]
    assert sorted(set(names)) == sorted(entry["tools"])


@pytest.mark.parametrize("file", EXPECTED)
def test_each_place_leads_to_its_call(file: str) -> None:
    lines = (SHARED / file).read_text().splitlines() if (SHARED / file).exists() else []
    for trace in reading(file).traces:
        for call in trace.calls:
            rest = "\n".join(lines[call.place.line - 1 :]).lstrip()
            value, _ = json.JSONDecoder().raw_decode(rest)
            for key in call.place.pointer:
                value = value[key]
            held = value.get("function", value)
            assert call.name in (held.get("name"), held.get("function_name"))
