"""No kind's name stands in the code of `dsl` and `lsp`: a kind says itself what is true of it.

Code that asks for a kind by its name would have to be found and changed for each new kind.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from toolspec.engine.rules import KEYWORDS

ROOT = Path(__file__).resolve().parent.parent

LEFT: dict[str, int] = {
    "blocks.py": 2,
    "budget.py": 1,
    "chars.py": 11,
    "checks/conflicting_rules.py": 11,
    "checks/doubtful_values.py": 1,
    "checks/foreign_pattern.py": 1,
    "checks/idle_counts.py": 1,
    "checks/idle_limits.py": 1,
    "checks/idle_variables.py": 1,
    "checks/required_windows.py": 1,
    "checks/unseen_tool.py": 2,
    "comments.py": 1,
    "diagnose.py": 9,
    "layout.py": 2,
    "lines.py": 1,
    "lower.py": 1,
    "names.py": 1,
    "no_keyword.py": 7,
    "phrases.py": 3,
    "read.py": 3,
    "refusals.py": 17,
    "refused_counts.py": 11,
    "refused_habits.py": 9,
    "refused_phrases.py": 5,
    "refused_relations.py": 11,
    "refused_signs.py": 20,
    "refused_unsaid.py": 2,
    "refused_values.py": 4,
    "refused_words.py": 9,
    "reserved.py": 5,
    "round.py": 8,
    "scan.py": 8,
    "spelled.py": 3,
    "value_forms.py": 1,
    "values.py": 2,
}
"""How many names still stand in each file. The numbers may only become smaller."""


def asked(tree: ast.AST) -> Iterator[ast.Constant]:
    """Yield the strings that something is compared with or looked up by."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            yield from strings(node.left, *node.comparators)
        elif isinstance(node, ast.Dict):
            yield from strings(*node.keys)
        elif isinstance(node, ast.Set | ast.List | ast.Tuple):
            yield from strings(*node.elts)
        elif isinstance(node, ast.Subscript):
            yield from strings(node.slice)
        elif isinstance(node, ast.MatchValue):
            yield from strings(node.value)
        elif isinstance(node, ast.Call):
            yield from strings(*node.args)


def strings(*nodes: ast.AST | None) -> Iterator[ast.Constant]:
    for node in nodes:
        if isinstance(node, ast.Constant) and node.value in KEYWORDS:
            yield node


def names_in(path: Path) -> list[str]:
    found = {(node.lineno, node.col_offset) for node in asked(ast.parse(path.read_text("utf-8")))}
    return [f"{path.relative_to(ROOT)}:{line}" for line, _ in sorted(found)]


def test_the_search_finds_names_that_something_is_compared_with() -> None:
    code = """
        if kind == "count" or kind in ("order", "args"): pass
        match kind:
            case "only": pass
        TABLE = {"forbid": 1, "other": "require"}
    """
    found = [node.value for node in asked(ast.parse("if True:" + code))]
    assert sorted(map(str, found)) == ["args", "count", "forbid", "only", "order"]


def test_the_server_asks_no_kind_by_its_name() -> None:
    files = sorted((ROOT / "lsp").rglob("*.py"))
    assert [place for path in files for place in names_in(path)] == []


def test_the_language_asks_no_more_kinds_by_name_than_it_did() -> None:
    counted = Counter(
        str(path.relative_to(ROOT / "dsl"))
        for path in sorted((ROOT / "dsl").rglob("*.py"))
        for _ in names_in(path)
    )
    more = {name: count for name, count in counted.items() if count > LEFT.get(name, 0)}
    assert more == {}, "say in the kind's own file what is true of it"


@pytest.mark.parametrize("name", LEFT)
def test_what_is_listed_as_left_is_still_there(name: str) -> None:
    path = ROOT / "dsl" / name
    assert path.exists()
    assert len(names_in(path)) == LEFT[name], "fewer are left: make the number smaller"
