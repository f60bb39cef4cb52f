"""Blocks that are written on one line: `per <order_id> { count refund <= 1 }`."""

from __future__ import annotations

import re

from toolspec.dsl.problem import LINE_SHOWN_MAX, Fix, LineDiagnostic, shown
from toolspec.dsl.recover.rewriting import is_rule
from toolspec.dsl.text.lexer import BLOCKS
from toolspec.dsl.text.lines import LogicalLine
from toolspec.engine.rules import KEYWORDS as KINDS
from toolspec.engine.rules import traits

_BETWEEN = re.compile(rf"\s*[;,]\s*(?=(?:{'|'.join(KINDS)})\b)")
"""What is written between two rules of such a block."""

DEPTH = 2
"""Spaces before a rule in a block."""


def one_line_block(line: LogicalLine) -> LineDiagnostic | None:
    """Report rules after the brace that opens their block, and write them below it."""
    if (
        line.first not in BLOCKS
        and line.first != "case"
        and not traits(line.first).syntax.opens_block
    ):
        return None
    text = line.text
    if len(text) > LINE_SHOWN_MAX or not text.isprintable():
        return None
    for brace in [word for word in line.words if word.text == "{"]:
        inside = text[brace.end :].strip()
        closed = inside.endswith("}")
        rules = _BETWEEN.split(inside.removesuffix("}").strip(" ;"))
        if not (is_rule(text[: brace.end]) and all(map(_is_rule_of_kind, rules))):
            continue
        margin = " " * line.indent
        below = [f"{margin}{' ' * DEPTH}{rule}" for rule in rules]
        below += [f"{margin}}}"] if closed else []
        fix = Fix(
            "Write each rule on a line of its own", brace.start, len(text), "\n".join(["{", *below])
        )
        fields = {"bracket": "{", "found": f"`{shown(rules[0])}`"}
        start = next(word.start for word in line.words if word.start >= brace.end)
        end = len(text) - closed
        return LineDiagnostic("trailing_text", start, len(text[:end].rstrip()), fields, (fix,))
    return None


def _is_rule_of_kind(text: str) -> bool:
    return re.split(r"\W", text, maxsplit=1)[0] in KINDS and is_rule(text)
