"""Rules that a trace can never decide, because it does not record what they ask for."""

from __future__ import annotations

import json

import pytest

from tests.cli.cli_files import Run, write

CHAT = {
    "messages": [
        {"role": "assistant", "tool_calls": [
            {"id": "1", "type": "function", "function": {"name": "charge", "arguments": "{}"}},
        ]},
        {"role": "tool", "tool_call_id": "1", "content": "ok"},
    ]
}  # fmt: skip


def notes(run: Run, rule: str, traces: int = 1) -> list[str]:
    for number in range(traces):
        write(f"chat{number}.json", json.dumps(CHAT))
    write("s.toolspec", rule + "\n")
    files = [f"chat{number}.json" for number in range(traces)]
    found = run("check", *files, "s.toolspec", "--format", "json").report["notes"]
    return [one["text"] for one in found if "decided" in one["text"]]


@pytest.mark.parametrize(
    ("rule", "missing"),
    [
        ("forbid charge failed", "whether a call failed"),
        ("each charge: ok", "whether a call failed"),
        ("limit: failures = 0", "whether a call failed"),
        ("require charge took < 1s", "times"),
        ("limit: duration < 3s", "times"),
        ("count charge < 1 per 10s if charge took > 1s", "times"),
        ("limit: tokens <= 100", "tokens"),
        ("forbid charge by researcher", "which agent made a call"),
        ('require user says "yes"', "messages of the user"),
        ("require charge at turn 0", "messages of the user"),
        ("forbid charge failed if charge took > 1s", "times or whether a call failed"),
        ("each charge: valid", "a list of tools"),
    ],
)
def test_a_rule_that_the_trace_can_never_decide_is_named(run: Run, rule: str, missing: str) -> None:
    said = f"cannot be decided: `{rule}`: the trace does not record {missing}"
    assert notes(run, rule) == [said]


def test_a_rule_is_named_once_for_all_traces(run: Run) -> None:
    (said,) = notes(run, "forbid charge failed", traces=3)
    assert said.endswith("3 traces do not record whether a call failed")


@pytest.mark.parametrize(
    "rule",
    [
        "require charge", "require charge per agent", "forbid pay failed", "limit: calls <= 1",
        "require charge <x: 1>", "limit: calls > 5, failures = 0",
    ],
)  # fmt: skip
def test_a_rule_that_is_decided_all_the_same_is_not_named(run: Run, rule: str) -> None:
    assert notes(run, rule) == []
