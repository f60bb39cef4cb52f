"""The examples of UiPath's page on its Tool Call Args Evaluator, each as toolspec text."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from spans import judged, trace_of


class Doc(NamedTuple):
    """An example: its heading, tools and `input.value`, its toolspec twin, what is documented.

    `told` are the actual and the expected arguments of each key of the justification.
    """

    heading: str
    calls: tuple[tuple[str, str], ...]
    spec: str
    score: float
    told: dict[str, tuple[str, str, float]]


UPDATE = "{'user_id': 123, 'fields': {'email': 'user@example.com'}, 'notify': True}"
REQUEST = (
    "{'endpoint': '/api/users', 'method': 'GET', 'headers': {'Authorization': 'Bearer token123'}}"
)
PROFILE = "{'user_id': 123, 'updates': {'name': 'John Doe'}}"
EMAIL = (
    "{'to': 'user@example.com', 'subject': 'Welcome', 'cc': 'admin@example.com', "
    "'body': 'Welcome to our platform!'}"
)
ORDER = (
    "{'customer': {'id': 123, 'name': 'John Doe', 'address': {'street': '123 Main St', "
    "'city': 'New York', 'zip': '10001'}}, 'items': [{'product_id': 1, 'quantity': 2}, "
    "{'product_id': 2, 'quantity': 1}], 'total': 99.99}"
)
THREE = """args: validate_input <data: {user_id: 123}>,
      fetch_user <user_id: 123>,
      update_profile <user_id: 123, updates: {name: "John Doe"}>
"""

DOCS = (
    Doc(
        "Basic Tool Call Argument Validation",
        (("update_user", UPDATE),),
        'args update_user <user_id: 123, fields: {email: "user@example.com"}, notify: true>',
        1.0,
        {"update_user_0": (UPDATE, UPDATE, 1.0)},
    ),
    Doc(
        "Strict Mode - Exact Matching",
        (("api_request", REQUEST),),
        'args strict: api_request <endpoint: "/api/users", method: "GET", '
        'headers: {Authorization: "Bearer token123"}>',
        1.0,
        {"api_request_0": (REQUEST, REQUEST, 1.0)},
    ),
    Doc(
        "Non-Strict Mode - Proportional Scoring",
        (
            ("validate_input", "{'data': {'user_id': 123}}"),
            ("fetch_user", "{'user_id': 999}"),
            ("update_profile", PROFILE),
        ),
        THREE,
        2 / 3,
        {
            "validate_input_0": (
                "{'data': {'user_id': 123}}",
                "{'data': {'user_id': 123}}",
                1.0,
            ),
            "fetch_user_0": ("{'user_id': 999}", "{'user_id': 123}", 0.0),
            "update_profile_0": (PROFILE, PROFILE, 1.0),
        },
    ),
    Doc(
        "Subset Mode - Partial Validation",
        (("send_email", EMAIL),),
        'args send_email subset <to: "user@example.com", subject: "Welcome">',
        1.0,
        {"send_email_0": (EMAIL, "{'to': 'user@example.com', 'subject': 'Welcome'}", 1.0)},
    ),
    Doc(
        "Multiple Tool Calls",
        (
            ("validate_input", "{'data': {'user_id': 123}}"),
            ("fetch_user", "{'user_id': 123}"),
            ("update_profile", PROFILE),
        ),
        THREE,
        1.0,
        {
            "validate_input_0": (
                "{'data': {'user_id': 123}}",
                "{'data': {'user_id': 123}}",
                1.0,
            ),
            "fetch_user_0": ("{'user_id': 123}", "{'user_id': 123}", 1.0),
            "update_profile_0": (PROFILE, PROFILE, 1.0),
        },
    ),
    Doc(
        "Nested Arguments",
        (("create_order", ORDER),),
        """args create_order <
  customer: {id: 123, name: "John Doe", address: {street: "123 Main St", city: "New York", zip:
  "10001"}}, items: [{product_id: 1, quantity: 2}, {product_id: 2, quantity: 1}], total: 99.99,
>
""",
        1.0,
        {"create_order_0": (ORDER, ORDER, 1.0)},
    ),
    Doc(
        "Justification Details",
        (
            ("update_user", "{'user_id': 123, 'status': 'active'}"),
            ("send_email", "{'to': 'user@example.com', 'subject': 'Hello'}"),
            ("log_event", "{'type': 'info', 'message': 'Success'}"),
        ),
        'args subset: update_user <user_id: 123, status: "active">, '
        'send_email <to: "user@example.com">, log_event <type: "info">',
        1.0,
        {
            "update_user_0": (
                "{'user_id': 123, 'status': 'active'}",
                "{'user_id': 123, 'status': 'active'}",
                1.0,
            ),
            "send_email_0": (
                "{'to': 'user@example.com', 'subject': 'Hello'}",
                "{'to': 'user@example.com'}",
                1.0,
            ),
            "log_event_0": (
                "{'type': 'info', 'message': 'Success'}",
                "{'type': 'info'}",
                1.0,
            ),
        },
    ),
)


@pytest.mark.parametrize("doc", DOCS, ids=lambda doc: doc.heading)
def test_a_documented_example_scores_and_explains_as_documented(doc: Doc) -> None:
    result = judged(doc.spec, trace_of(*doc.calls))
    assert result.score == doc.score
    assert result.status == ("pass" if doc.score == 1 else "fail")
    assert result.justification["explained_tool_calls_args"] == {
        key: f"Actual: {actual}, Expected: {expected}, Score: {score}"
        for key, (actual, expected, score) in doc.told.items()
    }


def test_without_subset_an_extra_argument_is_a_miss() -> None:
    # As documented; the evaluator's code ignores the option.
    result = judged('args send_email <to: "user@example.com">', trace_of(("send_email", EMAIL)))
    assert result.score == 0.0
    assert result.summary.endswith("it also has `subject`, `cc`, `body`")


def test_missing_tools_score_0_and_extra_tools_are_ignored() -> None:
    trace = trace_of(("other", "{}"), ("fetch", "{'id': 1}"))
    assert judged("args: fetch <id: 1>, missing <>", trace).score == 0.5
