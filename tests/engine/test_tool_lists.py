"""What lists of tools say of calls: Gemini's schemas, and schemas that a trace leaves out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

import toolspec
from toolspec.engine.dialogue import Dialogue, ToolDefinition
from toolspec.engine.json_value import Json
from toolspec.engine.spec import RuleResult
from toolspec.engine.trace import UNRECORDED, Trace, Unrecorded, called

GEMINI: Json = {
    "functionDeclarations": [
        {
            "name": "pay",
            "parameters": {
                "type": "OBJECT",
                "properties": {
                    "id": {"type": "STRING", "minLength": "2"},
                    "note": {"type": "STRING", "nullable": True, "enum": ["a", "b"]},
                    "lines": {"type": "ARRAY", "items": {"type": "INTEGER"}},
                    "by": {"anyOf": [{"type": "STRING"}, {"type": "NUMBER"}]},
                },
                "required": ["id"],
            },
        }
    ]
}


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ({"id": "A1"}, "pass"),
        ({"id": 1}, "fail"),
        ({"id": "A"}, "fail"),
        ({}, "fail"),
        ({"id": "A1", "note": None}, "pass"),
        ({"id": "A1", "note": "c"}, "fail"),
        ({"id": "A1", "lines": [1]}, "pass"),
        ({"id": "A1", "lines": ["x"]}, "fail"),
        ({"id": "A1", "by": True}, "fail"),
    ],
)
def test_gemini_writes_types_in_capitals(
    arguments: dict[str, Json], status: str, tmp_path: Path
) -> None:
    (tmp_path / "tools.json").write_text(json.dumps({"tools": [GEMINI]}))
    (tmp_path / "s.toolspec").write_text('tools "tools.json"\neach pay: valid\n')
    spec = toolspec.load(tmp_path / "s.toolspec")
    (result,) = spec.check(Trace([called("pay", arguments, "ok")])).results
    assert result.status == status, result.summary


def judged(tool: ToolDefinition, rule: str) -> RuleResult:
    trace = Trace([called("pay", {"id": 1}, "ok")], said=Dialogue(tools=(tool,)))
    (result,) = toolspec.parse(rule).check(trace).results
    return result


@pytest.mark.parametrize("schema", [UNRECORDED, {"type": "texte"}, {"$ref": "https://x.org/y"}])
@pytest.mark.parametrize("rule", ["each pay: valid", "each pay: not valid"])
def test_a_schema_that_a_trace_does_not_record_leaves_it_open(
    schema: Mapping[str, Json] | Unrecorded, rule: str
) -> None:
    result = judged(ToolDefinition("pay", "", schema), rule)
    assert (result.status, result.summary) == ("unknown", "the schema of pay is not recorded")


def test_a_schema_that_it_records_decides() -> None:
    assert judged(ToolDefinition("pay", "", {"type": "object"}), "each pay: valid").status == "pass"
