"""Whose call it is where a tool's span and the run around it name different agents."""

from __future__ import annotations

from typing import Any

import pytest
from span_files import agent, sdk, span, tool

from tests.traces.verdicts import verdict
from toolspec.engine.reading.files import read_bytes

FILE = sdk(
    agent(1, name="writer"),
    tool("look_up", 2, 1, gen_ai__agent__name="workflow"),
)


def test_the_run_around_a_span_counts_and_what_disagrees_is_said() -> None:
    (trace,) = read_bytes(FILE).traces
    assert [call.agent for call in trace.calls] == ["writer"]
    (note,) = [note for note in trace.notes if "agent" in note.text]
    assert note.text == (
        "the span of 1 call names the agent `workflow`, in a run of `writer`, which counts"
    )
    assert "workflow" not in note.without_values


@pytest.mark.parametrize(
    ("spec", "status"),
    [
        ("forbid look_up by workflow", "unknown"),
        ("forbid * by workflow", "unknown"),
        ("forbid look_up by writer", "fail"),
        ("require look_up by writer", "pass"),
        ("forbid look_up by other", "pass"),
        ("count look_up <= 1", "pass"),
        ("limit: calls <= 1, loops = 0", "pass"),
        ("only: look_up", "pass"),
    ],
)
def test_only_rules_about_the_agent_are_open(spec: str, status: str) -> None:
    assert verdict(FILE, spec) == status


def test_a_span_that_names_the_same_agent_opens_nothing() -> None:
    same = FILE.replace(b"workflow", b"writer")
    (trace,) = read_bytes(same).traces
    assert trace.gaps == () and not trace.notes
    assert verdict(same, "forbid look_up by workflow") == "pass"


def test_langchains_name_of_the_agent_counts_before_the_run_around_a_span() -> None:
    named: dict[str, Any] = {"traceloop__association__properties__lc_agent_name": "math"}
    kind: dict[str, Any] = {"traceloop__span__kind": "tool", "traceloop__entity__name": "multiply"}
    (trace,) = read_bytes(sdk(agent(1, name="main"), span("t", 2, 1, **kind, **named))).traces
    assert [(call.name, call.agent) for call in trace.calls] == [("multiply", "math")]
