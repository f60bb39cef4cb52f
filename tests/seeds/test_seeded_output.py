"""The output example of UiPath's weather sample, as toolspec text."""

from __future__ import annotations

from spans import judged, trace_of


def test_a_lone_content_is_looked_into() -> None:
    trace = trace_of(
        ("get_temperature", "{}", '{"content": {"temperature": 25.0, "unit": "fahrenheit"}}'),
        ("get_forecast", "{}", '{"content": {"forecast": "Overcast with mild temperatures"}}'),
    )
    spec = """output: get_temperature = {temperature: 25.0, unit: "fahrenheit"},
        get_forecast = {forecast: "Overcast with mild temperatures"}
"""
    result = judged(spec, trace)
    assert result.score == 1.0
    assert result.justification["explained_tool_calls_outputs"] == {
        "get_temperature_0": "Actual: {'temperature': 25.0, 'unit': 'fahrenheit'}, "
        "Expected: {'temperature': 25.0, 'unit': 'fahrenheit'}, Score: 1.0",
        "get_forecast_0": "Actual: {'forecast': 'Overcast with mild temperatures'}, "
        "Expected: {'forecast': 'Overcast with mild temperatures'}, Score: 1.0",
    }
