"""What the words of the demands of `each` mean, each with an example."""

from __future__ import annotations

from toolspec.engine.relations.near import Near
from toolspec.engine.relations.valid import Valid
from toolspec.engine.syntax import About, documented


def meanings() -> dict[str, About]:
    """Return the words, in the order in which they are documented."""
    near = documented(Near, "each cancel_order: after user says /\\byes\\b/i within 1 turn")
    return {
        "after": About(
            "A matching call, or message, comes earlier.",
            "Somewhere before: other calls may come in between. A call must have completed.",
            "each issue_refund <order_id: $o>: after get_order <order_id: $o>",
        ),
        "before": About(
            "A matching call, or message, comes later.",
            "Somewhere after: other calls may come in between. A call must have completed.",
            "each edit_file: before run_tests",
        ),
        "right": About(
            "The very next call in that direction.",
            "`right after C`: the call directly before this one matches C; `right before C`: the "
            "one directly after it.",
            "each deploy: right after approve",
        ),
        "seeing": About(
            "The agent had seen the other call's result when it made this one.",
            "For calls of the same agent, the other one was in an earlier step; otherwise it had "
            "ended before this one started.",
            "each issue_refund <order_id: $o>: after seeing request_approval <order_id: $o>",
        ),
        "own": About(
            "Each call has another one to itself.",
            "The call that satisfies the demand for one call does not count for any other call of "
            "the rule: two refunds need two approvals.",
            "each issue_refund: after own request_approval",
        ),
        "within": near,
        "valid": documented(Valid, "each issue_refund: valid"),
        "or": About(
            "One of the demands suffices.",
            "It binds closer than the comma: `a, b or c` is a, and one of b and c.",
            "each send_email <to: $to>: after * result has $to or after user says has $to",
        ),
        "not": About(
            "The opposite of the demand after it.", "", "each charge_card: not after cancel_order"
        ),
    }
