"""The scopes of TextMate that the pieces of the language have, and how comments are found."""

from __future__ import annotations

from typing import Any

SCOPES = {
    "keyword.first": "keyword.control.rule.toolspec",
    "keyword.mode": "storage.modifier.mode.toolspec",
    "keyword.later": "keyword.other.clause.toolspec",
    "name": "entity.name.function.tool.toolspec",
    "reference": "variable.other.reference.toolspec",
    # Not `support.type.property-name`: light themes draw that in the red of errors.
    "key": "variable.other.property.toolspec",
    "string": "string.quoted.double.toolspec",
    "regex": "string.regexp.toolspec",
    "number": "constant.numeric.toolspec",
    "constant": "constant.language.toolspec",
    "variable": "variable.parameter.toolspec",
    "operator.arrow": "keyword.operator.arrow.toolspec",
    "operator.alternative": "keyword.operator.alternative.toolspec",
    "operator.assignment": "keyword.operator.assignment.toolspec",
    "operator.comparison": "keyword.operator.comparison.toolspec",
    "operator.any": "keyword.operator.any.toolspec",
    "punctuation.comma": "punctuation.separator.comma.toolspec",
    "punctuation.colon": "punctuation.separator.colon.toolspec",
    "punctuation.arguments": "punctuation.section.arguments.toolspec",
    "punctuation.group": "punctuation.section.group.toolspec",
    "punctuation.list": "punctuation.section.list.toolspec",
    "punctuation.object": "punctuation.section.object.toolspec",
    "punctuation.case": "punctuation.section.case.toolspec",
}

COMMENTS: list[dict[str, Any]] = [
    {
        "match": r"(#[ \t]*toolspec:[ \t]*ignore)([ \t]+[A-Z0-9, \t]+)?.*$",
        "name": "comment.line.number-sign.directive.toolspec",
        "captures": {"2": {"name": "constant.other.code.toolspec"}},
    },
    {"match": "##.*$", "name": "comment.line.documentation.toolspec"},
    {"match": "#.*$", "name": "comment.line.number-sign.toolspec"},
]
