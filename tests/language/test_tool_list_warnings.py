"""A spec is held against the tools that it lists: names, arguments and values."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from toolspec.dsl.read import read
from toolspec.dsl.reader.reading import Reading
from toolspec.engine.match.arguments import Fit
from toolspec.engine.rules.forbid import Forbid
from toolspec.engine.tool_lists.schema import ToolSchema
from toolspec.engine.tool_lists.schema_facts import SchemaFacts
from toolspec.engine.trace import called
from toolspec.engine.verdict import SHOWN

PAY: dict[str, Any] = {
    "type": "object",
    "required": ["id"],
    "properties": {
        "id": {"type": "integer", "minimum": 1, "maximum": 10},
        "currency": {"enum": ["EUR", "USD"]},
        "note": {"$ref": "#/$defs/note"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "code": {"type": "string", "pattern": "^A-"},
        "any": {},
    },
    "$defs": {"note": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
}
OPEN = {"type": "object", "properties": {"q": {"type": "string"}}, "additionalProperties": True}
TOOLS: dict[str, Any] = {
    "tools": [
        {"name": "pay", "inputSchema": PAY},
        {"name": "search", "inputSchema": OPEN},
        {"name": "log"},
        {"name": "Web Search", "inputSchema": {"type": "object", "properties": {"q": {}}}},
    ]
}


@pytest.fixture
def spec(tmp_path: Path) -> Any:
    """Return a function that reads rules beside the list of tools."""
    (tmp_path / "tools.json").write_text(json.dumps(TOOLS))

    def of(text: str, tools: tuple[str, ...] | None = None) -> Reading:
        return read(f'tools "tools.json"\n{text}\n', str(tmp_path / "a.toolspec"), tools)

    return of


WRONG = [
    ("count pay <= 1 per <idd>", "TS363", "idd"),
    ("count pay <= 1 per <q>", "TS363", "q"),
    ("limit: sum <amount> <= 5 among pay", "TS363", "amount"),
    ('forbid pay | pay per <"order id">', "TS363", '"order id"'),
    ("per <q> {\n  count pay = 1 per <notes>\n}", "TS363", "notes"),
    ("require pya", "TS358", "pya"),
    ("forbid log | serch", "TS358", "serch"),
    ("sequence: log -> (pay, refund)", "TS358", "refund"),
    ("each pay: after lgo", "TS358", "lgo"),
    ("forbid pay until lgo", "TS358", "lgo"),
    ('require "Web Serch"', "TS358", '"Web Serch"'),
    ("tool @x = pay | gone\nrequire @x", "TS358", "gone"),
    ("forbid pay <amount: 1>", "TS359", "amount"),
    ("each pay: <id: ..., curency: text>", "TS359", "curency"),
    ("count pay <id: 1, nte: text> = 1", "TS359", "nte"),
    ('forbid "Web Search" <query: text>', "TS359", "query"),
    ('require pay <currency: "EURO">', "TS360", '"EURO"'),
    ('require pay <currency: "EUR" | "CHF">', "TS360", '"EUR" | "CHF"'),
    ("require pay <currency: /^X/>", "TS360", "/^X/"),
    ("forbid pay <id: text>", "TS360", "text"),
    ("forbid pay <id: > 10>", "TS360", "> 10"),
    ("forbid pay <id: 0>", "TS360", "0"),
    ("forbid pay <id: 1.5>", "TS360", "1.5"),
    ("forbid pay <note: 5, id: 1>", "TS360", "5"),
    ('forbid pay <tags: ["a", 1]>', "TS360", '["a", 1]'),
    ('forbid pay <code: "B-1">', "TS360", '"B-1"'),
    ('require pay exactly <currency: "EUR">', "TS361", '<currency: "EUR">'),
    ("args pay <note: null>", "TS361", "<note: null>"),
    ("forbid pay <id: absent>", "TS361", "absent"),
]
RIGHT = [
    "count pay <= 1 per <id>",
    "count search <= 2 per <anything>",
    "count * <= 2 per <anything>",
    "limit: sum <id> <= 5 among pay",
    "limit: sum <anything> <= 5 among pay | log",
    "per <anything> {\n  forbid pay\n}",
    "require pay",
    "forbid p* | /^s/",
    "forbid pay <id: 1, currency: /^E/, note: null, tags: [], any: 5>",
    "forbid pay <reason: absent>",
    "forbid search <anything: 1>",
    "forbid log <anything: 1>",
    "forbid pay | log <amount: 1>",
    "forbid pay <id: 1..3 | > 5>",
    'forbid pay <currency: not "CHF">',
    "each pay <id: $i, currency: $c>: after search <q: $i, page: $c>",
    "args subset: pay <note: null>",
    "require pay exactly <id: 1>",
    "forbid pay by researcher",
    'value @v = "EUR"\nforbid pay <currency: @v>',
    "forbid pay <note: /x/ | null>",
]


@pytest.mark.parametrize(("rule", "code", "marked"), WRONG)
def test_what_the_list_does_not_know_is_reported_at_its_place(
    spec: Any, rule: str, code: str, marked: str
) -> None:
    reading = spec(rule)
    (problem,) = reading.problems
    text = reading.source.text
    assert (problem.code, text[problem.start : problem.end]) == (code, marked)
    (related,) = problem.related
    assert text[related.start : related.end] == 'tools "tools.json"'


@pytest.mark.parametrize("rule", RIGHT)
def test_what_the_list_allows_is_left_alone(spec: Any, rule: str) -> None:
    assert [(item.code, item.title) for item in spec(rule).problems] == []


def test_a_name_that_is_nearly_right_has_a_fix(spec: Any) -> None:
    (problem,) = spec("require pya").problems
    assert [fix.text for fix in problem.fixes] == ["pay"]
    (problem,) = spec("forbid pay <curency: 1>").problems
    assert [fix.text for fix in problem.fixes] == ["currency"]


def test_a_name_that_is_in_no_list_and_in_no_trace_is_reported_once(spec: Any) -> None:
    assert [item.code for item in spec("require pya", ("pay",)).problems] == ["TS358"]


def test_a_list_that_changes_is_a_list_that_counts(spec: Any, tmp_path: Path) -> None:
    assert spec("require refund").problems
    (tmp_path / "tools.json").write_text(json.dumps({"tools": [{"name": "refund"}]}))
    assert spec("require refund").problems == ()


def test_no_call_that_conforms_matches_what_is_said_to_contradict_the_schema(spec: Any) -> None:
    tool = ToolSchema("pay", json.dumps({**PAY, "additionalProperties": False}))
    values = {
        "id": [..., 0, 1, 10, 11, "1", 2.5, None],
        "currency": [..., "EUR", "CHF", 5],
        "note": [..., "x", None, 5],
        "other": [..., 1],
    }
    given = [
        {key: value for key, value in zip(values, chosen, strict=True) if value is not ...}
        for chosen in product(*values.values())
    ]
    conforming = [called("pay", one) for one in given if not tool.fault(one, SHOWN)]
    assert len(conforming) > 10
    patterns = {
        "id": ["", "id: text", "id: > 10", "id: 1", "id: 0 | 1", "id: absent", "id: < 1 | 11"],
        "currency": ["", 'currency: "CHF"', "currency: /U/", "currency: number", "currency: ..."],
        "note": ["", "note: 5", "note: text | null", "note: object", "note: not text"],
        "other": ["", "other: 1", "other: absent"],
    }
    reported = 0
    for exactly in ("", "exactly "):
        for chosen in product(*patterns.values()):
            written = ", ".join(filter(None, chosen))
            if not written:
                continue
            reading = spec(f"forbid pay {exactly}<{written}>")
            sides = " | " in written
            if reading.warnings and not sides:
                reported += 1
                kind = reading.spec.rules[0].kind
                assert isinstance(kind, Forbid)
                matching = [call for call in conforming if kind.call.fits(call) is Fit.YES]
                assert not matching, (written, [str(one) for one in reading.problems], matching[0])
    assert reported > 100


def test_a_schema_that_refers_to_itself_many_times_is_read_quickly() -> None:
    again = {"allOf": [{"$ref": "#"}] * 5, "anyOf": [{"$ref": "#/properties/x"}] * 5}
    schema = {**again, "properties": {"x": {**again, "type": "string"}}}
    facts = SchemaFacts(ToolSchema("t", json.dumps(schema)))
    assert facts.keys == ("x",)
    assert facts.types("x") == {"text"}
    assert (facts.required, facts.values("x")) == ((), None)
