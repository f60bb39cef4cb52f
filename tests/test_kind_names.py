"""No kind's name stands in the code of `dsl` and `lsp`: a kind says itself what is true of it.

Code that asks for a kind by its name would have to be found and changed for each new kind.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from toolspec.engine.rules import KEYWORDS

ROOT = Path(__file__).resolve().parent.parent

LEFT_MAX = 177
"""How many names still stand in the code of `dsl`. The number may only become smaller."""


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
    found = [place for path in sorted((ROOT / "dsl").rglob("*.py")) for place in names_in(path)]
    assert len(found) <= LEFT_MAX, "say in the kind's own file what is true of it"
