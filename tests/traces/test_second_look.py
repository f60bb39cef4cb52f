"""A call in a place of an export where its reader does not look leaves its rules open."""

# pyright: basic
from __future__ import annotations

import copy
import json
from typing import Any, Final

import pytest

from tests.traces.export_runs import EXPORTS
from tests.traces.runs import Done, Record, Run
from tests.traces.verdicts import FORBIDDEN, verdict
from toolspec.engine.reading.files import read_bytes

RUN: Final[Run] = [
    [Done("search", {"q": 1}, "ok", "c1"), Done("read_file", {"path": "a"}, "ok", "c2")],
    [Done("look_up", {"id": 7}, "fine", "c3")],
]
LISTS: Final = ("agentSpans", "baseSpans", "llmSpans", "retrieverSpans", "tags", "toolsCalled")
CALLED: Final[Record] = {"name": FORBIDDEN, "type": "FUNCTION", "inputParameters": {"id": 1}}


def _deepeval() -> Record:
    (trace,) = EXPORTS["deepeval"].make(RUN)
    return trace


def _tool_span() -> Record:
    span = copy.deepcopy(_deepeval()["toolSpans"][0])
    return {**span, "uuid": "x", "name": FORBIDDEN}


@pytest.mark.parametrize("key", LISTS)
def test_a_span_of_a_tool_in_another_list_of_deepeval_is_not_dropped(key: str) -> None:
    trace = _deepeval()
    trace.setdefault(key, []).append(_tool_span())
    assert verdict(_deepeval()) == "pass"
    assert verdict(trace) != "pass"


@pytest.mark.parametrize("key", ["toolsCalled", "ToolsCalled", "tools_called", " toolsCalled"])
@pytest.mark.parametrize("held", ["agentSpans", "llmSpans", "trace"])
def test_calls_that_deepeval_lists_count_however_the_key_is_spelt(key: str, held: str) -> None:
    trace = _deepeval()
    (trace if held == "trace" else trace[held][0])[key] = [CALLED]
    assert verdict(trace) != "pass"


@pytest.mark.parametrize("key", ["Name", " name", "NAME"])
def test_a_record_whose_name_is_spelt_otherwise_is_not_passed_over(key: str) -> None:
    trace = _deepeval()
    span = trace["toolSpans"][0]
    del span["name"]
    span |= {key: FORBIDDEN, "toolsCalled": [{"name": "search", "inputParameters": {"q": 1}}]}
    assert verdict(trace) != "pass"


BROKEN_OUT: Final[list[Any]] = [
    {"messages": [{"role": "assistant", "tool_calls": [json.dumps(CALLED)]}]},
    json.dumps({"steps": [json.dumps({"tool": FORBIDDEN, "arguments": {}})]}),
    {"tool_calls": [{"message": {"tool_calls": [CALLED]}}]},
    {"tool_calls": [{"name": "search", "args": {"q": 1}, "after": [CALLED]}]},
]


@pytest.mark.parametrize("output", BROKEN_OUT)
@pytest.mark.parametrize("held", ["agentSpans", "baseSpans"])
def test_no_text_and_no_call_around_it_hides_a_call(output: Any, held: str) -> None:
    trace = _deepeval()
    span = {**trace["agentSpans"][0], "uuid": "y", "type": held.removesuffix("Spans")}
    trace[held].append({**span, "output": output})
    assert verdict(trace) != "pass"


def test_what_a_model_was_sent_as_called_before_is_no_call_of_the_run() -> None:
    trace = _deepeval()
    asked = {"role": "assistant", "tool_calls": [{"name": FORBIDDEN, "args": {}, "id": "0"}]}
    trace["llmSpans"][0]["input"] = [asked]
    trace["agentSpans"][0]["output"] = {"messages": [asked, {"role": "assistant", "content": ""}]}
    assert verdict(trace) == "pass"


def _sample() -> Record:
    (sample,) = EXPORTS["inspect"].make(RUN)
    return sample


def _event(name: str) -> Record:
    events = _sample()["events"]
    tool = next(event for event in events if event["event"] == "tool")
    return {**tool, "uuid": "x", "id": "c9", "function": name}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"event": "step", "action": "begin", "type": "scorer", "name": "s"}, None),
        ({"event": "step", "action": "begin", "type": "scorer", "name": "s"}, {"action": "end"}),
        ({"event": "span_begin", "id": "sc", "type": "scorer", "name": "s"}, None),
    ],
)
def test_a_tool_that_runs_while_a_run_is_scored_leaves_its_rules_open(
    before: Record, after: Record | None
) -> None:
    sample = _sample()
    about = {"uuid": "s", "timestamp": "2026-01-01T00:01:00Z", "working_start": 0.0}
    sample["events"] += [{**about, **before}, {**_event(FORBIDDEN), "span_id": "sc"}]
    sample["events"] += [] if after is None else [{**about, **before, **after}]
    assert verdict(_sample()) == "pass"
    assert verdict(sample) == "unknown"
    assert verdict(sample, "forbid send_mail") == "pass"


@pytest.mark.parametrize("key", ["more", "metadata", "store", "transcript"])
def test_an_event_of_a_tool_under_another_key_of_a_sample_is_not_dropped(key: str) -> None:
    sample = _sample()
    sample[key] = {"events": [_event(FORBIDDEN)]}
    assert verdict(sample) != "pass"


@pytest.mark.parametrize("name", ["langfuse", "langsmith", "openai-agents", "mlflow"])
def test_a_record_inside_of_another_is_not_dropped(name: str) -> None:
    made = EXPORTS[name]
    carried = next(iter(made.carriers.values()))
    records = made.make(RUN)
    named = json.dumps(records[-1]).replace("look_up", FORBIDDEN)
    records[1]["something"] = {"beside": [json.loads(named)]}
    assert verdict(carried(made.make(RUN))) == "pass"
    assert verdict(carried(records)) != "pass"


def test_the_observations_that_langfuse_repeats_in_their_trace_are_no_further_calls() -> None:
    records = EXPORTS["langfuse"].make(RUN)
    short = [{**one, "input": None, "output": None, "metadata": "{}"} for one in records]
    around = {"id": "t", "projectId": "p", "name": "run", "input": "go", "timestamp": "x"}
    for repeated in (records, short, json.dumps(records)):
        trace = {**around, "observations": repeated}
        data = json.dumps({"trace": trace, "observations": records}).encode()
        (read,) = read_bytes(data).traces
        assert read.names == ["search", "read_file", "look_up"]
        assert not read.gaps
    short[2] = {**short[2], "name": FORBIDDEN}
    changed = {"trace": {**around, "observations": short}, "observations": records}
    assert verdict(changed) != "pass"


@pytest.mark.parametrize("tool", ["search", "read_file", "look_up"])
def test_a_result_that_says_more_than_its_content_is_read_whole(tool: str) -> None:
    message = {"content": "ok", "tool_call_id": "c1", "type": "tool"}
    for more in ({"secret": "PASSWORD"}, {"artifact": "PASSWORD"}, {"tool_call_id": ["PASSWORD"]}):
        run = [[one._replace(result={**message, **more}) for one in turn] for turn in RUN]
        data = json.dumps(EXPORTS["langfuse"].make(run)).encode()
        assert verdict(data, f"forbid {tool} result /PASSWORD/") == "fail"
