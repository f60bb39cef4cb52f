"""Find values that are the text of three dots, where any value may have been meant."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.checks import Context
from toolspec.dsl.problem import Fix, LineDiagnostic
from toolspec.dsl.text.lexer import COMPARING, OPENS


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield a problem for each `"..."` after a key, in a list, or as an `output`."""
    for entry in context.rules if '"..."' in context.text else ():
        line = entry.line
        if '"..."' not in line.text:
            continue
        stack: list[str] = []
        before = ""
        for word in line.words:
            if word.kind == "comment":
                continue
            start, end = line.start + word.start, line.start + word.end
            if word.text == '"..."' and (before == ":" if stack else before == "="):
                behind_key = bool(stack)
                fixes = (Fix("Write ... without quotes", start, end, "..."),) if behind_key else ()
                yield LineDiagnostic("dots_in_string", start, end, fixes=fixes)
            elif word.kind == "sign" and word.text in OPENS:
                if not (word.text == "<" and line.first in COMPARING):
                    stack.append(word.text)
            elif stack and word.text == OPENS[stack[-1]]:
                stack.pop()
            before = word.text
