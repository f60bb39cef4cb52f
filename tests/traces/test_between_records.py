"""What is between the records of a file leaves open the rules that name what it names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.traces.messages import USER, asked, assistant
from tests.traces.span_files import llm, otlp, tool
from tests.traces.test_strange_messages import answer
from tests.traces.verdicts import FORBID, FORBIDDEN, verdict
from toolspec.dsl.specs import parse
from toolspec.engine.reading.files import read_traces
from toolspec.engine.reading.stream import stream_traces
from toolspec.engine.reading.unread.mentioned import NAMES_MAX

F: Final = FORBIDDEN
LINES: Final = {
    "a table": f"2026-01-01,tool,{F},id=1",
    "a call": f"{F}(id=1)",
    "a log": f"12:00 INFO calling tool {F}",
    "a path": f"POST /tools/{F} 200",
    "a qualified name": f"tools.{F}",
    "an event": json.dumps({"ts": 1, "event": F}),
    "a key": json.dumps({F: {"id": 1}}),
    "a list": json.dumps([F, {"id": 1}]),
    "a text": json.dumps(F),
}
MESSAGES: Final = [
    USER,
    assistant(asked("search", "1")),
    answer("1", "ok"),
    assistant(content="Ok."),
]
SPANS: Final = [otlp(llm(1), tool("search", 2)), otlp(tool("fetch", 3))]


def lines(records: list[dict[str, Any]], between: str) -> bytes:
    """Return records as lines, with a line between the first and the second."""
    first, *others = map(json.dumps, records)
    return "\n".join([first, between, *others, ""]).encode()


@pytest.mark.parametrize("way", LINES)
@pytest.mark.parametrize("records", [MESSAGES, SPANS], ids=["messages", "spans"])
def test_a_line_that_names_a_tool_leaves_its_rules_open(
    way: str, records: list[dict[str, Any]]
) -> None:
    data = lines(records, LINES[way])
    assert verdict(data) != "pass"
    assert verdict(data, "forbid other_tool") == "pass"
    assert verdict(data, "count search = 1") == "pass"
    assert verdict(data, f"require {F}") == "fail"


@pytest.mark.parametrize("way", LINES)
def test_a_stream_says_the_same_of_each_of_its_traces(way: str, tmp_path: Path) -> None:
    file = tmp_path / "spans.jsonl"
    file.write_bytes(lines(SPANS, LINES[way]))
    spec = parse(f"{FORBID}\nforbid other_tool")
    streamed, whole = (
        [[one.status for one in spec.check(trace).results] for trace in traces]
        for traces in (stream_traces(file), read_traces(file).traces)
    )
    assert streamed == whole == [["unknown", "pass"]] * len(whole)


def test_a_rule_for_all_tools_does_not_ask_what_logs_name() -> None:
    assert verdict(lines(MESSAGES, "12:00 INFO started"), "only: search") == "pass"
    assert verdict(lines(MESSAGES, "12:00 INFO started"), "count * = 1") == "pass"


def test_more_names_than_are_looked_through_leave_all_rules_open() -> None:
    log = " ".join(f"word{number}" for number in range(NAMES_MAX + 1))
    assert verdict(lines(MESSAGES, log), "forbid other_tool") == "unknown"
    assert verdict(lines(MESSAGES, log[: len(log) // 2]), "forbid other_tool") == "pass"
