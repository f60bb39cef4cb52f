"""Numbers in groups of three digits: `10,000`."""

from __future__ import annotations

import re

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.stop import Stop

_GROUPED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])").match


def thousands(place: Stop) -> LineDiagnostic | None:
    """`tokens < 10,000`: the parser stops at the comma or after it."""
    for word in place.words[max(0, place.at - 2) : place.at]:
        grouped = _GROUPED(place.line.text, word.start)
        if word.kind != "number" or grouped is None or grouped.end() <= place.stop:
            continue
        digits = grouped[0].replace(",", "")
        fix = Fix(f"Write {shown(digits)}", word.start, grouped.end(), digits)
        hint = f"write `{shown(digits)}`"
        problem = place.found("bad_number", fix, number=shown(grouped[0]), hint=hint)
        return problem._replace(start=word.start, end=grouped.end())
    return None
