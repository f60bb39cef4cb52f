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
]


@pytest.mark.parametrize(("text", "meant"), WRITTEN)
def test_a_fix_writes_what_is_meant(text: str, meant: str) -> None:
    (item,) = read(text).problems
    made = [text[: fix.start] + fix.text + text[fix.end :] for fix in item.fixes]
    assert meant in made
    assert not read(meant).problems


def test_calls_that_must_not_come_between_are_a_rule_of_their_own() -> None:
    (item,) = read("sequence: a -> !b -> c").errors
    assert "`forbid b after a until c`" in item.help
    assert not read("forbid b after a until c").errors
