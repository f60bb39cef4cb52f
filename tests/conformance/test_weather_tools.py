"""UiPath's weather sample, judged as UiPath's evaluators judge it.

The scores are those of uipath 2.14.44, for every case's criteria on every case's spans: count,
order, args, and output where the case has one.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import toolspec

SAMPLE = Path(__file__).parents[2].parent / "shared" / "conformance" / "weather_tools"
SPEC = Path(__file__).with_name("weather.toolspec")

CASES = (
    "basic_weather",
    "weather_with_forecast",
    "weather_with_alerts",
    "sunny_weather",
    "tokyo_forecast",
)
SCORES: dict[str, dict[str, list[float]]] = {
    "basic_weather": {
        "basic_weather": [1, 1, 1],
        "weather_with_forecast": [1, 1, 0],
        "weather_with_alerts": [1, 1, 0],
        "sunny_weather": [1, 1, 0],
        "tokyo_forecast": [1, 1, 0],
    },
    "weather_with_forecast": {
        "basic_weather": [0.75, 0.75, 0, 0],
        "weather_with_forecast": [1, 1, 1, 1],
        "weather_with_alerts": [0.75, 0.75, 0, 0],
        "sunny_weather": [0.75, 0.75, 0, 0],
        "tokyo_forecast": [1, 1, 0, 0],
    },
    "weather_with_alerts": {
        "basic_weather": [0.75, 0.75, 0, 0],
        "weather_with_forecast": [0.75, 0.75, 0, 0],
        "weather_with_alerts": [1, 1, 1, 1],
        "sunny_weather": [0.75, 0.75, 0, 0],
        "tokyo_forecast": [0.75, 0.75, 0, 0],
    },
    "sunny_weather": {
        "basic_weather": [1, 1, 0],
        "weather_with_forecast": [1, 1, 0],
        "weather_with_alerts": [1, 1, 0],
        "sunny_weather": [1, 1, 1],
        "tokyo_forecast": [1, 1, 0],
    },
    "tokyo_forecast": {
        "basic_weather": [0.75, 0.75, 0, 0],
        "weather_with_forecast": [1, 1, 0, 0.25],
        "weather_with_alerts": [0.75, 0.75, 0, 0],
        "sunny_weather": [0.75, 0.75, 0, 0],
        "tokyo_forecast": [1, 1, 1, 1],
    },
}


@pytest.fixture(scope="module")
def traces() -> dict[str, toolspec.Trace]:
    path = SAMPLE / "spans.json"
    if not path.exists():
        pytest.skip(f"{path} is not here: THE WEATHER SAMPLE WAS NOT JUDGED")
    return {trace.name or "": trace for trace in toolspec.load_traces(path)}


def test_each_case_is_told_by_its_name(traces: dict[str, toolspec.Trace]) -> None:
    spec = toolspec.load(SPEC)
    assert sorted(traces) == sorted(CASES)
    for name, trace in traces.items():
        report = spec.check(trace)
        assert report.case == name
        assert report.passed
        assert report.score == 1


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("other", CASES)
def test_scores_are_those_of_the_evaluators(
    traces: dict[str, toolspec.Trace], case: str, other: str
) -> None:
    report = toolspec.load(SPEC).check(traces[other], case=case)
    assert [result.score for result in report.results] == SCORES[case][other]


def test_the_documented_tokyo_case_explains_itself(traces: dict[str, toolspec.Trace]) -> None:
    report = toolspec.load(SPEC).check(traces["tokyo_forecast"])
    count, order, args, output = (result.justification for result in report.results)
    tools = ["get_temperature", "get_weather_condition", "get_humidity", "get_forecast"]
    assert count["explained_tool_calls_count"] == dict.fromkeys(
        tools, "Actual: 1, Expected: 1, Score: 1.0"
    )
    assert order["actual_tool_calls_order"] == tools
    assert order["expected_tool_calls_order"] == tools
    assert order["lcs"] == tools
    assert args["explained_tool_calls_args"] == {
        f"{tool}_0": "Actual: {'city': 'Tokyo'}, Expected: {'city': 'Tokyo'}, Score: 1.0"
        for tool in tools
    }
    assert output["explained_tool_calls_outputs"]["get_humidity_0"] == (
        "Actual: {'humidity': 65}, Expected: {'humidity': 65}, Score: 1.0"
    )
