"""`traces` and `init` on files whose traces have no names, and on traces that are left out."""

from __future__ import annotations

import json

from tests.cli.cli_files import Run, write


def two_runs() -> str:
    """Return the chat messages of two runs, one a line, that name nothing."""
    return "\n".join(
        json.dumps(
            {
                "messages": [
                    {"role": "user", "content": "go"},
                    {
                        "role": "assistant",
                        "tool_calls": [
                            {
                                "id": "c1",
                                "type": "function",
                                "function": {"name": tool, "arguments": "{}"},
                            }
                        ],
                    },
                    {"role": "tool", "tool_call_id": "c1", "content": "ok"},
                ]
            }
        )
        for tool in ("search", "fetch")
    )


def test_a_trace_without_name_and_id_is_shown_by_its_number(run: Run) -> None:
    write("runs.jsonl", two_runs())
    lines = run("traces", "runs.jsonl").out.splitlines()
    assert [line for line in lines if line.startswith("  trace ")] == [
        "  trace 1: 1 call in 1 step",
        "  trace 2: 1 call in 1 step",
    ]


def test_init_says_of_traces_in_one_file_what_to_do(run: Run) -> None:
    write("runs.jsonl", two_runs())
    said = " ".join(run("init", "runs.jsonl").out.replace("#", " ").split())
    assert "These 2 traces share no tool. For a spec that says more, put one of them into" in said


def test_init_mentions_what_it_left_out(run: Run) -> None:
    spans = [
        {
            "name": name,
            "context": {"trace_id": "0x" + trace * 16, "span_id": "0x" + span * 8},
            "start_time": "2026-01-01T00:00:00Z",
            "end_time": "2026-01-01T00:00:01Z",
            "attributes": attributes,
        }
        for name, trace, span, attributes in (
            (
                "execute_tool search",
                "ab",
                "01",
                {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "search"},
            ),
            ("create_agent x", "cd", "02", {"gen_ai.operation.name": "create_agent"}),
        )
    ]
    write("run.json", json.dumps(spans))
    ran = run("init", "run.json")
    assert ran.status == 0
    assert "count: search = 1" in ran.out
    assert f"note: trace {'cd' * 16} skipped: it holds an agent's creation" in ran.err
