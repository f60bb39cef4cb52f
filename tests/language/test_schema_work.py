"""Schemas that are short, and would be applied to one value without end."""

# pyright: basic
from __future__ import annotations

import json
from typing import Any

import pytest

import toolspec
from toolspec.engine.dialogue import Dialogue, ToolDefinition
from toolspec.engine.effort import TooMuchError
from toolspec.engine.tool_lists.schema import SchemaError, ToolSchema, validator
from toolspec.engine.trace import Trace, called
from toolspec.engine.verdict import SHOWN


def _chain(applied: Any) -> dict[str, Any]:
    """Return a schema of 40 definitions, of which each applies the next one twice."""
    chain = {f"d{at}": applied({"$ref": f"#/$defs/d{at + 1}"}) for at in range(40)}
    return {"$ref": "#/$defs/d0", "$defs": {**chain, "d40": {"type": "object"}}}


@pytest.mark.parametrize(
    "applied",
    [
        lambda one: {"allOf": [one, one]},
        lambda one: {"anyOf": [one, {"type": "string"}, one]},
        lambda one: {"not": one, **one},
        lambda one: {"if": one, "then": one},
        lambda one: {"dependentSchemas": {"a": one, "b": one}},
        lambda one: {"oneOf": [{"allOf": [one]}, {"allOf": [one]}]},
    ],
)
def test_a_schema_that_would_be_applied_without_end_is_refused(applied: Any) -> None:
    with pytest.raises(SchemaError, match="applies more than 100,000 schemas to one value"):
        validator(json.dumps(_chain(applied)))


def _nested(depth: int, **more: Any) -> dict[str, Any]:
    return {"p": _nested(depth - 1), **more} if depth else {}


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"p": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}}},
        {"properties": {"p": {"$ref": "#"}}, "patternProperties": {"p": {"$ref": "#"}}},
        {"anyOf": [{"additionalProperties": {"$ref": "#"}}, {"properties": {"p": {"$ref": "#"}}}]},
    ],
)
def test_a_schema_that_branches_at_each_level_is_not_applied_to_deep_arguments(schema: Any) -> None:
    tool = ToolSchema("a", json.dumps(schema))
    assert tool.fault(_nested(6), SHOWN) == ""
    with pytest.raises(TooMuchError):
        tool.fault(_nested(60), SHOWN)
    assert not tool.refuses("p", _nested(60))
    tools = Dialogue(tools=(ToolDefinition("a", "", schema),))
    trace = Trace([called("a", _nested(60), "ok")], said=tools)
    (result,) = toolspec.parse("each a: valid").check(trace).results
    assert result.status == "error" and result.summary.startswith("not judged: ")


def test_deep_arguments_are_held_against_a_schema_that_does_not_branch() -> None:
    sides = {side: {"$ref": "#"} for side in ("p", "q")}
    tool = ToolSchema("a", json.dumps({"type": "object", "properties": sides}))
    assert tool.fault(_nested(60, q={}), SHOWN) == ""
    assert tool.fault(_nested(60, q=7), SHOWN) == '`q`: 7 is not of type "object"'


def test_schemas_for_parts_of_a_value_and_circles_are_no_such() -> None:
    tree = {"type": "object", "properties": {side: {"$ref": "#"} for side in ("left", "right")}}
    circle = {
        "$ref": "#/$defs/a",
        "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}},
    }
    for schema in (tree, circle, _chain(lambda one: {"allOf": [one]})):
        assert validator(json.dumps(schema)).is_valid({"left": {"right": {}}}) in (True, False)
    assert not validator(json.dumps(tree)).is_valid({"left": {"right": 7}})
