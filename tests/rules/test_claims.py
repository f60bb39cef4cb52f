"""What each kind claims of the traces that pass it, which checks of a whole spec compare."""

from __future__ import annotations

from typing import Any

import pytest

from toolspec.dsl.specs import parse
from toolspec.engine.kinds.claims import NO_CLAIMS

CLAIMED: dict[str, dict[str, Any]] = {
    "require a <x: 1>": {"needs": [["a <x: 1>", 1]]},
    "require a min 3": {"needs": [["a", 3]]},
    "require a final": {"needs": [["a", 1]], "last": "a"},
    "forbid a <x: 1>": {"caps": [["a <x: 1>", 0]]},
    "forbid: a -> b": {"not_in_order": ["a", "b"]},
    "forbid: a -> (b, c)": {},
    "only: a, b <x: 1>": {"only": ["a", "b <x: 1>"]},
    "only: a pass 0.5": {},
    "count: a = 2, b >= 1, c < 3, d > 4, e = 2..5, f <= 0": {
        "needs": [["a", 2], ["b", 1], ["d", 5], ["e", 2]],
        "caps": [["a", 2], ["c", 2], ["e", 5], ["f", 0]],
    },
    "count: a = 2, b = 1 pass 0.5": {},
    "count strict: a = 2, b = 1 pass 0.5": {
        "needs": [["a", 2], ["b", 1]],
        "caps": [["a", 2], ["b", 1]],
    },
    "args subset: a <x: 1>, b <y: 2>": {"needs": [["a <x: 1>", 1], ["b <y: 2>", 1]], "apart": True},
    "args: a <x: 1>, b <y: 2>": {
        "needs": [["a exactly <x: 1>", 1], ["b exactly <y: 2>", 1]],
        "apart": True,
    },
    "args: a <x: 1>, b <y: 2> pass 0.5": {},
    "args strict: a <x: 1>, b <y: 2> pass 0.5": {
        "needs": [["a exactly <x: 1>", 1], ["b exactly <y: 2>", 1]],
        "apart": True,
    },
    "output a = 1": {"needs": [["a", 1]], "apart": True},
    "output: a = 1, b = 2 pass 0.5": {},
    "output strict: a = 1, b = 2 pass 0.5": {"needs": [["a", 1], ["b", 1]], "apart": True},
    "order strict: a -> (b, c) -> d? -> e+": {
        "needs": [["a", 1], ["b", 1], ["c", 1], ["e", 1]],
        "apart": True,
        "in_order": [["a"], ["b", "c"], ["e"]],
    },
    "order: a -> c | d": {
        "needs": [["a", 1], ["c | d", 1]],
        "apart": True,
        "in_order": [["a"], ["c | d"]],
    },
    "order: a -> b pass 0.5": {},
    "order strict: a -> b pass 0.5": {
        "needs": [["a", 1], ["b", 1]],
        "apart": True,
        "caps": [["a", 1], ["b", 1]],
        "in_order": [["a"], ["b"]],
    },
    "sequence: a -> (b, c)": {
        "needs": [["a", 1], ["b", 1], ["c", 1]],
        "apart": True,
        "in_order": [["a"], ["b", "c"]],
    },
    "limit: calls <= 2": {"bounds": [["calls", "<=", 2, None, "calls <= 2"]]},
    "limit: steps < 5, tokens = 1..3, duration >= 1s": {
        "bounds": [
            ["steps", "<", 5, None, "steps < 5"],
            ["tokens", "=", 1, 3, "tokens = 1..3"],
            ["duration", ">=", 1000000000, None, "duration >= 1s"],
        ]
    },
    "limit: calls <= 2, failures = 0 pass 0.5": {},
    "each a <x: 1>: after b or ok, not <y: 2>": {
        "subject": "a <x: 1>",
        "demands": ["after b or ok", "not <y: 2>"],
    },
    "each a: after b pass 0.5": {},
    'answer "x"': {"said": [["answer", '"x"']]},
    'require agent says "x"': {"said": [["agent", '"x"']]},
    'forbid user says "x"': {"unsaid": [["user", '"x"']]},
}


@pytest.mark.parametrize("rule", CLAIMED)
def test_a_rule_claims_what_holds_of_every_trace_that_passes_it(rule: str) -> None:
    (made,) = parse(rule).rules
    claims = made.kind.claims(made.pass_score)
    said = {
        name: _plain(getattr(claims, name))
        for name in claims._fields
        if getattr(claims, name) != getattr(NO_CLAIMS, name)
    }
    assert said == CLAIMED[rule]


def _plain(value: Any) -> Any:
    """Return claims as lists, patterns as they are written."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
    return value if isinstance(value, int | float | None) else str(value)
