"""Sessions and trajectories that tell of calls in words, or say that a part of them is missing."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Final

import pytest

from tests.traces.runs import Done, as_lines, atif, claude_code, vally
from tests.traces.verdicts import FORBIDDEN, verdict

RUN: Final = [[Done("search", {"id": 1}, "ok", "c1")], [Done("search", {"id": 2}, "ok", "c2")]]
PROSE: Final = f'<tool_call>{{"name": "{FORBIDDEN}"}}</tool_call>'
OTHERS: Final = "forbid other_tool"
LINE: Final = {"sessionId": "s1", "uuid": "u99", "parentUuid": None, "isSidechain": False}
SUMMARIES: Final[dict[str, dict[str, Any]]] = {
    "a summary": {
        "type": "user",
        "isCompactSummary": True,
        "message": {"role": "user", "content": "This session goes on from another."},
    },
    "a boundary": {"type": "system", "subtype": "compact_boundary", "content": "Compacted"},
}


@pytest.mark.parametrize("case", SUMMARIES)
def test_a_session_that_begins_with_what_was_compacted_leaves_rules_open(case: str) -> None:
    summary = {**LINE, **SUMMARIES[case]}
    lines = claude_code(RUN)
    assert verdict(as_lines([summary, *lines])) == "unknown"
    assert verdict(as_lines([*lines, summary])) == "pass", "the calls before are there"


Change = Callable[[list[dict[str, Any]]], None]
STEPS: Final[dict[str, Change]] = {
    "steps that are missing": lambda steps: steps.__delitem__(1),
    "a step of nobody known": lambda steps: steps[1].update(source="tool"),
    "an observation that is text": lambda steps: steps[1].update(
        observation="deleted", tool_calls=[]
    ),
}


@pytest.mark.parametrize("case", STEPS)
def test_a_trajectory_of_which_a_part_is_not_understood_leaves_rules_open(case: str) -> None:
    (made,) = copy.deepcopy(atif(RUN))
    STEPS[case](made["steps"])
    assert verdict(made) == "unknown"


@pytest.mark.parametrize("key", ["message", "reasoning_content"])
def test_a_call_in_the_words_of_a_trajectory_leaves_its_tool_open(key: str) -> None:
    (made,) = copy.deepcopy(atif(RUN))
    made["steps"][1][key] = PROSE
    assert verdict(made) == "unknown"
    assert verdict(made, OTHERS) == "pass"


@pytest.mark.parametrize("kind", ["assistant_message", "reasoning"])
def test_a_call_in_the_words_of_events_leaves_its_tool_open(kind: str) -> None:
    events = [*vally(RUN), {"type": kind, "data": {"content": PROSE}}]
    assert verdict(events) == "unknown"
    assert verdict(events, OTHERS) == "pass"


@pytest.mark.parametrize("kind", ["shell_call", "command_execution", "skill_invoked"])
def test_an_event_of_an_unknown_type_that_may_be_a_call_leaves_rules_open(kind: str) -> None:
    assert verdict([*vally(RUN), {"type": kind, "data": {"command": "x"}}]) != "pass"
    assert verdict([*vally(RUN), {"type": "heartbeat", "data": {"at": 1}}]) == "pass"


@pytest.mark.parametrize("at", [0, 2])
def test_a_session_that_follows_lines_outside_of_the_file_leaves_rules_open(at: int) -> None:
    lines = copy.deepcopy(claude_code(RUN))
    assert verdict(as_lines(lines)) == "pass"
    lines[at]["parentUuid"] = "elsewhere"
    assert verdict(as_lines(lines)) == "unknown"


def test_a_trajectory_that_begins_with_a_later_step_leaves_rules_open() -> None:
    (made,) = copy.deepcopy(atif(RUN))
    for step in made["steps"]:
        step["step_id"] += 3
    assert verdict(made) == "unknown"


@pytest.mark.parametrize("key", ["toolCalls", "toolCallCount", "tool_call_count", "toolsUsed"])
@pytest.mark.parametrize("count", [3, {"search": 2, FORBIDDEN: 1}, ["search", FORBIDDEN]])
def test_metrics_that_count_more_calls_leave_rules_open(key: str, count: Any) -> None:
    head = {"stimulus": {"name": "case"}, "output": "", "events": vally(RUN)}
    assert verdict({**head, "metrics": {key: count}}) == "unknown"
    for known in (2, {"search": 2}, ["search"], 0):
        assert verdict({**head, "metrics": {key: known}}) == "pass"


@pytest.mark.parametrize("key", ["finishReason", "finish_reason"])
def test_a_turn_that_ended_in_a_call_and_has_none_leaves_rules_open(key: str) -> None:
    turn = [
        {"type": "turn_start", "data": {"turnId": "t9"}},
        {"type": "turn_end", "data": {"turnId": "t9", key: "tool_calls"}},
    ]
    assert verdict([*vally(RUN), *turn]) == "unknown"
    ended = [
        {**event, "data": {**event["data"], key: "tool_calls"}}
        if event["type"] == "turn_end"
        else event
        for event in vally(RUN)
    ]
    assert verdict(ended) == "pass"
