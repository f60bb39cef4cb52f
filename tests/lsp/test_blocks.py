"""Blocks fold and have their rules inside them in the outline, as cases do."""

from __future__ import annotations

from tests.lsp.cursor import snapshot
from toolspec.lsp.features.structure.folding import folds
from toolspec.lsp.features.structure.symbols import symbols
from toolspec.lsp.text.answers import Symbol

TEXT = """\
case "a" {
  per <order_id> {
    forbid x
    forbid y
  }
  forbid z
}
any as "either way" {
  require b
  require c
}
value @v = 1
"""


def names(listed: tuple[Symbol, ...]) -> list[object]:
    return [(one.name, names(one.inside)) if one.inside else one.name for one in listed]


def test_blocks_fold_inside_a_case() -> None:
    assert folds(snapshot(TEXT)) == [(1, 6, "region"), (2, 4, "region"), (8, 10, "region")]


def test_blocks_hold_their_rules_in_the_outline() -> None:
    assert names(tuple(symbols(snapshot(TEXT)))) == [
        ("a", [("per <order_id>", ["forbid x", "forbid y"]), "forbid z"]),
        ("either way", ["require b", "require c"]),
        "@v",
    ]


def test_a_block_that_is_not_closed_ends_with_the_text() -> None:
    text = "after x {\n  forbid y\n  forbid z"
    assert folds(snapshot(text)) == [(1, 3, "region")]
    assert names(tuple(symbols(snapshot(text)))) == [("after x", ["forbid y", "forbid z"])]


def test_an_empty_case_holds_nothing_that_follows() -> None:
    assert names(tuple(symbols(snapshot('case "a" {}\nforbid y\n')))) == ["a", "forbid y"]
