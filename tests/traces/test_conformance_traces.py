"""Every span trace of the shared conformance cases reads, with the calls of its tool spans."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from toolspec.engine.reading.files import read_bytes, read_traces

CASES = Path(__file__).parents[2].parent / "shared" / "conformance"

pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason=f"no conformance cases in {CASES}")


@pytest.mark.parametrize("name", ["language", "uipath"])
def test_every_span_trace_has_the_calls_of_its_tool_spans(name: str) -> None:
    cases: list[dict[str, Any]] = json.loads((CASES / f"{name}.json").read_bytes())
    for case in cases:
        if case["format"] != "otel":
            continue
        (trace,) = read_bytes(json.dumps(case["trace"]).encode()).traces
        spans = sorted(case["trace"], key=lambda span: span["start_time"])
        tools = [span["attributes"].get("tool.name") for span in spans]
        assert trace.names == [tool for tool in tools if tool], case["id"]


def test_every_vally_trajectory_reads() -> None:
    cases: list[dict[str, Any]] = json.loads((CASES / "vally.json").read_bytes())
    for case in cases:
        assert read_bytes(json.dumps(case["trace"]).encode()).format == "vally", case["id"]


def test_the_weather_sample_has_one_trace_for_each_case() -> None:
    reading = read_traces(CASES / "weather_tools" / "spans.json")
    assert [(trace.name, len(trace)) for trace in reading.traces] == [
        ("basic_weather", 3),
        ("weather_with_forecast", 4),
        ("weather_with_alerts", 4),
        ("sunny_weather", 3),
        ("tokyo_forecast", 4),
    ]
