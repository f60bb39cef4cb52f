"""Mistakes in `output`: signs before its value, and parts of a result."""

from __future__ import annotations

from toolspec.dsl.recover.conditions import takes_no_tool
from toolspec.dsl.recover.kind_mistakes import KindMistakes
from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.stop import Stop


def _is_literal(place: Stop) -> bool:
    return place.word is not None and place.word.kind != "variable"


_ROWS = (
    Row("«^ VALUE»", "unexpected", 'output a "x"', 'output a = "x"', fix="= {text}",
        title="Write =", hint="write `=` before `{text}`", accepts="EQUAL", where=_is_literal),
    Row("«^ {/[»", "unexpected", "output a [1]", "output a = [1]", fix="= {text}", title="Write =",
        hint="write `=` before `{text}`", accepts="EQUAL"),
    Row("«^ ->/is/equals/returns» ANY", "wrong_operator", 'output a -> "x"', 'output a = "x"',
        fix="=", hint="`output` takes `=`", accepts="EQUAL"),
    Row("«^ <» KEY", "unexpected", "output a <x: 1>", "require a <x: 1>", accepts="EQUAL",
        hint="`output` takes no arguments: `require` takes arguments and a `result /regex/`"),
    Row("«^ !=»", "unexpected", "output a != 1", "output a = not 1", accepts="EQUAL",
        hint="`output` takes `=` before a value: `{tool} = not ...`"),
    Row("«^ </<=/>/>=»", "unexpected", "output a > 5", "output a = > 5", accepts="EQUAL",
        hint="`output` takes `=` before a value: `{tool} = {text} 5`"),
    Row("«^ contains/contain/includes/matches/like/has/returning» value=VALUE›", "unknown_word",
        'output a contains "x"', 'output a = has "x"', fix="= has {value}", accepts="EQUAL"),
    Row("«^ contains/contain/includes/matches/like/has/returning»", "unknown_word",
        "output a contains b", "require a result /b/", where=takes_no_tool,
        hint="an `output` is a whole result; for a part write `require {tool} result /.../`"),
)  # fmt: skip

MISTAKES = KindMistakes(_ROWS, other_names=("returns", "response", "result", "results"))
