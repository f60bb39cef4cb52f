"""A reason names the smallest part of a value that does not match, and never the whole of it."""

from __future__ import annotations

import pytest

import toolspec
from toolspec.engine.json_value import Json
from toolspec.engine.trace import Trace, called

ITEMS: list[Json] = [{"sku": f"A{n}", "qty": n, "tags": ["x", "y"]} for n in range(200)]
BIG: dict[str, Json] = {"items": ITEMS, "note": "lorem ipsum " * 200, "total": 7200}
REASON_MAX = 200

REASONS = [
    ("{total: 0..10, ...}", "`d.total` is 7200, not in 0..10"),
    ("{total: 7200}", "`d` also has `items` and 1 more"),
    ("{items: [], note: text, total: number}", "`d.items` has 200 items, not 0"),
    ("{items: list of {qty: < 100, ...}, ...}", "`d.items[100].qty` is 100, not < 100"),
    (
        '{items: [{sku: "A0", ...}, {sku: "B1", ...}, ...], ...}',
        '`d.items[1].sku` is "A1", not "B1"',
    ),
    ('{items: [..., {sku: "Z", ...}], ...}', '`d.items[199].sku` is "A199", not "Z"'),
    ('{items: [..., {sku: "Z"}, ...], ...}', '`d.items` has no item that is {"sku": "Z"}'),
    ('{items: [..., {sku: "Z", ...}, ...], ...}', 'has no item that is {sku: "Z", ...}'),
    ("{items: absent, ...}", "`d.items` is a list of 200 items, not absent"),
    ('{items: list of {tags: ["x", "z"], ...}, ...}', '`d.items[0].tags[1]` is "y", not "z"'),
    ('{items: list of {tags: ["x"], ...}, ...}', "`d.items[0].tags` has 2 items, not 1"),
    ("text", "`d` is an object of 3 keys, not text"),
    ("not object", "`d` is an object of 3 keys, which `not object` excludes"),
    ("{note: /^Q/, ...}", "… (2322 more), not /^Q/"),
    ("{note: length < 10, ...}", "`d.note` has 2400 characters, not < 10"),
    ('{missing: "x", ...}', "`d.missing` is missing"),
    ('has "zz"', '`d` has nothing in it that is or has "zz"'),
]


@pytest.mark.parametrize(("pattern", "reason"), REASONS)
def test_the_smallest_part_that_does_not_match_is_named(pattern: str, reason: str) -> None:
    calls = [called("a", {"d": BIG}, BIG)]
    (result,) = toolspec.parse(f"each a: <d: {pattern}>").check(Trace(calls)).results
    said = result.summary.partition(">: ")[2]
    assert reason in said
    assert len(said) < REASON_MAX
    (result,) = toolspec.parse(f"each a: result {pattern}").check(Trace(calls)).results
    assert len(result.summary.partition(">: ")[2]) < REASON_MAX


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"a": {"b": [1, 2]}}, "`a.b[1]` of its result is 2, not 3"),
        ({"a": {"b": [1]}}, "`a.b` of its result has 1 item, not 2"),
        ({"a": {}}, "`a.b` of its result is missing"),
        ({"a": {"b": [1, 3], "c": 1}}, "`a` of its result also has `c`"),
        ({"a": 5}, "`a` of its result is 5, not {"),
        ([1], "it returned [1], not {"),
    ],
)
def test_a_part_of_a_plain_value_is_named_too(value: Json, reason: str) -> None:
    rule = "each a: result {a: {b: [1, 3]}}"
    (result,) = toolspec.parse(rule).check(Trace([called("a", {}, value)])).results
    assert reason in result.summary
