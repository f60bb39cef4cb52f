"""Words of other languages in places that a parser's table does not reach: signs and brackets."""

from __future__ import annotations

import pytest

from toolspec.dsl.read import read

WRITTEN = [
    ("require a <x: > 5 and < 9>", "require a <x: > 5 & < 9>"),
    ("require a <x: > 5, < 9>", "require a <x: > 5 & < 9>"),
    ("require a <x: < 5 or > 9>", "require a <x: < 5 | > 9>"),
    ("require a <x: in (1, 2)>", "require a <x: 1 | 2>"),
    ("require a <x in (1, 2)>", "require a <x: 1 | 2>"),
    ('require a <x: not in ("a", "b")>', 'require a <x: not ("a" | "b")>'),
    ('require a <x ~= "y">', "require a <x: /y/>"),
    ('require a <x: ~= "y">', "require a <x: /y/>"),
    ("require a <x =~ /y/>", "require a <x: /y/>"),
    ("require a <x: ~ /y/>", "require a <x: /y/>"),
    ("eventually b", "require b"),
    ("allow only a, b", "only: a, b"),
    ('require a <x: has "a" | "b">', 'require a <x: has ("a" | "b")>'),
    ("order: a, b, c", "order: a -> b -> c"),
    ("each a <id: $o, n > 5>: after b <id: $o>", "each a <id: $o, n: > 5>: after b <id: $o>"),
    ("each a <id = $o>: after b <id == $o>", "each a <id: $o>: after b <id: $o>"),
    ("each a <id: $id>: after b <id: id>", "each a <id: $id>: after b <id: $id>"),
    ("each a <id: $o>: after b with id $o", "each a <id: $o>: after b <id: $o>"),
    ("per id {\n  forbid a\n}", "per <id> {\n  forbid a\n}"),
    ("sequence: a <x: [1, 2]>, b,c <y: > 5>", "sequence: a <x: [1, 2]> -> b -> c <y: > 5>"),
    ("order strict: a > b <x: 1> > c", "order strict: a -> b <x: 1> -> c"),
    ("order: a then b then c weight 2", "order: a -> b -> c weight 2"),
    ("don't call a", "forbid a"),
    ("Don’t use a | b <x: 1>", "forbid a | b <x: 1>"),
    ("dont run a", "forbid a"),
    ("can't call a", "forbid a"),
    ("per <id> { count a <= 1 }", "per <id> {\n  count a <= 1\n}"),
    ("per <id> {count a <= 1;}", "per <id> {\n  count a <= 1\n}"),
    ("after a { forbid b; forbid c }", "after a {\n  forbid b\n  forbid c\n}"),
    ("after a result {x: 1, ...} { forbid b result {y: 2, ...} }",
     "after a result {x: 1, ...} {\n  forbid b result {y: 2, ...}\n}"),
    ("if a failed { order: a -> b }", "if a failed {\n  order: a -> b\n}"),
    ("any { require a, require b }", "any {\n  require a\n  require b\n}"),
    ('any as "x" { require a }', 'any as "x" {\n  require a\n}'),
    ('case "x" { require a }', 'case "x" {\n  require a\n}'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "meant"), WRITTEN)
def test_a_fix_writes_what_is_meant(text: str, meant: str) -> None:
    (item,) = read(text).problems
    made = [text[: fix.start] + fix.text + text[fix.end :] for fix in item.fixes]
    assert meant in made
    assert not read(meant).problems


def test_a_block_that_is_closed_further_below_keeps_its_brace() -> None:
    text = "per <id> { count a <= 1\n}\n"
    fixes = [fix for item in read(text).problems for fix in item.fixes]
    (made,) = [text[: fix.start] + fix.text + text[fix.end :] for fix in fixes]
    assert not read(made).errors
    assert made.replace(" ", "").replace("\n", "") == text.replace(" ", "").replace("\n", "")


def test_a_block_in_a_case_is_written_as_deep_as_it_stands() -> None:
    text = 'case "x" {\n  per <id> { forbid a }\n}\n'
    (item,) = read(text).errors
    (fix,) = item.fixes
    made = text[: fix.start] + fix.text + text[fix.end :]
    assert made == 'case "x" {\n  per <id> {\n    forbid a\n  }\n}\n'
    assert not read(made).errors


def test_calls_that_must_not_come_between_are_a_rule_of_their_own() -> None:
    (item,) = read("sequence: a -> !b -> c").errors
    assert "`forbid b after a until c`" in item.help
    assert not read("forbid b after a until c").errors
