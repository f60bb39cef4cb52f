"""The examples of UiPath's page on its Tool Call Count Evaluator, each as toolspec text."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from spans import judged, trace_of


class Doc(NamedTuple):
    """An example: its heading there, the tools called, its toolspec twin, and what is documented.

    `told` are actual and expected count by tool, and whether they agree.
    """

    heading: str
    calls: tuple[str, ...]
    spec: str
    score: float
    told: dict[str, tuple[int, str, bool]]


DOCS = (
    Doc(
        "Basic Count Validation",
        ("fetch_data", *["process_item"] * 5, "send_notification"),
        "count: fetch_data = 1, process_item = 5, send_notification = 1",
        1.0,
        {
            "fetch_data": (1, "1", True),
            "process_item": (5, "5", True),
            "send_notification": (1, "1", True),
        },
    ),
    Doc(
        "Non-Strict Mode - Proportional Scoring",
        ("fetch_data", *["process_item"] * 3, "send_notification"),
        "count: fetch_data = 1, process_item = 5, send_notification = 1",
        2 / 3,
        {
            "fetch_data": (1, "1", True),
            "process_item": (3, "5", False),
            "send_notification": (1, "1", True),
        },
    ),
    Doc(
        "Strict Mode - All or Nothing",
        ("authenticate", "fetch_records", "fetch_records", "close_connection"),
        "count strict: authenticate = 1, fetch_records = 1, close_connection = 1",
        0.0,
        {
            "authenticate": (1, "1", True),
            "fetch_records": (2, "1", False),
            "close_connection": (1, "1", True),
        },
    ),
    Doc(
        "Preventing Redundant Calls",
        ("expensive_api_call", "database_query", "database_query", "llm_call"),
        "count: expensive_api_call <= 1, database_query <= 3, llm_call <= 2",
        1.0,
        {
            "expensive_api_call": (1, "<= 1", True),
            "database_query": (2, "<= 3", True),
            "llm_call": (1, "<= 2", True),
        },
    ),
    Doc(
        "Loop Validation",
        ("process_item", "validate_item", "save_result") * 10,
        "count: process_item = 10, validate_item = 10, save_result = 10",
        1.0,
        {
            "process_item": (10, "10", True),
            "validate_item": (10, "10", True),
            "save_result": (10, "10", True),
        },
    ),
    Doc(
        "Retry Logic Validation",
        ("attempt_operation", "log_retry", "attempt_operation", "final_result"),
        "count: attempt_operation <= 3, log_retry >= 1, final_result = 1",
        1.0,
        {
            "attempt_operation": (2, "<= 3", True),
            "log_retry": (1, ">= 1", True),
            "final_result": (1, "1", True),
        },
    ),
    Doc(
        "Ensuring Minimum Calls",
        ("validate_input", "check_security", "audit_log"),
        "count: validate_input >= 1, check_security >= 1, audit_log > 0",
        1.0,
        {
            "validate_input": (1, ">= 1", True),
            "check_security": (1, ">= 1", True),
            "audit_log": (1, "> 0", True),
        },
    ),
    Doc(
        "tokyo_forecast (weather_tools)",
        ("get_temperature", "get_weather_condition", "get_humidity", "get_forecast"),
        "count: get_temperature = 1, get_weather_condition = 1, get_humidity = 1, get_forecast = 1",
        1.0,
        {
            "get_temperature": (1, "1", True),
            "get_weather_condition": (1, "1", True),
            "get_humidity": (1, "1", True),
            "get_forecast": (1, "1", True),
        },
    ),
)


@pytest.mark.parametrize("doc", DOCS, ids=lambda doc: doc.heading)
def test_a_documented_example_scores_and_explains_as_documented(doc: Doc) -> None:
    result = judged(doc.spec, trace_of(*doc.calls))
    assert result.score == doc.score
    assert result.status == ("pass" if doc.score == 1 else "fail")
    assert result.justification["explained_tool_calls_count"] == {
        tool: f"Actual: {actual}, Expected: {expected}, Score: {float(holds)}"
        for tool, (actual, expected, holds) in doc.told.items()
    }


def test_missing_tools_count_0_and_extra_tools_are_ignored() -> None:
    result = judged("count: missing = 0, called >= 1", trace_of("called", "extra"))
    assert result.score == 1.0
