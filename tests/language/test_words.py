"""Keywords are keywords only where one can be; everywhere else they are tools."""

from __future__ import annotations

import pytest

from toolspec.dsl.specs import parse
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.match.tool_pattern import AnyOf, Glob, Name, Named


def _kind(text: str) -> Kind:
    (rule,) = parse(text).rules
    return rule.kind


TOOLS = [
    ("count strict = 1", [Name("strict")]),
    ("count strict: strict = 1", [Name("strict")]),
    ("count strict | b = 1", [AnyOf((Name("strict"), Name("b")))]),
    ("count a<=3", [Name("a")]),
    ("count a<3", [Name("a")]),
    ("count:a=1,b=2", [Name("a"), Name("b")]),
    ("args strict subset <x: 1>", [Name("strict")]),
    ("args subset <>", [Name("subset")]),
    ("args subset subset <>", [Name("subset")]),
    ("args strict subset: strict <>", [Name("strict")]),
    ("args strict :a <>", [Name("a")]),
    ("output strict = 1", [Name("strict")]),
    ("require min min 2", [Name("min")]),
    ("require step at step 1", [Name("step")]),
    ("require at at step 1", [Name("at")]),
    ("require before before step 1", [Name("before")]),
    ("require result result /x/", [Name("result")]),
    ("require final final", [Name("final")]),
    ("require weight weight 2", [Name("weight")]),
    ("require as as \"x\"", [Name("as")]),
    ("require require", [Name("require")]),
    ("forbid forbid", [Name("forbid")]),
    ("forbid order|count|case", [AnyOf((Name("order"), Name("count"), Name("case")))]),
    ("forbid min_price", [Name("min_price")]),
    ("order strict: strict -> subset", [Name("strict"), Name("subset")]),
    ("order:a -> b", [Name("a"), Name("b")]),
    ("order strict:a->b", [Name("a"), Name("b")]),
    ("order: a->b", [Name("a"), Name("b")]),
    ("order: a-->b", [Name("a-"), Name("b")]),
    ("order: weight -> pass weight 2 pass 0.5", [Name("weight"), Name("pass")]),
    ("forbid fs/read:file", [Name("fs/read:file")]),
    ("forbid mcp__github.create-issue", [Name("mcp__github.create-issue")]),
    ("forbid *_email", [Glob("*_email")]),
    ("forbid *", [Glob("*")]),
    ("forbid mcp__*:x", [Glob("mcp__*:x")]),
    ('forbid "Web Search"', [Name("Web Search")]),
    ('forbid "*"', [Name("*")]),
    ("forbid strict:a", [Name("strict:a")]),
    ("count subset:a = 1", [Name("subset:a")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "tools"), TOOLS)
def test_the_word_is_the_tool(text: str, tools: list[object]) -> None:
    assert list(_kind(text).patterns()) == tools


def test_a_name_of_a_tool_line_may_be_used_above_it() -> None:
    spec = parse("forbid @reader\ntool @reader = view | @other\ntool @other = cat\n")
    (pattern,) = spec.rules[0].kind.patterns()
    assert isinstance(pattern, Named)
    assert pattern.matches("cat") and pattern.matches("view") and not pattern.matches("rm")


def test_must_is_a_key_where_a_colon_follows() -> None:
    def keys(text: str) -> list[tuple[str, bool]]:
        kind = parse(text).rules[0].kind
        entries = kind.__dict__["call"].arguments.entries
        return [(entry.key, entry.must) for entry in entries]

    assert keys("forbid a <must: 1>") == [("must", False)]
    assert keys("forbid a <must must: 1, must b: 2>") == [("must", True), ("b", True)]
    assert keys('forbid a <must "must": 1>') == [("must", True)]


def test_clauses_stand_in_any_order() -> None:
    for text in (
        'weight 2 pass 0.5 as "n"',
        'as "n" pass 0.5 weight 2',
        'pass 0.5 as "n" weight 2',
    ):
        (rule,) = parse(f"order: a {text}").rules
        assert (rule.weight, rule.pass_score, rule.name) == (2.0, 0.5, "n")
