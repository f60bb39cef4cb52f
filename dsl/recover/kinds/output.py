"""Mistakes in `output`: signs before its value, and parts of a result."""

from __future__ import annotations

from toolspec.dsl.problem import Fix, LineDiagnostic
from toolspec.dsl.recover.conditions import takes_no_tool
from toolspec.dsl.recover.kind_mistakes import KindMistakes
from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.signs import missing_equal
from toolspec.dsl.recover.stop import Stop

_VALUES = ("{", "[", "true", "false", "null")


def equals(place: Stop) -> LineDiagnostic | None:
    """`output search "x"`, `output search -> "x"`, `output search != "x"`."""
    word, after = place.word, place.behind
    if word is None or place.bracket or "EQUAL" not in place.accepts:
        return None
    if word.kind in ("string", "number", "regex") or word.text in _VALUES:
        return missing_equal(place, word)
    if word.text in ("->", "is", "equals", "returns") and after:
        fix = Fix("Write =", word.start, word.end, "=")
        hint = "`output` takes `=`"
        return place.found("wrong_operator", fix, sign=word.text, mended="=", hint=hint)
    if word.text == "<" and after and after.kind in ("key", "string"):
        hint = "`output` takes no arguments: `require` takes arguments and a `result /regex/`"
        return place.found("unexpected", hint=hint)
    if word.text in ("!=", "<", "<=", ">", ">="):
        value = "not ..." if word.text == "!=" else f"{word.text} 5"
        hint = f"`output` takes `=` before a value: `{place.pattern} = {value}`"
        return place.found("unexpected", hint=hint)
    return None


_ROWS = (
    Row("«^ contains/contain/includes/matches/like/has/returning» value=VALUE›", "unknown_word",
        'output a contains "x"', 'output a = has "x"', fix="= has {value}", accepts="EQUAL"),
    Row("«^ contains/contain/includes/matches/like/has/returning»", "unknown_word",
        "output a contains b", "require a result /b/", where=takes_no_tool,
        hint="an `output` is a whole result; for a part write `require {tool} result /.../`"),
)  # fmt: skip

MISTAKES = KindMistakes((equals, *_ROWS), other_names=("returns", "response", "result", "results"))
