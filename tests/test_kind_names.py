"""No kind's name is in the code of `dsl` and `lsp`: a kind says itself what is true of it.

Code that asks for a kind by its name would have to be found and changed for each new kind.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from toolspec.engine.rules import KEYWORDS

ROOT = Path(__file__).resolve().parent.parent

OTHER_WORDS = {
    "dsl amounts.py only",  # `only once`, said of a number of calls
    "dsl count.py limit",  # `count a limit = 3`
    "dsl rewriting.py limit",  # `limit a to 3`
    "dsl rewriting.py only",  # `only 3 a`
    "dsl measure_as_tool.py count",  # a measure that is a number of things
    "dsl words.py output",  # `require a output /x/`, which means `result`
    "lsp matrix.py order",  # in which order, a field of a request
    "lsp argument_stats.py any",  # of any type
    "lsp tool_schemas.py any",
}
"""Words of other languages and of English that are spelt as a keyword and name no kind."""


def names(tree: ast.AST) -> Iterator[str]:
    """Yield the strings of the code that are a keyword and nothing else."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in KEYWORDS:
            yield str(node.value)


def names_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return {f"{path.relative_to(ROOT).parts[0]} {path.name} {name}" for name in names(tree)}


def test_the_search_finds_names() -> None:
    code = """
        if kind == "count" or kind in ("order", "args"): pass
        match kind:
            case "only": pass
        TABLE = {"forbid": 1, "other": "require"}
        Row("require a", kinds="each")
    """
    found = names(ast.parse("if True:" + code))
    assert sorted(found) == ["args", "count", "each", "forbid", "only", "order", "require"]


@pytest.mark.parametrize("floor", ["dsl", "lsp"])
def test_no_kind_is_asked_by_its_name(floor: str) -> None:
    found = set[str]().union(*(names_in(path) for path in sorted((ROOT / floor).rglob("*.py"))))
    assert found - OTHER_WORDS == set(), (
        "say in the kind's own file what is true of it; a word that only looks like a kind's name "
        "has a line in OTHER_WORDS"
    )
    assert {word for word in OTHER_WORDS if word.startswith(floor)} <= found


def test_a_file_of_mistakes_is_named_after_its_kind() -> None:
    files = {path.stem for path in (ROOT / "dsl/recover/kinds").glob("*.py")} - {"__init__"}
    assert files <= set(KEYWORDS)
