"""ATIF trajectories."""

from __future__ import annotations

from messages import (
    knowing,
    one,
    shown,
    step,
    trajectory,
)

from toolspec.engine.reading.formats import (
    atif,
)
from toolspec.engine.trace import UNRECORDED, Place, Result


def test_atif_results_are_paired_step_by_step() -> None:
    first = step(("a", "1"), ("b", "2"), results=[{"source_call_id": "2", "content": "two"}])
    second = step(
        ("a", "1"),
        results=[{"source_call_id": "1", "content": [{"type": "text", "text": "one"}]}],
        timestamp="2026-01-05T00:00:02Z",
    )
    document = trajectory({"source": "user", "message": "hi"}, first, second, session_id="s")
    assert knowing(document) == ["atif"]
    trace = one(atif.FORMAT, document)
    assert shown(trace) == [("a", 0, False), ("b", 0, True), ("a", 1, True)]
    assert (trace.id, trace.name, trace.steps) == ("s", None, 2)
    assert [call.result for call in trace.calls] == [UNRECORDED, Result("two"), Result("one")]
    assert trace.calls[1].place == Place(1, ("steps", 1, "tool_calls", 1))


def test_atif_results_without_ids_are_paired_by_position_where_the_counts_agree() -> None:
    named = [{"source_call_id": None, "content": "1"}, {"content": "2"}]
    agree = one(atif.FORMAT, trajectory(step(("a", "1"), ("b", "2"), results=named)))
    assert [call.result for call in agree.calls] == [Result("1"), Result("2")]
    differ = one(atif.FORMAT, trajectory(step(("a", "1"), ("b", "2"), results=named[:1])))
    assert [call.completed for call in differ.calls] == [False, False]
    assert len(differ.notes) == 1


def test_atif_observations_without_content_complete_their_call_unrecorded() -> None:
    result = {
        "source_call_id": "1",
        "content": None,
        "subagent_trajectory_ref": [{"trajectory_id": "t"}],
    }
    inner = trajectory(step(("deep", "1")), agent={"name": "helper"}, trajectory_id="t")
    document = trajectory(step(("delegate", "1"), results=[result]), subagent_trajectories=[inner])
    trace = one(atif.FORMAT, document)
    assert [(call.name, call.agent, call.completed) for call in trace.calls] == [
        ("delegate", "x", True),
        ("deep", "helper", False),
    ]
    assert trace.calls[0].result is UNRECORDED
    assert trace.calls[1].place.pointer[:2] == ("subagent_trajectories", 0)


def test_atif_steps_copied_from_another_trajectory_are_left_out() -> None:
    trace = one(
        atif.FORMAT, trajectory(step(("old", "1"), is_copied_context=True), step(("new", "1")))
    )
    assert trace.names == ["new"]
    assert len(trace.notes) == 1
