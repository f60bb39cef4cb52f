"""Vally trajectories, in every shape its versions write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from messages import made_of

from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.formats.vally import FORMAT
from toolspec.engine.trace import UNRECORDED, Note, Place, Result, Trace

SHARED = Path(__file__).parents[2].parent / "shared"


def read(*documents: Any) -> list[Trace]:
    """Return the traces of a file of these documents, one on each line."""
    made = made_of(FORMAT, *documents)
    for one in made:
        if isinstance(one, TraceError):
            raise one
    return [one for one in made if isinstance(one, Trace)]


def event(kind: str, at: str | None = None, /, **data: Any) -> dict[str, Any]:
    return {"type": kind, **({"timestamp": at} if at else {}), "data": data}


def asked(name: str, id: str | None = None, **more: Any) -> dict[str, Any]:
    ids = {"toolCallId": id} if id else {}
    return event("tool_call", toolName=name, arguments={}, **ids, **more)


def given(name: str | None, id: str | None = None, **more: Any) -> dict[str, Any]:
    return event(
        "tool_result",
        **({"toolName": name} if name else {}),
        **({"toolCallId": id} if id else {}),
        **more,
    )


@pytest.mark.parametrize("file", ["language.json", "vally.json"])
def test_every_conformance_trajectory_is_read_as_its_events_say(file: str) -> None:
    path = SHARED / "conformance" / file
    if not path.exists():
        pytest.skip(f"{path} is absent: the conformance cases are not checked")
    cases = [case for case in json.loads(path.read_text()) if case["format"] == "vally"]
    assert cases
    for case in cases:
        assert FORMAT.claim(case["trace"])
        (trace,) = read(case["trace"])
        events = case["trace"]["events"]
        calls = [e["data"] for e in events if e["type"] == "tool_call"]
        results = {e["data"]["toolCallId"]: e["data"] for e in events if e["type"] == "tool_result"}
        assert trace.names == [data["toolName"] for data in calls]
        assert [call.arguments for call in trace.calls] == [data["arguments"] for data in calls]
        for call, data in zip(trace.calls, calls, strict=True):
            held = results.get(data["toolCallId"])
            assert call.completed == (held is not None)
            assert call.result == (Result(held["result"]) if held else UNRECORDED)


def test_a_call_and_its_result_become_one_call() -> None:
    (trace,) = read(
        {
            "id": "run-7",
            "stimulus": {"name": "adds_a_test"},
            "events": [
                event("turn_start", "2025-01-15T10:30:00Z", turnId="turn-1"),
                event(
                    "tool_call",
                    "2025-01-15T10:30:00.5Z",
                    toolName="write",
                    toolCallId="c",
                    arguments={"n": 1},
                ),
                event(
                    "tool_result", "2025-01-15T10:30:01Z", toolCallId="c", success=False, result=""
                ),
            ],
        }
    )
    (call,) = trace.calls
    assert (trace.id, trace.name, trace.format, trace.steps) == ("run-7", "adds_a_test", "vally", 1)
    assert (call.name, call.arguments, call.id) == ("write", {"n": 1}, "c")
    assert (call.completed, call.status, call.result) == (True, "error", Result(""))
    assert (call.start_ns, call.end_ns) == (1736937000_500_000_000, 1736937001_000_000_000)
    assert call.place == Place(1, ("events", 1))


def test_events_may_stand_one_a_line() -> None:
    (trace,) = read(event("turn_start"), asked("a", "1"), given("a", "1", result=[1]))
    assert trace.calls[0].result == Result([1])
    assert trace.calls[0].place == Place(2)


def test_a_file_may_hold_several_trajectories() -> None:
    first, second = {"events": [asked("a")]}, {"name": "other", "events": [asked("b")]}
    assert [trace.names for trace in read(first, second)] == [["a"], ["b"]]
    assert [(trace.name, trace.names) for trace in read([first, second])] == [
        (None, ["a"]),
        ("other", ["b"]),
    ]
    assert [trace.names for trace in read([asked("a"), asked("b")])] == [["a", "b"]]


def test_a_step_is_the_turn_that_asked_not_the_one_the_result_came_in() -> None:
    (trace,) = read(
        asked("before"),
        event("turn_start"),
        asked("first", "1"),
        event("turn_start"),
        given("first", "1"),
        asked("second"),
    )
    assert [(call.name, call.step) for call in trace.calls] == [
        ("before", 0),
        ("first", 0),
        ("second", 1),
    ]


def test_a_call_that_names_its_turn_belongs_to_it() -> None:
    (trace,) = read(
        event("turn_start", turnId="a"),
        event("turn_start", turnId="b"),
        asked("late", turnId="a"),
        asked("here", turnId="b"),
        asked("unknown", turnId="z"),
    )
    assert [call.step for call in trace.calls] == [0, 1, 1]


def test_parallel_calls_find_their_results_by_id() -> None:
    (trace,) = read(
        asked("a", "1"),
        asked("a", "2"),
        given("a", "2", result="two"),
        given("a", "1", result="one"),
    )
    assert [call.result for call in trace.calls] == [Result("one"), Result("two")]


def test_of_two_calls_with_one_id_a_result_goes_to_the_one_of_its_tool() -> None:
    (trace,) = read(
        {"events": [asked("a", "1"), asked("b", "1"), given("b", "1", success=True, result="B")]}
    )
    assert [call.completed for call in trace.calls] == [False, True]
    assert trace.calls[1].result == Result("B")


def test_without_ids_results_go_to_calls_of_their_name_in_order() -> None:
    (trace,) = read(
        asked("a"),
        asked("b"),
        asked("a"),
        given("a", result=1),
        given("b", result=2),
        given("a", result=3),
    )
    assert [call.result for call in trace.calls] == [Result(1), Result(2), Result(3)]


def test_a_result_of_another_id_is_nobodys() -> None:
    (trace,) = read(asked("a", "1"), given("a", "2", result="x"))
    assert not trace.calls[0].completed
    assert trace.notes == (Note("a result of no known call", Place(2)),)


def test_a_result_may_come_before_its_call() -> None:
    (trace,) = read(given("a", "1", result="early"), asked("a", "1"))
    assert trace.calls[0].result == Result("early")


def test_the_same_id_twice_is_two_calls() -> None:
    (trace,) = read(
        asked("a", "1"), given("a", "1", result=1), asked("a", "1"), given("a", "1", result=2)
    )
    assert [call.result for call in trace.calls] == [Result(1), Result(2)]


@pytest.mark.parametrize(
    ("data", "status", "result"),
    [
        ({"success": True, "result": None}, "ok", Result(None)),
        ({"success": False, "error": "boom"}, "error", Result("boom")),
        ({"status": "error", "result": {"a": 1}}, "error", Result({"a": 1})),
        ({"status": "ok"}, "ok", UNRECORDED),
        ({}, "ok", UNRECORDED),
        ({"error": "boom"}, "error", Result("boom")),
    ],
)
def test_status_and_result_are_what_is_recorded(data: Any, status: Any, result: Any) -> None:
    (trace,) = read(asked("a", "1"), given("a", "1", **data))
    call = trace.calls[0]
    assert (call.completed, call.status, call.result) == (True, status, result)


def test_arguments_that_are_not_there_are_not_recorded() -> None:
    (trace,) = read(
        event("tool_call", toolName="a"), event("tool_call", toolName="b", arguments="no")
    )
    assert [call.arguments for call in trace.calls] == [UNRECORDED, UNRECORDED]
    assert [note.place.line for note in trace.notes] == [2]


@pytest.mark.parametrize("key", ["result", "error"])
def test_a_result_nested_too_deep_is_not_recorded_and_a_note_says_so(key: str) -> None:
    deep: list[Any] = []
    for _ in range(300):
        deep = [deep]
    (trace,) = read(asked("a", "1"), given("a", "1", **{key: deep}))
    assert trace.calls[0].result is UNRECORDED
    assert [note.text for note in trace.notes] == ["a result nested deeper than 200 levels"]


def test_calls_are_ordered_by_time() -> None:
    (trace,) = read(
        event("tool_call", "2025-01-01T00:00:02Z", toolName="second"),
        event("tool_call", "2025-01-01T00:00:01Z", toolName="first"),
    )
    assert trace.names == ["first", "second"]


SILENT: list[Any] = [
    {"events": []},
    {"events": [event("turn_start")]},
    {"events": [event("assistant_message")], "stimulus": {}, "output": "hi"},
]


@pytest.mark.parametrize("document", SILENT)
def test_an_agent_that_called_nothing_has_a_trace(document: Any) -> None:
    assert FORMAT.claim(document)
    (trace,) = read(document)
    assert len(trace) == 0


def test_a_head_may_stand_before_its_events() -> None:
    (trace,) = read({"id": "run", "stimulus": {"name": "s"}}, event("turn_start"), asked("a"))
    assert (trace.id, trace.name, trace.names) == ("run", "s", ["a"])


def test_a_log_with_a_line_like_an_event_is_refused_not_read_as_no_calls() -> None:
    with pytest.raises(TraceError, match="no Vally events"):
        read({"type": "boot"}, {"type": "tool.start"}, {"type": "tool.end"}, event("error"))


OTHERS: list[Any] = [
    {},
    [],
    None,
    "events",
    {"events": [{"author": "agent", "content": {}}]},
    {"events": [], "appName": "a", "userId": "u"},
    {"type": "assistant.turn_start", "data": {}},
    {"type": "human", "data": {"content": "hi"}},
    {"type": ["tool_call"], "data": {}},
]


@pytest.mark.parametrize("document", OTHERS)
def test_other_documents_are_left_to_other_formats(document: Any) -> None:
    assert not FORMAT.claim(document)
