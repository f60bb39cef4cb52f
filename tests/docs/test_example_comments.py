"""The comments of the refunds example say what its rules say: neither more nor less."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

import toolspec
from toolspec import Call, Trace, called
from toolspec.engine.trace import Unrecorded

SPEC = toolspec.load(
    Path(__file__).resolve().parents[2] / "examples" / "refunds" / "refunds.toolspec"
)
ORDER = {"order_id": "A-1042"}
REFUND = {"order_id": "A-1042", "amount": 249, "currency": "EUR"}
POLICY = {"days": 30, "approval_above": 100, "currency": "EUR"}

GOOD = (
    called("find_customer", {"email": "mira@example.com"}, {"customer_id": "C-88"}),
    called("get_order", ORDER, {"total": 249}, step=1),
    called("get_refund_policy", {"category": "electronics"}, POLICY, step=1),
    called("request_approval", {**ORDER, "amount": 249}, {"approved": True}, step=2),
    called("issue_refund", REFUND, {"status": "refunded"}, step=3),
    called("send_email", {"to": "mira@example.com", "body": "Done."}, "sent", step=4),
)
OTHERS = (
    called("update_customer", {}, {}, step=1),
    called("delete_order", {}, {}, step=1),
    called("get_stock", {}, {}, step=1),
    GOOD[2]._replace(step=4),
    called("get_refund_policy", {}, {"days": 14}, step=1),
    called("issue_refund", {**REFUND, "amount": 1}, {"status": "refunded"}, step=3),
    called("issue_refund", {**REFUND, "order_id": "B-1"}, {"status": "refunded"}, step=3),
    called("issue_refund", REFUND, {"status": "failed"}, step=3),
    called("request_approval", {"order_id": "B-1"}, {}, step=2),
    called("get_order", {"order_id": "B-1"}, {}, step=1),
    called("send_email", {"to": "leo@example.com", "body": "Hello."}, "sent", step=4),
    called("send_email", {"to": "mira@example.com", "body": "4111 1111 1111 1111"}, step=4),
)


def traces() -> Iterator[tuple[Call, ...]]:
    """Yield the good calls, and those with one lost, doubled, moved, replaced or added."""
    yield GOOD
    for at, call in enumerate(GOOD):
        rest = (*GOOD[:at], *GOOD[at + 1 :])
        yield rest
        for place in range(len(GOOD)):
            yield (*rest[:place], call, *rest[place:])
            yield (*GOOD[:place], call, *GOOD[place:])
        for other in OTHERS:
            yield (*GOOD[:at], other, *GOOD[at + 1 :])
            yield (*GOOD[:at], other, *GOOD[at:])
    for other in OTHERS:
        yield (*GOOD, other)
    yield (*GOOD, *(GOOD[1],) * 5, GOOD[-1])


def has(calls: Sequence[Call], name: str, **arguments: object) -> bool:
    return any(at >= 0 for at in places(calls, name, **arguments))


def places(calls: Sequence[Call], name: str, **arguments: object) -> list[int]:
    return [
        at
        for at, call in enumerate(calls)
        if re.fullmatch(name, call.name)
        and not isinstance(call.arguments, Unrecorded)
        and arguments.items() <= call.arguments.items()
    ]


def in_order(*listed: list[int]) -> bool:
    """Tell whether there is a place in each list, each later than the one before."""
    last = -1
    for found in listed:
        later = [at for at in found if at > last]
        if not later:
            return False
        last = later[0]
    return True


SAID: dict[str, Callable[[Sequence[Call]], bool]] = {
    "The customer is found, later an order is read, and later a refund is made.": lambda t: (
        in_order(places(t, "find_customer"), places(t, "get_order"), places(t, "issue_refund"))
    ),
    "After a request for approval of A-1042, this order is refunded.": lambda t: in_order(
        places(t, "request_approval", **ORDER), places(t, "issue_refund", **ORDER)
    ),
    "Just one refund (with the rule above: none before the request), and at most five lookups.": (
        lambda t: (
            len(places(t, "issue_refund")) == 1 and len(places(t, "find_customer|get_.*")) <= 5
        )
    ),
    "Nothing is deleted, and no customer is changed.": lambda t: (
        not has(t, "delete_.*|update_customer")
    ),
    "No mail contains what looks like a card number.": lambda t: (
        not any("4111" in str(call.arguments) for call in t)
    ),
}
"""Each comment, and whether it is true of some calls."""


def test_every_comment_is_looked_at() -> None:
    assert [rule.description for rule in SPEC.rules if rule.description] == list(SAID)


@pytest.mark.parametrize("comment", SAID)
def test_a_rule_passes_just_where_its_comment_is_true(comment: str) -> None:
    at = next(i for i, rule in enumerate(SPEC.rules) if rule.description == comment)
    seen = {True: 0, False: 0}
    for calls in traces():
        result = SPEC.check(Trace(calls, steps=5)).results[at]
        true = SAID[comment](calls)
        assert (result.status == "pass") == true, [call.name for call in calls]
        seen[true] += 1
    assert seen[True] > 5 and seen[False] > 0


def test_no_refund_before_the_request_passes_the_spec() -> None:
    approval, refund, mail = GOOD[3], GOOD[4], GOOD[5]
    assert SPEC.check(Trace(GOOD, steps=5)).passed
    for calls in (
        (*GOOD[:3], refund, approval, refund, mail),
        (*GOOD[:3], refund, approval, mail),
        (*GOOD[:3], refund, mail),
        (*GOOD[:3], OTHERS[5], approval, refund, mail),
    ):
        assert not SPEC.check(Trace(calls, steps=5)).passed
    for calls in traces():
        if SPEC.check(Trace(calls, steps=5)).passed:
            assert min(places(calls, "issue_refund")) > min(places(calls, "request_approval"))
