"""The examples of UiPath's page on its Tool Call Order Evaluator, each as toolspec text."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from spans import judged, trace_of


class Doc(NamedTuple):
    """An example: its heading, the tools called, its toolspec twin, and what is documented."""

    heading: str
    calls: tuple[str, ...]
    spec: str
    score: float
    lcs: tuple[str, ...]


DOCS = (
    Doc(
        "Non-Strict Mode (LCS-based)",
        ("A", "X", "B", "D"),
        "order: A -> B -> C -> D",
        0.75,
        ("A", "B", "D"),
    ),
    Doc(
        "Basic Tool Call Order Validation",
        ("validate_user", "check_inventory", "create_order"),
        "order: validate_user -> check_inventory -> create_order",
        1.0,
        ("validate_user", "check_inventory", "create_order"),
    ),
    Doc(
        "Strict Order Validation",
        ("authenticate_user", "verify_permissions", "access_resource"),
        "order strict: authenticate_user -> verify_permissions -> access_resource",
        1.0,
        ("authenticate_user", "verify_permissions", "access_resource"),
    ),
    Doc(
        "Partial Credit with LCS",
        ("search", "filter", "display"),
        "order: search -> filter -> sort -> display",
        0.75,
        ("search", "filter", "display"),
    ),
    Doc(
        "Database Transaction Sequence",
        ("begin_transaction", "validate_data", "update_records", "commit_transaction"),
        "order strict: begin_transaction -> validate_data -> update_records -> commit_transaction",
        1.0,
        ("begin_transaction", "validate_data", "update_records", "commit_transaction"),
    ),
    Doc(
        "API Integration Workflow",
        ("get_api_token", "fetch_user_data", "enrich_data", "post_to_webhook", "log_result"),
        "order: get_api_token -> fetch_user_data -> enrich_data -> post_to_webhook -> log_result",
        1.0,
        ("get_api_token", "fetch_user_data", "enrich_data", "post_to_webhook", "log_result"),
    ),
    Doc(
        "Using Default Criteria",
        ("init", "process", "cleanup"),
        "order: init -> process -> cleanup",
        1.0,
        ("init", "process", "cleanup"),
    ),
    Doc(
        "Justification Details",
        ("tool1", "tool2", "tool3"),
        "order: tool1 -> tool2 -> tool3 -> tool4",
        0.75,
        ("tool1", "tool2", "tool3"),
    ),
)


@pytest.mark.parametrize("doc", DOCS, ids=lambda doc: doc.heading)
def test_a_documented_example_scores_and_explains_as_documented(doc: Doc) -> None:
    result = judged(doc.spec, trace_of(*doc.calls))
    assert result.score == doc.score
    assert result.status == ("pass" if doc.score == 1 else "fail")
    justification = result.justification
    assert justification["actual_tool_calls_order"] == list(doc.calls)
    expected = doc.spec.partition(": ")[2].split(" -> ")
    assert justification["expected_tool_calls_order"] == expected
    assert justification["lcs"] == list(doc.lcs)


def test_strict_mode_returns_0_if_any_difference_exists() -> None:
    trace = trace_of("authenticate_user", "log", "verify_permissions")
    result = judged("order strict: authenticate_user -> verify_permissions", trace)
    assert (result.score, result.status) == (0.0, "fail")
    assert result.summary == "call 2 is log, where verify_permissions was expected"


def test_empty_actual_calls_score_0() -> None:
    # The documented error handling; a run without any tool span has its agent's at least.
    from toolspec import Trace

    assert judged("order: a -> b", Trace()).score == 0.0
