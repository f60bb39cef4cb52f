"""The canonical layout."""

from __future__ import annotations

import pytest

from toolspec.dsl.format import format_text

LAYOUTS = [
    ("order:a->b", "order: a -> b\n"),
    ("count   a==1", "count a = 1\n"),
    ("count a<3", "count a < 3\n"),
    ("forbid a|b|/x/", "forbid a | b | /x/\n"),
    ("args strict  subset :a <x:[1,2,],y : {a:1,}>,b<>",
     "args strict subset: a <x: [1, 2], y: {a: 1}>, b <>\n"),
    ("forbid a # c  \n\n\n\n# d", "forbid a  # c\n\n# d\n"),
    ("\n\nforbid a\n\n\n", "forbid a\n"),
    ("\ufeffforbid a\r\nforbid b\r", "forbid a\nforbid b\n"),
    ('case "x" {}', 'case "x" {\n}\n'),
    ('case   "x"{\n\nforbid a\n\n  # c\n\n}\nforbid b',
     'case "x" {\n  forbid a\n\n  # c\n}\nforbid b\n'),
    ("forbid a # x\nforbid bcd # y\n\nforbid e # z",
     "forbid a    # x\nforbid bcd  # y\n\nforbid e  # z\n"),
    ("order: a -> # one\n   # two\n   b", "order: a ->  # one\n    # two\n    b\n"),
    ("order: a ->\n   b", "order: a -> b\n"),
    ("sequence: a ->  # c\n   (b, c)", "sequence: a ->  # c\n    (b, c)\n"),
    ("  this   is not a rule", "  this   is not a rule\n"),
    ("## said\n##more\nforbid a", "## said\n##more\nforbid a\n"),
    ("any as \"x\" {\nforbid a\nforbid b\n}\nforbid c",
     'any as "x" {\n  forbid a\n  forbid b\n}\nforbid c\n'),
    ("per turn {\nany {\nforbid a\n}\n}", "per turn {\n  any {\n    forbid a\n  }\n}\n"),
    ("order strict: a ? ->(b,c) +-> d +", "order strict: a? -> (b, c)+ -> d+\n"),
    ("", ""),
    ("\n\n", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "layout"), LAYOUTS)
def test_a_text_has_one_layout(text: str, layout: str) -> None:
    assert format_text(text) == layout
    assert format_text(layout) == layout


def test_a_long_rule_is_broken_behind_its_signs() -> None:
    steps = " -> ".join(f"tool_number_{at}" for at in range(12))
    rows = format_text(f"order: {steps}").splitlines()
    assert len(rows) == 2 or len(rows) == 3
    assert all(len(row) <= 100 for row in rows)
    assert all(row.startswith("    ") for row in rows[1:])
    assert all(row.endswith("->") for row in rows[:-1])


def test_a_long_rule_is_broken_after_its_colon_rather_than_in_its_arguments() -> None:
    subject = "each issue_refund <order_id: $o, amount: > 100>:"
    demand = "after seeing request_approval <order_id: $o> result {approved: true, ...}"
    assert format_text(f"{subject} {demand}") == f"{subject}\n    {demand}\n"


def test_a_long_rule_is_broken_outside_its_brackets_first() -> None:
    demand = 'before get_metrics_of_service <name: $s, kind: "all of them"> within 5m'
    text = f"each restart_service <name: $s>: {demand}, {demand}"
    assert [row.strip() for row in format_text(text).splitlines()] == [
        "each restart_service <name: $s>:",
        f"{demand},",
        demand,
    ]


def test_long_arguments_are_broken_where_nothing_else_helps() -> None:
    keys = ", ".join(f'key_{at}: "some value {at}"' for at in range(12))
    rows = format_text(f"forbid a <{keys}>").splitlines()
    assert all(len(row) <= 100 for row in rows)
