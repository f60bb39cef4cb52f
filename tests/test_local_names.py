"""Local names say what they hold: words that say nothing are not used, or become fewer."""

from __future__ import annotations

import ast
from collections import Counter

import pytest

from tests.test_house import ROOT, SHIPPED, python_files, tree

pytestmark = pytest.mark.xdist_group("house")

EMPTY = {
    "found": 2, "held": 0, "told": 0, "few": 0, "said": 3, "seen": 0, "one": 29, "made": 2,
    "mended": 0, "behind": 0,
}  # fmt: skip
"""Words that do not say what they hold, and how often shipped code still binds one.

The fields of classes that are named so are counted too. A number may only become smaller.
"""
SLACK = 15
"""How far the count may fall before the table has to say so."""


def bound_names(tree: ast.Module) -> list[str]:
    """Return each name that is assigned or is a parameter, as often as it is."""
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.append(node.id)
        elif isinstance(node, ast.arg):
            names.append(node.arg)
    return names


def test_a_name_says_what_it_holds() -> None:
    counts: Counter[str] = Counter(dict.fromkeys(EMPTY, 0))
    skeletons = sorted((ROOT / "docs/skeletons").iterdir())
    for path in (*python_files(*SHIPPED), *skeletons):
        names = bound_names(tree(path))
        counts.update(name for name in names if name in EMPTY)
    more = {word: number for word, number in counts.items() if number > EMPTY[word]}
    assert more == {}, f"name what it holds; allowed is {EMPTY}"
    stale = {word: number for word, number in counts.items() if number + SLACK < EMPTY[word]}
    assert stale == {}, "far fewer than allowed: write the smaller numbers into the table"


def test_parameters_loops_and_assignments_are_counted() -> None:
    tree = ast.parse("def f(one):\n    for seen in [one for one in x]:\n        held = seen")
    assert Counter(bound_names(tree)) == {"one": 2, "seen": 1, "held": 1}
