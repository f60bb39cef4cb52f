"""What rules about one call say of numbers of calls, which `count` compares."""

from __future__ import annotations

import re
from typing import NamedTuple

from toolspec.dsl.problem import LineDiagnostic, shown
from toolspec.dsl.recover.amounts import COMPARISONS
from toolspec.dsl.recover.row import Row, first_told
from toolspec.dsl.recover.stop import Stop

COUNTED = "`count {phrase} {sign} {number}` {asks}"
EITHER = "write a rule for each, or `{tool} | {other}` for either of them"

_DOTTED = re.compile(r"([A-Za-z_]\w*)\.([A-Za-z_]\w*)")


class Numbered(NamedTuple):
    """Asks rows about numbers; what is compared may be an argument: `require refund.amount = 3`."""

    rows: tuple[Row, ...]

    def __call__(self, place: Stop) -> LineDiagnostic | None:
        """Return what a row says, with the argument that may be meant."""
        problem = first_told(self.rows, place)
        named, words = _DOTTED.fullmatch(place.pattern), place.words[2:4]
        if problem is None or named is None or len(words) < 2 or words[0].text not in COMPARISONS:
            return problem
        number, sign = shown(words[1].text), words[0].text
        signs = {"=": "", "==": "", "!=": "not "}
        value = signs.get(sign, f"{sign} ") + number
        hint_words = f"write `{place.keyword} {named[1]} <{named[2]}: {value}>`"
        hint = f"if `{named[2]}` is an argument, {hint_words}; if `{place.pattern}` is a tool, "
        fields = {**problem.fields, "hint": hint + problem.fields["hint"]}
        return problem._replace(fields=fields, fixes=())
